"""The one door: `Game`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, overload

from napoleon.rules.board.tables import LAID, Board, lay
from napoleon.rules.board.units import (
    ALLIED,
    FRENCH,
    FRENCH_BIT,
    Seat,
)
from napoleon.rules.engine.actions import (
    Action,
    LegalActions,
)
from napoleon.rules.engine.dice import Dice, DieAsked, PausedDice, ScriptedDice, SeededDice
from napoleon.rules.engine.entropy import fresh_seed
from napoleon.rules.engine.events import Event
from napoleon.rules.engine.flow import refuse, run_on
from napoleon.rules.engine.moves import Move, Played
from napoleon.rules.engine.refusals import GAME_ENDED, NOT_TO_ACT, OK, Refusal
from napoleon.rules.engine.state import SCENARIO_NAMES, State
from napoleon.rules.errors import (
    GameOver,
    IllegalAction,
    MalformedAction,
    NothingToUndo,
    NotYourTurn,
    PositionError,
    RuleError,
)
from napoleon.rules.knowledge.view_builder import LastRoads
from napoleon.rules.notation.beginnings import format_beginning
from napoleon.rules.notation.reading import parse_position
from napoleon.rules.notation.writing import format_position
from napoleon.rules.phases.campaign import Campaign
from napoleon.rules.phases.victory import OUT_OF_TIME, RESIGNED, resign
from napoleon.rules.standing import Standing
from napoleon.rules.terms import Options
from napoleon.rules.words.explanations import explain
from napoleon.rules.words.language import N_, Language

NOTHING_TO_UNDO: Final = N_(
    "there is nothing to undo: a die was rolled, something was shown, or the other side came to act"
)
NOT_YOUR_ACTION: Final = N_("the last action was not yours")
ALREADY_OVER: Final = N_("the game has ended")


class Game(Standing):
    """A game of Napoléon: all that can be asked of a `Standing`, and what can be done."""

    __slots__ = ()

    def __init__(self, state: State, start: str, source: Game | None = None) -> None:
        """Use `new`, `from_position`, `replay` or `copy`."""
        if source is not None:
            self._become(source)
            self._state = state
            return
        super().__init__(state, start)
        self._run_on()
        self._start_dice = tuple(state.rolled)
        self._history.keep_key(state)

    # --- beginning

    @staticmethod
    def new(
        scenario: str = "historical",
        options: Options | None = None,
        dice: Dice | None = None,
        board: Board | None = None,
    ) -> Game:
        """Begin a new game of a scenario: one of those that `scenarios()` lists.

        Without options two play, with the blocks in the open; without dice the game gets some with
        a random `seed`; without a board it is the one on which new games begin, as a rule the
        shipped one. Raise a RuleError for a scenario that is not there, or one that is not for so
        many players.

        >>> game = Game.new("ligny", dice=SeededDice(1))
        >>> game.turn, game.stage, game.to_act
        (5, 'draw', (<Seat.FRENCH: 'french'>,))
        """
        if dice is None:
            return _begin_seeded(lambda seeded: Game.new(scenario, options, seeded, board))
        chosen = options if options is not None else Options()
        chosen_board = board if board is not None else LAID.default
        if scenario not in SCENARIO_NAMES:
            from napoleon.rules.notation.scenarios import IDS, shipped_scenario

            if scenario not in IDS:
                names = ", ".join([*SCENARIO_NAMES, *IDS])
                raise RuleError(f"expected a scenario ({names}), got {scenario!r}", "4")
            start = shipped_scenario(scenario).start(chosen, chosen_board)
            return Game.from_position(start, dice)
        if chosen.handicap:
            return Game.from_position(format_beginning(scenario, chosen, chosen_board), dice)
        lay(chosen_board)
        state = State(
            SCENARIO_NAMES.index(scenario),
            chosen.players,
            chosen.visibility == "hidden",
            dice,
        )
        state.stack.append(Campaign())
        return Game(state, "")

    @staticmethod
    def from_position(text: str, dice: Dice | None = None) -> Game:
        """Begin a game from a position (docs/notation.md).

        Without dice it gets some with a random `seed`. Raise a PositionError, with its line, for a
        position that cannot be read or cannot be.

        >>> Game.from_position("turn 5; ligny: FR-1-I1; wavre: PR-1-I1").truth.where("PR-1-I1")
        'wavre'
        """
        if dice is None:
            return _begin_seeded(lambda seeded: Game.from_position(text, seeded))
        state = parse_position(text, dice)
        try:
            game = Game(state, text if text.strip() else "position 1")
            for seat in game.seats:
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
        seats, codes = run_on(state)
        self._offers = {seats[0]: tuple(codes)} if codes else {}
        self._acting_seats = seats
        self._history.events.extend(state.log)
        state.log = []

    # --- playing

    @overload
    def play(
        self, army: Seat | str, action: Action | str | Sequence[Action | str]
    ) -> list[Event]: ...
    @overload
    def play(
        self,
        army: Seat | str,
        action: Sequence[Action | str],
        *,
        partial: Literal[True],
        stop: bool = ...,
        language: Language | None = ...,
    ) -> Played: ...
    @overload
    def play(
        self,
        army: Seat | str,
        action: Sequence[Action | str],
        *,
        stop: Literal[True],
        partial: bool = ...,
        language: Language | None = ...,
    ) -> Played: ...
    def play(
        self,
        army: Seat | str,
        action: Action | str | Sequence[Action | str],
        *,
        partial: bool = False,
        stop: bool = False,
        language: Language | None = None,
    ) -> list[Event] | Played:
        """Check an action, carry it out, and return what happened.

        Raise an IllegalAction with reason and rule for what is not allowed now (NotYourTurn,
        GameOver), a MalformedAction for what cannot be read; the game is as it was then.

        >>> game = Game.new(dice=SeededDice(1))
        >>> [event.kind for event in game.play("french", "march FR-2-I1 maubeuge")]
        ['marched']

        A list is played as a whole or not at all, for scripts. With `stop` or `partial` a list
        ends after the first move that cannot be taken back, because it rolled a die, showed
        something or handed over to the other side: for what a player sends at once, who must not
        try that out. Then a `Played` is returned. Up to that move

        - with `stop` alone an action that is refused raises, and nothing is played;
        - with `partial` as many as are allowed are played, and the others are `refused`.

        What cannot be read always raises, and nothing is played. `language` is that of reasons.
        """
        bits = self._bits(army)
        if isinstance(action, (Action, str)):
            if not (partial or stop):
                return self._play_code(bits, self._code(action), language)
            action = (action,)
        if not isinstance(action, (list, tuple, LegalActions)):
            raise MalformedAction(f"expected an action, its text or a list of them, got {action!r}")
        codes = [self._code(single) for single in action]
        if partial or stop:
            return self._play_batch(bits, codes, partial, language)
        before = self.copy()
        start = self.event_count
        try:
            for code in codes:
                self._play_code(bits, code, language)
        except Exception:
            self._become(before)
            raise
        return self._history.events.since(start)

    def _play_batch(
        self, bits: int, codes: list[int], is_partial: bool, language: Language | None
    ) -> Played:
        """What a player sends at once: nothing behind a move that cannot be taken back."""
        history = self._history
        moves = len(history.moves)
        events = self.event_count
        played = Played()
        for index, code in enumerate(codes):
            if len(history.moves) > moves and not history.can_undo():
                played.left = [Action(rest) for rest in codes[index:]]
                break
            try:
                self._play_code(bits, code, language)
            except Exception as error:
                if is_partial and isinstance(error, IllegalAction):
                    played.refused.append((Action(code), Refusal(error.rule, error.reason)))
                    continue
                if len(history.moves) > moves:
                    self._rewind(moves, events)
                raise
        played.moves = history.moves.since(moves)
        played.events = history.events.since(events)
        return played

    def _play_code(self, bits: int, code: int, language: Language | None) -> list[Event]:
        if code not in self._codes(bits):
            self._raise_refusal(bits, code, language)
        state = self._state
        history = self._history
        start = len(history.events)
        side = self._acting()[0]
        turn = state.turn
        dice = state.dice.copy()
        state.rolled = []
        state.sealed = False
        try:
            state.stack[-1].apply(state, bits, code)
            self._run_on()
        except Exception:
            self._rewind(len(history.moves), start)
            self._state.dice = dice
            raise
        history.moves.append(Move(bits, code, tuple(state.rolled)))
        acting = self._acting()
        if state.sealed or not acting or (acting[0] == FRENCH_BIT) != (side == FRENCH_BIT):
            history.seal()
        if state.turn != turn:
            history.seal()
            history.keep_key(state)
        return history.events.since(start)

    def _raise_refusal(self, bits: int, code: int, language: Language | None) -> None:
        reason = refuse(self._state, bits, code)
        assert reason != OK, f"{Action(code)} is neither offered nor refused"
        refusal = explain(self._state, bits, code, reason, language)
        if reason == GAME_ENDED:
            raise GameOver(refusal.text, refusal.rule)
        if reason == NOT_TO_ACT:
            raise NotYourTurn(refusal.text, refusal.rule)
        raise IllegalAction(
            f"{Action(code)} is not allowed: {refusal.text}", refusal.rule, refusal.text
        )

    def resign(self, army: Seat | str) -> list[Event]:
        """End the game: the side of this seat gives up, and the other has won.

        A seat may resign when another is to act. Return the events. Raise GameOver if it has ended.

        >>> game = Game.new(dice=SeededDice(1))
        >>> events = game.resign("french")
        >>> game.result.winner, game.resigned
        ('allied', <Seat.FRENCH: 'french'>)
        """
        return self._give_up(army, RESIGNED)

    def expire(self, army: Seat | str) -> list[Event]:
        """End the game: the time of this seat's side is over, and the other side has won.

        The rules have no clock: the caller keeps it. Return the events. Raise GameOver if the game
        has ended.
        """
        return self._give_up(army, OUT_OF_TIME)

    def _give_up(self, army: Seat | str, why: int) -> list[Event]:
        if self._state.winner >= 0:
            raise GameOver(ALREADY_OVER, "10")
        side = FRENCH if self._bits(army) == FRENCH_BIT else ALLIED
        history = self._history
        start = len(history.events)
        resign(self._state, side, why)
        self._run_on()
        history.seal()
        return history.events.since(start)

    def use_dice(self, dice: Dice) -> None:
        """Roll these dice from now on. `seed` is None then."""
        self._state.dice = dice
        self._seed = None

    def die_asked(self, army: Seat | str, action: Action | str, dice: Sequence[int] = ()) -> int:
        """Return the sides of the next die if an action is played, 0 if no more is rolled.

        `dice` have fallen already. Nothing is played. To decide what falls, ask with one die more
        each time until it is 0, then play with those dice (`use_dice`). Raise an IllegalAction as
        `play` does.

        >>> game = Game.new(dice=SeededDice(1))
        >>> game.die_asked("french", "march FR-2-I1 maubeuge")
        0
        """
        bits = self._bits(army)
        code = self._code(action)
        if code not in self._codes(bits):
            self._raise_refusal(bits, code, None)
        trial = self._state.copy()
        trial.dice = PausedDice(dice)
        try:
            trial.stack[-1].apply(trial, bits, code)
            run_on(trial)
        except DieAsked as asked:
            return asked.sides
        return 0

    def undo(self, army: Seat | str) -> Action:
        """Take back the last action, if it was this seat's and no die or reveal came since.

        Return the action. Raise NothingToUndo if that cannot be done. During set-up a seat takes
        back its own last action, whatever its ally has done since: neither's zone concerns the
        other (ruling 4 setup-undo).

        >>> game = Game.new(dice=SeededDice(1))
        >>> events = game.play("french", "march FR-2-I1 maubeuge")
        >>> game.undo("french")
        Action.parse('march FR-2-I1 maubeuge')
        """
        bits = self._bits(army)
        history = self._history
        if not history.can_undo():
            raise NothingToUndo(NOTHING_TO_UNDO)
        index = history.undoable(bits)
        if index < 0:
            raise NothingToUndo(NOT_YOUR_ACTION)
        taken = history.moves.since(index)
        self._rewind(index, -1, taken[1:])
        return taken[0].action

    def take_back(self, moves: int) -> None:
        """Go back by so many actions of this turn, dice or not, where players agree upon it.

        What they have seen they know. Raise NothingToUndo if there are not so many, or the game is
        over.
        """
        history = self._history
        index = len(history.moves) - moves
        if moves < 1 or index < history.key_moves or self._state.winner >= 0:
            raise NothingToUndo(NOTHING_TO_UNDO)
        self._rewind(index, -1)
        if history.sealed > index:
            history.pin()

    def seal(self) -> None:
        """Keep all that was played so far from being undone.

        A take-back of what had rolled dice or shown something does so, too: the players know it
        now, and have agreed to go back as far as this and no farther.
        """
        self._history.pin()

    def _rewind(self, moves: int, events: int, later: Sequence[Move] = ()) -> None:
        """Go back to the position after so many moves of the game, all in this turn, and play
        `later` ones again."""
        history = self._history
        dice = self._state.dice
        again = [*history.go_back(moves), *later]
        self._state = history.key.copy()
        self._state.dice = ScriptedDice([die for move in again for die in move.dice])
        self._notebooks = {}
        self._run_on()
        for move in again:
            state = self._state
            state.rolled = []
            state.sealed = False
            state.stack[-1].apply(state, move.armies, move.code)
            self._run_on()
            history.moves.append(move)
        self._state.dice = dice
        assert events < 0 or events == len(history.events)

    def copy(self) -> Game:
        """Return an independent copy: cheap, however long the game.

        >>> game = Game.new(dice=SeededDice(1))
        >>> events = game.copy().play("french", "march FR-2-I1 maubeuge")
        >>> game.moves
        []
        """
        twin = Game(self._state.copy(), self._start, self)
        twin._history = self._history.copy()
        twin._offers = self._offers.copy()
        twin._notebooks = {}
        twin._views = {}
        twin._roads = LastRoads()
        return twin

    def still(self) -> Game:
        """Return the game as it is now, for reading only.

        It shares what it has worked out with this game, so that views of both cost less.
        """
        twin = self.copy()
        twin._notebooks = self._notebooks
        twin._views = self._views
        twin._roads = self._roads
        return twin

    def suppose(self, army: Seat | str, state: State) -> Game:
        """Return the game as a seat may suppose it, from a guess that agrees with its sketch.

        Of what has happened the new game knows what the seat has seen, and nothing else; it begins
        at the guess, and nothing before can be taken back.
        """
        lay(state.board)
        twin = Game(state, format_position(state))
        history = twin._history
        since = history.events.since(0)
        history.events.cut(0)
        history.events.extend(self.events_for(army) + since)
        history.keep_key(twin._state)
        return twin

    def _become(self, other: Game) -> None:
        """Take over everything from another game, which must not be used any more."""
        self._state = other._state
        self._start = other._start
        self._start_dice = other._start_dice
        self._seed = other._seed
        self._history = other._history
        self._offers = other._offers
        self._acting_seats = other._acting_seats
        self._notebooks = other._notebooks
        self._views = other._views
        self._roads = other._roads
        self.notice = other.notice

    # --- text

    def record(self) -> str:
        """Return the whole game as text: a record (docs/notation.md).

        >>> print(Game.new(dice=SeededDice(1)).record())
        napoleon-record 1
        scenario historical
        players 2
        visibility open
        begin
        <BLANKLINE>
        """
        from napoleon.rules.notation.records import format_record

        return format_record(self)

    @staticmethod
    def replay(record: str, dice: Dice | None = None) -> Game:
        """Play a record again, and return its game. `notice` says if its end was cut off.

        `dice` are for what comes after; without them the game gets some with a random `seed`.
        Raise a RecordError, with its line, for a record that cannot be read or replayed.

        >>> game = Game.new(dice=SeededDice(1))
        >>> Game.replay(game.record()).position() == game.position()
        True
        """
        from napoleon.rules.notation.records import replay_record

        if dice is None:
            return _begin_seeded(lambda seeded: replay_record(record, seeded))
        return replay_record(record, dice)


def _begin_seeded(begin: Callable[[Dice], Game]) -> Game:
    """Begin a game with dice of a random seed, which it keeps."""
    seed = fresh_seed()
    game = begin(SeededDice(seed))
    game._seed = seed
    return game
