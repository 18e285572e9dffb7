"""Views as JSON, put together from parts that were written before.

The rules share the parts of views that are the same (rules/knowledge/view.py), so each of them is
written once. What comes out is a `ViewMessage`, and `View.as_dict()`, member for member.
"""

from __future__ import annotations

from collections.abc import Iterable
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


def _write_list(parts: Iterable[_Part]) -> bytes:
    return b"[%b]" % b",".join(map(_written.__getitem__, parts))


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

    __slots__ = (
        "_blocks",
        "_blocks_json",
        "_losses",
        "_losses_json",
        "_notebook",
        "_notebook_json",
        "_units",
        "_units_json",
    )

    def __init__(self) -> None:
        self._units: object = None
        self._units_json = b""
        self._blocks: object = None
        self._blocks_json = b""
        self._losses: object = None
        self._losses_json = b""
        self._notebook: object = None
        self._notebook_json = b""

    def write(self, view: View) -> bytes:
        """A view as JSON."""
        if view.units is not self._units:
            self._units = view.units
            self._units_json = _write_list(view.units)
        if view.blocks is not self._blocks:
            self._blocks = view.blocks
            self._blocks_json = _write_list(view.blocks)
        if view.losses is not self._losses:
            self._losses = view.losses
            self._losses_json = encode(view.losses)
        if view.notebook is not self._notebook:
            self._notebook = view.notebook
            self._notebook_json = _write_list(view.notebook)
        plain: Any = view  # whose texts are those that the message allows
        return encode(
            ViewMessage(
                seat=plain.seat,
                players=view.players,
                visibility=plain.visibility,
                turn=view.turn,
                date=view.date,
                side=plain.side,
                night=view.is_night,
                stage=view.stage,
                town=view.town,
                to_act=plain.to_act,
                can_undo=view.can_undo,
                may_talk=view.may_talk,
                units=written(self._units_json),
                blocks=written(self._blocks_json),
                losses=written(self._losses_json),
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
                notebook=written(self._notebook_json),
                result=plain.result,
                truth=[_plain(unit) for unit in view.truth],
                aim=None if view.aim is None else _plain(view.aim),
            )
        )
