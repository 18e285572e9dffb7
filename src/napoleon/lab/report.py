"""The report of a laboratory: one page of HTML that needs nothing from anywhere else."""

from __future__ import annotations

from collections import Counter
from html import escape
from pathlib import Path

from napoleon.lab import drawings, findings
from napoleon.lab.chronicle import Line
from napoleon.lab.intervals import Share
from napoleon.lab.report_style import STYLE
from napoleon.rules import BoardError
from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.tables import SHIPPED, find_board, lay
from napoleon.rules.board.towns import SUPPLY_CITIES, TOWN_IDS, TOWNS, find_town
from napoleon.rules.board.units import ARMY_NAMES, DEFEAT_AT, UNITS

# Openings shown at most, and how often all moves must have been the same to be listed.
MOST_OPENINGS = 10
SAME_OPENING = 3
MOST_TOWNS = 10

_ARMY_TITLES = ("French", "Anglo-Dutch", "Prussians")
_SIDE_TITLES = {"french": "French", "allied": "Allied"}


def _lay_board(lines: list[Line]) -> None:
    """The board of the games: reports are of one board."""
    boards = {str(line.get("board", "")) for line in lines}
    if len(boards) > 1:
        raise BoardError("games of several boards do not mix in a report")
    name, _, digest = boards.pop().partition(" ")
    lay(find_board(name, digest) if name else SHIPPED)


def write_report(lines: list[Line], path: Path) -> None:
    """Write the report of these games."""
    _lay_board(lines)
    path.write_text(format_report(lines), "utf-8")


def format_report(lines: list[Line]) -> str:
    """The page."""
    games = findings.finished(lines)
    parts = [
        _head(lines, games),
        _section("Who wins", "wide", _wins(games)),
        _section("How long, and how it ends", "", _lengths(games)),
        _section("Losses from turn to turn", "", _losses_over_turns(games)),
        _section("Where they fight", "wide", _map(games)),
        _section("Who attacks, and at what odds", "wide", _attacks(games)),
        _section("The supply cities", "wide", _cities(games)),
        _section("What the openings are worth", "wide", _openings(games)),
        _section("The fate of each unit", "wide", _units(games)),
        _section("Time to think", "wide", _times(games)),
        '<footer class="wide">Intervals are Wilson’s, at 95 %, each game one observation. '
        "Games of different rows share their dice seed by seed, so differences between rows are "
        "better known than the intervals of each suggest.</footer>",
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">"
        "<title>Napoléon 1815: laboratory</title>"
        f"<style>{STYLE}</style></head><body><main>{''.join(parts)}</main></body></html>\n"
    )


def _section(title: str, kind: str, inside: str) -> str:
    return f'<section class="{kind}"><h2>{title}</h2>{inside}</section>'


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _interval(share: Share) -> str:
    return f"{100 * share.low:.0f} to {100 * share.high:.0f}"


def _number(share: Share) -> str:
    return f'<div class="number">{_percent(share.value)}<small>{_interval(share)}</small></div>'


def _town(town: str) -> str:
    number = find_town(town)
    return escape(TOWNS[number].names["en"] if number >= 0 else town)


def _head(lines: list[Line], games: list[Line]) -> str:
    levels = dict.fromkeys(level for line in games for level in (line["french"], line["allied"]))
    players = sorted({line["players"] for line in games})
    visibilities = dict.fromkeys(line["visibility"] for line in games)
    seeds = [line["seed"] for line in games]
    facts = [
        f"{len(games)} games",
        f"levels: {', '.join(levels)}",
        f"{' or '.join(map(str, players))} players",
        f"blocks on the field {' or '.join(visibilities)}",
        f"seeds {min(seeds)} to {max(seeds)}",
        f"rules and opponents {', '.join(sorted({line['code'] for line in games}))}",
    ]
    broken = len(lines) - len(games)
    if broken:
        facts.append(f"{broken} games broke off and are left out")
    sentences = "".join(f"<p>{escape(text)}</p>" for text in findings.balance(games))
    return (
        '<header class="wide"><p class="over">Napoléon 1815 · laboratory</p>'
        f"<h1>How even is the game?</h1>{sentences}"
        f'<p class="facts">{" · ".join(escape(fact) for fact in facts)}</p></header>'
    )


def _wins(games: list[Line]) -> str:
    rows = []
    for pairing in findings.pairings(games):
        share = pairing.share
        rows.append(
            f'<div class="row"><div class="name"><b>{escape(pairing.french)}</b> French, '
            f"<b>{escape(pairing.allied)}</b> Allies"
            f"<small>{escape(pairing.scenario)} · {share.trials} games</small></div>"
            f"{drawings.share_bar(share, 'french', 'allied')}"
            f"{_number(share)}</div>"
        )
    key = (
        '<p class="key"><i class="french"></i>the French won <i class="allied"></i>the Allies won '
        "<i class='mark'></i>95 % interval of the French share; the golden line is a half</p>"
    )
    return f'<div class="rows">{"".join(rows)}</div>{key}'


