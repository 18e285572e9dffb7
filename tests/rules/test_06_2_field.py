"""Setting up a battlefield: terrain draw, deployment, corps integrity, visibility (6.2)."""

import pytest
from tests.rules.playing import deploy, rule_against

from napoleon.rules import Game, NotYourTurn, ScriptedDice

FRENCH = "FR-2-I1 FR-2-I2 FR-2-A"
PRUSSIANS = "PR-1-I1 PR-1-I2 PR-1-C PR-1-A"

Seen = list[tuple[str | None, str, str, int]]


def _attack(*dice: int, attackers: str = FRENCH, defenders: str = PRUSSIANS) -> Game:
    """The French of Charleroi have attacked Ligny: the first draw of terrain is at hand."""
    game = Game.from_position(
        f"turn 1; charleroi: {attackers}; ligny: {defenders}",
        dice=ScriptedDice([*dice, *[6] * 12]),
    )
    game.play("french", [f"march {unit} ligny" for unit in attackers.split()])
    game.play("french", ["end", "end"])
    return game


def _defender_deploys(*, attackers: str = FRENCH, defenders: str = PRUSSIANS) -> Game:
    """The same, with no terrain drawn: the Allies are about to deploy."""
    game = _attack(attackers=attackers, defenders=defenders)
    game.play("french", "draw 0")
    game.play("allied", "draw 0")
    return game


def _french_deploy(attackers: str) -> Game:
    """The Allies have deployed in the open without terrain: the French are about to deploy."""
    game = _defender_deploys(attackers=attackers)
    deploy(game, "allied", "PR-1-I1 left, PR-1-I2 centre, PR-1-C right, PR-1-A reserve")
    return game


def _legal(game: Game, seat: str) -> list[str]:
    """The texts of the legal actions, sorted."""
    return sorted(str(action) for action in game.legal(seat))


def _battle(statements: str, *dice: int, option: str = "open") -> Game:
    """A battle at Charleroi in progress, with one unit of each side in its own centre."""
    return Game.from_position(
        f"turn 5; visibility {option}; battle charleroi;"
        f"french centre: FR-4-I; allied centre: PR-2-I1; {statements}",
        dice=ScriptedDice([*dice, *[6] * 12]),
    )


def _seen(game: Game, seat: str = "french") -> Seen:
    """What the seat sees of the enemy: unit or None, area, army, count."""
    return [(e.unit, e.area, e.army, e.count) for e in game.view(seat).battles[0].enemy]


# 6.2.1, the draw


def test_6_2_1_the_attacker_may_draw_one_block() -> None:
    """The attacker draws first, one block or none."""
    game = _attack()
    assert game.stage == "draw"
    assert game.to_act == ("french",)
    assert _legal(game, "french") == ["draw 0", "draw 1"]
    assert rule_against(game, "french", "draw 2") == "6.2.1"


def test_6_2_1_the_defender_may_draw_two_blocks() -> None:
    """After the attacker the defender draws none, one or two."""
    game = _attack()
    game.play("french", "draw 0")
    assert game.stage == "draw"
    assert game.to_act == ("allied",)
    assert _legal(game, "allied") == ["draw 0", "draw 1", "draw 2"]
    assert rule_against(game, "allied", "draw 3") == "6.2.1"


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (1, "woods"),
        (3, "woods"),
        (4, "farm"),
        (6, "farm"),
        (7, "stream"),
        (9, "stream"),
        (10, "hill"),
        (12, "hill"),
    ],
)
def test_6_2_1_three_blocks_of_each_kind(number: int, kind: str) -> None:
    """R: the cup holds three blocks of each kind; the block goes on one of the own areas."""
    game = _attack(number)
    game.play("french", "draw 1")
    assert game.stage == "terrain"
    assert game.to_act == ("french",)
    assert _legal(game, "french") == [
        f"terrain {kind} centre",
        f"terrain {kind} left",
        f"terrain {kind} right",
    ]


