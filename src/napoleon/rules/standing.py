"""What can be asked of a game: who may act, what is offered, what happened, who may know it.

`Game` is a `Standing` that can be played.
"""

from __future__ import annotations

from napoleon.rules.board.tables import Board, lay
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import (
    ALLIED,
    ALLIED_BITS,
    FRENCH_BIT,
    SEAT_ARMIES,
    SEAT_OF_ARMIES,
    SEATS,
    SIDE_NAMES,
    Seat,
)
from napoleon.rules.engine.actions import (
    BOMBARD,
    FIRE,
    Action,
    LegalActions,
    first_of,
    is_well_formed,
    parse_code,
    parse_unit,
    second_of,
    verb_of,
)
from napoleon.rules.engine.events import Event
from napoleon.rules.engine.flow import acting_seats, refuse
from napoleon.rules.engine.history import History
from napoleon.rules.engine.idle import idle_reason, is_for_unit
from napoleon.rules.engine.moves import Move
from napoleon.rules.engine.refusals import OK, Refusal
from napoleon.rules.engine.state import SCENARIO_NAMES, State
from napoleon.rules.errors import MalformedAction
from napoleon.rules.knowledge.notebook import Notebook, Sighting
from napoleon.rules.knowledge.observation import stage_number, write_observation
from napoleon.rules.knowledge.sketch import Sketch, sketch
from napoleon.rules.knowledge.truth import Truth
from napoleon.rules.knowledge.view import View
from napoleon.rules.knowledge.view_builder import LastRoads, LastView, build_view
from napoleon.rules.notation.beginnings import handicap_of_position
from napoleon.rules.notation.writing import format_position
from napoleon.rules.phases.fire import firepower_of
from napoleon.rules.phases.victory import OUT_OF_TIME, RESIGNED, RESULTS
from napoleon.rules.terms import VISIBILITIES, Options, Result
from napoleon.rules.words.explanations import explain
from napoleon.rules.words.language import Language


