"""The stories of games that are over, told by the computers' staff; each is thought of once."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import Final

import msgspec

from napoleon.ai.worker.letters import ask_for_story
from napoleon.rules.words.language import N_
from napoleon.server.computers.asking import NoAnswer
from napoleon.server.http.messages import StoryMessage
from napoleon.server.live.host import Host
from napoleon.server.live.room import Room
from napoleon.server.refusals import Refused

log = logging.getLogger("napoleon.server")
LIMIT: Final = 60.0  # seconds: a long game, without compiled rules, on a busy machine
MOST_STORIES: Final = 32  # that are kept at hand

_stories: OrderedDict[str, asyncio.Future[StoryMessage]] = OrderedDict()


async def tell_story(hall: Host, room: Room, owner: str) -> StoryMessage:
    """The story of a game that is over, asked for by `owner`."""
    game = room.table.id
    known = _stories.get(game)
    if known is None or (known.done() and (known.cancelled() or known.exception())):
        known = asyncio.ensure_future(_think(hall, game, room.table.game.record(), owner))
        _stories[game] = known
        while len(_stories) > MOST_STORIES:
            _stories.popitem(last=False)
    _stories.move_to_end(game)
    try:
        return await asyncio.shield(known)
    except NoAnswer as problem:
        log.warning("game %s: no story: %s", game, problem)
        raise Refused("no-answer", N_("The staff has no answer to that.")) from problem


async def _think(hall: Host, game: str, record: str, owner: str) -> StoryMessage:
    reply = await hall.computers.pool.ask(ask_for_story(game, record), LIMIT, owner)
    if not reply.story:
        raise NoAnswer(reply.problem or "a story without anything in it")
    return msgspec.convert(reply.story, StoryMessage)