def test_6_2_1_terrain_lies_on_an_own_fighting_area_only() -> None:
    """A block is laid on one of the drawer's three areas: not his reserve, nor the enemy's."""
    game = _attack(4)
    game.play("french", "draw 1")
    assert rule_against(game, "french", "terrain farm left") is None
    assert rule_against(game, "french", "terrain farm reserve") == "6.2.1"
    assert rule_against(game, "french", "terrain farm enemy-left") == "6.2.1"


def test_6_2_1_drawn_blocks_are_out_of_the_cup() -> None:
    """Each draw is from what is left: after one of the woods, number 3 is the first farm."""
    game = _attack(1, 3, 5)
    game.play("french", ["draw 1", "terrain woods left"])
    game.play("allied", "draw 2")
    kinds = {text.split()[1] for text in _legal(game, "allied")}
    assert kinds == {"farm", "stream"}


def test_6_2_1_the_defender_sees_both_blocks_before_laying_one() -> None:
    """R: with two blocks drawn the defender may lay either first, anywhere on his side."""
    game = _attack(4, 9)
    game.play("french", "draw 0")
    game.play("allied", "draw 2")
    assert game.stage == "terrain"
    assert len(_legal(game, "allied")) == 6
    assert "terrain hill right" in _legal(game, "allied")
    assert "terrain farm right" in _legal(game, "allied")


def test_6_2_1_one_block_an_area() -> None:
    """R: an area that has a block takes no second one."""
    game = _attack(4, 9)
    game.play("french", "draw 0")
    game.play("allied", ["draw 2", "terrain farm left"])
    assert rule_against(game, "allied", "terrain hill left") == "6.2.1"
    assert _legal(game, "allied") == ["terrain hill centre", "terrain hill right"]


def test_6_2_1_one_stream_a_border() -> None:
    """R: where the attacker has laid a stream, the defender lays none on the facing area."""
    game = _attack(7, 7)
    game.play("french", ["draw 1", "terrain stream left"])
    game.play("allied", "draw 1")
    assert rule_against(game, "allied", "terrain stream right") == "6.2.1"
    assert _legal(game, "allied") == ["terrain stream centre", "terrain stream left"]


def test_6_2_1_a_stream_takes_up_only_its_drawers_area() -> None:
    """R: the area that faces a stream can have a block of another kind."""
    game = _attack(7, 4)
    game.play("french", ["draw 1", "terrain stream left"])
    game.play("allied", "draw 1")
    assert "terrain farm right" in _legal(game, "allied")


def test_6_2_1_woods_nobody_could_hold_are_set_aside() -> None:
    """R: an attacker who has nothing but guns cannot lay woods; the block is set aside."""
    game = _attack(1, attackers="FR-1-A FR-2-A FR-3-A")
    game.play("french", "draw 1")
    assert game.stage == "draw"
    assert game.to_act == ("allied",)


def test_6_2_1_several_blocks_are_set_aside_at_once() -> None:
    """R: each block that fits nowhere is told by itself."""
    game = _attack(1, 1, defenders="PR-1-A PR-2-A PR-3-A")
    game.play("french", "draw 0")
    game.play("allied", "draw 2")
    assert [event.kind for event in game.events].count("terrain-aside") == 2
    assert (game.stage, game.to_act) == ("deploy", ("allied",))


def test_6_2_1_no_more_woods_than_units_that_can_stand_in_them() -> None:
    """R: with one unit besides guns the second woods have no legal area."""
    game = _attack(1, 1, defenders="PR-1-I1 PR-1-A PR-2-A")
    game.play("french", "draw 0")
    game.play("allied", ["draw 2", "terrain woods left"])
    assert game.stage == "deploy"
    assert game.to_act == ("allied",)


def test_6_2_1_as_many_woods_as_units_that_can_stand_in_them() -> None:
    """R: with two units besides guns the second woods may still be laid."""
    game = _attack(1, 1, defenders="PR-1-I1 PR-1-I2 PR-1-A")
    game.play("french", "draw 0")
    game.play("allied", ["draw 2", "terrain woods left"])
    assert "terrain woods centre" in _legal(game, "allied")