class Standing:
    """How a game stands. Asking changes nothing."""

    __slots__ = (
        "_acting_seats",
        "_history",
        "_notebooks",
        "_offers",
        "_roads",
        "_seed",
        "_start",
        "_start_dice",
        "_state",
        "_views",
        "notice",
    )

    def __init__(self, state: State, start: str) -> None:
        self._state = state
        self._start = start  # the position from which the game began; "" for a new game
        self._start_dice: tuple[int, ...] = ()
        self._seed: int | None = None  # of the dice, if the game was given none
        self._history = History(state)
        #: What replay had to leave out, or None.
        self.notice: str | None = None
        # Made when somebody asks
        self._offers: dict[int, tuple[int, ...]] = {}
        self._acting_seats: list[int] | None = None
        self._notebooks: dict[int, Notebook] = {}
        self._views: dict[int, LastView] = {}
        self._roads = LastRoads()

    # --- the decision

    @property
    def scenario(self) -> str:
        """The set-up of the campaign: "historical" or "free"."""
        return SCENARIO_NAMES[self._state.scenario]

    @property
    def board(self) -> Board:
        """The board that it is played on."""
        return self._state.board

    @property
    def options(self) -> Options:
        """What was agreed before the game."""
        return Options(
            self._state.players,
            VISIBILITIES[1 if self._state.is_hidden else 0],
            handicap_of_position(self._start),
        )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of this game."""
        return SEATS[self._state.players]

    @property
    def turn(self) -> int:
        """The turn, 1 to 23; 0 during set-up."""
        return self._state.turn

    @property
    def stage(self) -> str:
        """What is being decided, in one word (docs/notation.md)."""
        lay(self._state.board)
        if self._state.winner >= 0:
            return "over"
        return self._state.stack[-1].stage(self._state)

    @property
    def town(self) -> str | None:
        """The town whose fight is being decided."""
        lay(self._state.board)
        if self._state.winner >= 0:
            return None
        town = self._state.stack[-1].town_no()
        return TOWN_IDS[town] if town >= 0 else None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now.

        >>> Game.new(dice=SeededDice(1)).to_act
        (<Seat.FRENCH: 'french'>,)
        """
        return tuple([SEAT_OF_ARMIES[bits] for bits in self._acting()])

    def _acting(self) -> list[int]:
        lay(self._state.board)
        if self._acting_seats is None:
            self._acting_seats = acting_seats(self._state)
        return self._acting_seats

    @property
    def result(self) -> Result | None:
        """Who won and why, or None while the game is not over.

        >>> game = Game.new(dice=SeededDice(1))
        >>> events = game.resign("french")
        >>> game.result
        Result('allied', '10', 'the other side has resigned')
        """
        if self._state.winner < 0:
            return None
        rule, reason = RESULTS[self._state.won_by]
        return Result(SIDE_NAMES[self._state.winner], rule, reason)

    @property
    def resigned(self) -> Seat | None:
        """A seat of the side that has given up, or None."""
        return self._loser(RESIGNED)

    @property
    def expired(self) -> Seat | None:
        """A seat of the side whose time was over, or None."""
        return self._loser(OUT_OF_TIME)

    def _loser(self, why: int) -> Seat | None:
        """A seat of the side that has lost for this reason, if one has."""
        if self._state.winner < 0 or self._state.won_by != why:
            return None
        return self.seats[0] if self._state.winner == ALLIED else self.seats[-1]

    @property
    def events(self) -> list[Event]:
        """Everything that happened, for the referee."""
        lay(self._state.board)
        return self._history.events.since(0)

    @property
    def event_count(self) -> int:
        """How many events there are."""
        return len(self._history.events)

    def events_for(self, army: Seat | str | None, since: int = 0) -> list[Event]:
        """Return what a seat (None: a spectator) may know of the events from an index on.

        >>> game = Game.new(dice=SeededDice(1))
        >>> events = game.play("french", "march FR-2-I1 maubeuge")
        >>> [(event.kind, event.unit) for event in game.events_for("allied")[-1:]]
        [('marched', None)]
        """
        bits = self._bits(army)
        seen = [event.as_seen(bits) for event in self._history.events.since(since)]
        return [event for event in seen if event is not None]

    def _bits(self, army: Seat | str | None) -> int:
        """The armies that a seat commands; whoever asks for a seat asks on the game's board."""
        lay(self._state.board)
        bits = SEAT_ARMIES.get(army if army is None else str(army).lower(), 0)
        if self._state.players == 2 and bits & ALLIED_BITS:
            return ALLIED_BITS
        if not bits or (self._state.players == 3 and bits == ALLIED_BITS):
            names = ", ".join([str(seat) for seat in self.seats])
            raise MalformedAction(f"expected a seat ({names}), got {str(army)[:40]!r}", "11")
        return bits

    def _codes(self, bits: int) -> tuple[int, ...]:
        codes = self._offers.get(bits)
        if codes is None:
            codes = ()
            if bits in self._acting():
                codes = tuple(self._state.stack[-1].legal(self._state, bits))
            self._offers[bits] = codes
        return codes

    def legal(self, army: Seat | str) -> LegalActions:
        """Return the actions offered to a seat, in a fixed order; empty if it is not to act.

        >>> game = Game.new(dice=SeededDice(1))
        >>> print(*game.legal("french")[:2], len(game.legal("allied")), sep=", ")
        march FR-1-I1 beaumont, march FR-1-I1 binche, 0
        """
        return LegalActions(self._codes(self._bits(army)))

    def firepowers(self, army: Seat | str) -> dict[Action, int]:
        """Return what a die must not pass in each of the shots offered to a seat (3.5, 6.3.3)."""
        powers: dict[Action, int] = {}
        if self._state.winner >= 0 or self._state.stack[-1].town_no() < 0:  # nobody is in a fight
            return powers
        shots = [code for code in self._codes(self._bits(army)) if verb_of(code) in (FIRE, BOMBARD)]
        for code in shots:
            fight = self._state.the_fight(self._state.stack[-1].town_no())
            unit = first_of(code)
            powers[Action(code)] = firepower_of(
                fight, unit, fight.area_of(unit), second_of(code), verb_of(code) == BOMBARD
            )
        return powers

    def _code(self, action: Action | str) -> int:
        if isinstance(action, Action):
            if not is_well_formed(action.code):
                raise MalformedAction(f"expected an action, got the number {action.code}")
            return action.code
        if isinstance(action, str):
            return parse_code(action)
        raise MalformedAction(f"expected an action or its text, got {action!r}")

    def why_not(
        self, army: Seat | str, action: Action | str, language: Language | None = None
    ) -> Refusal | None:
        """Return None if the action is legal, else the reason and the rule section.

        Raise a MalformedAction for what is no action.

        >>> print(Game.new(dice=SeededDice(1)).why_not("french", "march FR-N brussels"))
        no road joins Beaumont and Brussels (rule 5.1)
        """
        bits = self._bits(army)
        code = self._code(action)
        reason = refuse(self._state, bits, code)
        return None if reason == OK else explain(self._state, bits, code, reason, language)

    def why_idle(
        self, army: Seat | str, unit: str, language: Language | None = None
    ) -> Refusal | None:
        """Return None if a unit can do something, else the reason and the rule section.

        >>> print(Game.new(dice=SeededDice(1)).why_idle("french", "FR-N"))
        None
        """
        bits = self._bits(army)
        number = parse_unit(unit)
        if any(is_for_unit(code, number) for code in self._codes(bits)):
            return None
        code, reason = idle_reason(self._state, bits, number)
        return explain(self._state, bits, code, reason, language)

    # --- what was played

    @property
    def moves(self) -> list[Move]:
        """What was played, for records."""
        lay(self._state.board)
        return self._history.moves.since(0)

    @property
    def last_move(self) -> Move | None:
        """What was played last, with its dice; None before the first move."""
        return self._history.last_move()

    @property
    def start(self) -> str:
        """The position from which the game began, "" for a new game."""
        return self._start

    @property
    def start_dice(self) -> tuple[int, ...]:
        """Dice rolled before the first decision."""
        return self._start_dice

    @property
    def seed(self) -> int | None:
        """The seed of the dice that the game got because it was given none, else None.

        The same call with `SeededDice(seed)` begins the same game again.

        >>> game = Game.new()
        >>> again = Game.new(dice=SeededDice(game.seed))
        """
        return self._seed

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back with `undo`."""
        return self._history.can_undo()

    @property
    def sealed_moves(self) -> int:
        """How many moves only a `seal` keeps from being undone; 0: none."""
        return self._history.pinned_at()

    def may_undo(self, army: Seat | str) -> bool:
        """Return whether `undo` would take back an action of this seat."""
        return self._history.undoable(self._bits(army)) >= 0

    def since_last_of(self, army: Seat | str, actions: int = 1) -> int:
        """Return how many actions of this turn go back if a seat's last ones do. As many of them as
        there are; 0: it has none."""
        history = self._history
        bits = self._bits(army)
        since = 0
        left = actions
        for back, move in enumerate(reversed(history.moves.since(history.key_moves)), 1):
            if left and move.armies == bits:
                since = back
                left -= 1
        return since

    # --- what a seat may know

    def view(self, army: Seat | str | None) -> View:
        """Return what a seat may know; for None what everybody may know.

        The view is the caller's own: changing it changes nothing else.

        >>> view = Game.new(dice=SeededDice(1)).view("french")
        >>> view.units[0].id, view.units[0].town, view.blocks[0].army
        ('FR-N', 'beaumont', 'anglo-dutch')
        """
        view = self.shared_view(army)
        view.unshare()
        return view

    def shared_view(self, army: Seat | str | None) -> View:
        """Return what `view` does, for reading only: its parts are shared with other views."""
        bits = self._bits(army)
        last_view = self._views.get(bits)
        if last_view is None:
            last_view = self._views[bits] = LastView(self._roads)
        view = build_view(self._state, bits, last_view)
        view.seat = str(SEAT_OF_ARMIES[bits]) if bits in SEAT_OF_ARMIES else None
        view.to_act = [str(SEAT_OF_ARMIES[acting]) for acting in self._acting()]
        view.stage = self._stage_for(bits)
        view.can_undo = self._history.undoable(bits) >= 0
        result = self.result
        if result is not None:
            view.result = result.as_dict()
        view.notebook = self._notebook(bits).entries()
        return view

    def _stage_for(self, bits: int) -> str:
        """The stage as a seat is shown it: the other side and spectators see no step go by that
        would betray what moved (ruling 5.6 always-asked)."""
        acting = self._acting()
        if not acting:
            return "over"
        top = self._state.stack[-1]
        is_own = bits & (FRENCH_BIT if acting[0] & FRENCH_BIT else ALLIED_BITS)
        return top.stage(self._state) if is_own else top.stage_seen(self._state)

    def sketch(self, army: Seat | str) -> Sketch:
        """Return what a seat may know, as a state with unseen blocks dealt in a fixed order."""
        return sketch(self._state, self._bits(army), handicap_of_position(self._start))

    def sightings(self, army: Seat | str | None) -> list[Sighting]:
        """Return the enemy units that a seat has seen, each as it was last seen.

        >>> Game.new(dice=SeededDice(1)).sightings("french")
        []
        """
        return [line.copy() for line in self._notebook(self._bits(army)).entries()]

    def observe(self, army: Seat | str) -> bytearray:
        """Return what a seat may know, as a row of small numbers (docs/research.md)."""
        bits = self._bits(army)
        return write_observation(
            sketch(self._state, bits),
            self._notebook(bits).entries(),
            stage_number(self._stage_for(bits)),
            bits in self._acting(),
        )

    def _notebook(self, bits: int) -> Notebook:
        """What a seat has seen of the enemy, from its own events."""
        notebook = self._notebooks.get(bits)
        if notebook is None:
            notebook = Notebook(bits)
            self._notebooks[bits] = notebook
        if notebook.read_events < self.event_count:
            notebook.read(self._history.events.since(notebook.read_events))
        return notebook

    # --- pictures

    def svg(self, seat: Seat | str | None = "referee", *, width: int = 1200) -> str:
        """Return a picture as an SVG document, `width` pixels wide.

        It shows the campaign map, and below it the battlefields. `seat` says who looks: "referee"
        sees everything, "spectator" or None what everybody may know. Raises MalformedAction for a
        seat that is not in this game, ValueError for a width that is no picture's.
        """
        from napoleon.pictures import draw_truth, draw_view

        if seat == "referee":
            return draw_truth([self.view(one) for one in self.seats], self.truth.units(), width)
        return draw_view(self.view(None if seat == "spectator" else seat), width)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows: everything, as the referee sees it."""
        return self.svg()

    # --- text

    def position(self) -> str:
        """Return the whole position as text; `from_position` reads it back to the same.

        >>> Game.from_position("turn 5; ligny: FR-1-I1; wavre: PR-1-I1").position().split("\\n")[4]
        'turn 5'
        """
        lay(self._state.board)
        return format_position(self._state)

    def __str__(self) -> str:
        from napoleon.rules.words.board_text import format_game

        lay(self._state.board)
        return format_game(self.shared_view(None), self.truth.units())

    def __repr__(self) -> str:
        position = "; ".join(self.position().splitlines())
        return f"Game.from_position({position!r})"

    # --- for referees and tests

    @property
    def truth(self) -> Truth:
        """The whole truth as it stands now; never for players."""
        lay(self._state.board)
        return Truth(self._state)

    def where(self, unit: str) -> str | None:
        """Return the truth about where a unit is: a town, "lost", or None."""
        return self.truth.where(unit)

    def strength(self, unit: str) -> int:
        """Return the truth about the strength of a unit."""
        return self.truth.strength(unit)

    def area(self, unit: str) -> str | None:
        """Return the truth about the area of a battlefield in which a unit stands."""
        return self.truth.area(unit)

    def marks(self, unit: str) -> frozenset[str]:
        """Return the truth about the marks of a unit."""
        return self.truth.marks(unit)

    def losses(self, army: str) -> int:
        """Return how many units an army has lost, which everybody may know."""
        return self.truth.losses(army)

    @property
    def state(self) -> State:
        """The state itself, for the engine's own tools; never for players."""
        lay(self._state.board)
        return self._state
