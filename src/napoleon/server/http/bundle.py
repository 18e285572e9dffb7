"""The client's modules as browsers get them: three files instead of ninety, made at the first page.

Modules are written to be read, checked and tested one by one; on a slow line every request counts.
What they may contain is so plain that putting them together needs no compiler: named imports at the
top, declarations that are exported where they stand, no circle of imports
(tests/client/modules.test.js). Each module becomes a function that is called once; its code is the
same but for comments and indentation.

The first file has what the front page needs, the second a table, the third everything else: pages
and cards that are fetched when somebody opens one. Their names change with what is in them, so
browsers may keep them for ever.
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
STYLES = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)">\n')
WITH_MORE = "<!-- styles of pages that are fetched later -->\n"
ENTRY = "app.js"
FIRST = (ENTRY, "pages/home.js")  # what the front page needs, with all that they import
TABLE = ("table/table.js", "battle/battle.js")  # the same for a table


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
        seen: set[str] = set()
        self.first = list(self._order(entries, seen))
        asked = self.asked_by(self.first)
        self.table = list(self._order(tuple(name for name in TABLE if name in asked), seen))
        self.more: list[str] = []
        while later := self.asked_by([*self.first, *self.table, *self.more]) - seen:
            self.more += self._order(tuple(sorted(later)), seen)

    def asked_by(self, names: Iterable[str]) -> set[str]:
        """What these modules import when it is needed."""
        return {path for name in names for path in self.get(name).later}

    def taken_by(self, names: Iterable[str]) -> set[str]:
        """What these modules import at once."""
        return {path for name in names for _, path in self.get(name).imports}

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
    return f"{{ {', '.join(sorted(map(_variable, names)))} }}"


# Style sheets of what is fetched later, before it is shown
DRESS = """const $dress = (name) => new Promise((done, lost) => {
const link = document.createElement("link");
link.rel = "stylesheet";
link.href = new URL(name, import.meta.url).href;
link.onload = done;
link.onerror = () => { link.remove(); lost(new Error(name)); };
document.head.append(link);
});"""


def _fetched(name: str, made: str, what: str) -> str:
    """A function that fetches a file once; what does not come is asked for again."""
    return (
        f"let {made};\nconst {name} = () => ({made} ??= {what}"
        f".catch((lost) => {{ {made} = null; throw lost; }}));"
    )


def bundle_modules(
    web: Path, styles: Bundle, swaps: Mapping[str, str] | None = None
) -> tuple[Bundle, Bundle, Bundle]:
    """The files for the front page, for a table and for everything else, which comes with `styles`;
    `swaps` names modules in whose place others stand.

    The others are functions of those modules of earlier files that they use: so the first one
    knows the names of all, and none knows the first.
    """
    modules = Modules(web, swaps=swaps)
    first, table, more = set(modules.first), set(modules.table), set(modules.more)
    here = {name: f"Promise.resolve({_variable(name)})" for name in first | table | more}
    there = {name: f"$table().then((table) => table.{_variable(name)})" for name in table}
    beyond = {name: f"$more().then((more) => more.{_variable(name)})" for name in more}
    used = modules.taken_by(more) | modules.asked_by(more)
    given = _braced(modules.taken_by(table) & first)
    given_more = _braced(used & first)

    def write(names: list[str], later: dict[str, str]) -> str:
        return "\n".join(_wrap(modules.get(name), later) for name in names if name != ENTRY)

    handed = _braced((modules.asked_by(first) | used) & table)
    asked = _braced(modules.asked_by(first | table) & more)
    rest = _named(
        "table",
        f"export default ({given}, $more) => {{\n{write(modules.table, here | beyond)}\n"
        f"return {handed};\n}};\n",
    )
    pages = _named(
        "more",
        f"export default ({given_more}, {_braced(used & table)}) => {{\n"
        f"{write(modules.more, here)}\nreturn {asked};\n}};\n",
    )
    everywhere = here | there | beyond
    body = [
        write(modules.first, everywhere),
        DRESS,
        _fetched(
            "$table",
            "$laid",
            f'import("./{rest.name}").then((file) => file.default({given}, $more))',
        ),
        _fetched(
            "$more",
            "$added",
            f'Promise.all([import("./{pages.name}"), $table(), $dress("./{styles.name}")])'
            f".then(([file, table]) => file.default({given_more}, table))",
        ),
        _wrap(modules.get(ENTRY), everywhere),
        "",
    ]
    return _named("first", "\n".join(body)), rest, pages


def bundle_worker(web: Path, entry: str) -> Bundle:
    """A worker with all that it imports, in one file."""
    modules = Modules(web, (entry,))
    body = [_wrap(modules.get(name), {}, entry) for name in modules.first]
    return _named(Path(entry).stem, "\n".join([*body, ""]))


def bundle_styles(web: Path, names: Iterable[str], kind: str = "style") -> Bundle:
    """Style sheets as one, in their order."""
    return _named(kind, "\n".join((web / name).read_text("utf-8") for name in names), ".css")


class Client(NamedTuple):
    """The files of the client, and the page that asks for them."""

    page: str
    styles: Bundle
    first: Bundle
    table: Bundle
    more: Bundle
    more_styles: Bundle

    @property
    def files(self) -> tuple[Bundle, ...]:
        """All but the page."""
        return self[1:]


def bundle_client(web: Path, folder: str, swaps: Mapping[str, str] | None = None) -> Client:
    """The client, its page asking for bundles in `folder` instead of modules and style sheets."""
    page = (web / "index.html").read_text("utf-8")
    now, later = page.split(WITH_MORE)
    styles = bundle_styles(web, STYLES.findall(now))
    more_styles = bundle_styles(web, STYLES.findall(later), "more")
    first, table, more = bundle_modules(web, more_styles, swaps)
    head, *others = STYLES.split(now + later)[::2]
    link = f'<link rel="stylesheet" href="{folder}/{styles.name}">\n'
    page = (head + link + "".join(others)).replace(f"/static/{ENTRY}", f"{folder}/{first.name}")
    return Client(page, styles, first, table, more, more_styles)
