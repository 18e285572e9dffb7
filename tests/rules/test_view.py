"""What a seat may know: views, events as they are seen, and the intelligence notebook."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable

import pytest

from napoleon.lab.random_play import new_random_game, warlike
from napoleon.rules import Action, Event, Game, Options, RuleError, ScriptedDice, SeededDice
from napoleon.rules.board.units import UNIT_IDS, UNITS

SKIRMISH = (
    "turn 1; thuin: FR-2-I1 FR-C1 FR-2-I2; solre: FR-N; charleroi: PR-1-C; ligny: PR-2-I1; "
    "namur: PR-B"
)
FIELD = """turn 5; laneffe: FR-G-I; namur: PR-4-A
battle charleroi
french left: FR-2-I1; french centre: FR-1-I1 FR-1-A; french right: FR-3-I1/2; french reserve: FR-N
allied left: PR-1-I1; allied centre: PR-1-I2; allied right: PR-1-C/1; allied reserve: PR-B PR-2-A
terrain allied right woods; terrain french centre farm FR-1-I1
origins laneffe
"""
Facts = dict[str, object]


def ids_in(data: object, prefix: str = "") -> set[str]:
    """The ids of all units that are named anywhere in some data."""
    named = set(re.findall(r"(?:FR|AD|PR)-[A-Z0-9-]+", json.dumps(data)))
    assert named <= set(UNIT_IDS)
    return {unit for unit in named if unit.startswith(prefix)}


def enemy_ids(seat: str | None, data: object) -> set[str]:
    """The ids of a seat's enemies in some data; everybody is a stranger to a spectator."""
    if seat is None:
        return ids_in(data)
    return ids_in(data, "FR-") if seat != "french" else ids_in(data, "AD-") | ids_in(data, "PR-")


def counts(game: Game, seat: str | None) -> dict[tuple[str, str], int]:
    """The blocks of which a seat knows only the number."""
    return {(blocks.army, blocks.town): blocks.count for blocks in game.view(seat).blocks}


def told(game: Game, seat: str | None, since: int = 0) -> list[Facts]:
    """The events that a seat sees, as plain data."""
    return [event.as_dict() for event in game.events_for(seat, since)]


def notes(game: Game, seat: str | None) -> dict[str, tuple[object, ...]]:
    """A seat's notebook: for each unit its army, turn, town, strength and whether it is lost."""
    return {
        line.unit: (line.army, line.turn, line.town, line.strength, line.is_lost)
        for line in game.view(seat).notebook
    }


def skirmish(dice: list[int], position: str = SKIRMISH) -> Game:
    """Three French have attacked the cavalry at Charleroi; one of them is revealed."""
    game = Game.from_position(position, ScriptedDice(dice))
    units = ("FR-C1", "FR-2-I1", "FR-2-I2")
    game.play("french", [*(f"march {unit} charleroi" for unit in units), "end", "end"])
    game.play("french", "reveal FR-2-I1")
    return game


def step(game: Game, luck: random.Random) -> list[Event]:
    """Play one action as a warlike player would."""
    seat = luck.choice(game.to_act)
    return game.play(seat, Action(warlike(game, seat, game.legal(seat).codes, luck)))


# --- blocks on the map


def test_enemy_blocks_are_counts_of_an_army_in_a_town() -> None:
    """The French know of every Allied block where it stands and whose it is, and no more."""
    game = Game.new(dice=SeededDice(1))
    expected: dict[tuple[str, str], int] = {}
    for card in UNITS:
        army = ("french", "anglo-dutch", "prussian")[card.army]
        key = (army, card.start_town)
        expected[key] = expected.get(key, 0) + 1
    view = game.view("french")
    allied = {key: number for key, number in expected.items() if key[0] != "french"}
    assert counts(game, "french") == allied
    assert {unit.id for unit in view.units} == {card.id for card in UNITS if card.army == 0}
    assert enemy_ids("french", view.as_dict()) == set()
    assert enemy_ids("french", told(game, "french")) == set()
    assert counts(game, "allied") == {
        key: number for key, number in expected.items() if key[0] == "french"
    }
    assert enemy_ids("allied", game.view("allied").as_dict()) == set()
    assert counts(game, None) == expected


def test_two_armies_in_one_town_are_two_counts() -> None:
    """Whose block it is can be seen."""
    game = Game.from_position("turn 1; solre: FR-N; ligny: AD-W AD-1-I1 PR-B PR-1-I1 PR-1-I2")
    assert counts(game, "french") == {("anglo-dutch", "ligny"): 2, ("prussian", "ligny"): 3}
    assert counts(game, "allied") == {("french", "solre"): 1}


