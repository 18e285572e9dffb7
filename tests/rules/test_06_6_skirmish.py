"""Rule 6.6: skirmishes, the one-round fights of a side with fewer than three units."""

import pytest
from tests.rules.playing import deploy, rule_against

from napoleon.rules import Game, ScriptedDice


def attack(position: str, marches: str, dice: list[int] | None = None) -> Game:
    """The French march ("unit town, unit town") from the position, and the fights begin."""
    game = Game.from_position(f"turn 5; {position}", dice=ScriptedDice(dice or []))
    game.play("french", [f"march {march.strip()}" for march in marches.split(",")])
    game.play("french", ["end", "end"])
    return game


def charleroi(french: str, allied: str, dice: list[int] | None = None, elsewhere: str = "") -> Game:
    """All the `french` units, at Laneffe, attack the `allied` units at Charleroi."""
    position = f"laneffe: {french}; charleroi: {allied}"
    marches = ", ".join(f"{unit.partition('/')[0]} charleroi" for unit in french.split())
    return attack(f"{position}; {elsewhere}" if elsewhere else position, marches, dice)


def reveal(game: Game, french: str = "", allied: str = "") -> None:
    """Both sides reveal these units, whoever is asked first; a sole unit reveals itself."""
    plan = {"french": french.split(), "allied": allied.split()}
    while game.stage == "reveal":
        seat = next(seat for seat in plan if seat in game.to_act)
        game.play(seat, [f"reveal {unit}" for unit in plan[seat]])
        game.play(seat, "end")


# when there is a skirmish


@pytest.mark.parametrize(
    ("french", "allied", "stage"),
    [
        ("FR-2-I1 FR-2-I2", "PR-1-I1 PR-1-I2 PR-1-C", "reveal"),
        ("FR-2-I1 FR-2-I2 FR-2-A", "PR-1-I1 PR-1-C", "reveal"),
        ("FR-2-I1 FR-2-I2", "PR-1-I1 PR-1-C", "reveal"),
        ("FR-2-I1 FR-2-I2 FR-2-A", "PR-1-I1 PR-1-I2 PR-1-C", "draw"),
        ("FR-2-I1 FR-2-I2 FR-2-A", "PR-1-I1 PR-1-C AD-1-C", "draw"),
    ],
)
def test_6_6_fewer_than_three_on_either_side(french: str, allied: str, stage: str) -> None:
    """One side below three units makes it a skirmish; the two allied armies count together."""
    game = charleroi(french, allied)
    assert game.stage == stage
    assert game.town == "charleroi"


def test_6_6_skirmishes_come_before_battles() -> None:
    """With a battle and a skirmish at hand the skirmish is fought first."""
    game = attack(
        "laneffe: FR-2-I1 FR-2-I2; charleroi: PR-1-C PR-1-HA;"
        "nivelles: FR-1-I1 FR-1-I2 FR-1-A; quatre-bras: PR-2-I1 PR-2-I2 PR-2-A",
        "FR-1-I1 quatre-bras, FR-1-I2 quatre-bras, FR-1-A quatre-bras,"
        "FR-2-I1 charleroi, FR-2-I2 charleroi",
    )
    assert game.stage == "reveal"
    assert game.town == "charleroi"


def test_6_6_attacker_chooses_the_order() -> None:
    """With several skirmishes the attacker says which is fought next."""
    game = attack(
        "laneffe: FR-C1; charleroi: PR-1-C PR-1-HA; solre: FR-C2; binche: AD-1-C AD-1-I3",
        "FR-C1 charleroi, FR-C2 binche",
    )
    assert game.stage == "skirmish-order"
    assert game.to_act == ("french",)
    assert "skirmish charleroi" in game.legal("french")
    game.play("french", "skirmish binche")
    assert game.town == "binche"


# revealing


def test_6_6_at_least_one_unit_is_revealed() -> None:
    """A side cannot keep all its units hidden."""
    game = charleroi("FR-2-I1", "PR-1-I1 PR-1-C")
    assert rule_against(game, "allied", "end") == "6.6"
    game.play("allied", "reveal PR-1-C")
    assert "end" in game.legal("allied")


