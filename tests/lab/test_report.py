"""The report: its numbers are those of the file, and it needs nothing from anywhere else."""

import copy
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from napoleon.lab import findings
from napoleon.lab.matches import Match
from napoleon.lab.outcomes import find_outcome
from napoleon.lab.report import format_report
from napoleon.rules.board.units import UNITS

Line = dict[str, Any]

ALONE = {"meta", "rect", "path", "circle", "polyline", "i", "br"}


@pytest.fixture(scope="module")
def played() -> Line:
    line = find_outcome(Match("random", "random", 1)).line
    assert line is not None
    return line


@pytest.fixture
def games(played: Line) -> list[Line]:
    """Twenty games of known contents: the French win the first eight, and all of the free ones."""
    lines = []
    for number in range(20):
        line = copy.deepcopy(played)
        is_free = number >= 15
        won = number < 8 or is_free
        line.update(
            seed=100 + number,
            scenario="free" if is_free else "historical",
            french="recruit" if is_free else "officer",
            allied="officer",
            winner="french" if won else "allied",
            why="both Allied armies are defeated" if won else "the French army is defeated",
            turns=9 if won else 23,
            losses={
                "french": [3] * 23,
                "anglo-dutch": [number % 2 * 4] * 23,
                "prussian": [0] * 22 + [1],
            },
            fates=[{"unit": "FR-N", "turn": 7, "cause": "fire", "town": "ligny"}] * (number < 5)
            + [{"unit": "AD-W", "turn": 9, "cause": "defeat", "town": "ligny"}] * won,
            battles=[
                fight("waterloo", "battle", "french" if won else "allied"),
                fight("ligny", "skirmish", "french"),
            ],
            cities=[{"town": "brussels", "turn": 5 + number % 2}] if won else [],
            held=["brussels", "ghent"] if is_free else [],
            opening={"french": "beaumont>charleroi 4", "allied": "nobody marched"},
            thrust={"french": "charleroi" if number < 10 else "mons", "allied": None},
        )
        lines.append(line)
    return lines


def fight(town: str, kind: str, winner: str) -> Line:
    return {
        "turn": 3,
        "town": town,
        "kind": kind,
        "attacker": "french",
        "french": 6,
        "allied": 4,
        "winner": winner,
    }