def test_own_units_are_known_whole() -> None:
    """Where, how strong, and with which marks."""
    game = Game.from_position("turn 1; solre: FR-N FR-2-I1/2(disordered); mons: AD-W")
    units = {unit.id: unit for unit in game.view("french").units}
    assert (units["FR-2-I1"].town, units["FR-2-I1"].strength) == ("solre", 2)
    assert units["FR-2-I1"].marks == ["disordered"]
    assert units["FR-2-I1"].is_mine
    assert units["FR-N"].as_dict() == {"id": "FR-N", "town": "solre", "strength": 1}
    assert "FR-2-I1" not in json.dumps(game.view("allied").as_dict())


def test_disorder_is_seen_on_a_block_not_on_a_unit() -> None:
    """How many of the blocks in a town are in disorder can be counted."""
    game = Game.from_position("turn 1; solre: FR-N FR-2-I1/2(disordered) FR-2-I2; mons: AD-W")
    assert [blocks.as_dict() for blocks in game.view("allied").blocks] == [
        {"army": "french", "town": "solre", "count": 3, "disordered": 1}
    ]


def test_losses_are_public() -> None:
    """What is eliminated is known to all by name (10)."""
    game = Game.from_position(
        "turn 1; solre: FR-N; mons: AD-W; lost: FR-2-I1 PR-B; defeated: prussian"
    )
    for seat in ("french", "allied", None):
        view = game.view(seat)
        assert view.losses == {"french": ["FR-2-I1"], "anglo-dutch": [], "prussian": ["PR-B"]}
        assert view.defeated == ["prussian"]


# --- allies and spectators


def test_allies_see_each_others_units() -> None:
    """Each as his own, and marked as the ally's; the French are blocks to both (11)."""
    game = Game.new(options=Options(players=3), dice=SeededDice(1))
    allied = {card.id for card in UNITS if card.army}
    for seat, prefix in (("anglo-dutch", "AD-"), ("prussian", "PR-")):
        view = game.view(seat)
        assert {unit.id for unit in view.units} == allied
        mine = {unit.id for unit in view.units if unit.is_mine}
        assert mine == {unit for unit in allied if unit.startswith(prefix)}
        marked = [unit.as_dict().get("ally", False) for unit in view.units]
        assert marked == [not unit.is_mine for unit in view.units]
        assert {army for army, _ in counts(game, seat)} == {"french"}
        assert enemy_ids(seat, view.as_dict()) == set()


def test_allies_see_each_others_marches() -> None:
    """By name; the French see blocks."""
    game = Game.new(options=Options(players=3), dice=SeededDice(1))
    game.play("french", "end")
    since = game.event_count
    game.play("prussian", "march PR-B ligny")
    assert told(game, "anglo-dutch", since) == told(game, "prussian", since)
    assert told(game, "anglo-dutch", since)[0]["unit"] == "PR-B"
    assert ids_in(told(game, "french", since)) == ids_in(told(game, None, since)) == set()


def test_spectators_know_what_everybody_knows() -> None:
    """Blocks of all three armies, no units, no hand in anything."""
    game = Game.new(options=Options(players=3), dice=SeededDice(1))
    game.play("french", "march FR-2-I1 maubeuge")
    view = game.view(None)
    assert view.seat is None
    assert view.units == []
    assert ids_in(view.as_dict()) == set()
    assert ids_in(told(game, None)) == set()
    assert not view.can_undo
    assert not view.may_talk
    assert {blocks.army for blocks in view.blocks} == {"french", "anglo-dutch", "prussian"}
    assert sum(blocks.count for blocks in view.blocks) == 58
    assert view.to_act == ["french"]


@pytest.mark.parametrize("seed", range(8))
def test_a_spectator_sees_nothing_that_a_seat_does_not(seed: int) -> None:
    """In random games: every event of his is known to all, and every unit named to him too."""
    game = new_random_game(seed)
    luck = random.Random(seed)
    at = 0
    for _ in range(250):
        if not game.to_act:
            break
        step(game, luck)
        seen = told(game, None, at)
        for seat in game.seats:
            theirs = told(game, seat, at)
            assert all(event in theirs for event in seen if "unit" in event)
            assert len(theirs) >= len(seen)
        at = game.event_count
    assert game.event_count > 100


# --- set-up


@pytest.mark.parametrize("players", [2, 3])
def test_a_set_up_is_hidden_until_it_is_closed(players: int) -> None:
    """First the Allies', then the French one; then the blocks are counted, and still not named."""
    game = Game.new("free", Options(players=players), SeededDice(1))
    seats = ("allied", "allied") if players == 2 else ("anglo-dutch", "prussian")
    places = [town for town in ("brussels", "ghent", "ath", "nivelles") for _ in range(4)]
    places += [town for town in ("charleroi", "ligny", "namur", "ciney", "liege") for _ in range(4)]
    allied = [unit for unit in UNIT_IDS if not unit.startswith("FR-")]
    for unit, town in zip(allied, places, strict=False):
        game.play(seats[unit.startswith("PR-")], f"place {unit} {town}")
        for stranger in ("french", None):
            assert counts(game, stranger) == {}
            assert told(game, stranger) == []
    own = game.view(seats[0]).units
    assert {unit.id for unit in own if unit.town} == set(allied)
    for seat in dict.fromkeys(seats):
        assert counts(game, "french") == {}
        game.play(seat, "end")
    assert sum(counts(game, "french").values()) == 34
    assert counts(game, "french") == counts(game, None)
    assert counts(game, "french")["anglo-dutch", "brussels"] == 4
    assert [event["kind"] for event in told(game, "french")] == ["setup-closed"]
    game.play(
        "french",
        [
            f"place {unit} {town}"
            for unit, town in zip(UNIT_IDS[:24], ["givet", "solre"] * 12, strict=True)
        ],
    )
    assert counts(game, seats[0]) == {}
    assert ids_in(told(game, seats[0]), "FR-") == set()
    assert game.view(seats[0]).stage == "setup"
    game.play("french", "end")
    assert counts(game, seats[0]) == {("french", "givet"): 12, ("french", "solre"): 12}
    for reader in (*game.seats, None):
        assert enemy_ids(reader, [game.view(reader).as_dict(), told(game, reader)]) == set()


