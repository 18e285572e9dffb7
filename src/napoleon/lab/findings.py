"""What many chronicles come to: the figures of the report, from the lines of a file of games."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from napoleon.ai.levels import LEVELS
from napoleon.lab.chronicle import Line
from napoleon.lab.intervals import Share, wilson
from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.towns import SUPPLY_CITIES, TOWN_IDS
from napoleon.rules.board.units import ARMY_NAMES, DEFEAT_AT, UNIT_IDS

EVEN: Final = 0.05  # within so much of a half a game is called even
ODDS: Final = (0.0, 0.75, 1.1, 1.5, 2.0)  # attackers to a defender, where each class begins


class Pairing(NamedTuple):
    """Who played whom, in which scenario, and how often the French won."""

    scenario: str
    french: str
    allied: str
    share: Share


class Opening(NamedTuple):
    """What a side's first turn was worth to it."""

    scenario: str
    level: str
    opening: str
    share: Share


class City(NamedTuple):
    """How often a supply city fell, and in which turns (index 0 is turn 1)."""

    town: str
    share: Share
    median_turn: float | None
    by_turn: list[int]
    held: Share


class Loss(NamedTuple):
    """In what share of the games a unit was lost, and left with its beaten army."""

    unit: str
    lost: float
    left: float
    mean_turn: float | None


class Attacks(NamedTuple):
    """Battles that a side began with at least so many units to one, and how many it won."""

    side: str
    odds: float
    share: Share


class Toll(NamedTuple):
    """What an army loses: units a game, games without a loss, games in which it was defeated."""

    army: str
    mean: float
    spared: Share
    defeated: Share


def finished(lines: Iterable[Line]) -> list[Line]:
    """The games that have a winner."""
    return [line for line in lines if line["winner"] is not None]


def french_share(lines: Iterable[Line]) -> Share:
    """How often the French won."""
    winners = [line["winner"] for line in lines]
    return wilson(winners.count("french"), len(winners))


def pairings(lines: Iterable[Line]) -> list[Pairing]:
    """Each scenario and pairing, in the order in which they were first played."""
    groups: dict[tuple[str, str, str], list[Line]] = defaultdict(list)
    for line in lines:
        groups[line["scenario"], line["french"], line["allied"]].append(line)
    order = {name: at for at, name in enumerate(dict.fromkeys(key[0] for key in groups))}
    return [
        Pairing(*key, french_share(group))
        for key, group in sorted(groups.items(), key=lambda item: order[item[0][0]])
    ]


def openings(lines: Iterable[Line], side: str, name: str) -> list[Opening]:
    """What each opening of a side was worth, the most frequent first.

    `name` is ``"thrust"`` for the town that most units went to, ``"opening"`` for all moves.
    """
    won: Counter[tuple[str, str, str]] = Counter()
    played: Counter[tuple[str, str, str]] = Counter()
    for line in lines:
        key = (line["scenario"], line[side], line[name][side] or "nobody marched")
        played[key] += 1
        won[key] += line["winner"] == side
    ordered = sorted(played, key=lambda key: (-played[key], key))
    return [Opening(*key, wilson(won[key], played[key])) for key in ordered]


def losses_of_units(lines: list[Line]) -> list[Loss]:
    """Every unit, in the order of the roster."""
    turns: dict[str, list[int]] = defaultdict(list)
    left: Counter[str] = Counter()
    for line in lines:
        for fate in line["fates"]:
            if fate["cause"] == "defeat":
                left[fate["unit"]] += 1
            else:
                turns[fate["unit"]].append(fate["turn"])
    games = len(lines)
    return [
        Loss(
            unit,
            len(turns[unit]) / games,
            left[unit] / games,
            statistics.mean(turns[unit]) if turns[unit] else None,
        )
        for unit in UNIT_IDS
    ]


def mean_losses(lines: list[Line]) -> dict[str, list[float]]:
    """Each army's mean losses by the end of each turn; after its end a game keeps its losses."""
    return {
        army: [
            statistics.mean(line["losses"][army][min(turn, line["turns"]) - 1] for line in lines)
            for turn in range(1, LAST_TURN + 1)
        ]
        for army in ARMY_NAMES
    }


def fights_by_town(lines: Iterable[Line]) -> dict[str, tuple[int, int, int]]:
    """For each town its skirmishes, its battles, and the battles that the French won."""
    skirmishes: Counter[str] = Counter()
    battles: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for line in lines:
        for fight in line["battles"]:
            if fight["kind"] == "battle":
                battles[fight["town"]] += 1
                won[fight["town"]] += fight["winner"] == "french"
            else:
                skirmishes[fight["town"]] += 1
    return {
        town: (skirmishes[town], battles[town], won[town])
        for town in TOWN_IDS
        if skirmishes[town] or battles[town]
    }


