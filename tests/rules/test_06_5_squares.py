"""Rules 6.5, 6.5.1 and 6.5.2: infantry squares, fire at them, and shelter inside them.

Most tests fight in the Allied centre of a battle at Charleroi; the other areas are quiet.
"""

import pytest
from tests.rules.playing import rule_against

from napoleon.rules import Game, ScriptedDice


def centre(
    side: str,
    french: str,
    allied: str,
    dice: list[int] | None = None,
    *,
    behind: str = "FR-1-I2",
    step: str = "combat",
    more: str = "",
) -> Game:
    """A battle with `french` among `allied` in the Allied centre, and `behind` facing it."""
    statements = [
        "turn 5",
        "battle charleroi",
        f"side {side}",
        f"step {step}",
        "french left: FR-1-I1",
        f"french centre: {behind}",
        "french right: FR-3-I1",
        f"french enemy-centre: {french}" if french else "",
        "allied left: PR-2-I1",
        f"allied centre: {allied}",
        "allied right: PR-2-I2",
        more,
        "origins laneffe",
    ]
    text = "; ".join(statement for statement in statements if statement)
    return Game.from_position(text, dice=ScriptedDice(dice or []))


# 6.5 forming and leaving a square


def test_6_5_engaged_infantry_forms_square() -> None:
    """Infantry may form square in one of its own areas while the enemy is upon it."""
    game = centre("allied", "FR-C3", "PR-1-I2")
    game.play("allied", "square PR-1-I2")
    assert "square" in game.marks("PR-1-I2")
    assert game.area("PR-1-I2") == "centre"


def test_6_5_unengaged_infantry_forms_square() -> None:
    """No enemy has to be near: a square may be formed beforehand."""
    game = centre("allied", "FR-C3", "PR-1-I2")
    game.play("allied", "square PR-2-I1")
    assert "square" in game.marks("PR-2-I1")


def test_6_5_no_square_in_an_enemy_area() -> None:
    """Infantry that stands in an area of the enemy cannot form square there."""
    game = centre("french", "FR-2-I1", "PR-1-I2")
    assert rule_against(game, "french", "square FR-2-I1") == "6.5"
    assert "square FR-2-I1" not in game.legal("french")


@pytest.mark.parametrize("unit", ["PR-1-C", "PR-1-A", "PR-1-HA", "PR-B"])
def test_6_5_only_infantry_forms_square(unit: str) -> None:
    """Cavalry, guns and leaders form no square."""
    game = centre("allied", "FR-C3", f"PR-1-I2 {unit}")
    assert rule_against(game, "allied", f"square {unit}") == "6.5"


def test_6_5_no_square_in_woods() -> None:
    """Woods leave no room for a square."""
    game = centre("allied", "FR-C3", "PR-1-I2", more="terrain allied centre woods")
    assert rule_against(game, "allied", "square PR-1-I2") == "6.5"


def test_6_5_no_square_for_the_occupant_of_a_farm() -> None:
    """The one unit that mans a farm forms no square; another in the same area may."""
    game = centre("allied", "FR-C3", "PR-1-I1 PR-1-I2", more="terrain allied centre farm PR-1-I2")
    assert rule_against(game, "allied", "square PR-1-I2") == "6.5"
    assert "square PR-1-I1" in game.legal("allied")


@pytest.mark.parametrize("mark", ["moved", "fired", "done"])
def test_6_5_no_square_after_another_action(mark: str) -> None:
    """Forming square takes the unit's battle turn, so it must not have acted yet."""
    game = centre("allied", "FR-C3", f"PR-1-I1({mark}) PR-1-I2")
    assert "square PR-1-I1" not in game.legal("allied")
    assert "square PR-1-I2" in game.legal("allied")


def test_6_5_forming_square_is_the_whole_battle_turn() -> None:
    """A unit that has just formed square neither fires nor moves in that battle turn."""
    game = centre("allied", "FR-C3", "PR-1-I2")
    assert "fire PR-1-I2" in game.legal("allied")
    game.play("allied", "square PR-1-I2")
    assert "fire PR-1-I2" not in game.legal("allied")
    assert "move PR-1-I2 reserve" not in game.legal("allied")