def test_units_that_wait_to_be_placed_are_in_hand() -> None:
    """They belong to the view of their own side, in no town."""
    game = Game.new("free", dice=SeededDice(1))
    units = game.view("french").units
    assert len(units) == 24
    assert {unit.town for unit in units} == {None}
    assert len(game.view("allied").units) == 34


# --- events as they are seen


def test_a_march_is_seen_as_a_block_that_can_be_followed() -> None:
    """Within a turn a block keeps its number: two steps show a mounted unit, and no more."""
    game = Game.from_position(
        "turn 1; beaumont: FR-C1 FR-2-I1 FR-N; mons: AD-W; namur: PR-B", ScriptedDice([5])
    )
    marches = ["march FR-C1 solre", "march FR-2-I1 solre", "march FR-C1 maubeuge"]
    game.play("french", marches)
    seen = told(game, "allied")
    assert seen == told(game, None)
    assert [(event["block"], event["town"], event["to"]) for event in seen] == [
        (1, "beaumont", "solre"),
        (2, "beaumont", "solre"),
        (1, "solre", "maubeuge"),
    ]
    assert all(event["kind"] == "marched" and event["army"] == "french" for event in seen)
    assert ids_in(seen) == set()
    assert [event.unit for event in game.events_for("french")] == ["FR-C1", "FR-2-I1", "FR-C1"]


def test_numbers_of_blocks_mean_nothing_in_another_turn() -> None:
    """They begin anew, in the order of that turn's marches."""
    game = Game.from_position("turn 1; beaumont: FR-C1 FR-2-I1 FR-N; mons: AD-W", ScriptedDice([]))
    game.play("french", ["march FR-C1 solre", "march FR-2-I1 solre", "end", "end"])
    first = {event.block: event.unit for event in game.events if event.kind == "marched"}
    assert first == {1: "FR-C1", 2: "FR-2-I1"}
    game.play("allied", "end")
    since = game.event_count
    game.play("french", ["march FR-2-I1 beaumont", "march FR-N solre", "march FR-C1 beaumont"])
    second = {event.block: event.unit for event in game.events_for("french", since)}
    assert second == {1: "FR-2-I1", 2: "FR-N", 3: "FR-C1"}
    assert [event["block"] for event in told(game, "allied", since)] == [1, 2, 3]


def test_a_forced_march_and_its_die_are_seen_on_a_block() -> None:
    """That it lost strength is seen, not who it was nor what is left."""
    game = Game.from_position("turn 1; beaumont: FR-2-I1 FR-2-I2; mons: AD-W", ScriptedDice([1, 6]))
    game.play("french", ["march FR-2-I2 solre", "march FR-2-I1 solre", "end"])
    game.play("french", ["force FR-2-I1 maubeuge", "force FR-2-I2 maubeuge"])
    since = game.event_count
    game.play("french", "end")
    seen = [event for event in told(game, "allied", since) if event["kind"] != "turn-began"]
    assert [(event["kind"], event["block"]) for event in seen] == [
        ("march-die", 1),
        ("march-die", 2),
        ("strength-lost", 1),
    ]
    assert [event["dice"] for event in seen[:2]] == [[1], [6]]
    assert ids_in(seen) == set()
    assert all("strength_left" not in event for event in seen)
    own = [event for event in told(game, "french", since) if event["kind"] == "strength-lost"]
    assert [(event["unit"], event["strength_left"]) for event in own] == [("FR-2-I2", 2)]


def test_a_retreat_of_a_block_that_was_never_seen() -> None:
    """The loser of a skirmish leaves: who was revealed by name, the others as blocks."""
    position = SKIRMISH.replace("charleroi: PR-1-C", "charleroi: PR-1-C PR-1-A")
    game = skirmish([6] * 12, position)
    game.play("french", "end")
    game.play("allied", ["reveal PR-1-C", "end"])
    assert game.stage == "retreat"
    since = game.event_count
    game.play("allied", ["retreat PR-1-A ligny", "retreat PR-1-C ligny"])
    retreats = [event for event in told(game, "french", since) if event["kind"] == "retreated"]
    assert [event.get("unit") for event in retreats] == [None, "PR-1-C"]
    assert [(event["army"], event["town"], event["to"]) for event in retreats] == [
        ("prussian", "charleroi", "ligny")
    ] * 2
    assert "PR-1-A" not in ids_in([told(game, "french"), game.view("french").as_dict()])
    assert set(notes(game, "french")) == {"PR-1-C"}


