"""Views as JSON, put together from parts that were written before.

The rules share the parts of views that are the same (rules/knowledge/view.py), so each of them is
written once. What comes out is a `ViewMessage`, and `View.as_dict()`, member for member.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import is_not
from typing import Any, Protocol

from napoleon.rules import View
from napoleon.server.table.messages import encode, written
from napoleon.server.table.view_message import ViewMessage

MOST_KEPT = 100_000  # parts


class _Part(Protocol):
    def as_dict(self) -> dict[str, object]: ...


class _Written(dict[_Part, bytes]):
    """Parts of views as JSON; each is written once."""

    def __missing__(self, part: _Part) -> bytes:
        if len(self) >= MOST_KEPT:
            self.clear()
        data = self[part] = encode(part.as_dict())
        return data


_written = _Written()


class _ListWriter:
    """Writes a list of parts, as it changes: only those that were not in their place before are
    looked for."""

    __slots__ = ("_parts", "_pieces", "json")

    def __init__(self) -> None:
        self._parts: Sequence[_Part] = ()
        self._pieces: list[bytes] = []
        self.json: Any = written(b"[]")

    def write(self, parts: Sequence[_Part]) -> Any:
        """The list as JSON, to be put into a message."""
        if parts is self._parts:
            return self.json
        if len(parts) == len(self._parts):
            for place in compress(range(len(parts)), map(is_not, parts, self._parts)):
                self._pieces[place] = _written[parts[place]]
        else:
            self._pieces = [_written[part] for part in parts]
        self._parts = parts
        self.json = written(b"[%b]" % b",".join(self._pieces))
        return self.json


def _plain(part: _Part) -> Any:
    """A part of a view as plain data, which is encoded like the type that it stands for."""
    return part.as_dict()


def view_message(view: View) -> ViewMessage:
    """A view as a message, for once."""
    message: ViewMessage = written(ViewWriter().write(view))
    return message


class ViewWriter:
    """Writes the views of one seat, one after the other; lists that are still the same stay
    written."""

    __slots__ = ("_blocks", "_losses", "_losses_json", "_notebook", "_units")

    def __init__(self) -> None:
        self._units = _ListWriter()
        self._blocks = _ListWriter()
        self._notebook = _ListWriter()
        self._losses: object = None
        self._losses_json: Any = None

    def write(self, view: View) -> bytes:
        """A view as JSON."""
        if view.losses is not self._losses:
            self._losses = view.losses
            self._losses_json = written(encode(view.losses))
        plain: Any = view  # whose texts are those that the message allows
        return encode(
            ViewMessage(
                seat=plain.seat,
                players=view.players,
                visibility=plain.visibility,
                turn=view.turn,
                date=view.date,
                side=plain.side,
                night=view.night,
                stage=view.stage,
                town=view.town,
                to_act=plain.to_act,
                can_undo=view.can_undo,
                may_talk=view.may_talk,
                units=self._units.write(view.units),
                blocks=self._blocks.write(view.blocks),
                losses=self._losses_json,
                defeated=plain.defeated,
                groups=plain.groups,
                forced_marches=plain.forced_marches,
                roads=view.roads,
                rivers=view.rivers,
                battles=[_plain(battle) for battle in view.battles],
                revealed=view.revealed,
                enemy_revealed=view.enemy_revealed,
                hand=plain.hand,
                hits=view.hits,
                owed=plain.owed,
                notebook=self._notebook.write(view.notebook),
                result=plain.result,
                truth=[_plain(unit) for unit in view.truth],
                aim=None if view.aim is None else _plain(view.aim),
            )
        )
