"""Views are written part by part: what comes out is the view, whatever was seen before."""

from __future__ import annotations

import random

import msgspec
import pytest

from napoleon.lab.random_play import new_random_game, warlike
from napoleon.rules import Action
from napoleon.server.table import view_json
from napoleon.server.table.view_json import ViewWriter


@pytest.mark.parametrize("seed", range(8))
def test_what_is_written_is_the_view(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if seed % 2:
        monkeypatch.setattr(view_json, "MOST_KEPT", 5)
    game = new_random_game(seed)
    luck = random.Random(seed)
    writers = {seat: ViewWriter() for seat in (*game.seats, None)}
    number = 0
    while game.to_act:
        seat = luck.choice(game.to_act)
        game.play(seat, Action(warlike(game, seat, game.legal(seat).codes, luck)))
        if luck.random() < 0.1 and game.can_undo:
            game.undo(seat)
        number += 1
        for viewer, writer in writers.items():
            if luck.random() < 0.5:
                written = msgspec.json.decode(writer.write(game.shared_view(viewer)))
                plain = msgspec.json.decode(msgspec.json.encode(game.copy().view(viewer).as_dict()))
                assert written == plain
    assert number > 50
    for viewer, writer in writers.items():
        written = msgspec.json.decode(writer.write(game.shared_view(viewer)))
        assert written["truth"] and written == game.view(viewer).as_dict()
