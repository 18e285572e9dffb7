"""Actions: the small decisions that a game is made of.

Inside the engine an action is one int, its *code*: the verb and up to two operands. `Action` wraps
a code for everybody else, and its text is the notation of docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, overload

from napoleon.rules.board.tables import forget_with_board
from napoleon.rules.board.towns import TERRAIN_KINDS, TOWN_IDS, find_town
from napoleon.rules.board.units import UNIT_BY_ID, UNIT_COUNT, UNIT_IDS
from napoleon.rules.errors import MalformedAction

# Verbs
PLACE: Final = 0
MARCH: Final = 1
FORCE: Final = 2
SHOW: Final = 3
SKIRMISH: Final = 4
BATTLE: Final = 5
REVEAL: Final = 6
DRAW: Final = 7
TERRAIN: Final = 8
DEPLOY: Final = 9
HOLD: Final = 10
FALLBACK: Final = 11
MOVE: Final = 12
FIRE: Final = 13
BOMBARD: Final = 14
SQUARE: Final = 15
COLUMN: Final = 16
SHELTER: Final = 17
EMERGE: Final = 18
OCCUPY: Final = 19
SWAP: Final = 20
RETREAT: Final = 21
LOSE: Final = 22
REINFORCE: Final = 23
REGROUP: Final = 24
REMOVE: Final = 25
END: Final = 26
WEAKEN: Final = 27

NONE: Final = 255  # an operand left out

# What an operand may be
_UNIT: Final = "unit"
_TOWN: Final = "town"
_AREA: Final = "area"
_TERRAIN: Final = "terrain"
_NUMBER: Final = "number"
_OPTIONAL_UNIT: Final = "optional unit"

#: The areas of a battlefield as a player names them (docs/notation.md).
AREA_NAMES: Final = (
    "reserve",
    "left",
    "centre",
    "right",
    "enemy-left",
    "enemy-centre",
    "enemy-right",
    "enemy-reserve",
)
TERRAIN_NAMES: Final = TERRAIN_KINDS


class Verb:
    """One kind of action: its word, its operands, and the rule that it comes from."""

    __slots__ = ("name", "operands", "rule", "what")

    def __init__(self, name: str, rule: str, what: str, *operands: str) -> None:
        self.name = name
        self.rule = rule
        self.what = what
        self.operands = list(operands)


#: The verbs of actions, in the order of their numbers.
VERBS: Final = [
    Verb("place", "4", "put a unit on the map", _UNIT, _TOWN),
    Verb("march", "5.1", "move a unit one town along a road", _UNIT, _TOWN),
    Verb("force", "5.6", "force-march a unit one town further", _UNIT, _TOWN),
    Verb("show", "8.1", "the leader shows himself to help the forced marches", _UNIT),
    Verb("skirmish", "6.1", "fight this skirmish next", _TOWN),
    Verb("battle", "6.1", "this battle is next in order", _TOWN),
    Verb("reveal", "6.6", "reveal a unit for the skirmish", _UNIT),
    Verb("draw", "6.2.1", "draw terrain blocks", _NUMBER),
    Verb("terrain", "6.2.1", "lay a terrain block on an own area", _TERRAIN, _AREA),
    Verb("deploy", "6.2.2", "deploy a unit", _UNIT, _AREA),
    Verb("hold", "6.2.1", "name the holder of a farm or hill", _UNIT),
    Verb("fallback", "6.3.1", "choose who falls back across the stream", _UNIT),
    Verb("move", "6.3.2", "move one area on the battlefield", _UNIT, _AREA),
    Verb("fire", "6.3.3", "fire within the area", _UNIT, _OPTIONAL_UNIT),
    Verb("bombard", "6.3.3", "fire artillery at long range", _UNIT, _OPTIONAL_UNIT),
    Verb("square", "6.5", "form square", _UNIT),
    Verb("column", "6.5", "leave square", _UNIT),
    Verb("shelter", "6.5.2", "shelter in a square", _UNIT, _UNIT),
    Verb("emerge", "6.5.2", "come out of a square", _UNIT),
    Verb("occupy", "6.2.1", "take an empty farm or hill", _UNIT),
    Verb("swap", "6.2.1", "take over a farm or hill from a friend", _UNIT),
    Verb("retreat", "7", "leave for an adjacent town", _UNIT, _TOWN),
    Verb("lose", "6.4", "choose who takes the hit", _UNIT),
    Verb("reinforce", "6.3.4", "bring a unit from an adjacent town", _UNIT),
    Verb("regroup", "7.5", "regroup a unit after a victory", _UNIT, _TOWN),
    Verb("remove", "9", "remove a unit for lack of supply", _UNIT),
    Verb("end", "2", "finish this step"),
    Verb("weaken", "4", "give up a step of a block, in an even game", _UNIT),
]
_VERB_BY_NAME: Final = {verb.name: number for number, verb in enumerate(VERBS)}


def encode(verb: int, first: int = NONE, second: int = NONE) -> int:
    """The code of an action."""
    return verb << 16 | first << 8 | second


END_CODE: Final[int] = encode(END)


def verb_of(code: int) -> int:
    """The verb of a code."""
    return code >> 16


def first_of(code: int) -> int:
    """The first operand of a code."""
    return code >> 8 & 255


def second_of(code: int) -> int:
    """The second operand of a code."""
    return code & 255


def parse_number(word: str) -> int:
    """A plain number in ASCII digits, or -1 for anything else."""
    return int(word) if word.isascii() and word.isdigit() and len(word) <= 40 else -1


def parse_unit(word: str) -> int:
    """The unit with this id."""
    unit = UNIT_BY_ID.get(word.upper(), -1)
    if unit < 0:
        raise MalformedAction(f"expected the id of a unit such as FR-2-I1, got {word!r}", "3")
    return unit


def parse_town(word: str) -> int:
    """The town with this id or name."""
    town = find_town(word)
    if town < 0:
        raise MalformedAction(f"expected the name of a town such as quatre-bras, got {word!r}", "1")
    return town


def _parse_name(word: str, names: tuple[str, ...], what: str, rule: str) -> int:
    word = word.lower()
    if word not in names:
        raise MalformedAction(f"expected {what} ({', '.join(names)}), got {word!r}", rule)
    return names.index(word)


def parse_area(word: str) -> int:
    """The area of this name, from the unit's own point of view."""
    return _parse_name(word, AREA_NAMES, "an area", "6.2.2")


