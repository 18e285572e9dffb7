"""Chapter 4: the set-up, historical and free."""

import pytest
from tests.rules.playing import rule_against

from napoleon.rules import Game, IllegalAction, NotYourTurn, Options, ScriptedDice, SeededDice
from napoleon.rules.board.tables import SHIPPED
from napoleon.rules.board.towns import ADJACENT, TOWN_IDS

HISTORICAL = {
    "beaumont": "FR-N/1 FR-G-I/4 FR-G-C/3 FR-G-A1/3 FR-G-A2/3 FR-3-I1/3 FR-3-I2/2 FR-3-A/3 "
    "FR-6-I/3 FR-6-A/2 FR-C1/3 FR-H1/2",
    "solre": "FR-1-I1/3 FR-1-I2/3 FR-1-A/3 FR-2-I1/4 FR-2-I2/3 FR-2-A/3",
    "philippeville": "FR-4-I/4 FR-4-A/2 FR-C2/2 FR-C3/3 FR-C4/2 FR-H2/2",
    "brussels": "AD-W/1 AD-R-I1/4 AD-R-I2/3 AD-R-A/4",
    "enghien": "AD-1-I1/4",
    "nivelles": "AD-1-I2/3",
    "roeulx": "AD-1-I3/2",
    "mons": "AD-1-C/2",
    "braine-le-comte": "AD-1-A/4",
    "ath": "AD-2-I1/4 AD-2-A/3",
    "oudenaarde": "AD-2-I2/3",
    "ninove": "AD-C-H/3 AD-C-HA/3",
    "grammont": "AD-C-L1/4",
    "mechelen": "AD-C-L2/2",
    "namur": "PR-B/1 PR-2-I1/4 PR-2-I2/4 PR-2-A/4",
    "charleroi": "PR-1-I1/4 PR-1-I2/4 PR-1-C/2 PR-1-HA/2",
    "ligny": "PR-1-A/4",
    "jodoigne": "PR-2-C/3",
    "ciney": "PR-3-I1/4 PR-3-I2/3 PR-3-C/2 PR-3-A/3",
    "liege": "PR-4-I1/4 PR-4-I2/4 PR-4-C/2 PR-4-A/4",
}

FULL_STRENGTH = {
    unit.split("/")[0]: int(unit.split("/")[1])
    for units in HISTORICAL.values()
    for unit in units.split()
}

FRENCH_ZONE = "conde valenciennes maubeuge avesnes solre beaumont philippeville givet"


def new_free_game() -> Game:
    """A two-player game in which the players choose their own set-up."""
    return Game.new(scenario="free", options=Options(players=2), dice=SeededDice(1))


def units_of(prefix: str) -> list[str]:
    """The ids of an army, in the order of the roster."""
    return [unit for unit in FULL_STRENGTH if unit.startswith(prefix)]


def place_all(game: Game, seat: str, prefix: str, towns: str, at_most: int) -> None:
    """Fill the towns one after the other with all units of an army."""
    places = [town for town in towns.split() for _ in range(at_most)]
    for unit, town in zip(units_of(prefix), places, strict=False):
        game.play(seat, f"place {unit} {town}")


def set_up_allies(game: Game) -> None:
    """A complete Allied set-up: all units, four a town, each army in its own zone."""
    place_all(game, "allied", "AD-", "brussels ghent ath nivelles", 4)
    place_all(game, "allied", "PR-", "charleroi ligny namur ciney liege", 4)


def place_destinations(game: Game, seat: str, unit: str) -> set[str]:
    """The towns in which the unit may be placed now."""
    words = [str(action).split() for action in game.legal(seat)]
    return {word[2] for word in words if word[:2] == ["place", unit]}


# 4.3 the historical set-up


