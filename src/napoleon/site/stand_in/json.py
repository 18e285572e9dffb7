"""JSON, in and out."""

from __future__ import annotations

import base64
import json
import math
from typing import Any, NoReturn

from .errors import DecodeError
from .reading import reader
from .structs import Raw, Struct


class Encoder:
    """Writes JSON."""

    def encode(self, value: Any) -> bytes:
        """A value as JSON."""
        return encode(value)


class Decoder:
    """Reads JSON as a type."""

    def __init__(self, type: Any = Any) -> None:
        self.type = type

    def decode(self, text: str | bytes) -> Any:
        """Read a text; raises DecodeError or ValidationError."""
        return decode(text, self.type)


def decode(text: str | bytes, type: Any = Any) -> Any:
    """Read a text as a type; raises DecodeError or ValidationError."""
    try:
        value = json.loads(text, parse_constant=_no_number, parse_float=_number)
        json.dumps(value, ensure_ascii=False).encode()  # half a pair of surrogates is no text
    except ValueError as error:
        raise DecodeError(f"JSON is malformed: {error}") from error
    return reader(type)(value, "$")


def _number(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _no_number(text)


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def encode(value: Any) -> bytes:
    """A value as JSON."""
    return _write(value).encode()


class _OneOfOurs(Exception):
    """Something that only we can write."""


def _ours(value: Any) -> NoReturn:
    raise _OneOfOurs


_plain = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), default=_ours, allow_nan=False
).encode


def _write(value: Any) -> str:
    if isinstance(value, Raw):
        return value.data.decode()
    if isinstance(value, Struct):
        return "{" + ",".join(_members(value)) + "}"
    if isinstance(value, bytes):
        return f'"{base64.b64encode(value).decode()}"'
    try:
        return _plain(value)
    except _OneOfOurs:
        pass
    if isinstance(value, dict):
        return "{" + ",".join([f"{_plain(str(k))}:{_write(v)}" for k, v in value.items()]) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_write, value)) + "]"
    raise TypeError(f"Encoding objects of type {type(value).__name__} is unsupported")


def _members(value: Struct) -> list[str]:
    options = type(value).__struct_options__
    members = []
    if options.tag_field is not None:
        members.append(f"{_plain(options.tag_field)}:{_plain(options.tag)}")
    for field in type(value).__struct_fields__:
        one = getattr(value, field.name)
        if options.omit_defaults and _is_default(one, field.default):
            continue
        members.append(f"{_plain(field.encoded)}:{_write(one)}")
    return members


def _is_default(value: Any, default: Any) -> bool:
    if value is default:
        return True
    if isinstance(default, list | dict):
        return type(value) is type(default) and not value and not default
    return type(value) is type(default) and bool(value == default)
