"""Our package as a browser gets it: the modules that its Python imports, and the tables and texts
that they read."""

from __future__ import annotations

import ast
import io
import json
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import napoleon
from napoleon import languages
from napoleon.rules import Board
from napoleon.site.home.boards import FILE as BOARDS
from napoleon.site.home.boards import format_boards

SOURCES: Final = Path(napoleon.__file__).parent.parent
WEB: Final = SOURCES / "napoleon" / "web"
ENTRIES: Final = ("napoleon.site.home.main", "napoleon.site.home.thinker")
DATA: Final = (
    "napoleon/rules/data/*",
    "napoleon/rules/data/scenarios/*",
    "napoleon/ai/data/*",
    "napoleon/manual/*/*.md",
    "napoleon/lessons/data/*.toml",
    "napoleon/scenarios/*.json",
)
LEFT_OUT: Final = "napoleon.pictures"  # the client draws by itself
STAND_IN: Final = "napoleon/site/stand_in/"  # goes under the name of what it stands for
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)


def file_of(module: str) -> Path | None:
    """Where a module of ours lies."""
    path = SOURCES.joinpath(*module.split("."))
    for found in (path.with_suffix(".py"), path / "__init__.py"):
        if found.is_file():
            return found
    return None


def imported(path: Path) -> Iterator[str]:
    """The modules that a module may import, its own parents too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from [f"{node.module}.{alias.name}" for alias in node.names]


def needed(entries: tuple[str, ...] = ENTRIES) -> dict[str, Path]:
    """All our modules that these import in the end."""
    found: dict[str, Path] = {}
    waiting = list(entries)
    while waiting:
        module = waiting.pop()
        path = file_of(module) if module.startswith("napoleon") else None
        if path is None or module in found or module.startswith(LEFT_OUT):
            continue
        found[module] = path
        parent = module.rpartition(".")[0]
        waiting += [*imported(path), *([parent] if parent else [])]
    return dict(sorted(found.items()))


def _messages_of_the_client_alone(modules: Sequence[str]) -> set[str]:
    """Return the messages that the client says, and that stand in none of these Python modules:
    the page has its own catalogue."""
    said = {
        message
        for script in WEB.rglob("*.js")
        for message in languages.client_messages(script.read_text("utf-8"))
    }
    texts = {
        node.value
        for module in modules
        for node in ast.walk(ast.parse(module))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return said - texts


def pack(boards: Sequence[Board] = ()) -> bytes:
    """The sources and data as a zip, with boards besides ours: the same in, the same out."""
    files = {str(path.relative_to(SOURCES).as_posix()): path for path in needed().values()}
    for pattern in DATA:
        for path in sorted(SOURCES.glob(pattern)):
            if path.is_file() and path.suffix not in (".py", ".pyc"):
                files[path.relative_to(SOURCES).as_posix()] = path
    modules = [path.read_text("utf-8") for path in files.values() if path.suffix == ".py"]
    bodies = {name: path.read_bytes() for name, path in files.items()}
    for path in sorted((SOURCES / STAND_IN).glob("*.py")):
        bodies[f"msgspec/{path.name}"] = path.read_bytes()
    not_ours = _messages_of_the_client_alone(modules)
    for lang in languages.available():
        if lang != "en":
            known = languages.messages(lang).items()
            words = {text: meaning for text, meaning in known if text not in not_ours}
            body = json.dumps(words, ensure_ascii=False).encode()
            bodies[f"napoleon/languages/{lang}.json"] = body
    if boards:
        bodies[f"napoleon/site/home/{BOARDS}"] = format_boards(boards).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in sorted(bodies.items()):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), body, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