def test_events_can_be_asked_for_from_an_index_on() -> None:
    """Nothing is told twice, and nothing is left out."""
    game = new_random_game(3)
    luck = random.Random(3)
    at = 0
    pieces: dict[str | None, list[Facts]] = {seat: [] for seat in (*game.seats, None)}
    for _ in range(120):
        step(game, luck)
        for seat, piece in pieces.items():
            piece.extend(told(game, seat, at))
        at = game.event_count
    for seat, piece in pieces.items():
        assert piece == told(game, seat)
        assert told(game, seat, game.event_count) == []
    assert len(pieces["french"]) > 60


# --- the notebook


def test_the_notebook_knows_who_was_seen_in_a_skirmish() -> None:
    """Where, when, and how strong; in secret until both have chosen."""
    game = skirmish([1, 6, 1, 6, 6])
    assert game.view("french").revealed == ["FR-2-I1"]
    for seat in ("allied", None):
        assert game.view(seat).revealed == []
        assert enemy_ids("allied", [game.view(seat).as_dict(), told(game, seat)]) == set()
    assert notes(game, "allied") == {}
    game.play("french", "end")
    assert notes(game, "french") == {"PR-1-C": ("prussian", 1, "charleroi", 1, False)}
    assert notes(game, "allied") == {"FR-2-I1": ("french", 1, "charleroi", 3, False)}
    assert notes(game, None) == {**notes(game, "allied"), **notes(game, "french")}


def test_the_notebook_follows_a_retreat_that_was_seen() -> None:
    """What was shown was shown, and its retreat road with it; after that it is lost from sight."""
    game = skirmish([6, 6, 6, 6, 6, 6])
    game.play("french", "end")
    game.play("allied", "retreat PR-1-C ligny")
    assert notes(game, "french") == {"PR-1-C": ("prussian", 1, "ligny", 2, False)}
    assert game.turn == 2
    game.play("allied", ["march PR-1-C gembloux", "end", "end"])
    assert game.turn == 3
    assert notes(game, "french") == {"PR-1-C": ("prussian", 1, "ligny", 2, False)}
    assert counts(game, "french") == {
        ("prussian", "ligny"): 1,
        ("prussian", "namur"): 1,
        ("prussian", "gembloux"): 1,
    }


def test_the_notebook_knows_who_is_lost() -> None:
    """With no strength left, and where it fell."""
    game = skirmish([6, 1, 6, 6, 6], SKIRMISH.replace("PR-1-C", "PR-1-C/1"))
    game.play("french", "end")
    assert game.where("PR-1-C") == "lost"
    assert notes(game, "french") == {"PR-1-C": ("prussian", 1, "charleroi", 0, True)}
    assert notes(game, "allied") == {"FR-2-I1": ("french", 1, "charleroi", 4, False)}
    (line,) = game.view("french").notebook
    assert line.as_dict() == {
        "unit": "PR-1-C",
        "army": "prussian",
        "turn": 1,
        "town": "charleroi",
        "strength": 0,
        "lost": True,
    }


def test_both_allies_have_the_same_notebook() -> None:
    """They see each other's fights."""
    game = skirmish([6] * 6, f"players 3; mons: AD-W; {SKIRMISH}")
    game.play("french", "end")
    assert notes(game, "anglo-dutch") == notes(game, "prussian") != {}


def test_a_notebook_is_the_same_for_a_copy_and_a_replay() -> None:
    """It is made from events, and from nothing else."""
    game = new_random_game(0)
    luck = random.Random(0)
    for _ in range(200):
        step(game, luck)
        game.view("french")
    again = Game.replay(game.record())
    for seat in (*game.seats, None):
        assert notes(game, seat) == notes(game.copy(), seat) == notes(again, seat)
    assert notes(game, "french")


def test_a_view_does_not_change_any_more() -> None:
    """What was handed out is a picture of that moment."""
    game = skirmish([6] * 6)
    game.play("french", "end")
    views = [game.view(seat) for seat in ("french", "allied", None)]
    before = [json.dumps(view.as_dict()) for view in views]
    game.play("allied", "retreat PR-1-C ligny")
    game.play("allied", ["march PR-1-C gembloux", "end", "end"])
    assert [json.dumps(view.as_dict()) for view in views] == before


