"""Standing seeks as their people see them: begun, shown, ended. `matchmaker.py` fulfils them.

An answer says nothing of other seeks, of who is here or of who has blocked whom: whether a seek
finds nothing because there is nothing, or because of somebody who does not want to play with its
person, looks the same.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import msgspec

from napoleon.rules.words.language import N_
from napoleon.server import texts
from napoleon.server.http import rated
from napoleon.server.http.countries import check_country
from napoleon.server.http.lobby_messages import SeekInfo, Sought
from napoleon.server.http.seating import check_terms
from napoleon.server.live.hall import Hall
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import seeks
from napoleon.server.store.holding import write_for
from napoleon.server.store.seeks import Seek, Wish
from napoleon.server.table.stories import new_id

TOUCH: Final = 10_000  # milliseconds after which it is noted again that a person is here
SITTING: Final = N_("you are being seated just now")


async def begin(hall: Hall, person: Person, token: str, wish: Wish) -> None:
    """Begin a seek in place of the person's last one; `token` is the session that it ends with.
    Raises Refused for what nobody can play, and while the person is being seated."""
    check_country(wish.country)
    check_country(wish.home)
    if wish.scenario:
        check_terms(hall, wish.scenario, wish.players or 2, "open")
    if wish.rated == "yes":
        await rated.check_person(hall, person)
    wish = msgspec.structs.replace(wish, speaks=texts.choose_language(wish.speaks or person.lang))
    now = hall.watch.now()
    expires = _end(hall, person, now)
    seek = Seek(person.id, new_id(), token, wish, "open", "", "", now, now, expires)
    if not await write_for(hall, [person.id], lambda connection: seeks.put(connection, seek)):
        raise Refused("not-now", SITTING)


async def cancel(hall: Hall, person: Person) -> None:
    """End the seek of a person; raises Refused while they are being seated."""
    if not await write_for(
        hall, [person.id], lambda connection: seeks.cancel(connection, person.id)
    ):
        raise Refused("not-now", SITTING)


async def describe(hall: Hall, person: Person) -> SeekInfo | None:
    """Return the seek of a person; None without one. Whoever asks is here: it is noted, and the
    seek of a guest lasts a while longer."""
    now = hall.watch.now()
    seek = await hall.read(lambda connection: seeks.find(connection, person.id, now))
    if seek is None:
        return None
    if now - seek.seen >= TOUCH:
        expires = None if person.is_account else _end(hall, person, now)
        with suppress(Refused):  # at the next look
            await write_for(
                hall,
                [person.id],
                lambda connection: seeks.touch(connection, person.id, now, expires),
            )
    wish = Sought(**msgspec.structs.asdict(seek.wish))
    return SeekInfo(wish, seek.state, seek.game, seek.seat, seek.since, seek.expires)


def _end(hall: Hall, person: Person, now: int) -> int:
    limits = hall.limits
    seconds = limits.seek_account if person.is_account else limits.seek_guest
    return now + round(seconds * 1000)