def parse_terrain(word: str) -> int:
    """The terrain of this name."""
    return _parse_name(word, TERRAIN_NAMES, "a terrain", "6.2.1")


def _parse_operand(kind: str, word: str) -> int:
    if kind in (_UNIT, _OPTIONAL_UNIT):
        return parse_unit(word)
    if kind == _TOWN:
        return parse_town(word)
    if kind == _AREA:
        return parse_area(word)
    if kind == _TERRAIN:
        return parse_terrain(word)
    number = parse_number(word)
    if not 0 <= number < NONE:
        raise MalformedAction(f"expected a small number, got {word!r}")
    return number


def _format_operand(kind: str, value: int) -> str:
    if kind in (_UNIT, _OPTIONAL_UNIT):
        return UNIT_IDS[value]
    if kind == _TOWN:
        return TOWN_IDS[value]
    if kind == _AREA:
        return AREA_NAMES[value]
    if kind == _TERRAIN:
        return TERRAIN_NAMES[value]
    return str(value)


# Texts that have been asked for: a game has a few thousand different actions at most. What was
# offered to somebody comes back in the same words.
_TEXTS: Final[dict[int, str]] = {}
_CODES: Final[dict[str, int]] = {}
forget_with_board(_TEXTS.clear)
forget_with_board(_CODES.clear)


def parse_code(text: str) -> int:
    """The code of an action given as text."""
    known = _CODES.get(text)
    if known is not None:
        return known
    words = text.split() if len(text) < 200 else []
    if not words:
        raise MalformedAction(
            f"expected an action such as 'march FR-2-I1 binche', got {text[:60]!r}"
        )
    number = _VERB_BY_NAME.get(words[0].lower(), -1)
    if number < 0:
        raise MalformedAction(
            f"expected an action ({', '.join(verb.name for verb in VERBS)}), got {words[0][:40]!r}"
        )
    verb = VERBS[number]
    given = words[1:]
    least = sum(1 for kind in verb.operands if kind != _OPTIONAL_UNIT)
    if not least <= len(given) <= len(verb.operands):
        usage = " ".join([verb.name, *(kind.upper() for kind in verb.operands)])
        raise MalformedAction(f"expected '{usage}', got {text!r}")
    values = [NONE, NONE]
    for index, word in enumerate(given):
        values[index] = _parse_operand(verb.operands[index], word)
    return encode(number, values[0], values[1])


def format_code(code: int) -> str:
    """The text of a code; a number that is no action is shown as such."""
    text = _TEXTS.get(code)
    if text is None:
        is_action = is_well_formed(code)
        text = _compose(code) if is_action else f"?{code}"
        if len(_TEXTS) < 100_000:
            _TEXTS[code] = text
            if is_action:
                _CODES[text] = code
    return text


def _compose(code: int) -> str:
    verb = VERBS[verb_of(code)]
    words = [verb.name]
    for index, kind in enumerate(verb.operands):
        value = first_of(code) if index == 0 else second_of(code)
        if value != NONE:
            words.append(_format_operand(kind, value))
    return " ".join(words)


