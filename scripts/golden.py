"""Write the golden games of tests/golden anew: run it when a change of behaviour is meant.

Needs the project's environment: `.venv/bin/python scripts/golden.py`. Each file is the record of a
whole game, which anything that reads records can replay. Its remarks say what every seat and a
spectator were told, what the map looked like at each turn, and, every few moves, the digests of
what was offered and of all views: words for what is easily read, digests for the rest. F, A, P and
S are the French, the Anglo-Dutch, the Prussians and a spectator; what nobody's letter stands before
was told to all.
"""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import NamedTuple

from napoleon.lab.random_play import Policy, play_out, uniform, warlike
from napoleon.rules import Game, Options, Replayer, Seat, SeededDice
from napoleon.rules.board.towns import (
    NEIGHBOURS,
    TOWN_IDS,
    find_town,
)
from napoleon.rules.board.units import SEAT_ARMIES
from napoleon.rules.engine.actions import FORCE, MARCH
from napoleon.rules.words.prose import tell
from perft import POSITIONS, counts_from
from playouts import POSITIONS as LIVELY_POSITIONS
from playouts import playouts_from
from refused import reasons_from

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "golden"
LOOK_EVERY = 4  # moves between two digests
POSITION_HEAD = 4  # lines of a position that are the same throughout the game
TURNS_OF_A_DAY = 3
SHORT = {"french": "F", "allied": "AP", "anglo-dutch": "A", "prussian": "P", "spectator": "S"}


class Plan(NamedTuple):
    """How a golden game is played."""

    scenario: str
    players: int
    visibility: str
    policy: str
    seed: int


GAMES = {
    "historical-2-open": Plan("historical", 2, "open", "warlike", 35),
    "historical-2-hidden": Plan("historical", 2, "hidden", "warlike", 4),
    "historical-3-open": Plan("historical", 3, "open", "warlike", 57),
    "historical-3-hidden": Plan("historical", 3, "hidden", "warlike", 53),
    "free-2-open": Plan("free", 2, "open", "warlike", 2),
    "free-2-hidden": Plan("free", 2, "hidden", "warlike", 30),
    "free-3-open": Plan("free", 3, "open", "warlike", 2),
    "free-3-hidden": Plan("free", 3, "hidden", "warlike", 12),
    "by-chance": Plan("historical", 3, "hidden", "uniform", 23),
    "cities-held-by-two": Plan("historical", 2, "open", "raiding", 13),
    "cities-held-by-three": Plan("historical", 3, "hidden", "raiding", 9),
    "both-allies-defeated": Plan("free", 3, "open", "raiding", 77),
}


def _distances(towns: list[int]) -> list[int]:
    """How many roads each town is from the nearest of some."""
    far = [len(TOWN_IDS)] * len(TOWN_IDS)
    edge = towns
    for distance in range(len(TOWN_IDS)):
        for town in edge:
            far[town] = min(far[town], distance)
        edge = [next_to for town in edge for next_to in NEIGHBOURS[town] if far[next_to] > distance]
    return far


FROM_CITIES = _distances([find_town(name) for name in ("brussels", "ghent", "liege")])


def raiding(game: Game, seat: Seat, codes: list[int], rng: random.Random) -> int:
    """The French make for the supply cities, around the enemy; the others are warlike."""
    if str(seat) != "french" or codes[0] >> 16 not in (MARCH, FORCE):
        return warlike(game, seat, codes, rng)
    where = game.state.where
    weights = [
        4.0 ** (FROM_CITIES[where[code >> 8 & 255]] - FROM_CITIES[code & 255])
        if code >> 16 in (MARCH, FORCE)
        else 0.1
        for code in codes
    ]
    return rng.choices(codes, weights)[0]


POLICIES: dict[str, Policy] = {"warlike": warlike, "uniform": uniform, "raiding": raiding}


def play(plan: Plan) -> Game:
    """A golden game, played anew to its end."""
    options = Options(plan.players, plan.visibility)
    game = Game.new(plan.scenario, options, SeededDice(plan.seed))
    play_out(game, POLICIES[plan.policy], random.Random(plan.seed))
    return game


