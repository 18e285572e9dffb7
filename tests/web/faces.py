"""Fonts to try the layout with: our own, wider and narrower ones, and those that systems have."""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import Page

from napoleon.typeface import FAMILY, FILES
from napoleon.typeface.styles import ASCENT, DESCENT, ENLARGED

ROMAN = next(name for name in FILES if name.startswith("roman"))
ITALIC = next(name for name in FILES if name.startswith("italic"))


class Font(NamedTuple):
    """What a font does to a layout: mean width of a letter and heights, in parts of its size."""

    width: float
    ascent: float
    descent: float


OURS = Font(0.3729, 1.007, 0.298)
# Of the fonts that Debian's systems show pages in; measured, as in napoleon.typeface.styles.
NAMED = {
    "Liberation Serif": Font(0.3974, 0.891, 0.216),
    "Liberation Sans": Font(0.4393, 0.905, 0.212),
    "P052": Font(0.4377, 0.726, 0.274),
    "DejaVu Serif": Font(0.5075, 0.928, 0.236),
}
FULL_NAMES = {"P052": "P052 Roman"}


def measured(name: str, font: Font) -> str:
    """A style sheet that gives our letters the widths and heights of another font, so that the
    layout can be tried with it on a system that lacks it."""
    enlarged = font.width / OURS.width
    heights = (
        f"size-adjust: {enlarged:.2%}; ascent-override: {font.ascent / enlarged:.2%};"
        f"descent-override: {font.descent / enlarged:.2%}; line-gap-override: 0%;"
    )
    faces = ""
    for file, style, weight in ((ROMAN, "normal", "400 700"), (ITALIC, "italic", "400")):
        faces += (
            f'@font-face {{ font-family: "{name}"; font-style: {style}; font-weight: {weight};'
            f' src: url("/fonts/{file}") format("woff2"); {heights} }}\n'
        )
    return faces + forced(name)


def forced(name: str) -> str:
    """A style sheet that sets all in one font; where it is not there the system chooses another."""
    return f':root {{ --serif: "{name}", serif !important; }}'


IS_THERE = """(name) => new FontFace("probe", `local(${JSON.stringify(name)})`).load()
  .then(() => true, () => false)"""


def sheets(page: Page) -> dict[str, str]:
    """The style sheets to try, by what they stand for. A font that the system lacks is tried by its
    measures, so that nothing is left out anywhere."""
    found = {"our own": forced(FAMILY)}
    for name, font in NAMED.items():
        if page.evaluate(IS_THERE, FULL_NAMES.get(name, name)):
            found[name] = forced(name)
        else:
            found[f"as wide as {name}"] = measured(f"like {name}", font)
    for percent in (85, 120):
        width = OURS.width * ENLARGED * percent / 100
        found[f"{percent} %"] = measured(f"at {percent}", Font(width, ASCENT, DESCENT))
    return found


SET = """async (css) => {
  let sheet = document.getElementById("tried");
  if (!sheet) {
    sheet = document.createElement("style");
    sheet.id = "tried";
    document.head.append(sheet);
  }
  // In a site the files lie beside the page, in whatever folder it is.
  const root = document.getElementById("site") ? document.baseURI.split("#")[0] : "/";
  sheet.textContent = css.replaceAll('url("/', `url("${root}`);
  const serif = getComputedStyle(document.documentElement).getPropertyValue("--serif");
  const faces = ["400", "600", "700", "italic 400"].map((face) => `${face} 16px ${serif}`);
  await Promise.all(faces.map((face) => document.fonts.load(face)));
  await document.fonts.ready;
  document.fonts.dispatchEvent(new Event("loadingdone"));
  // A new size of the field is noticed in one frame and drawn in the next.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}"""


def set_in(page: Page, css: str) -> None:
    """Set a page in another font, and wait until it is laid out anew."""
    page.evaluate(SET, css)
