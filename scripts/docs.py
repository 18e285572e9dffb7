"""Make the pages of the project: ``python3 scripts/docs.py --out DIR [--game DIR]``.

From README, docs/ and the docstrings, by Sphinx, with the game itself on the first page if the
folder that ``napoleon site`` writes is given. Notebooks in docs/ are run. A warning, a link that
leads nowhere or a file that another host would have to send is a failure.
"""

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from environment import ROOT, Environment, say, stop, variables
from reference import MEMBERS, rules_page

LOCK = "requirements-docs.lock"
GATHERED = ROOT / "build" / "docs"
PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "bench/README.md")
NOTEBOOKS = ("docs/*.ipynb",)  # run when the pages are made; one that fails is a failure
FILES = ("docs/picture.jpg", "LICENSE")
# Where users of the package begin: a page, and the modules on it. The rules have a page of their
# own (reference.py).
RULES = "napoleon.rules"
DOORS: dict[str, Sequence[str]] = {
    "napoleon.ai.opponents": ("napoleon.ai.opponents",),
    "napoleon.scenarios.library": ("napoleon.scenarios.library",),
    "napoleon.lessons": ("napoleon.lessons",),
    "napoleon.manual": ("napoleon.manual",),
    "napoleon.text": ("napoleon.text",),
    "napoleon.lab": (
        "napoleon.lab",
        "napoleon.lab.random_play",
        "napoleon.lab.players",
        "napoleon.lab.matches",
        "napoleon.lab.arena",
        "napoleon.lab.laboratory",
        "napoleon.lab.chronicle",
    ),
    "napoleon.research": (
        "napoleon.research.actions",
        "napoleon.research.recall",
        "napoleon.research.aec",
        "napoleon.research.spiel",
    ),
}
DOOR = """{heading}

```{{eval-rst}}
.. automodule:: {module}
   {members}
   {imported}
```
"""
# The documents as the menu groups them; one that is in no group is a warning, and so a failure.
MENU: dict[str, Sequence[str]] = {
    "Play and run": (
        "docs/installing",
        "docs/commands",
        "docs/site",
        "docs/scenarios",
        "docs/boards",
        "docs/lessons",
        "docs/measuring",
        "docs/laboratory",
        "docs/games",
        "docs/your-own-player",
        "docs/research",
        "docs/operating",
        "docs/scaling",
    ),
    "The rules": ("docs/rulings", "docs/rule-table", "docs/ten-questions"),
    "Formats": ("docs/notation", "docs/protocol", "docs/versioning"),
    # A page about writing a player of one's own goes first here.
    "Python": tuple(f"api/{page}" for page in (RULES, *DOORS)),
    "The project": (
        "ARCHITECTURE",
        "CONTRIBUTING",
        "CHANGELOG",
        "docs/house",
        "docs/mutants",
        "bench/README",
    ),
}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")
CODE = re.compile(r"(^```.*?^```|`[^`\n]+`)", re.M | re.S)
GAME = """<iframe src="game/index.html" title="The game" style="width: 100%; height: 80vh; \
border: 0" allow="fullscreen; clipboard-read; clipboard-write"></iframe>

This is the game itself: it runs in this page, with no server.
<a href="game/index.html">Open it in a page of its own</a>, or read on.
"""
NO_GAME = """*The game itself belongs here. This copy of the pages was made without it: \
`napoleon site --out DIR` writes it, and `scripts/docs.py --game DIR` puts it in.*
"""


class BrokenLink(Exception):
    """A link in a document that leads nowhere; says where it stands."""


