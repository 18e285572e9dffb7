"""A game for two or three players at one terminal, who hand the keyboard over to each other."""

from __future__ import annotations

import contextlib
import os
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from napoleon.rules import Action, Game, RuleError, Seat, View
from napoleon.rules.words.prompts import prompt
from napoleon.rules.words.prose import tell
from napoleon.text.board_map import counts_of, draw_map
from napoleon.text.commands import run_command
from napoleon.text.console import Console, EndOfInput
from napoleon.text.files import FileError, free_name, parse_path, rescue_game, save_game
from napoleon.text.menu import ChoiceError, Menu, build_menu
from napoleon.text.situation import (
    SEAT_NAMES,
    capital,
    format_aim,
    format_blocks,
    format_fight,
    format_near,
    format_talk,
    format_title,
    format_truth,
    format_units,
)
from napoleon.text.staff import TextStaff
from napoleon.text.story import format_story

MOST_NEWS: Final = 40  # lines told at once; the log has them all
INTRODUCTION: Final = (
    "Napoléon: the Waterloo campaign of 1815. Choose by number (3, or 1,4 or 2-6), or type an",
    "action such as: march FR-2-I1 binche. Press Enter to see the choices again; type help for the",
    "rest: map, units, undo, why, save, quit and more.",
)
PEOPLE_ALONE: Final = (
    "People play all sides. For a computer add its seat and level when you load a game, as in: "
    "--{seat} officer"
)


class Quit(Exception):
    """The players leave."""


