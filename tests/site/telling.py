"""Plays a game at a table and reads messages, with msgspec or with its stand-in; writes all that
comes of it. Run by test_stand_in.py in two processes, whose words must be the same."""

from __future__ import annotations

import json
import random
import sys
from typing import Any


def put_in_place() -> None:
    """From now on ``msgspec`` is the stand-in."""
    from napoleon.site import stand_in

    modules: dict[str, Any] = {
        "msgspec": stand_in,
        "msgspec.json": stand_in.json,
        "msgspec.structs": stand_in.structs,
    }
    sys.modules.update(modules)


def tell(*words: object) -> None:
    print(json.dumps(words), flush=True)


def play(players: int) -> None:
    """A whole game at a table: everything that everybody is told."""
    from tests.server.test_table import PEOPLE

    from napoleon.lab.random_play import warlike
    from napoleon.rules.engine.actions import format_code
    from napoleon.server.http import history, seating
    from napoleon.server.person import Person
    from napoleon.server.refusals import Refused
    from napoleon.server.table import stories
    from napoleon.server.table.messages import Act, Hello, Undo, encode
    from napoleon.server.table.sheet import Sitter
    from napoleon.server.table.table import Table

    for name, value in (("new_key", bytes(range(32))), ("new_id", "0" * 16), ("new_token", "x")):
        setattr(stories, name, lambda value=value: value)
    seats = {seat: Sitter("human", PEOPLE[seat], seat.title()) for seat in seating.SEATS[players]}
    sheet, game = stories.begin_game("free", players, "open", seats, "ney", "now")
    table = Table(sheet, game, 0, [], [])
    luck = random.Random(players)
    viewers = [(seat, "fr") for seat in (*seats, None)]
    for viewer in viewers:
        table.look(viewer)
        tell(*[data.decode() for data in table.hello(Hello(viewer[0]))])
    rows: list[str] = []
    while table.game.to_act:
        army = luck.choice(table.game.to_act)
        seat = str(army)
        code = warlike(table.game, army, table.game.legal(army).codes, luck)
        act = Act(seat, table.version(seat), [format_code(code)], 1)
        outcomes = [table.act(PEOPLE[seat], (seat, "fr"), act)]
        if luck.random() < 0.1:
            try:
                undo = Undo(seat, table.version(seat), 1)
                outcomes.append(table.undo(PEOPLE[seat], (seat, "fr"), undo))
            except Refused:
                pass
        for outcome in outcomes:
            rows.append(encode(outcome.rows).decode())
            if luck.random() < 0.2 or table.is_finished:
                tell(*[data.decode() for data in outcome.replies])
                tell(*[[viewer, data.decode()] for viewer, data in outcome.news])
    tell(*rows)
    tell(encode(seating.describe_table(table, Person("ney", "Ney", None, "fr"))).decode())
    for step in (0, 40, 10_000):
        shown = history.show_step("1", game.record(), "referee", step, "de")
        tell(encode(shown).decode())


def practise() -> None:
    """Lists, lessons, exercises, diagrams, scenarios."""
    from napoleon.ai.advice.exercises import EXERCISES
    from napoleon.lessons import lessons as all_lessons
    from napoleon.manual import manual
    from napoleon.scenarios.library import shipped
    from napoleon.server.http import lessons, practice, rules_pages, rules_practice, scenarios
    from napoleon.server.http.messages import LessonTry, Try, TryDiagram
    from napoleon.server.table.messages import encode

    tell(
        encode(practice.list_exercises("nl")).decode(), encode(lessons.list_lessons("de")).decode()
    )
    for exercise in EXERCISES[:8]:
        tell(encode(practice.show(exercise, Try([]))).decode())
        tell(encode(practice.show(exercise, Try(list(exercise.right)))).decode())
    for lesson in all_lessons():
        if lesson.steps:
            tell(encode(lessons.show(lesson, LessonTry(0, [], lang="fr"))).decode())
    for name in ("5.1", "6.3.3", "7.2"):
        found = rules_pages.diagram(name)
        tell(encode(found).decode() if found is not None else name)
    names = [name for name, one in manual("en").diagrams.items() if one.attempt]
    for name in names[:4]:
        tell(encode(rules_practice.show(name, TryDiagram([]))).decode())
    for scenario in shipped().values():
        tell(encode(scenarios.describe(scenario, "fr")).decode())


