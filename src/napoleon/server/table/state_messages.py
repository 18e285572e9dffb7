"""What each seat is sent of a game: its view, its offers, and the events that it may know.

A seat's log counts only the events that the seat may see, and its version counts only the changes
that it can see: another's secret choices move neither. Views and offers are encoded once for each
seat and version.
"""

from __future__ import annotations

from typing import cast

from napoleon.rules import Action, Event, Game, View
from napoleon.rules.board.tables import forget_with_board, lay
from napoleon.rules.board.units import SEAT_ARMIES
from napoleon.server import texts
from napoleon.server.table.messages import StateMessage, encode, written
from napoleon.server.table.sheet import VIEWERS
from napoleon.server.table.view_json import ViewWriter
from napoleon.server.table.view_message import Seat

Steps = dict[str | None, list[int]]  # for each viewer the moves that changed the sight


SEEN_BY_ALL = ("march ", "force ")  # actions of which every viewer is told an event (3.2)
_BITS = {viewer: 1 << at for at, viewer in enumerate(VIEWERS)}


class _Quoted(dict[int, bytes]):
    """Every action as JSON text, by its code; each is made once."""

    def __missing__(self, code: int) -> bytes:
        quoted = self[code] = b'"%b"' % str(Action(code)).encode()
        return quoted


_QUOTED = _Quoted()
forget_with_board(_QUOTED.clear)


class Sight:
    """What a seat sees of one version of the game."""

    __slots__ = ("encoded", "offers", "powers", "prompts", "rule", "v", "view")

    def __init__(
        self, v: int, view: View, encoded: bytes, codes: list[int], powers: dict[str, int]
    ) -> None:
        self.v = v
        self.view = view
        self.encoded = encoded
        self.offers = b"[" + b",".join(map(_QUOTED.__getitem__, codes)) + b"]"
        self.powers = powers
        self.rule = _rule_of(view, codes)
        self.prompts: dict[str, bytes] = {}

    def is_like(self, other: Sight) -> bool:
        """Whether the same is seen in both."""
        return self.encoded == other.encoded and self.offers == other.offers

    def print(self) -> int:
        """A number that changes with what is seen, for whoever does not keep the sight."""
        return hash(self.encoded) ^ hash(self.offers) * 3

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
        is_end_first = len(codes) > 1 and _QUOTED[codes[0]] == b'"end"'
        return _RULES[codes[1] if is_end_first else codes[0]]
    return b'"%b"' % view.result["rule"].encode() if view.result is not None else b'""'


