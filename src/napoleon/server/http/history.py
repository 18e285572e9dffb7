"""Looking back at games that are over: step by step, and at their dice."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any, NamedTuple, cast

from napoleon.rules import Event, Game, Replayer
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import EVERYONE, SEAT_ARMIES
from napoleon.server import texts
from napoleon.server.http.messages import Chapter, DiceAnswer, ReplayStep, Roll
from napoleon.server.http.seating import SEATS
from napoleon.server.live.hall import Hall
from napoleon.server.live.room import Room
from napoleon.server.refusals import Refused
from napoleon.server.store import tables as store
from napoleon.server.store.archive import check_dice
from napoleon.server.table.keyed_dice import commitment_of
from napoleon.server.table.messages import written
from napoleon.server.table.state_messages import encode_event
from napoleon.server.table.view_json import view_message

REFEREE = "referee"
SPECTATOR = "spectator"
MOST_STORIES = 8  # games whose steps are kept at hand

_CHAPTERS = ("turn-began", "battle-began", "skirmish-began")


class Story(NamedTuple):
    """A game step by step. `chapters`: the steps in which a turn or a fight began."""

    games: list[Game]
    chapters: list[Chapter]


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


def _find_chapters(games: list[Game]) -> list[Chapter]:
    chapters: list[Chapter] = []
    known = 0
    for step, game in enumerate(games):
        for event in game.events[known:]:
            if event.kind in _CHAPTERS:
                town = TOWN_IDS[event.town_no] if event.town_no >= 0 else None
                chapters.append(Chapter(step, event.turn, town))
        known = game.event_count
    return chapters


def show_step(game_id: str, record: str, seat: str, step: int, lang: str) -> ReplayStep:
    """A step as a seat saw it, with what happened in it; the first brings the chapters too."""
    story, chapters = _story(game_id, record)
    step = max(0, min(step, len(story) - 1))
    game = story[step]
    names = SEATS[game.options.players]
    if seat not in (REFEREE, SPECTATOR, *names):
        seats = ", ".join((*names, SPECTATOR, REFEREE))
        raise Refused("bad-request", "expected a seat: {seats}", seats=seats)
    viewer = None if seat in (REFEREE, SPECTATOR) else seat
    view = game.view(viewer)
    prompt = texts.prompt_text(view, lang)
    known = story[step - 1].event_count if step else 0
    happened: list[Event] = game.events[known:]
    if seat == REFEREE:
        view.truth = game.truth.units()
        armies = EVERYONE
    else:
        armies = SEAT_ARMIES[viewer]
        happened = [event for event in happened if event.seen & armies]
    return ReplayStep(
        step=step,
        steps=len(story) - 1,
        turn=game.turn,
        seat=cast(Any, seat),
        prompt=prompt,
        view=view_message(view),
        events=[written(encode_event(event, armies, lang)) for event in happened],
        chapters=chapters if step == 0 else None,
    )


async def describe_dice(hall: Hall, room: Room, lang: str) -> DiceAnswer:
    """The commitment; the key, all rolls and whether they fit, when the game is over."""
    sheet = room.table.sheet
    commitment = commitment_of(sheet.key)
    if not room.table.is_finished:
        return DiceAnswer(commitment)

    def check() -> tuple[list[Roll], str | None]:
        with hall.access.engine.connect() as connection:
            moves = store.moves_of(connection, sheet.id)
        rolls, problem = check_dice(sheet, moves, lang)
        return [Roll(n, sides, value) for n, (sides, value) in enumerate(rolls)], problem

    rolls, problem = await hall.think(check)
    return DiceAnswer(commitment, sheet.key.hex(), rolls, problem is None, problem)