def attacks(lines: Iterable[Line]) -> list[Attacks]:
    """Each side's battles by the units on the field as they began, and how they ended."""
    won: dict[tuple[str, float], list[bool]] = defaultdict(list)
    for line in lines:
        for fight in line["battles"]:
            if fight["kind"] != "battle" or fight["winner"] is None:
                continue
            side = fight["attacker"]
            against = fight["allied" if side == "french" else "french"]
            ratio = fight[side] / against if against else ODDS[-1]
            odds = max(edge for edge in ODDS if edge <= ratio)
            won[side, odds].append(fight["winner"] == side)
    return [
        Attacks(side, odds, wilson(sum(won[side, odds]), len(won[side, odds])))
        for side in ("french", "allied")
        for odds in ODDS
        if won[side, odds]
    ]


def tolls(lines: list[Line]) -> list[Toll]:
    """What each army loses; what is left of a defeated army counts as lost."""
    found = []
    for army, limit in zip(ARMY_NAMES, DEFEAT_AT, strict=True):
        lost = [line["losses"][army][line["turns"] - 1] for line in lines]
        found.append(
            Toll(
                army,
                statistics.mean(lost),
                wilson(lost.count(0), len(lost)),
                wilson(sum(units >= limit for units in lost), len(lost)),
            )
        )
    return found


def cities(lines: list[Line]) -> list[City]:
    """The three supply cities."""
    found = []
    for number in SUPPLY_CITIES:
        town = TOWN_IDS[number]
        fell = [city["turn"] for line in lines for city in line["cities"] if city["town"] == town]
        by_turn = [fell.count(turn) for turn in range(1, LAST_TURN + 1)]
        held = sum(town in line["held"] for line in lines)
        found.append(
            City(
                town,
                wilson(len(fell), len(lines)),
                statistics.median(fell) if fell else None,
                by_turn,
                wilson(held, len(lines)),
            )
        )
    return found


def lengths(lines: Iterable[Line]) -> list[tuple[int, int]]:
    """For each turn the games that ended in it: won by the French, by the Allies."""
    ended = Counter((line["turns"], line["winner"]) for line in lines)
    return [(ended[turn, "french"], ended[turn, "allied"]) for turn in range(1, LAST_TURN + 1)]


def level_times(lines: Iterable[Line]) -> dict[str, dict[str, tuple[int, float, float]]]:
    """For each level, of decisions and of turns: their number, mean and maximum in seconds."""
    totals: dict[str, dict[str, tuple[int, float, float]]] = {}
    for line in lines:
        for side in ("french", "allied"):
            kept = totals.setdefault(line[side], {"decision": (0, 0.0, 0.0), "turn": (0, 0.0, 0.0)})
            for what, times in line["times"][side].items():
                number, total, most = kept[what]
                kept[what] = (
                    number + times["number"],
                    total + times["total"],
                    max(most, times["most"]),
                )
    return {
        level: {
            what: (number, total / number if number else 0.0, most)
            for what, (number, total, most) in kept.items()
        }
        for level, kept in totals.items()
    }


def balance(lines: list[Line]) -> list[str]:
    """How even the game is, in plain words: a sentence or two for each scenario."""
    sentences = []
    for scenario in dict.fromkeys(line["scenario"] for line in lines):
        group = [line for line in lines if line["scenario"] == scenario]
        equal = [line for line in group if line["french"] == line["allied"]]
        chosen = group
        if equal:
            # What the best players make of it says most about the game.
            best = max([line["french"] for line in equal], key=_rank)
            chosen = [line for line in equal if line["french"] == best]
            who = f"{best} on both sides"
        else:
            who = "levels that differ, so that this also says who plays better"
        share = french_share(chosen)
        games = f"{len(chosen)} game{'' if len(chosen) == 1 else 's'}"
        sentences.append(
            f"{scenario.capitalize()} set-up, {games} with {who}: the French won "
            f"{share}. {_verdict(share)}"
        )
    return sentences


def _rank(level: str) -> int:
    return LEVELS.index(level) if level in LEVELS else -1


def _verdict(share: Share) -> str:
    width = f"{100 * (share.high - share.low):.0f} points wide"
    if share.low > 0.5:
        return "The French have the better chances: an even game lies outside the interval."
    if share.high < 0.5:
        return "The Allies have the better chances: an even game lies outside the interval."
    if share.low >= 0.5 - EVEN and share.high <= 0.5 + EVEN:
        return "The game is even, to within five points."
    return f"Neither side is shown to have the better chances; the interval is {width}."
