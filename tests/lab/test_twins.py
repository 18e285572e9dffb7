"""Twin games: two games that differ only in which hidden block is which.

Everything that the other side is shown, event by event and view by view, must be the same to the
byte until one of the two blocks is shown.
"""

from __future__ import annotations

import json
import random

import pytest

from napoleon.lab.random_play import warlike
from napoleon.rules import Action, Game, IllegalAction, Options, Seat, SeededDice
from napoleon.rules.board.units import ARMY_UNITS, FOOT, MOUNTED, UNIT_IDS, members


def _swap(text: str, one: str, two: str) -> str:
    """An action with two units exchanged."""
    words = [{one: two, two: one}.get(word, word) for word in text.split()]
    return " ".join(words)


def _is_given_away(game: Game, seat: Seat | None, units: set[str]) -> bool:
    """Whether a seat has been told by name of one of the units."""
    return any(
        event.unit in units or event.other in units for event in game.events_for(seat)
    ) or any(
        block.unit in units
        for battle in game.view(seat).battles
        for block in (*battle.own, *battle.enemy)
    )


def _spectacle(game: Game, seat: Seat | None) -> str:
    """Every byte that a seat is shown, but for what the engine asks of the owner."""
    events = [event.as_dict() for event in game.events_for(seat)]
    return json.dumps([events, game.view(seat).as_dict()])


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(14))
def test_which_block_is_which_is_not_seen(seed: int, players: int) -> None:
    """Two foot or two mounted units of an army change places at set-up, and in all they do."""
    rng = random.Random(seed)
    army = seed % 3
    kinds = FOOT if seed % 2 else MOUNTED
    one, two = (UNIT_IDS[u] for u in rng.sample(members(ARMY_UNITS[army] & kinds), 2))
    options = Options(players, ("open", "hidden")[seed // 2 % 2])
    games = [Game.new("free", options, SeededDice(seed)) for _ in range(2)]
    owner = {2: ("french", "allied", "allied"), 3: ("french", "anglo-dutch", "prussian")}
    side = {"french"} if army == 0 else {"allied", "anglo-dutch", "prussian"}
    watchers = [seat for seat in (*games[0].seats, None) if seat is None or seat not in side]
    compared = 0
    while games[0].to_act:
        seat = rng.choice(games[0].to_act)
        codes = games[0].legal(seat).codes
        action = str(Action(warlike(games[0], seat, codes, rng)))
        mine = seat == owner[players][army]
        try:
            games[0].play(seat, action)
            games[1].play(seat, _swap(action, one, two) if mine else action)
        except IllegalAction:
            break  # the two differ where it matters to their owner: corps, type or strength
        if any(_is_given_away(game, seat, {one, two}) for game in games for seat in watchers):
            break
        if games[0].result is not None:
            break  # everything is shown at the end
        for watcher in watchers:
            assert _spectacle(games[0], watcher) == _spectacle(games[1], watcher)
        compared += 1
    assert compared > 20
