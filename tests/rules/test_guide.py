"""`help(Game)` is useful, compiled or not."""

import inspect
import pydoc
import re

from napoleon.rules import Game
from napoleon.rules.guide import GUIDE

# From Python 3.13 on pydoc spreads a long signature over lines, each behind a bar.
BARS = re.compile(r"^ \|", re.M)
LINES = dict(re.findall(r"^  (\w+) +(\S.*)$", GUIDE, re.M))


def test_help_tells_what_a_game_can_do() -> None:
    """Every public member has its line, and nothing else has one."""
    shown = pydoc.plain(pydoc.render_doc(Game))
    members = {name for name in dir(Game) if not name.startswith("_")}
    assert set(LINES) == members
    for name, line in LINES.items():
        assert f"{name} " in shown
        assert line in shown
    signatures = " ".join(BARS.sub("", shown).split())
    assert re.search(r"\bplay\( ?self[^()]*army[^()]*action[^()]*partial[^()]*False", signatures)
    assert re.search(r"\bnew\( ?scenario[^()]*'historical'", signatures)


def test_the_guide_says_what_the_docstrings_say() -> None:
    """Where there are docstrings: the compiled build has none."""
    for name, line in LINES.items():
        member = inspect.getattr_static(Game, name)
        words = (member.fget if isinstance(member, property) else getattr(Game, name)).__doc__
        if words and not inspect.ismemberdescriptor(member):
            assert " ".join(words.split()).startswith(line), name


def test_the_example_of_the_guide_runs() -> None:
    """Its first lines, for a few moves."""
    game = Game.new()
    for _ in range(5):
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0])
    assert len(game.moves) == 5
