"""Ratings: what a game makes of those who played, once, and again from all games."""

from __future__ import annotations

import asyncio
import math
import random
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from sqlalchemy import Engine
from tests.server.measuring import open_house

from napoleon.cli import main
from napoleon.rules import Options
from napoleon.scenarios.library import shipped
from napoleon.server.http import seating
from napoleon.server.http.messages import NewGame
from napoleon.server.measure.reckoning import (
    BETA,
    COMPUTERS,
    MIDDLE,
    NO_ADVANTAGE,
    POINTS,
    SIGMA,
    Rating,
    reckon,
)
from napoleon.server.measure.verdicts import UNPLAYED, Ending, Rated, judge
from napoleon.server.refusals import Refused
from napoleon.server.store import ratings
from napoleon.server.store import tables as store
from napoleon.server.store.copying import copy_database
from napoleon.server.store.measure_tables import rated_games
from napoleon.server.store.measure_tables import ratings as table
from napoleon.server.store.people_upkeep import forget
from napoleon.server.table.sheet import Sheet, Sitter


def test_computers_stand_where_they_were_measured() -> None:
    points = {level: rating.points for level, rating in COMPUTERS.items()}
    assert points == {"recruit": 928, "officer": MIDDLE, "marshal": 1834, "emperor": 2047}
    # Between two that are certain, 400 points are ten to one.
    odds = math.exp(400 / POINTS / (math.sqrt(2) * BETA))
    assert odds == pytest.approx(10) and Rating(400 / POINTS).points == MIDDLE + 400


def test_a_win_with_the_better_side_tells_less() -> None:
    known = Rating(0.0, 1.0)
    for advantage, is_more in ((Rating(4.0, 1.0), False), (Rating(-4.0, 1.0), True)):
        even = reckon([known], [known], Rating(0.0, 1.0), True).french[0]
        found = reckon([known], [known], advantage, True).french[0]
        assert (found.mu > even.mu) is is_more
    newcomer = Rating()
    after = reckon([newcomer], [COMPUTERS["officer"]], newcomer, True)
    assert after.french[0].mu > 0 > after.allied[0].mu
    assert after.french[0].sigma < SIGMA and after.advantage.mu > 0
    assert (after.french[0].games, after.french[0].wins, after.allied[0].wins) == (1, 1, 0)


def test_two_allies_share_what_comes_of_it() -> None:
    known = Rating()
    after = reckon([known], [known, known], known, False)
    assert after.allied[0] == after.allied[1] and after.allied[0].mu > 0 > after.french[0].mu
    alone = reckon([known], [known], known, False)
    assert after.allied[0].mu < alone.allied[0].mu


def test_the_advantage_of_a_side_is_found() -> None:
    """Players of any strength, and a side worth one unit of log-odds: after enough games the
    ratings know both."""
    rng = random.Random(2)
    scale = math.sqrt(2) * BETA
    true = [rng.gauss(0, 1) for _ in range(12)]
    known = [Rating() for _ in true]
    side = NO_ADVANTAGE
    for _ in range(400):
        one, other = rng.sample(range(12), 2)
        is_french = rng.random() < 1 / (1 + math.exp(true[other] - true[one] - 1.0))
        after = reckon([known[one]], [known[other]], side, is_french)
        known[one], known[other], side = after.french[0], after.allied[0], after.advantage
    assert abs(side.mu / scale - 1.0) < 0.5
    middle = sum(true) / 12, sum(one.mu for one in known) / 12
    errors = [
        abs((rating.mu - middle[1]) / scale - (was - middle[0]))
        for rating, was in zip(known, true, strict=True)
    ]
    assert sum(errors) / 12 < 0.6


def sheet_of(seats: dict[str, Sitter], winner: str = "french") -> Sheet:
    result = f'{{"winner": "{winner}", "rule": "", "reason": ""}}'
    return Sheet(
        "g", "historical", len(seats), "open", None, "w", b"", seats, "", "", turn=3, result=result
    )


def test_whom_a_game_counts_for() -> None:
    ann, ben = Sitter("human", "ann"), Sitter("human", "ben")
    officer = Sitter("computer", level="officer")
    away = Sitter("human", "ben", stand_in="officer")

    def told(loser: str = "", **seats: Sitter) -> tuple[list[str], list[str], bool] | None:
        names = {name.replace("_", "-"): sitter for name, sitter in seats.items()}
        winner = "allied" if loser == "french" else "french"
        found = ratings.read_game(sheet_of(names, winner), Ending(loser))
        return (found.french, found.allied, found.is_french) if found is not None else None

    assert told(french=ann, allied=officer) == (["person ann"], ["officer"], True)
    # What a computer has played for a person is nobody's result, whoever sits there at the end.
    held = Sitter("human", "ben", had_computer=True)
    newcomer = Sitter("human", "ben", had_other=True)
    for mixed in (away, held, newcomer):
        assert told(french=mixed, allied=ann) is None
        assert told(french=ann, allied=mixed) is None
        assert told("french", french=ann, allied=mixed) is None
        assert told(french=officer, anglo_dutch=ann, prussian=mixed) is None
    # Who left loses by the clock or by giving up, also after a computer has played for a while;
    # not for what another person began.
    for mixed in (away, held):
        assert told("allied", french=ann, allied=mixed) == (["person ann"], ["person ben"], True)
    assert told("allied", french=ann, allied=newcomer) is None
    # An ally of the loser has lost nothing, and the winner has beaten nobody but the loser.
    cyd, emperor = Sitter("human", "cyd"), Sitter("computer", level="emperor")
    for ally in (cyd, emperor):
        assert told("prussian", french=ann, anglo_dutch=ally, prussian=ben) == (
            ["person ann"],
            ["person ben"],
            True,
        )
    both = ["person ann", "person ben"]
    assert told("french", french=cyd, anglo_dutch=ann, prussian=ben) == (
        ["person cyd"],
        both,
        False,
    )
    assert told(french=ann, allied=ann) is None
    assert told(french=ann, allied=Sitter("computer", level="random")) is None
    assert told(french=ann, anglo_dutch=ben, prussian=ben) == (both[:1], both[1:], True)


