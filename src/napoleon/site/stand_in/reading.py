"""Plain data read as what was expected: nothing else passes."""

from __future__ import annotations

import base64
import binascii
import functools
import types
import typing
from collections.abc import Callable
from typing import Any, Literal, Union, get_args, get_origin

from .errors import ValidationError
from .structs import NOTHING, Meta, Struct

Reader = Callable[[Any, str], Any]  # the value, and where it stands

_NAMES: dict[type, str] = {
    str: "str",
    int: "int",
    float: "float",
    bool: "bool",
    type(None): "null",
    list: "array",
    tuple: "array",
    dict: "object",
}


def _name(value: Any) -> str:
    return _NAMES.get(type(value), type(value).__name__)


def _wrong(expected: str, value: Any, where: str) -> ValidationError:
    return _fault(f"Expected `{expected}`, got `{_name(value)}`", where)


def _fault(problem: str, where: str) -> ValidationError:
    return ValidationError(f"{problem} - at `{where}`" if where != "$" else problem)


def convert(value: Any, type: Any) -> Any:
    """Read plain data as a type."""
    return reader(type)(value, "$")


def reader(kind: Any) -> Reader:
    """What reads a type; made once."""
    try:
        return _reader(kind)
    except TypeError:  # it cannot be hashed: a Meta with a list, say
        return _make(kind)


@functools.cache
def _reader(kind: Any) -> Reader:
    return _make(kind)


def _make(kind: Any) -> Reader:
    origin = get_origin(kind)
    if kind is Any or kind is object:
        return lambda value, where: value
    if kind is None or kind is type(None):
        return _read_null
    if kind in _PLAIN:
        return _PLAIN[kind]
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _struct_reader(kind)
    if origin is typing.Annotated:
        return _limited_reader(kind)
    if origin is Literal:
        return _literal_reader(get_args(kind))
    if origin is Union or origin is types.UnionType:
        return _union_reader(get_args(kind))
    if origin is list or kind is list:
        return _list_reader((*get_args(kind), Any)[0])
    if origin is dict or kind is dict:
        key, value = get_args(kind) or (str, Any)
        return _dict_reader(key, value)
    if origin is tuple:
        return _tuple_reader(get_args(kind))
    raise NotImplementedError(f"no message has {kind!r}")


def _read_null(value: Any, where: str) -> None:
    if value is not None:
        raise _wrong("null", value, where)


def _read_str(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise _wrong("str", value, where)
    return value


def _read_bool(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong("bool", value, where)
    return value


def _read_int(value: Any, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong("int", value, where)
    return value


def _read_float(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _wrong("float", value, where)
    return float(value)


def _read_bytes(value: Any, where: str) -> bytes:
    try:
        return base64.b64decode(_read_str(value, where), validate=True)
    except binascii.Error as error:
        raise _fault("Invalid base64 encoded string", where) from error


_PLAIN: dict[Any, Reader] = {
    str: _read_str,
    bool: _read_bool,
    int: _read_int,
    float: _read_float,
    bytes: _read_bytes,
}


def _struct_reader(kind: type[Struct]) -> Reader:
    hints: dict[str, Reader] = {}

    def read(value: Any, where: str) -> Struct:
        if not isinstance(value, dict):
            raise _wrong("object", value, where)
        if not hints:  # classes may speak of each other, so not before it is used
            found = typing.get_type_hints(kind, include_extras=True)
            hints.update({field.name: reader(found[field.name]) for field in fields})
        if options.tag_field is not None and options.tag_field in value:
            tag = value[options.tag_field]
            if tag != options.tag:
                raise _fault(f"Invalid value {tag!r}", f"{where}.{options.tag_field}")
        given = {}
        for field in fields:
            if field.encoded in value:
                place = f"{where}.{field.encoded}"
                given[field.name] = hints[field.name](value[field.encoded], place)
            elif field.default is NOTHING:
                raise _fault(f"Object missing required field `{field.encoded}`", where)
        return kind(**given)

    fields = kind.__struct_fields__
    options = kind.__struct_options__
    return read


def _limited_reader(kind: Any) -> Reader:
    base = reader(kind.__origin__)
    limits = [one.limits for one in kind.__metadata__ if isinstance(one, Meta)]

    def read(value: Any, where: str) -> Any:
        found = base(value, where)
        for limit in limits:
            for name, bound in limit.items():
                if not _HOLDS[name](found, bound):
                    raise _fault(f"Expected `{_name(value)}` {_WORDS[name]} {bound}", where)
        return found

    return read


_HOLDS: dict[str, Callable[[Any, int], bool]] = {
    "ge": lambda value, bound: value >= bound,
    "gt": lambda value, bound: value > bound,
    "le": lambda value, bound: value <= bound,
    "lt": lambda value, bound: value < bound,
    "min_length": lambda value, bound: len(value) >= bound,
    "max_length": lambda value, bound: len(value) <= bound,
}
_WORDS = {
    "ge": ">=",
    "gt": ">",
    "le": "<=",
    "lt": "<",
    "min_length": "of length >=",
    "max_length": "of length <=",
}


def _literal_reader(choices: tuple[Any, ...]) -> Reader:
    def read(value: Any, where: str) -> Any:
        for choice in choices:
            if type(value) is type(choice) and value == choice:
                return choice
        raise _fault(f"Invalid enum value {value!r}", where)

    return read


def _union_reader(kinds: tuple[Any, ...]) -> Reader:
    tagged = {
        kind.__struct_options__.tag: kind
        for kind in kinds
        if isinstance(kind, type) and issubclass(kind, Struct)
    }
    others = [kind for kind in kinds if kind not in tagged.values()]

    def read(value: Any, where: str) -> Any:
        if isinstance(value, dict) and len(tagged) > 1:
            field = next(iter(tagged.values())).__struct_options__.tag_field
            assert field is not None, "structs of a union are told apart by their tags"
            if field not in value:
                raise _fault(f"Object missing required field `{field}`", where)
            tag = value[field]
            if not isinstance(tag, str) or tag not in tagged:
                raise _fault(f"Invalid value {tag!r}", f"{where}.{field}")
            return reader(tagged[tag])(value, where)
        problem: ValidationError | None = None
        for kind in [*others, *tagged.values()]:
            try:
                return reader(kind)(value, where)
            except ValidationError as error:
                # Of several reasons, the one about a value of the right kind says most.
                problem = error if problem is None or "got `" in str(problem) else problem
        assert problem is not None
        raise problem

    return read


def _list_reader(kind: Any) -> Reader:
    def read(value: Any, where: str) -> list[Any]:
        if not isinstance(value, list | tuple):
            raise _wrong("array", value, where)
        each = reader(kind)
        return [each(one, f"{where}[...]") for one in value]

    return read


def _dict_reader(key: Any, kind: Any) -> Reader:
    def read(value: Any, where: str) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise _wrong("object", value, where)
        name, each = reader(key), reader(kind)
        return {
            name(one, f"key in {where}"): each(other, f"{where}[...]")
            for one, other in value.items()
        }

    return read


def _tuple_reader(kinds: tuple[Any, ...]) -> Reader:
    def read(value: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise _wrong("array", value, where)
        if len(value) != len(kinds):
            problem = f"Expected `array` of length {len(kinds)}, got {len(value)}"
            raise _fault(problem, where)
        return tuple(
            reader(kind)(one, f"{where}[{at}]")
            for at, (kind, one) in enumerate(zip(kinds, value, strict=True))
        )

    return read
