"""Rulings that no chapter's module plays out (docs/rulings.md), and the sections before chapter 4.

Each test begins from a position; the dice are scripted, and none is left to chance.
"""

import pytest
from tests.rules.playing import deploy, rule_against

from napoleon.rules import Event, Game, IllegalAction, NothingToUndo, Options, ScriptedDice
from napoleon.rules.board.calendar import TURNS
from napoleon.rules.board.towns import ROADS, SUPPLY_CITIES, TOWN_IDS
from napoleon.rules.board.units import ARMY_NAMES, MOUNTED, TYPE_NAMES, UNIT_IDS, UNITS
from napoleon.rules.phases.deployment import blocks_left

FRENCH_WINGS = "french left: FR-1-I1; french right: FR-3-I1"
ALLIED_WINGS = "allied left: PR-2-I1; allied right: PR-2-I2"
WINGS = f"{FRENCH_WINGS}; {ALLIED_WINGS}; origins laneffe"


def at(position: str, *dice: int) -> Game:
    """A game at this position, with the dice that will fall and no others."""
    return Game.from_position(position, dice=ScriptedDice(dice))


def battle(statements: str, *dice: int, before: str = "turn 5", wings: str = WINGS) -> Game:
    """A French attack on Charleroi from Laneffe, quiet on both wings."""
    return at(f"{before}; battle charleroi; {wings}; {statements}", *dice)


def march_all(game: Game, seat: str, units: str, town: str) -> None:
    """March all these units one step to the town."""
    game.play(seat, [f"march {unit} {town}" for unit in units.split()])


def texts(game: Game, seat: str, word: str = "") -> list[str]:
    """The actions offered to a seat that name this word."""
    return [str(action) for action in game.legal(seat) if word in str(action).split() or not word]


def seen(game: Game, seat: str) -> list[tuple[str | None, str, int]]:
    """What a seat sees of the enemy on the first battlefield: unit or None, area, number."""
    return [(block.unit, block.area, block.count) for block in game.view(seat).battles[0].enemy]


def holder(game: Game, seat: str) -> str | None:
    """Who holds the one farm or hill of the first battlefield, as far as a seat knows."""
    return game.view(seat).battles[0].terrain[0].holder


def named(events: list[Event], kind: str) -> list[str | None]:
    """The units named in all events of a kind."""
    return [event.unit for event in events if event.kind == kind]


# Chapters 1 to 3: the board, the course of a turn, the units


def test_1_three_cities_and_two_sizes_of_road() -> None:
    """Ghent, Brussels and Liège stand on the map; roads are main or minor, some over a river."""
    assert sorted(TOWN_IDS[town] for town in SUPPLY_CITIES) == ["brussels", "ghent", "liege"]
    assert {road.is_main for road in ROADS} == {True, False}
    assert {bool(road.river) for road in ROADS} == {True, False}


def test_1_the_turn_track() -> None:
    """23 turns from 15 to 22 June, the French first and last, every third turn at night."""
    assert [turn.side for turn in TURNS] == [*[0, 1] * 11, 0]
    assert [turn.number for turn in TURNS if turn.night] == list(range(3, 22, 3))
    assert (TURNS[0].date, TURNS[-1].date) == ("1815-06-15", "1815-06-22")


def test_2_1_marches_then_forced_marches_then_the_fights() -> None:
    """The movement phase comes first, and forced marches are the last of it."""
    game = at("turn 1; laneffe: FR-2-I1 FR-2-I2; charleroi: PR-1-C PR-1-HA", 6)
    assert game.stage == "march"
    game.play("french", ["march FR-2-I1 charleroi", "march FR-2-I2 thuin", "end"])
    assert game.stage == "force"
    game.play("french", ["force FR-2-I2 binche", "end"])
    assert (game.stage, game.town) == ("reveal", "charleroi")


def test_2_3_after_the_fights_supply_and_then_defeat() -> None:
    """The fight at Alost is settled, Ghent is paid for, and only then is an army defeated."""
    game = at(
        "turn 5; lost: anglo-dutch 6; ghent: FR-C1; brussels: FR-C2; alost: AD-2-I1/1;"
        "hal: AD-W AD-1-I1; liege: PR-4-I1",
        *[6, 2, 6],
    )
    game.play("french", ["march FR-C2 alost", "end", "end"])
    assert (game.stage, game.losses("anglo-dutch")) == ("supply", 7)
    assert game.where("AD-W") == "hal"
    game.play("allied", "remove AD-1-I1")
    assert game.where("AD-W") == "lost"


