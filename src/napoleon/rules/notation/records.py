"""Records: a whole game as a text file, and back (docs/notation.md)."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.tables import SHIPPED, Board, find_board
from napoleon.rules.engine.actions import parse_number
from napoleon.rules.engine.dice import Dice, ScriptedDice
from napoleon.rules.engine.moves import split_dice
from napoleon.rules.engine.state import SCENARIO_NAMES
from napoleon.rules.errors import (
    BoardError,
    DiceError,
    MalformedAction,
    PositionError,
    RecordError,
    RuleError,
)
from napoleon.rules.game import Game
from napoleon.rules.notation.writing import BOARD
from napoleon.rules.terms import Options

VERSION: Final = 1
#: The word with which every record begins.
RECORD_HEADER: Final = "napoleon-record"
RESIGN: Final = "resign"
OUT_OF_TIME: Final = "out-of-time"
SEALED: Final = "sealed"  # nothing before this line can be undone


def format_record(game: Game) -> str:
    """A game as a record."""
    lines = [f"{RECORD_HEADER} {VERSION}"]
    if game.start:
        statements = [line.strip() for line in game.start.split("\n")]
        lines += [f"position: {line}" for line in statements if line]
    else:
        if game.board is not SHIPPED:
            lines.append(f"{BOARD} {game.board.name} {game.board.hash}")
        lines += [
            f"scenario {game.scenario}",
            f"players {game.options.players}",
            f"visibility {game.options.visibility}",
        ]
    lines.append(_with_dice("begin", game.start_dice))
    moves = [str(move) for move in game.moves]
    sealed = game.sealed_moves
    lines += [*moves[:sealed], SEALED, *moves[sealed:]] if sealed else moves
    if game.resigned is not None:
        lines.append(f"{game.resigned} {RESIGN}")
    if game.expired is not None:
        lines.append(f"{game.expired} {OUT_OF_TIME}")
    result = game.result
    if result is not None:
        lines.append(f"# {result.reason}")
        lines.append(f"result {result.winner} {result.rule}")
    return "\n".join(lines) + "\n"


def _with_dice(text: str, dice: tuple[int, ...]) -> str:
    return f"{text} = {' '.join([str(die) for die in dice])}" if dice else text


class Replayer:
    """Replays a record line by line; `step` plays the next action."""

    def __init__(self, text: str) -> None:
        #: What had to be left out because the record was cut off, or None.
        self.notice: str | None = None
        self._lines = text.split("\n")
        if self._lines[-1] == "":
            self._lines.pop()
        elif len(self._lines) > 1:
            # Every whole line ends in a line feed.
            self.notice = f"line {len(self._lines)} was cut off, and is left out"
            self._lines.pop()
        self._at = 0
        #: The game as far as it has been replayed.
        self.game = self._begin()

    @property
    def line(self) -> int:
        """The number of the line read last."""
        return self._at

    def _fail(self, message: str, rule: str = "") -> RecordError:
        return RecordError(message, rule, self._at)

    def _next_line(self) -> str | None:
        """The next line that says something."""
        while self._at < len(self._lines):
            self._at += 1
            line = self._lines[self._at - 1].strip()
            if line and not line.startswith("#"):
                return line
        return None

    def _begin(self) -> Game:
        words = (self._next_line() or "").split()
        if len(words) != 2 or words[0] != RECORD_HEADER:
            raise self._fail(f"expected '{RECORD_HEADER} {VERSION}', this is no record of a game")
        if words[1] != str(VERSION):
            raise self._fail(f"expected a record of version {VERSION}, got version {words[1]}")
        scenario, players, visibility = "historical", 2, "open"
        board = SHIPPED
        position: list[str] = []
        lines: list[int] = []  # of the position's statements
        while True:
            line = self._next_line()
            if line is None:
                raise self._fail("expected 'begin', but the record ends before it")
            word, _, rest = line.partition(" ")
            if word == "scenario":
                scenario = rest.strip()
                if scenario not in SCENARIO_NAMES:
                    raise self._fail(
                        f"expected a scenario (historical, free), got {scenario!r}", "4"
                    )
            elif word == "players":
                players = parse_number(rest.strip())
                self._check_options(players, visibility)
            elif word == "visibility":
                visibility = rest.strip()
                self._check_options(players, visibility)
            elif word == BOARD:
                board = self._find_board(rest.split())
            elif word == "position:":
                position.append(rest)
                lines.append(self._at)
            elif word == "begin":
                break
            else:
                raise self._fail(
                    "expected board, scenario, players, visibility, position: or begin, "
                    f"got {line!r}"
                )
        dice = ScriptedDice(self._dice_of(line)[1])
        try:
            if position:
                game = Game.from_position("\n".join(position), dice)
            else:
                game = Game.new(scenario, Options(players, visibility), dice, board)
        except PositionError as wrong:
            if wrong.line:
                self._at = lines[wrong.line - 1]
            raise self._fail(wrong.detail, wrong.rule) from wrong
        except RuleError as error:
            raise self._fail(error.message, error.rule) from error
        self._check_all_used(dice)
        return game

    def _find_board(self, words: list[str]) -> Board:
        if len(words) != 2:
            raise self._fail(f"expected '{BOARD} NAME HASH'")
        try:
            return find_board(words[0], words[1])
        except BoardError as error:
            raise self._fail(error.message) from error

    def _check_options(self, players: int, visibility: str) -> None:
        try:
            Options(players, visibility)
        except RuleError as error:
            raise self._fail(error.message, error.rule) from error

    def _dice_of(self, line: str) -> tuple[str, list[int]]:
        """A line without its dice, and the dice."""
        try:
            return split_dice(line)
        except MalformedAction as error:
            raise self._fail(error.message) from error

    def _check_all_used(self, dice: ScriptedDice) -> None:
        if dice.left:
            raise self._fail(f"{dice.left} of the dice on this line were not used")

    def step(self) -> bool:
        """Play the next action; False at the end of the record."""
        line = self._next_line()
        while line is not None:
            if line == SEALED:
                self.game.seal()
            elif line.split()[0] == "result":
                self._check_result(line.split()[1:])
            else:
                break
            line = self._next_line()
        if line is None:
            return False
        text, values = self._dice_of(line)
        seat, _, action = text.partition(" ")
        dice = ScriptedDice(values)
        self.game.use_dice(dice)
        try:
            if action == RESIGN:
                self.game.resign(seat)
            elif action == OUT_OF_TIME:
                self.game.expire(seat)
            else:
                self.game.play(seat, action)
        except DiceError as lack:
            raise self._fail(f"{text!r} needs more dice than are given: {lack.message}") from lack
        except RuleError as error:
            raise self._fail(error.message, error.rule) from error
        self._check_all_used(dice)
        return True

    def _check_result(self, words: list[str]) -> None:
        result = self.game.result
        if result is None or words[:1] != [result.winner]:
            got = result.winner if result is not None else "nobody yet"
            raise self._fail(f"the record says that {' '.join(words[:1])} won, but {got} has won")
        if words[1:] != [result.rule]:
            raise self._fail(f"the game was won by rule {result.rule}, not {' '.join(words[1:])}")


def board_of_record(text: str) -> Board:
    """The board that a record was played on."""
    for line in text.split("\n"):
        words = line.split()
        if words[:1] == ["position:"]:
            words = words[1:]
        if words[:1] == [BOARD] and len(words) == 3:
            return find_board(words[1], words[2])
        if words[:1] == ["begin"]:
            break
    return SHIPPED


def replay_record(text: str, dice: Dice) -> Game:
    """Return the game of a record, up to its last whole action; `dice` are for what comes after."""
    replayer = Replayer(text)
    while replayer.step():
        pass
    game = replayer.game
    game.notice = replayer.notice
    game.use_dice(dice)
    return game
