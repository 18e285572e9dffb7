"""The story of a finished game as lines: chances over time, the costliest decisions, luck."""

from __future__ import annotations

from typing import Final

from napoleon.ai.advice.account import (
    FORCED_MARCHES,
    HITS,
    MORALE,
    Chance,
    Choice,
    Luck,
    LuckyMoment,
    Story,
    tell_fight,
)
from napoleon.ai.advice.battle_choices import BattleChoice
from napoleon.ai.advice.story import tell_story
from napoleon.ai.campaign.orders import Order
from napoleon.rules import Action, Game
from napoleon.rules.board.units import SIDE_NAMES
from napoleon.rules.words.language import ENGLISH
from napoleon.rules.words.prose import turn_title
from napoleon.text.console import fold
from napoleon.text.situation import SEAT_NAMES, capital

MOST_BAR: Final = 20  # columns of a bar that stands for a certain win
LEAST_BAR: Final = 5
_FIGURE: Final = 6  # "  46 %"


def format_story(game: Game, width: int) -> list[str]:
    """What a finished game turned on; the staff reads its record again."""
    story = tell_story(game.record())
    lines = [
        "The chance to win, as each could see it at the time",
        *format_chances(story, width),
        "",
        "The costliest decisions, by what they took from the chance to win",
        *format_decisions(story),
        "",
        "Luck with the dice",
        *format_luck(story),
    ]
    return [part for line in lines for part in fold(line, width)]


# --- chances


def format_chances(story: Story, width: int) -> list[str]:
    """A line for each turn, in a single battle for each battle turn, with a bar for each seat; the
    numbers behind it are those of the decisions that followed."""
    if all(chance.is_end for chance in story.chances):
        return ["  The game was over before anything could be told."]
    seats = list(dict.fromkeys(chance.seat for chance in story.chances))
    moments: dict[tuple[int, bool], dict[str, Chance]] = {}
    for chance in story.chances:
        moments.setdefault((chance.move, chance.is_end), {})[chance.seat] = chance
    titles = _titles(list(moments.values()))
    notes = _notes(story, list(moments))
    first = max(map(len, titles)) + 2
    room = (width - first - max(map(len, notes)) - 1) // len(seats)
    bar = min(MOST_BAR, room - _FIGURE - 3)
    bar = bar if bar >= LEAST_BAR else 0
    column = max(_FIGURE + bar + 3 if bar else _FIGURE, *[len(_name(seat)) + 2 for seat in seats])
    lines = [" " * first + "".join(f"  {_name(seat):{column - 2}}" for seat in seats)]
    for title, note, points in zip(titles, notes, moments.values(), strict=True):
        cells = [_cell(points.get(seat), bar) for seat in seats]
        lines.append(
            f"  {title:{first - 2}}" + "".join(f"{cell:{column}}" for cell in cells) + note
        )
    return [line.rstrip() for line in lines]


def _name(seat: str) -> str:
    return capital(SEAT_NAMES[seat].removeprefix("the "))


def _cell(point: Chance | None, bar: int) -> str:
    """A chance as a figure and a bar: `` 46 % |####.....|``."""
    if point is None:
        return ""
    figure = f"{_percent(point.chance):4} %"
    full = round(bar * point.chance)
    return f"{figure} |{'#' * full}{'.' * (bar - full)}|" if bar else figure


def _titles(moments: list[dict[str, Chance]]) -> list[str]:
    """What each line is about: a turn, a round of a battle, or the end."""
    titles: list[str] = []
    last = ""
    for points in moments:
        point = next(iter(points.values()))
        if point.is_end:
            title = "The end"
        elif point.round:
            title = f"Turn {point.turn}, round {point.round}"
        else:
            title = f"Turn {point.turn}: {turn_title(point.turn)}"
        # Both sides have a battle turn in each round.
        titles.append(title if title != last else "  then")
        last = title
    return titles


def _notes(story: Story, moments: list[tuple[int, bool]]) -> list[str]:
    """Behind the last line before a decision, its number in the list of the costliest."""
    marks: list[list[str]] = [[] for _ in moments]
    begun = [at for at, (_, is_end) in enumerate(moments) if not is_end]
    for number, decision in enumerate(story.worst(), start=1):
        before = [at for at in begun if moments[at][0] <= decision.move]
        marks[before[-1] if before else 0].append(str(number))
    return [f" <- {', '.join(mark)}" if mark else "" for mark in marks]


