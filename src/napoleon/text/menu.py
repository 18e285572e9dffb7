"""Legal actions as a numbered menu that stays short, and choices read back from what is typed.

Where units have a choice, a line of the menu is a unit with all that it may do: the player chooses
units first, one or several, and then where they go or what they do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from napoleon.rules import AREA_NAMES, VERBS, Action, RuleError, View
from napoleon.rules.board.towns import find_town
from napoleon.rules.board.units import UNIT_BY_ID
from napoleon.rules.words.language import UNIT_NAMES
from napoleon.rules.words.prompts import tell_action
from napoleon.text.board_map import counts_of, format_counts
from napoleon.text.situation import card_of, town_title
from napoleon.text.targets import arrival_note, target_note

ONE_COLUMN: Final = 26  # lines; a longer menu is set in two columns
_NUMBERS: Final = re.compile(r"\d+(?:\s*-\s*\d+)?(?:\s+\d+(?:\s*-\s*\d+)?)*(?=\s|$)")
_AREA_ORDER: Final = {
    name.upper(): number for number, name in enumerate((*AREA_NAMES[1:], AREA_NAMES[0]), start=1)
}
_VERB_NAMES: Final = {verb.name for verb in VERBS}


class ChoiceError(ValueError):
    """What was typed is no choice of this menu; the message is for the player."""


class Entry:
    """A line of a menu: one action, or several of which one has to be chosen.

    In a narrowed menu all its actions are played, one after the other. A single action may be
    played several `times`: the end of the marches is that of the forced marches too.
    """

    __slots__ = ("actions", "heading", "label", "note", "times")

    def __init__(
        self,
        actions: list[Action],
        label: str,
        heading: str = "",
        note: str = "",
        times: int = 1,
    ) -> None:
        self.actions = actions
        self.times = times
        self.label = label
        self.heading = heading
        self.note = note

    @property
    def unit(self) -> str | None:
        """The unit that the line is about."""
        return self.actions[0].unit


class Choice:
    """What was chosen: actions to play, or a smaller menu to choose from."""

    __slots__ = ("actions", "menu")

    def __init__(self, actions: list[Action], menu: Menu | None = None) -> None:
        self.actions = actions
        self.menu = menu


class Menu:
    """Numbered lines; `choose` reads what the player types."""

    def __init__(self, view: View, entries: list[Entry], title: str = "") -> None:
        self.view = view
        self.entries = entries
        self.title = title  # of a narrowed menu

    @property
    def is_narrowed(self) -> bool:
        """Whether units have been chosen already."""
        return bool(self.title)

    # --- writing

    def lines(self, width: int) -> list[str]:
        """The menu as lines no wider than this."""
        rows = len(self.entries) + len({entry.heading for entry in self.entries if entry.heading})
        if rows <= ONE_COLUMN or width < 90:
            return [self.title] * self.is_narrowed + self._column(width, with_notes=True)
        column = self._column(width // 2 - 1, with_notes=False)
        half = (len(column) + 1) // 2
        # A heading close to the middle begins the second column.
        headings = [at for at, line in enumerate(column) if not line.startswith(" ")]
        half = min(
            [half, *[at for at in headings if 0 < abs(at - half) < 6]],
            key=lambda at: (at == half, abs(at - half)),
        )
        left, right = column[:half], column[half:]
        right += [""] * (len(left) - len(right))
        pairs = zip(left, right[: len(left)], strict=True)
        lines = [f"{one:{width // 2}}{two}".rstrip() for one, two in pairs]
        return lines + [f"{'':{width // 2}}{two}" for two in right[len(left) :]]

    def _column(self, width: int, *, with_notes: bool) -> list[str]:
        lines: list[str] = []
        heading = ""
        labels = max((len(entry.label) for entry in self.entries), default=0)
        for number, entry in enumerate(self.entries, start=1):
            if entry.heading != heading:
                heading = entry.heading
                if heading:
                    lines.append(_cut(heading, width))
            line = f"{number:4} {entry.label}"
            if with_notes and entry.note:
                line = f"{line:{labels + 7}}{entry.note}"
            lines.append(_cut(line, width))
        return lines

    # --- reading

    def choose(self, text: str) -> Choice:
        """What the player means: numbers (1,3-5), units, towns, each with where or what behind it,
        or whole actions; several are separated by commas."""
        plays: list[Action] = []
        pending: list[Entry] = []
        for token in [part.strip() for part in text.split(",") if part.strip()]:
            entries, tail = self._read_entries(token)
            if entries and not tail:
                pending += entries
            elif entries:
                plays += self._with_tail(pending + entries, tail)
                pending = []
            elif self.is_narrowed and not _names_unit(token):
                plays += self._with_tail(self.entries, token)
            else:
                plays += self._single(pending)
                pending = []
                plays += self._read_end(token) or [self._read_action(token)]
        if not pending:
            return Choice(plays)
        if self.is_narrowed:
            if len(pending) > 1:
                raise ChoiceError("choose one of these only")
            return Choice(plays + pending[0].actions)
        if plays or all(len(entry.actions) == 1 for entry in pending):
            return Choice(plays + self._single(pending))
        chosen = list({id(entry): entry for entry in pending}.values())
        for entry in chosen:
            if entry.unit is None:
                raise ChoiceError(f"{entry.label!r} cannot be chosen together with units")
        return Choice([], narrow(self.view, chosen))

    def _read_entries(self, token: str) -> tuple[list[Entry], str]:
        """The lines that a token begins with, and the rest of it."""
        numbers = _NUMBERS.match(token)
        if numbers is not None:
            return self._by_number(numbers.group()), token[numbers.end() :].strip()
        word, _, tail = token.partition(" ")
        if self.is_narrowed or word.lower() in _VERB_NAMES:
            return [], token
        if word.upper() in UNIT_BY_ID:
            unit = word.upper()
            entries = [entry for entry in self.entries if entry.unit == unit]
            if not entries:
                raise ChoiceError(f"{unit} has nothing to choose here; ask: why ACTION")
            return entries, tail.strip()
        town = find_town(word)
        entries = [entry for entry in self.entries if town >= 0 and self._stands_in(entry, town)]
        return entries, tail.strip() if entries else token

    def _by_number(self, text: str) -> list[Entry]:
        entries = []
        for first, last in re.findall(r"(\d+)(?:\s*-\s*(\d+))?", text):
            start, end = int(first[:6]), int((last or first)[:6])
            if not 1 <= start <= end <= len(self.entries):
                wrong = f"{first}-{last}" if last else first
                raise ChoiceError(f"there is no {wrong} here: choose from 1 to {len(self.entries)}")
            entries += self.entries[start - 1 : end]
        return entries

    def _stands_in(self, entry: Entry, town: int) -> bool:
        places = [unit.town for unit in self.view.units if unit.id == entry.unit]
        return bool(places) and places[0] is not None and find_town(places[0]) == town

    def _read_end(self, token: str) -> list[Action]:
        """What ends the step: with the marches the forced marches too, unless those are wanted."""
        ends = [entry for entry in self.entries if entry.actions[0].verb == "end"]
        if token.lower() == "end" and ends:
            return self._single(ends[-1:])
        is_forced = token.lower() in ("forced", FORCED_MARCHES.lower())
        return self._single(ends[:1]) if is_forced and len(ends) > 1 else []

    def _read_action(self, token: str) -> Action:
        is_verb = token.split(maxsplit=1)[0].lower() in _VERB_NAMES
        if not _names_unit(token):
            # "left" for a stream there, "bombard" where one gun can: said clearly enough.
            fitting = _fits([action for entry in self.entries for action in entry.actions], token)
            if len(fitting) == 1:
                return fitting[0]
        if not is_verb:
            raise ChoiceError(
                f"{token[:40]!r} is neither a number of the list nor an action; type help for help"
            )
        try:
            return Action.parse(token)
        except RuleError as error:
            raise ChoiceError(str(error)) from error

    @staticmethod
    def _single(entries: list[Entry]) -> list[Action]:
        for entry in entries:
            if len(entry.actions) > 1:
                raise ChoiceError(f"say what {entry.unit} is to do, as in: {example(entry)}")
        return [action for entry in entries for action in entry.actions * entry.times]

    def _with_tail(self, entries: list[Entry], tail: str) -> list[Action]:
        """For each line the action that fits what was typed behind it."""
        if self.is_narrowed:
            matching = {id(entry): entry for entry in entries if _fits(entry.actions, tail)}
            if len(matching) != 1:
                raise ChoiceError(f"{tail[:40]!r} is none of these, or more than one")
            return next(iter(matching.values())).actions
        actions = []
        for entry in entries:
            fitting = _fits(entry.actions, tail)
            if not fitting:
                who = entry.unit or entry.label
                raise ChoiceError(f"{who} cannot do {tail[:40]!r}{_why_hint(entry, tail)}")
            if len(fitting) > 1:
                several = ", ".join(_tail_text(action) for action in fitting)
                raise ChoiceError(f"{tail[:40]!r} may be {several}")
            actions += fitting
        return actions


def _why_hint(entry: Entry, tail: str) -> str:
    """How to ask why a unit may not do what was typed behind it."""
    verb, _, rest = tail.lower().partition(" ")
    if verb not in _VERB_NAMES:
        is_town = find_town(tail) >= 0
        fitting = [
            action.verb
            for action in entry.actions
            if (is_town and action.town) or (tail.lower() in AREA_NAMES and action.area)
        ]
        verb, rest = (fitting[0], tail) if fitting else ("", "")
    if not verb or entry.unit is None:
        return ""
    return f"; ask: why {verb} {entry.unit} {rest}".rstrip()


def _names_unit(token: str) -> bool:
    return any(word.upper() in UNIT_BY_ID for word in token.split())


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else line[: width - 2] + ".."


def _tail_text(action: Action) -> str:
    """What an action says besides its unit: ``march binche``, ``fire``."""
    words = str(action).split()
    return " ".join([words[0], *words[2:]])


def _fits(actions: list[Action], tail: str) -> list[Action]:
    """The actions that a tail may mean: a town, an area, a verb, or the beginning of one."""
    wanted = tail.lower().removeprefix("to ").replace(" to ", " ")
    town = find_town(tail)
    exact: list[Action] = []
    close: list[Action] = []
    for action in actions:
        said = _tail_text(action)
        names = [said, *said.split()]
        if wanted in names or (
            town >= 0 and action.town is not None and find_town(action.town) == town
        ):
            exact.append(action)
        elif any(name.startswith(wanted) for name in names):
            close.append(action)
    return exact or close


def example(entry: Entry) -> str:
    """How to choose a unit together with what it does."""
    words = str(entry.actions[0]).split()
    return " ".join([words[1], *(words[2:] or words[:1])])


# --- making menus


def build_menu(view: View, legal: Sequence[Action]) -> Menu:
    """The menu of all legal actions: by unit where several units have a choice."""
    by_unit: dict[str, list[Action]] = {}
    others: list[Action] = []
    for action in legal:
        if action.unit is None:
            others.append(action)
        else:
            by_unit.setdefault(action.unit, []).append(action)
    # So that 1 draws one block, 2 draws two, and the last line none.
    others.sort(key=lambda action: action == "draw 0")
    is_flat = len(by_unit) < 2 or all(len(actions) == 1 for actions in by_unit.values())
    is_alone = len(by_unit) == 1 and len(legal) - len(others) > 1
    entries: list[Entry] = []
    for unit, actions in by_unit.items():
        if is_flat:
            entries += [_action_entry(view, unit, action, is_alone) for action in actions]
        else:
            entries.append(_unit_entry(view, unit, actions))
    if not is_flat:
        # Units of one place together: towns as they first come, areas from left to right.
        headings = list(dict.fromkeys(entry.heading for entry in entries))
        headings.sort(key=lambda heading: _AREA_ORDER.get(heading, 0))
        entries.sort(key=lambda entry: headings.index(entry.heading))
        for heading in headings:
            _share_note([entry for entry in entries if entry.heading == heading])
    heading = "Or" if entries and entries[-1].heading else ""
    for action in others:
        label = _other_label(view, action)
        if action.verb != "end" or not view.forced_marches:
            entries.append(Entry([action], label, heading))
            continue
        # Whoever moved is asked for forced marches next (5.6): one line leads there, one ends all.
        if view.forced_marches == "some":
            entries.append(Entry([action], FORCED_MARCHES, heading))
        entries.append(Entry([action], label, heading, times=2))
    return Menu(view, entries)


def _share_note(entries: list[Entry]) -> None:
    """What all lines of a heading would say alike, their heading says."""
    notes = {entry.note for entry in entries}
    if len(notes) == 1 and (len(entries) > 1 or entries[0].note.startswith("->")):
        for entry in entries:
            entry.heading = f"{entry.heading}  {entry.note}".rstrip()
            entry.note = ""


FORCED_MARCHES: Final = "Forced marches"
_END_LABELS: Final = {
    "setup": "End your set-up",
    "march": "End your marches",
    "force": "End your forced marches",
    "reveal": "End: these units fight",
    "deploy": "End your deployment",
    "combat": "End combat in this battle turn",
    "reinforce": "End reinforcement",
    "regroup": "End regrouping",
}


def end_label(view: View) -> str:
    """What it is that somebody ends."""
    return _END_LABELS.get(view.stage, "End")


def _other_label(view: View, action: Action) -> str:
    if action.verb == "end":
        return end_label(view)
    label = tell_action(action)
    if action.town is not None:
        label += f" ({format_counts(counts_of(view).get(action.town, {}))})"
    return label


def _action_entry(view: View, unit: str, action: Action, is_alone: bool) -> Entry:
    if action.verb == "reinforce":
        label = f"{_unit_label(view, unit)} {tell_action(action)}"
        return Entry([action], label, arrival_note(view, action))
    if is_alone:
        heading = f"{_unit_label(view, unit)} {card_of(unit).name}"
        return Entry([action], _without_unit(action), heading, target_note(view, action))
    label = f"{_unit_label(view, unit)} {tell_action(action)}"
    return Entry([action], label, "", target_note(view, action))


def _unit_label(view: View, unit: str) -> str:
    """``FR-2-I1  4F2``."""
    strength = {own.id: own.strength for own in view.units}[unit]
    return f"{unit:<8} {strength}F{card_of(unit).firepower}"


def _unit_entry(view: View, unit: str, actions: list[Action]) -> Entry:
    own = {seen.id: seen for seen in view.units}[unit]
    label = f"{_unit_label(view, unit)} {card_of(unit).name}"
    if own.town is None:
        heading = "To be placed"
    elif own.area is not None and view.stage != "deploy":
        heading = own.area.upper()
    else:
        heading = town_title(own.town)
    retreats = [action for action in actions if action.verb == "retreat"]
    others = [action for action in actions if action.verb != "retreat"]
    said = [_brief(action) for action in (others if len(retreats) > 1 and others else actions)]
    if len(retreats) > 1 and others:
        said.append(f"retreat ({len(retreats)} ways)")
    note = ", ".join(dict.fromkeys(said))
    if actions[0].verb in ("march", "force"):
        note = f"-> {note}"
    elif actions[0].verb == "place":
        note = ""
    return Entry(actions, label, heading, note)


def _brief(action: Action) -> str:
    """An action in a word or two."""
    if action.verb in ("march", "force"):
        return town_title(str(action.town))
    if action.verb in ("retreat", "regroup"):
        return f"{action.verb} to {town_title(str(action.town))}"
    if action.verb == "deploy":
        return str(action.area)
    if action.verb == "move":
        return f"to {action.area}"
    return _tail_text(action)


def _without_unit(action: Action) -> str:
    """The label of an action of a unit that has been named already."""
    name = UNIT_NAMES[UNIT_BY_ID[str(action.unit)]]
    label = tell_action(action)
    with_name = f" with {name}"
    return label.replace(with_name if with_name in label else f" {name}", "", 1)


def narrow(view: View, entries: list[Entry]) -> Menu:
    """What the chosen units may do: one line for each thing that some of them can."""
    by_tail: dict[str, list[Action]] = {}
    for entry in entries:
        for action in entry.actions:
            by_tail.setdefault(_tail_text(action), []).append(action)
    lines = []
    for actions in by_tail.values():
        action = actions[0]
        label = _without_unit(action)
        if action.verb in ("place", "march") and action.town is not None:
            label = town_title(action.town)
        notes = [target_note(view, action)]
        if len(actions) < len(entries):
            notes.append(f"only {', '.join(str(one.unit) for one in actions)}")
        lines.append(Entry(actions, label, "", "; ".join(note for note in notes if note)))
    units = [str(entry.unit) for entry in entries]
    who = f"{units[0]} {card_of(units[0]).name}" if len(units) == 1 else " ".join(units)
    return Menu(view, lines, f"{who}  (Enter: back)")