class StateMessages:
    """Makes the `state` messages of one game."""

    __slots__ = (
        "_before",
        "_cuts",
        "_events",
        "_game",
        "_is_closed",
        "_known",
        "_logs",
        "_prints",
        "_sights",
        "_steps",
        "_tails",
        "_writers",
        "v",
    )

    def __init__(
        self, game: Game, v: int, cuts: list[tuple[int, int]], steps: Steps | None = None
    ) -> None:
        """A game after `v` moves; `steps` are those that each viewer could see, all by default."""
        self._game = game
        self.v = v
        viewers: list[str | None] = [*map(str, game.seats), None]
        self._steps: Steps = {
            viewer: list(range(1, v + 1)) if steps is None else steps[viewer] for viewer in viewers
        }
        # Of what viewers see now as whom nobody looks, where it is known
        self._prints: dict[str | None, int] = {}
        # Of a change that is being made: the sights and the game from before
        self._known: dict[str | None, Sight] = {}
        self._before: Game | None = None
        self._cuts = cuts  # for each undo: the version after it, and the events left then
        self._events = game.events
        self._is_closed = False
        self._logs: dict[str | None, list[int]] = {}  # the indices of the events a seat may see
        self._sights: dict[str | None, Sight] = {}
        self._writers: dict[str | None, ViewWriter] = {}
        self._tails: dict[tuple[int, bool, str], bytes] = {}  # events of the latest change

    def version(self, seat: str | None) -> int:
        """How many changes this viewer has been able to see."""
        return len(self._steps[seat])

    def prepare(self, action: str = "") -> None:
        """Before the game changes by an action (by default anything): keep what is needed to know
        what everybody sees now. Everybody sees that a block marches, and then nobody compares."""
        self._known = {}
        self._before = None
        if action.startswith(SEEN_BY_ALL):
            return
        for viewer in self._steps:
            sight = self._sights.get(viewer)
            if sight is not None and sight.v == self.v:
                self._known[viewer] = sight
            elif viewer not in self._prints and self._before is None:
                self._before = self._game.still()

    def advance(self, v: int, kept: int, events: list[Event]) -> int:
        """The game has changed: these events come after the first `kept`. Returns who can see that,
        as bits of VIEWERS."""
        self.v = v
        self._tails.clear()
        gone = self._events[kept:]
        if gone:
            self._cuts.append((v, kept))
            del self._events[kept:]
            for log in self._logs.values():
                while log and log[-1] >= kept:
                    log.pop()
        self._events += events
        for seat, log in self._logs.items():
            armies = SEAT_ARMIES[seat]
            log += [kept + at for at, event in enumerate(events) if event.seen & armies]
        told = 0  # the armies that hear of it
        for event in (*events, *gone):
            told |= event.seen
        seen = 0
        is_hidden = False  # from a seat
        for viewer, steps in self._steps.items():  # a spectator is the last of them
            if told & SEAT_ARMIES[viewer]:
                # Who is told an event sees a change: nobody has to look closer, which most changes
                # spare us for those who are not there.
                self._prints.pop(viewer, None)
            elif viewer is None and is_hidden:
                # What a spectator sees everybody sees.
                if viewer in self._known:
                    self._known[viewer].v = v
                continue
            elif not self._has_changed(viewer):
                is_hidden = True
                continue
            steps.append(v)
            seen |= _BITS[viewer]
        self._known = {}
        self._before = None
        return seen

    def _has_changed(self, viewer: str | None) -> bool:
        """Whether somebody's sight has, who is told nothing."""
        known = self._known.get(viewer)
        before = self._prints.pop(viewer, 0)  # 0: not known, which counts as a change
        if known is None and not before and self._before is not None:
            before = self._see(self._before, viewer, self._writer(viewer)).print()
        sight = self.sight(viewer)
        if viewer not in self._logs:  # nobody looks as this one
            self._prints[viewer] = sight.print()
            del self._sights[viewer]
        return not sight.is_like(known) if known is not None else sight.print() != before

    def follow(self, v: int, kept: int, events: list[Event], seen: int | None) -> None:
        """The same for a change that was stored elsewhere, with who could see it."""
        self.advance(v, kept, events)
        for at, viewer in enumerate(VIEWERS):
            steps = self._steps.get(viewer)
            if steps is None:
                continue
            if steps and steps[-1] == v:
                steps.pop()
            if seen is None or seen >> at & 1:
                steps.append(v)

    def close(self) -> None:
        """Nothing is offered any more."""
        self._is_closed = True
        self._sights = {}
        self._prints = {}

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
            sight = self._sights[seat] = self._see(self._game, seat, self._writer(seat))
        return sight

    def _writer(self, seat: str | None) -> ViewWriter:
        writer = self._writers.get(seat)
        if writer is None:
            writer = self._writers[seat] = ViewWriter()
        return writer

    def _see(self, game: Game, seat: str | None, writer: ViewWriter) -> Sight:
        view = game.shared_view(seat)
        codes: list[int] = []
        powers: dict[str, int] = {}
        if seat is not None and seat in view.to_act and not self._is_closed:
            codes = game.legal(seat).codes
            powers = {str(shot): power for shot, power in game.firepowers(seat).items()}
        return Sight(self.v, view, writer.write(view), codes, powers)

    def first_new(self, seat: str | None, since: int, v: int) -> int:
        """From where on somebody who has `since` events of version `v` (-1: they do not know
        which) must be told again: events that were taken back since then are of no use."""
        log = self._log(seat)
        steps = self._steps[seat]
        known = -1 if not 0 <= v <= len(steps) else steps[v - 1] if v else 0
        kept = min([cut for at, cut in self._cuts if at > known], default=None)
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
        lay(self._game.board)
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
            v=len(self._steps[seat]),
            seat=cast("Seat | None", seat),
            view=written(sight.encoded),
            offers=written(sight.offers),
            powers=sight.powers,
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
