"""In a worker that thinks: letters in, answers out (web/site/thinker.js)."""

from __future__ import annotations

from napoleon.ai.worker.letters import Reply, format_reply, parse_letter
from napoleon.ai.worker.worker import Worker

_worker = Worker()


def think(line: str) -> str:
    """The answer to a letter."""
    try:
        reply = _worker.answer(parse_letter(line))
    except Exception as error:
        reply = Reply(problem=f"{type(error).__name__}: {error}"[:500])
    return format_reply(reply)