def test_6_6_at_most_four_units_are_revealed() -> None:
    """The fifth unit of a side stays hidden."""
    game = charleroi("FR-2-I1", "PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA")
    game.play("allied", ["reveal PR-1-I1", "reveal PR-1-I2", "reveal PR-1-C", "reveal PR-1-A"])
    assert rule_against(game, "allied", "reveal PR-1-HA") == "6.6"


def test_6_6_only_revealed_units_fire_and_are_hit() -> None:
    """A stronger unit that stays hidden takes no hit, and rolls no dice."""
    game = charleroi("FR-2-I1 FR-C3", "PR-2-I1 PR-2-I2", [1, 6, 6, 6, 6, 6])
    reveal(game, "FR-C3", "PR-2-I1")
    assert game.strength("FR-C3") == 2
    assert game.strength("FR-2-I1") == 4


# fire


def test_6_6_defenders_fire_first() -> None:
    """An attacker who falls to the defenders' fire does not fire (two dice in all)."""
    game = charleroi("FR-C2/1", "PR-1-C", [1, 6])
    assert game.where("FR-C2") == "lost"
    assert game.where("PR-1-C") == "charleroi"
    assert game.strength("PR-1-C") == 2


def test_6_6_attackers_fire_with_what_is_left() -> None:
    """An attacker hit by the defenders rolls a die less (two and two here)."""
    game = charleroi("FR-C1", "PR-1-C", [1, 6, 6, 2])
    assert game.strength("FR-C1") == 2
    assert game.strength("PR-1-C") == 1


@pytest.mark.parametrize(
    ("unit", "die", "left"),
    [
        ("FR-C3", 2, 1),
        ("FR-C3", 3, 4),
        ("FR-C1", 2, 1),
        ("FR-C1", 3, 4),
        ("FR-H1", 2, 2),
        ("FR-H1", 3, 4),
        ("FR-N", 2, 3),
        ("FR-N", 3, 4),
        ("FR-G-I/2", 1, 2),
        ("FR-G-I/2", 2, 4),
        ("FR-2-A", 1, 1),
        ("FR-2-A", 2, 4),
    ],
)
def test_6_6_mounted_fire_at_f2_and_foot_at_f1(unit: str, die: int, left: int) -> None:
    """Whatever their card says, mounted units hit with 2 or less and foot with 1."""
    game = charleroi(unit, "PR-2-I1", [6] * 4 + [die] * 4)
    assert game.strength("PR-2-I1") == left


def test_6_6_defending_infantry_fires_at_f1() -> None:
    """The same goes for the defender: his infantry misses with 2."""
    game = charleroi("FR-2-I1", "PR-2-I1", [1, 2, 2, 2] + [6] * 3)
    assert game.strength("FR-2-I1") == 3


def test_6_6_the_strongest_revealed_unit_is_hit() -> None:
    """Hits fall by 6.4 on the strongest of the revealed units."""
    game = charleroi("FR-2-I1 FR-1-I1", "PR-1-C PR-1-HA", [1, 6] + [6] * 6)
    reveal(game, "FR-2-I1 FR-1-I1", "PR-1-C")
    assert game.strength("FR-2-I1") == 3
    assert game.strength("FR-1-I1") == 3


def test_6_6_the_owner_chooses_among_equals() -> None:
    """Between revealed units of the same strength the owner says who is hit."""
    game = charleroi("FR-1-I1 FR-1-I2", "PR-1-C PR-1-HA", [1, 6] + [6] * 5)
    reveal(game, "FR-1-I1 FR-1-I2", "PR-1-C")
    assert game.stage == "lose"
    assert game.to_act == ("french",)
    game.play("french", "lose FR-1-I2")
    assert game.strength("FR-1-I1") == 3
    assert game.strength("FR-1-I2") == 2


# who goes