def test_4_3_historical_set_up_puts_every_unit_in_its_town_at_full_strength() -> None:
    """All 58 units begin at full strength in the town of their order of battle."""
    game = Game.new(scenario="historical", options=Options(players=2), dice=SeededDice(1))
    assert len(FULL_STRENGTH) == 58
    found = {
        town: [f"{u}/{game.strength(u)}" for u in FULL_STRENGTH if game.where(u) == town]
        for town in HISTORICAL
    }
    assert found == {town: units.split() for town, units in HISTORICAL.items()}


def test_4_3_who_finds_no_room_in_the_town_of_the_card_begins_next_door() -> None:
    """Where a corps would crowd its town, some of it stands in a town that a road joins to it."""
    moved = {}
    for row in SHIPPED.rows("units.csv"):
        if row["start_town"] != row["card_town"]:
            moved[row["id"]] = row["start_town"]
            card, start = (TOWN_IDS.index(row[name]) for name in ("card_town", "start_town"))
            assert ADJACENT[card] >> start & 1, row["id"]
    assert moved == {"AD-C-L2": "mechelen", "PR-1-A": "ligny", "PR-2-C": "jodoigne"}


def test_4_3_historical_game_starts_with_the_french_march_of_turn_1() -> None:
    """Nothing is left to place: the French march at once."""
    game = Game.new(scenario="historical", options=Options(players=2), dice=SeededDice(1))
    assert game.stage == "march"
    assert game.turn == 1
    assert game.to_act == ("french",)
    assert game.result is None


# 4 the order of the free set-up


def test_4_allies_place_first() -> None:
    """A free game begins with the Allied set-up; the French wait."""
    game = new_free_game()
    assert game.stage == "setup"
    assert game.to_act == ("allied",)
    with pytest.raises(NotYourTurn):
        game.play("french", "place FR-N beaumont")


def test_4_set_up_does_not_end_while_units_are_unplaced() -> None:
    """Every unit of the army is set up, so the step cannot be finished with one in hand."""
    game = new_free_game()
    assert "end" not in game.legal("allied")
    place_all(game, "allied", "AD-", "brussels ghent ath nivelles", 4)
    assert game.why_not("allied", "end") is not None
    place_all(game, "allied", "PR-", "charleroi ligny namur ciney liege", 4)
    assert "end" in game.legal("allied")


def test_4_allied_set_up_is_closed_before_the_french_begin() -> None:
    """Once the Allies have finished, only the French place units."""
    game = new_free_game()
    set_up_allies(game)
    game.play("allied", "end")
    assert game.stage == "setup"
    assert game.to_act == ("french",)
    with pytest.raises(NotYourTurn):
        game.play("allied", "place AD-W waterloo")


def test_4_free_set_up_leads_to_turn_1_at_full_strength() -> None:
    """After the French set-up turn 1 begins, with every unit at full strength where it was put."""
    game = new_free_game()
    set_up_allies(game)
    game.play("allied", "end")
    place_all(game, "french", "FR-", "beaumont solre", 12)
    game.play("french", "end")
    assert game.stage == "march"
    assert game.turn == 1
    assert game.to_act == ("french",)
    assert {unit: game.strength(unit) for unit in FULL_STRENGTH} == FULL_STRENGTH
    assert game.where("AD-W") == "brussels"
    assert game.where("PR-B") == "charleroi"
    assert [game.where(unit) for unit in units_of("FR-")].count("beaumont") == 12


# 4.1 the Allied zones


def test_4_1_the_two_zones_have_no_town_in_common() -> None:
    """West of the border for the Anglo-Dutch, east of it for the Prussians, never in France."""
    game = new_free_game()
    anglo_dutch = place_destinations(game, "allied", "AD-1-I1")
    prussian = place_destinations(game, "allied", "PR-1-I1")
    assert {"ghent", "brussels", "waterloo", "quatre-bras", "mons", "binche"} <= anglo_dutch
    assert {"liege", "namur", "charleroi", "thuin", "laneffe", "ciney"} <= prussian
    assert not anglo_dutch & prussian
    assert not (anglo_dutch | prussian) & set(FRENCH_ZONE.split())


