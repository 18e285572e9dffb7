"""What a seat cannot see does not reach it: no message, no number, no byte."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from napoleon.lab.random_play import warlike
from napoleon.rules import Action, Game, Options, ScriptedDice, Seat, SeededDice
from napoleon.rules.board.units import SEAT_ARMIES
from napoleon.server.table import stories
from napoleon.server.table.messages import Act, Chat, Undo
from napoleon.server.table.outcome import Outcome
from napoleon.server.table.sheet import VIEWERS, Sitter
from napoleon.server.table.state_messages import SEEN_BY_ALL
from napoleon.server.table.table import Table

NOW = "1815-06-15T04:00:00.000+00:00"


def table_of(game: Game) -> Table:
    seats = {str(seat): Sitter("human", str(seat), str(seat).title()) for seat in game.seats}
    sheet, _ = stories.begin_game(
        game.scenario, game.options.players, game.options.visibility, seats, "french", NOW
    )
    sheet.id = "game"
    table = Table(sheet, game, 0, [], [])
    for viewer in [*map(str, game.seats), None]:
        table.look((viewer, "en"))
    return table


def play(table: Table, seat: str, *actions: str) -> Outcome:
    message = Act(seat, table.version(seat), list(actions), 1)
    outcome = table.act(seat, (seat, "en"), message)
    assert json.loads(outcome.replies[-1])["ok"], outcome.replies
    return outcome


def undo(table: Table, seat: str) -> Outcome:
    outcome = table.undo(seat, (seat, "en"), Undo(seat, table.version(seat), 1))
    assert json.loads(outcome.replies[-1])["ok"], outcome.replies
    return outcome


def heard(outcome: Outcome, seat: str | None) -> list[bytes]:
    return [data for (who, _), data in outcome.news if who == seat]


def without(state: bytes, *names: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(state)
    return {name: value for name, value in found.items() if name not in names}


# Two each of both sides meet: each reveals 1 or 2 in secret (6.6).
SKIRMISH = "turn 5; laneffe: FR-2-I1 FR-2-I2; charleroi: PR-1-C PR-1-I1; ghent: AD-W"
TO_SKIRMISH = ["march FR-2-I1 charleroi", "march FR-2-I2 charleroi", "end", "end"]


def skirmish() -> Table:
    dice = ScriptedDice([6] * 60)
    table = table_of(Game.from_position(SKIRMISH, dice=dice))
    for action in TO_SKIRMISH:
        if table.game.stage != "reveal":
            play(table, "french", action)
    assert table.game.stage == "reveal"
    return table


def test_6_6_the_number_revealed_cannot_be_counted() -> None:
    stories: list[list[bytes]] = []
    for count in (1, 2):
        table = skirmish()
        first = str(table.game.to_act[0])
        other = "allied" if first == "french" else "french"
        before = table.version(other)
        offers = [str(action) for action in table.game.legal(first) if action.verb == "reveal"]
        told: list[bytes] = []
        for offer in offers[:count]:
            outcome = play(table, first, offer)
            assert heard(outcome, other) == []
            assert heard(outcome, None) == []
            assert table.version(other) == before
        if table.game.to_act and str(table.game.to_act[0]) == first:
            told += heard(play(table, first, "end"), other)
        stories.append(told)
    # With both revealed the step ends by itself; with one it is ended: the enemy is told the same.
    assert len({len(story) for story in stories if story}) <= 1


def test_5_6_the_enemy_hears_the_same_of_cavalry_and_infantry() -> None:
    """Twins, to the byte: one block rides or marches a town; ending its marches is not heard."""
    stories: list[list[bytes]] = []
    for unit in ("FR-C1", "FR-2-I1"):
        position = f"turn 5; laneffe: {unit}; namur: PR-2-I1; ghent: AD-W"
        table = table_of(Game.from_position(position, dice=ScriptedDice([])))
        marched = play(table, "french", f"march {unit} charleroi")
        ended = play(table, "french", "end")
        assert heard(ended, "allied") == heard(ended, None) == []
        assert table.game.stage == "force"
        over = play(table, "french", "end")
        assert table.game.turn == 6
        stories.append([*heard(marched, "allied"), *heard(over, "allied"), *heard(over, None)])
        assert table.version("allied") == 2
    assert stories[0] == stories[1]


def test_6_4_the_firer_hears_the_same_of_equals_and_others() -> None:
    """Twins, to the byte: blocks out of sight are equally strong, or not."""
    stories: list[list[bytes]] = []
    for second in ("PR-1-I2", "PR-1-I2/2"):
        position = (
            "visibility hidden; turn 5; battle charleroi; side french;"
            "french left: FR-2-I1; french centre: FR-2-A; french right: FR-2-I2; origins laneffe;"
            f"allied left: PR-2-I1; allied centre: PR-1-I1 {second}; allied right: PR-2-I2"
        )
        table = table_of(Game.from_position(position, dice=ScriptedDice([1, 6, 6])))
        story = heard(play(table, "french", "bombard FR-2-A"), "french")
        story += heard(play(table, "allied", "lose PR-1-I1"), "french")
        stories.append(story)
    assert len(stories[0]) == 2
    assert stories[0] == stories[1]


def test_4_a_set_up_taken_back_from_the_middle_is_told_anew() -> None:
    """Of three players one takes back what he placed before his ally placed something."""
    game = Game.new("free", Options(3), ScriptedDice([1] * 10))
    table = table_of(game)
    play(table, "prussian", "place PR-B namur")
    play(table, "prussian", "place PR-2-I1 namur")
    play(table, "anglo-dutch", "place AD-W brussels")
    outcome = undo(table, "prussian")
    assert heard(outcome, "french") == heard(outcome, None) == []
    for ally in ("anglo-dutch", "prussian"):
        (state,) = [json.loads(data) for data in heard(outcome, ally)]
        assert state["from"] == 1
        assert [event["unit"] for event in state["events"]] == ["AD-W"]
    assert str(game.undo("prussian")) == "place PR-B namur"


def test_4_hidden_placing_and_taking_back_are_not_told() -> None:
    game = Game.new("free", Options(2), ScriptedDice([1] * 10))
    table = table_of(game)
    before = {viewer: table.version(viewer) for viewer in ("french", None)}
    rng = random.Random(1)
    for number in range(12):
        offers = [str(action) for action in game.legal("allied") if action.verb == "place"]
        outcome = play(table, "allied", rng.choice(offers))
        for viewer in before:
            assert heard(outcome, viewer) == []
        if number % 3 == 2:
            outcome = undo(table, "allied")
            for viewer in before:
                assert heard(outcome, viewer) == []
    assert {viewer: table.version(viewer) for viewer in before} == before
    assert table.version("allied") > 12


@pytest.mark.parametrize(
    ("scenario", "players", "visibility", "seed"),
    [
        (scenario, players, visibility, seed)
        for scenario in ("historical", "free")
        for players in (2, 3)
        for visibility in ("open", "hidden")
        for seed in range(1)
    ],
)
def test_a_version_counts_exactly_what_its_seat_is_told(
    scenario: str, players: int, visibility: str, seed: int
) -> None:
    """A message comes if and only if there is something new in it, and counts one."""
    rng = random.Random(seed)
    game = Game.new(scenario, Options(players, visibility))
    table = table_of(game)
    last = {viewer: table.fresh_state((viewer, "en")) for (viewer, _) in table.viewers}
    for _ in range(250):
        if not game.to_act:
            break
        seat = str(rng.choice(game.to_act))
        if game.can_undo and rng.random() < 0.1 and game.moves[-1].armies == game._bits(seat):
            outcome = undo(table, seat)
        else:
            codes = list(game.legal(seat).codes)
            outcome = play(table, seat, str(Action(warlike(game, Seat(seat), codes, rng))))
        for viewer, known in last.items():
            states = [data for data in heard(outcome, viewer) if data.startswith(b'{"t":"state"')]
            fresh = table.fresh_state((viewer, "en"))
            anew = json.dumps(game.copy().view(viewer).as_dict())
            assert json.loads(fresh)["view"] == json.loads(anew)
            assert len(states) <= 1
            if states:
                assert json.loads(states[0])["v"] == json.loads(known)["v"] + 1
                last[viewer] = fresh
                has_news = json.loads(states[0])["events"] or "from" in json.loads(known)
                assert has_news and (
                    json.loads(states[0])["events"]
                    or without(states[0], "v", "from", "events")
                    != without(known, "v", "from", "events")
                    or json.loads(states[0])["from"] < json.loads(known)["from"]
                )
            else:
                assert without(fresh, "v") == without(known, "v")
                assert json.loads(fresh)["v"] == json.loads(known)["v"]
    moves = table.v
    assert moves > 50
    seen = {viewer: table.version(viewer) for viewer in VIEWERS if (viewer, "en") in table.viewers}
    assert all(version <= moves for version in seen.values())


@pytest.mark.parametrize(
    ("scenario", "players", "seed"),
    [
        (scenario, players, seed)
        for scenario in ("historical", "free")
        for players in (2, 3)
        for seed in range(1)
    ],
)
def test_versions_count_the_same_whoever_looks_on(scenario: str, players: int, seed: int) -> None:
    """Always everybody, nobody, or people who come and go."""
    rng = random.Random(seed)
    tables = [table_of(Game.new(scenario, Options(players), SeededDice(seed))) for _ in range(3)]
    watched, empty, restless = tables
    viewers = list(watched.viewers)
    for viewer in viewers:
        empty.look_away(viewer)
    for _ in range(300):
        if watched.game.result is not None:
            break
        viewer = rng.choice(viewers)
        if viewer in restless.viewers:
            restless.look_away(viewer)
        else:
            restless.look(viewer)
            restless.fresh_state(viewer)
        game = watched.game
        seat = str(rng.choice(game.to_act))
        if game.can_undo and rng.random() < 0.1 and game.moves[-1].armies == game._bits(seat):
            outcomes = [undo(table, seat) for table in tables]
        else:
            codes = list(game.legal(seat).codes)
            action = str(Action(warlike(game, Seat(seat), codes, rng)))
            outcomes = [play(table, seat, action) for table in tables]
        watched_rows, *others = [outcome.rows for outcome in outcomes]
        assert watched_rows is not None
        assert others == [watched_rows, watched_rows]  # with who could see it
        for seen_as, _ in viewers:
            assert watched.version(seen_as) == empty.version(seen_as) == restless.version(seen_as)
    assert watched.v > 100


@pytest.mark.parametrize("players", [2, 3])
def test_3_2_every_viewer_is_told_of_a_march(players: int) -> None:
    """So nobody's sight has to be compared before and after one (SEEN_BY_ALL)."""
    rng = random.Random(players)
    game = Game.new("historical", Options(players, "hidden"), SeededDice(players))
    everybody = [SEAT_ARMIES[str(seat)] for seat in game.seats] + [SEAT_ARMIES[None]]
    marches = 0
    while game.result is None and marches < 400:
        seat = rng.choice(game.to_act)
        action = rng.choice(list(game.legal(seat)))
        events = game.play(seat, action)
        if str(action).startswith(SEEN_BY_ALL):
            marches += 1
            for armies in everybody:
                assert any(event.seen & armies for event in events), action
    assert marches > 100


def test_11_the_allies_hear_each_other_only_when_they_may_confer() -> None:
    game = Game.from_position(
        "players 3; turn 3; laneffe: FR-2-I1; ghent: AD-W; liege: PR-B", dice=ScriptedDice([])
    )
    table = table_of(game)
    outcome = table.say("prussian", ("prussian", "en"), Chat("To Wavre!"), NOW, 5)
    assert heard(outcome, "french") and heard(outcome, None) and heard(outcome, "prussian")
    assert heard(outcome, "anglo-dutch") == []
    assert json.loads(heard(outcome, "french")[0])["messages"][0]["held"] == 3
    late: list[bytes] = []
    for _ in range(40):
        if not game.to_act or late:
            break
        seat = str(game.to_act[0])
        late = [data for data in heard(play(table, seat, "end"), "anglo-dutch") if b"Wavre" in data]
    assert late, "heard at the next Allied night"
    assert game.view("anglo-dutch").may_talk
