"""The reference of `napoleon.rules` is whole: every name and attribute has a sentence, and every
example runs."""

from __future__ import annotations

import ast
import doctest
import inspect
from collections.abc import Iterator

import pytest

from napoleon import rules
from napoleon.rules import EVENT_KINDS, Event, Game
from napoleon.rules.guide import GUIDE
from reference import RULES, SECTIONS, all_sentences, event_table, groups_of, rules_page, sentences

# Made by Python, not by us
NOT_OURS = {"args", "add_note", "with_traceback", "mro"}


@pytest.fixture(scope="module")
def said() -> dict[str, str]:
    return all_sentences()


def members_of(kind: type) -> Iterator[tuple[type, str]]:
    """The public attributes and methods of a class, each with the class of ours that has it."""
    for name in dir(kind):
        owner = next((base for base in kind.__mro__ if name in vars(base)), None)
        if owner is None or name.startswith("_") or name in NOT_OURS:
            continue
        if owner.__module__.startswith("napoleon."):
            yield owner, name


def classes() -> list[type]:
    return [getattr(rules, name) for name in rules.__all__ if inspect.isclass(getattr(rules, name))]


def test_every_public_name_stands_in_one_section() -> None:
    listed = [name for section in SECTIONS for name in section.names]
    assert sorted(listed) == sorted(rules.__all__)
    assert SECTIONS[0].names == ("Game",)


def test_every_public_name_has_a_sentence(said: dict[str, str]) -> None:
    for name in rules.__all__:
        assert said.get(name, "").rstrip(".") not in ("", name), name


def test_every_public_attribute_has_a_sentence(said: dict[str, str]) -> None:
    """Of every class that the rules hand out, inherited ones too."""
    counted = set()
    for kind in classes():
        for owner, name in members_of(kind):
            words = said.get(f"{owner.__name__}.{name}", "")
            counted.add((kind.__name__, name))
            assert len(words) > 10, (owner, name, words)
    assert len(counted) > 240
    assert {("View", "turn"), ("Result", "winner"), ("Options", "players")} <= counted


def test_every_field_of_an_event_has_a_sentence(said: dict[str, str]) -> None:
    fields = {field for kind in EVENT_KINDS for field in (*kind.fields, *kind.sometimes)}
    for name in (*fields, "kind", "turn", "rule"):
        assert said[f"Event.{name}"]
        assert hasattr(Event, name)
    table = event_table(EVENT_KINDS)
    for kind in EVENT_KINDS:
        assert f"| `{kind.name}` | {kind.rule} | {kind.meaning} |" in table
    assert "[`block`]" in table


def test_the_page_begins_with_the_game_and_has_every_name() -> None:
    page = rules_page()
    places = [page.index(f"\n## {section.title}\n") for section in SECTIONS]
    assert places == sorted(places)
    assert page.index("autoclass:: napoleon.rules.Game") < page.index("napoleon.rules.Bid")
    for name in rules.__all__:
        assert f":: napoleon.rules.{name}\n" in page
    for _, name in members_of(Game):
        assert f":: napoleon.rules.Game.{name}\n" in page


def test_the_groups_of_the_guide_have_every_member_of_the_game() -> None:
    groups = dict(groups_of(GUIDE))
    assert list(groups)[:2] == ["Beginning", "The decision"]
    found = [name for names in groups.values() for name in names]
    assert sorted(found) == sorted(name for _, name in members_of(Game))


def test_what_is_said_is_read_from_the_source() -> None:
    source = (
        '#: A number.\n#: Of two lines.\nMOST: int = 1\n\nclass Thing:\n    """A thing."""\n'
        "    def __init__(self):\n        #: The name.\n        self.name = ''\n"
        "        self.x = 1\n"
        '    def do(self):\n        """Do it."""\n'
    )
    assert sentences(source) == {
        "MOST": "A number. Of two lines.",
        "Thing": "A thing.",
        "Thing.__init__": "",
        "Thing.name": "The name.",
        "Thing.x": "",
        "Thing.do": "Do it.",
    }


# --- examples


def docstrings() -> Iterator[tuple[str, str]]:
    """The docstrings of the rules with an example, from the sources: compiled code has none."""
    for path in sorted(RULES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.Module):
                words = ast.get_docstring(node) or ""
                if ">>>" in words:
                    yield f"{path.stem}.{getattr(node, 'name', '')}", words


EXAMPLES = dict(docstrings())


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs(name: str) -> None:
    names = {each: getattr(rules, each) for each in rules.__all__}
    test = doctest.DocTestParser().get_doctest(EXAMPLES[name], names, name, None, 0)
    said_wrong: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(test, out=said_wrong.append)
    assert results.attempted and said_wrong == []


def test_the_main_methods_of_the_game_have_examples() -> None:
    main = (
        *("new", "from_position", "replay", "copy", "to_act", "legal", "why_not", "why_idle"),
        *("play", "undo", "die_asked", "resign", "result", "view", "sightings", "events_for"),
        *("position", "record", "seed"),
    )
    assert {name.partition(".")[2] for name in EXAMPLES} >= {*main}
