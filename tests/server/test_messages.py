"""Every message is of its type, and the browser client is told of all of them."""

from __future__ import annotations

import json
import random
import runpy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.test_table import PEOPLE, ask, make_table

from napoleon.ai.advice.exercises import EXERCISES
from napoleon.lab.random_play import warlike
from napoleon.rules.board.tables import SHIPPED
from napoleon.rules.engine.actions import format_code
from napoleon.server.http.board import Board, read_board
from napoleon.server.http.history import show_step
from napoleon.server.http.messages import ExerciseState, ReplayStep, Try
from napoleon.server.http.practice import show
from napoleon.server.table.messages import FROM_SERVER, Act, Hello, StateMessage, Undo

ROOT = Path(__file__).resolve().parent.parent.parent


def check(data: bytes, kind: Any) -> Any:
    """Read a message as its type, and find that the type leaves nothing out."""
    message = msgspec.json.decode(data, type=kind)
    assert json.loads(msgspec.json.encode(message)) == json.loads(data)
    return message


@pytest.mark.parametrize("players", [2, 3])
def test_messages_of_a_whole_game_are_of_their_types(players: int) -> None:
    table = make_table("free", players)
    luck = random.Random(players)
    viewers = [(seat, "en") for seat in (*table.sheet.seats, None)]
    for viewer in viewers:
        table.look(viewer)
    kinds: set[str] = set()
    fights = 0
    for data in table.hello(Hello("french")):
        check(data, FROM_SERVER)
    while table.game.to_act:
        army = luck.choice(table.game.to_act)
        seat = str(army)
        code = warlike(table.game, army, table.game.legal(army).codes, luck)
        outcome = ask(
            table,
            PEOPLE[seat],
            (seat, "en"),
            Act(seat, table.version(seat), [format_code(code)], 1),
        )
        if luck.random() < 0.05:
            outcome = ask(table, PEOPLE[seat], (seat, "en"), Undo(seat, table.version(seat), 1))
        for data in outcome.replies:
            check(data, FROM_SERVER)
        for _, data in outcome.news if luck.random() < 0.25 or table.is_finished else []:
            told = check(data, FROM_SERVER)
            if isinstance(told, StateMessage):
                kinds |= {event.kind for event in told.events}
                fights += len(told.view.battles)
    assert fights and len(kinds) > 15
    record = table.game.record()
    for seat in (*table.sheet.seats, "spectator", "referee"):
        for step in (0, 40, 10_000):
            shown = show_step(f"types {players}", record, seat, step, "nl")
            check(msgspec.json.encode(shown), ReplayStep)


def test_an_exercise_is_a_state_with_a_verdict() -> None:
    exercise = EXERCISES[0]
    begun = check(msgspec.json.encode(show(exercise, Try([]))), ExerciseState)
    assert begun.offers and begun.verdict is None and not begun.view.can_undo
    ended = check(msgspec.json.encode(show(exercise, Try(list(exercise.right)))), ExerciseState)
    assert ended.verdict is not None and ended.verdict.right and not ended.offers


def test_the_board_has_every_column_and_the_limits_of_its_roads() -> None:
    board = json.loads(msgspec.json.encode(read_board(SHIPPED)))
    assert msgspec.convert(board, Board) == read_board(SHIPPED)
    for name in ("rivers", "borders"):
        assert board[name] == json.loads(SHIPPED.texts[f"{name}.geojson"])
    for name in ("roads", "units", "woods"):
        for row, shown in zip(SHIPPED.rows(f"{name}.csv"), board[name], strict=True):
            assert row.keys() <= shown.keys()
    for road in board["roads"]:
        is_main = road["size"] == "main"
        assert road["limit"] == (8 if is_main else 6)
        assert road["river_limit"] == ((4 if is_main else 3) if road["river"] else None)
        assert road["battle_limit"] == (2 if is_main else 1)


def test_the_declarations_for_the_client_are_up_to_date() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "declarations.py"))
    assert script["TARGET"].read_text("utf-8") == script["declare"]()