@pytest.mark.parametrize("french", ["", "FR-C3"])
def test_6_5_a_square_does_not_move(french: str) -> None:
    """In square a unit stays where it is, engaged or not."""
    game = centre("allied", french, "PR-1-I2(square)")
    assert rule_against(game, "allied", "move PR-1-I2 reserve") == "6.5"


@pytest.mark.parametrize("french", ["", "FR-C3"])
def test_6_5_a_square_does_not_retreat(french: str) -> None:
    """Ruling: nobody leaves the battle of his own will out of a square."""
    game = centre("allied", french, "PR-1-I2(square)")
    assert rule_against(game, "allied", "retreat PR-1-I2 ligny") == "6.5"
    assert "retreat PR-2-I1 ligny" in game.legal("allied")


def test_6_5_leaving_square_is_an_action() -> None:
    """Ruling: an unengaged square may go back to column, and has then acted."""
    game = centre("allied", "", "PR-1-I2(square)")
    game.play("allied", "column PR-1-I2")
    assert "square" not in game.marks("PR-1-I2")
    assert "move PR-1-I2 reserve" not in game.legal("allied")
    assert "square PR-1-I2" not in game.legal("allied")


def test_6_5_an_engaged_square_stays_in_square() -> None:
    """Ruling: while enemies are in its area the square cannot go back to column."""
    game = centre("allied", "FR-C3", "PR-1-I2(square)")
    assert rule_against(game, "allied", "column PR-1-I2") == "6.5"


@pytest.mark.parametrize(("die", "town"), [(3, "charleroi"), (2, "lost")])
def test_6_5_a_square_has_better_morale(die: int, town: str) -> None:
    """A square adds 1 to its morale die; if it fails all the same, it is eliminated."""
    game = centre("allied", "FR-C3", "PR-1-I2/1(square) PR-1-C", [die], step="morale")
    assert game.where("PR-1-I2") == town


@pytest.mark.parametrize(("die", "town"), [(2, "charleroi"), (1, "lost")])
def test_6_5_square_and_leader_add_up(die: int, town: str) -> None:
    """The square's bonus and the leader's are added: a die of 2 becomes 4."""
    game = centre("allied", "FR-C3", "PR-1-I2/1(square) PR-1-C PR-B", [die], step="morale")
    assert game.where("PR-1-I2") == town


def test_6_5_a_rout_dissolves_the_square() -> None:
    """Ruling: when its side is routed a square runs with the others, as normal infantry."""
    game = centre("allied", "FR-C3", "PR-1-I2(square)", more="french enemy-left: FR-C1")
    game.play("allied", "move PR-2-I1 reserve")
    game.play("allied", "retreat PR-1-I2 ligny")
    assert game.where("PR-1-I2") == "ligny"
    assert game.strength("PR-1-I2") == 3
    assert "square" not in game.marks("PR-1-I2")


# 6.5.1 fire at squares


def test_6_5_1_fire_at_the_rest_spares_the_square() -> None:
    """Fire that names no square hits only those outside it, even if the square is stronger."""
    game = centre("french", "FR-2-I1", "PR-1-I2(square) PR-1-C", [2, 3, 3, 3])
    game.play("french", "fire FR-2-I1")
    assert game.strength("PR-1-C") == 1
    assert game.strength("PR-1-I2") == 4


def test_6_5_1_infantry_fires_at_a_square_with_one_more() -> None:
    """Infantry of F2 hits a square with 3 or less, and nobody else in the area."""
    game = centre("french", "FR-2-I1", "PR-1-I2(square) PR-1-C", [3, 3, 4, 4])
    game.play("french", "fire FR-2-I1 PR-1-I2")
    assert game.strength("PR-1-I2") == 2
    assert game.strength("PR-1-C") == 2


def test_6_5_1_farm_and_square_bonuses_add_up() -> None:
    """Ruling: modifiers add up, so infantry in a captured farm fires at a square at F4."""
    game = centre(
        "french",
        "FR-2-I1",
        "PR-1-I2(square)",
        [4, 5, 5, 5],
        more="terrain allied centre farm FR-2-I1",
    )
    game.play("french", "fire FR-2-I1 PR-1-I2")
    assert game.strength("PR-1-I2") == 3


def test_6_5_1_the_square_must_be_named() -> None:
    """With nobody but a square in the area, only fire that names the square is offered."""
    game = centre("french", "FR-2-I1", "PR-1-I2(square)")
    assert "fire FR-2-I1" not in game.legal("french")
    assert "fire FR-2-I1 PR-1-I2" in game.legal("french")