def test_6_2_1_blocks_on_another_field_are_not_in_the_draw() -> None:
    """R: woods laid on the first field are missing from the cup of the second."""
    game = Game.from_position(
        "turn 1; laneffe: FR-2-I1 FR-2-I2 FR-2-A; maubeuge: FR-1-I1 FR-1-I2 FR-1-A;"
        "charleroi: PR-1-I1 PR-1-I2 PR-1-C; mons: AD-1-I2 AD-1-I3 AD-1-C",
        dice=ScriptedDice([1, 3]),
    )
    game.play("french", [f"march {unit} charleroi" for unit in ("FR-2-I1", "FR-2-I2", "FR-2-A")])
    game.play("french", [f"march {unit} mons" for unit in ("FR-1-I1", "FR-1-I2", "FR-1-A")])
    game.play("french", ["end", "end", "battle mons", "draw 1", "terrain woods left"])
    game.play("allied", "draw 0")
    deploy(game, "allied", "AD-1-I2 left, AD-1-I3 centre, AD-1-C right")
    deploy(game, "french", "FR-1-I1 left, FR-1-I2 centre, FR-1-A right")
    game.play("french", "draw 1")
    assert game.town == "charleroi"
    assert "terrain farm left" in _legal(game, "french")
    assert "terrain woods left" not in _legal(game, "french")


# 6.2.1, terrain and deployment


@pytest.mark.parametrize("gun", ["PR-1-A", "PR-1-HA"])
def test_6_2_1_artillery_cannot_deploy_in_woods(gun: str) -> None:
    """No artillery, on foot or on horse, may be put in woods."""
    game = _attack(1, defenders="PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA")
    game.play("french", "draw 0")
    game.play("allied", ["draw 1", "terrain woods left"])
    assert rule_against(game, "allied", f"deploy {gun} left") == "6.2.1"
    assert rule_against(game, "allied", f"deploy {gun} centre") is None
    assert rule_against(game, "allied", "deploy PR-1-C left") is None


def test_6_2_1_only_infantry_of_the_area_is_named_for_the_farm() -> None:
    """R: the owner names the farm's occupant while deploying: infantry that stands there."""
    game = _attack(4)
    game.play("french", "draw 0")
    game.play("allied", ["draw 1", "terrain farm left", "deploy PR-1-I1 left"])
    game.play("allied", ["deploy PR-1-C left", "deploy PR-1-I2 centre", "deploy PR-1-A right"])
    assert "hold PR-1-I1" in game.legal("allied")
    assert rule_against(game, "allied", "hold PR-1-C") == "6.2.1"
    assert rule_against(game, "allied", "hold PR-1-I2") == "6.2.1"


def test_6_2_1_only_artillery_is_named_for_the_hill() -> None:
    """R: the occupant of a hill is an artillery unit that stands in the area."""
    game = _attack(10)
    game.play("french", "draw 0")
    game.play("allied", ["draw 1", "terrain hill left", "deploy PR-1-A left"])
    game.play("allied", ["deploy PR-1-I1 left", "deploy PR-1-I2 centre", "deploy PR-1-C right"])
    assert "hold PR-1-A" in game.legal("allied")
    assert rule_against(game, "allied", "hold PR-1-I1") == "6.2.1"


def test_6_2_1_the_named_occupant_fights_from_the_farm() -> None:
    """R: the unit named at deployment has the farm's bonus when the fighting begins."""
    game = _attack(4, 3, 6, 6, 6)
    game.play("french", "draw 0")
    game.play("allied", ["draw 1", "terrain farm left", "deploy PR-1-I1 left", "hold PR-1-I1"])
    deploy(game, "allied", "PR-1-I2 centre, PR-1-C right, PR-1-A reserve")
    deploy(game, "french", "FR-2-I2 left, FR-2-A centre, FR-2-I1 right")
    game.play("french", ["move FR-2-I1 enemy-left", "end"])
    game.play("allied", "fire PR-1-I1")
    assert game.strength("FR-2-I1") == 3


# 6.2.2, deployment