class HotSeat:
    """The table: who sits at the terminal, what each seat has been told, where the game is kept."""

    def __init__(
        self,
        game: Game,
        console: Console,
        *,
        has_curtain: bool = True,
        is_loaded: bool = False,
        staff: TextStaff | None = None,
        options: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.is_loaded = is_loaded
        self.options = options  # other words of the command line that hold for this table
        self.staff = staff if staff is not None else TextStaff({}, 1)
        self.console = console
        self.has_curtain = has_curtain
        self.seated: Seat | None = None
        self.saved_as: Path | None = None
        self._saved = self._progress()
        self.told = dict.fromkeys(game.seats, self._start_of_turn() if is_loaded else 0)
        self.turn_shown: dict[Seat, int] = {}

    def _start_of_turn(self) -> int:
        """The first event of this turn: where players take a loaded game up again."""
        events = self.game.events
        starts = [at for at, event in enumerate(events) if event.kind == "turn-began"]
        return starts[-1] if starts else 0

    @property
    def is_saved(self) -> bool:
        """Whether nothing would be lost by leaving."""
        return self._saved == self._progress()

    def _progress(self) -> tuple[int, bool]:
        """How far the game has come; who resigns ends it without an action."""
        return len(self.game.moves), self.game.result is not None

    def _go_on(self, path: Path) -> str:
        """The command that goes on with the game in a file, with the computers where they sit."""
        words = ["napoleon", "play", "--text", "--load", str(path)]
        words += [*self.staff.options, *self.options]
        line = subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)
        return f"Go on with: {line}"

    # --- the loop

    def run(self) -> int:
        """Play until the game ends or the players leave; returns the exit code."""
        try:
            return self._run()
        except KeyboardInterrupt:  # while the game was being saved for another reason
            return self._leave("The game was stopped.")

    def _run(self) -> int:
        try:
            self.console.say(*INTRODUCTION, *self.staff.introduce())
            if self.is_loaded and self.game.result is None and not self.staff.options:
                self.console.say(PEOPLE_ALONE.format(seat=self.game.seats[1]))
            while self.game.result is None:
                self._play_on()
            self._finish()
        except Quit:
            return 0
        except (EndOfInput, KeyboardInterrupt):
            return self._leave("The input has ended.")
        except Exception:
            self._leave("Something went wrong; please report it with this file.")
            raise
        return 0

    def _play_on(self) -> None:
        seats = self.game.to_act
        computers = [seat for seat in seats if self.staff.is_computer(seat)]
        if computers:
            self.staff.play(self.game, computers[0])
            return
        seat = self.seated if self.seated in seats else seats[0]
        assert seat is not None
        if seat != self.seated:
            self.seat(seat)
        self._decide(seat)

    def _leave(self, why: str) -> int:
        """Save what has not been saved, wherever that is possible."""
        if self.is_saved:
            self._last_words(f"{why} Nothing had to be saved.")
            if self.saved_as is not None:
                self._last_words(self._go_on(self.saved_as))
            return 0
        try:
            path = rescue_game(self.game, self.saved_as)
        except FileError as error:
            self._last_words(f"{why} The game could not be saved: {error}")
            return 1
        self._last_words(f"{why} The game is saved in {path}")
        self._last_words(self._go_on(path))
        return 0

    def _last_words(self, line: str) -> None:
        # If the terminal is gone, the game is saved all the same.
        with contextlib.suppress(OSError):
            self.console.show([line])

    # --- who sits here

    def seat(self, seat: Seat) -> None:
        """Draw the curtain, and let another player sit down."""
        console = self.console
        if self.seated is not None:
            self.tell_news(self.seated)
        if self.has_curtain:
            if self.seated is not None:
                console.ask("Your part is done for now. Press Enter to hide your blocks. ")
            console.clear()
            console.ask(f"Hand over to {SEAT_NAMES[seat]}, press Enter. ")
            console.clear()
        self.seated = seat
        view = self.game.view(seat)
        console.heading(f"{capital(SEAT_NAMES[seat])} - {format_title(view)}")
        console.say(*format_aim(view))
        self.tell_news(seat)
        console.say(*format_talk(view))
        if view.stage in ("setup", "march") and self.turn_shown.get(seat) != view.turn:
            self.turn_shown[seat] = view.turn
            console.show(draw_map(counts_of(view)))
        near = format_near(view)
        console.say("", *(near or [*format_units(view), *format_blocks(view)]))

    def tell_news(self, seat: Seat) -> None:
        """What happened since a seat last looked."""
        events = self.game.events_for(seat, min(self.told[seat], self.game.event_count))
        self.told[seat] = self.game.event_count
        lines: list[str] = []
        placed = 0
        for event in events:
            if event.kind == "placed":
                placed += 1
            else:
                lines.append(tell(event))
        if placed > 3:
            lines.insert(0, f"{placed} of your units are in place.")
        elif placed:
            lines = [tell(event) for event in events]
        if len(lines) > MOST_NEWS:
            self.console.say(f"  ({len(lines) - MOST_NEWS} lines before these: type log)")
            lines = lines[-MOST_NEWS:]
        self.console.say(*[f"  {line}" for line in lines])

    # --- one decision

    def _decide(self, seat: Seat) -> None:
        """Offer the choices until one of them is played, or the table has changed otherwise."""
        view = self.game.view(seat)
        menu = build_menu(view, list(self.game.legal(seat)))
        self._offer(view, menu)
        narrowed: Menu | None = None
        while True:
            current = narrowed or menu
            last = len(current.entries)
            numbers = f"1-{last}" if last > 1 else "1"
            question = f"{capital(SEAT_NAMES[seat])} ({numbers}, or help)> "
            answer = self.console.ask(question)
            if narrowed is not None and answer.lower() in ("", "0", "back"):
                narrowed = None
                self.console.show(menu.lines(self.console.width))
                continue
            if not answer:
                self._offer(view, menu)
                continue
            is_changed = run_command(self, seat, menu, answer)
            if is_changed:
                return
            if is_changed is not None:
                continue
            try:
                choice = current.choose(answer)
            except ChoiceError as error:
                self.console.say(f"  {capital(str(error))}.")
                continue
            if choice.menu is not None:
                narrowed = choice.menu
                self.console.show(narrowed.lines(self.console.width))
            elif self.play_all(seat, choice.actions):
                return

    def _offer(self, view: View, menu: Menu) -> None:
        """What is to be decided, the battlefield it is about, and the choices."""
        console = self.console
        fights = [battle for battle in view.battles if battle.town == view.town]
        console.say("")
        for battle in fights:
            console.show(format_fight(view, battle))
        if view.revealed and view.stage == "reveal":
            console.say(f"  Revealed so far, unseen by the enemy: {' '.join(view.revealed)}")
        console.say(f"* {prompt(view)}.")
        if view.stage == "setup" and len(menu.entries) > 1:
            console.say("  Or type rest: the others are placed where history had them.")
        others = [seat for seat in view.to_act if seat != view.seat]
        if others:
            console.say(
                f"  {capital(SEAT_NAMES[others[0]])} may act too: type switch to hand over."
            )
        console.show(menu.lines(console.width))

    def play_all(self, seat: Seat, actions: list[Action]) -> bool:
        """Play actions in order up to the first that is refused; says whether any was played."""
        done = 0
        refusal = ""
        for action in actions:
            if seat not in self.game.to_act:
                refusal = "it is no longer your turn"
                break
            try:
                self.game.play(seat, action)
            except RuleError as error:
                refusal = str(error)
                break
            done += 1
        if done:
            self.tell_news(seat)
        if refusal:
            if len(actions) > 1:
                self.console.say(f"  {done} of {len(actions)} done. Then:")
            self.console.say(f"  {capital(refusal)}.")
        return done > 0

    # --- the end

    def _finish(self) -> None:
        """The game is over: everybody may see everything."""
        console = self.console
        console.heading("The game is over")
        for seat in self.game.seats:
            self.told[seat] = min(self.told[seat], self.game.event_count)
        if self.seated is not None:
            self.tell_news(self.seated)
        console.show(format_truth(self.game, console.width))
        self._offer_story()
        if not self.is_saved:
            answer = console.ask("Save the record? A file name, or Enter for no. ")
            if answer and answer.lower() not in ("n", "no"):
                self.save(answer if answer.lower() not in ("y", "yes") else "")

    def _offer_story(self) -> None:
        """The staff tells what the game turned on, to whoever wants to hear it."""
        console = self.console
        question = "Type story for the story of the game; Enter: go on. "
        while True:
            answer = console.ask(question).lower()
            if answer == "story":
                console.say("The staff reads the whole game again; that takes a moment.", "")
                console.out.flush()
                console.show(format_story(self.game, console.width))
                return
            if answer in ("", "n", "no", "q", "quit", "exit"):
                return
            console.say("  The game is over: type story, or press Enter to go on.")

    def save(self, name: str) -> bool:
        """Save under a name; without one under the last, or a new one."""
        console = self.console
        try:
            path = parse_path(name) if name else self.saved_as or free_name(Path.cwd())
            if path != self.saved_as and path.exists() and not self._may_replace(path):
                console.say("  Not saved.")
                return False
            save_game(self.game, path)
        except FileError as error:
            console.say(f"  Not saved: {error}.")
            return False
        self.saved_as = path
        self._saved = self._progress()
        console.say(f"  Saved in {path}")
        return True

    def _may_replace(self, path: Path) -> bool:
        answer = self.console.ask(f"{path} exists. Replace it? (yes or no) ")
        return answer.lower() in ("y", "yes")

    def quit(self) -> None:
        """Leave, after an offer to save; comes back if the player thinks better of it."""
        if not self.is_saved:
            name = self.saved_as or free_name(Path.cwd())
            answer = self.console.ask(
                f"Save first? Enter: yes, in {name.name}; or a file name; no; or back. "
            )
            if answer.lower() in ("b", "back", "c", "cancel"):
                return
            is_wanted = answer.lower() not in ("n", "no")
            name_given = "" if answer.lower() in ("", "y", "yes") else answer
            if is_wanted and not self.save(name_given):
                return
        if self.is_saved and self.saved_as is not None:
            self.console.show([self._go_on(self.saved_as)])
        raise Quit
