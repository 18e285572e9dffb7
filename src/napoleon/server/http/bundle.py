"""The client's modules as browsers get them: three files instead of ninety, made at the first page.

Modules are written to be read, checked and tested one by one; on a slow line every request counts.
What they may contain is so plain that putting them together needs no compiler: named imports at the
top, declarations that are exported where they stand, no circle of imports
(tests/client/modules.test.js). Each module becomes a function that is called once; its code is the
same but for comments and indentation.

The first file has what the front page needs, the rest follows it. Pages that few open, and nobody
on the way to a table, come late, in a file of their own (`LATE`). Names change with what is in the
files, so browsers may keep them for ever.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', re.MULTILINE)
EXPORT = re.compile(
    r"^export (?=(?:async )?(?:function|const|class) (\w+))",
    re.MULTILINE,
)
LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
# Comments for readers and for the checker of types: whole lines of them, and types within a line.
COMMENTS = re.compile(r"^[ \t]*(?:/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*$|//.*$)", re.MULTILINE)
# Behind code, and without quotes: so it cannot be part of a text.
REMARKS = re.compile(r"(?<=[;,{}()\[\]])[ \t]+// [^\"'`\n]*$", re.MULTILINE)
TYPES = re.compile(r"/\*\* @(?:type|satisfies) (?:[^*]|\*(?!/))*\*/ ?")
INDENT = re.compile(r"^[ \t]+|\n(?=\n)", re.MULTILINE)
ENTRY = "app.js"
FIRST = (ENTRY, "pages/home.js")  # what the front page needs, with all that they import
LATE = ("notices/",)  # rooms whose modules are fetched when one of their pages is opened


class Module(NamedTuple):
    """A module of the client, and what it asks for."""

    name: str
    code: str  # without imports, comments and the word export
    imports: list[tuple[str, str]]  # names, and the module that they come from
    exports: list[str]
    later: list[str]  # modules that it imports when they are needed


class Bundle(NamedTuple):
    """A file for browsers."""

    name: str  # with a hash of what is in it
    body: str


def trim(source: str) -> str:
    """A module without comments, types and indentation."""
    return INDENT.sub("", TYPES.sub("", REMARKS.sub("", COMMENTS.sub("", source))))


def read_module(web: Path, name: str, file: str = "") -> Module:
    """A module as it stands in a folder, perhaps in another file than its own."""
    source = trim((web / (file or name)).read_text("utf-8"))

    def beside(path: str) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))

    return Module(
        name,
        EXPORT.sub("", IMPORT.sub("", source)).strip(),
        [(found[1], beside(found[2])) for found in IMPORT.finditer(source)],
        EXPORT.findall(source),
        [beside(found) for found in LATER.findall(source)],
    )


class Modules:
    """All modules that are reached from an entry, by default the client's; `swaps` names those in
    whose place another file stands."""

    def __init__(
        self, web: Path, entries: tuple[str, ...] = FIRST, swaps: Mapping[str, str] | None = None
    ) -> None:
        self.web = web
        self._swaps = swaps or {}
        self._read: dict[str, Module] = {}
        self.first = list(self._order(entries, set()))
        seen = set(self.first)
        self.rest = self._reached(self.first, seen, is_late=False)
        self.late = self._reached(self.first, seen, is_late=True)

    def _reached(self, known: list[str], seen: set[str], *, is_late: bool) -> list[str]:
        """What is asked for later by modules that are known, and by those again."""
        reached: list[str] = []
        while later := [
            name
            for asker in [*known, *reached]
            for name in self.get(asker).later
            if name not in seen and (is_late or not name.startswith(LATE))
        ]:
            reached += self._order(tuple(later), seen)
        return reached

    def get(self, name: str) -> Module:
        """A module, read once."""
        if name not in self._read:
            self._read[name] = read_module(self.web, name, self._swaps.get(name, ""))
        return self._read[name]

    def _order(self, names: tuple[str, ...], seen: set[str]) -> Iterator[str]:
        """These modules and what they import, each after all that it imports itself."""
        for name in names:
            if name in seen:
                continue
            seen.add(name)
            yield from self._order(tuple(path for _, path in self.get(name).imports), seen)
            yield name


def _variable(name: str) -> str:
    """What a module is called in a bundle."""
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _wrap(module: Module, later: dict[str, str], entry: str = ENTRY) -> str:
    """A module as a function that is called at once, and gives what it exports."""
    names = [
        f"const {{{taken.strip().rstrip(',').replace(' as ', ': ')}}} = {_variable(path)};"
        for taken, path in module.imports
    ]

    def fetch(found: re.Match[str]) -> str:
        path = posixpath.join(posixpath.dirname(module.name), found[1])
        return later[posixpath.normpath(path)]

    code = "\n".join([*names, LATER.sub(fetch, module.code)])
    if module.name == entry:
        return f"{{\n{code}\n}}"  # which may wait for something
    exports = ", ".join(module.exports)
    return f"const {_variable(module.name)} = (() => {{\n{code}\nreturn {{ {exports} }};\n}})();"


def _named(kind: str, body: str, suffix: str = ".js") -> Bundle:
    digest = hashlib.sha256(body.encode()).hexdigest()[:12]
    return Bundle(f"{kind}-{digest}{suffix}", body)


def _braced(names: Iterable[str]) -> str:
    return f"{{ {', '.join(sorted(names))} }}"


def bundle_modules(
    web: Path, swaps: Mapping[str, str] | None = None
) -> tuple[Bundle, Bundle, Bundle]:
    """The file for the front page, the rest, and what comes late; `swaps` names modules in whose
    place others stand.

    The rest is a function of those modules of the first file that it imports: so the first one
    knows the name of the rest, and not the other way round. What comes late is a function of both.
    """
    modules = Modules(web, swaps=swaps)
    first, rest, late = modules.first, modules.rest, modules.late
    here = {name: f"Promise.resolve({_variable(name)})" for name in [*first, *rest]}
    alone = {name: f"Promise.resolve({_variable(name)})" for name in late}
    there = {name: f"$rest().then((rest) => rest.{_variable(name)})" for name in rest}
    there |= {name: f"$late().then((late) => late.{_variable(name)})" for name in late}
    asked = {name for known in first for name in modules.get(known).later}
    taken = {path for name in rest for _, path in modules.get(name).imports}
    wanted = {path for name in late for _, path in modules.get(name).imports}
    given = _variables(taken & set(first))
    lately = _function(modules, late, alone, _variables(wanted - set(late)), asked)
    latest = _named("late", lately)
    others = _named("rest", _function(modules, rest, here, given, asked | wanted))
    body = [_wrap(modules.get(name), here | there) for name in first if name != ENTRY]
    lent = "".join(f"{_variable(name)}, " for name in sorted(wanted & set(first)))
    if wanted & set(rest):
        fetched = f'$rest().then((rest) => $ask("{latest.name}", {{ {lent}...rest }}))'
    else:
        fetched = f'$ask("{latest.name}", {{ {lent}}})'
    fetch = (
        "const $asked = {};\n"
        "const $ask = (name, given) => ($asked[name] ??= import(`./${name}`)"
        ".then((file) => file.default(given), (lost) => { delete $asked[name]; throw lost; }));\n"
        f'const $rest = () => $ask("{others.name}", {given});\n'
        f"const $late = () => {fetched};"
    )
    entry = _wrap(modules.get(ENTRY), here | there)
    return _named("first", "\n".join([*body, fetch, entry, ""])), others, latest


def _variables(names: Iterable[str]) -> str:
    return _braced(_variable(name) for name in names)


def _function(
    modules: Modules, names: list[str], here: dict[str, str], given: str, asked: set[str]
) -> str:
    """Modules as a function of what they are given, which gives those that are asked for."""
    wrapped = "\n".join(_wrap(modules.get(name), here) for name in names)
    entries = _variables(asked & set(names))
    return f"export default ({given}) => {{\n{wrapped}\nreturn {entries};\n}};\n"


def bundle_worker(web: Path, entry: str) -> Bundle:
    """A worker with all that it imports, in one file."""
    modules = Modules(web, (entry,))
    body = [_wrap(modules.get(name), {}, entry) for name in modules.first]
    return _named(Path(entry).stem, "\n".join([*body, ""]))


def bundle_styles(web: Path, names: Iterable[str]) -> Bundle:
    """Style sheets as one, in their order."""
    return _named("style", "\n".join((web / name).read_text("utf-8") for name in names), ".css")