def test_changing_a_view_does_not_change_the_game() -> None:
    """It is nobody's but the reader's."""
    game = skirmish([6] * 6)
    game.play("french", "end")
    before = json.dumps(game.view("french").as_dict())
    view = game.view("french")
    view.notebook[0].town = "paris"
    view.losses["french"].append("FR-N")
    view.units.clear()
    view.blocks[0].count = 99
    view.roads.clear()
    view.blocks.clear()
    view.battles.clear()
    assert json.dumps(game.view("french").as_dict()) == before
    assert json.dumps(game.shared_view("french").as_dict()) == before


@pytest.mark.parametrize("seed", range(4))
def test_a_view_depends_on_nothing_that_was_seen_before(seed: int) -> None:
    """Parts that are handed out again are those that would be made anew."""
    game = new_random_game(seed)
    luck = random.Random(seed)
    while game.to_act:
        step(game, luck)
        if luck.random() < 0.2 and game.can_undo:
            game.undo(next(seat for seat in game.seats if game.view(seat).can_undo))
        for seat in (*game.seats, None):
            if luck.random() < 0.5:
                assert game.shared_view(seat).as_dict() == game.copy().view(seat).as_dict()


# --- leaders and forced marches


def forced_with(leader_or_not: str) -> Game:
    """Three Prussian blocks at Ciney; one of them may be their leader."""
    return Game.from_position(
        f"players 3; turn 2; solre: FR-N; ath: AD-W; ciney: PR-3-I1 PR-3-I2 {leader_or_not}",
        ScriptedDice([4, 4]),
    )


def test_nobody_is_told_that_a_leader_could_show_himself() -> None:
    """View, events and refusals of the French are the same whether Blücher is there or not."""
    there, away = forced_with("PR-B"), forced_with("PR-3-C")
    third = {there: "PR-B", away: "PR-3-C"}
    script: list[tuple[str, Callable[[str], str]]] = [
        ("prussian", lambda unit: "march PR-3-I1 dinant"),
        ("prussian", lambda unit: f"march {unit} dinant"),
        ("prussian", lambda unit: f"march {unit} yvoir"),
        ("prussian", lambda unit: "end"),
        ("anglo-dutch", lambda unit: "end"),
        ("prussian", lambda unit: "force PR-3-I1 yvoir"),
        ("prussian", lambda unit: "end"),
    ]
    stages: list[tuple[str, str]] = []
    for seat, action in script:
        for game, unit in third.items():
            game.play(seat, action(unit))
        for watcher in ("french", None):
            seen = [
                [
                    game.view(watcher).as_dict(),
                    told(game, watcher),
                    str(game.why_not("french", "end")),
                ]
                for game in third
            ]
            assert seen[0] == seen[1]
        stages.append((there.stage, there.view("french").stage))
        assert there.to_act == away.to_act
    assert set(stages) == {("march", "march"), ("force", "march")}
    there = forced_with("PR-B")
    for seat, action in script[:-1]:
        there.play(seat, action("PR-B"))
    assert "show PR-B" in there.legal("prussian")
    assert ids_in(there.view("french").as_dict(), "PR-") == set()


def test_a_leader_who_shows_himself_is_seen() -> None:
    """By everybody, where he stands."""
    game = forced_with("PR-B")
    game.play("prussian", ["march PR-3-I1 dinant", "march PR-B dinant", "march PR-B yvoir", "end"])
    game.play("anglo-dutch", "end")
    game.play("prussian", ["force PR-3-I1 yvoir", "show PR-B"])
    assert notes(game, "french") == {"PR-B": ("prussian", 2, "yvoir", 1, False)}
    assert [event["kind"] for event in told(game, None)].count("leader-shown") == 1


# --- battles


def field_of(game: Game, seat: str | None) -> tuple[set[tuple[str, str]], set[tuple[str, int]]]:
    """Who stands where in the first battle: units by name, and hidden blocks by number."""
    battle = game.view(seat).battles[0]
    blocks = battle.own + battle.enemy
    named = {(block.unit, block.area) for block in blocks if block.unit is not None}
    return named, {(block.area, block.count) for block in blocks if block.unit is None}


def test_a_battlefield_is_seen_from_ones_own_side() -> None:
    """Those in the open by name; those in reserve and in woods as blocks (6.2.4)."""
    game = Game.from_position(FIELD, ScriptedDice([]))
    named, hidden = field_of(game, "french")
    assert named == {
        ("FR-2-I1", "left"),
        ("FR-1-I1", "centre"),
        ("FR-1-A", "centre"),
        ("FR-3-I1", "right"),
        ("FR-N", "reserve"),
        ("PR-1-I1", "enemy-left"),
        ("PR-1-I2", "enemy-centre"),
    }
    assert hidden == {("enemy-right", 1), ("enemy-reserve", 2)}
    named, hidden = field_of(game, "allied")
    assert {unit for unit, area in named if area == "reserve"} == {"PR-B", "PR-2-A"}
    assert ("PR-1-C", "right") in named
    assert ("FR-3-I1", "enemy-right") in named
    assert hidden == {("enemy-reserve", 1)}
    named, hidden = field_of(game, None)
    assert hidden == {("reserve", 1), ("enemy-right", 1), ("enemy-reserve", 2)}
    assert {unit for unit, _ in named} == {
        "FR-2-I1", "FR-1-I1", "FR-1-A", "FR-3-I1", "PR-1-I1", "PR-1-I2",
    }  # fmt: skip


