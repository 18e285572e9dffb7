"""The reference of `napoleon.rules`: its sections, and what is read from the sources for it."""

import ast
import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from environment import ROOT

# What is documented of a class or module: its members, and those that they inherit from ours
MEMBERS = (
    ":members:",
    ":inherited-members: object, str, int, tuple, ValueError, Exception, Enum, Protocol",
)
RULES = ROOT / "src" / "napoleon" / "rules"


@dataclass(frozen=True)
class Section:
    """A part of the reference: names of `napoleon.rules`, then whole modules."""

    title: str
    words: str
    names: tuple[str, ...]
    modules: tuple[str, ...] = ()


SECTIONS = (
    Section(
        "The game",
        "Everything goes through `Game`. What it can do is listed first, then told by task.",
        ("Game",),
    ),
    Section(
        "Begin",
        "What is agreed before a game, and from what it begins.",
        (
            "scenarios",
            "Options",
            "Seat",
            "Bid",
            "judge_bids",
            "HOST",
            "GUEST",
            "MOST_STEPS",
        ),
    ),
    Section(
        "Decide",
        "Actions, what is offered, what was played, and why something is refused.",
        (
            "Action",
            "LegalActions",
            "Move",
            "Played",
            "Refusal",
            "Result",
            "VERBS",
            "AREA_NAMES",
        ),
    ),
    Section(
        "What a seat may know",
        "A view is built up from what the seat may know. An attribute is called as in the view's "
        "JSON (`View.as_dict`, and the `view` of [the protocol](../docs/protocol.md)).",
        (
            "View",
            "OwnUnit",
            "Blocks",
            "BattleView",
            "FieldBlock",
            "GroundView",
            "Aim",
            "Sighting",
            "Truth",
        ),
    ),
    Section(
        "What happened",
        "The log of a game is its events. The table has every kind with its fields, which are "
        "attributes of `Event` and keys of `Event.as_dict`; those in brackets are there only "
        "sometimes. `Game.events_for` leaves out of an event what names a unit that the seat may "
        "not know: `unit`, `other`, `strength_left` and `firepower`.",
        ("EVENT_KINDS", "EventKind", "Event"),
    ),
    Section(
        "Text",
        "Records, and sentences for people in the languages of the game.",
        ("Replayer", "RECORD_HEADER"),
        (
            "napoleon.rules.words.language",
            "napoleon.rules.words.prompts",
            "napoleon.rules.words.prose",
        ),
    ),
    Section(
        "Dice",
        "Numbers come from dice that are handed in; a game without any gets seeded ones.",
        ("Dice", "SeededDice", "ScriptedDice"),
    ),
    Section(
        "Errors",
        "All are a `RuleError`, and so a `ValueError`. An error never leaves a game half changed.",
        (
            "RuleError",
            "IllegalAction",
            "NotYourTurn",
            "GameOver",
            "MalformedAction",
            "NothingToUndo",
            "PositionError",
            "RecordError",
            "DiceError",
            "BoardError",
        ),
    ),
    Section(
        "The board",
        "Towns, roads and turns are data: the tables of a board.",
        ("Board", "board_of_position", "format_board", "format_beginning", "IS_COMPILED"),
        (
            "napoleon.rules.board.towns",
            "napoleon.rules.board.calendar",
        ),
    ),
)


# --- what the sources say


def sentences(source: str) -> dict[str, str]:
    """Return what is said of the names in a module, by name ("View", "View.turn").

    That is the docstring of a class, function or property, and of an attribute or a constant the
    ``#:`` lines above it.
    """
    lines = source.splitlines()
    found: dict[str, str] = {}
    for node in ast.parse(source).body:
        _read(node, "", lines, found)
    return found


def _read(node: ast.stmt, prefix: str, lines: list[str], found: dict[str, str]) -> None:
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        name = f"{prefix}{node.name}"
        if not found.get(name):  # of an overloaded function the last one has the words
            found[name] = ast.get_docstring(node) or ""
        is_class = isinstance(node, ast.ClassDef)
        if is_class or node.name == "__init__":
            for inner in node.body:
                _read(inner, f"{name}." if is_class else prefix, lines, found)
        return
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    for target in targets:
        if isinstance(target, ast.Attribute):
            found.setdefault(f"{prefix}{target.attr}", _comment_above(node.lineno, lines))
        elif isinstance(target, ast.Name):
            found.setdefault(f"{prefix}{target.id}", _comment_above(node.lineno, lines))


