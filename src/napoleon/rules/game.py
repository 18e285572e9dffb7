"""The one door: `Game`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import (
    ALLIED_BITS,
    ANGLO_DUTCH_BIT,
    ARMY_NAMES,
    ARMY_UNITS,
    FRENCH_BIT,
    PRUSSIAN_BIT,
    SIDE_NAMES,
    SPECTATOR_BIT,
    UNIT_SIDE,
    UNITS_OF_ARMIES,
    Seat,
    count,
)
from napoleon.rules.engine.actions import (
    AREA_NAMES,
    FALLBACK,
    LOSE,
    PLACE,
    REMOVE,
    VERBS,
    Action,
    LegalActions,
    is_well_formed,
    parse_code,
    parse_unit,
)
from napoleon.rules.engine.dice import Dice, ScriptedDice, SeededDice
from napoleon.rules.engine.events import Event
from napoleon.rules.engine.fight import TO_NAME
from napoleon.rules.engine.flow import seats_of, settle, waits
from napoleon.rules.engine.log import Log
from napoleon.rules.engine.refusals import (
    GAME_ENDED,
    NO_SUPPLY_STEP,
    NOT_PRESENT,
    NOT_TO_ACT,
    NOT_YOURS,
    OK,
    WRONG_STEP,
    Refusal,
)
from napoleon.rules.engine.state import LOST, SCENARIO_NAMES, State
from napoleon.rules.errors import (
    GameOver,
    IllegalAction,
    MalformedAction,
    NothingToUndo,
    NotYourTurn,
    PositionError,
    RuleError,
)
from napoleon.rules.knowledge.notebook import Notebook
from napoleon.rules.knowledge.sketch import Sketch, sketch
from napoleon.rules.knowledge.view import View
from napoleon.rules.knowledge.view_builder import LastView, build_view
from napoleon.rules.notation.reading import parse_position
from napoleon.rules.notation.writing import format_position, marks_of
from napoleon.rules.phases.campaign import Campaign
from napoleon.rules.phases.victory import RESULTS
from napoleon.rules.terms import VISIBILITIES, Options, Result
from napoleon.rules.words.explanations import explain
from napoleon.rules.words.language import ENGLISH, N_, Language

_SEAT_OF_BITS: Final = {
    FRENCH_BIT: Seat.FRENCH,
    ANGLO_DUTCH_BIT: Seat.ANGLO_DUTCH,
    PRUSSIAN_BIT: Seat.PRUSSIAN,
    ALLIED_BITS: Seat.ALLIED,
}
_BITS_OF_NAME: Final = {
    "french": FRENCH_BIT,
    "anglo-dutch": ANGLO_DUTCH_BIT,
    "prussian": PRUSSIAN_BIT,
    "allied": ALLIED_BITS,
}


NOTHING_TO_UNDO: Final = N_(
    "there is nothing to undo: a die was rolled, something was shown, or the other side came to act"
)
NOT_YOUR_ACTION: Final = N_("the last action was not yours")


class Move:
    """One line of a record: who did what, and the dice that it took."""

    __slots__ = ("armies", "code", "dice")

    def __init__(self, armies: int, code: int, dice: tuple[int, ...]) -> None:
        self.armies = armies
        self.code = code
        self.dice = dice


class Game:
    """A game of Napoléon: who may act, what is offered, what happened, who may know it."""

    __slots__ = (
        "_acting_seats",
        "_key_events",
        "_key_moves",
        "_key_state",
        "_log",
        "_moves",
        "_notebooks",
        "_offers",
        "_sealed_moves",
        "_start",
        "_start_dice",
        "_state",
        "_views",
        "notice",
    )

    def __init__(self, state: State, start: str, source: Game | None = None) -> None:
        """Use `new`, `from_position`, `replay` or `copy`."""
        if source is not None:
            self._become(source)
            self._state = state
            return
        self._state = state
        self._start = start  # the position from which the game began; "" for a new game
        self._start_dice: tuple[int, ...] = ()
        self._log: Log[Event] = Log()
        self._moves: Log[Move] = Log()
        self._offers: dict[int, list[int]] = {}
        self._acting_seats: list[int] | None = None  # once somebody has asked
        self._notebooks: dict[int, Notebook] = {}
        self._views: dict[int, LastView] = {}
        self._sealed_moves = 0  # so many moves can no longer be undone
        self.notice: str | None = None  # what replay had to leave out
        self._key_state = state
        self._key_moves = 0
        self._key_events = 0
        self._run_on()
        self._start_dice = tuple(state.rolled)
        self._keep_key()

    # --- beginning

    @staticmethod
    def new(
        scenario: str = "historical", options: Options | None = None, dice: Dice | None = None
    ) -> Game:
        """A new game; without dice it gets seeded ones, the same in every game."""
        if scenario not in SCENARIO_NAMES:
            raise RuleError(f"expected a scenario (historical, free), got {scenario!r}", "4")
        chosen = options if options is not None else Options()
        state = State(
            SCENARIO_NAMES.index(scenario),
            chosen.players,
            chosen.visibility == "hidden",
            dice if dice is not None else SeededDice(1815),
        )
        state.stack.append(Campaign())
        return Game(state, "")

    @staticmethod
    def from_position(text: str, dice: Dice | None = None) -> Game:
        """A game that begins from a position (docs/notation.md)."""
        state = parse_position(text, dice if dice is not None else SeededDice(1815))
        try:
            game = Game(state, text if text.strip() else "position 1")
            for seat in game.seats:
                game.legal(seat)
                game.view(seat)
        except RuleError:
            raise
        except (AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
            # Statements that contradict each other, in a way that no check has foreseen.
            raise PositionError("the statements of this position do not fit together") from error
        return game

    def _run_on(self) -> None:
        """Go on to the next decision, and take in what happened on the way."""
        state = self._state
        codes = settle(state)
        self._offers = {}
        self._acting_seats = None
        if codes:
            self._offers[self._acting()[0]] = codes
        self._log.extend(state.log)
        state.log = []

    def _keep_key(self) -> None:
        """Keep a copy from which this turn's moves can be replayed, for undo."""
        self._key_state = self._state.copy()
        self._key_moves = len(self._moves)
        self._key_events = len(self._log)

    # --- asking

    @property
    def scenario(self) -> str:
        """The name of the scenario."""
        return SCENARIO_NAMES[self._state.scenario]

    @property
    def options(self) -> Options:
        """What was agreed before the game."""
        return Options(self._state.players, VISIBILITIES[1 if self._state.is_hidden else 0])

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of this game."""
        if self._state.players == 2:
            return (Seat.FRENCH, Seat.ALLIED)
        return (Seat.FRENCH, Seat.ANGLO_DUTCH, Seat.PRUSSIAN)

    @property
    def turn(self) -> int:
        """The turn, 1 to 23; 0 during set-up."""
        return self._state.turn

    @property
    def stage(self) -> str:
        """What is being decided, in one word (docs/notation.md)."""
        if self._state.winner >= 0:
            return "over"
        return self._state.stack[-1].stage(self._state)

    @property
    def town(self) -> str | None:
        """The town whose fight is being decided."""
        if self._state.winner >= 0:
            return None
        town = self._state.stack[-1].town_no()
        return TOWN_IDS[town] if town >= 0 else None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now."""
        return tuple([_SEAT_OF_BITS[bits] for bits in self._acting()])

    def _acting(self) -> list[int]:
        seats = self._acting_seats
        if seats is None:
            state = self._state
            seats = []
            if state.winner < 0:
                seats = seats_of(state.players, state.stack[-1].to_act(state))
                if len(seats) > 1:
                    seats = self._asked(seats)
            self._acting_seats = seats
        return seats

    def _asked(self, seats: list[int]) -> list[int]:
        """Of two allies those who have something to decide."""
        state = self._state
        top = state.stack[-1]
        asked: list[int] = []
        for seat in seats:
            codes = top.legal(state, seat)
            if not waits(state, top, seat, codes):
                asked.append(seat)
                self._offers[seat] = codes
        return asked

    @property
    def result(self) -> Result | None:
        """None, or who won and why."""
        if self._state.winner < 0:
            return None
        rule, reason = RESULTS[self._state.won_by]
        return Result(SIDE_NAMES[self._state.winner], rule, reason)

    @property
    def events(self) -> list[Event]:
        """Everything that happened, for the referee."""
        return self._log.since(0)

    @property
    def event_count(self) -> int:
        """How many events there are."""
        return len(self._log)

    def events_for(self, army: Seat | str | None, since: int = 0) -> list[Event]:
        """What a seat (None: a spectator) may know of the events from an index on."""
        bits = self._bits(army)
        seen = [event.as_seen(bits) for event in self._log.since(since)]
        return [event for event in seen if event is not None]

    def _bits(self, army: Seat | str | None) -> int:
        """The armies that a seat commands."""
        if army is None:
            return SPECTATOR_BIT
        bits = _BITS_OF_NAME.get(str(army).lower(), 0)
        if self._state.players == 2 and bits & ALLIED_BITS:
            return ALLIED_BITS
        if not bits or (self._state.players == 3 and bits == ALLIED_BITS):
            names = ", ".join([str(seat) for seat in self.seats])
            raise MalformedAction(f"expected a seat ({names}), got {str(army)[:40]!r}", "11")
        return bits

    def _codes(self, bits: int) -> list[int]:
        codes = self._offers.get(bits)
        if codes is None:
            codes = []
            if bits in self._acting():
                codes = self._state.stack[-1].legal(self._state, bits)
            self._offers[bits] = codes
        return codes

    def legal(self, army: Seat | str) -> LegalActions:
        """The actions offered to a seat, in a fixed order; empty if it is not to act."""
        return LegalActions(self._codes(self._bits(army)))

    def _code(self, action: Action | str) -> int:
        if isinstance(action, Action):
            if not is_well_formed(action.code):
                raise MalformedAction(f"expected an action, got the number {action.code}")
            return action.code
        if isinstance(action, str):
            return parse_code(action)
        raise MalformedAction(f"expected an action or its text, got {action!r}")

    def why_not(
        self, army: Seat | str, action: Action | str, language: Language = ENGLISH
    ) -> Refusal | None:
        """None if the action is legal, else the reason and the rule section."""
        code = self._code(action)
        bits = self._bits(army)
        reason = self._refuse(bits, code)
        return None if reason == OK else explain(self._state, bits, code, reason, language)

    def _refuse(self, bits: int, code: int) -> int:
        state = self._state
        if state.winner >= 0:
            return GAME_ENDED
        if bits not in self._acting():
            return NOT_TO_ACT
        if VERBS[code >> 16].operands[:1] == ["unit"]:
            unit = code >> 8 & 255
            # The senior chooses among equals of both Allied armies (11).
            is_senior_choice = code >> 16 in (LOSE, FALLBACK) and bits & ALLIED_BITS
            commanded = ALLIED_BITS if is_senior_choice else bits
            if not UNITS_OF_ARMIES[commanded] >> unit & 1:
                return NOT_YOURS
            if state.where[unit] == LOST or (state.where[unit] < 0 and code >> 16 != PLACE):
                return NOT_PRESENT
        reason = state.stack[-1].refuse(state, bits, code)
        if reason == WRONG_STEP and code >> 16 == REMOVE:
            return NO_SUPPLY_STEP
        return reason

    # --- playing

    def play(self, army: Seat | str, action: Action | str | Sequence[Action | str]) -> list[Event]:
        """Check an action (or a list, all or nothing), carry it out, and return what happened."""
        bits = self._bits(army)
        if isinstance(action, (Action, str)):
            return self._play_code(bits, self._code(action))
        if not isinstance(action, (list, tuple)):
            raise MalformedAction(f"expected an action, its text or a list of them, got {action!r}")
        codes = [self._code(single) for single in action]
        before = self.copy()
        start = len(self._log)
        try:
            for code in codes:
                self._play_code(bits, code)
        except Exception:
            self._become(before)
            raise
        return self._log.since(start)

    def _play_code(self, bits: int, code: int) -> list[Event]:
        if code not in self._codes(bits):
            self._raise_refusal(bits, code)
        state = self._state
        start = len(self._log)
        side = self._acting()[0]
        turn = state.turn
        dice = state.dice.copy()
        state.rolled = []
        state.sealed = False
        try:
            state.stack[-1].apply(state, bits, code)
            self._run_on()
        except Exception:
            self._rewind(len(self._moves), start)
            self._state.dice = dice
            raise
        self._moves.append(Move(bits, code, tuple(state.rolled)))
        acting = self._acting()
        if state.sealed or not acting or (acting[0] == FRENCH_BIT) != (side == FRENCH_BIT):
            self._sealed_moves = len(self._moves)
        if state.turn != turn:
            self._sealed_moves = len(self._moves)
            self._keep_key()
        return self._log.since(start)

    def _raise_refusal(self, bits: int, code: int) -> None:
        reason = self._refuse(bits, code)
        assert reason != OK, f"{Action(code)} is neither offered nor refused"
        refusal = explain(self._state, bits, code, reason)
        if reason == GAME_ENDED:
            raise GameOver(refusal.text, refusal.rule)
        if reason == NOT_TO_ACT:
            raise NotYourTurn(refusal.text, refusal.rule)
        raise IllegalAction(f"{Action(code)} is not allowed: {refusal.text}", refusal.rule)

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back."""
        return len(self._moves) > self._sealed_moves

    def undo(self, army: Seat | str) -> Action:
        """Take back the last action, if it was this seat's and no die or reveal came since.

        While the Allies set up, a seat takes back its own last action, whatever its ally has done
        since: neither's zone concerns the other (ruling 4 setup-undo).
        """
        bits = self._bits(army)
        if not self.can_undo:
            raise NothingToUndo(NOTHING_TO_UNDO)
        index = self._undoable(bits)
        if index < 0:
            raise NothingToUndo(NOT_YOUR_ACTION)
        taken = self._moves.since(index)
        self._rewind(index, -1, taken[1:])
        return Action(taken[0].code)

    def _undoable(self, bits: int) -> int:
        """The index of the move that a seat may take back, or -1."""
        if not bits & (FRENCH_BIT | ALLIED_BITS):
            return -1
        first = self._sealed_moves if self._state.turn == 0 else len(self._moves) - 1
        for index in range(len(self._moves) - 1, max(first, self._sealed_moves) - 1, -1):
            if self._moves.since(index)[0].armies == bits:
                return index
        return -1

    def _rewind(self, moves: int, events: int, later: Sequence[Move] = ()) -> None:
        """Go back to the position after so many moves of the game, all in this turn, and play
        `later` ones again."""
        dice = self._state.dice
        again = [*self._moves.since(self._key_moves)[: moves - self._key_moves], *later]
        self._state = self._key_state.copy()
        self._state.dice = ScriptedDice([die for move in again for die in move.dice])
        self._log.cut(self._key_events)
        self._moves.cut(self._key_moves)
        self._notebooks = {}
        self._run_on()
        for move in again:
            state = self._state
            state.rolled = []
            state.sealed = False
            state.stack[-1].apply(state, move.armies, move.code)
            self._run_on()
            self._moves.append(move)
        self._state.dice = dice
        assert events < 0 or events == len(self._log)

    def copy(self) -> Game:
        """An independent copy, cheap however long the game."""
        twin = Game(self._state.copy(), self._start, self)
        twin._log = self._log.copy()
        twin._moves = self._moves.copy()
        twin._offers = self._offers.copy()
        twin._notebooks = {}
        twin._views = {}
        return twin

    def _become(self, other: Game) -> None:
        """Take over everything from another game, which must not be used any more."""
        self._state = other._state
        self._start = other._start
        self._start_dice = other._start_dice
        self._log = other._log
        self._moves = other._moves
        self._offers = other._offers
        self._acting_seats = other._acting_seats
        self._notebooks = other._notebooks
        self._views = other._views
        self._sealed_moves = other._sealed_moves
        self.notice = other.notice
        self._key_state = other._key_state
        self._key_moves = other._key_moves
        self._key_events = other._key_events

    # --- what a seat may know

    def view(self, army: Seat | str | None) -> View:
        """What a seat may know; None: what everybody may know."""
        view = self.shared_view(army)
        view.unshare()
        return view

    def shared_view(self, army: Seat | str | None) -> View:
        """The same for those who only read it: its parts are shared with other views."""
        bits = self._bits(army)
        last = self._views.get(bits)
        if last is None:
            last = self._views[bits] = LastView()
        view = build_view(self._state, bits, last)
        view.seat = str(_SEAT_OF_BITS[bits]) if bits in _SEAT_OF_BITS else None
        view.to_act = [str(_SEAT_OF_BITS[acting]) for acting in self._acting()]
        view.stage = self._stage_for(bits)
        view.can_undo = self._undoable(bits) >= 0
        result = self.result
        if result is not None:
            view.result = result.as_dict()
        view.notebook = self._notebook(bits).entries()
        return view

    def _stage_for(self, bits: int) -> str:
        """The stage as a seat is shown it: the other side and spectators see no step pass that
        would betray what moved (ruling 5.6)."""
        acting = self._acting()
        if not acting:
            return "over"
        side = FRENCH_BIT if acting[0] == FRENCH_BIT else ALLIED_BITS
        top = self._state.stack[-1]
        return top.stage(self._state) if bits & side else top.stage_seen(self._state)

    def sketch(self, army: Seat | str) -> Sketch:
        """What a seat may know, as a state in which unseen blocks are dealt in a fixed order."""
        return sketch(self._state, self._bits(army))

    def _notebook(self, bits: int) -> Notebook:
        """What a seat has seen of the enemy, from its own events."""
        notebook = self._notebooks.get(bits)
        if notebook is None:
            notebook = Notebook(bits)
            self._notebooks[bits] = notebook
        notebook.read(self._log.since(notebook.read_events))
        return notebook

    # --- text

    def position(self) -> str:
        """The whole position as text; `from_position` reads it back to the same."""
        return format_position(self._state)

    def record(self) -> str:
        """The whole game as text (docs/notation.md)."""
        from napoleon.rules.notation.records import format_record

        return format_record(self)

    @staticmethod
    def replay(record: str, dice: Dice | None = None) -> Game:
        """The game of a record. `notice` says if its end was cut off; `dice` are for what comes
        after."""
        from napoleon.rules.notation.records import replay_record

        return replay_record(record, dice)

    @property
    def moves(self) -> list[Move]:
        """What was played, for records."""
        return self._moves.since(0)

    @property
    def start(self) -> str:
        """The position from which the game began, "" for a new game."""
        return self._start

    @property
    def start_dice(self) -> tuple[int, ...]:
        """Dice rolled before the first decision."""
        return self._start_dice

    # --- for referees and tests: the whole truth

    def where(self, unit: str) -> str | None:
        """The town where a unit is, "lost", or None if it is not in this game."""
        place = self._state.where[parse_unit(unit)]
        if place == LOST:
            return "lost"
        return TOWN_IDS[place] if place >= 0 else None

    def strength(self, unit: str) -> int:
        """The strength of a unit, 0 when lost."""
        return self._state.strength[parse_unit(unit)]

    def area(self, unit: str) -> str | None:
        """The area in which a unit stands on a battlefield, by its own player's name."""
        number = parse_unit(unit)
        town = self._state.where[number]
        fight = self._state.fight_at(town) if town >= 0 else None
        area = fight.area_of(number) if fight is not None else -1
        if fight is None or area < 0:
            return None
        return AREA_NAMES[TO_NAME[fight.role_of(UNIT_SIDE[number])][area]]

    def marks(self, unit: str) -> frozenset[str]:
        """The marks of a unit, as in positions."""
        return frozenset(marks_of(self._state, parse_unit(unit)))

    def losses(self, army: str) -> int:
        """How many units an army has lost."""
        if army not in ARMY_NAMES:
            raise MalformedAction(f"expected an army ({', '.join(ARMY_NAMES)}), got {army!r}")
        return count(self._state.lost & ARMY_UNITS[ARMY_NAMES.index(army)])

    @property
    def state(self) -> State:
        """The state itself, for the engine's own tools; never for players."""
        return self._state
