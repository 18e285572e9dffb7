"""Twin games: two games that differ only in which hidden block is which.

Everything that the other side is shown, event by event and view by view, must be the same to the
byte until one of the two blocks is shown.
"""

from __future__ import annotations

import json
import random

import pytest

from napoleon.lab.battles import random_battle
from napoleon.lab.properties import PropertyBroken
from napoleon.lab.random_play import warlike
from napoleon.lab.staff_fuzz import start_game
from napoleon.lab.twins import Twins, check_twins
from napoleon.rules import Action, Game, Options, Seat, SeededDice
from napoleon.rules.board.tables import SHIPPED
from napoleon.rules.board.units import ARMY_UNITS, FOOT, MOUNTED, UNIT_IDS, members

pytestmark = pytest.mark.once


def _swap(text: str, one: str, two: str) -> str:
    """An action with two units exchanged."""
    words = [{one: two, two: one}.get(word, word) for word in text.split()]
    return " ".join(words)


def _is_given_away(game: Game, seat: Seat | None, units: set[str], since: int) -> bool:
    """Whether a seat has been told by name of one of the units since an event."""
    return any(
        event.unit in units or event.other in units for event in game.events_for(seat, since)
    ) or any(
        block.unit in units
        for battle in game.view(seat).battles
        for block in (*battle.own, *battle.enemy)
    )


def _spectacle(game: Game, seat: Seat | None, since: int) -> str:
    """Every byte that a seat is shown since an event, but for what the engine asks of the owner."""
    events = [event.as_dict() for event in game.events_for(seat, since)]
    return json.dumps([events, game.view(seat).as_dict()])


def _pair(rng: random.Random, army: int, kinds: str) -> tuple[str, str]:
    """Two units of an army: both on foot, both mounted, or one of each."""
    foot, mounted = (members(ARMY_UNITS[army] & kind) for kind in (FOOT, MOUNTED))
    first, second = {
        "foot": lambda: rng.sample(foot, 2),
        "mounted": lambda: rng.sample(mounted, 2),
        "mixed": lambda: [rng.choice(foot), rng.choice(mounted)],
    }[kinds]()
    return UNIT_IDS[first], UNIT_IDS[second]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("kinds", ["foot", "mounted", "mixed"])
@pytest.mark.parametrize("seed", range(9))
def test_which_block_is_which_is_not_seen(seed: int, kinds: str, players: int) -> None:
    """Two units of an army change places at set-up, and in all they do; their owner does what both
    may do."""
    rng = random.Random(seed)
    army = seed % 3
    one, two = _pair(rng, army, kinds)
    options = Options(players, ("open", "hidden")[seed // 3 % 2])
    games = [Game.new("free", options, SeededDice(seed)) for _ in range(2)]
    owner = {2: ("french", "allied", "allied"), 3: ("french", "anglo-dutch", "prussian")}
    side = {"french"} if army == 0 else {"allied", "anglo-dutch", "prussian"}
    watchers = [seat for seat in (*games[0].seats, None) if seat is None or seat not in side]
    compared = 0
    for watcher in watchers:
        assert _spectacle(games[0], watcher, 0) == _spectacle(games[1], watcher, 0)
    while games[0].to_act:
        seat = rng.choice(games[0].to_act)
        codes = list(games[0].legal(seat).codes)
        is_mine = seat == owner[players][army]
        if is_mine:
            allowed = {_swap(str(action), one, two) for action in games[1].legal(seat)}
            codes = [code for code in codes if str(Action(code)) in allowed]
            if not codes:
                break  # the two differ where it matters to their owner: corps, type or strength
        action = str(Action(warlike(games[0], seat, codes, rng)))
        since = [game.event_count for game in games]
        games[0].play(seat, action)
        games[1].play(seat, _swap(action, one, two) if is_mine else action)
        news = list(zip(games, since, strict=True))
        if any(_is_given_away(game, seat, {one, two}, n) for game, n in news for seat in watchers):
            break
        if games[0].result is not None:
            break  # everything is shown at the end
        for watcher in watchers:
            one_sees, other_sees = (_spectacle(game, watcher, n) for game, n in news)
            assert one_sees == other_sees
        compared += 1
    assert compared > 20


@pytest.mark.parametrize("is_mixed", [False, True])
def test_what_hidden_blocks_are_does_not_show_in_what_comes_of_it_in_battle(is_mixed: bool) -> None:
    """Strengths, or identities too, change in the midst of battles with hidden units, and both
    games go on alike."""
    compared = 0
    for seed in range(0, 60, 2):
        rng = random.Random(seed)
        text = random_battle(rng).replace("visibility open", "visibility hidden")
        game = Game.from_position(text, SeededDice(seed))
        compared += check_twins(game, warlike, rng, is_mixed=is_mixed)
    assert compared > 50


def test_what_hidden_blocks_are_does_not_show_in_what_comes_of_it_anywhere() -> None:
    """From scenarios, campaigns and positions dealt over the map, for two and three players."""
    compared = 0
    for seed in range(28, 60):
        rng = random.Random(seed)
        _, game = start_game(seed, SHIPPED)
        for _ in range(rng.randrange(80)):
            if game.to_act:
                seat = rng.choice(game.to_act)
                game.play(seat, Action(warlike(game, seat, list(game.legal(seat).codes), rng)))
        compared += check_twins(game, warlike, rng, is_mixed=seed % 2 == 1, most=40)
    assert compared > 100


@pytest.mark.parametrize("mark", ["engaged", "busy"])
def test_a_secret_that_shows_later_would_be_found(mark: str) -> None:
    """Twins whose hidden targets differ in strength, and with that a mark of the firer's own unit,
    or whether his battle turn was idle, do not pass."""
    game = Game.from_position(
        "visibility hidden; turn 5; battle charleroi; side french; idle 1;"
        "french left: FR-2-I1(engaged); french centre: FR-2-A; french right: FR-2-I2;"
        "allied left: PR-1-I1; allied centre: PR-1-I2; allied right: PR-2-I1; origins laneffe"
    )
    rng = random.Random(1)
    twins = Twins(game, 0, rng, is_mixed=False)
    assert twins.differing
    twins.compare(rng)
    fight = twins.other.state.fights[0]
    if mark == "engaged":
        fight.engaged = 0
    else:
        fight.busy = True
        assert twins.play(Seat.FRENCH, Action.parse("end").code)
    with pytest.raises(PropertyBroken, match="twins are told apart"):
        twins.compare(rng)