def test_6_5_1_each_square_is_a_group_of_its_own() -> None:
    """Of two squares in an area only the named one is hit, though the other is stronger."""
    game = centre("french", "FR-2-I1", "PR-1-I1(square) PR-1-I2/2(square)", [1, 6, 6, 6])
    game.play("french", "fire FR-2-I1 PR-1-I2")
    assert game.strength("PR-1-I1") == 4
    assert game.strength("PR-1-I2") == 1


def test_6_5_1_excess_hits_on_a_square_are_lost() -> None:
    """Hits beyond what the square can take do not pass to the others in the area."""
    game = centre("french", "FR-2-I1", "PR-1-I2/1(square) PR-1-C", [1, 1, 1, 6])
    game.play("french", "fire FR-2-I1 PR-1-I2")
    assert game.where("PR-1-I2") == "lost"
    assert game.strength("PR-1-C") == 2


@pytest.mark.parametrize(
    ("cavalry", "dice"),
    [
        ("FR-C3", [2, 3, 3]),
        ("FR-C3(shock)", [2, 3, 3]),
        ("FR-C1", [1, 2, 2]),
        ("FR-C1(shock)", [1, 2, 2]),
    ],
)
def test_6_5_1_cavalry_is_weak_against_squares(cavalry: str, dice: list[int]) -> None:
    """Cavalry fires at a square at 1 less and without shock: heavy at F2, light at F1."""
    game = centre("french", cavalry, "PR-1-I2(square)", dice)
    game.play("french", f"fire {cavalry.partition('(')[0]} PR-1-I2")
    assert game.strength("PR-1-I2") == 3


def test_6_5_1_firing_at_a_square_spends_the_shock() -> None:
    """Ruling (6.3.3): shock is spent by the first shot at anything, a square too."""
    game = centre("french", "FR-C3(shock)", "PR-1-I2(square) PR-1-C", [6, 6, 6])
    game.play("french", "fire FR-C3 PR-1-I2")
    assert "shock" not in game.marks("FR-C3")


def test_6_5_1_a_square_fires_as_normal() -> None:
    """Infantry in square keeps its own firepower: F2 hits with 2 and not with 3."""
    game = centre("allied", "FR-2-I1", "PR-1-I2(square)", [2, 3, 3, 3])
    game.play("allied", "fire PR-1-I2")
    assert game.strength("FR-2-I1") == 3


def test_6_5_1_long_range_artillery_is_better_against_squares() -> None:
    """A gun at long range fires at a square at F2 instead of F1."""
    game = centre("french", "", "PR-1-I2(square)", [2, 2, 3], behind="FR-2-A")
    game.play("french", "bombard FR-2-A PR-1-I2")
    assert game.strength("PR-1-I2") == 2


def test_6_5_1_long_range_at_the_rest_spares_the_square() -> None:
    """A gun that names no square fires at the others in the area, at its normal F1."""
    game = centre("french", "", "PR-1-I2(square) PR-1-C", [1, 2, 2], behind="FR-2-A")
    game.play("french", "bombard FR-2-A")
    assert game.strength("PR-1-C") == 1
    assert game.strength("PR-1-I2") == 4


def test_6_5_1_hill_and_square_bonuses_add_up() -> None:
    """Ruling: a gun on a hill fires at a square at F3."""
    game = centre(
        "french",
        "",
        "PR-1-I2(square)",
        [3, 3, 4],
        behind="FR-2-A",
        more="terrain french centre hill FR-2-A",
    )
    game.play("french", "bombard FR-2-A PR-1-I2")
    assert game.strength("PR-1-I2") == 2


def test_6_5_1_long_range_does_not_eliminate_a_square() -> None:
    """Long-range fire leaves a square its last point (6.4)."""
    game = centre("french", "", "PR-1-I2/2(square)", [1, 1, 1], behind="FR-2-A")
    game.play("french", "bombard FR-2-A PR-1-I2")
    assert game.strength("PR-1-I2") == 1