class Gathering:
    """What Sphinx reads: the documents at their places, links that suit pages, and the doors."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = root
        self.folder = folder
        named = {file for pattern in PAGES for file in root.glob(pattern)}
        self.pages = {file.relative_to(root).as_posix() for file in named}
        found = {file for pattern in NOTEBOOKS for file in root.glob(pattern)}
        self.notebooks = {file.relative_to(root).as_posix() for file in found}

    def gather(self, *, has_game: bool) -> None:
        if self.folder.exists():
            shutil.rmtree(self.folder)
        for name in sorted(self.pages):
            self.write(name, self.with_links(name))
        readme = self.with_links("README.md")
        title, _, rest = readme.partition("\n")
        first = GAME if has_game else NO_GAME
        self.write("index.md", f"{title}\n\n{first}{rest}\n{menu()}")
        self.write(f"api/{RULES}.md", rules_page())
        for page, modules in DOORS.items():
            self.write(f"api/{page}.md", door(page, modules))
        for name in (*FILES, *sorted(self.notebooks)):
            self.place(name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self.root / name, self.place(name))

    def place(self, name: str) -> Path:
        return self.folder / name

    def write(self, name: str, text: str) -> None:
        self.place(name).parent.mkdir(parents=True, exist_ok=True)
        self.place(name).write_text(text, "utf-8")

    def with_links(self, name: str) -> str:
        """A document whose links lead to other pages; what is code stays as it is."""
        text = (self.root / name).read_text("utf-8")
        pieces = CODE.split(text)
        # A link may have code for its text: it is looked for with each piece of code put aside.
        kept = pieces[1::2]
        marked = "\0".join(pieces[::2])
        linked = LINK.sub(lambda found: self.link(name, found), marked)
        rest = iter(kept)
        return re.sub("\0", lambda _: next(rest), linked)

    def link(self, name: str, found: re.Match[str]) -> str:
        """A link as the site has it: to a page or a file of it, or its words alone."""
        address = urlsplit(found[3])
        if address.scheme or not address.path:
            return found[0]
        target = (self.root / name).parent / unquote(address.path)
        if not target.exists():
            raise BrokenLink(f"{name}: {found[3]} does not exist")
        wanted = target.resolve().relative_to(self.root.resolve()).as_posix()
        if wanted == "README.md":
            return f"[{found[2]}]({'../' * name.count('/')}index.md)"
        is_kept = wanted in self.pages or wanted in self.notebooks or wanted in FILES
        return found[0] if is_kept else found[2]


def door(page: str, modules: Sequence[str]) -> str:
    """A page with all that is documented in some modules."""
    parts = [f"# {page}\n"] if page not in modules else []
    for module in modules:
        heading = f"{'#' if module == page else '##'} {module}"
        members = "\n   ".join(MEMBERS)
        words = DOOR.format(
            heading=heading, module=module, members=members, imported=imported(module)
        )
        parts.append(words)
    return "\n".join(parts)


def imported(module: str) -> str:
    """A package is a door to what it imports; a module is not."""
    is_package = Path(ROOT, "src", *module.split(".")).is_dir()
    return ":imported-members:" if is_package else ""


def menu() -> str:
    """The tables of contents, which the theme shows beside every page."""
    groups = [
        "\n".join(["```{toctree}", ":hidden:", f":caption: {group}", *pages, "```"])
        for group, pages in MENU.items()
    ]
    return "\n\n".join(groups) + "\n"


class Addresses(HTMLParser):
    """What a page fetches, what it leads to, and the places in it that can be led to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.linked: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def has_place(self, fragment: str) -> bool:
        return not fragment or unquote(fragment) in self.places

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.places.add(given["id"])
        if tag == "a" and "href" in given:
            self.linked.append(given["href"])
        elif tag == "link" and given.get("rel") != "canonical":
            self.fetched.append(given.get("href", ""))
        elif "src" in given:
            self.fetched.append(given["src"])


def faults(site: Path) -> list[str]:
    """Links that lead nowhere, and files that another host would have to send.

    The game in it has pages of its own, and tests of its own.
    """
    game = site / "game"
    pages = [page for page in sorted(site.rglob("*.html")) if game not in page.parents]
    read = {page: Addresses(page.read_text("utf-8")) for page in pages}
    found: list[str] = []
    for page, addresses in read.items():
        name = page.relative_to(site).as_posix()
        for address in addresses.fetched:
            if urlsplit(address).netloc:
                found.append(f"{name} fetches {address}")
        for address in [*addresses.fetched, *addresses.linked]:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if not target.is_file():
                found.append(f"{name} leads to {address}, which is not there")
            elif target in read and not read[target].has_place(parts.fragment):
                found.append(f"{name} leads to {address}: there is no such place")
    for sheet in site.rglob("*.css"):
        for address in re.findall(r"url\(['\"]?((?:https?:)?//[^)'\"]+)", sheet.read_text("utf-8")):
            found.append(f"{sheet.relative_to(site)} fetches {address}")
    return found


def build(environment: Environment, out: Path, *, is_online: bool) -> bool:
    """Run Sphinx. Return whether it succeeded: a warning is a failure, and all of them are told."""
    if out.exists():
        shutil.rmtree(out)
    command = [str(environment.python), "-m", "sphinx", "--quiet", "--fail-on-warning", "-E"]
    folders = ["-c", str(ROOT / "docs"), "-d", str(GATHERED.with_name("doctrees"))]
    status = subprocess.call(
        [*command, *folders, str(GATHERED), str(out)],
        cwd=ROOT,
        env=variables(**({"NAPOLEON_DOCS_ONLINE": "1"} if is_online else {})),
    )
    return not status


def check(name: str, work: Callable[[], list[str]]) -> bool:
    problems = work()
    for problem in problems:
        say(problem)
    say(f"{name}: {f'{len(problems)} faults' if problems else 'ok'}")
    return not problems


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="docs.py", description="Make the pages of the project.")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="replaced if there")
    parser.add_argument("--game", type=Path, metavar="DIR", help="what napoleon site has written")
    parser.add_argument(
        "--online", action="store_true", help="link Python's own names to docs.python.org"
    )
    chosen = parser.parse_args(words)
    if chosen.game is not None and not (chosen.game / "index.html").is_file():
        parser.error(f"{chosen.game} has no index.html: napoleon site --out DIR writes it")
    environment = Environment()
    environment.prepare("play")
    environment.add(LOCK)
    try:
        Gathering(ROOT, GATHERED).gather(has_game=chosen.game is not None)
    except BrokenLink as broken:
        stop(f"A link is broken: {broken}.")
    out = chosen.out.resolve()
    if not build(environment, out, is_online=chosen.online):
        return 1
    if chosen.game is not None:
        shutil.copytree(chosen.game, out / "game")
    return 0 if check("links", lambda: faults(out)) else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        stop("", "Stopped.")