def test_terrain_and_its_holder_are_seen() -> None:
    """Each names the areas from his own side."""
    game = Game.from_position(FIELD, ScriptedDice([]))
    for seat, expected in (
        ("french", {("enemy-right", "woods", None), ("centre", "farm", "FR-1-I1")}),
        ("allied", {("right", "woods", None), ("enemy-centre", "farm", "FR-1-I1")}),
        (None, {("enemy-right", "woods", None), ("centre", "farm", "FR-1-I1")}),
    ):
        terrain = game.view(seat).battles[0].terrain
        assert {(ground.area, ground.kind, ground.holder) for ground in terrain} == expected


def test_the_strength_of_a_unit_in_view_is_seen() -> None:
    """All that its block shows."""
    game = Game.from_position(FIELD, ScriptedDice([]))
    enemy = {block.unit: block for block in game.view("allied").battles[0].enemy if block.unit}
    assert enemy["FR-3-I1"].strength == 2
    assert enemy["FR-2-I1"].strength == 4
    hidden = [block.as_dict() for block in game.view("french").battles[0].enemy if not block.unit]
    assert all(set(block) == {"army", "area", "count"} for block in hidden)


def test_with_the_option_units_show_only_when_they_fight() -> None:
    """6.2.4: hidden until they fire or are engaged; a holder and a square are seen."""
    text = f"visibility hidden\n{FIELD}french enemy-left: FR-C1\nallied centre: PR-2-I1(square)\n"
    game = Game.from_position(text, ScriptedDice([]))
    named, hidden = field_of(game, "allied")
    french = {unit for unit, _ in named if unit.startswith("FR-")}
    assert french == {"FR-C1", "FR-1-I1"}
    named, hidden = field_of(game, "french")
    allied = {unit for unit, _ in named if unit.startswith("PR-")}
    assert allied == {"PR-1-I1", "PR-2-I1"}
    assert ("enemy-centre", 1) in hidden


def test_deployment_is_hidden_until_both_are_done() -> None:
    """The attacker sees the defender's counts for each area; the defender sees nothing (6.2.4)."""
    game = Game.from_position(
        "turn 5; charleroi: FR-2-I1 FR-2-I2 FR-2-A FR-C1 PR-1-I1 PR-1-I2 PR-1-C PR-1-A\n"
        "battle charleroi pending; origins laneffe",
        ScriptedDice([1]),
    )
    game.play("french", "draw 0")
    game.play("allied", "draw 1")
    assert game.view("french").hand == game.view("allied").hand == ["woods"]
    game.play("allied", "terrain woods left")
    for unit, area in (("PR-1-I1", "left"), ("PR-1-I2", "centre"), ("PR-1-C", "right")):
        game.play("allied", f"deploy {unit} {area}")
        assert field_of(game, "french")[1] == set()
    assert field_of(game, "french") == field_of(game, None) == (set(), set())
    game.play("allied", "deploy PR-1-A reserve")
    game.play("allied", "end")
    areas = {("enemy-left", 1), ("enemy-centre", 1), ("enemy-right", 1), ("enemy-reserve", 1)}
    assert field_of(game, "french") == (set(), areas)
    for unit, area in (("FR-2-I1", "left"), ("FR-2-I2", "centre"), ("FR-2-A", "centre")):
        game.play("french", f"deploy {unit} {area}")
    named, hidden = field_of(game, "allied")
    assert {unit for unit, _ in named if unit.startswith("FR-")} == set()
    assert hidden == set()
    if game.area("FR-C1") is None:
        game.play("french", "deploy FR-C1 right")
    game.play("french", "end")
    assert game.stage == "combat"
    named, hidden = field_of(game, "allied")
    assert {unit for unit, _ in named if unit.startswith("FR-")} == {
        "FR-2-I1", "FR-2-I2", "FR-2-A", "FR-C1",
    }  # fmt: skip
    named, hidden = field_of(game, "french")
    assert {unit for unit, _ in named if unit.startswith("PR-")} == {"PR-1-I2", "PR-1-C"}
    assert hidden == {("enemy-left", 1), ("enemy-reserve", 1)}
    assert set(notes(game, "french")) == {"PR-1-I2", "PR-1-C"}


# --- what else a view says


def test_a_view_says_what_is_being_decided() -> None:
    """Turn, date, side, night, stage, town, and who is to act."""
    game = Game.from_position(FIELD, ScriptedDice([]))
    view = game.view("allied")
    assert (view.turn, view.date, view.side, view.is_night) == (5, "1815-06-16", "french", False)
    assert (view.stage, view.town, view.to_act) == ("combat", "charleroi", ["french"])
    assert (view.seat, view.players, view.visibility) == ("allied", 2, "open")
    night = Game.from_position("players 3; turn 6; solre: FR-N; mons: AD-W; namur: PR-B")
    assert night.view("french").is_night
    assert night.view("french").to_act == ["anglo-dutch", "prussian"]
    assert Game.new("free").view("french").date is None


