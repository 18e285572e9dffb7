"""The documents name every module of the server and of the client."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SERVER = ROOT / "src" / "napoleon" / "server"
WEB = ROOT / "src" / "napoleon" / "web"
PLAIN = {"__init__.py", "__main__.py"}


def section(path: str, title: str) -> str:
    """A section of a document, with those below it."""
    text = (ROOT / path).read_text("utf-8")
    found = re.search(rf"^## {title}.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"{path} has no section {title}"
    return found.group()


def unnamed(folder: Path, pattern: str, text: str) -> list[str]:
    """The files of a folder whose name does not stand in a text."""
    files = [path for path in sorted(folder.rglob(pattern)) if path.name not in PLAIN]
    assert files
    return [
        str(path.relative_to(folder))
        for path in files
        if "migrations" not in path.parts and f"{path.name}`" not in text
    ]


def test_architecture_names_every_module_of_the_server() -> None:
    text = section("ARCHITECTURE.md", "The server") + section("ARCHITECTURE.md", "Computer players")
    assert unnamed(SERVER, "*.py", text) == []


@pytest.mark.parametrize("pattern", ["*.js", "*.ts", "*.css", "*.html"])
def test_the_protocol_names_every_module_of_the_client(pattern: str) -> None:
    text = section("docs/protocol.md", "The client's modules")
    assert unnamed(WEB, pattern, text) == []
