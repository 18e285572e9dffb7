"""Looking back at games that are over: step by step, and at their dice."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any, NamedTuple

import msgspec

from napoleon.rules import Event, Game
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import EVERYONE, SEAT_ARMIES
from napoleon.rules.notation.records import Replayer
from napoleon.server import texts
from napoleon.server.http.seating import SEATS
from napoleon.server.live.hall import Hall, Room
from napoleon.server.store import tables as store
from napoleon.server.store.archive import check_dice
from napoleon.server.table.keyed_dice import commitment_of
from napoleon.server.table.sheet import Refused
from napoleon.server.table.state_messages import encode_event

REFEREE = "referee"
SPECTATOR = "spectator"
MOST_STORIES = 8  # games whose steps are kept at hand

_CHAPTERS = ("turn-began", "battle-began", "skirmish-began")


class Story(NamedTuple):
    """A game step by step. `chapters`: the steps in which a turn or a fight began."""

    games: list[Game]
    chapters: list[dict[str, Any]]


_stories: OrderedDict[str, Story] = OrderedDict()
_lock = Lock()


def _story(game: str, record: str) -> Story:
    """The game after each of its steps; copies share what they have in common."""
    with _lock:
        story = _stories.get(game)
        if story is not None:
            _stories.move_to_end(game)
            return story
    replayer = Replayer(record)
    games = [replayer.game.copy()]
    while replayer.step():
        games.append(replayer.game.copy())
    story = Story(games, _find_chapters(games))
    with _lock:
        _stories[game] = story
        while len(_stories) > MOST_STORIES:
            _stories.popitem(last=False)
    return story


def _find_chapters(games: list[Game]) -> list[dict[str, Any]]:
    chapters: list[dict[str, Any]] = []
    known = 0
    for step, game in enumerate(games):
        for event in game.events[known:]:
            if event.kind in _CHAPTERS:
                town = TOWN_IDS[event.town_no] if event.town_no >= 0 else None
                chapters.append({"step": step, "turn": event.turn, "town": town})
        known = game.event_count
    return chapters


def show_step(game_id: str, record: str, seat: str, step: int, lang: str) -> bytes:
    """A step as a seat saw it, with what happened in it: `{step, steps, turn, view, events}`; the
    first step brings the chapters too."""
    story, chapters = _story(game_id, record)
    step = max(0, min(step, len(story) - 1))
    game = story[step]
    names = SEATS[game.options.players]
    if seat not in (REFEREE, SPECTATOR, *names):
        seats = ", ".join((*names, SPECTATOR, REFEREE))
        raise Refused("bad-request", "expected a seat: {seats}", 400, seats=seats)
    viewer = None if seat in (REFEREE, SPECTATOR) else seat
    view = game.view(viewer).as_dict()
    known = story[step - 1].event_count if step else 0
    happened: list[Event] = game.events[known:]
    if seat == REFEREE:
        view["truth"] = [unit.as_dict() for unit in game.truth.units()]
        armies = EVERYONE
    else:
        armies = SEAT_ARMIES[viewer]
        happened = [event for event in happened if event.seen & armies]
    events = [msgspec.Raw(encode_event(event, armies, lang)) for event in happened]
    return msgspec.json.encode(
        {
            "step": step,
            "steps": len(story) - 1,
            "turn": game.turn,
            "seat": seat,
            "prompt": texts.prompt_text(game.view(viewer), lang),
            "view": view,
            "events": events,
            **({"chapters": chapters} if step == 0 else {}),
        }
    )


async def describe_dice(hall: Hall, room: Room, lang: str) -> dict[str, Any]:
    """The commitment; the key, all rolls and whether they fit, when the game is over."""
    sheet = room.table.sheet
    shown: dict[str, Any] = {"commitment": commitment_of(sheet.key)}
    if not room.table.is_finished:
        return shown

    def check() -> tuple[list[dict[str, int]], str | None]:
        with hall.engine.connect() as connection:
            moves = store.moves_of(connection, sheet.id)
        return check_dice(sheet, moves, lang)

    rolls, problem = await hall.think(check)
    shown["key"] = sheet.key.hex()
    shown["rolls"] = rolls
    shown["ok"] = problem is None
    if problem is not None:
        shown["problem"] = problem
    return shown
