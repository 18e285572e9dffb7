"""What each seat is sent of a game: its view, its offers, and the events that it may know.

A seat's log counts only the events that the seat may see. Views and offers are encoded once for
each seat and version, and only for seats that somebody looks as.
"""

from __future__ import annotations

from typing import cast

from napoleon.rules import Action, Event, Game, View
from napoleon.rules.board.units import SEAT_ARMIES
from napoleon.rules.engine.actions import END_CODE, format_code
from napoleon.server import texts
from napoleon.server.table.messages import StateMessage, encode, written
from napoleon.server.table.view_json import ViewWriter
from napoleon.server.table.view_message import Seat


class _Quoted(dict[int, bytes]):
    """Every action as JSON text, by its code; each is made once."""

    def __missing__(self, code: int) -> bytes:
        quoted = self[code] = b'"%b"' % format_code(code).encode()
        return quoted


_QUOTED = _Quoted()


class Sight:
    """What a seat sees of one version of the game."""

    __slots__ = ("encoded", "offers", "prompts", "rule", "v", "view")

    def __init__(self, v: int, view: View, encoded: bytes, codes: list[int]) -> None:
        self.v = v
        self.view = view
        self.encoded = encoded
        self.offers = b"[" + b",".join(map(_QUOTED.__getitem__, codes)) + b"]"
        self.rule = _rule_of(view, codes)
        self.prompts: dict[str, bytes] = {}

    def prompt(self, lang: str) -> bytes:
        """The line that says what is asked of whom, as JSON."""
        prompt = self.prompts.get(lang)
        if prompt is None:
            prompt = self.prompts[lang] = encode(texts.prompt_text(self.view, lang))
        return prompt


class _Rules(dict[int, bytes]):
    """The section of the rulebook of every action as JSON text, by its code."""

    def __missing__(self, code: int) -> bytes:
        rule = self[code] = b'"%b"' % Action(code).rule.encode()
        return rule


_RULES = _Rules()


def _rule_of(view: View, codes: list[int]) -> bytes:
    """The section of the rulebook from which the decision comes, as JSON."""
    if codes:
        is_end_first = codes[0] == END_CODE and len(codes) > 1
        return _RULES[codes[1] if is_end_first else codes[0]]
    return b'"%b"' % view.result["rule"].encode() if view.result is not None else b'""'


class StateMessages:
    """Makes the `state` messages of one game."""

    __slots__ = (
        "_cuts",
        "_events",
        "_game",
        "_is_closed",
        "_logs",
        "_sights",
        "_tails",
        "_writers",
        "v",
    )

    def __init__(self, game: Game, v: int, cuts: list[tuple[int, int]]) -> None:
        self._game = game
        self.v = v
        self._cuts = cuts  # for each undo: the version after it, and the events left then
        self._events = game.events
        self._is_closed = False
        self._logs: dict[str | None, list[int]] = {}  # the indices of the events a seat may see
        self._sights: dict[str | None, Sight] = {}
        self._writers: dict[str | None, ViewWriter] = {}
        self._tails: dict[tuple[int, bool, str], bytes] = {}  # events of the latest change

    def advance(self, v: int, kept: int, events: list[Event]) -> None:
        """The game has changed: these events come after the first `kept`."""
        self.v = v
        self._tails.clear()
        if kept < len(self._events):
            self._cuts.append((v, kept))
            del self._events[kept:]
            for log in self._logs.values():
                while log and log[-1] >= kept:
                    log.pop()
        self._events += events
        for seat, log in self._logs.items():
            armies = SEAT_ARMIES[seat]
            log += [kept + at for at, event in enumerate(events) if event.seen & armies]

    def close(self) -> None:
        """Nothing is offered any more."""
        self._is_closed = True
        self._sights = {}

    def forget(self, seat: str | None) -> None:
        """Nobody looks as this seat any more."""
        self._logs.pop(seat, None)
        self._sights.pop(seat, None)
        self._writers.pop(seat, None)

    def _log(self, seat: str | None) -> list[int]:
        log = self._logs.get(seat)
        if log is None:
            armies = SEAT_ARMIES[seat]
            log = [at for at, event in enumerate(self._events) if event.seen & armies]
            self._logs[seat] = log
        return log

    def sight(self, seat: str | None) -> Sight:
        """What a seat sees now, made once for each version."""
        sight = self._sights.get(seat)
        if sight is None or sight.v != self.v:
            view = self._game.shared_view(seat)
            codes: list[int] = []
            if seat is not None and seat in view.to_act and not self._is_closed:
                codes = self._game.legal(seat).codes
            writer = self._writers.get(seat)
            if writer is None:
                writer = self._writers[seat] = ViewWriter()
            sight = self._sights[seat] = Sight(self.v, view, writer.write(view), codes)
        return sight

    def first_new(self, seat: str | None, since: int, v: int) -> int:
        """From where on somebody who has `since` events of version `v` (-1: they do not know
        which) must be told again: events that were taken back since then are of no use."""
        log = self._log(seat)
        kept = min([cut for at, cut in self._cuts if at > v], default=None)
        first = min(since, len(log))
        if kept is not None:
            while first and log[first - 1] >= kept:
                first -= 1
        return first

    def length(self, seat: str | None) -> int:
        """How many events the seat may see."""
        return len(self._log(seat))

    def count_before(self, seat: str | None, kept: int) -> int:
        """How many of the first `kept` events of the game the seat may see."""
        log = self._log(seat)
        first = len(log)
        while first and log[first - 1] >= kept:
            first -= 1
        return first

    def message(self, seat: str | None, lang: str, first: int, thinking: list[str]) -> StateMessage:
        """The `state` message with the seat's events from its own index `first` on."""
        sight = self.sight(seat)
        log = self._log(seat)
        told = b""
        if first < len(log):
            armies = SEAT_ARMIES[seat]
            told = b",".join(
                [
                    b'{"i":%d,%b' % (first + at, self._tail(index, armies, lang))
                    for at, index in enumerate(log[first:])
                ]
            )
        return StateMessage(
            v=self.v,
            seat=cast("Seat | None", seat),
            view=written(sight.encoded),
            offers=written(sight.offers),
            prompt=written(sight.prompt(lang)),
            rule=written(sight.rule),
            first=first,
            events=written(b"[%b]" % told),
            thinking=cast("list[Seat]", thinking),
        )

    def _tail(self, index: int, armies: int, lang: str) -> bytes:
        """An event as JSON for these armies, without its first brace and its place in the log."""
        event = self._events[index]
        is_named = bool(event.named & armies)
        key = (index, is_named, lang)
        tail = self._tails.get(key)
        if tail is None:
            tail = encode_event(event, armies, lang)[1:]
            if len(self._tails) < 64:
                self._tails[key] = tail
        return tail


def encode_event(event: Event, armies: int, lang: str) -> bytes:
    """An event as these armies may see it, with its sentence."""
    seen = event.as_seen(armies)
    assert seen is not None
    data = seen.as_dict()
    data["text"] = texts.tell(seen, lang)
    return encode(data)
