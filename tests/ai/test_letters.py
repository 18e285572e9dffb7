"""Letters say what the seat may know and no more, and lose nothing on the way."""

import random
from collections.abc import Iterator

import pytest

from napoleon.ai.advice.forecast import FOUGHT
from napoleon.ai.levels import LEVELS
from napoleon.ai.talents import Effort, is_compiled
from napoleon.ai.worker.letters import (
    ADVISE,
    WEIGH,
    Correspondence,
    Letter,
    format_letter,
    format_reply,
    parse_letter,
    parse_reply,
    sketch_of,
)
from napoleon.ai.worker.worker import Worker
from napoleon.lab.battles import random_battle
from napoleon.lab.random_play import new_random_game, warlike
from napoleon.lab.shuffle import shuffle_hidden
from napoleon.rules import Game, SeededDice
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import SEAT_ARMIES, UNIT_BY_ID
from napoleon.rules.engine.actions import Action
from napoleon.rules.engine.fight import Fight
from napoleon.rules.engine.state import State
from napoleon.rules.knowledge.sketch import sketch
from napoleon.rules.notation.phases import format_phase
from napoleon.rules.notation.writing import format_position

pytestmark = pytest.mark.once

NOT_COMPARED = {"dice", "log", "rolled", "sealed", "fights", "stack"}


def fields(thing: State | Fight) -> list[str]:
    """What a state or a fight holds, compiled or not."""
    names = [name for name in dir(thing) if not name.startswith("_")]
    return [name for name in names if not callable(getattr(thing, name))]


def everything(state: State) -> list[object]:
    """All that a state holds, to the last mark."""
    found: list[object] = [getattr(state, n) for n in fields(state) if n not in NOT_COMPARED]
    for fight in state.fights:
        roads = ("reinforced", "retreated")  # whose order means nothing
        found += [(name, getattr(fight, name)) for name in fields(fight) if name not in roads]
        found += [sorted(fight.reinforced), sorted(fight.retreated)]
    return [*found, *[format_phase(phase) for phase in state.stack]]


