"""Every diagram is a position that can be played, and shows what the text claims."""

import pytest

from napoleon.manual import Diagram, available, manual
from napoleon.rules import Game, ScriptedDice, Seat
from napoleon.rules.board.towns import TOWN_IDS

DIAGRAMS = {
    f"{lang}-{section.anchor}-{number}": block
    for lang in available()
    for section in manual(lang).sections.values()
    for number, block in enumerate(section.blocks)
    if isinstance(block, Diagram)
}


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_diagram_is_a_legal_position(name: str) -> None:
    """It can be set up, its towns are on the map, and who is to try it has something to choose."""
    diagram = DIAGRAMS[name]
    game = Game.from_position(diagram.position)
    assert set(diagram.focus) <= set(TOWN_IDS)
    assert not diagram.view or Seat(diagram.view) in game.seats
    if diagram.attempt:
        assert Seat(diagram.attempt) in game.to_act
        assert len(game.legal(diagram.attempt)) > 1


@pytest.mark.parametrize("name", [n for n, d in DIAGRAMS.items() if d.can or d.cannot])
def test_a_diagram_shows_what_it_claims(name: str) -> None:
    """What it says can be done is legal, and what cannot is refused, with a section."""
    diagram = DIAGRAMS[name]
    game = Game.from_position(diagram.position, dice=ScriptedDice(diagram.dice))
    for action in diagram.after:
        game.play(diagram.attempt, action)
    for action in diagram.can:
        assert game.why_not(diagram.attempt, action) is None, action
    for action in diagram.cannot:
        refusal = game.why_not(diagram.attempt, action)
        assert refusal is not None and refusal.rule, action


@pytest.mark.parametrize("chapter", ["5", "6", "7"])
def test_what_is_played_most_has_most_to_try(chapter: str) -> None:
    """Movement, battles and retreats have several diagrams each."""
    ours = [name for name in DIAGRAMS if name.startswith(f"en-{chapter}")]
    assert len(ours) >= 3