def test_6_2_2_the_defender_deploys_first() -> None:
    """The defender deploys, then the attacker, then the attacker's first battle turn begins."""
    game = _defender_deploys()
    assert (game.stage, game.to_act) == ("deploy", ("allied",))
    deploy(game, "allied", "PR-1-I1 left, PR-1-I2 centre, PR-1-C right, PR-1-A reserve")
    assert (game.stage, game.to_act) == ("deploy", ("french",))
    deploy(game, "french", "FR-2-I1 left, FR-2-A centre, FR-2-I2 right")
    assert (game.stage, game.to_act) == ("combat", ("french",))
    assert game.area("FR-2-A") == "centre"
    assert game.area("PR-1-A") == "reserve"


def test_6_2_2_the_defenders_deployment_is_final_when_the_attacker_deploys() -> None:
    """Once the attacker deploys the defender cannot change his deployment."""
    game = _french_deploy(FRENCH)
    game.play("french", "deploy FR-2-I1 left")
    with pytest.raises(NotYourTurn):
        game.play("allied", "deploy PR-1-A left")
    assert game.area("PR-1-A") == "reserve"


def test_6_2_2_the_defender_needs_a_unit_in_each_area() -> None:
    """As many units as there are empty areas must be kept for them, and `end` waits for that."""
    game = _defender_deploys(defenders=f"{PRUSSIANS} PR-1-HA")
    game.play("allied", ["deploy PR-1-I1 left", "deploy PR-1-I2 left", "deploy PR-1-C centre"])
    assert rule_against(game, "allied", "end") == "6.2.2"
    game.play("allied", "deploy PR-1-A reserve")
    assert game.area("PR-1-HA") == "right"
    assert rule_against(game, "allied", "end") is None


def test_6_2_2_the_attacker_needs_a_unit_in_each_area() -> None:
    """The attacker deploys in the same way as the defender."""
    game = _french_deploy(f"{FRENCH} FR-C1")
    game.play("french", ["deploy FR-2-I1 left", "deploy FR-2-I2 left"])
    assert rule_against(game, "french", "deploy FR-2-A left") == "6.2.2"
    assert rule_against(game, "french", "end") == "6.2.2"
    game.play("french", "deploy FR-2-A centre")
    assert game.area("FR-C1") == "right"
    assert rule_against(game, "french", "end") is None


def test_6_2_2_any_number_may_stand_in_reserve() -> None:
    """One unit in each area is enough; all others may be kept in reserve."""
    game = _defender_deploys(defenders=f"{PRUSSIANS} PR-2-I1 PR-3-I1 PR-B")
    game.play("allied", ["deploy PR-1-I1 left", "deploy PR-1-I2 centre", "deploy PR-1-C right"])
    game.play("allied", [f"deploy {u} reserve" for u in ("PR-1-A", "PR-2-I1", "PR-3-I1", "PR-B")])
    assert "end" in game.legal("allied")


def test_6_2_2_nobody_deploys_in_the_enemys_areas() -> None:
    """Units are deployed on the own side of the field."""
    game = _defender_deploys()
    assert rule_against(game, "allied", "deploy PR-1-I1 enemy-left") == "6.2.2"


def test_6_2_2_later_an_area_may_stand_empty() -> None:
    """R: one unit an area is asked at deployment only; the last may leave in the fighting."""
    game = _battle("french left: FR-2-I1; allied right: PR-1-I1")
    game.play("french", "move FR-2-I1 reserve")
    assert game.area("FR-2-I1") == "reserve"
    assert game.stage == "combat"


# 6.2.3, corps integrity


def test_6_2_3_one_corps_an_area() -> None:
    """Units of two corps are not deployed in one area without a leader."""
    game = _defender_deploys(defenders="PR-1-I1 PR-1-I2 PR-2-I1 PR-2-I2")
    game.play("allied", "deploy PR-1-I1 left")
    assert rule_against(game, "allied", "deploy PR-2-I1 left") == "6.2.3"
    assert rule_against(game, "allied", "deploy PR-1-I2 left") is None
    assert rule_against(game, "allied", "deploy PR-2-I1 centre") is None


def test_6_2_3_the_reserve_is_free_of_corps() -> None:
    """In reserve any corps stand together."""
    game = _defender_deploys(defenders=f"{PRUSSIANS} PR-2-I1 PR-3-I1")
    game.play("allied", ["deploy PR-1-I1 reserve", "deploy PR-2-I1 reserve"])
    assert rule_against(game, "allied", "deploy PR-3-I1 reserve") is None


