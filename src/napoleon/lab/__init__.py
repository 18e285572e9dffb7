"""Many games at once: the arena, the laboratory, fuzzing, and players of one's own.

What is needed to write a player is here, and promised (docs/versioning.md): a `Player` is asked a
`Question`, which holds a `Sketch`. All else of the laboratory is run by commands.
"""

from napoleon.lab.question import Player, Question
from napoleon.rules.knowledge.sketch import Sketch

__all__ = ["Player", "Question", "Sketch"]