class Reader(HTMLParser):
    """Whether all that is opened is closed in order, and all the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.addresses += [str(value) for name, value in attributes if name in ("src", "href")]
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert tag in ALONE

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.texts.append(data)


def read(lines: list[Line]) -> tuple[str, str]:
    """The page, and its text alone."""
    page = format_report(lines)
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    assert reader.addresses == []
    return page, re.sub(r"\s+", " ", " ".join(reader.texts))


def test_the_page_asks_for_nothing(games: list[Line]) -> None:
    page, _ = read(games)
    assert "default-src 'none'" in page
    for word in ("http://", "https://", "url(", "@import", "<script", "<img", "<link"):
        assert word not in page
    assert "prefers-color-scheme: dark" in page
    assert "width=device-width" in page


def test_wins_by_scenario_and_pairing(games: list[Line]) -> None:
    found = findings.pairings(games)
    assert [(one.scenario, one.french, one.allied) for one in found] == [
        ("historical", "officer", "officer"),
        ("free", "recruit", "officer"),
    ]
    assert [(one.share.won, one.share.trials) for one in found] == [(8, 15), (5, 5)]
    _, text = read(games)
    assert "53.3 % 30 to 75" in text
    assert "100.0 % 57 to 100" in text
    assert "historical · 15 games" in text
    assert "seeds 100 to 119" in text


def test_balance_in_plain_words(games: list[Line]) -> None:
    _, text = read(games)
    assert (
        "Historical set-up, 15 games with officer on both sides: the French won 53.3 % "
        "(95 %: 30.1 to 75.2). Neither side is shown to have the better chances" in text
    )
    assert "Free set-up, 5 games with levels that differ" in text
    assert "The French have the better chances" in text


@pytest.mark.parametrize(
    ("won", "games_played", "words"),
    [
        (900, 1000, "The French have the better chances"),
        (100, 1000, "The Allies have the better chances"),
        (500, 1000, "The game is even, to within five points"),
        (5, 10, "Neither side is shown to have the better chances; the interval is 53 points"),
    ],
)
def test_verdicts(won: int, games_played: int, words: str) -> None:
    lines = [
        {
            "scenario": "historical",
            "french": "marshal",
            "allied": "marshal",
            "winner": "french" if number < won else "allied",
        }
        for number in range(games_played)
    ]
    (sentence,) = findings.balance(lines)
    assert words in sentence


def test_balance_is_told_of_the_best_level_that_meets_itself(games: list[Line]) -> None:
    for line in games[:4]:
        line["french"] = line["allied"] = "random"
    assert "11 games with officer on both sides" in findings.balance(games)[0]


def test_length_and_reasons(games: list[Line]) -> None:
    ended = findings.lengths(games)
    assert ended[8] == (13, 0)
    assert ended[22] == (0, 7)
    assert sum(map(sum, ended)) == 20
    page, text = read(games)
    assert "mean length 13.9 turns" in text
    assert "Both Allied armies are defeated won by the French 13 65.0 %" in text
    assert "turn 9: French 13, Allies 0" in page


def test_losses(games: list[Line]) -> None:
    means = findings.mean_losses(games)
    assert means["french"] == [3.0] * 23
    assert means["anglo-dutch"][0] == 2.0
    # Only the games of 23 turns reach the loss of the last turn.
    assert means["prussian"][22] == pytest.approx(7 / 20)
    losses = {loss.unit: loss for loss in findings.losses_of_units(games)}
    assert losses["FR-N"][1:] == (0.25, 0.0, 7)
    assert losses["AD-W"][1:] == (0.0, 0.65, None)
    _, text = read(games)
    assert "FR-N Napoleon 25 % turn 7" in text.replace("é", "e")
    for card in UNITS:
        assert card.id in text


def test_where_battles_were(games: list[Line]) -> None:
    assert findings.fights_by_town(games) == {"ligny": (20, 0, 0), "waterloo": (0, 20, 13)}
    page, text = read(games)
    assert "Waterloo: 20 battles (French won 13), 0 skirmishes in 20 games" in page
    assert "Waterloo 1.00 65 % 0.00" in text


def test_who_attacks_at_what_odds(games: list[Line]) -> None:
    games[0]["battles"] = [
        fight("ligny", "battle", "allied") | {"attacker": "allied", "french": 4, "allied": 3},
        fight("ligny", "battle", "french") | {"attacker": "allied", "french": 4, "allied": 2},
        fight("ligny", "battle", "french") | {"french": 5, "allied": 0},
        fight("ligny", "battle", "french") | {"winner": None},
    ]
    found = findings.attacks(games)
    assert [(one.side, one.odds, one.share.won, one.share.trials) for one in found] == [
        ("french", 1.5, 12, 19),
        ("french", 2.0, 1, 1),
        ("allied", 0.0, 0, 1),
        ("allied", 0.75, 1, 1),
    ]
    _, text = read(games)
    assert "1.5 to 2 to one 0.95 a game 63.2 %" in text
    assert "2 or more to one 0.05 a game 100.0 %" in text
    assert "under 0.75 to one 0.05 a game 0.0 %" in text


def test_what_each_army_loses(games: list[Line]) -> None:
    for line in games[:5]:
        line["losses"]["french"] = [12] * 23
    found = {toll.army: toll for toll in findings.tolls(games)}
    assert found["french"].mean == pytest.approx((5 * 12 + 15 * 3) / 20)
    assert (found["french"].spared.won, found["french"].defeated.won) == (0, 5)
    assert (found["anglo-dutch"].spared.won, found["anglo-dutch"].defeated.won) == (10, 0)
    # The Prussians lose their one unit in the 23rd turn, which seven games reach.
    assert found["prussian"].mean == pytest.approx(7 / 20)
    assert found["prussian"].spared.won == 13
    _, text = read(games)
    assert "Prussians 0.0 0.0 0.0 0.3 65 % 0 %" in text


def test_supply_cities(games: list[Line]) -> None:
    brussels = next(city for city in findings.cities(games) if city.town == "brussels")
    assert (brussels.share.won, brussels.share.trials) == (13, 20)
    assert brussels.by_turn[4:6] == [6, 7]
    assert (brussels.median_turn, brussels.held.won) == (6, 5)
    _, text = read(games)
    assert "Brussels 25.0 % held at the end" in text
    assert "65.0 % 43 to 82" in text
    assert "were French at the end of 25.0 % of the games" in text


def test_openings(games: list[Line]) -> None:
    found = findings.openings(games, "french", "thrust")
    assert [(one.level, one.opening, one.share.won, one.share.trials) for one in found] == [
        ("officer", "charleroi", 8, 10),
        ("recruit", "mons", 5, 5),
        ("officer", "mons", 0, 5),
    ]
    _, text = read(games)
    assert "Charleroi officer, historical · 10 games" in text
    assert "80.0 % 49 to 94" in text
    assert "4 Beaumont → Charleroi" in text
    assert "won 8 of 15, 30 to 75 %" in text


def test_times_are_those_of_the_file(games: list[Line]) -> None:
    times = findings.level_times(games)
    assert set(times) == {"officer", "recruit"}
    kept = [line["times"]["french"]["decision"] for line in games[15:]]
    number, mean, most = times["recruit"]["decision"]
    assert number == sum(one["number"] for one in kept)
    assert mean == pytest.approx(sum(one["total"] for one in kept) / number)
    assert most == max(one["most"] for one in kept)


def test_broken_games_are_left_out_and_told(games: list[Line]) -> None:
    games[0] = {**games[0], "winner": None, "trouble": "x"}
    _, text = read(games)
    assert "19 games ·" in text
    assert "1 games broke off" in text


def test_one_game_is_enough(played: Line) -> None:
    _, text = read([played])
    assert "1 game with random on both sides" in text


def test_nothing_from_the_file_is_markup(games: list[Line]) -> None:
    games[0]["french"] = "<b>x</b>"
    page, _ = read(games)
    assert "<b><b>x" not in page
    assert "&lt;b&gt;x" in page
