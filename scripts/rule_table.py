"""Write docs/rule-table.md: for each section of the rulebook the code and the tests that name it.

    python3 scripts/rule_table.py           write the table
    python3 scripts/rule_table.py --check   exit 1 if a section is missing or the table is old

Code names a section in a docstring or a comment, a test in its name (``test_6_3_1_...``) or its
docstring; a test without a number in its name belongs to the sections that its module names.
"""

import argparse
import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
CODE = "src/napoleon/rules"
TESTS = "tests/rules"
TABLE = "docs/rule-table.md"
SHOWN = 3  # names of code and of test modules in a row

# The sections that say something to play by, each with a word on what it is about.
SECTIONS = {
    "1": "board and turn track",
    "2.1": "movement phase",
    "2.2": "battle phase, how a battle ends",
    "2.3": "supply and defeat",
    "3.1": "armies",
    "3.2": "hidden blocks",
    "3.3": "strength",
    "3.4": "losing strength",
    "3.5": "firepower",
    "3.6": "types of units",
    "3.6.1": "leaders",
    "3.6.2": "infantry",
    "3.6.3": "cavalry",
    "3.6.4": "artillery",
    "4.1": "Allied set-up",
    "4.2": "French set-up",
    "4.3": "historical set-up",
    "5.1": "groups",
    "5.2": "command control",
    "5.3": "distance",
    "5.4": "roads",
    "5.5": "rivers",
    "5.6": "forced marches",
    "5.7": "night",
    "6.1": "attacks and their order",
    "6.2.1": "terrain",
    "6.2.2": "deployment",
    "6.2.3": "corps integrity",
    "6.2.4": "visibility",
    "6.3": "battle turns",
    "6.3.1": "morale",
    "6.3.2": "moves on the battlefield",
    "6.3.3": "fire",
    "6.3.4": "reinforcement",
    "6.4": "hits",
    "6.5": "squares",
    "6.5.1": "fire at squares",
    "6.5.2": "shelter",
    "6.6": "skirmishes",
    "6.7": "stalemate",
    "7": "retreat",
    "7.1": "where to",
    "7.2": "how many",
    "7.3": "disorder",
    "7.4": "rout",
    "7.4.1": "losses in a rout",
    "7.5": "regrouping",
    "8.1": "leaders and forced marches",
    "8.2": "leaders and morale",
    "8.3": "the loss of a leader",
    "9": "Allied supply",
    "10.1": "French victory",
    "10.2": "Allied victory",
    "11": "three players",
}

NUMBER = r"\d{1,2}(?:\.\d){0,2}"
LIST = rf"{NUMBER}(?:(?:, | and | to | ?- ?){NUMBER})*"
# A number with a point may stand anywhere. One without could be anything: it counts behind a word
# such as "rule", alone in brackets, or before the colon that begins a comment or a docstring.
REFERENCES = (
    re.compile(rf"\b(?:[Rr]ules?|[Rr]ulings?|[Cc]hapters?|[Ss]ections?) ({LIST})(?![\w.]*\d)"),
    re.compile(rf"\(({LIST})\)"),
    re.compile(rf"\A\W*({LIST}): "),
    re.compile(r"(?<![\w./-])(\d{1,2}(?:\.\d){1,2}(?: to \d{1,2}(?:\.\d){1,2})?)(?![\w/]|\.\d)"),
)


class Place(NamedTuple):
    """Where a section is named: a file and, in it, a function, class or constant."""

    file: str
    name: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.name}" if self.name else self.file


Places = dict[str, list[Place]]


def expand(text: str) -> Iterator[str]:
    """The sections of a list such as ``6.2.1 to 6.2.3, 6.5``."""
    for part in re.split(r", | and ", text):
        ends = re.split(r" to | ?- ?", part)
        first, last = ends[0].split("."), ends[-1].split(".")
        if first[:-1] == last[:-1]:
            for number in range(int(first[-1]), int(last[-1]) + 1):
                yield ".".join([*first[:-1], str(number)])
        else:
            yield from ends


def named_in(text: str) -> set[str]:
    """The sections that a docstring or a comment names."""
    words = " ".join(text.split())
    return {
        section
        for pattern in REFERENCES
        for match in pattern.finditer(words)
        for section in expand(match.group(1))
    }


def scopes(tree: ast.Module) -> Iterator[tuple[str, ast.AST, int, int]]:
    """The module, then all classes and functions from the outside in: name, node, lines."""

    def inside(parent: ast.AST, prefix: str) -> Iterator[tuple[str, ast.AST, int, int]]:
        for node in ast.iter_child_nodes(parent):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{prefix}{node.name}"
                yield name, node, node.lineno, node.end_lineno or node.lineno
                yield from inside(node, f"{name}.")

    yield "", tree, 1, sys.maxsize
    yield from inside(tree, "")


def constants(tree: ast.Module) -> dict[int, str]:
    """The constants of a module by the line on which each begins."""
    found: dict[int, str] = {}
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Name):
            found[node.lineno] = target.id
    return found


