"""Write src/napoleon/web/lib/messages.d.ts: the server's message types, for the browser client.

    .venv/bin/python scripts/declarations.py           write the declarations
    .venv/bin/python scripts/declarations.py --check   exit 1 if they are out of date

Types come from what the server reads and writes with msgspec, and the calls from its routes. What
may be left out of a message is optional: on the way in whatever has a default, on the way out what
is omitted when it has one.
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args, get_type_hints

from litestar import Response
from litestar.handlers import HTTPRouteHandler
from msgspec import inspect as kinds

from napoleon.server import refusals
from napoleon.server.http import board
from napoleon.server.http import messages as http
from napoleon.server.http.lobby_routes import LOBBY
from napoleon.server.http.measure_routes import MEASURE
from napoleon.server.http.notice_routes import NOTICES
from napoleon.server.http.practice_routes import PRACTICE
from napoleon.server.http.routes import ROUTES
from napoleon.server.people.routes import PEOPLE
from napoleon.server.table import messages, view_message

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "src" / "napoleon" / "web" / "lib" / "messages.d.ts"
WIDTH = 120

# Choices that have a name of their own.
NAMED = {
    "Army": view_message.Army,
    "Side": view_message.Side,
    "Seat": view_message.Seat,
    "Visibility": view_message.Visibility,
    "TerrainKind": view_message.TerrainKind,
    "FightStatus": view_message.FightStatus,
    "BattleStep": view_message.BattleStep,
    "SitterKind": messages.SitterKind,
    "Status": http.Status,
}
_NAME_OF = {frozenset(get_args(choice)): name for name, choice in NAMED.items()}

HEAD = """\
/**
 * What travels between browser and server (docs/protocol.md).
 *
 * Made by scripts/declarations.py from the types of the server: do not edit.
 */
