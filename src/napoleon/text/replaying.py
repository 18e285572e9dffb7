"""Games and positions from files, as a seat or the referee sees them: step by step, or at once."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from napoleon.rules import Game, Move, Replayer, RuleError
from napoleon.rules.words.prompts import tell_action
from napoleon.rules.words.prose import tell
from napoleon.text.console import Console, EndOfInput
from napoleon.text.files import STUMBLES, FileError, is_record, load_game, read_text, stumble
from napoleon.text.situation import SEAT_NAMES, capital, format_situation, format_truth

REFEREE: Final = "referee"
SPECTATOR: Final = "spectator"
WATCHERS: Final = (REFEREE, SPECTATOR, "french", "allied", "anglo-dutch", "prussian")
KEYS: Final = "Enter or n: next, p: previous, t: next turn, m: map and units, q: quit"


class Watcher:
    """Who looks at a game: a seat, a spectator, or the referee, who sees everything."""

    def __init__(self, name: str, game: Game) -> None:
        self.is_referee = name == REFEREE
        self.seat: str | None = None if name in (REFEREE, SPECTATOR) else name
        if self.seat is not None:
            try:
                self.seat = game.view(self.seat).seat  # "allied" for an Allied army of two players
            except RuleError as error:
                raise FileError(f"nobody sits as {name} in this game: {error}") from error

    def show(self, game: Game, console: Console) -> None:
        """Print everything that the watcher may know of a game."""
        if self.is_referee:
            console.show(format_truth(game, console.width))
        else:
            console.show(format_situation(game.view(self.seat), console.width))

    def news(self, game: Game, since: int) -> list[str]:
        """What the watcher may know of the events from an index on."""
        events = game.events[since:] if self.is_referee else game.events_for(self.seat, since)
        return [tell(event) for event in events]

    def may_read(self, move: Move) -> bool:
        """Whether the watcher may know an action as it was given."""
        return self.is_referee or move.seat == self.seat


class Tape:
    """A record played out: the game after each of its actions, up to the first that fails."""

    def __init__(self, text: str) -> None:
        replayer = Replayer(text)
        self.notice = replayer.notice
        self.games = [replayer.game.copy()]
        self.error: Exception | None = None
        try:
            while replayer.step():
                self.games.append(replayer.game.copy())
        except STUMBLES as error:  # a RuleError is a ValueError
            self.error = error

    def __len__(self) -> int:
        return len(self.games) - 1

    def step_lines(self, number: int, watcher: Watcher) -> list[str]:
        """What the watcher sees of one action; nothing at all if he sees nothing of it."""
        game, before = self.games[number], self.games[number - 1]
        move = game.last_move
        assert move is not None
        news = [f"    {line}" for line in watcher.news(game, before.event_count)]
        if not watcher.may_read(move):
            return [f"{number}.", *news] if news else []
        who = capital(SEAT_NAMES[move.seat])
        said = str(move.action) if watcher.is_referee else tell_action(move.action)
        dice = f" = {' '.join(map(str, move.dice))}" if watcher.is_referee and move.dice else ""
        return [f"{number}. {who}: {said}{dice}", *news]


def describe_file(path: Path, seat: str) -> dict[str, object]:
    """Return a game or a position from a file as plain data, as `seat` sees it (`WATCHERS`).

    A player's seat gets its view; the referee the position and every event besides the public
    facts. Raises FileError.
    """
    game = load_game(path)
    watcher = Watcher(seat, game)
    result = game.result
    found: dict[str, object] = {
        "turn": game.turn,
        "to_act": [str(one) for one in game.to_act],
        "result": [result.winner, result.reason, result.rule] if result is not None else None,
        "log": watcher.news(game, 0),
    }
    if watcher.is_referee:
        return {**found, "position": game.position()}
    return {**found, "view": game.view(watcher.seat).as_dict()}


def show_file(path: Path, seat: str, console: Console) -> int:
    """Print the game or position in a file."""
    game = load_game(path)
    if game.notice is not None:
        console.say(f"Note: {game.notice}.")
    Watcher(seat, game).show(game, console)
    return 0


def replay_file(path: Path, seat: str, to: int | None, console: Console) -> int:
    """Step through the record in a file, or print the position after so many actions."""
    text = read_text(path)
    if not is_record(text):
        game = load_game(path)
        console.say(f"{path} is a position: there is nothing to replay.", "")
        Watcher(seat, game).show(game, console)
        return 0
    try:
        tape = Tape(text)
    except RuleError as error:
        raise FileError(f"{path} is no record that can be used: {error}") from error
    except STUMBLES as error:
        raise stumble(path, error) from error
    if tape.notice is not None:
        console.say(f"Note: {tape.notice}.")
    watcher = Watcher(seat, tape.games[0])
    if to is not None:
        if to > len(tape):
            why = f": {tape.error}" if tape.error is not None else ""
            raise FileError(f"{path} has {len(tape)} actions, not {to}{why}")
        watcher.show(tape.games[to], console)
        return 0
    if console.is_terminal:
        _step_through(tape, watcher, console)
    else:
        for number in range(1, len(tape) + 1):
            console.say(*tape.step_lines(number, watcher))
    if tape.error is not None:
        raise FileError(f"{path} can be replayed up to action {len(tape)}: {tape.error}")
    if not console.is_terminal:
        console.say("")
        watcher.show(tape.games[-1], console)
    return 0


def _step_through(tape: Tape, watcher: Watcher, console: Console) -> None:
    """Forward and back by keys; steps of which the watcher sees nothing are passed over."""
    seen = [n for n in range(1, len(tape) + 1) if tape.step_lines(n, watcher)]
    console.say(f"{len(tape)} actions. {KEYS}")
    watcher.show(tape.games[0], console)
    at = -1
    while True:
        place = f"{seen[at] if at >= 0 else 0}/{len(tape)}"
        try:
            key = console.ask(f"{place}> ").lower()
        except (EndOfInput, KeyboardInterrupt):
            return
        if key in ("q", "quit"):
            return
        if key in ("m", "map"):
            watcher.show(tape.games[seen[at] if at >= 0 else 0], console)
            continue
        if key in ("p", "previous", "t", "", "n", "next"):
            to = _move(tape, seen, at, key)
            if to == at:
                console.say("This is the end." if key != "p" else "This is the beginning.")
            at = to
            if at >= 0:
                console.say(*tape.step_lines(seen[at], watcher))
        else:
            console.say(KEYS)


def _move(tape: Tape, seen: list[int], at: int, key: str) -> int:
    """The index in `seen` that a key leads to."""
    if key in ("p", "previous"):
        return max(-1, at - 1)
    if key == "t":
        turn = tape.games[seen[at] if at >= 0 else 0].turn
        later = [index for index in range(at + 1, len(seen)) if tape.games[seen[index]].turn > turn]
        return later[0] if later else len(seen) - 1
    return min(len(seen) - 1, at + 1)