def comments(source: str) -> Iterator[tuple[int, int, str]]:
    """Each comment with its first and last line; whole-line comments that follow are one."""
    block: list[tuple[int, str]] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        line, is_whole = token.start[0], not token.line[: token.start[1]].strip()
        if block and not (is_whole and line == block[-1][0] + 1):
            yield block[0][0], block[-1][0], " ".join(text for _, text in block)
            block = []
        block.append((line, token.string.lstrip("#: ")))
    if block:
        yield block[0][0], block[-1][0], " ".join(text for _, text in block)


def places_in(source: str, file: str) -> Iterator[tuple[Place, set[str]]]:
    """The places of a module that name sections, with the sections, in the order of the file."""
    tree = ast.parse(source)
    found: dict[str, set[str]] = {}
    all_scopes = list(scopes(tree))
    named = constants(tree)
    for name, node, _, _ in all_scopes:
        assert isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        found[name] = named_in(ast.get_docstring(node) or "")
    for first, last, text in comments(source):
        name = [scope for scope, _, start, end in all_scopes if start <= first <= end][-1]
        if not name:
            name = named.get(first, named.get(last + 1, ""))
        found.setdefault(name, set()).update(named_in(text))
    for name, sections in found.items():
        if sections:
            yield Place(file, name), sections


def find_code(folder: Path) -> Places:
    """The code of each section, the most particular first: what names few sections."""
    ranked: dict[str, list[tuple[int, int, Place]]] = {}
    for path in sorted(folder.rglob("*.py")):
        file = path.relative_to(folder).as_posix()
        for place, sections in places_in(path.read_text("utf-8"), file):
            for section in sections:
                is_whole_file = 0 if place.name else 1
                ranked.setdefault(section, []).append((is_whole_file, len(sections), place))
    return {
        section: [place for _, _, place in sorted(entries, key=lambda entry: entry[:2])]
        for section, entries in ranked.items()
    }


def section_of_test(name: str) -> str:
    """The section in the name of a test, or ""."""
    match = re.match(r"test((?:_\d+)+)", name)
    numbers = match.group(1).split("_")[1:] if match else []
    while numbers and ".".join(numbers) not in SECTIONS and len(numbers) > 1:
        numbers.pop()  # a number that begins the words: test_6_1_3_units_...
    return ".".join(numbers)


def find_tests(folder: Path) -> Places:
    """The tests of each section."""
    found: Places = {}
    for path in sorted(folder.glob("test_*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        of_module = named_in(ast.get_docstring(tree) or "")
        for node in tree.body:
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            own = section_of_test(node.name)
            sections = named_in(ast.get_docstring(node) or "") | ({own} if own else of_module)
            for section in sections:
                found.setdefault(section, []).append(Place(path.name, node.name))
    return found


def find_missing(sections: Sequence[str], code: Places, tests: Places) -> list[str]:
    """A line for each section that no code or no test names."""
    return [
        f"section {section} ({SECTIONS.get(section, 'unknown')}): no {what} names it"
        for section in sections
        for what, places in (("code", code), ("test", tests))
        if not places.get(section)
    ]


def _more(number: int, shown: int) -> str:
    return f" and {number - shown} more" if number > shown else ""


def format_code(places: Sequence[Place]) -> str:
    """How many places there are, and the first few."""
    links = [f"[`{place}`](../{CODE}/{place.file})" for place in places[:SHOWN]]
    return ", ".join(links) + _more(len(places), SHOWN)


def format_tests(places: Sequence[Place]) -> str:
    """How many tests there are, and in which modules most of them stand."""
    files = Counter(place.file for place in places)
    common = sorted(files, key=lambda file: (-files[file], file))
    links = [f"[{file}](../{TESTS}/{file}) {files[file]}" for file in common[:SHOWN]]
    rest = sum(files[file] for file in common[SHOWN:])
    return f"**{len(places)}**: " + ", ".join(links) + (f", elsewhere {rest}" if rest else "")


def format_table(sections: Sequence[str], code: Places, tests: Places) -> str:
    """The whole document."""
    lines = [
        "# Rules, code and tests",
        "",
        "Made by `python3 scripts/rule_table.py`; do not edit. For each section of the rulebook "
        "the places in",
        f"`{CODE}` whose docstring or comments name it, the most particular first, and the tests "
        f"in `{TESTS}` that carry its number.",
        "How we read what the rulebook leaves open stands in [rulings.md](rulings.md).",
        "",
        "| section | about | code | tests |",
        "|---|---|---|---|",
    ]
    for section in sections:
        row = (
            section,
            SECTIONS.get(section, ""),
            format_code(code.get(section, [])) or "none",
            format_tests(tests[section]) if tests.get(section) else "none",
        )
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines) + "\n"


def main(words: Sequence[str], root: Path = ROOT) -> int:
    """Write or check the table of the project under `root`; returns the exit code."""
    parser = argparse.ArgumentParser(description="The table of rules, code and tests.")
    parser.add_argument("--check", action="store_true", help="only say what is wrong")
    is_check = parser.parse_args(words).check
    code, tests = find_code(root / CODE), find_tests(root / TESTS)
    sections = list(SECTIONS)
    wrong = find_missing(sections, code, tests)
    text = format_table(sections, code, tests)
    table = root / TABLE
    if not is_check:
        table.parent.mkdir(exist_ok=True)
        table.write_text(text, "utf-8")
    elif not table.is_file() or table.read_text("utf-8") != text:
        wrong.append(f"{TABLE} is not up to date: run python3 scripts/rule_table.py")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