def _comment_above(line: int, lines: list[str]) -> str:
    """The ``#:`` lines above a line, as one text."""
    words: list[str] = []
    at = line - 2
    while at >= 0 and lines[at].strip().startswith("#:"):
        words.insert(0, lines[at].strip()[2:].strip())
        at -= 1
    return " ".join(words)


def all_sentences() -> dict[str, str]:
    """Return what the sources of the rules say of each name in any of their modules."""
    found: dict[str, str] = {}
    for path in sorted(RULES.rglob("*.py")):
        for name, words in sentences(path.read_text("utf-8")).items():
            if not found.get(name):
                found[name] = words
    return found


# --- the page


def rules_page() -> str:
    """Return the reference as a page for Sphinx."""
    sys.path.insert(0, str(ROOT / "src"))
    rules = __import__("napoleon.rules", fromlist=["rules"])
    said = all_sentences()
    parts = ["# napoleon.rules", _directive("automodule", "napoleon.rules")]
    for section in SECTIONS:
        parts += [f"## {section.title}", section.words]
        for name in section.names:
            thing = getattr(rules, name)
            if name == "Game":
                parts += _game(thing.__doc__)
            elif name == "EVENT_KINDS":
                parts += [_data(name, said[name]), event_table(rules.EVENT_KINDS)]
            elif inspect.isclass(thing):
                is_error = issubclass(thing, Exception)
                parts.append(
                    _directive("autoexception" if is_error else "autoclass", name, *MEMBERS)
                )
            elif inspect.isroutine(thing):
                parts.append(_directive("autofunction", name))
            else:
                parts.append(_data(name, said[name]))
        for module in section.modules:
            parts += [f"### {module}", _directive("automodule", module, *MEMBERS)]
    return "\n\n".join(parts) + "\n"


def _game(guide: str) -> list[str]:
    """`Game` with its guide, then its members by the groups of the guide."""
    parts = [_directive("autoclass", "Game")]
    for group, members in groups_of(guide):
        parts.append(f"### Game: {group[0].lower()}{group[1:]}")
        parts += [_directive(_kind_of(member), f"Game.{member}") for member in members]
    return parts


def groups_of(guide: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the headings of `help(Game)`, each with the members under it."""
    for paragraph in guide.split("\n\n"):
        heading, *lines = paragraph.rstrip().split("\n")
        if lines and not heading.startswith(" ") and all(line[:2] == "  " for line in lines):
            yield heading, [line.split()[0] for line in lines]


def _kind_of(member: str) -> str:
    """The directive for a member of `Game`."""
    rules = __import__("napoleon.rules", fromlist=["rules"])
    thing = inspect.getattr_static(rules.Game, member)
    if isinstance(thing, property):
        return "autoproperty"
    return "autoattribute" if inspect.ismemberdescriptor(thing) else "automethod"


def event_table(kinds: tuple[tuple[str, str, str, tuple[str, ...], tuple[str, ...]], ...]) -> str:
    """Return the kinds of events with their fields as a table."""
    rows = ["| kind | rule | what has happened | fields |", "|---|---|---|---|"]
    for name, rule, meaning, fields, sometimes in kinds:
        listed = [f"`{field}`" for field in fields] + [f"[`{field}`]" for field in sometimes]
        rows.append(f"| `{name}` | {rule} | {meaning} | {', '.join(listed)} |")
    return "\n".join(rows)


def _directive(kind: str, name: str, *options: str) -> str:
    """A directive of Sphinx about something in `napoleon.rules`, or a module by its whole name."""
    target = name if name.startswith("napoleon.") else f"napoleon.rules.{name}"
    lines = [f".. {kind}:: {target}", *[f"   {option}" for option in options]]
    return "\n".join(["```{eval-rst}", *lines, "```"])


def _data(name: str, words: str) -> str:
    """A constant, with what the source says of it."""
    return f"```{{eval-rst}}\n.. py:data:: napoleon.rules.{name}\n\n   {words}\n```"