def test_a_view_counts_roads_rivers_and_groups() -> None:
    """What has been marched this turn was seen by all."""
    game = Game.from_position("turn 1; laneffe: FR-C1 FR-2-I1; charleroi: PR-1-C; namur: PR-B")
    game.play("french", ["march FR-C1 charleroi", "march FR-2-I1 charleroi"])
    for seat in ("french", "allied", None):
        view = game.view(seat)
        assert view.groups == [("french", "laneffe")]
        assert view.roads == {"laneffe--charleroi": 2}
        assert view.rivers == {"laneffe--charleroi": 2}
        assert [(battle.town, battle.origins) for battle in view.battles] == [
            ("charleroi", ["laneffe"])
        ]


def test_a_view_says_whose_battle_turn_it_is() -> None:
    """The side, the step, and what was done in this battle turn (6.3)."""
    game = Game.from_position(f"{FIELD}terrain french left stream", ScriptedDice([6] * 40))

    def facts(seat: str | None) -> tuple[object, ...]:
        battle = game.view(seat).battles[0]
        return battle.side, battle.step, battle.crossings, battle.retreated, battle.reinforced

    assert facts("allied") == ("french", "combat", {}, {}, {})
    game.play("french", "move FR-2-I1 enemy-right")
    game.play("french", "retreat FR-3-I1 laneffe")
    away = {"laneffe--charleroi": 1}
    assert facts("french") == facts(None) == ("french", "combat", {"left": 1}, away, {})
    assert facts("allied") == ("french", "combat", {"right": 1}, away, {})
    game.play("french", "end")
    game.play("french", "reinforce FR-G-I")
    for seat in ("french", "allied", None):
        assert facts(seat)[1::3] == ("reinforcement", {"laneffe--charleroi": 1})
    game.play("french", "end")
    assert facts("french") == ("allied", "combat", {}, {}, {})


def test_a_view_counts_idle_battle_turns() -> None:
    """Two idle ones running, and the attack is given up (6.7)."""
    game = Game.from_position(
        "turn 5; namur: PR-4-A\nbattle charleroi\nfrench left: FR-2-I1; french reserve: FR-N\n"
        "allied left: PR-1-I1; allied right: PR-1-I2; allied reserve: PR-B\norigins laneffe thuin",
        ScriptedDice([6] * 40),
    )
    seen: list[tuple[int, bool, str | None]] = []
    while game.stage in ("combat", "reinforce"):
        game.play(game.to_act[0], "end")
        battle = game.view("allied").battles[0]
        seen.append((battle.idle, battle.is_withdrawing, battle.step))
    assert [idle for idle, _, _ in seen] == sorted(idle for idle, _, _ in seen)
    assert {idle for idle, _, _ in seen} == {1, 2}
    assert seen[-1] == (2, True, "withdrawal")
    assert not any(is_withdrawing for _, is_withdrawing, _ in seen[:-1])


def test_the_enemies_in_a_skirmish_are_told_when_both_have_chosen() -> None:
    """Until then a side knows only its own (6.6)."""
    game = skirmish([6] * 20, SKIRMISH.replace("charleroi: PR-1-C", "charleroi: PR-1-C PR-1-I1"))
    game.play("french", "end")
    assert game.to_act == ("allied",)
    game.play("allied", "reveal PR-1-C")
    for seat in ("french", "allied", None):
        assert game.view(seat).enemy_revealed == []
    game.play("allied", "end")
    assert game.stage == "retreat"
    assert game.view("french").enemy_revealed == ["PR-1-C"]
    assert game.view("allied").enemy_revealed == ["FR-2-I1"]
    assert game.view(None).enemy_revealed == ["FR-2-I1", "PR-1-C"]


def test_a_view_says_what_is_owed_to_supply() -> None:
    """Who has to remove how many (9)."""
    game = Game.from_position(
        "turn 21; brussels: FR-N; liege: FR-C1; mons: AD-W AD-1-I1; namur: PR-B PR-1-I1 PR-1-I2"
    )
    game.play("french", "end")
    assert game.stage == "supply"
    for seat in ("french", "allied", None):
        assert game.view(seat).owed == {"anglo-dutch": 1, "prussian": 2}