def test_3_1_three_armies_and_58_units() -> None:
    """24 French, 16 Anglo-Dutch and 18 Prussian blocks."""
    numbers = [sum(card.army == army for card in UNITS) for army in range(3)]
    assert dict(zip(ARMY_NAMES, numbers, strict=True)) == {
        "french": 24,
        "anglo-dutch": 16,
        "prussian": 18,
    }


def test_3_2_on_the_map_the_enemy_sees_how_many_blocks_stand_where() -> None:
    """A town's blocks are a number for each army; neither type nor strength is told."""
    views = [
        at(f"turn 5; charleroi: {units}; laneffe: FR-2-I1").view("french").as_dict()
        for units in ("PR-1-I1 PR-B AD-1-I2", "PR-2-A/1 PR-1-C AD-W")
    ]
    assert views[0] == views[1]
    assert views[0]["blocks"] == [
        {"army": "anglo-dutch", "town": "charleroi", "count": 1},
        {"army": "prussian", "town": "charleroi", "count": 2},
    ]


@pytest.mark.parametrize(
    ("kinds", "firepower"),
    [
        (("leader",), {2}),
        (("infantry",), {2, 3}),
        (("light-cavalry",), {2}),
        (("heavy-cavalry",), {3}),
        (("foot-artillery", "horse-artillery"), {1}),
    ],
)
def test_3_6_types_of_units(kinds: tuple[str, ...], firepower: set[int]) -> None:
    """Leaders (3.6.1), infantry (3.6.2), cavalry (3.6.3) and artillery (3.6.4) by their cards."""
    cards = [card for card in UNITS if TYPE_NAMES[card.kind] in kinds]
    assert {card.firepower for card in cards} == firepower
    assert all(1 <= card.strength <= 4 for card in cards)


def test_3_6_1_one_leader_for_each_army() -> None:
    """Napoleon, Wellington and Blücher, of strength 1."""
    leaders = [(card.id, card.army, card.strength) for card in UNITS if card.kind == 0]
    assert leaders == [("FR-N", 0, 1), ("AD-W", 1, 1), ("PR-B", 2, 1)]


@pytest.mark.parametrize(
    ("unit", "is_mounted"),
    [("FR-N", True), ("FR-2-I1", False), ("FR-C1", True), ("FR-2-A", False), ("FR-H1", True)],
)
def test_3_6_4_horse_artillery_moves_like_cavalry_and_foot_artillery_like_infantry(
    unit: str, is_mounted: bool
) -> None:
    """Leaders, cavalry (3.6.3) and horse guns are mounted; infantry (3.6.2) and foot guns not."""
    assert bool(MOUNTED >> UNIT_IDS.index(unit) & 1) == is_mounted


# 4 set-up


def test_4_a_set_up_is_seen_when_it_is_closed() -> None:
    """While the Allies place, the French see nothing; then how many blocks stand where."""
    game = Game.new("free", Options(), ScriptedDice([]))
    towns = {"AD-": "brussels ghent ath nivelles", "PR-": "charleroi ligny namur ciney liege"}
    for prefix, names in towns.items():
        places = [town for town in names.split() for _ in range(4)]
        units = [card.id for card in UNITS if card.id.startswith(prefix)]
        for unit, town in zip(units, places, strict=False):
            game.play("allied", f"place {unit} {town}")
    assert game.view("french").blocks == []
    assert game.events_for("french") == []
    game.play("allied", "end")
    blocks = {block.town: (block.army, block.count) for block in game.view("french").blocks}
    assert blocks["brussels"] == ("anglo-dutch", 4)
    assert blocks["liege"] == ("prussian", 2)


# 5 movement


def test_5_1_a_unit_moves_once_a_turn() -> None:
    """A unit that has marched does not march again with the group of the town it came to."""
    game = at("turn 1; philippeville: FR-4-I; laneffe: FR-2-I1; liege: PR-4-I1")
    game.play("french", ["march FR-4-I laneffe", "march FR-2-I1 charleroi"])
    assert rule_against(game, "french", "march FR-4-I charleroi") == "5.3"


def test_5_4_a_unit_that_dies_of_its_march_has_used_the_road() -> None:
    """The sixth on the minor road will die of it, and still there is no room for a seventh."""
    five = "FR-1-I1 FR-1-I2 FR-1-A FR-3-I1 FR-3-I2"
    game = at(f"turn 1; thuin: {five}; beaumont: FR-2-I1/1 FR-2-I2; liege: PR-4-I1", 1)
    march_all(game, "french", five, "laneffe")
    march_all(game, "french", "FR-2-I1 FR-2-I2", "thuin")
    game.play("french", ["end", "force FR-2-I1 laneffe"])
    assert rule_against(game, "french", "force FR-2-I2 laneffe") == "5.4"
    game.play("french", "end")
    assert game.where("FR-2-I1") == "lost"


