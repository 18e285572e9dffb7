"""Players for the terminal game: one who types a script, and one who types numbers by chance."""

from __future__ import annotations

import io
import random
import re

from napoleon.rules import Game, SeededDice
from napoleon.rules.board.units import UNIT_BY_ID
from napoleon.text import Console, HotSeat

QUESTION = re.compile(r"\((?:1-)?(\d+), or help\)> $")
UNIT_ID = re.compile(r"\b(?:FR|AD|PR)-[A-Z0-9]+(?:-[A-Z0-9]+)*\b")
OWN_IDS = {
    "french": ("FR",),
    "allied": ("AD", "PR"),
    "anglo-dutch": ("AD", "PR"),
    "prussian": ("AD", "PR"),
}
CHARLEROI = """
turn 5; laneffe: FR-1-I1 FR-1-I2 FR-N; namur: PR-2-I1 PR-2-I2 PR-B
battle charleroi
side french; step combat
terrain french left woods; terrain allied right farm PR-1-I1; terrain allied centre stream
french left: FR-2-I1; french centre: FR-2-A; french right: FR-2-I2; french reserve: FR-C1
french enemy-centre: FR-3-I1/2
allied left: PR-1-I2; allied centre: PR-1-C/1; allied right: PR-1-I1; allied reserve: PR-1-A
origins laneffe thuin
"""


class Screen(io.StringIO):
    """Output that can be read since the last question, and as a whole."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.since = 0

    def write(self, text: str) -> int:
        self.parts.append(text)
        return len(text)

    def recent(self) -> str:
        """What was written since this was last asked."""
        text = "".join(self.parts[self.since :])
        self.since = len(self.parts)
        return text

    @property
    def text(self) -> str:
        return "".join(self.parts)


class RandomPlayer(io.StringIO):
    """Sits at every seat, and answers each question with a number that is offered."""

    def __init__(self, screen: Screen, seed: int, most: int = 100_000) -> None:
        super().__init__()
        self.screen = screen
        self.rng = random.Random(seed)
        self.most = most
        self.answers = 0
        self.table: HotSeat | None = None

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        self.answers += 1
        recent = self.screen.recent()
        if self.table is not None:
            check_secrecy(self.table, recent)
        if self.answers > self.most:
            return ""
        question = QUESTION.search(recent)
        if question is None:
            return "no\n" if "Save" in recent else "\n"
        return f"{self.rng.randint(1, int(question.group(1)))}\n"


def check_secrecy(table: HotSeat, text: str) -> None:
    """Whatever units were named to the seat at the terminal, it had a right to know."""
    if table.seated is None or table.game.result is not None:
        return
    view = table.game.view(table.seated)
    known = {sighting.unit for sighting in view.notebook}
    known |= {unit for lost in view.losses.values() for unit in lost}
    known |= {block.unit for battle in view.battles for block in battle.enemy if block.unit}
    named = set(UNIT_ID.findall(text)) & UNIT_BY_ID.keys()
    foreign = {unit for unit in named if not unit.startswith(OWN_IDS[view.seat or ""])}
    assert foreign <= known, f"{table.seated} reads of {foreign - known}:\n{text}"


def play_by_chance(game: Game, seed: int, most: int = 100_000) -> tuple[HotSeat, Screen, int]:
    """Play a game with numbers by chance; returns the table, what was said and the exit code."""
    screen = Screen()
    player = RandomPlayer(screen, seed, most)
    table = HotSeat(game, Console(player, screen))
    player.table = table
    return table, screen, table.run()


def type_in(game: Game, *lines: str, has_curtain: bool = False) -> tuple[HotSeat, str, int]:
    """Type these lines and then nothing more; returns the table, what was said, the exit code."""
    screen = Screen()
    source = io.StringIO("".join(f"{line}\n" for line in lines))
    table = HotSeat(game, Console(source, screen), has_curtain=has_curtain)
    code = table.run()
    return table, screen.text, code


def at(position: str, seed: int = 1) -> Game:
    """A game from a position."""
    return Game.from_position(position, SeededDice(seed))
