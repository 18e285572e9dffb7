"""Write src/napoleon/pictures/data/look.json: what pictures share with the browser client.

    .venv/bin/python scripts/picture_look.py            # write it
    .venv/bin/python scripts/picture_look.py --check    # fail unless it says what the client says

Colours and line widths come from the client's style sheets, the shapes of blocks, trees and marks
from its modules, the widths of letters from the typeface. So there is one set of them: change the
client, then run this. Needs node and the packages of the tests.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "src" / "napoleon" / "web"
TARGET: Final = ROOT / "src" / "napoleon" / "pictures" / "data" / "look.json"
SERIF: Final = '"EB Garamond", Garamond, "Iowan Old Style", Georgia, "DejaVu Serif", serif'

# Properties that a drawing has; the others place elements of a page.
DRAWN: Final = re.compile(
    r"(fill|stroke|font|letter-spacing|text-anchor|paint-order|opacity|color)"
)
# Marks that blocks wear on a battlefield.
BADGES: Final = ("shock", "fired", "moved", "done", "disengaged", "silent", "canister")
# Classes of things that a still picture has.
WANTED: Final = re.compile(
    r"nb|nb-(shade|edge-light|edge-dark|grain|brand|ink|netherlands|faint|line|hole|hole-line|pips"
    r"|front|word|veil|square|badge|prussian)|is-(up|square|acted|contested|french|anglo-dutch"
    r"|prussian)"
    r"|map-(fibre|speck|crease|crease-dark|wash-\w+|hachure|steep\d|wood|tree|tree-shade|shore"
    r"|banks|water|thread|border|border-line|main-edge|main|minor|minor-halo|deck|parapet|glacis"
    r"|works|walls|ground|bricks|church|wreath|neat|thin|thick|bars|degrees|cartouche|scroll"
    r"|title-\w+|rose|rose-\w+|fleur|scale|scale-word|name|rank\d|river-name|country|wood-name"
    r"|clash|pad|pad-edge)"
    r"|b-(area|parcel|wash\d|crop|area-edge|thin|rim|of-\w+|reserve|tray|title|title-side|lane"
    r"|facing|clash|clash-line|wood-wash|tree-\w+|hill-wash|hachure|roof|roof-line|roof-dark"
    r"|house-shade|track|ridge|yard|wall|stream|stream-edge|stream-line|tag-plate|tag-text)"
)

PROGRAM: Final = """
const holder = { set innerHTML(text) { this.text = text; }, children: [{}] };
const body = { prepend() {} };
globalThis.document = { getElementById: () => null, createElement: () => holder, body };
globalThis.window = globalThis;
globalThis.localStorage = { getItem: () => null };
const { ensureBlocks } = await import(WEB + "lib/blocks.js");
ensureBlocks();
const { terrainTile } = await import(WEB + "battle/ground.js");
const [field] = terrainTile("hill").match(/<defs>[^]*<.defs>/);
console.log(JSON.stringify({ blocks: holder.text, field }));
"""


def _rules(css: str) -> list[tuple[str, dict[str, str]]]:
    """The rules of a style sheet outside of @-rules: (selector, declarations)."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    css = re.sub(r"@[^{;]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css)
    found = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
        pairs = [part.split(":", 1) for part in body.split(";") if ":" in part]
        declared = {name.strip(): value.strip() for name, value in pairs}
        found += [(" ".join(one.split()), declared) for one in selectors.split(",")]
    return found