def test_5_6_dice_fall_in_the_order_in_which_the_blocks_first_moved() -> None:
    """The order of the roster would tell which block is which: who marched first rolls first."""
    game = at("turn 1; laneffe: FR-2-I1 FR-2-I2; liege: PR-4-I1", 1, 6)
    march_all(game, "french", "FR-2-I2 FR-2-I1", "charleroi")
    game.play("french", ["end", "force FR-2-I1 ligny", "force FR-2-I2 ligny", "end"])
    assert (game.strength("FR-2-I1"), game.strength("FR-2-I2")) == (4, 2)


@pytest.mark.parametrize("block", ["FR-N", "FR-C1"])
def test_8_1_a_leader_who_could_show_himself_is_not_betrayed(block: str) -> None:
    """The enemy's view is the same, leader or cavalry: he may show himself among the marches."""
    game = at(f"turn 1; laneffe: FR-2-I1; quatre-bras: {block}; liege: PR-4-I1", 6)
    game.play("french", ["march FR-2-I1 charleroi", "end", "force FR-2-I1 quatre-bras"])
    view = game.view("allied")
    assert (view.stage, view.to_act) == ("march", ["french"])
    assert ("show FR-N" in texts(game, "french")) == (block == "FR-N")


@pytest.mark.parametrize("reserve", ["FR-1-A", "FR-1-I2"])
def test_2_combat_is_not_passed_over_with_units_out_of_sight(reserve: str) -> None:
    """Twins: a gun that may go nowhere, or infantry that could engage, waits in reserve."""
    game = at(
        "turn 5; laneffe: PR-4-I1; battle charleroi; side french;"
        "french left: FR-2-I1(fired); french centre: FR-2-I2(fired); french right: FR-3-I1(fired);"
        f"french reserve: {reserve}; allied enemy-left: PR-1-I1; allied enemy-centre: PR-1-I2;"
        "allied enemy-right: PR-2-I1; allied left: PR-2-I2; allied centre: PR-3-I1;"
        "allied right: PR-3-I2"
    )
    assert (game.stage, game.to_act) == ("combat", ("french",))
    assert (texts(game, "french") == ["end"]) == (reserve == "FR-1-A")


def test_2_combat_is_passed_over_where_all_is_seen() -> None:
    """Nobody in reserve or woods, and all have acted: the French battle turn is over."""
    game = at(
        "turn 5; laneffe: PR-4-I1; battle charleroi; side french;"
        "french left: FR-2-I1(fired); french centre: FR-2-I2(fired); french right: FR-3-I1(fired);"
        "allied left: PR-2-I2; allied centre: PR-3-I1; allied right: PR-3-I2"
    )
    assert (game.stage, game.to_act) == ("combat", ("allied",))


# 6.1 and 6.6 the fights of a turn


def test_6_1_the_order_of_battles_is_chosen_once_after_the_skirmishes() -> None:
    """The skirmish at Thuin is over when the order is asked for, and the order then stands."""
    game = at(
        "turn 5; laneffe: FR-2-I1 FR-2-I2 FR-2-A FR-C1; maubeuge: FR-1-I1 FR-1-I2 FR-1-A;"
        "charleroi: PR-1-I1 PR-1-I2 PR-1-C; thuin: PR-2-C; mons: AD-1-I2 AD-1-I3 AD-1-C",
        *[6] * 6,
    )
    game.play("french", "march FR-C1 thuin")
    march_all(game, "french", "FR-2-I1 FR-2-I2 FR-2-A", "charleroi")
    march_all(game, "french", "FR-1-I1 FR-1-I2 FR-1-A", "mons")
    game.play("french", ["end", "end"])
    assert (game.stage, game.where("FR-C1")) == ("battle-order", "laneffe")
    game.play("french", ["battle mons", "draw 0"])
    game.play("allied", "draw 0")
    deploy(game, "allied", "AD-1-I2 left, AD-1-I3 centre, AD-1-C right")
    deploy(game, "french", "FR-1-I1 left, FR-1-I2 centre, FR-1-A right")
    game.play("french", "draw 0")
    game.play("allied", "draw 0")
    deploy(game, "allied", "PR-1-I1 left, PR-1-I2 centre, PR-1-C right")
    deploy(game, "french", "FR-2-I1 left, FR-2-A centre, FR-2-I2 right")
    towns = []
    for seat in ("french", "allied", "french", "allied", "french"):
        towns.append(game.town)
        game.play(seat, "end")
        if game.stage == "reinforce":
            game.play(seat, "end")
    assert towns == ["mons", "mons", "charleroi", "charleroi", "mons"]