@pytest.mark.parametrize(("battery", "dice"), [("FR-H1", [3, 4]), ("FR-H1(canister)", [2, 3])])
def test_6_5_1_horse_artillery_at_short_range(battery: str, dice: list[int]) -> None:
    """Close to a square horse artillery fires at F3 the first time and at F2 afterwards."""
    game = centre("french", battery, "PR-1-I2(square)", dice)
    game.play("french", "fire FR-H1 PR-1-I2")
    assert game.strength("PR-1-I2") == 3
    assert "canister" in game.marks("FR-H1")


def test_6_5_1_horse_artillery_gallops_up_and_fires() -> None:
    """Horse artillery may engage a square and fire at it at F3 in the same battle turn."""
    game = centre("french", "", "PR-1-I2(square)", [3, 4], behind="FR-H1")
    game.play("french", ["move FR-H1 enemy-centre", "fire FR-H1 PR-1-I2"])
    assert game.strength("PR-1-I2") == 3


# 6.5.2 shelter


@pytest.mark.parametrize("unit", ["PR-B", "PR-1-A", "PR-1-HA"])
def test_6_5_2_leaders_and_guns_may_shelter(unit: str) -> None:
    """A leader or a battery may take shelter in a square in its area."""
    game = centre("allied", "FR-C3", f"PR-1-I2(square) {unit}")
    game.play("allied", f"shelter {unit} PR-1-I2")
    assert "in:PR-1-I2" in game.marks(unit)
    assert game.area(unit) == "centre"


@pytest.mark.parametrize("unit", ["PR-1-C", "PR-1-I1"])
def test_6_5_2_others_may_not_shelter(unit: str) -> None:
    """Infantry and cavalry find no shelter in a square."""
    game = centre("allied", "FR-C3", f"PR-1-I2(square) {unit}")
    assert rule_against(game, "allied", f"shelter {unit} PR-1-I2") == "6.5.2"


def test_6_5_2_shelter_in_a_square_just_formed() -> None:
    """The square may have been formed in this same battle turn."""
    game = centre("allied", "FR-C3", "PR-1-I2 PR-1-A")
    assert rule_against(game, "allied", "shelter PR-1-A PR-1-I2") == "6.5.2"
    game.play("allied", ["square PR-1-I2", "shelter PR-1-A PR-1-I2"])
    assert "in:PR-1-I2" in game.marks("PR-1-A")


def test_6_5_2_a_square_shelters_one_unit() -> None:
    """There is room for one unit only."""
    game = centre("allied", "FR-C3", "PR-1-I2(square) PR-1-A(in:PR-1-I2) PR-B")
    assert rule_against(game, "allied", "shelter PR-B PR-1-I2") == "6.5.2"


@pytest.mark.parametrize("mark", ["moved", "fired"])
def test_6_5_2_shelter_is_an_action(mark: str) -> None:
    """A unit that moved or fired in this battle turn cannot take shelter any more."""
    game = centre("allied", "FR-C3", f"PR-1-I2(square) PR-1-HA({mark})")
    assert rule_against(game, "allied", "shelter PR-1-HA PR-1-I2") == "6.5.2"


def test_6_5_2_the_square_must_be_in_the_same_area() -> None:
    """From the reserve nobody reaches a square in the centre."""
    game = centre("allied", "FR-C3", "PR-1-I2(square)", more="allied reserve: PR-B")
    assert rule_against(game, "allied", "shelter PR-B PR-1-I2") == "6.5.2"


def test_6_5_2_shelter_stays_within_an_army() -> None:
    """Wellington finds no shelter in a Prussian square."""
    game = centre("allied", "FR-C3", "PR-1-I2(square) AD-W")
    assert rule_against(game, "allied", "shelter AD-W PR-1-I2") == "6.5.2"


@pytest.mark.parametrize("unit", ["PR-B", "PR-1-A"])
def test_6_5_2_a_sheltered_unit_does_not_fire(unit: str) -> None:
    """Inside a square a leader or battery cannot fire; the square itself can."""
    game = centre("allied", "FR-C3", f"PR-1-I2(square) {unit}(in:PR-1-I2)")
    assert rule_against(game, "allied", f"fire {unit}") == "6.5.2"
    assert "fire PR-1-I2" in game.legal("allied")


def test_6_5_2_a_sheltered_unit_rolls_no_morale() -> None:
    """A battery of one point would roll, and die; in the square it does not (no die here)."""
    game = centre("allied", "FR-C3", "PR-1-I2(square) PR-1-A/1(in:PR-1-I2)", [], step="morale")
    assert game.area("PR-1-A") == "centre"
    assert game.strength("PR-1-A") == 1


