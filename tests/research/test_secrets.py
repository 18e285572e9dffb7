"""What is hidden changes neither what a seat observes nor its information state."""

import random

import pytest

from napoleon.lab.random_play import new_random_game, warlike
from napoleon.lab.shuffle import shuffle_hidden
from napoleon.research.recall import Memory, resample
from napoleon.rules import Action, Board, Game, Options, Seat, SeededDice
from napoleon.rules.board.tables import SHIPPED
from napoleon.rules.board.units import ARMY_UNITS, SIDE_UNITS, UNIT_IDS, members


def play_on(game: Game, memory: Memory, seat: Seat, action: str) -> None:
    memory.note(game.event_count, str(seat), Action.parse(action).code)
    game.play(seat, action)


def shuffle_and_observe(game: Game, seed: int) -> None:
    """Every seat at every fourth step, whoever is to act: what is hidden changes places."""
    rng = random.Random(seed)
    shuffled = 0
    for step in range(240):
        if not game.to_act:
            break
        for seat in game.seats if step % 4 == 0 else ():
            twin = Game(shuffle_hidden(game.state, seat.armies, rng), "", game.copy())
            shuffled += twin.position() != game.position()
            assert twin.observe(seat) == game.observe(seat)
        seat = rng.choice(game.to_act)
        game.play(seat, Action(warlike(game, seat, game.legal(seat).codes, rng)))
    assert shuffled > 40


@pytest.mark.parametrize("seed", range(8))
def test_hidden_blocks_that_change_places_are_not_observed(seed: int) -> None:
    shuffle_and_observe(new_random_game(seed), seed)


def swap(text: str, one: str, two: str) -> str:
    """An action with two units exchanged."""
    return " ".join([{one: two, two: one}.get(word, word) for word in text.split()])


def is_named(game: Game, seat: Seat, units: tuple[str, str]) -> bool:
    """Whether a seat has been told of one of the units by name."""
    return any(event.unit in units or event.other in units for event in game.events_for(seat))


def compare_twins(seed: int, players: int, board: Board = SHIPPED) -> None:
    """Two units of an army change places at set-up and in all they do: till one is shown, the
    other side has seen and done the same."""
    rng = random.Random(seed)
    army = seed % 3
    first, second = rng.sample(members(ARMY_UNITS[army]), 2)
    units = (UNIT_IDS[first], UNIT_IDS[second])
    options = Options(players, ("open", "hidden")[seed // 3])
    games = [Game.new("free", options, SeededDice(seed), board) for _ in range(2)]
    memories = [Memory(), Memory()]
    is_mine = {2: ("french", "allied", "allied"), 3: ("french", "anglo-dutch", "prussian")}
    watchers = [seat for seat in games[0].seats if (seat == "french") != (army == 0)]
    compared = 0
    for _ in range(220):
        seat = rng.choice(games[0].to_act)
        codes = games[0].legal(seat).codes
        is_owner = seat == is_mine[players][army]
        if is_owner:
            allowed = {swap(str(action), *units) for action in games[1].legal(seat)}
            codes = [code for code in codes if str(Action(code)) in allowed]
            if not codes:
                break  # the two differ where it matters to their owner
        action = str(Action(warlike(games[0], seat, codes, rng)))
        play_on(games[0], memories[0], seat, action)
        play_on(games[1], memories[1], seat, swap(action, *units) if is_owner else action)
        if any(is_named(game, watcher, units) for game in games for watcher in watchers):
            break
        if games[0].result is not None:
            break
        for watcher in watchers:
            one, other = (
                memory.information_state(game, str(watcher))
                for game, memory in zip(games, memories, strict=True)
            )
            assert one == other
            assert games[0].observe(watcher) == games[1].observe(watcher)
        compared += games[0].position() != games[1].position()
    assert compared > 20


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_twin_games_have_the_same_information_states(seed: int, players: int) -> None:
    compare_twins(seed, players)


def guess_along(game: Game, seed: int) -> None:
    """The same information state, the same offers; and it can be played on."""
    memory = Memory()
    rng = random.Random(seed)
    differ = 0
    for step in range(240):
        if not game.to_act:
            break
        seat = game.to_act[0]
        if step % 8 == 0:
            guess, remembered = resample(game, memory, seat, rng.randrange(1000))
            assert remembered.information_state(guess, str(seat)) == memory.information_state(
                game, str(seat)
            )
            assert guess.to_act == game.to_act
            assert guess.legal(seat) == game.legal(seat)
            differ += guess.position() != game.position()
            copy = guess.copy()
            assert copy.observe(seat) == game.observe(seat)
            action = warlike(guess, seat, guess.legal(seat).codes, rng)
            guess.use_dice(SeededDice(step))
            guess.play(seat, Action(action))
        play_on(game, memory, seat, str(Action(warlike(game, seat, game.legal(seat).codes, rng))))
    assert differ > 4


@pytest.mark.parametrize("seed", range(8))
def test_a_guess_cannot_be_told_from_the_game(seed: int) -> None:
    guess_along(new_random_game(seed), seed)


def test_nothing_of_the_truth_is_in_a_guess() -> None:
    """Where the enemy was placed, by name, is not in what the guess remembers."""
    game = new_random_game(1, "free", 2)
    memory = Memory()
    rng = random.Random(1)
    while game.turn < 2:
        seat = game.to_act[0]
        play_on(game, memory, seat, str(rng.choice(game.legal(seat))))
    assert game.to_act == (Seat.ALLIED,)
    guess, remembered = resample(game, memory, "allied", 7)
    french = {UNIT_IDS[unit] for unit in members(SIDE_UNITS[0])}
    named = {event.unit for event in game.events_for("allied")} & french
    assert {event.unit for event in guess.events} & french == named
    assert "> place" in memory.tell(game, "french")
    assert ">" not in remembered.tell(guess, "french")


def test_a_seat_that_is_not_to_act_has_no_guesses() -> None:
    game = Game.new()
    with pytest.raises(ValueError, match="allied is not to act"):
        resample(game, Memory(), "allied", 1)


def test_memory_is_the_same_whenever_it_is_asked() -> None:
    """What was worked out before is gone on with."""
    game = new_random_game(2)
    often, seldom = Memory(), Memory()
    rng = random.Random(2)
    for _ in range(120):
        seat = game.to_act[0]
        action = rng.choice(game.legal(seat))
        for memory in (often, seldom):
            memory.note(game.event_count, str(seat), action.code)
        game.play(seat, action)
        often.tell(game, str(rng.choice(game.seats)))
    for seat in game.seats:
        assert often.tell(game, str(seat)) == seldom.tell(game, str(seat))
        assert often.copy().tell(game, str(seat)) == seldom.tell(game, str(seat))
