"""What players can type at a text game besides their choices: help, undo, map and so on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from napoleon.rules import VERBS, Action, RuleError, Seat
from napoleon.rules.board.towns import NEIGHBOURS, START_TOWN, TOWN_IDS, find_town
from napoleon.rules.board.units import UNIT_BY_ID
from napoleon.rules.words.prompts import tell_action
from napoleon.rules.words.prose import tell, turn_title
from napoleon.text.board_map import counts_of, draw_map, format_counts
from napoleon.text.menu import ChoiceError, Menu
from napoleon.text.situation import (
    capital,
    format_blocks,
    format_fights,
    format_losses,
    format_notebook,
    format_talk,
    format_title,
    format_units,
    town_title,
)
from napoleon.text.staff import NoAdvice
from napoleon.text.targets import road_note

if TYPE_CHECKING:
    from napoleon.text.hotseat import HotSeat

LOG_LINES: Final = 40
HELP: Final = (
    "Choosing",
    "  3              choose line 3 of the list; 1,4 or 2-6: several",
    "  2-6 binche     units 2 to 6 go to Binche: where, or what, behind the numbers",
    "  solre binche   all units of the list that stand in Solre go to Binche",
    "  FR-2-I1 fire   a unit by its id, and what it does",
    "  march FR-2-I1 binche, end     whole actions, separated by commas (type actions for a list)",
    "  Enter          see the choices again; in a smaller list: back",
    "Looking",
    "  map            the map                      units    your units and the enemy's blocks",
    "  field          the battlefields             notes    enemy units that you have seen",
    "  log [N|all]    what happened                roads TOWN   the roads from a town",
    "Doing",
    "  undo [N|all]   take back; not past dice, anything shown, or the other side's turn",
    "  why ACTION     why something is not allowed, and by which rule",
    "  advice         what the staff would do (or hint, advise)",
    "  do             do what the staff has just advised (or yes)",
    "  odds [TOWN]    the chances of a fight, or of an attack that you could make this turn",
    "  rest           in a free set-up: place all others where history had them",
    "  switch         hand over to your ally, when both may act",
    "  save [FILE]    keep the game in a file      quit     leave (offers to save)",
    "  resign         give the game up               story    when it is over: what it turned on",
    "  position       the whole position as text: shows everything!",
    "A unit is written FR-2-I1 4F2: id, strength 4 (so many dice), firepower 2 (a die of 2 or less",
    "hits). F, A, P are French, Anglo-Dutch and Prussian blocks.",
)


def _help(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    table.console.show(HELP)
    return False


def _actions(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    for verb in VERBS:
        usage = " ".join([verb.name, *[kind.upper() for kind in verb.operands]])
        table.console.show([f"  {usage:32} {verb.what} (rule {verb.rule})"])
    return False


def _undo(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    """Take back one action, several, or all that can be."""
    if words and words != "all" and not words.isdigit():
        table.console.say("  Undo takes a number, or all.")
        return False
    wanted = int(words[:4]) if words.isdigit() else (9999 if words == "all" else 1)
    undone: list[Action] = []
    refusal = ""
    while len(undone) < wanted:
        try:
            undone.append(table.game.undo(seat))
        except RuleError as error:
            refusal = str(error)
            break
    for other in table.told:
        table.told[other] = min(table.told[other], table.game.event_count)
    if len(undone) > 3:
        table.console.say(f"  {len(undone)} actions taken back.")
    else:
        table.console.say(*[f"  Taken back: {tell_action(action)}." for action in undone])
    if refusal and not (undone and words == "all"):
        table.console.say(f"  {capital(refusal)}.")
    return bool(undone)


def _save(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    table.save(words)
    return False


def _why(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    if not words:
        table.console.say("  Ask about an action, as in: why march UNIT TOWN")
        return False
    try:
        action: Action | str = words
        if words.isdigit():
            chosen = menu.choose(words)
            if not chosen.actions:
                raise ChoiceError("that is a unit; ask about an action")
            action = chosen.actions[0]
        refusal = table.game.why_not(seat, action)
    except (RuleError, ChoiceError) as error:
        table.console.say(f"  {capital(str(error))}.")
        return False
    if refusal is None:
        table.console.say("  It is allowed.")
    else:
        table.console.say(f"  Not allowed: {refusal.text} (rule {refusal.rule}).")
    return False


def _log(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    lines: list[str] = []
    turn = -1
    for event in table.game.events_for(seat):
        if event.turn != turn:
            turn = event.turn
            lines.append(f"{turn_title(turn)}:")
        lines.append(f"  {tell(event)}")
    if words != "all":
        lines = lines[-(int(words[:6]) if words.isdigit() and int(words[:6]) else LOG_LINES) :]
    table.console.say(*lines)
    return False


def _map(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    view = table.game.view(seat)
    table.console.show([format_title(view), *draw_map(counts_of(view))])
    return False


def _units(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    view = table.game.view(seat)
    table.console.say(
        format_title(view),
        *format_units(view),
        *format_blocks(view),
        *format_losses(view),
        *format_talk(view),
    )
    return False


def _field(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    lines = format_fights(table.game.view(seat))
    table.console.show(lines or ["  There is no fight now."])
    return False


def _notes(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    table.console.say(*format_notebook(table.game.view(seat)))
    return False


def _roads(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    town = find_town(words)
    if town < 0:
        table.console.say("  Name a town, as in: roads charleroi")
        return False
    view = table.game.view(seat)
    counts = counts_of(view)
    table.console.say(
        f"{town_title(TOWN_IDS[town])} {format_counts(counts.get(TOWN_IDS[town], {}))}"
    )
    for other in NEIGHBOURS[town]:
        name = TOWN_IDS[other]
        there = format_counts(counts.get(name, {}))
        road = road_note(view, town, other, is_attack=False)
        table.console.say(f"  {town_title(name):18} {there:12} {road}".rstrip())
    return False


def _position(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    question = "This shows every block of both sides. Type yes to see it: "
    if table.console.ask(question).lower() == "yes":
        table.console.show(table.game.position().splitlines())
    return False


def _rest(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    """Place what is left where history had it, or else in the first town that takes it (4)."""
    if table.game.stage != "setup":
        table.console.say("  Only a free set-up has a rest to place.")
        return False
    placed = 0
    while True:
        legal = [action for action in table.game.legal(seat) if action.unit is not None]
        if not legal:
            break
        unit = legal[0].unit
        own = [action for action in legal if action.unit == unit]
        home = TOWN_IDS[START_TOWN[UNIT_BY_ID[str(unit)]]]
        table.game.play(seat, next((action for action in own if action.town == home), own[0]))
        placed += 1
    table.tell_news(seat)
    if placed:
        table.console.say("  All your units are placed. Undo takes them back, undo all everything.")
    return placed > 0


def _advice(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    lines = table.staff.advise(table.game, seat, lambda: _announce(table, "thinks"))
    table.console.say(*lines, "  Type do to carry it out.")
    return False


def _announce(table: HotSeat, what: str) -> None:
    """So that nobody takes the game to have stopped: in plain Python it takes seconds."""
    table.console.say(f"  The staff {what}...")
    table.console.out.flush()


def _do(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    """Carry out what the staff has advised, with all who go the same way."""
    try:
        actions = table.staff.advised(table.game, seat)
    except NoAdvice as error:
        table.console.say(f"  {error}")
        return False
    return table.play_all(seat, actions)


def _odds(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    lines = table.staff.weigh(table.game, seat, words, lambda: _announce(table, "reckons"))
    table.console.say(*lines)
    return False


def _resign(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    """Give the game up, if that is really meant."""
    if words.lower() != "yes":
        side = "your side, your ally's too," if len(_partners(table, seat)) > 1 else "your side"
        table.console.say(
            f"  To resign ends the game: {side} loses, and that cannot be taken back.",
            "  If you mean it, type: resign yes",
        )
        return False
    table.game.resign(seat)
    return True


def _partners(table: HotSeat, seat: Seat) -> list[Seat]:
    """The seats of a side."""
    is_french = seat == "french"
    return [other for other in table.game.seats if (other == "french") == is_french]


def _story(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    table.console.say("  The story of the game is told when it is over.")
    return False


def _switch(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    others = [other for other in table.game.to_act if other != seat]
    if not others:
        table.console.say("  Nobody else may act now.")
        return False
    table.seat(others[0])
    return True


def _quit(table: HotSeat, seat: Seat, menu: Menu, words: str) -> bool:
    table.quit()
    return False


# Each says whether the choices have to be made out anew.
_Command = Callable[["HotSeat", Seat, Menu, str], bool]
COMMANDS: Final[dict[str, _Command]] = {
    "help": _help,
    "h": _help,
    "?": _help,
    "actions": _actions,
    "undo": _undo,
    "u": _undo,
    "save": _save,
    "why": _why,
    "log": _log,
    "map": _map,
    "m": _map,
    "units": _units,
    "field": _field,
    "notes": _notes,
    "roads": _roads,
    "position": _position,
    "rest": _rest,
    "advice": _advice,
    "advise": _advice,
    "hint": _advice,
    "do": _do,
    "yes": _do,
    "odds": _odds,
    "resign": _resign,
    "story": _story,
    "switch": _switch,
    "quit": _quit,
    "q": _quit,
    "exit": _quit,
}
assert not COMMANDS.keys() & {verb.name for verb in VERBS}


def run_command(table: HotSeat, seat: Seat, menu: Menu, text: str) -> bool | None:
    """Do what was typed if it is a command: whether the table has changed by it; None if it is
    none."""
    word, _, rest = text.partition(" ")
    command = COMMANDS.get(word.lower())
    return None if command is None else command(table, seat, menu, rest.strip())
