"""Menus: how legal actions are laid out, and how choices are read."""

import pytest
from tests.text.playing import CHARLEROI, at

from napoleon.rules import Game
from napoleon.text.menu import ChoiceError, Menu, build_menu


def menu_of(game: Game, seat: str = "french") -> Menu:
    return build_menu(game.view(seat), list(game.legal(seat)))


def chosen(menu: Menu, text: str) -> list[str]:
    choice = menu.choose(text)
    assert choice.menu is None
    return [str(action) for action in choice.actions]


def narrowed(menu: Menu, text: str) -> Menu:
    choice = menu.choose(text)
    assert choice.menu is not None
    return choice.menu


@pytest.fixture
def marches() -> Menu:
    return menu_of(Game.new())


@pytest.fixture
def combat() -> Menu:
    return menu_of(at(CHARLEROI))


def test_every_legal_action_is_in_the_menu_once() -> None:
    for scenario, seat in (("historical", "french"), ("free", "allied")):
        game = Game.new(scenario)
        actions = [action for entry in menu_of(game, seat).entries for action in entry.actions]
        assert len(actions) == len(game.legal(seat))
        assert {str(action) for action in actions} == {str(one) for one in game.legal(seat)}


def test_marches_are_grouped_by_unit_under_their_town(marches: Menu) -> None:
    assert len(marches.entries) == 25
    assert marches.entries[0].heading.startswith("Solre-sur-Sambre  -> Beaumont, Binche")
    assert marches.entries[-1].label == "End your marches"


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("25", ["end"]),
        ("end", ["end"]),
        ("END", ["end"]),
        ("4 binche", ["march FR-2-I1 binche"]),
        ("4 bin", ["march FR-2-I1 binche"]),
        ("4 to binche", ["march FR-2-I1 binche"]),
        ("fr-2-i1 Binche", ["march FR-2-I1 binche"]),
        ("march fr-2-i1 binche", ["march FR-2-I1 binche"]),
        ("4 5 binche", ["march FR-2-I1 binche", "march FR-2-I2 binche"]),
        ("4,5 binche", ["march FR-2-I1 binche", "march FR-2-I2 binche"]),
        ("4-5 binche", ["march FR-2-I1 binche", "march FR-2-I2 binche"]),
        ("4 binche, 5 mons", ["march FR-2-I1 binche", "march FR-2-I2 mons"]),
        ("4 binche, end", ["march FR-2-I1 binche", "end"]),
        ("4 Bergen", ["march FR-2-I1 mons"]),
        ("", []),
    ],
)
def test_choices_are_read(marches: Menu, text: str, actions: list[str]) -> None:
    assert chosen(marches, text) == actions


def test_a_town_stands_for_the_units_in_it(marches: Menu) -> None:
    assert len(chosen(marches, "solre binche")) == 6
    assert len(narrowed(marches, "solre").entries) == 4


def test_several_units_get_one_menu_of_where_to_go(marches: Menu) -> None:
    menu = narrowed(marches, "6,7")
    labels = [entry.label for entry in menu.entries]
    assert labels[:4] == ["Beaumont", "Binche", "Maubeuge", "Mons"]
    assert menu.entries[1].note.endswith("only FR-2-A")
    assert "attack A1" in menu.entries[3].note
    assert chosen(menu, "3") == ["march FR-2-A maubeuge", "march FR-N maubeuge"]
    assert chosen(menu, "mons") == ["march FR-2-A mons"]
    assert chosen(menu, "march FR-N thuin") == ["march FR-N thuin"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("26", "there is no 26 here: choose from 1 to 25"),
        ("0", "there is no 0 here"),
        ("5-3", "there is no 5-3 here"),
        ("4 charleroi", "FR-2-I1 cannot do 'charleroi'; ask: why march FR-2-I1 charleroi"),
        ("4 m", "'m' may be march beaumont, march binche"),
        ("24-25", "cannot be chosen together with units"),
        ("PR-B", "PR-B has nothing to choose here"),
        ("4 binche, 5", "say what FR-2-I2 is to do, as in: FR-2-I2 beaumont"),
        ("5, end", "say what FR-2-I2 is to do"),
        ("jump", "neither a number of the list nor an action"),
        ("march FR-2-I1", "expected 'march UNIT TOWN'"),
    ],
)
def test_what_is_no_choice_is_explained(marches: Menu, text: str, message: str) -> None:
    with pytest.raises(ChoiceError) as caught:
        marches.choose(text)
    assert message in str(caught.value)


def test_combat_goes_by_area(combat: Menu) -> None:
    headings = list(dict.fromkeys(entry.heading.split("  ")[0] for entry in combat.entries))
    assert headings == ["LEFT", "CENTRE", "RIGHT", "ENEMY-CENTRE", "RESERVE", "Or"]
    menu = narrowed(combat, "FR-3-I1")
    assert [entry.label for entry in menu.entries][:2] == ["Move to the centre", "Fire"]
    assert chosen(menu, "fire") == ["fire FR-3-I1"]
    assert chosen(combat, "FR-3-I1 fire") == ["fire FR-3-I1"]
    assert chosen(combat, "fire") == ["fire FR-3-I1"]


def test_a_fight_in_view_is_noted_where_it_would_be_joined(combat: Menu) -> None:
    menu = narrowed(combat, "FR-2-I1")
    assert menu.entries[0].label == "Move to the enemy right"
    assert menu.entries[0].note == "farm, enemy PR-1-I1 4F2"


def test_one_draws_one_block() -> None:
    game = at("turn 1; laneffe: FR-1-I1 FR-1-I2 FR-1-A; charleroi: PR-1-I1 PR-1-I2 PR-1-C")
    game.play("french", [f"march {unit} charleroi" for unit in ("FR-1-I1", "FR-1-I2", "FR-1-A")])
    assert chosen(menu_of(game), "1") == ["end", "end"]
    game.play("french", ["end", "end"])
    assert chosen(menu_of(game), "1") == ["draw 1"]
    assert chosen(menu_of(game), "2") == ["draw 0"]


def test_marches_end_at_once_or_lead_to_forced_marches() -> None:
    """One line for each, where a forced march is possible; by night there is but the end."""
    game = at("turn 1; laneffe: FR-1-I1; liege: PR-4-I1")
    game.play("french", "march FR-1-I1 charleroi")
    assert [entry.label for entry in menu_of(game).entries][-2:] == [
        "Forced marches",
        "End your marches",
    ]
    for text, actions in (("1", ["end"]), ("forced", ["end"]), ("forced marches", ["end"])):
        assert chosen(menu_of(game), text) == actions
    for text in ("2", "end", "END"):
        assert chosen(menu_of(game), text) == ["end", "end"]
    night = at("turn 3; laneffe: FR-1-I1; liege: PR-4-I1")
    night.play("french", "march FR-1-I1 charleroi")
    assert chosen(menu_of(night), "end") == ["end"]


def test_a_long_menu_has_two_columns(marches: Menu) -> None:
    lines = marches.lines(100)
    assert len(lines) < 24
    assert max(map(len, lines)) <= 100
    narrow_lines = marches.lines(80)
    assert len(narrow_lines) == 29
    assert max(map(len, narrow_lines)) <= 80
