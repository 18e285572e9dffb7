"""The pages of the project: what is gathered for them, and what is found wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs import BrokenLink, Gathering, faults, imported

ROOT = Path(__file__).parents[1]


def gather(root: Path, folder: Path, text: str) -> str:
    """A document of a small project as it is gathered."""
    (root / "docs").mkdir(parents=True)
    (root / "src").mkdir()
    (root / "src" / "game.py").touch()
    for name in ("README.md", "LICENSE", "docs/picture.jpg", "docs/other.md"):
        (root / name).write_text("# Title\n\n[a](docs/other.md)\n" if name == "README.md" else "")
    (root / "docs" / "page.md").write_text(text, "utf-8")
    Gathering(root, folder).gather(has_game=False)
    return (folder / "docs" / "page.md").read_text("utf-8")


def test_every_link_of_the_documents_leads_somewhere(tmp_path: Path) -> None:
    gathering = Gathering(ROOT, tmp_path / "pages")
    gathering.gather(has_game=True)
    first = (tmp_path / "pages" / "index.md").read_text("utf-8")
    assert first.startswith("# Napoléon 1815\n") and 'src="game/index.html"' in first
    assert {"ARCHITECTURE.md", "docs/versioning.md", "bench/README.md"} <= gathering.pages
    assert gathering.notebooks
    for page in gathering.pages | gathering.notebooks:
        assert f"\n{page.rpartition('.')[0]}\n" in first, "it is in no menu"
        assert (tmp_path / "pages" / page).is_file()


def test_without_the_game_the_first_page_says_so(tmp_path: Path) -> None:
    Gathering(ROOT, tmp_path / "pages").gather(has_game=False)
    first = (tmp_path / "pages" / "index.md").read_text("utf-8")
    assert "made without it" in first and "iframe" not in first


@pytest.mark.parametrize(
    ("text", "gathered"),
    [
        ("[other](other.md#place)", "[other](other.md#place)"),
        ("[home](../README.md)", "[home](../index.md)"),
        ("[code](../src/game.py) and [more](other.md)", "code and [more](other.md)"),
        ("[`code`](../src/game.py)", "`code`"),
        ("`[no](link.md)`", "`[no](link.md)`"),
        ("[far](https://example.org/x.md)", "[far](https://example.org/x.md)"),
    ],
)
def test_links_suit_pages(tmp_path: Path, text: str, gathered: str) -> None:
    assert gather(tmp_path / "root", tmp_path / "pages", text) == gathered


def test_a_broken_link_is_told(tmp_path: Path) -> None:
    with pytest.raises(BrokenLink, match=r"docs/page\.md: gone\.md does not exist"):
        gather(tmp_path / "root", tmp_path / "pages", "[gone](gone.md)")


def test_what_a_package_imports_is_shown_and_what_a_module_imports_is_not() -> None:
    assert imported("napoleon.rules") and not imported("napoleon.ai.opponents")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('<a href="other.html#here">', ""),
        ('<a href="https://example.org/">', ""),
        ('<a href="other.html#x">', "index.html leads to other.html#x: there is no such place"),
        ('<a href="gone.html">', "index.html leads to gone.html, which is not there"),
        ('<img src="gone.png">', "index.html leads to gone.png, which is not there"),
        ('<script src="https://cdn.example/x.js">', "index.html fetches https://cdn.example/x.js"),
        ('<link rel="icon" href="//cdn.example/x.png">', "index.html fetches //cdn.example/x.png"),
    ],
)
def test_what_is_wrong_with_pages_is_found(tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "other.html").write_text('<p id="here">', "utf-8")
    (tmp_path / "index.html").write_text(text, "utf-8")
    assert faults(tmp_path) == [fault] * bool(fault)


def test_styles_that_fetch_from_elsewhere_are_found(tmp_path: Path) -> None:
    (tmp_path / "x.css").write_text("@font-face { src: url('https://fonts.example/a.woff2') }")
    assert faults(tmp_path) == ["x.css fetches https://fonts.example/a.woff2"]