def is_well_formed(code: int) -> bool:
    """Whether a number is the code of an action that text could express."""
    if not 0 <= verb_of(code) < len(VERBS):
        return False
    limits = {
        _UNIT: UNIT_COUNT,
        _OPTIONAL_UNIT: UNIT_COUNT,
        _TOWN: len(TOWN_IDS),
        _AREA: len(AREA_NAMES),
        _TERRAIN: len(TERRAIN_NAMES),
        _NUMBER: NONE,
    }
    operands = VERBS[verb_of(code)].operands
    for index, value in enumerate((first_of(code), second_of(code))):
        if index >= len(operands):
            if value != NONE:
                return False
        elif value == NONE:
            if operands[index] != _OPTIONAL_UNIT:
                return False
        elif value >= limits[operands[index]]:
            return False
    return True


class Action:
    """One decision: a value that cannot be changed, equal to another with the same text and to that
    text itself."""

    __slots__ = ("_code",)

    def __init__(self, code: int) -> None:
        self._code = code

    @staticmethod
    def parse(text: str) -> Action:
        """Read an action from its text."""
        return Action(parse_code(text))

    @property
    def code(self) -> int:
        """The number that the engine knows it by."""
        return self._code

    @property
    def verb(self) -> str:
        """The word that it begins with."""
        return VERBS[verb_of(self._code)].name

    @property
    def rule(self) -> str:
        """The section of the rulebook that it comes from."""
        return VERBS[verb_of(self._code)].rule

    def _operand(self, *kinds: str) -> str | None:
        for index, kind in enumerate(VERBS[verb_of(self._code)].operands):
            value = first_of(self._code) if index == 0 else second_of(self._code)
            if kind in kinds and value != NONE:
                return _format_operand(kind, value)
        return None

    @property
    def unit(self) -> str | None:
        """The id of the unit that acts."""
        return self._operand(_UNIT)

    @property
    def town(self) -> str | None:
        """The id of the town that it names."""
        return self._operand(_TOWN)

    @property
    def area(self) -> str | None:
        """The name of the area, from the acting unit's point of view."""
        return self._operand(_AREA)

    @property
    def target(self) -> str | None:
        """The id of the square that is fired at or sheltered in."""
        target = second_of(self._code)
        if verb_of(self._code) not in (FIRE, BOMBARD, SHELTER) or target == NONE:
            return None
        return UNIT_IDS[target]

    def __str__(self) -> str:
        return format_code(self._code)

    def __repr__(self) -> str:
        if not is_well_formed(self._code):
            return f"Action({self._code})"
        return f"Action.parse({format_code(self._code)!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Action):
            return self._code == other._code
        if isinstance(other, str):
            return format_code(self._code) == other
        return NotImplemented

    def __hash__(self) -> int:
        return hash(format_code(self._code))


class LegalActions(Sequence[Action]):
    """The actions offered to a seat: a sequence that cannot be changed, and that makes `Action`
    objects as they are read.

    `in`, `index` and `count` take an action or its text; what is neither is not in it.
    """

    __slots__ = ("_codes",)

    def __init__(self, codes: tuple[int, ...]) -> None:
        self._codes = codes

    @staticmethod
    def parse(texts: Iterable[str]) -> LegalActions:
        """Read actions from their texts."""
        return LegalActions(tuple([parse_code(text) for text in texts]))

    @property
    def codes(self) -> list[int]:
        """The codes, as a new list."""
        return list(self._codes)

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> LegalActions: ...
    def __getitem__(self, index: int | slice) -> Action | LegalActions:
        if isinstance(index, slice):
            return LegalActions(self._codes[index])
        return Action(self._codes[index])

    def __iter__(self) -> Iterator[Action]:
        return iter([Action(code) for code in self._codes])

    def __contains__(self, item: object) -> bool:
        return _code_like(item) in self._codes

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Return the place of an action. Raise a ValueError if it is not offered."""
        code = _code_like(value)
        for place in range(*slice(start, stop).indices(len(self._codes))):
            if self._codes[place] == code:
                return place
        raise ValueError(f"{value!r} is not offered")

    def count(self, value: object) -> int:
        """Return 1 if an action is offered, else 0."""
        return self._codes.count(_code_like(value))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LegalActions):
            return self._codes == other._codes
        if isinstance(other, (list, tuple)):
            return [Action(code) for code in self._codes] == list(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple([Action(code) for code in self._codes]))

    def __repr__(self) -> str:
        return f"LegalActions.parse({[format_code(code) for code in self._codes]})"


def _code_like(item: object) -> int:
    """The code of an action or of its text; -1 for anything else."""
    if isinstance(item, Action):
        return item.code
    if isinstance(item, str):
        try:
            return parse_code(item)
        except MalformedAction:
            return -1
    return -1