def test_6_6_units_are_revealed_in_secret_the_attacker_first() -> None:
    """Whom the attacker chose is not seen by the defender, and all are shown together."""
    game = at("turn 5; laneffe: FR-2-I1 FR-2-I2; charleroi: PR-1-C PR-1-I1 PR-1-I2", *[6] * 5)
    march_all(game, "french", "FR-2-I1 FR-2-I2", "charleroi")
    game.play("french", ["end", "end"])
    assert (game.stage, game.to_act) == ("reveal", ("french",))
    start = game.event_count
    game.play("french", ["reveal FR-2-I2", "end"])
    assert game.to_act == ("allied",)
    assert game.events_for("allied", start) == []
    assert (game.view("allied").revealed, game.view("french").revealed) == ([], ["FR-2-I2"])
    game.play("allied", ["reveal PR-1-C", "end"])
    assert named(game.events_for("allied", start), "shown") == ["FR-2-I2", "PR-1-C"]


def test_6_6_all_hits_of_a_side_fall_together() -> None:
    """Two defenders score a hit each: enough for both equal attackers, so nobody is asked."""
    game = at(
        "turn 5; laneffe: FR-1-I1 FR-1-I2; charleroi: PR-1-C PR-1-HA", *[1, 6, 1, 6], *[6] * 4
    )
    march_all(game, "french", "FR-1-I1 FR-1-I2", "charleroi")
    game.play("french", ["end", "end", "reveal FR-1-I1", "reveal FR-1-I2", "end"])
    game.play("allied", ["reveal PR-1-C", "reveal PR-1-HA", "end"])
    assert (game.strength("FR-1-I1"), game.strength("FR-1-I2")) == (2, 2)
    assert game.stage != "lose"


# 6.2 the battlefield


def set_up(attackers: str, defenders: str, *dice: int, option: str = "open") -> Game:
    """The French of Charleroi attack Ligny; the attacker is about to draw terrain."""
    game = at(f"turn 1; visibility {option}; charleroi: {attackers}; ligny: {defenders}", *dice)
    march_all(game, "french", attackers, "ligny")
    game.play("french", ["end", "end"])
    return game


def test_6_2_1_squares_take_no_terrain_blocks() -> None:
    """With two squares and one farm on the field, eleven blocks are in the cup."""
    game = battle(
        "terrain allied left farm; allied centre: PR-1-I1(square); french centre: FR-1-I2(square)"
    )
    assert blocks_left(game.state) == [0, 3, 2, 3, 3]


def test_6_2_1_drawn_blocks_lie_face_up() -> None:
    """Both sides see what was drawn before it is laid."""
    game = set_up("FR-2-I1 FR-2-I2 FR-2-A", "PR-1-I1 PR-1-I2 PR-1-C", 4)
    game.play("french", "draw 1")
    assert game.view("allied").hand == game.view("french").hand == ["farm"]


def test_6_2_1_an_empty_cup_is_no_draw() -> None:
    """Twelve blocks lie on four other fields: on the fifth both deploy at once."""
    game = at(
        """turn 5
        battle charleroi; order 1; french left: FR-1-I1; allied left: PR-1-I1
        terrain french left woods; terrain allied left woods; terrain allied centre woods
        battle mons; order 2; french left: FR-1-I2; allied left: AD-1-I1
        terrain french left farm; terrain allied left farm; terrain allied centre farm
        battle namur; order 3; french left: FR-2-I1; allied left: PR-1-I2
        terrain french left stream; terrain allied left stream; terrain allied centre stream
        battle ath; order 4; french left: FR-2-I2; allied left: AD-1-I2
        terrain french left hill; terrain allied left hill; terrain allied centre hill
        battle waterloo setting-up; order 5
        waterloo: FR-3-I1 FR-3-I2 FR-3-A AD-2-I1 AD-2-I2 AD-2-A
        flow campaign step=3
        flow engagements step=2 cursor=5 half=1
        flow deployment town=waterloo step=0 hand= ended=0 touched=0"""
    )
    assert sum(blocks_left(game.state)) == 0
    assert (game.stage, game.to_act) == ("deploy", ("allied",))
    assert game.events == []


def test_6_2_1_a_block_set_aside_goes_back_into_the_cup() -> None:
    """The attacker's guns cannot use the woods; the defender draws from all twelve again."""
    game = set_up("FR-1-A FR-2-A FR-3-A", "PR-1-I1 PR-1-I2 PR-1-C", 1, 3)
    game.play("french", "draw 1")
    assert [event.kind for event in game.events][-2:] == ["terrain-drawn", "terrain-aside"]
    assert blocks_left(game.state) == [0, 3, 3, 3, 3]
    game.play("allied", "draw 1")
    assert "terrain woods left" in game.legal("allied")