def test_6_2_3_two_corps_where_their_leader_stands() -> None:
    """With the leader two corps may share an area; he is of no corps himself (R); three may not."""
    game = _defender_deploys(defenders="PR-B PR-1-I1 PR-2-I1 PR-3-I1 PR-3-I2 PR-3-C")
    game.play("allied", ["deploy PR-B left", "deploy PR-1-I1 left"])
    assert rule_against(game, "allied", "deploy PR-2-I1 left") is None
    game.play("allied", "deploy PR-2-I1 left")
    assert rule_against(game, "allied", "deploy PR-3-I1 left") == "6.2.3"


def test_6_2_3_corps_of_the_two_allied_armies_differ() -> None:
    """R: the Prussian I Corps and the Anglo-Dutch I Corps are two corps."""
    game = _defender_deploys(defenders="PR-1-I1 PR-1-I2 AD-1-I1 AD-1-I2")
    game.play("allied", "deploy PR-1-I1 left")
    assert rule_against(game, "allied", "deploy AD-1-I1 left") == "6.2.3"


def test_6_2_3_a_leader_serves_only_his_own_army() -> None:
    """R: Blücher does not bring two Anglo-Dutch corps together; Wellington does."""
    defenders = "PR-B AD-W AD-1-I1 AD-1-I2 AD-2-I1 AD-2-I2"
    game = _defender_deploys(defenders=defenders)
    game.play("allied", ["deploy PR-B left", "deploy AD-1-I1 left"])
    assert rule_against(game, "allied", "deploy AD-2-I1 left") == "6.2.3"

    game = _defender_deploys(defenders=defenders)
    game.play("allied", ["deploy AD-W left", "deploy AD-1-I1 left"])
    assert rule_against(game, "allied", "deploy AD-2-I1 left") is None


def test_6_2_3_horse_artillery_has_the_corps_of_its_card() -> None:
    """The French first horse battery is of the first cavalry corps, not of the second."""
    game = _french_deploy("FR-C1 FR-C2 FR-H1 FR-2-I1")
    game.play("french", "deploy FR-H1 left")
    assert rule_against(game, "french", "deploy FR-C1 left") is None
    assert rule_against(game, "french", "deploy FR-C2 left") == "6.2.3"


def test_6_2_3_corps_mix_freely_once_the_fighting_has_begun() -> None:
    """In combat a unit joins any other corps."""
    game = _battle("french left: FR-2-I1; french reserve: FR-1-I1; allied right: PR-1-I1")
    game.play("french", "move FR-1-I1 left")
    assert game.area("FR-1-I1") == "left"


# 6.2.4, visibility


def test_6_2_4_while_deploying_the_attacker_sees_counts_only() -> None:
    """R: until both have deployed the attacker sees how many blocks of which army are where."""
    game = _french_deploy(FRENCH)
    seen = _seen(game)
    assert sorted((area, army, count) for _, area, army, count in seen) == [
        ("enemy-centre", "prussian", 1),
        ("enemy-left", "prussian", 1),
        ("enemy-reserve", "prussian", 1),
        ("enemy-right", "prussian", 1),
    ]
    assert {unit for unit, _, _, _ in seen} == {None}


def test_6_2_4_when_both_have_deployed_all_show_but_the_reserve() -> None:
    """Before the first battle turn the units are revealed, save those in reserve."""
    game = _french_deploy(FRENCH)
    deploy(game, "french", "FR-2-I1 left, FR-2-A centre, FR-2-I2 right")
    seen = _seen(game)
    assert len(seen) == 4
    assert ("PR-1-I1", "enemy-left", "prussian", 1) in seen
    assert ("PR-1-I2", "enemy-centre", "prussian", 1) in seen
    assert ("PR-1-C", "enemy-right", "prussian", 1) in seen
    assert (None, "enemy-reserve", "prussian", 1) in seen