"""


class Writer:
    """Writes an interface for each struct, and for those within it."""

    def __init__(self) -> None:
        self.interfaces: dict[str, str] = {}
        self._classes: dict[str, tuple[type, bool]] = {}

    def type_of(self, kind: Any, is_sent: bool) -> str:
        """A type of msgspec in TypeScript; `is_sent`: by the server."""
        if isinstance(kind, kinds.StructType):
            return self._struct(kind, is_sent)
        if isinstance(kind, kinds.UnionType):
            parts = [self.type_of(part, is_sent) for part in kind.types]
            parts.sort(key=lambda part: part == "null")
            return " | ".join(dict.fromkeys(parts))
        if isinstance(kind, kinds.LiteralType):
            name = _NAME_OF.get(frozenset(kind.values))
            return name or _choices(kind.values)
        if isinstance(kind, kinds.ListType | kinds.VarTupleType):
            item = self.type_of(kind.item_type, is_sent)
            return f"({item})[]" if "|" in item else f"{item}[]"
        if isinstance(kind, kinds.TupleType):
            return f"[{', '.join(self.type_of(item, is_sent) for item in kind.item_types)}]"
        if isinstance(kind, kinds.DictType):
            key = self.type_of(kind.key_type, is_sent)
            value = self.type_of(kind.value_type, is_sent)
            made = f"Record<{key}, {value}>"
            return f"Partial<{made}>" if key == "Seat" else made  # no game has all seats
        for known, name in (
            (kinds.StrType, "string"),
            (kinds.IntType, "number"),
            (kinds.FloatType, "number"),
            (kinds.BoolType, "boolean"),
            (kinds.NoneType, "null"),
            (kinds.AnyType, "any"),
            (kinds.BytesType, "Blob"),
        ):
            if isinstance(kind, known):
                return name
        raise TypeError(f"no declaration for {kind!r}")

    def _struct(self, kind: kinds.StructType, is_sent: bool) -> str:
        cls = kind.cls
        name = cls.__name__
        known = self._classes.setdefault(name, (cls, is_sent))
        if known != (cls, is_sent):
            raise TypeError(f"{name} is two types, or goes both ways: {known[0]} and {cls}")
        if name in self.interfaces:
            return name
        self.interfaces[name] = ""  # keeps its place, and ends the recursion
        notes = comments_of(cls)
        lines = []
        if kind.tag_field is not None:
            lines.append(f'  {kind.tag_field}: "{kind.tag}";')
        is_short = is_sent and cls.__struct_config__.omit_defaults
        for field in kind.fields:
            has_default = not field.required
            mark = "?" if has_default and (is_short or not is_sent) else ""
            # What is left out is not null.
            shown = self.type_of(field.type, is_sent)
            if mark and is_sent:
                shown = shown.removesuffix(" | null")
            note = notes.get(field.name)
            if note:
                lines.append(f"  /** {note} */")
            lines.append(f"  {field.encode_name}{mark}: {shown};")
        text = " ".join((inspect.getdoc(cls) or "").split())
        body = "\n".join(lines)
        shape = (
            f"export interface {name} {{\n{body}\n}}" if lines else f"export interface {name} {{}}"
        )
        self.interfaces[name] = f"{comment(text)}\n{shape}\n"
        return name


def _choices(values: Iterable[object]) -> str:
    return " | ".join([f'"{value}"' for value in values])


def comments_of(cls: type) -> dict[str, str]:
    """What stands behind the fields of a class and of those that it comes from."""
    notes: dict[str, str] = {}
    for one in reversed(cls.__mro__):
        if one.__module__.startswith("napoleon."):
            source = inspect.getsource(one)
            notes |= dict(re.findall(r"^    (\w+): .*?  # (.+)$", source, re.MULTILINE))
    return notes


def comment(text: str) -> str:
    """A comment before a declaration."""
    if len(text) + 7 <= WIDTH:
        return f"/** {text} */"
    lines = textwrap.wrap(text, WIDTH - 3)
    return "\n".join(["/**", *(f" * {line}" for line in lines), " */"])


def union(name: str, members: Iterable[str], text: str) -> str:
    """A named choice of types."""
    shown = " | ".join(members)
    body = "\n  ".join(textwrap.wrap(shown, WIDTH - 4))
    gap = "\n  " if "\n" in body or len(shown) + len(name) + 16 > WIDTH else " "
    return f"/** {text} */\nexport type {name} ={gap}{body};\n"


def calls(writer: Writer) -> str:
    """The calls over HTTP, each with its body and its answer."""
    rows = []
    for handler in [*ROUTES, *LOBBY, *MEASURE, *PRACTICE, *NOTICES, *PEOPLE]:
        assert isinstance(handler, HTTPRouteHandler)
        hints = get_type_hints(handler.fn, include_extras=True)
        answer = hints["return"]
        if getattr(answer, "__origin__", None) is Response:
            (answer,) = get_args(answer)
        body = "undefined"
        if "data" in hints:
            body = writer.type_of(kinds.type_info(hints["data"]), is_sent=False)
        shown = writer.type_of(kinds.type_info(answer), is_sent=True)
        for path in sorted(handler.paths):
            for method in sorted(set(handler.http_methods) - {"OPTIONS", "HEAD"}):
                plain = re.sub(r"\{(\w+):\w+\}", r"{\1}", path)
                rows.append(f'  "{method} {plain}": {{ body: {body}; answer: {shown} }};')
    return "\n".join(["/** The calls over HTTP. */", "export interface Calls {", *rows, "}", ""])


def declare() -> str:
    """The whole file."""
    writer = Writer()

    def names(union_type: Any, is_sent: bool) -> list[str]:
        return [writer.type_of(kinds.type_info(one), is_sent) for one in get_args(union_type)]

    to_server = names(messages.Message, is_sent=False)
    from_server = names(messages.FROM_SERVER, is_sent=True)
    for sent in (board.Board, http.DiagramMessage):
        writer.type_of(kinds.type_info(sent), is_sent=True)
    called = calls(writer)
    writer.type_of(kinds.type_info(refusals.ErrorAnswer), is_sent=True)
    choices = [
        f"export type {name} = {_choices(get_args(choice))};\n" for name, choice in NAMED.items()
    ]
    return "\n".join(
        [
            HEAD,
            *choices,
            union("ToServer", to_server, "What a browser may send over a game's socket."),
            union("FromServer", from_server, "What the server sends over it."),
            *writer.interfaces.values(),
            called,
        ]
    )


def main(arguments: list[str] | None = None) -> int:
    """Write or check the declarations."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether they are up to date")
    chosen = parser.parse_args(arguments)
    text = declare()
    if not chosen.check:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    if not TARGET.exists() or TARGET.read_text("utf-8") != text:
        print("out of date: run scripts/declarations.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