def test_6_6_the_smaller_side_retreats() -> None:
    """All units in the town count, hidden ones too: two Prussians yield to three French."""
    game = charleroi("FR-2-I1 FR-2-I2 FR-C3", "PR-1-C PR-1-HA", [6] * 7)
    reveal(game, "FR-C3", "PR-1-C PR-1-HA")
    assert game.stage == "retreat"
    assert game.to_act == ("allied",)
    assert "retreat PR-1-C ligny" in game.legal("allied")


def test_6_6_a_small_attacker_retreats() -> None:
    """The attacker goes back when he is the smaller side."""
    game = charleroi("FR-C3", "PR-1-I1 PR-1-I2", [6] * 7)
    reveal(game, "FR-C3", "PR-1-I1")
    assert game.where("FR-C3") == "laneffe"
    assert game.where("PR-1-I1") == "charleroi"


def test_6_6_on_a_tie_the_attacker_retreats() -> None:
    """One against one and nobody hit: the attacker goes back whence he came."""
    game = charleroi("FR-C1", "PR-1-C", [6] * 5)
    assert game.where("FR-C1") == "laneffe"
    assert game.where("PR-1-C") == "charleroi"


def test_6_6_units_are_counted_after_the_fire() -> None:
    """Two against two, but a defender falls: now the defender is the smaller side."""
    game = charleroi("FR-C1 FR-C3", "PR-1-C/1 PR-2-I1", [6, 1, 6, 6])
    reveal(game, "FR-C1", "PR-1-C")
    assert game.where("PR-1-C") == "lost"
    assert game.stage == "retreat"
    assert game.to_act == ("allied",)


def test_6_6_the_town_of_a_destroyed_defender_is_taken() -> None:
    """With no defender left the attackers simply stay."""
    game = charleroi("FR-C3", "PR-1-C/1", [6, 1, 6, 6])
    assert game.where("PR-1-C") == "lost"
    assert game.where("FR-C3") == "charleroi"


def test_6_6_beaten_attackers_go_back_whence_they_came() -> None:
    """Attackers from two towns may each go to either of these (7.1), and nowhere else."""
    game = attack(
        "laneffe: FR-C1; thuin: FR-C2; charleroi: PR-1-C PR-1-HA",
        "FR-C1 charleroi, FR-C2 charleroi",
        [6] * 9,
    )
    reveal(game, "FR-C1 FR-C2", "PR-1-C PR-1-HA")
    assert game.stage == "retreat"
    assert "retreat FR-C1 laneffe" in game.legal("french")
    assert "retreat FR-C1 thuin" in game.legal("french")
    assert rule_against(game, "french", "retreat FR-C1 binche") == "7.1"


def test_6_6_no_road_limits_after_a_skirmish() -> None:
    """Ruling: both beaten units may take the same minor road."""
    game = attack(
        "laneffe: FR-C1; thuin: FR-C2; charleroi: PR-1-C PR-1-HA",
        "FR-C1 charleroi, FR-C2 charleroi",
        [6] * 9,
    )
    reveal(game, "FR-C1 FR-C2", "PR-1-C PR-1-HA")
    game.play("french", "retreat FR-C1 thuin")
    game.play("french", "retreat FR-C2 thuin")
    assert game.where("FR-C1") == "thuin"
    assert game.where("FR-C2") == "thuin"


def test_6_6_no_losses_in_the_retreat() -> None:
    """Ruling: whoever leaves a skirmish takes no rout losses."""
    game = charleroi("FR-2-I1", "PR-1-C", [6] * 6)
    assert game.where("FR-2-I1") == "laneffe"
    assert game.strength("FR-2-I1") == 4


def test_6_6_the_defender_may_take_the_vacated_town() -> None:
    """A beaten defender may slip into the town that the attackers have left (7.1)."""
    game = charleroi("FR-2-I1 FR-2-I2", "PR-1-C", [6] * 9)
    reveal(game, "FR-2-I1 FR-2-I2", "PR-1-C")
    game.play("allied", "retreat PR-1-C laneffe")
    assert game.where("PR-1-C") == "laneffe"