def test_only_the_last_to_act_is_told_that_he_can_undo() -> None:
    """Nobody else, and nobody after the other side has come to act."""
    game = Game.new(dice=ScriptedDice([]))
    game.play("french", "march FR-2-I1 maubeuge")
    assert [game.view(seat).can_undo for seat in ("french", "allied", None)] == [True, False, False]
    game.play("french", ["end", "end"])
    assert [game.view(seat).can_undo for seat in ("french", "allied", None)] == [False] * 3


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("turn", range(1, 24))
def test_allies_may_talk_in_their_night_turns(players: int, turn: int) -> None:
    """Two Allied players, in turns 6, 12 and 18; not the French, not spectators (11)."""
    game = Game.from_position(
        f"players {players}; turn {turn}; solre: FR-N FR-C1; mons: AD-W AD-1-C; namur: PR-B PR-1-C"
    )
    assert game.turn == turn
    may = players == 3 and turn in (6, 12, 18)
    for seat in game.seats:
        assert game.view(seat).may_talk == (may and seat != "french")
    assert not game.view(None).may_talk


@pytest.mark.parametrize("players", [2, 3])
def test_allies_may_talk_while_they_set_up(players: int) -> None:
    """Until the last of them has closed; a game between two has nobody to talk to."""
    game = Game.new("free", Options(players=players), SeededDice(1))
    seats = ("allied", "allied") if players == 2 else ("anglo-dutch", "prussian")
    luck = random.Random(1)
    while game.to_act and game.to_act[0] != "french":
        for seat in game.seats:
            assert game.view(seat).may_talk == (players == 3 and seat != "french")
        assert not game.view(None).may_talk
        seat = game.to_act[-1]
        game.play(seat, luck.choice(list(game.legal(seat))))
    assert game.turn == 0
    assert not any(game.view(seat).may_talk for seat in (*seats, "french", None))
    historical = Game.new(options=Options(players=players))
    assert not any(historical.view(seat).may_talk for seat in (*seats, "french", None))


def test_at_the_end_the_truth_is_told() -> None:
    """To everybody, every unit where it stands and how strong; before it, to nobody."""
    game = Game.from_position(
        "turn 23; solre: FR-N FR-2-I1/2; mons: AD-W; namur: PR-B; lost: FR-C1"
    )
    assert all(game.view(seat).truth == [] for seat in ("french", "allied", None))
    assert game.view("allied").result is None
    game.play("french", "end")
    for seat in ("french", "allied", None):
        view = game.view(seat)
        assert {(unit.id, unit.town, unit.strength) for unit in view.truth} == {
            ("FR-N", "solre", 1),
            ("FR-2-I1", "solre", 2),
            ("AD-W", "mons", 1),
            ("PR-B", "namur", 1),
        }
        assert view.result is not None
        assert view.result["winner"] == "allied"
        assert (view.stage, view.to_act) == ("over", [])


@pytest.mark.parametrize("seed", range(8))
def test_every_view_is_plain_data_and_names_nobody_in_vain(seed: int) -> None:
    """In random games: JSON and back; enemies are named only where they have been seen."""
    game = new_random_game(seed)
    luck = random.Random(seed)
    fields = list(game.view("french").as_dict())
    seen: dict[str | None, set[str]] = {seat: set() for seat in (*game.seats, None)}
    number = at = 0
    while game.to_act:
        step(game, luck)
        for seat, units in seen.items():
            units.update(enemy_ids(seat, told(game, seat, at)))
        at = game.event_count
        number += 1
        if number % 5:
            continue
        for seat, units in seen.items():
            data = game.view(seat).as_dict()
            assert json.loads(json.dumps(data)) == data
            assert list(data) == fields
            if game.result is None:
                known = ("battles", "losses", "notebook", "enemy_revealed")
                places = {name: data[name] for name in known}
                rest = {name: value for name, value in data.items() if name not in places}
                assert enemy_ids(seat, rest) == set()
                assert enemy_ids(seat, places["notebook"]) == units
                assert enemy_ids(seat, places["battles"]) <= units
                assert enemy_ids(seat, places["enemy_revealed"]) <= units
    assert number > 100


def test_a_refusal_tells_nothing_new() -> None:
    """To ask for what the enemy does is answered the same wherever his blocks really are."""
    one = Game.from_position("turn 1; solre: FR-C1 FR-N; mons: AD-1-I1; ath: AD-W; namur: PR-B")
    two = Game.from_position("turn 1; solre: FR-C1 FR-N; mons: AD-W; ath: AD-1-I1; namur: PR-B")
    asked = [
        f"{verb} {unit}"
        for unit in ("AD-W", "AD-1-I1", "AD-2-I1", "PR-B", "PR-1-C")
        for verb in ("fire", "square", "reinforce", "lose", "reveal", "remove", "show")
    ]
    asked += [f"march {unit} {town}" for unit in ("AD-W", "AD-1-I1") for town in ("mons", "ath")]
    asked += [
        f"{verb} FR-C1 {unit}"
        for verb in ("fire", "bombard", "shelter")
        for unit in ("AD-W", "AD-1-I1")
    ]
    for action in asked:
        answers = {str(game.why_not("french", action)) for game in (one, two)}
        assert len(answers) == 1
        for game in (one, two):
            with pytest.raises(RuleError):
                game.play("french", action)
    assert [str(action) for action in one.legal("french")] == [
        str(action) for action in two.legal("french")
    ]
