"""Whole games over real sockets: every seat sees what it may, and nothing else."""

from __future__ import annotations

import json
import random
import re

import pytest
from tests.server.playing import Player, Server, Visitor, begin_with_friends, play_on

from napoleon.rules import Game
from napoleon.rules.board.units import ARMY_OF, SEAT_ARMIES, SIDE_BITS, SIDE_OF, UNIT_IDS, UNIT_SIDE
from napoleon.rules.knowledge.sketch import known_units
from napoleon.rules.words.language import UNIT_NAMES
from napoleon.server.store import admin, archive
from napoleon.server.store import tables as store
from napoleon.server.table.replaying import carry_out
from napoleon.server.table.state_messages import Steps

ID = re.compile("|".join(sorted(map(re.escape, UNIT_IDS), key=len, reverse=True)))
# A name may be part of another's; those cannot be looked for.
TELLING_NAMES = {
    unit: name
    for unit, name in enumerate(UNIT_NAMES)
    if not any(name in other for other in UNIT_NAMES if other != name)
}


class Story:
    """A game after every move, and the moves that each viewer could see."""

    def __init__(self, games: list[Game], steps: Steps) -> None:
        self.games = games
        self.steps = steps

    def moves_at(self, seat: str | None, v: int) -> int:
        """How many moves there were, at the most, when a viewer was at a version."""
        steps = self.steps[seat]
        return steps[v] - 1 if v < len(steps) else len(self.games) - 1


def truth(database: str, game_id: str) -> Story:
    """The game after every move, from the store."""
    engine = store.open_engine(database)
    with engine.connect() as connection:
        sheet = store.find_sheet(connection, game_id)
        assert sheet is not None
        moves = store.moves_of(connection, game_id)
    engine.dispose()
    game = archive.first_position(sheet)
    story = [game.copy()]
    for move in moves:
        carry_out(game, move)
        story.append(game.copy())
    return Story(story, archive.steps_of(moves))


def known_by(story: list[Game], seat: str | None) -> list[set[int]]:
    """The units that a seat may have heard of by each version: what lies open in the state, what
    its own events have named, and all of its own side. Not asked of the view."""
    armies = SEAT_ARMIES[seat]
    own = {unit for unit in range(len(UNIT_IDS)) if SIDE_BITS[UNIT_SIDE[unit]] & armies}
    heard = set(own)
    known = []
    for game in story:
        mask = known_units(game.state, armies)
        heard |= {unit for unit in range(len(UNIT_IDS)) if mask >> unit & 1}
        for event in game.events_for(seat):
            heard |= {unit for unit in (event.unit_no, event.other_no) if unit >= 0}
        known.append(set(heard))
    assert all(SIDE_OF[ARMY_OF[unit]] in (0, 1) for unit in own)
    return known


def check_every_byte(player: Player, story: Story) -> int:
    """No message names a unit that the seat may not know; returns how many were read."""
    known = known_by(story.games, player.seat)
    read = 0
    v = story.moves_at(player.seat, 0)
    for text in player.received:
        message = json.loads(text)
        if message["t"] == "state":
            v = story.moves_at(player.seat, message["v"])
            if message["view"]["result"] is not None:
                break  # everything is shown at the end
        named = {UNIT_IDS.index(found) for found in ID.findall(text)}
        # A name with letters of other languages travels as it is: JSON of ours is UTF-8.
        named |= {unit for unit, name in TELLING_NAMES.items() if name in text}
        assert named <= known[v], (player.seat, v, [UNIT_IDS[u] for u in named - known[v]])
        read += 1
    return read


@pytest.mark.parametrize(
    ("players", "scenario", "visibility", "seed"),
    [(2, "historical", "open", 1), (2, "free", "hidden", 2), (3, "historical", "hidden", 3)],
)
def test_a_whole_game_shows_each_seat_only_what_it_may_know(
    server: Server, players: int, scenario: str, visibility: str, seed: int
) -> None:
    game, people = begin_with_friends(server, players, scenario, visibility)
    sitting = [person.sit(game, seat) for seat, person in people.items()]
    host = next(iter(people.values()))
    token = host.get(f"/api/games/{game}")["watch"]
    spectator = Player(server, f"/ws/watch/{token}", None).open()
    rng = random.Random(seed)
    sitting[0].ask({"t": "why", "seat": sitting[0].seat, "action": "march FR-N namur"}, "why")
    played = play_on([*sitting, spectator], rng)
    assert played > 50
    story = truth(server.database, game)
    for player in (*sitting, spectator):
        assert player.v == len(story.steps[player.seat])
    for player in (*sitting, spectator):
        assert player.view["result"] is not None and player.offers == []
        assert player.view["truth"]
        assert check_every_byte(player, story) > played * 0.5
        # What came bit by bit is what a newcomer is told at once, and what the rules say.
        last = story.games[-1]
        assert player.view == json.loads(json.dumps(last.view(player.seat).as_dict()))
        shown = [
            {key: value for key, value in event.items() if key not in ("i", "text")}
            for event in player.log
        ]
        assert shown == json.loads(
            json.dumps([event.as_dict() for event in last.events_for(player.seat)])
        )
    people_now = sitting[0].people
    if people_now["status"] != "over":
        people_now = sitting[0].wait("people")
    assert people_now["status"] == "over"
    _check_the_end(server, game, people, sitting)
    for player in (*sitting, spectator):
        player.close()


