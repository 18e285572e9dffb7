"""The calls of the client (docs/protocol.md), answered in the browser by the functions that answer
them on a server. What is about other people is refused: it needs a server.

What one practises with and reads is imported when it is asked for: whoever comes to play does not
wait for it.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import msgspec

from napoleon.rules.words.language import N_
from napoleon.server import texts
from napoleon.server.http import history, scenarios, seating
from napoleon.server.http.messages import (
    AskDiagram,
    GameId,
    LessonQuestion,
    LessonTry,
    Me,
    MyChange,
    NewGame,
    Nothing,
    Question,
    SeatChoice,
    Try,
    TryDiagram,
)
from napoleon.server.live.room import Room
from napoleon.server.names import clean_name
from napoleon.server.person import Person
from napoleon.server.refusals import Refused, tell_caller
from napoleon.site.home.house import House
from napoleon.site.home.keeping import NOT_KEPT
from napoleon.site.home.luggage import delete, pack, read_record, unpack

if TYPE_CHECKING:
    from napoleon.server.http.rules_pages import Sheet

JSON = "application/json"
HTML = "text/html; charset=utf-8"
TEXT = "text/plain; charset=utf-8"
NEEDS_SERVER = N_("This needs a server: here you play in your own browser.")


class Answer(NamedTuple):
    """What a call is answered with."""

    status: int
    kind: str
    text: str


class Call(NamedTuple):
    """What was asked."""

    house: House
    parts: tuple[str, ...]  # of the address
    query: dict[str, str]
    body: str

    @property
    def lang(self) -> str:
        """The language that was asked for."""
        return self.query.get("lang", "en")

    def read(self, kind: type[Any]) -> Any:
        """The body as its type; raises Refused."""
        try:
            return msgspec.json.decode(self.body or "{}", type=kind)
        except msgspec.DecodeError as error:
            problem = str(error)[:300]
            raise Refused("bad-request", UNREADABLE, problem=problem) from error

    async def room(self) -> Room:
        """The game of the address; raises Refused."""
        return await seating.find_room(self.house, await self.house.me(), self.parts[0])

    async def finished(self) -> Room:
        """The same, if it is over."""
        room = await self.room()
        if not room.table.is_finished:
            raise Refused("not-over", "the game is still going on")
        return room


UNREADABLE = N_("this cannot be read: {problem}")
Work = Callable[[Call], Awaitable[Any]]


def _me(person: Person) -> Me:
    return Me(person.id, person.name, person.is_account, person.lang)


async def _who_am_i(call: Call) -> Me:
    return _me(await call.house.me())


async def _change_me(call: Call) -> Me:
    data: MyChange = call.read(MyChange)
    person = await call.house.me()
    changed = Person(
        person.id,
        clean_name(data.name) if data.name is not None else person.name,
        None,
        texts.choose_language(data.lang) if data.lang is not None else person.lang,
    )
    await call.house.change_me(changed)
    return _me(changed)


async def _list_games(call: Call) -> Any:
    page = call.query.get("page", "0")
    return await seating.list_games(
        call.house, await call.house.me(), int(page) if page.isdecimal() else 0
    )


async def _begin_game(call: Call) -> GameId:
    data: NewGame = call.read(NewGame)
    if "open" in data.seats.values():
        raise Refused("not-now", NEEDS_SERVER)
    person = await call.house.me()
    return GameId(await seating.begin(call.house, person, data))


async def _list_boards(call: Call) -> Any:
    return seating.list_boards(call.house)


async def _list_even(_: Call) -> Any:
    return seating.list_even()


async def _list_scenarios(call: Call) -> Any:
    return scenarios.list_scenarios(call.house, call.lang)


async def _show_table(call: Call) -> Any:
    return seating.describe_table((await call.room()).table, await call.house.me())


async def _end(call: Call) -> Nothing:
    await seating.end(call.house, await call.house.me(), call.parts[0])
    return Nothing()


async def _resign(call: Call) -> Nothing:
    data: SeatChoice = call.read(SeatChoice)
    await seating.resign(call.house, await call.house.me(), call.parts[0], data.seat)
    return Nothing()


async def _rematch(call: Call) -> GameId:
    return GameId(await seating.rematch(call.house, await call.house.me(), call.parts[0]))


async def _record(call: Call) -> Answer:
    return Answer(200, TEXT, (await call.finished()).table.game.record())


async def _replay(call: Call) -> Any:
    room = await call.finished()
    step = call.query.get("step", "0")
    return history.show_step(
        room.table.id,
        room.table.game.record(),
        call.query.get("seat", ""),
        int(step) if step.isdecimal() else 0,
        (await call.house.me()).lang,
    )


async def _story(call: Call) -> Any:
    from napoleon.server.http import stories

    person = await call.house.me()
    return await stories.tell_story(call.house, await call.finished(), person.id, person.lang)


async def _dice(call: Call) -> Any:
    person = await call.house.me()
    return await history.describe_dice(call.house, await call.room(), person.lang)


async def _list_exercises(call: Call) -> Any:
    from napoleon.server.http import practice

    return practice.list_exercises(call.lang)


async def _try_exercise(call: Call) -> Any:
    from napoleon.server.http import practice

    return practice.show(practice.find(call.parts[0]), call.read(Try))


async def _why_exercise(call: Call) -> Any:
    from napoleon.server.http import practice

    return practice.why_not(call.parts[0], call.read(Question))


async def _ask_marshal(call: Call) -> Any:
    from napoleon.server.http import practice

    return await practice.ask_marshal(call.house, call.parts[0], call.lang)


async def _list_lessons(call: Call) -> Any:
    from napoleon.server.http import lessons

    return lessons.list_lessons(call.lang)


async def _list_asks(call: Call) -> Any:
    from napoleon.server.http import lessons

    return lessons.list_asks(call.parts[0], call.lang)


async def _try_lesson(call: Call) -> Any:
    from napoleon.server.http import lessons

    return lessons.show(lessons.find(call.parts[0]), call.read(LessonTry))


async def _why_lesson(call: Call) -> Any:
    from napoleon.server.http import lessons

    return lessons.why_not(call.parts[0], call.read(LessonQuestion))


async def _describe_diagram(call: Call) -> Any:
    from napoleon.server.http import rules_practice

    return rules_practice.describe(call.parts[0], call.lang)


async def _try_diagram(call: Call) -> Any:
    from napoleon.server.http import rules_practice

    return rules_practice.show(call.parts[0], call.read(TryDiagram))


async def _why_diagram(call: Call) -> Any:
    from napoleon.server.http import rules_practice

    return rules_practice.explain(call.parts[0], call.read(AskDiagram))


async def _rules(call: Call) -> Answer:
    from napoleon.server.http import rules_pages

    words = rules_pages.search_words(call.query.get("q", ""))
    sheet = await _sheet(call)
    return Answer(200, HTML, (sheet.search(words) if words else sheet.page("contents"))[1])


async def _section(call: Call) -> Answer:
    from napoleon.server.http import rules_pages

    found = rules_pages.find_page(call.parts[0])
    if found is None:
        raise Refused(*NOT_FOUND)
    return Answer(200, HTML, (await _sheet(call)).page(found)[1])


async def _aid(call: Call) -> Answer:
    return Answer(200, HTML, (await _sheet(call)).page("aid")[1])


async def _sheet(call: Call) -> Sheet:
    from napoleon.manual import available
    from napoleon.server.http import rules_pages

    lang = call.query.get("lang", "")
    if lang in available():
        return rules_pages.Sheet(lang, f"?lang={lang}")
    return rules_pages.Sheet((await call.house.me()).lang, "")


async def _titles(call: Call) -> Any:
    from napoleon.server.http import rules_pages

    return rules_pages.titles(call.lang)


async def _diagram(call: Call) -> Any:
    from napoleon.server.http import rules_pages

    found = rules_pages.diagram(call.parts[0])
    if found is None:
        raise Refused(*NOT_FOUND)
    return found


async def _needs_server(call: Call) -> Any:
    raise Refused("not-now", NEEDS_SERVER)


async def _export_games(call: Call) -> Answer:
    return Answer(200, JSON, await pack(call.house.box, call.query.get("game", "")))


async def _import_games(call: Call) -> Any:
    return await unpack(call.house, call.body)


async def _import_record(call: Call) -> GameId:
    return GameId(await read_record(call.house, call.body))


async def _delete_game(call: Call) -> Nothing:
    await delete(call.house, call.parts[0])
    return Nothing()


NOT_FOUND = ("not-found", N_("there is nothing here"))
CALLS: list[tuple[str, str, Work]] = [
    ("GET", "/api/me", _who_am_i),
    ("POST", "/api/me", _change_me),
    ("POST", "/api/register", _needs_server),
    ("POST", "/api/login", _needs_server),
    ("POST", "/api/logout", _needs_server),
    ("GET", "/api/games", _list_games),
    ("POST", "/api/games", _begin_game),
    ("GET", "/api/scenarios", _list_scenarios),
    ("GET", "/api/boards", _list_boards),
    ("GET", "/api/even", _list_even),
    ("GET", "/api/games/{}", _show_table),
    ("GET", "/api/lobby", _needs_server),
    ("GET", "/api/countries", _needs_server),
    ("GET", "/api/seek", _needs_server),
    ("POST", "/api/seek", _needs_server),
    ("POST", "/api/seek/cancel", _needs_server),
    *[
        ("POST", f"/api/lobby/{{}}/{what}", _needs_server)
        for what in ("publish", "withdraw", "challenge", "sit", "decline")
    ],
    ("POST", "/api/games/{}/again", _needs_server),
    ("GET", "/api/games/{}/since", _needs_server),
    ("GET", "/api/proof", _needs_server),
    ("POST", "/api/bids", _needs_server),
    ("GET", "/api/bids/{}", _needs_server),
    ("POST", "/api/bids/{}/seal", _needs_server),
    ("POST", "/api/bids/{}/open", _needs_server),
    ("GET", "/api/watch/{}", _needs_server),
    ("GET", "/api/join/{}", _needs_server),
    ("POST", "/api/join/{}", _needs_server),
    ("POST", "/api/games/{}/leave", _needs_server),
    ("POST", "/api/games/{}/end", _end),
    ("POST", "/api/games/{}/resign", _resign),
    ("POST", "/api/games/{}/rematch", _rematch),
    ("GET", "/api/games/{}/record", _record),
    ("GET", "/api/games/{}/replay", _replay),
    ("GET", "/api/games/{}/story", _story),
    ("GET", "/api/games/{}/dice", _dice),
    ("GET", "/api/exercises", _list_exercises),
    ("POST", "/api/exercises/{}", _try_exercise),
    ("POST", "/api/exercises/{}/why", _why_exercise),
    ("GET", "/api/exercises/{}/marshal", _ask_marshal),
    ("GET", "/api/lessons", _list_lessons),
    ("GET", "/api/lessons/{}", _list_asks),
    ("POST", "/api/lessons/{}", _try_lesson),
    ("POST", "/api/lessons/{}/why", _why_lesson),
    ("GET", "/api/diagrams/{}", _describe_diagram),
    ("POST", "/api/diagrams/{}", _try_diagram),
    ("POST", "/api/diagrams/{}/why", _why_diagram),
    ("GET", "/rules", _rules),
    ("GET", "/rules/titles.json", _titles),
    ("GET", "/rules/diagram/{}.json", _diagram),
    ("GET", "/rules/{}", _section),
    ("GET", "/aid", _aid),
    # What only a browser needs that has no server
    ("GET", "/luggage", _export_games),
    ("POST", "/luggage", _import_games),
    ("POST", "/luggage/record", _import_record),
    ("POST", "/luggage/{}/delete", _delete_game),
]


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.escape(path).replace(r"\{\}", "([^/]+)"))


_PATTERNS = [(method, _pattern(path), work) for method, path, work in CALLS]


async def answer(house: House, method: str, address: str, body: str) -> Answer:
    """Answer a call."""
    parts = urlsplit(address)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    try:
        for known, pattern, work in _PATTERNS:
            found = pattern.fullmatch(parts.path) if known == method else None
            if found is not None:
                answered = await work(Call(house, found.groups(), query, body))
                if isinstance(answered, Answer):
                    return answered
                return Answer(200, JSON, msgspec.json.encode(answered).decode())
        raise Refused(*NOT_FOUND)
    except Refused as refusal:
        return await _refused(house, refusal)
    except OSError:
        return await _refused(house, Refused("not-stored", NOT_KEPT))


async def _refused(house: House, refusal: Refused) -> Answer:
    try:
        lang = (await house.me()).lang
    except OSError:
        lang = "en"
    told = tell_caller(refusal, lang)
    return Answer(refusal.status, JSON, msgspec.json.encode(told).decode())