def _lengths(games: list[Line]) -> str:
    turns = [line["turns"] for line in games]
    reasons = Counter((line["winner"], line["why"]) for line in games)
    items = "".join(
        f"<tr><td>{escape(why[0].upper() + why[1:])}<small>won by the "
        f"{'French' if winner == 'french' else 'Allies'}</small></td>"
        f'<td class="n">{number}</td><td class="n">{_percent(number / len(games))}</td></tr>'
        for (winner, why), number in reasons.most_common()
    )
    return (
        f"{drawings.length_columns(findings.lengths(games))}"
        '<p class="key"><i class="french"></i>French <i class="allied"></i>Allied victories, by '
        f"the turn of the end; mean length {sum(turns) / len(turns):.1f} turns</p>"
        f"<table>{items}</table>"
    )


def _losses_over_turns(games: list[Line]) -> str:
    limits = ", ".join(
        f"{title} {limit}" for title, limit in zip(_ARMY_TITLES, DEFEAT_AT, strict=True)
    )
    means = findings.mean_losses(games)
    rows = "".join(
        f"<tr><td>{title}</td>"
        + "".join(f'<td class="n">{means[army][turn - 1]:.1f}</td>' for turn in (6, 12, 18, 23))
        + f'<td class="n">{100 * toll.spared.value:.0f} %</td>'
        f'<td class="n">{100 * toll.defeated.value:.0f} %</td></tr>'
        for army, title, toll in zip(ARMY_NAMES, _ARMY_TITLES, findings.tolls(games), strict=True)
    )
    return (
        f"{drawings.loss_lines(means)}"
        f'<p class="key">Mean units lost by the end of a turn; beaten at: {limits}. All that is '
        "left of a beaten army counts as lost.</p>"
        '<table><tr><th>by turn</th><th class="n">6</th><th class="n">12</th><th class="n">18</th>'
        '<th class="n">23</th><th class="n">no loss</th><th class="n">beaten</th></tr>'
        f"{rows}</table>"
    )


def _map(games: list[Line]) -> str:
    fights = findings.fights_by_town(games)
    number = len(games)
    rows = "".join(
        f'<tr><td>{_town(town)}</td><td class="n">{battles / number:.2f}</td>'
        f'<td class="n">{f"{100 * won / battles:.0f} %" if battles else "–"}</td>'
        f'<td class="n">{skirmishes / number:.2f}</td></tr>'
        for town, (skirmishes, battles, won) in sorted(
            fights.items(), key=lambda item: (-item[1][1], -item[1][0])
        )[:MOST_TOWNS]
    )
    return (
        f'<div class="beside"><figure>{drawings.battle_map(fights, number)}'
        '<figcaption class="key"><i class="core"></i>battles <i class="heat"></i>skirmishes around '
        "them; the area of a disc is their number</figcaption></figure>"
        '<table><tr><th>a game</th><th class="n">battles</th><th class="n">French won</th>'
        f'<th class="n">skirmishes</th></tr>{rows}</table></div>'
    )


def _attacks(games: list[Line]) -> str:
    return (
        '<p class="key">Battles without skirmishes, by attackers to a defender in units on the '
        "field as they began (reserves that came later are not counted), and how many the attacker "
        "won.</p>"
        f'<div class="two">{_attacks_of(games, "french")}{_attacks_of(games, "allied")}</div>'
    )


def _attacks_of(games: list[Line], side: str) -> str:
    rows = "".join(
        f'<div class="row"><div class="name"><b>{_odds(one.odds)}</b>'
        f"<small>{one.share.trials / len(games):.2f} a game</small></div>"
        f"{drawings.share_bar(one.share, side)}{_number(one.share)}</div>"
        for one in findings.attacks(games)
        if one.side == side
    )
    return f'<div><h3>{_SIDE_TITLES[side]} attacks</h3><div class="rows slim">{rows}</div></div>'


def _odds(edge: float) -> str:
    higher = [other for other in findings.ODDS if other > edge]
    if not higher:
        return f"{edge:g} or more to one"
    return f"{edge:g} to {higher[0]:g} to one" if edge else f"under {higher[0]:g} to one"