def test_6_2_4_hidden_units_are_counted_by_army() -> None:
    """Of a hidden block no more is seen than its army."""
    game = _battle("french left: FR-2-I1; allied reserve: PR-1-C PR-3-C AD-1-I1")
    seen = _seen(game)
    assert (None, "enemy-reserve", "prussian", 2) in seen
    assert (None, "enemy-reserve", "anglo-dutch", 1) in seen
    assert ("PR-2-I1", "enemy-centre", "prussian", 1) in seen
    assert len(seen) == 3


def test_6_2_4_units_in_woods_are_hidden() -> None:
    """Woods hide units that are not fighting."""
    game = _battle("terrain allied left woods; allied left: PR-1-I1 PR-1-I2; french left: FR-2-I1")
    assert (None, "enemy-left", "prussian", 2) in _seen(game)


def test_6_2_1_woods_do_not_hide_units_that_fight() -> None:
    """Units engaged in woods are seen."""
    game = _battle(
        "terrain allied left woods; allied left: PR-1-I1; french enemy-left: FR-2-I1",
    )
    assert ("PR-1-I1", "enemy-left", "prussian", 1) in _seen(game)


def test_6_2_4_an_enemy_in_my_area_is_seen_there() -> None:
    """An engaged enemy in one of the viewer's own areas is seen with the viewer's name for it."""
    game = _battle("french left: FR-2-I1; allied enemy-left: PR-1-C")
    assert ("PR-1-C", "left", "prussian", 1) in _seen(game)


def test_6_2_4_going_into_reserve_hides_again() -> None:
    """A unit that was seen is hidden once it is in reserve."""
    game = _battle("side allied; french left: FR-2-I1; allied left: PR-1-C")
    assert ("PR-1-C", "enemy-left", "prussian", 1) in _seen(game)
    game.play("allied", "move PR-1-C reserve")
    assert (None, "enemy-reserve", "prussian", 1) in _seen(game)


def test_6_2_4_going_into_woods_hides_again() -> None:
    """A unit that falls back from the fighting into its own woods is hidden."""
    game = _battle(
        "side allied; terrain allied right woods; french left: FR-2-I1;allied enemy-left: PR-1-I1"
    )
    game.play("allied", "move PR-1-I1 right")
    assert (None, "enemy-right", "prussian", 1) in _seen(game)


def test_6_2_4_leaving_the_reserve_for_the_open_reveals() -> None:
    """R: a unit that comes from reserve into an open area is seen."""
    game = _battle("side allied; french left: FR-2-I1; allied reserve: PR-1-I1")
    assert (None, "enemy-reserve", "prussian", 1) in _seen(game)
    game.play("allied", "move PR-1-I1 left")
    assert ("PR-1-I1", "enemy-left", "prussian", 1) in _seen(game)


def test_6_2_4_option_unengaged_units_stay_hidden() -> None:
    """Option: units in the open are not seen before they fire or fight."""
    game = _battle("french left: FR-2-I1; allied right: PR-1-I1", option="hidden")
    seen = _seen(game)
    assert (None, "enemy-right", "prussian", 1) in seen
    assert (None, "enemy-centre", "prussian", 1) in seen


def test_6_2_4_option_firing_reveals() -> None:
    """Option: a gun that fires at long range shows itself."""
    game = _battle(
        "side allied; french left: FR-2-I1; allied right: PR-1-A PR-1-I1", option="hidden"
    )
    assert (None, "enemy-right", "prussian", 2) in _seen(game)
    game.play("allied", "bombard PR-1-A")
    seen = _seen(game)
    assert ("PR-1-A", "enemy-right", "prussian", 1) in seen
    assert (None, "enemy-right", "prussian", 1) in seen


def test_6_2_4_option_engaging_reveals_both_sides() -> None:
    """Option: as soon as units are engaged both sides see each other's."""
    game = _battle("french left: FR-2-I1; allied right: PR-1-I1", option="hidden")
    game.play("french", "move FR-2-I1 enemy-right")
    assert ("PR-1-I1", "enemy-right", "prussian", 1) in _seen(game)
    assert ("FR-2-I1", "right", "french", 1) in _seen(game, "allied")
