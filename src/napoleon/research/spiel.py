"""The game as an OpenSpiel game with explicit chance nodes: ``pyspiel.load_game("napoleon_1815")``.

Every die is a chance node. An action that rolls is held back and tried on a copy until all its dice
are decided (`Game.die_asked`), then it is played with them; so no node holds hidden luck, and
a history of actions and dice is the whole game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pyspiel

from napoleon.research.actions import numbers_on
from napoleon.research.boards import board_of, check_position, most_sides, sections_on
from napoleon.research.recall import Memory, resample
from napoleon.rules import Action, Board, Game, Options, ScriptedDice, SeededDice
from napoleon.rules.board.tables import lay

NAME: Final = "napoleon_1815"
MOST_DECISIONS: Final = 5000  # far more than any game has, dice included
# The seed of dice that fall before the first decision of a position; all others are chance nodes.
_START: Final = 1815
_DEFAULTS: Final[dict[str, Any]] = {
    "players": 2,
    "scenario": "historical",
    "visibility": "open",
    "board": "",  # the folder of a board of one's own
    "handicap": 0,  # steps that the French give up; below 0 the Allies
}


def _game_type(players: int) -> Any:
    """Two players want the opposite of each other; of three, two want the same."""
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Napoléon 1815",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if players == 2 else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=3,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
    )


def _game_info(players: int, board: Board) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=numbers_on(board).action_count,
        max_chance_outcomes=most_sides(board),
        num_players=players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if players == 2 else None,
        max_game_length=MOST_DECISIONS,
    )


class NapoleonGame(pyspiel.Game):
    """What is agreed before a game: `players`, `scenario`, `visibility`, `board`, `handicap`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        self.scenario = str(given["scenario"])
        self.options = Options(
            int(given["players"]), str(given["visibility"]), int(given["handicap"])
        )
        self.board = board_of(str(given["board"]))
        players = self.options.players
        super().__init__(_game_type(players), _game_info(players, self.board), params or {})

    def new_initial_state(self) -> NapoleonState:
        """The game at its beginning."""
        return NapoleonState(self)

    def state_from_position(self, text: str) -> NapoleonState:
        """A state that begins from a position as text (`NapoleonState.position`)."""
        state = NapoleonState(self)
        begun = Game.from_position(text, SeededDice(_START))
        state.course = Course(begun, Memory(begun.options.handicap))
        check_position(state.course.game, self.board, self.options.players)
        state.has_own_beginning = True
        return state

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> NapoleonObserver:
        """Whoever looks at a state for a player."""
        return NapoleonObserver(
            iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params, self.board
        )


class Course:
    """A game, what its seats have done, and an action whose dice are still falling."""

    __slots__ = ("_seen", "code", "dice", "game", "is_supposed", "memory", "numbers", "sides")

    def __init__(self, game: Game, memory: Memory, is_supposed: bool = False) -> None:
        self.game = game
        self.numbers = numbers_on(game.board)
        self.memory = memory
        self.is_supposed = is_supposed  # by a seat, who knows no record of it
        self.sides = 0  # of the die that is falling
        self.code = -1
        self.dice: list[int] = []
        self._seen: dict[str, bytearray] = {}  # rows of the game as it stands

    def __deepcopy__(self, _: object) -> Course:
        """OpenSpiel copies states this way."""
        twin = Course(self.game.copy(), self.memory.copy(), self.is_supposed)
        twin.sides = self.sides
        twin.code = self.code
        twin.dice = self.dice[:]
        return twin

    def __reduce__(self) -> tuple[Callable[..., Course], tuple[object, ...]]:
        """To be sent elsewhere: the record of the game and what is under way."""
        if self.is_supposed:
            raise ValueError("a guess has no record: take position()")
        return _read_course, (self.game.record(), self.memory, self.sides, self.code, self.dice)

    @property
    def seat(self) -> str:
        """Who decides."""
        return str(self.game.to_act[0])

    def observe(self, seat: str) -> bytearray:
        """What a seat may know; OpenSpiel asks twice for every tensor."""
        row = self._seen.get(seat)
        if row is None:
            row = self._seen[seat] = self.game.observe(seat)
        return row

    def begin(self, code: int) -> None:
        """The seat to act does something."""
        self.memory.note(self.game.event_count, self.seat, code)
        self.code = code
        self.dice = []
        self._go_on()

    def fall(self, die: int) -> None:
        """A die has fallen."""
        self.dice.append(die)
        self._go_on()

    def _go_on(self) -> None:
        action = Action(self.code)
        self.sides = self.game.die_asked(self.seat, action, self.dice)
        if not self.sides:
            self.game.use_dice(ScriptedDice(self.dice))
            self.game.play(self.seat, action)
            self._seen = {}


