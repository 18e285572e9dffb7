"""Scenarios: those that are shipped, and the reader of scenario files.

A file says where a game begins, when it ends, who has won, and has texts about it:

    napoleon-scenario 1
    minutes: 20

    [position]
    turn 5
    ...
    aim french ligny until 5

    [en]
    title: Ligny
    summary: ...

The form is described in docs/scenarios.md. What is wrong with a file is said with its line.
"""

from __future__ import annotations

import functools
import re
from typing import Final, NamedTuple

from napoleon.rules.board.tables import SHIPPED, Board, shipped_text
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.engine.state import SCENARIO_NAMES
from napoleon.rules.errors import PositionError, RuleError
from napoleon.rules.game import Game
from napoleon.rules.notation.beginnings import format_board
from napoleon.rules.notation.writing import format_handicap
from napoleon.rules.terms import Options

HEADER: Final = "napoleon-scenario 1"
LANGUAGES: Final = ("en", "nl", "fr", "de")
POSITION: Final = "position"
NEEDED: Final = ("title", "summary")
KEYS: Final = ("title", "when", "summary", "history", "sources")
DEFAULT_MINUTES: Final = 30
MOST_MINUTES: Final = 600
LONGEST_TITLE: Final = 60
LONGEST_FILE: Final = 100_000
# The scenarios of ours, in the order in which they are offered
IDS: Final = ("quatre-bras", "ligny", "wavre", "waterloo", "four-days")
_CAMPAIGN_TITLES: Final = ("The campaign, historical positions", "The campaign, free positions")
# What is agreed when a game is made, and not by a scenario
_AGREED_LATER: Final = ("players", "visibility")


class ScenarioError(ValueError):
    """A scenario file that cannot be used: which, where in it, and why."""

    def __init__(self, reason: str, file: str, line: int = 0) -> None:
        super().__init__(f"{file}, line {line}: {reason}" if line else f"{file}: {reason}")
        self.reason = reason
        self.file = file
        self.line = line


class Text(NamedTuple):
    """What there is to read of a scenario, in one language; only title and summary are sure."""

    title: str
    summary: str
    when: str = ""
    history: str = ""
    sources: str = ""


class Scenario(NamedTuple):
    """Where a game begins, when it ends and who has won, with texts by language."""

    id: str
    minutes: int
    position: str  # with its aim; players and visibility are agreed when a game is made
    players: tuple[int, ...]  # how many can play it
    texts: dict[str, Text]

    def text(self, lang: str) -> Text:
        """Return the texts in a language, or else in the first there is."""
        found = self.texts.get(lang) or self.texts.get("en")
        return found if found is not None else next(iter(self.texts.values()))

    def start(self, options: Options, board: Board = SHIPPED) -> str:
        """Return the position from which a game with these options begins on a board.

        Raise a RuleError if fewer can play it than are to.
        """
        if options.players not in self.players:
            raise RuleError(
                f"{self.id} is for two players: one of the Allied armies is not in it", "11"
            )
        agreed = f"players {options.players}\nvisibility {options.visibility}\n"
        if options.handicap:
            agreed += f"{format_handicap(options.handicap)}\n"
        return format_board(board) + agreed + self.position