@pytest.mark.parametrize("option", ["open", "hidden"])
def test_6_2_1_a_named_holder_shows_at_the_reveal(option: str) -> None:
    """Named in secret at deployment, he is seen when both have deployed, hidden units or not."""
    game = set_up("FR-2-I1 FR-2-I2 FR-2-A", "PR-1-I1 PR-1-I2 PR-1-C", 4, option=option)
    game.play("french", "draw 0")
    game.play("allied", ["draw 1", "terrain farm left", "deploy PR-1-I1 left", "hold PR-1-I1"])
    deploy(game, "allied", "PR-1-I2 centre, PR-1-C right")
    assert holder(game, "french") is None
    deploy(game, "french", "FR-2-I1 left, FR-2-A centre, FR-2-I2 right")
    assert holder(game, "french") == "PR-1-I1"
    assert ("PR-1-I1", "enemy-left", 1) in seen(game, "french")
    assert (("PR-1-I2", "enemy-centre", 1) in seen(game, "french")) == (option == "open")


def test_6_2_1_who_has_just_taken_a_farm_is_not_swapped() -> None:
    """Taking it was his action, and a swap is for units that have not acted."""
    game = battle(
        "side allied; terrain allied centre farm; allied centre: PR-1-I1 PR-1-I2;"
        "french centre: FR-1-I2"
    )
    game.play("allied", "occupy PR-1-I1")
    assert rule_against(game, "allied", "swap PR-1-I2") == "6.2.1"


def test_6_2_3_corps_of_both_armies_share_no_area_even_with_leaders() -> None:
    """Wellington and Blücher in one area do not join an Anglo-Dutch and a Prussian corps."""
    game = set_up("FR-2-I1 FR-2-I2 FR-2-A", "AD-W PR-B AD-1-I1 AD-1-I2 PR-1-I1 PR-1-I2 PR-1-C")
    game.play("french", "draw 0")
    game.play("allied", ["draw 0", "deploy AD-W left", "deploy PR-B left", "deploy AD-1-I1 left"])
    assert rule_against(game, "allied", "deploy PR-1-I1 left") == "6.2.3"


def test_6_2_4_leaving_woods_for_the_open_reveals() -> None:
    """Cavalry hidden in woods is seen when it rides to an open area."""
    game = battle(
        "side allied; terrain allied centre woods; allied centre: PR-1-C PR-1-I1;"
        "french centre: FR-1-I2"
    )
    assert (None, "enemy-centre", 2) in seen(game, "french")
    game.play("allied", "move PR-1-C reserve")
    assert (None, "enemy-reserve", 1) in seen(game, "french")
    game.play("allied", "move PR-1-C left")
    assert ("PR-1-C", "enemy-left", 1) in seen(game, "french")


def test_6_2_4_woods_hide_again_when_the_enemy_has_gone() -> None:
    """A unit engaged in woods was seen; once the French leave it is hidden again."""
    game = battle(
        "terrain allied centre woods; allied centre: PR-1-I1; french enemy-centre: FR-2-I1;"
        "french centre: FR-1-I2"
    )
    assert ("PR-1-I1", "enemy-centre", 1) in seen(game, "french")
    game.play("french", "move FR-2-I1 centre")
    assert (None, "enemy-centre", 1) in seen(game, "french")


def test_6_2_4_option_who_was_shown_in_the_open_stays_shown() -> None:
    """With hidden units too, a unit that has been engaged stays in view when that is over."""
    game = battle(
        "allied centre: PR-1-I1; french enemy-centre: FR-2-I1; french centre: FR-1-I2",
        before="turn 5; visibility hidden",
    )
    game.play("french", "move FR-2-I1 centre")
    assert ("PR-1-I1", "enemy-centre", 1) in seen(game, "french")
    assert ("FR-2-I1", "enemy-centre", 1) in seen(game, "allied")
    assert (None, "enemy-left", 1) in seen(game, "french")


def test_6_5_option_a_square_is_seen() -> None:
    """With hidden units too, forming square shows the unit."""
    game = battle(
        "french centre: FR-2-I1; allied centre: PR-1-I1", before="turn 5; visibility hidden"
    )
    assert (None, "enemy-centre", 1) in seen(game, "allied")
    game.play("french", "square FR-2-I1")
    assert ("FR-2-I1", "enemy-centre", 1) in seen(game, "allied")


# 6.3.1 morale


