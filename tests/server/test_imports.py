"""The modules of the server form no circle: each can be read and tested with what lies below it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import napoleon.server

FOLDER = Path(napoleon.server.__file__).parent
PACKAGE = "napoleon.server"


def name_of(path: Path) -> str:
    parts = path.relative_to(FOLDER).with_suffix("").parts
    return ".".join([PACKAGE, *(parts[:-1] if parts[-1] == "__init__" else parts)])


MODULES = {name_of(path): path for path in sorted(FOLDER.rglob("*.py"))}


def imported(source: str, modules: dict[str, Path]) -> Iterator[str]:
    """The server's modules that a module imports: at its head, in functions, and for types."""
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute here"
            start = node.module or ""
            # A name from a package may be a module of it.
            names = [
                f"{start}.{alias.name}" if f"{start}.{alias.name}" in modules else start
                for alias in node.names
            ]
        yield from (name for name in names if name in modules)


def circles(imports: dict[str, set[str]]) -> list[list[str]]:
    """Modules that import each other, the long way round too."""
    found: list[list[str]] = []
    done: set[str] = set()

    def visit(module: str, way: list[str]) -> None:
        if module in way:
            found.append([*way[way.index(module) :], module])
        elif module not in done:
            for other in sorted(imports[module]):
                visit(other, [*way, module])
            done.add(module)

    for module in imports:
        visit(module, [])
    return found


def test_no_module_of_the_server_imports_itself_in_the_end() -> None:
    imports = {
        name: set(imported(path.read_text("utf-8"), MODULES)) - {name}
        for name, path in MODULES.items()
    }
    assert any(imports.values())
    assert circles(imports) == []


def test_what_is_below_does_not_know_what_is_above() -> None:
    """The table is free of sockets, store and HTTP; the store of sockets."""
    forbidden = {
        "table": ("live", "computers", "store", "http", "app"),
        "refusals": ("live", "computers", "store", "http", "app"),
        "store": ("live", "computers", "http", "app"),
        "computers": ("http", "app"),
    }
    for name, path in MODULES.items():
        room = name.removeprefix(f"{PACKAGE}.").split(".")[0]
        for other in imported(path.read_text("utf-8"), MODULES):
            there = other.removeprefix(f"{PACKAGE}.").split(".")[0]
            assert there not in forbidden.get(room, ()), f"{name} imports {other}"


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c", "a"]]
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
    source = (
        "def later():\n    from napoleon.server.live import hall\n    import napoleon.server.app\n"
    )
    assert set(imported(source, MODULES)) == {f"{PACKAGE}.live.hall", f"{PACKAGE}.app"}