@pytest.mark.parametrize(
    "action",
    ["place AD-W namur", "place AD-W beaumont", "place PR-B brussels", "place PR-B givet"],
)
def test_4_1_nobody_is_placed_outside_his_zone(action: str) -> None:
    """The zone of the other Allied army and the towns of France are forbidden."""
    game = new_free_game()
    assert rule_against(game, "allied", action) == "4.1"
    with pytest.raises(IllegalAction) as caught:
        game.play("allied", action)
    assert caught.value.rule == "4.1"


def test_4_1_four_units_a_town_and_no_more() -> None:
    """At most four Allied units are set up in one town, the leader among them (8)."""
    game = new_free_game()
    for unit in ("AD-1-I1", "AD-1-I2", "AD-1-I3", "AD-W"):
        game.play("allied", f"place {unit} brussels")
    assert rule_against(game, "allied", "place AD-1-A brussels") == "4.1"
    assert rule_against(game, "allied", "place AD-1-A waterloo") is None


def test_4_1_a_leader_is_refused_as_the_fifth_unit() -> None:
    """A leader falls under the limit of the set-up like any unit (8)."""
    game = new_free_game()
    for unit in ("PR-2-I1", "PR-2-I2", "PR-2-C", "PR-2-A"):
        game.play("allied", f"place {unit} namur")
    assert rule_against(game, "allied", "place PR-B namur") == "4.1"


def test_4_1_allies_do_not_place_french_units() -> None:
    """Each side sets up its own units."""
    game = new_free_game()
    assert game.why_not("allied", "place FR-N beaumont") is not None


# 4.2 the French


def test_4_2_french_are_placed_in_french_towns() -> None:
    """The French begin in France, in any of its towns."""
    game = new_free_game()
    set_up_allies(game)
    game.play("allied", "end")
    assert place_destinations(game, "french", "FR-N") == set(FRENCH_ZONE.split())


@pytest.mark.parametrize("town", ["mons", "laneffe", "binche"])
def test_4_2_french_are_not_placed_north_of_the_border(town: str) -> None:
    """Towns north of the border are closed to the French set-up, also when they are empty."""
    game = new_free_game()
    set_up_allies(game)
    game.play("allied", "end")
    assert rule_against(game, "french", f"place FR-N {town}") == "4.2"


def test_4_2_twelve_french_units_a_town_and_no_more() -> None:
    """At most twelve French units are set up in one town."""
    game = new_free_game()
    set_up_allies(game)
    game.play("allied", "end")
    units = units_of("FR-")
    for unit in units[:12]:
        assert rule_against(game, "french", f"place {unit} givet") is None
        game.play("french", f"place {unit} givet")
    assert rule_against(game, "french", f"place {units[12]} givet") == "4.2"
    assert rule_against(game, "french", f"place {units[12]} maubeuge") is None


# 4 after the set-up


def test_4_no_stacking_limit_after_the_set_up() -> None:
    """Once the game runs, a town may hold more than four Allied units."""
    game = Game.from_position(
        "turn 2; brussels: AD-R-I1 AD-R-I2; waterloo: AD-1-I1 AD-1-I2 AD-1-I3 AD-1-A; solre: FR-N",
        dice=ScriptedDice([]),
    )
    game.play("allied", ["march AD-R-I1 waterloo", "march AD-R-I2 waterloo"])
    stacked = ("AD-1-I1", "AD-1-I2", "AD-1-I3", "AD-1-A", "AD-R-I1", "AD-R-I2")
    assert {game.where(unit) for unit in stacked} == {"waterloo"}


def test_4_borders_mean_nothing_after_the_set_up() -> None:
    """Once the game runs, the zones are open to all: here an Anglo-Dutch unit goes east."""
    game = Game.from_position(
        "turn 2; quatre-bras: AD-1-I1; namur: PR-B; solre: FR-N", dice=ScriptedDice([])
    )
    assert "march AD-1-I1 charleroi" in game.legal("allied")
    assert "march AD-1-I1 ligny" in game.legal("allied")
