"""Classes with typed fields: `Struct`, and what is asked of one."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, TypeVar, dataclass_transform

S = TypeVar("S", bound="Struct")


class _Nothing:
    """In place of a default: there is none."""


NOTHING = _Nothing()


class Field(NamedTuple):
    """A field: its name in Python and in JSON, and what it is if nothing is said."""

    name: str
    encoded: str
    default: Any

    def make_default(self) -> Any:
        """The default, a list or dict of one's own."""
        return self.default.copy() if isinstance(self.default, list | dict) else self.default


class Options(NamedTuple):
    """How a class is written."""

    tag_field: str | None = None
    tag: str | None = None
    omit_defaults: bool = False
    rename: dict[str, str] = {}  # noqa: RUF012 - nobody changes it


@dataclass_transform()
class StructMeta(type):
    """Makes structs: reads their fields from the annotations."""

    __struct_fields__: tuple[Field, ...]
    __struct_options__: Options

    def __new__(
        mcs, name: str, bases: tuple[type, ...], body: dict[str, Any], **options: Any
    ) -> StructMeta:
        options.pop("frozen", None)  # whoever changes one is found where the real one is used
        fields: dict[str, Field] = {}
        settled = Options()
        for base in reversed(bases):
            if isinstance(base, StructMeta):
                settled = base.__struct_options__
                fields.update({field.name: field for field in base.__struct_fields__})
        settled = settled._replace(**options)
        for field, kind in body.get("__annotations__", {}).items():
            if str(kind).startswith("ClassVar"):
                continue
            default = body.pop(field, NOTHING)
            fields.pop(field, None)
            fields[field] = Field(field, settled.rename.get(field, field), default)
        made = super().__new__(mcs, name, bases, body)
        made.__struct_fields__ = tuple(fields.values())
        made.__struct_options__ = settled
        return made

    def __init__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **_: Any) -> None:
        super().__init__(name, bases, body)


class Struct(metaclass=StructMeta):
    """A class whose annotations are its fields."""

    __struct_fields__: ClassVar[tuple[Field, ...]]
    __struct_options__: ClassVar[Options]

    def __init__(self, *values: Any, **named: Any) -> None:
        fields = type(self).__struct_fields__
        if len(values) > len(fields):
            raise TypeError("Extra positional arguments provided")
        for field, value in zip(fields, values, strict=False):
            setattr(self, field.name, value)
        for field in fields[len(values) :]:
            if field.name in named:
                setattr(self, field.name, named.pop(field.name))
            elif field.default is NOTHING:
                raise TypeError(f"Missing required argument '{field.name}'")
            else:
                setattr(self, field.name, field.make_default())
        if named:
            raise TypeError(f"Unexpected keyword argument '{next(iter(named))}'")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        fields = [
            f"{field.name}={getattr(self, field.name)!r}" for field in type(self).__struct_fields__
        ]
        return f"{type(self).__name__}({', '.join(fields)})"


class Meta:
    """Limits of a value, within `Annotated`."""

    def __init__(self, **limits: int) -> None:
        self.limits = limits


class Raw:
    """JSON that is written already."""

    __slots__ = ("data",)

    def __init__(self, data: bytes) -> None:
        self.data = data

    def __bytes__(self) -> bytes:
        return self.data


def asdict(struct: Struct) -> dict[str, Any]:
    """The fields by name; what is inside them stays as it is."""
    return {field.name: getattr(struct, field.name) for field in type(struct).__struct_fields__}


def replace(struct: S, **changes: Any) -> S:
    """A copy with some fields changed."""
    return type(struct)(**{**asdict(struct), **changes})
