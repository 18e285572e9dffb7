"""In a worker that thinks: letters in, answers out (web/site/thinker.js)."""

from __future__ import annotations

from typing import Final

from napoleon.ai.talents import Effort, emperor_effort
from napoleon.ai.worker.letters import Reply, format_reply, parse_letter
from napoleon.ai.worker.worker import Worker
from napoleon.site.home.boards import packed_boards

SECONDS: Final = 1.0  # for a marshal's plan; what comes before and after the search is not in it
EMPEROR_SECONDS: Final = 1.0  # for an emperor's; he ends after the trial that he is in
EMPEROR_WIDTH: Final = 6  # schemes in a round


def efforts() -> dict[str, Effort]:
    """How much is thought where Python is slower than elsewhere, and somebody looks on: of twenty
    plans nineteen are ready within 1.5 s (bench/README.md)."""
    emperor = emperor_effort()
    emperor.width = EMPEROR_WIDTH
    emperor.seconds = EMPEROR_SECONDS
    return {"marshal": Effort(seconds=SECONDS), "emperor": emperor}


packed_boards()  # letters name the board that they are written on
_worker = Worker(efforts=efforts())


def think(line: str) -> str:
    """The answer to a letter."""
    try:
        reply = _worker.answer(parse_letter(line))
    except Exception as error:
        reply = Reply(problem=f"{type(error).__name__}: {error}"[:500])
    return format_reply(reply)
