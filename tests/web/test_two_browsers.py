"""Two people, each with a browser, play a whole campaign by clicks; every byte is read."""

from __future__ import annotations

import json

import pytest
from tests.server.test_whole_games import ID, TELLING_NAMES, Story, known_by, truth
from tests.web.conftest import Welcome
from tests.web.playing import LiveServer, Person, Robot, all_ended, later, play

from napoleon.rules import Game
from napoleon.rules.board.units import UNIT_IDS
from napoleon.server.store import admin


@pytest.mark.parametrize("is_played_out", [False, *later(True)], ids=["first-turns", "to-the-end"])
def test_two_browsers_play_a_historical_game(
    welcome: Welcome, live: LiveServer, is_played_out: bool
) -> None:
    french, allied = welcome("french"), welcome("allied")
    french.begin({"french": "Me", "allied": "Open seat"})
    french.wait_until("the invitation is there", lambda seen: bool(seen["card"]))
    (link,) = french.invitations().values()
    allied.join(link)
    robots = [Robot(french, 1815), Robot(allied, 1769)]
    turns = 6 if is_played_out else 3
    play(robots, lambda looks: all_ended(looks) or (looks[0]["turn"] >= turns and fought(robots)))
    if is_played_out:
        for robot in robots:
            robot.calm_down()
        play(robots, all_ended)
    assert fought(robots), [robot.counts for robot in robots]
    for person in (french, allied) if is_played_out else ():
        ended = person.page.locator(".end")
        assert "won" in ended.locator("h1").inner_text()
        assert ended.locator("svg.losses").is_visible()
        assert ended.locator(".revealed .nb").count() > 20
    story = truth(live.database, french.game)
    assert (story.games[-1].result is not None) == is_played_out
    replayed = Game.replay(admin.export_game(french.game, live.database))
    assert (replayed.result is not None) == is_played_out
    least = 50 if is_played_out else 20
    check_every_byte(french, "french", story, least)
    check_every_byte(allied, "allied", story, least)
    check_the_same_files(french, allied)


def fought(robots: list[Robot]) -> bool:
    """Whether they have marched, attacked and fought, all by taps."""
    done = {what for robot in robots for what in robot.counts}
    shots = {"button: fire", "button: bombard", "target on the field", "reveal"}
    return {"march by tap", "attack by tap", "end"} <= done and bool(done & shots)


def check_every_byte(person: Person, seat: str, story: Story, least: int = 50) -> None:
    """No message of the socket, of which there are at least so many, and no answer of the server
    names a unit that a seat may not know."""
    known = known_by(story.games, seat)
    v = story.moves_at(seat, 0)
    read = 0
    for text in person.frames:
        message = json.loads(text)
        if message["t"] == "state":
            v = story.moves_at(seat, message["v"])
            if message["view"]["result"] is not None:
                break  # everything is shown at the end
        hidden = named_in(text) - known[v]
        assert not hidden, (seat, v, [UNIT_IDS[unit] for unit in hidden])
        read += 1
    assert read > least
    answers = [one for one in person.responses if "/api/" in one.url]
    # History names commanders; it is the same for everybody, whatever is played.
    answers = [one for one in answers if "/api/scenarios" not in one.url]
    assert answers
    for answer in answers:
        assert not named_in(answer.text()), answer.url


def named_in(text: str) -> set[int]:
    """The units that a text names, by id or by name."""
    named = {UNIT_IDS.index(found) for found in ID.findall(text)}
    return named | {unit for unit, name in TELLING_NAMES.items() if name in text}


def check_the_same_files(one: Person, other: Person) -> None:
    """What is not an answer of the table is the same for everybody, so it tells nothing."""
    files = [
        {
            response.url: response.body()
            for response in person.responses
            if "/static/" in response.url or response.url.endswith(".json")
        }
        for person in (one, other)
    ]
    both = files[0].keys() & files[1].keys()
    assert len(both) >= 4
    assert all(files[0][url] == files[1][url] for url in both)