# --- decisions


def format_decisions(story: Story) -> list[str]:
    """The costliest decisions, with what was done and what the staff would have done."""
    worst = story.worst()
    if not worst:
        return ["  Nobody gave anything away, as far as the staff can see."]
    lines: list[str] = []
    for number, decision in enumerate(worst, start=1):
        lines.append(
            f"  {number}. Turn {decision.turn} ({turn_title(decision.turn)}). "
            f"{capital(SEAT_NAMES[decision.seat])}: a chance to win of {_percent(decision.taken)} "
            f"% instead of {_percent(decision.advised)} %."
        )
        told = _fight(decision) if isinstance(decision, BattleChoice) else _marches(decision)
        lines += [f"     {line}" for line in told]
        lines.append(f"     Before it: {_seen(decision.move)} --seat {decision.seat}")
    return lines


def _seen(move: int) -> str:
    """How to see the position after so many actions, in the record that is saved."""
    return f"napoleon replay FILE --to {move}"


def _percent(chance: float) -> int:
    return round(100 * chance)


def _marches(choice: Choice) -> list[str]:
    sent = f"Sent: {_orders(choice.marched)}." if choice.marched else "Nobody marched."
    if not choice.advice:
        return [sent, "The staff would have marched nowhere."]
    return [sent, f"The staff would have sent {_orders(choice.advice)}."]


def _orders(orders: list[Order]) -> str:
    """``5 units to Ligny, 1 unit by forced march to Wavre``; those who go alike are one."""
    sent: dict[tuple[int, bool], int] = {}
    for order in orders:
        way = (order.goal(), order.is_forced)
        sent[way] = sent.get(way, 0) | order.units
    parts = []
    for (goal, is_forced), units in sent.items():
        number = units.bit_count()
        how = " by forced march" if is_forced else ""
        parts.append(f"{number} unit{'s' if number != 1 else ''}{how} to {ENGLISH.town(goal)}")
    return ", ".join(parts)


def _fight(choice: BattleChoice) -> list[str]:
    town = ENGLISH.town(choice.town)
    fight = f"In battle at {town}, round {choice.round}" if choice.round else f"In battle at {town}"
    return [f"{fight}: {_told(choice.done)}.", f"The staff: {_told(choice.instead)}."]


def _told(codes: list[int]) -> str:
    return tell_fight(map(Action, codes), ENGLISH)


# --- luck


KINDS: Final = {
    HITS: "Hits rolled",
    FORCED_MARCHES: "Strength lost on forced marches",
    MORALE: "Units that lost heart",
}


def format_luck(story: Story) -> list[str]:
    """What the dice of each side should have brought, and what they did; then where they strayed
    most from that."""
    lines = []
    for kind, title in KINDS.items():
        lines.append(f"  {title}")
        for name, luck in zip(SIDE_NAMES, story.sum_of(kind), strict=True):
            lines.append(f"    {_name(name) + ':':8} {_luck(luck)}")
    moments = story.moments()
    if moments:
        lines.append("  Where luck told most")
    for moment in moments:
        lines += [f"    {_moment(moment)}", f"      Before it: {_seen(moment.move)}"]
    return lines


def _luck(luck: Luck) -> str:
    if not luck.number:
        return "no dice"
    dice = "1 die" if luck.number == 1 else f"{luck.number} dice"
    return f"{luck.rolled}; {luck.expected:.1f} could be expected of {dice}"


def _moment(moment: LuckyMoment) -> str:
    """``Turn 10, Brussels: bad luck of the French. Hits rolled: 8; 11.7 could be expected ...``"""
    where = f"Turn {moment.turn}"
    if moment.town >= 0:
        where += f", {ENGLISH.town(moment.town)}"
    luck = "good luck" if moment.is_good() else "bad luck"
    side = SEAT_NAMES[SIDE_NAMES[moment.side]]
    return f"{where}: {luck} of {side}. {KINDS[moment.kind]}: {_luck(moment)}"