def _cities(games: list[Line]) -> str:
    rows = []
    for city in findings.cities(games):
        when = f"median: turn {city.median_turn:g}" if city.median_turn is not None else "never"
        rows.append(
            f'<div class="row"><div class="name"><b>{_town(city.town)}</b>'
            f"<small>{_percent(city.held.value)} held at the end</small></div>"
            f'<div class="when">{drawings.turn_strip(city.by_turn)}'
            f"<small><span>turn 1</span><span>{when}</span><span>turn {LAST_TURN}</span></small>"
            "</div>"
            f"{_number(city.share)}</div>"
        )
    both = sum(len(line["held"]) >= 2 for line in games)
    total = len(SUPPLY_CITIES)
    return (
        f'<div class="rows">{"".join(rows)}</div><p class="key">How often each fell to the French, '
        "and in which turn first. At least two of the "
        f"{total} were French at the end of {_percent(both / len(games))} of the games.</p>"
    )


def _openings(games: list[Line]) -> str:
    return (
        '<p class="key">The town that most units of a side went to in its first turn, and how '
        "often that side went on to win. What an opening is worth depends on who plays it: "
        "compare rows of one level only.</p>"
        f'<div class="two">{_openings_of(games, "french")}{_openings_of(games, "allied")}</div>'
    )


def _openings_of(games: list[Line], side: str) -> str:
    shown = findings.openings(games, side, "thrust")
    rows = "".join(
        f'<div class="row"><div class="name"><b>{_town(one.opening)}</b>'
        f"<small>{escape(one.level)}, {escape(one.scenario)} · {one.share.trials} games</small>"
        f"</div>{drawings.share_bar(one.share, side)}"
        f"{_number(one.share)}</div>"
        for one in shown[:MOST_OPENINGS]
    )
    rest = sum(one.share.trials for one in shown[MOST_OPENINGS:])
    more = f'<p class="key">{rest} games began otherwise.</p>' if rest else ""
    same = [
        one for one in findings.openings(games, side, "opening") if one.share.trials >= SAME_OPENING
    ]
    texts = "".join(
        f"<li>{_moves(one.opening)}<small>{escape(one.level)}, {escape(one.scenario)} · won "
        f"{one.share.won:g} of {one.share.trials}, {_interval(one.share)} %</small></li>"
        for one in same[:MOST_OPENINGS]
    )
    details = (
        f"<details><summary>Move for move the same in {SAME_OPENING} games or more"
        f"</summary><ol>{texts}</ol></details>"
        if texts
        else ""
    )
    return (
        f'<div><h3>{_SIDE_TITLES[side]} openings</h3><div class="rows slim">{rows}</div>'
        f"{more}{details}</div>"
    )


def _moves(text: str) -> str:
    """An opening in words: ``beaumont>thuin 3`` as "3 Beaumont to Thuin"."""
    words = []
    for group in text.split("; "):
        road, _, number = group.rpartition(" ")
        start, _, end = road.partition(">")
        known = start in TOWN_IDS and end in TOWN_IDS
        words.append(f"{number} {_town(start)} → {_town(end)}" if known else escape(group))
    return "; ".join(words)


def _units(games: list[Line]) -> str:
    losses = findings.losses_of_units(games)
    columns = []
    for army, title in enumerate(_ARMY_TITLES):
        rows = "".join(
            f'<div class="row" title="{escape(UNITS[number].name)}"><div class="name">'
            f"{escape(loss.unit)}<small>{escape(UNITS[number].name)}</small></div>"
            f"{drawings.loss_bar(loss.lost, loss.left, army)}"
            f'<div class="number">{100 * loss.lost:.0f} %<small>{_mean_turn(loss)}</small></div>'
            "</div>"
            for number, loss in enumerate(losses)
            if UNITS[number].army == army
        )
        columns.append(f'<div><h3>{title}</h3><div class="rows unit">{rows}</div></div>')
    return (
        '<p class="key">The share of games in which a unit was lost to fire, rout, march or '
        "supply, and the mean turn of it. Paler: it left with its beaten army.</p>"
        f'<div class="three">{"".join(columns)}</div>'
    )


def _mean_turn(loss: findings.Loss) -> str:
    return f"turn {loss.mean_turn:.0f}" if loss.mean_turn is not None else ""


def _times(games: list[Line]) -> str:
    rows = "".join(
        f"<tr><td>{escape(level)}</td>"
        + "".join(
            f'<td class="n">{1000 * mean:,.1f}</td><td class="n">{1000 * most:,.0f}</td>'
            for _, mean, most in (times["decision"], times["turn"])
        )
        + f'<td class="n">{times["decision"][0]:,}</td></tr>'
        for level, times in findings.level_times(games).items()
    )
    return (
        '<div class="scroll"><table><tr><th></th><th class="n" colspan="2">a decision</th>'
        '<th class="n" colspan="2">a turn’s marches</th><th></th></tr><tr><th>milliseconds</th>'
        '<th class="n">mean</th><th class="n">most</th><th class="n">mean</th><th class="n">most'
        f'</th><th class="n">decisions</th></tr>{rows}</table></div>'
        '<p class="key">Measured while other games were played on the same machine.</p>'
    )