class _Reader:
    """Reads a file line by line."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.line = 0
        self.minutes = DEFAULT_MINUTES
        self.statements: list[str] = []
        self.lines: list[int] = []  # of the statements in the file
        self.texts: dict[str, dict[str, str]] = {}
        self.begun: dict[str, int] = {}  # the lines of the headings
        self.section = ""
        self.key = ""
        if len(text) > LONGEST_FILE:
            raise self.fail("the file is too long for a scenario")
        lines = text.splitlines()
        self.last = len(lines)
        has_header = False
        for self.line, line in enumerate(lines, 1):
            words = line.strip()
            if not words or words.startswith("#"):
                continue
            if not has_header:
                if " ".join(words.split()) != HEADER:
                    raise self.fail(f"expected '{HEADER}' at the top, got {words[:40]!r}")
                has_header = True
            else:
                self._read(line, words)
        self.line = 0
        if not has_header:
            raise self.fail(f"expected '{HEADER}' at the top, but the file is empty")

    def fail(self, reason: str) -> ScenarioError:
        """What is wrong, at this line."""
        return ScenarioError(reason, self.file, self.line)

    def _read(self, line: str, words: str) -> None:
        if words.startswith("["):
            self._open(words)
        elif self.section == POSITION:
            self.statements.append(words)
            self.lines.append(self.line)
        elif line[0].isspace():
            self._read_more(words)
        else:
            self._read_key(words)

    def _open(self, words: str) -> None:
        name = words.strip("[]").strip().lower()
        if words != f"[{words[1:-1]}]" or (name != POSITION and name not in LANGUAGES):
            wanted = ", ".join([f"[{one}]" for one in (POSITION, *LANGUAGES)])
            raise self.fail(f"expected a heading ({wanted}), got {words[:40]!r}")
        if name in self.begun:
            raise self.fail(f"[{name}] stands here again, first on line {self.begun[name]}")
        self.begun[name] = self.line
        self.section = name
        self.key = ""
        if name != POSITION:
            self.texts[name] = {}

    def _read_more(self, words: str) -> None:
        """A line that goes on with the text above it."""
        if not self.key:
            raise self.fail("an indented line goes on with a text, but there is none above it")
        texts = self.texts[self.section]
        texts[self.key] = f"{texts[self.key]} {words}"

    def _read_key(self, words: str) -> None:
        key, colon, value = words.partition(":")
        key = key.strip().lower()
        value = value.strip()
        known = KEYS if self.section else ("minutes",)
        if not colon or key not in known:
            wanted = ", ".join([f"'{one}:'" for one in known])
            raise self.fail(f"expected {wanted}, got {words[:40]!r}")
        if not value:
            raise self.fail(f"there is nothing behind '{key}:'")
        if not self.section:
            self._read_minutes(value)
            return
        texts = self.texts[self.section]
        if key in texts:
            raise self.fail(f"'{key}:' stands here for the second time in [{self.section}]")
        if key == "title" and len(value) > LONGEST_TITLE:
            raise self.fail(f"a title has at most {LONGEST_TITLE} letters, this one {len(value)}")
        texts[key] = value
        self.key = key

    def _read_minutes(self, value: str) -> None:
        if not re.fullmatch(r"[0-9]{1,3}", value) or not 1 <= int(value) <= MOST_MINUTES:
            raise self.fail(f"expected minutes from 1 to {MOST_MINUTES}, got {value[:40]!r}")
        self.minutes = int(value)

    # --- putting it together

    def finish(self, name: str) -> Scenario:
        """Return the scenario that the file describes; raise ScenarioError for what it lacks."""
        if POSITION not in self.begun:
            raise self.fail("there is no [position] in it")
        if not self.texts:
            raise self.fail("there are no texts in it: expected [en], or another language")
        for lang, texts in self.texts.items():
            for key in NEEDED:
                if key not in texts:
                    self.line = self.begun[lang]
                    raise self.fail(f"there is no '{key}:' in [{lang}]")
        self.line = 0
        game = self._check_position()
        armies = {unit.army for unit in game.view("allied").units}
        return Scenario(
            name,
            self.minutes,
            "\n".join(self.statements) + "\n",
            (2, 3) if len(armies) == 2 else (2,),
            {lang: Text(**texts) for lang, texts in self.texts.items()},
        )

    def _check_position(self) -> Game:
        has_aim = False
        for statement, line in zip(self.statements, self.lines, strict=True):
            self.line = line
            for part in statement.partition("#")[0].split(";"):
                word = part.split()[0].lower() if part.split() else ""
                has_aim = has_aim or word == "aim"
                if word in _AGREED_LATER:
                    raise self.fail(f"'{word}' is agreed when a game is made, not in a scenario")
        try:
            game = Game.from_position("\n".join(self.statements), SeededDice(0))
        except PositionError as wrong:
            self.line = self.lines[wrong.line - 1] if wrong.line else self.begun[POSITION]
            raise self.fail(_with_rule(wrong.detail, wrong.rule)) from wrong
        except RuleError as error:
            self.line = self.begun[POSITION]
            raise self.fail(_with_rule(error.message, error.rule)) from error
        self.line = self.begun[POSITION]
        if not has_aim:
            raise self.fail("there is no aim, such as 'aim french ligny until 5'")
        if game.result is not None:
            raise self.fail("the game would be over before anybody has to decide anything")
        for side in ("french", "allied"):
            if not game.view(side).units:
                raise self.fail(f"there are no {side} units")
        self.line = 0
        return game


def _with_rule(reason: str, rule: str) -> str:
    return f"{reason} (rule {rule})" if rule else reason


def parse_scenario(file: str, name: str, text: str) -> Scenario:
    """Return the scenario in a text; `file` is how errors call it, `name` its id.

    Raise a ScenarioError that says what is wrong with it, and where.
    """
    return _Reader(file, text).finish(name)


@functools.cache
def shipped_scenario(name: str) -> Scenario:
    """Return one of our scenarios by its id, which has to be one of IDS."""
    file = f"{name}.txt"
    return parse_scenario(file, name, shipped_text(f"scenarios/{file}"))


def scenarios() -> dict[str, str]:
    """Return the English title of everything that `Game.new` begins, by the id that it takes.

    First the whole campaign with its two set-ups, then single battles and short campaigns.

    >>> list(scenarios())
    ['historical', 'free', 'quatre-bras', 'ligny', 'wavre', 'waterloo', 'four-days']
    """
    titles = dict(zip(SCENARIO_NAMES, _CAMPAIGN_TITLES, strict=True))
    titles.update({name: shipped_scenario(name).text("en").title for name in IDS})
    return titles