def _read_course(record: str, memory: Memory, sides: int, code: int, dice: list[int]) -> Course:
    course = Course(Game.replay(record, SeededDice(_START)), memory)
    course.sides = sides
    course.code = code
    course.dice = dice
    return course


class NapoleonState(pyspiel.State):
    """A state of the game, dice under way included."""

    def __init__(self, game: NapoleonGame) -> None:
        super().__init__(game)
        begun = Game.new(game.scenario, game.options, SeededDice(_START), game.board)
        self.course = Course(begun, Memory(game.options.handicap))
        # Whether its history does not lead here from the beginning of the game
        self.has_own_beginning = False

    def current_player(self) -> int:
        """The seat that decides, by its number; chance while dice fall."""
        game = self.course.game
        if self.course.sides:
            return int(pyspiel.PlayerId.CHANCE)
        if not game.to_act:
            return int(pyspiel.PlayerId.TERMINAL)
        return game.seats.index(game.to_act[0])

    def _legal_actions(self, player: int) -> list[int]:
        game = self.course.game
        flatten = self.course.numbers.flatten
        return sorted([flatten(code) for code in game.legal(game.seats[player]).codes])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers of the die that falls, from 0."""
        sides = self.course.sides
        return [(number, 1.0 / sides) for number in range(sides)]

    def _apply_action(self, action: int) -> None:
        if self.course.sides:
            self.course.fall(action + 1)
        else:
            self.course.begin(self.course.numbers.unflatten(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"die {action + 1}"
        lay(self.course.game.board)  # whose towns the text names
        return str(Action(self.course.numbers.unflatten(action)))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.course.game.result is not None

    def returns(self) -> list[float]:
        """1 for who has won, -1 for who has lost, 0 before the end."""
        game = self.course.game
        result = game.result
        if result is None:
            return [0.0] * len(game.seats)
        sides = ["french" if seat == "french" else "allied" for seat in game.seats]
        return [1.0 if side == result.winner else -1.0 for side in sides]

    def __str__(self) -> str:
        """Everything, for a referee."""
        course = self.course
        text = course.game.position()
        if course.sides:
            text += f"{course.seat} {Action(course.code)}: {course.dice}, a die falls\n"
        return text

    # --- beyond the interface

    def resample_from_infostate(
        self, player: int, probability_sampler: Callable[[], float]
    ) -> NapoleonState:
        """Another state that a player who is to act cannot tell from this one.

        Its history begins there, so it can be written as a position alone.
        """
        if self.course.sides:
            raise ValueError("a die is falling: guesses are made where a seat decides")
        seat = self.course.game.seats[player]
        seed = int(probability_sampler() * 2**31)
        state = NapoleonState(self.get_game())
        game, memory = resample(self.course.game, self.course.memory, seat, seed)
        state.course = Course(game, memory, is_supposed=True)
        state.has_own_beginning = True
        return state

    def position(self) -> str:
        """The whole position as text; `NapoleonGame.state_from_position` reads it."""
        if self.course.sides:
            raise ValueError("a die is falling: a position has no words for that")
        return self.course.game.position()

    def serialize(self) -> str:
        """The history, as OpenSpiel writes it."""
        if self.has_own_beginning:
            raise ValueError("its history does not begin at the beginning: take position()")
        return str(super().serialize())


class NapoleonObserver:
    """What a player may know: a row of numbers with its sections by name, or as text. With perfect
    recall there is the text alone, all that the player has seen and done."""

    def __init__(self, iig_obs_type: Any, params: dict[str, Any] | None, board: Board) -> None:
        if params:
            raise ValueError(f"expected no parameters for an observer, got {params}")
        self._is_recalling = bool(iig_obs_type.perfect_recall)
        self.tensor: np.ndarray[Any, Any] | None = None
        self.dict: dict[str, np.ndarray[Any, Any]] = {}
        if not self._is_recalling:
            sections = sections_on(board)
            self.tensor = np.zeros(sum(rows * len(fields) for _, rows, fields in sections), "f4")
            at = 0
            for name, rows, fields in sections:
                size = rows * len(fields)
                self.dict[name] = self.tensor[at : at + size].reshape(rows, len(fields))
                at += size

    def set_from(self, state: NapoleonState, player: int) -> None:
        """Take in what a player may know now."""
        if self.tensor is not None:
            seat = str(state.course.game.seats[player])
            self.tensor[:] = np.frombuffer(state.course.observe(seat), np.uint8)

    def string_from(self, state: NapoleonState, player: int) -> str:
        """The same as text."""
        course = state.course
        seat = str(course.game.seats[player])
        if self._is_recalling:
            return course.memory.information_state(course.game, seat, course.observe(seat))
        return course.observe(seat).hex()


pyspiel.register_game(_game_type(2), NapoleonGame)
