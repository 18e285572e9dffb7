"""Pictures of a game in a file, for ``napoleon show --svg`` and ``--png``."""

from __future__ import annotations

import argparse
import importlib.util
from importlib.resources import files
from pathlib import Path

from napoleon.cli.failures import Failure, check_file


def width(text: str) -> int:
    """Parse the width of a picture in pixels."""
    from napoleon.pictures import check_width

    number = int(text)
    try:
        check_width(number)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return number


width.__name__ = "width in pixels"


def add_pictures(parser: argparse.ArgumentParser) -> None:
    """Add ``--svg``, ``--png`` and ``--width``."""
    parser.add_argument("--svg", type=Path, metavar="OUT", help="write a picture as SVG")
    parser.add_argument(
        "--png", type=Path, metavar="OUT", help="write a picture as PNG (extra: pictures)"
    )
    parser.add_argument(
        "--width",
        type=width,
        default=1200,
        metavar="PIXELS",
        help="of the picture: a narrow one has larger names and blocks (1200)",
    )


def write_pictures(arguments: argparse.Namespace) -> list[Path]:
    """Write the pictures asked for, of the game in the file as the seat sees it.

    Returns the files written. Raises FileError for a file that is no game, Failure for one that
    cannot be written, ModuleNotFoundError where the package that makes PNGs is missing.
    """
    from napoleon.text.files import load_game
    from napoleon.text.replaying import REFEREE, Watcher

    check_file(arguments.svg, "--svg")
    check_file(arguments.png, "--png")
    game = load_game(arguments.file)
    watcher = Watcher(arguments.seat, game)
    svg = game.svg(REFEREE if watcher.is_referee else watcher.seat, width=arguments.width)
    found: list[tuple[Path, bytes]] = []
    if arguments.svg is not None:
        found.append((arguments.svg, svg.encode()))
    if arguments.png is not None:
        found.append((arguments.png, render_png(svg)))
    for path, data in found:
        try:
            path.write_bytes(data)
        except OSError as error:
            raise Failure(f"cannot write {path}: {error.strerror or error}") from error
    return [path for path, _ in found]


def render_png(svg: str) -> bytes:
    """Return a picture of ours as PNG, as large as it says.

    Set in our typeface where its package is installed, else in a serif face of the system. Raises
    ModuleNotFoundError if resvg_py is missing.
    """
    from resvg_py import svg_to_bytes

    fonts: list[str] = []
    if importlib.util.find_spec("fontpkg_eb_garamond") is not None:
        folder = files("fontpkg_eb_garamond") / "files"
        fonts = sorted(str(font) for font in folder.iterdir() if font.name.endswith(".ttf"))
    return svg_to_bytes(
        svg_string=svg,
        font_files=fonts,
        skip_system_fonts=bool(fonts),
        serif_family="EB Garamond" if fonts else None,
    )