def positions(seed: int, most: int) -> Iterator[Game]:
    """A game on its way, a battle in it if the seed is odd."""
    rng = random.Random(seed)
    if seed % 2:
        game = Game.from_position(random_battle(rng), SeededDice(seed))
    else:
        game = new_random_game(seed // 2)
    for _ in range(most):
        if not game.to_act:
            return
        yield game
        seat = game.to_act[0]
        game.play(seat, Action(warlike(game, seat, game.legal(seat).codes, rng)))


@pytest.mark.parametrize("seed", range(24))
def test_a_letter_keeps_the_whole_sketch(seed: int) -> None:
    for game in positions(seed, 70):
        for seat in game.to_act:
            letter = Correspondence("g", seat, "officer", 3).write(game)
            line = format_letter(letter)
            assert parse_letter(line) == letter
            drawn = game.sketch(seat)
            read = sketch_of(parse_letter(line))
            assert everything(read.state) == everything(drawn.state)
            assert (read.dealt, read.armies) == (drawn.dealt, drawn.armies)
            assert letter.codes == game.legal(seat).codes


@pytest.mark.parametrize("seed", range(12))
def test_what_the_seat_may_not_know_is_not_in_the_letter(seed: int) -> None:
    rng = random.Random(seed)
    for game in positions(seed, 40):
        for seat in game.to_act:
            bits = seat.armies
            letter = Correspondence("g", seat, "officer", 3).write(game)
            twin = sketch(shuffle_hidden(game.state, bits, rng), bits)
            assert letter.position == format_position(twin.state)
            assert letter.shown == [fight.shown for fight in twin.state.fights]
            assert (letter.dealt, letter.armies) == (twin.dealt, bits)
            assert letter.codes == twin.state.stack[-1].legal(twin.state, bits)


def _twin(letter: Letter, game: Game, seat: str, rng: random.Random) -> Letter:
    """The letter of a game that differs in what the seat may not know."""
    drawn = sketch(shuffle_hidden(game.state, SEAT_ARMIES[seat], rng), SEAT_ARMIES[seat])
    return letter._replace(
        position=format_position(drawn.state),
        dealt=drawn.dealt,
        shown=[fight.shown for fight in drawn.state.fights],
        codes=drawn.state.stack[-1].legal(drawn.state, SEAT_ARMIES[seat]),
    )


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", [0, 1, 3])
def test_twins_are_played_alike(level: str, seed: int) -> None:
    rng = random.Random(seed)
    letters: dict[str, Correspondence] = {}
    # By the clock a marshal thinks less on a busy machine: here he counts.
    effort = Effort(playouts=30, trials=12, width=4, samples=3, seconds=0.0)
    one, two = Worker(efforts={level: effort}), Worker(efforts={level: effort})
    asked = 0
    for number, game in enumerate(positions(seed, 60)):
        if number % 10:
            continue
        seat = str(game.to_act[0])
        correspondence = letters.setdefault(seat, Correspondence("g", seat, level, 7))
        letter = correspondence.write(game)
        reply = one.answer(letter)
        assert reply.code in letter.codes
        assert two.answer(_twin(letter, game, seat, rng)) == reply
        assert parse_reply(format_reply(reply)) == reply
        asked += 1
    assert asked > 1


@pytest.mark.parametrize("seed", [0, 1])
def test_twins_are_advised_alike(seed: int) -> None:
    """What is told of a plan or a fight, too, comes of what the seat may know."""
    rng = random.Random(seed)
    letters: dict[str, Correspondence] = {}
    one, two = Worker(), Worker()
    told = 0
    for number, game in enumerate(positions(seed, 50)):
        if number % 16:
            continue
        seat = str(game.to_act[0])
        correspondence = letters.setdefault(seat, Correspondence("g", seat, "officer", 7))
        letter = correspondence.write(game, ADVISE)
        reply = one.answer(letter)
        assert reply.code in letter.codes
        assert two.answer(_twin(letter, game, seat, rng)) == reply
        told += len(reply.more)
    assert told or not seed % 2


def test_advice_says_what_odds_say() -> None:
    """One position: the same guesses and playouts, whatever was asked before."""
    for game in positions(1, 30):
        towns = [TOWN_IDS.index(battle.town) for battle in game.view(game.to_act[0]).battles]
        if game.town is None or TOWN_IDS.index(game.town) not in towns:
            continue
        seat, town = str(game.to_act[0]), TOWN_IDS.index(game.town)
        advised = Worker().answer(Correspondence("g", seat, "officer", 7).write(game, ADVISE))
        letters = Correspondence("g odds", seat, "officer", 7)
        worker = Worker()
        odds = [worker.answer(letters.write(game, WEIGH, town)).odds for _ in range(2)]
        assert odds[0] == odds[1]
        found = [values for text, values in advised.more if text == FOUGHT]
        if found:
            few = 1 if is_compiled() else 12  # in plain Python fewer are played out for advice
            assert abs(int(found[0]["success"]) - 100 * odds[0]["win"]) <= few
            return
    raise AssertionError("no fight was told of")


def test_who_has_not_followed_asks_for_everything() -> None:
    game = new_random_game(0, "historical", 2)
    letters = Correspondence("g", "french", "random", 1)
    worker = Worker(most=1)
    assert not worker.answer(letters.write(game)).is_behind
    game.play("french", next(iter(game.legal("french"))))
    second = letters.write(game)
    assert second.before > 0
    assert Worker().answer(second).is_behind
    assert not worker.answer(second).is_behind
    assert worker.answer(second).is_behind, "the same reports are not read twice"
    letters.start_again()
    whole = letters.write(game)
    assert whole.before == 0
    assert len(whole.reports) == second.before + len(second.reports)
    assert not worker.answer(whole).is_behind
    # Another game takes the one place: the first is forgotten.
    assert not worker.answer(Correspondence("other", "french", "random", 1).write(game)).is_behind
    game.play("french", next(iter(game.legal("french"))))
    assert worker.answer(letters.write(game)).is_behind


def test_odds_of_an_attack() -> None:
    game = Game.new("historical", dice=SeededDice(1))
    letters = Correspondence("g", "french", "officer", 1)
    charleroi = TOWN_IDS.index("charleroi")
    few = 1 << UNIT_BY_ID["FR-C1"]
    many = 0
    for name, unit in UNIT_BY_ID.items():
        if game.where(name) == "beaumont":
            many |= 1 << unit
    weak = Worker().answer(letters.write(game, WEIGH, charleroi, few)).odds
    letters.start_again()
    strong = Worker().answer(letters.write(game, WEIGH, charleroi, many)).odds
    assert weak["win"] < 0.3
    # Twelve set out, but the road from Thuin crosses the Sambre: three attack (5.5).
    assert 0.35 < strong["win"] < 0.85
    assert strong["own_points"] > 0 < strong["enemy_points"]
    letters.start_again()
    # The same for the Allies' units: they are not his to send.
    theirs = 1 << UNIT_BY_ID["PR-B"]
    assert Worker().answer(letters.write(game, WEIGH, charleroi, theirs)).problem
    letters.start_again()
    assert Worker().answer(letters.write(game, WEIGH, TOWN_IDS.index("avesnes"), many)).problem


@pytest.mark.once
@pytest.mark.parametrize("seed", [1, 3, 5])
def test_odds_of_a_battle_are_the_same_for_twins_and_add_up(seed: int) -> None:
    rng = random.Random(seed)
    asked = 0
    for number, game in enumerate(positions(seed, 40)):
        if number % 10 or not game.state.fights:
            continue
        town = game.state.fights[0].town
        seat = str(game.to_act[0])
        letter = Correspondence("g", seat, "officer", 1).write(game, WEIGH, town)
        found = Worker().answer(letter)
        assert not found.problem
        assert 0.0 <= found.odds["win"] <= 1.0
        assert Worker().answer(_twin(letter, game, seat, rng)) == found
        asked += 1
    assert asked