def _mixed(first: str, share: float, second: str) -> str:
    """A colour between two: `share` of the first, as color-mix in srgb makes it."""
    parts = [[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in (first, second)]
    return "#" + "".join(
        f"{int(p * share + q * (1 - share) + 0.5):02x}" for p, q in zip(*parts, strict=True)
    )


def _resolve(value: str, variables: dict[str, str]) -> str:
    """A value with its variables and mixtures worked out."""
    while "var(" in value or "color-mix(" in value:
        before = value
        value = re.sub(
            r"var\((--[\w-]+)(?:, *((?:[^()]|\([^()]*\))*))?\)",
            lambda found: variables.get(found[1], found[2] or ""),
            value,
        )
        value = re.sub(
            r"color-mix\(in srgb, *(#\w{6}) (\d+)%, *(#\w{6})\)",
            lambda found: _mixed(found[1], int(found[2]) / 100, found[3]),
            value,
        )
        assert value != before, f"cannot be worked out: {value}"
    return value


def _longhand(name: str, value: str) -> dict[str, str]:
    """A declaration as every program that draws understands it."""
    if name == "font":
        found = re.fullmatch(r"(italic )?(?:(\d+) )?(\d+px)(?:/\d+)? (.*)", value)
        assert found, value
        font = {"font-family": found[4], "font-size": found[3]}
        if found[1]:
            font["font-style"] = "italic"
        if found[2]:
            font["font-weight"] = found[2]
        return font
    if name == "font-variant-caps":
        return {"font-variant": value}
    return {name: value.removesuffix(" !important")}


def _style(variables: dict[str, str]) -> list[str]:
    """The rules that a picture takes from the client, as text."""
    lines = []
    for sheet in ("map/map.css", "battle/battle.css"):
        for selector, declared in _rules((WEB / sheet).read_text("utf-8")):
            names = re.findall(r"\.([\w-]+)", selector)
            is_plain = re.fullmatch(r"[\w\s.#=\"\[\]-]+", selector)
            if not names or not is_plain or not all(WANTED.fullmatch(name) for name in names):
                continue
            shown: dict[str, str] = {}
            for name, value in declared.items():
                if DRAWN.match(name) or name == "display":
                    shown |= _longhand(name, _resolve(value, variables))
            if shown.get("font-family") == SERIF:
                del shown["font-family"]  # all of a picture is set in it
            if shown:
                body = ";".join(f"{name}:{value}" for name, value in shown.items())
                lines.append(f"{selector}{{{body}}}")
    return lines


def _variables() -> dict[str, str]:
    """The colours of the client by day: its variables, each worked out."""
    found = {"--serif": SERIF}
    for sheet, selector in (("map/map.css", ":root"), ("battle/battle.css", ".battle")):
        for where, declared in _rules((WEB / sheet).read_text("utf-8")):
            if where == selector:
                found |= {name: value for name, value in declared.items() if name[:2] == "--"}
    return {name: _resolve(value, found) for name, value in found.items()}


def _widths() -> dict[str, dict[str, float]]:
    """Widths of letters in shares of their size, by style of the typeface."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    from napoleon.typeface.cutting import CHARACTERS

    found: dict[str, dict[str, float]] = {}
    folder = files("fontpkg_eb_garamond") / "files"
    for style, file, weight in (
        ("roman", "EBGaramond[wght].ttf", 400),
        ("caps", "EBGaramond[wght].ttf", 600),
        ("italic", "EBGaramond-Italic[wght].ttf", 400),
    ):
        with (folder / file).open("rb") as stream:
            font = TTFont(stream)
            options = Options()
            options.layout_features = ["smcp"]
            subsetter = Subsetter(options)
            subsetter.populate(text=CHARACTERS)
            subsetter.subset(font)
            font = instantiateVariableFont(font, {"wght": weight})
        glyphs = dict(font.getBestCmap())
        if style == "caps":
            for feature in font["GSUB"].table.FeatureList.FeatureRecord:
                if feature.FeatureTag != "smcp":
                    continue
                for number in feature.Feature.LookupListIndex:
                    for table in font["GSUB"].table.LookupList.Lookup[number].SubTable:
                        single = getattr(table, "ExtSubTable", table)
                        small = getattr(single, "mapping", {})
                        glyphs = {code: small.get(name, name) for code, name in glyphs.items()}
        em = font["head"].unitsPerEm
        found[style] = {
            letter: round(font["hmtx"][glyphs[ord(letter)]][0] / em, 3)
            for letter in CHARACTERS
            if ord(letter) in glyphs
        }
    return found


def read_look() -> dict[str, Any]:
    """What the client and the typeface say now."""
    variables = _variables()
    program = PROGRAM.replace("WEB", json.dumps(WEB.as_uri() + "/"))
    made = json.loads(
        subprocess.run(
            ["node", "--input-type=module", "-e", program],
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
        ).stdout
    )
    icons = (WEB / "battle" / "icons.js").read_text("utf-8")
    blocks = re.search(r"<defs>(.*)</defs>(.*)</svg>", made["blocks"], flags=re.DOTALL)
    assert blocks
    shapes = blocks[1] + blocks[2] + made["field"].removeprefix("<defs>").removesuffix("</defs>")
    return {
        "colours": {name[2:]: value for name, value in variables.items() if value[0] in "#r"},
        "serif": SERIF,
        "style": _style(variables),
        "shapes": _resolve(shapes, variables).replace("\n", ""),
        "icons": {
            name: path
            for name, path in re.findall(r'^  (\w+): "([^"]+)"', icons, flags=re.MULTILINE)
            if name in BADGES
        },
        "widths": _widths(),
    }


def main(words: list[str] | None = None) -> int:
    """Write the file, or compare it. Returns 1 when it says something else than the client."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    text = json.dumps(read_look(), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    if not parser.parse_args(words).check:
        TARGET.write_text(text, "utf-8", newline="\n")
        return 0
    if TARGET.read_text("utf-8") == text:
        return 0
    print(f"{TARGET.relative_to(ROOT)} is out of step with the client: run {Path(__file__).name}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