def test_a_game_counts_from_a_whole_turn_of_both_sides_on() -> None:
    seats = {"french": Sitter("human", "ann"), "allied": Sitter("human", "ben")}
    sheet = sheet_of(seats)
    for turn, why in ((0, UNPLAYED), (1, UNPLAYED), (2, UNPLAYED), (3, "")):
        told = judge(msgspec.structs.replace(sheet, turn=turn), Ending("allied"))
        assert (told if isinstance(told, str) else "") == why
    # What the rules have ended was played, however short it was.
    assert isinstance(judge(msgspec.structs.replace(sheet, turn=1), Ending()), Rated)
    # A battle of one turn counts once both have made a move.
    start = shipped()["ligny"].start(Options(2))
    battle = msgspec.structs.replace(sheet, scenario="ligny", start=start, turn=5)
    for acted, why in ((set(), UNPLAYED), ({"french"}, UNPLAYED), ({"french", "allied"}, "")):
        told = judge(battle, Ending("french", frozenset(acted)))
        assert (told if isinstance(told, str) else "") == why


def rows(engine: Engine) -> dict[str, Rating]:
    with engine.connect() as database:
        return ratings.find(database)


def test_games_are_rated_once_and_again_to_the_same(engine: Engine, tmp_path: Path) -> None:
    """In the order of ending; handicaps apart; a copy and the command come to the same figures."""

    async def play() -> list[str]:
        async with open_house(engine) as house:
            ann, ben, guest = house.person("Ann"), house.person("Ben"), house.person("Guest", False)
            with pytest.raises(Refused, match="Rated games are for accounts"):
                await house.play(guest, ann, ann)
            with pytest.raises(Refused, match="Rated games are for accounts"):
                await house.play(ann, guest, ann)
            both = NewGame({"french": "me", "allied": "me"}, rated=True)
            with pytest.raises(Refused, match="cannot be rated"):
                await seating.begin(house.hall, ann, both)
            games = [
                await house.play(ann, ben, ben),
                await house.play(ben, ann, ben),
                await house.play(ann, ben, ann, handicap=3),
            ]
            alone = NewGame({"french": "me", "allied": "computer:recruit"}, rated=True)
            games.append(await seating.begin(house.hall, ann, alone))
            with pytest.raises(Refused, match="you can resign it, not end it"):
                await seating.end(house.hall, ann, games[-1])
            with pytest.raises(Refused, match="you can resign it, not leave it"):
                await seating.leave(house.hall, ann, games[-1], "french")
            await house.play_turn(games[-1])
            await house.resign(games[-1], ann)
            private = NewGame({"french": "me", "allied": "computer:recruit"})
            await house.resign(await seating.begin(house.hall, ann, private), ann)
            await house.referee.step()
            return games

    games = asyncio.run(play())
    known = rows(engine)
    with engine.connect() as database:
        order = list(
            database.execute(sa.select(rated_games.c.game).order_by(rated_games.c.n)).scalars()
        )
    assert order == games
    assert {who: one.games for who, one in known.items()} == {
        "person ann": 4,
        "person ben": 3,
        "side historical 2 0": 3,
        "side historical 2 3": 1,
    }
    assert known["person ann"].wins == 2 and known["side historical 2 3"].mu < 0
    assert known["person ann"].mu < known["person ben"].mu  # she has lost to a recruit
    url = f"sqlite:///{tmp_path / 'copy.sqlite'}"
    copy_database(engine.url.render_as_string(hide_password=False), url)
    assert main(["admin", "rate", "--database", url]) == 0
    copied = store.open_engine(url)
    assert rows(copied) == known
    with copied.begin() as database:
        database.execute(sa.update(table).values(mu=1.0))
        forget(database, "ben")
    with copied.begin() as database:
        assert ratings.reckon_again(database) == (4, 4)
        names = {place.name: place.rating for place in ratings.places(database, 10, 1)}
    assert names == {"Ann": known["person ann"]}  # who is forgotten stays in what others have won
    copied.dispose()