def test_6_3_1_all_roll_before_anybody_falls_back() -> None:
    """His companion fails and leaves him alone, but the leader was not alone as the dice fell."""
    game = battle(
        "step morale; french enemy-centre: FR-N FR-2-I1/1; french centre: FR-1-I2;"
        "allied centre: PR-1-I1",
        2,
    )
    assert (game.area("FR-2-I1"), game.area("FR-N")) == ("centre", "enemy-centre")


# 6.4 and 6.5.2 hits and shelter


@pytest.mark.parametrize("guest", ["PR-B", "PR-1-A"])
def test_6_5_2_the_guest_of_a_lost_square_takes_the_hits_that_are_left(guest: str) -> None:
    """Two hits on a square and a guest of one point each: both are gone, the rest is spared."""
    game = battle(
        "french enemy-centre: FR-2-I1; french centre: FR-1-I2;"
        f"allied centre: PR-1-I2/1(square) {guest}/1(in:PR-1-I2) PR-1-C",
        *[1, 1, 1, 6],
    )
    game.play("french", "fire FR-2-I1 PR-1-I2")
    assert (game.where("PR-1-I2"), game.where(guest)) == ("lost", "lost")
    assert game.strength("PR-1-C") == 2


SHELTER = "french enemy-centre: FR-2-I1; french centre: FR-1-I2; allied centre: PR-1-I2(square)"


def test_6_5_2_coming_out_of_a_square_is_an_action() -> None:
    """A gun that has come out does nothing more in that battle turn."""
    game = battle(f"side allied; {SHELTER} PR-1-HA(in:PR-1-I2)")
    game.play("allied", "emerge PR-1-HA")
    assert texts(game, "allied", "PR-1-HA") == []


def test_6_5_2_a_sheltered_gun_may_move_out_but_not_fire() -> None:
    """A horse battery leaves the square to engage the enemy, but has no shot that battle turn."""
    game = battle(
        "side allied; allied centre: PR-1-I2(square) PR-1-HA(in:PR-1-I2); french centre: FR-1-I2"
    )
    game.play("allied", "move PR-1-HA enemy-centre")
    assert game.area("PR-1-HA") == "enemy-centre"
    assert "in:PR-1-I2" not in game.marks("PR-1-HA")
    assert rule_against(game, "allied", "fire PR-1-HA") == "6.3.3"


def test_6_5_2_the_guest_of_a_square_that_is_left_does_not_fire() -> None:
    """The square goes back to column: its guest has not acted, but is silent that battle turn."""
    game = battle(
        "side allied; allied centre: PR-1-I2(square) PR-1-A(in:PR-1-I2); french centre: FR-1-I2"
    )
    game.play("allied", "column PR-1-I2")
    assert rule_against(game, "allied", "bombard PR-1-A") == "6.3.3"
    assert rule_against(game, "allied", "move PR-1-A reserve") is None


@pytest.mark.parametrize(("gun", "fate"), [("PR-1-A", "ligny"), ("PR-1-A/2", "lost")])
def test_6_5_2_an_engaged_guest_that_retreats_leaves_the_square_behind(gun: str, fate: str) -> None:
    """It loses two points as in a rout; even if it dies of them the square stands."""
    game = battle(f"side allied; {SHELTER} {gun}(in:PR-1-I2)")
    game.play("allied", "retreat PR-1-A ligny")
    assert (game.where("PR-1-A"), game.strength("PR-1-A")) == (fate, 2 if fate == "ligny" else 0)
    assert game.where("PR-1-I2") == "charleroi"
    assert "square" in game.marks("PR-1-I2")


def test_6_5_2_a_gun_that_takes_shelter_gives_up_its_hill() -> None:
    """The hill is empty, and another gun may take it."""
    game = battle(
        "side allied; terrain allied centre hill PR-1-A; french centre: FR-1-I2;"
        "allied centre: PR-1-I1(square) PR-1-A PR-3-A"
    )
    game.play("allied", "shelter PR-1-A PR-1-I1")
    assert holder(game, "allied") is None
    assert "occupy PR-3-A" in game.legal("allied")


# 7 retreat, rout and regrouping


def test_7_2_who_dies_of_a_retreat_takes_up_no_road() -> None:
    """The unit of one point is lost as it breaks off; two others still go over the main road."""
    game = battle("french centre: FR-2-I1/1 FR-2-I2 FR-1-I2; allied enemy-centre: PR-1-I1")
    game.play("french", [f"retreat {unit} laneffe" for unit in ("FR-2-I1", "FR-2-I2", "FR-1-I1")])
    assert game.where("FR-2-I1") == "lost"
    assert (game.where("FR-2-I2"), game.where("FR-1-I1")) == ("laneffe", "laneffe")