def test_6_5_2_a_sheltered_leader_still_lifts_morale() -> None:
    """The leader's bonus goes on for the whole area: a die of 3 holds the cavalry."""
    game = centre(
        "allied", "FR-C3", "PR-1-I2(square) PR-B(in:PR-1-I2) PR-1-C/1", [3], step="morale"
    )
    assert game.area("PR-1-C") == "centre"


def test_6_5_2_the_stronger_of_the_two_is_hit() -> None:
    """Fire at the square hits the sheltered battery while that is the stronger one."""
    game = centre("french", "FR-2-I1", "PR-1-I2/2(square) PR-1-A(in:PR-1-I2)", [3, 3, 6, 6])
    game.play("french", "fire FR-2-I1 PR-1-I2")
    assert game.strength("PR-1-A") == 2
    assert game.strength("PR-1-I2") == 2


def test_6_5_2_fire_at_the_rest_spares_the_sheltered_unit() -> None:
    """A sheltered battery belongs to the square's group, not to the rest of the area."""
    game = centre("french", "FR-2-I1", "PR-1-I2(square) PR-1-A(in:PR-1-I2) PR-1-C", [1, 6, 6, 6])
    game.play("french", "fire FR-2-I1")
    assert game.strength("PR-1-C") == 1
    assert game.strength("PR-1-A") == 4


def test_6_5_2_the_owner_chooses_between_equals() -> None:
    """Square and guest of one strength: their owner says which takes the hit (6.4)."""
    game = centre("french", "FR-2-I1", "PR-1-I2/3(square) PR-1-A/3(in:PR-1-I2)", [1, 6, 6, 6])
    game.play("french", "fire FR-2-I1 PR-1-I2")
    assert game.stage == "lose"
    assert game.to_act == ("allied",)
    assert "lose PR-1-I2" in game.legal("allied")
    game.play("allied", "lose PR-1-A")
    assert game.strength("PR-1-A") == 2
    assert game.strength("PR-1-I2") == 3


def test_6_5_2_the_square_falls_with_its_guest() -> None:
    """If the sheltered unit is eliminated the square is eliminated too."""
    game = centre("french", "FR-2-I1", "PR-1-I2/1(square) PR-B(in:PR-1-I2) PR-1-C", [1, 6, 6, 6])
    game.play("french", "fire FR-2-I1 PR-1-I2")
    game.play("allied", "lose PR-B")
    assert game.where("PR-B") == "lost"
    assert game.where("PR-1-I2") == "lost"
    assert game.losses("prussian") == 2


def test_6_5_2_the_guest_outlives_the_square() -> None:
    """Ruling: if the square goes first its guest is just unsheltered."""
    game = centre("french", "FR-2-I1", "PR-1-I2/1(square) PR-B(in:PR-1-I2) PR-1-C", [1, 6, 6, 6])
    game.play("french", "fire FR-2-I1 PR-1-I2")
    game.play("allied", "lose PR-1-I2")
    assert game.where("PR-1-I2") == "lost"
    assert game.area("PR-B") == "centre"
    assert "in:PR-1-I2" not in game.marks("PR-B")


def test_6_5_2_an_unsheltered_guest_does_not_fire_that_turn() -> None:
    """Ruling: a square lost to morale leaves its guest in the open, unable to fire."""
    game = centre(
        "allied", "FR-C3", "PR-1-I2/1(square) PR-B(in:PR-1-I2) PR-1-C", [1], step="morale"
    )
    assert game.where("PR-1-I2") == "lost"
    assert game.area("PR-B") == "centre"
    assert "fire PR-B" not in game.legal("allied")
    assert "fire PR-1-C" in game.legal("allied")


def test_6_5_2_a_guest_may_come_out_but_not_fire() -> None:
    """Ruling: a sheltered unit may come out later, without firing in that battle turn."""
    game = centre("allied", "FR-C3", "PR-1-I2(square) PR-1-A(in:PR-1-I2)")
    game.play("allied", "emerge PR-1-A")
    assert "in:PR-1-I2" not in game.marks("PR-1-A")
    assert game.area("PR-1-A") == "centre"
    assert "fire PR-1-A" not in game.legal("allied")