def _check_the_end(
    server: Server, game: str, people: dict[str, Visitor], sitting: list[Player]
) -> None:
    """The record, the replay, the dice and the administrator agree."""
    host = next(iter(people.values()))
    response = host.http.get(f"{server.url}/api/games/{game}/record")
    assert response.headers["content-type"].startswith("text/plain")
    record = response.text
    assert Game.replay(record).result is not None
    dice = host.get(f"/api/games/{game}/dice")
    assert dice["ok"] and dice["commitment"] == host.get(f"/api/games/{game}")["commitment"]
    assert admin.check_dice(dice["commitment"], dice["key"], record) is None
    assert dice["rolls"] and {"n", "sides", "value"} == set(dice["rolls"][0])
    first = host.get(f"/api/games/{game}/replay?seat=french&step=0")
    steps = first["steps"]
    turns = [chapter["turn"] for chapter in first["chapters"] if chapter["town"] is None]
    assert turns == list(range(1, len(turns) + 1))
    for chapter in first["chapters"][:: max(1, len(first["chapters"]) // 5)]:
        shown = host.get(f"/api/games/{game}/replay?seat=referee&step={chapter['step']}")
        begun = {event["kind"] for event in shown["events"]}
        wanted = {"battle-began", "skirmish-began"} if chapter["town"] else {"turn-began"}
        assert begun & wanted, chapter
    for seat in (*people, "referee"):
        shown = host.get(f"/api/games/{game}/replay?seat={seat}&step={steps // 2}")
        assert shown["step"] == steps // 2 and shown["view"]["turn"] == shown["turn"]
    last = host.get(f"/api/games/{game}/replay?seat={sitting[0].seat}&step=999999")
    assert last["view"] == sitting[0].view
    assert host.refused(f"/api/games/{game}/replay?seat=emperor", method="GET")[0] == 400
    (verdict,) = admin.recheck(game, server.database)
    assert verdict.is_sound, verdict.problems


def test_hot_seat_each_seat_is_sent_only_its_own(server: Server) -> None:
    """One person with both seats looks as one of them at a time."""
    person = server.visitor()
    game = person.begin({"french": "me", "allied": "me"}, "free")
    assert person.get(f"/api/games/{game}")["is_hotseat"]
    seats = {seat: person.sit(game, seat) for seat in ("french", "allied")}
    rng = random.Random(4)
    play_on(list(seats.values()), rng, 150)
    one = person.sit(game, "french")
    for seat in ("allied", "french", "allied"):
        one.seat, one.log = seat, []
        one.send({"t": "hello", "seat": seat, "since": 0, "lang": "en"})
        one.wait("state")
        assert one.view == seats[seat].view and one.log == seats[seat].log
    story = truth(server.database, game)
    for player in seats.values():
        assert check_every_byte(player, story) > 60
        player.close()
    one.close()


def test_against_the_computer_to_the_end(server: Server) -> None:
    person = server.visitor()
    game = person.begin({"french": "computer:random", "allied": "me"})
    player = person.sit(game, "allied")
    rng = random.Random(6)
    has_thought = False
    while player.view["result"] is None:
        has_thought = has_thought or player.state["thinking"] == ["french"]
        if player.offers:
            assert player.act(rng.choice(player.offers))["ok"]
        else:
            player.wait("state")
    assert has_thought
    assert check_every_byte(player, truth(server.database, game)) > 20
    (listed,) = person.get("/api/games")
    assert listed["status"] == "over" and listed["result"] == player.view["result"]
    again = person.post(f"/api/games/{game}/rematch")["id"]
    seats = person.get(f"/api/games/{again}")["seats"]
    assert (seats["french"]["kind"], seats["allied"]["kind"]) == ("human", "computer")
    player.close()


def test_two_computers_play_by_themselves(server: Server) -> None:
    person = server.visitor()
    game = person.begin({"french": "computer:random", "allied": "computer:random"})
    token = person.get(f"/api/games/{game}")["watch"]
    spectator = Player(server, f"/ws/watch/{token}", None).open()
    while spectator.view["result"] is None:
        spectator.wait("state")
    spectator.close()
