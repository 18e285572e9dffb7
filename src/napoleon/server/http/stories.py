"""The stories of games that are over, told by the computers' staff; each is thought of once."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import Any, Final

import msgspec

from napoleon.ai.advice.account import tell_fight
from napoleon.ai.worker.letters import ask_for_story
from napoleon.rules import Action, Replayer
from napoleon.rules.words.language import N_, Language
from napoleon.server import texts
from napoleon.server.computers.asking import NoAnswer
from napoleon.server.http.messages import StoryMessage
from napoleon.server.live.host import Host
from napoleon.server.live.room import Room
from napoleon.server.refusals import Refused

log = logging.getLogger("napoleon.server")
LIMIT: Final = 240.0  # seconds: a long game, without compiled rules, on a machine with much to do
MOST_STORIES: Final = 32  # that are kept at hand

_stories: OrderedDict[str, asyncio.Future[dict[str, Any]]] = OrderedDict()


async def tell_story(hall: Host, room: Room, owner: str, lang: str) -> StoryMessage:
    """The story of a game that is over, asked for by `owner`, in his language."""
    game = room.table.id
    record = room.table.game.record()
    known = _stories.get(game)
    if known is None or (known.done() and (known.cancelled() or known.exception())):
        known = asyncio.ensure_future(_think(hall, game, record, owner))
        _stories[game] = known
        while len(_stories) > MOST_STORIES:
            _stories.popitem(last=False)
    _stories.move_to_end(game)
    try:
        story = await asyncio.shield(known)
    except NoAnswer as problem:
        log.warning("game %s: no story: %s", game, problem)
        raise Refused("no-answer", N_("The staff has no answer to that.")) from problem
    return await hall.think(lambda: _put_into_words(story, record, texts.language(lang)))


def _put_into_words(story: dict[str, Any], record: str, language: Language) -> StoryMessage:
    """A story with what was done in battles in somebody's language."""
    Replayer(record)  # lays its board
    decisions = [
        {
            name: tell_fight(map(Action.parse, value), language)
            if name in ("done", "instead")
            else value
            for name, value in decision.items()
        }
        for decision in story["decisions"]
    ]
    return msgspec.convert({**story, "decisions": decisions}, StoryMessage)


async def _think(hall: Host, game: str, record: str, owner: str) -> dict[str, Any]:
    reply = await hall.computers.tellers.ask(ask_for_story(game, record), LIMIT, owner)
    if not reply.story:
        raise NoAnswer(reply.problem or "a story without anything in it")
    return reply.story