def test_7_4_the_first_rout_in_time_counts() -> None:
    """French fire breaks the Allied centre while a last man holds the French left: Allied rout."""
    game = battle(
        "french enemy-centre: FR-2-I1; french centre: FR-1-I2; allied centre: PR-1-C/1;"
        "allied enemy-left: PR-1-I1",
        *[1, 6, 6, 6],
        wings=f"french left: FR-1-I1/1; french right: FR-3-I1; {ALLIED_WINGS}; origins laneffe",
    )
    game.play("french", "fire FR-2-I1")
    assert (game.stage, game.to_act) == ("rout", ("allied",))
    game.play("allied", ["retreat PR-1-I1 ligny", "retreat PR-2-I1 ligny"])
    game.play("allied", "retreat PR-2-I2 quatre-bras")
    assert [event.side for event in game.events if event.kind == "routed"] == ["allied"]
    assert game.where("FR-1-I1") == "charleroi"


def test_7_4_over_a_last_road_with_room_for_all_they_go_by_themselves() -> None:
    """Only Ligny is open, and its main road takes both who are left."""
    game = battle(
        "french enemy-centre: FR-2-I1; french centre: FR-1-I2; allied centre: PR-1-C/1",
        *[1, 6, 6, 6],
        before="turn 5; laneffe: FR-6-I; thuin: FR-C1; binche: FR-C2; quatre-bras: FR-C4",
    )
    game.play("french", "fire FR-2-I1")
    assert (game.where("PR-2-I1"), game.where("PR-2-I2")) == ("ligny", "ligny")
    assert game.stage == "regroup"


def test_7_4_1_losses_of_blocks_nobody_saw_are_their_sides_secret() -> None:
    """What the reserve loses in a rout would tell its types: the enemy sees only the others'."""
    game = battle(
        "french enemy-centre: FR-2-I1; french centre: FR-1-I2; allied centre: PR-1-C/1;"
        "allied reserve: PR-3-A PR-3-I1",
        *[1, 6, 6, 6],
    )
    game.play("french", "fire FR-2-I1")
    in_view = ["PR-2-I1", "PR-2-I2"]
    assert named(game.events_for("french"), "strength-lost") == in_view
    assert named(game.events_for(None), "strength-lost") == in_view
    assert sorted(map(str, named(game.events_for("allied"), "strength-lost"))) == [
        *in_view,
        "PR-3-A",
        "PR-3-I1",
    ]


def test_7_5_towns_are_judged_as_they_stand() -> None:
    """When the last unit of Quatre Bras has come in, nobody may regroup out to it."""
    game = at(
        "turn 5; quatre-bras: FR-1-I1; battle ligny; origins charleroi; french left: FR-2-I2;"
        "french enemy-left: FR-2-I1; allied left: PR-1-C/1",
        *[1, 6, 6, 6],
    )
    game.play("french", "fire FR-2-I1")
    assert rule_against(game, "french", "regroup FR-2-I2 quatre-bras") is None
    game.play("french", "regroup FR-1-I1 ligny")
    assert rule_against(game, "french", "regroup FR-2-I2 quatre-bras") == "7.5"


# Undo


def test_2_undo_never_crosses_a_turn() -> None:
    """With no Allied unit on the map the French act twice running, and still cannot go back."""
    game = at("turn 1; laneffe: FR-C1")
    game.play("french", "march FR-C1 thuin")
    assert game.can_undo
    game.play("french", ["end", "end"])
    assert (game.turn, game.to_act, game.can_undo) == (3, ("french",), False)
    with pytest.raises(NothingToUndo):
        game.undo("french")


# 11 three players


def test_11_allies_see_each_others_blocks() -> None:
    """The Prussian player knows the Anglo-Dutch units and their strengths; the French do not."""
    game = at("players 3; turn 2; brussels: AD-W AD-1-I1/2; liege: PR-B; beaumont: FR-N")
    units = {unit.id: (unit.strength, unit.is_mine) for unit in game.view("prussian").units}
    assert units == {"AD-W": (1, False), "AD-1-I1": (2, False), "PR-B": (1, True)}
    assert [unit.id for unit in game.view("french").units] == ["FR-N"]


@pytest.mark.parametrize("turn", range(1, 9))
def test_11_the_allies_may_talk_in_their_own_nights(turn: int) -> None:
    """Of the turns only Allied night turns are for talking; the French are never in it."""
    game = at(f"players 3; turn {turn}; brussels: AD-W; liege: PR-B; beaumont: FR-N")
    assert game.view("prussian").may_talk == game.view("anglo-dutch").may_talk == (turn == 6)
    assert not game.view("french").may_talk