READ: list[Any] = [
    *({"t": "hello"}, {"t": "hello", "seat": None, "since": 3, "lang": "nl", "v": -1}),
    *({"t": "hello", "since": -1}, {"t": "hello", "lang": "x" * 36}, {"t": "hello", "seat": 3}),
    *({"t": "act"}, {"t": "act", "seat": "french", "v": 1, "actions": []}),
    {"t": "act", "seat": "french", "v": 1, "actions": ["end"], "id": "a", "some": True},
    {"t": "act", "seat": "french", "v": True, "actions": ["end"]},
    {"t": "act", "seat": "french", "v": 1.0, "actions": ["end"]},
    {"t": "act", "seat": "french", "v": 1.5, "actions": ["end"]},
    {"t": "act", "seat": "french", "v": 1, "actions": ["end"] * 81},
    {"t": "act", "seat": "french", "v": 1, "actions": ["x" * 81]},
    {"t": "act", "seat": "french", "v": 1, "actions": "end"},
    {"t": "act", "seat": "french", "v": 1, "actions": ["end"], "id": "i" * 65},
    {"t": "act", "seat": "french", "v": 1, "actions": ["end"], "id": 2.5},
    {"t": "act", "seat": "french", "v": 1, "actions": ["end"], "nobody": "asked"},
    *({"t": "odds", "seat": "f", "v": 1, "town": "ath", "units": ["a", 1]}, {"t": "ping"}),
    *({"t": "chat", "text": "é\u2014", "channel": "all"}, {"t": "consent", "what": "end"}),
    *({"t": "consent", "what": "end", "yes": 1}, {"t": "nothing"}, {"t": 3}, {}, [], None, 3, "x"),
]
BODIES: list[Any] = [
    *({}, {"name": None}, {"name": "Ney", "lang": "fr"}, {"name": 3}, [], None),
    {"seats": {"french": "me", "allied": "computer:officer"}, "players": 2, "advice": None},
    *({"seats": {"french": 1}}, {"seats": []}, {"seats": {}, "players": "2"}),
    *({"actions": ["end"], "since": 2, "lang": "de"}, {"actions": ["end"], "since": -2}),
    *({"step": 0, "actions": []}, {"step": 121, "actions": []}, {"actions": [], "seed": 999_999}),
    *({"actions": [], "seed": 1_000_000}, {"actions": [], "action": "end", "seed": 1}),
    {"seat": "french"},
]
TEXTS = ["", "{", "nul", "NaN", '{"t":"ping"} x', '"\\ud800"', "[1,]", '{"t":"ping",}', "1e999"]


def read() -> None:
    """What can be read, and what cannot."""
    import msgspec

    from napoleon.server.http import messages as http
    from napoleon.server.table.messages import encode, parse_message
    from napoleon.server.table.sheet import Sheet

    def attempt(text: str, work: Any) -> None:
        try:
            tell(text, encode(work(text)).decode())
        except (msgspec.DecodeError, UnicodeError) as error:
            tell(text, isinstance(error, msgspec.ValidationError))

    for message in READ:
        attempt(json.dumps(message), parse_message)
    kinds = (http.MyChange, http.NewGame, http.Try, http.LessonTry, http.TryDiagram)
    for kind in (*kinds, http.AskDiagram, http.SeatChoice):
        for body in BODIES:
            attempt(json.dumps(body), lambda text, kind=kind: msgspec.json.decode(text, type=kind))
    for text in TEXTS:
        try:
            tell(text, repr(msgspec.json.decode(text)))
        except (msgspec.DecodeError, UnicodeError):
            tell(text, "cannot be read")
    sheet = Sheet("1", "free", 2, "open", None, "w", b"\x00\xff", {}, "now", "now", ending=["a"])
    again = msgspec.json.decode(encode(sheet), type=Sheet)
    tell(again == sheet, again == msgspec.structs.replace(sheet, turn=1), repr(again))
    tell(again.to_act is not sheet.to_act, msgspec.structs.asdict(again)["ending"])
    for values in ((), ("1",) * 40):
        try:
            Sheet(*values)
        except TypeError as error:
            tell(type(error).__name__)


if __name__ == "__main__":
    if sys.argv[1] == "plain":
        put_in_place()
    read()
    practise()
    play(2)
    play(3)