class Annotator:
    """Puts remarks into a record: what every seat and a spectator saw."""

    def __init__(self, record: str) -> None:
        self.source = record.splitlines()
        self.replayer = Replayer(record)
        self.game = self.replayer.game
        seats = [(str(seat), seat) for seat in self.game.seats]
        self.viewers: list[tuple[str, Seat | None]] = [*seats, ("spectator", None)]
        self.armies = {name: SEAT_ARMIES[name] for name, _ in seats}
        self.armies["spectator"] = SEAT_ARMIES[None]
        self.lines: list[str] = []
        self.seen: list[dict[str, object]] = []  # by anybody, since the last digest
        self.told = 0
        self.turn = -1

    def run(self) -> str:
        """The whole text."""
        copied = moves = 0
        is_going = True
        while is_going:
            self.lines += self.source[copied : self.replayer.line]
            copied = self.replayer.line
            self._tell()
            if self.game.turn != self.turn:
                self.turn = self.game.turn
                self._show_map()
            if moves % LOOK_EVERY == 0 or self.game.result is not None:
                self._look()
            moves += 1
            is_going = self.replayer.step()
        return "\n".join([*self.lines, *self.source[copied:]]) + "\n"

    def _tell(self) -> None:
        """What has been told since the last move: who were told the same stand together."""
        for event in self.game.events[self.told :]:
            sentences: dict[str, list[str]] = {}
            for name, armies in self.armies.items():
                known = event.as_seen(armies)
                if known is not None:
                    self.seen.append(known.as_dict())
                    sentences.setdefault(tell(known), []).append(SHORT[name])
            for sentence, names in sentences.items():
                who = "" if len(names) == len(self.viewers) else f"{' '.join(names)}: "
                self.lines.append(f"# {who}{sentence}")
        self.told = self.game.event_count

    def _show_map(self) -> None:
        """The position as a turn begins, and at each new day what everybody makes of it."""
        statements = self.game.position().splitlines()
        self.lines.append(f"# | {'; '.join(statements[POSITION_HEAD:])}")
        if self.turn % TURNS_OF_A_DAY != 1:
            return
        for name, seat in self.viewers:
            view = self.game.view(seat)
            blocks = [f"{blocks.count} {blocks.army}@{blocks.town}" for blocks in view.blocks]
            notes = [
                f"{note.unit}/{note.strength}@{note.town}:{note.turn}" for note in view.notebook
            ]
            self.lines.append(f"# {SHORT[name]} sees {', '.join(blocks)}; knows {' '.join(notes)}")

    def _look(self) -> None:
        """Digests of the events since the last look, of what is offered, and of every view."""
        offers = {
            str(seat): [str(each) for each in self.game.legal(seat)] for seat in self.game.to_act
        }
        many = sum(len(actions) for actions in offers.values())
        views = [_digest(self.game.view(seat).as_dict()) for _, seat in self.viewers]
        events, self.seen = _digest(self.seen), []
        self.lines.append(
            f"# events {events}, {many} offers {_digest(offers)}, views {' '.join(views)}"
        )


def _digest(data: object) -> str:
    text = json.dumps(data, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def write(name: str, text: str) -> None:
    """Write one golden file, and say how long it has become."""
    (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
    print(f"{name}: {len(text.splitlines())} lines, {len(text) // 1000} kB")


def main() -> None:
    """Write all golden games, and what short ones and single positions show."""
    FOLDER.mkdir(exist_ok=True)
    for name, plan in GAMES.items():
        game = play(plan)
        write(f"{name}.record", Annotator(game.record()).run())
        print(f"  {game.result}")
    write("refused.txt", "".join(f"{line}\n" for name in POSITIONS for line in reasons_from(name)))
    lines = [line for name in LIVELY_POSITIONS for line in playouts_from(name)]
    write("playouts.txt", "".join(f"{line}\n" for line in lines))
    write("perft.txt", "".join(f"{name}: {counts_from(name)}\n" for name in POSITIONS))


if __name__ == "__main__":
    main()