def test_6_6_with_nowhere_to_go_the_loser_is_eliminated() -> None:
    """Ruling: with every adjacent town in enemy hands the beaten unit is lost."""
    game = attack(
        "laneffe: FR-2-I1 FR-2-I2 FR-1-I1; thuin: FR-C1; binche: FR-C2; quatre-bras: FR-C3;"
        "ligny: FR-C4; charleroi: PR-1-C",
        "FR-2-I1 charleroi, FR-2-I2 charleroi",
        [6] * 9,
    )
    reveal(game, "FR-2-I1 FR-2-I2", "PR-1-C")
    assert game.where("PR-1-C") == "lost"
    assert game.losses("prussian") == 1


# afterwards


def test_6_6_losers_are_disordered() -> None:
    """A beaten unit is disordered for the rest of the turn (7.3)."""
    game = charleroi("FR-2-I1 FR-2-I2 FR-C3", "PR-1-C PR-1-HA", [6] * 7)
    reveal(game, "FR-C3", "PR-1-C PR-1-HA")
    game.play("allied", "retreat PR-1-C ligny")
    assert "disordered" in game.marks("PR-1-C")


def test_6_6_disorder_lasts_through_the_other_fights() -> None:
    """The French unit beaten at Charleroi is still in disorder during the fight at Binche."""
    game = attack(
        "laneffe: FR-C1; charleroi: PR-1-C; solre: FR-C2; binche: AD-1-C AD-1-I3",
        "FR-C1 charleroi, FR-C2 binche",
        [6] * 5,
    )
    game.play("french", "skirmish charleroi")
    assert game.town == "binche"
    assert game.where("FR-C1") == "laneffe"
    assert "disordered" in game.marks("FR-C1")


def test_6_6_no_regrouping_after_a_skirmish() -> None:
    """The winner may not regroup, though friends stand next door: the turn just ends."""
    game = charleroi("FR-2-I1 FR-2-I2", "PR-1-C/1", [6] + [1] + [6] * 6, elsewhere="binche: FR-C1")
    reveal(game, "FR-2-I1 FR-2-I2", "PR-1-C")
    assert game.where("PR-1-C") == "lost"
    assert game.turn > 5


def test_6_6_no_reinforcements_in_a_skirmish() -> None:
    """Friends in the next town do not come to help; after one round it is decided."""
    game = charleroi("FR-2-I1 FR-2-I2", "PR-1-C", [6] * 9, elsewhere="ligny: PR-1-I1 PR-1-I2")
    reveal(game, "FR-2-I1 FR-2-I2", "PR-1-C")
    assert game.stage == "retreat"
    assert game.to_act == ("allied",)
    assert game.where("PR-1-I1") == "ligny"


def test_6_6_winners_may_reinforce_a_battle() -> None:
    """The French who won at Charleroi may reinforce the battle at Quatre Bras."""
    game = attack(
        "laneffe: FR-2-I1 FR-2-I2; charleroi: PR-1-C;"
        "nivelles: FR-1-I1 FR-1-I2 FR-1-A; quatre-bras: PR-2-I1 PR-2-I2 PR-2-A",
        "FR-2-I1 charleroi, FR-2-I2 charleroi,"
        "FR-1-I1 quatre-bras, FR-1-I2 quatre-bras, FR-1-A quatre-bras",
        [6] * 9,
    )
    reveal(game, "FR-2-I1 FR-2-I2", "PR-1-C")
    game.play("allied", "retreat PR-1-C ligny")
    game.play("french", "draw 0")
    game.play("allied", "draw 0")
    deploy(game, "allied", "PR-2-I1 left, PR-2-I2 centre, PR-2-A right")
    deploy(game, "french", "FR-1-I1 left, FR-1-I2 centre, FR-1-A right")
    assert game.stage == "combat"
    game.play("french", "end")
    assert game.stage == "reinforce"
    game.play("french", ["reinforce FR-2-I1", "reinforce FR-2-I2"])
    assert game.area("FR-2-I1") == "reserve"