def test_11_the_allies_may_talk_while_they_set_up() -> None:
    """Until both have closed their set-up: not while the French place."""
    game = Game.new("free", Options(players=3), ScriptedDice([]))
    assert game.view("prussian").may_talk
    for seat, prefix in (("anglo-dutch", "AD-"), ("prussian", "PR-")):
        for card in UNITS:
            if card.id.startswith(prefix):
                action = next(text for text in texts(game, seat, card.id))
                game.play(seat, action)
        game.play(seat, "end")
    assert (game.stage, game.to_act) == ("setup", ("french",))
    assert not game.view("prussian").may_talk


@pytest.mark.parametrize("seat", ["anglo-dutch", "prussian"])
def test_11_either_ally_in_the_fights_chooses_their_order(seat: str) -> None:
    """Both have units in the pending battles: whoever speaks first says which is first."""
    game = at(
        "players 3; turn 4; quatre-bras: AD-1-I1 AD-1-I2 AD-1-C; ligny: PR-1-I1 PR-1-I2 PR-1-C;"
        "nivelles: FR-2-I1 FR-2-I2 FR-2-A; charleroi: FR-1-I1 FR-1-I2 FR-1-A"
    )
    march_all(game, "anglo-dutch", "AD-1-I1 AD-1-I2 AD-1-C", "nivelles")
    march_all(game, "prussian", "PR-1-I1 PR-1-I2 PR-1-C", "charleroi")
    game.play("anglo-dutch", "end")
    game.play("prussian", ["end", "end"])
    game.play("anglo-dutch", "end")
    assert (game.stage, game.to_act) == ("battle-order", ("anglo-dutch", "prussian"))
    game.play(seat, "battle charleroi")
    assert (game.stage, game.town, game.to_act) == ("draw", "charleroi", ("prussian",))


def test_11_an_ally_without_part_in_the_fights_does_not_order_them() -> None:
    """Only the Prussians attack, so only they are asked."""
    game = at(
        "players 3; turn 4; brussels: AD-W; ligny: PR-1-I1 PR-1-I2;"
        "quatre-bras: FR-2-I1 FR-2-I2; charleroi: FR-1-I1 FR-1-I2"
    )
    game.play("prussian", ["march PR-1-I1 quatre-bras", "march PR-1-I2 charleroi", "end"])
    game.play("anglo-dutch", "end")
    game.play("prussian", "end")
    assert (game.stage, game.to_act) == ("skirmish-order", ("prussian",))
    with pytest.raises(IllegalAction):
        game.play("anglo-dutch", "skirmish charleroi")


def test_11_the_senior_may_leave_revealing_to_the_junior() -> None:
    """The Anglo-Dutch reveal nobody; then a Prussian unit must be revealed."""
    game = at("players 3; turn 5; laneffe: FR-2-I1; charleroi: AD-1-I1 AD-1-C PR-1-I1 PR-1-C")
    game.play("french", ["march FR-2-I1 charleroi", "end", "end"])
    game.play("anglo-dutch", "end")
    assert game.to_act == ("prussian",)
    assert rule_against(game, "prussian", "end") == "6.6"


def test_11_the_senior_chooses_who_crosses_the_stream() -> None:
    """Three units of both armies fall back over a stream: the Prussians, more, save whom they
    like."""
    game = battle(
        "side allied; step morale; terrain french left stream; french centre: FR-1-I2;"
        "allied enemy-left: AD-1-I1/1 PR-1-I1/1 PR-1-I2/1",
        *[1, 1, 1],
        before="players 3; turn 5",
    )
    assert (game.stage, game.to_act) == ("fallback", ("prussian",))
    game.play("prussian", ["fallback AD-1-I1", "fallback PR-1-I2"])
    assert (game.area("AD-1-I1"), game.area("PR-1-I2")) == ("right", "right")
    assert game.where("PR-1-I1") == "lost"


def test_11_withdrawing_allies_take_the_roads_as_they_come() -> None:
    """Outside a rout nobody waits for the other: both Allied players are asked at once."""
    game = at(
        "players 3; turn 4; battle charleroi; side allied; withdrawing; origins ligny quatre-bras;"
        "allied left: AD-1-I1 PR-1-I1; allied centre: AD-1-I2 AD-1-I3; allied right: PR-1-I2;"
        "french left: FR-1-I1; french centre: FR-1-I2; french right: FR-3-I1"
    )
    assert (game.stage, game.to_act) == ("withdraw", ("anglo-dutch", "prussian"))
    game.play("prussian", ["retreat PR-1-I1 ligny", "retreat PR-1-I2 ligny"])
    assert rule_against(game, "anglo-dutch", "retreat AD-1-I1 ligny") == "7.2"
