"""The typeface: what is in its files, how they are kept, and what pages say about it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

import napoleon
from napoleon import typeface
from napoleon.languages import available, messages
from napoleon.rules.board.tables import SHIPPED
from napoleon.typeface import cutting, styles

MOST_BYTES = 80_000
WEB = Path(napoleon.__file__).parent / "web"
# Marks that are drawings rather than letters; a font of the system has them.
SYMBOLS = set("⌄★✸")


def texts() -> str:
    """Everything that pages may say of themselves, in every language."""
    said = [file.read_text("utf-8") for kind in ("js", "css") for file in WEB.rglob(f"*.{kind}")]
    said += [
        SHIPPED.texts[name] for name in ("towns.csv", "units.csv", "woods.csv", "rivers.geojson")
    ]
    for code in available():
        said += [*messages(code).keys(), *messages(code).values()]
    return "".join(said)


@pytest.fixture(scope="module")
def fonts() -> dict[str, TTFont]:
    """The files as a browser gets them, by the name of the face."""
    return {
        face.name: TTFont(io.BytesIO(typeface.read(name))) for name, face in typeface.FILES.items()
    }


def mean_width(font: TTFont, text: str) -> float:
    """Of the letters of a text, in parts of the font's size."""
    glyphs, widths = font.getBestCmap(), font["hmtx"]
    letters = [glyphs[ord(letter)] for letter in text if ord(letter) in glyphs]
    total = sum(widths[glyph][0] for glyph in letters)
    return float(total / len(letters) / font["head"].unitsPerEm)


def test_all_that_a_browser_loads_is_under_80_kb() -> None:
    sizes = {name: len(typeface.read(name)) for name in typeface.FILES}
    assert sum(sizes.values()) <= MOST_BYTES, sizes
    assert all(typeface.read(name).startswith(b"wOF2") for name in typeface.FILES)


def test_what_a_language_writes_otherwise_has_its_small_capital(fonts: dict[str, TTFont]) -> None:
    """German has an f of its own, and "Auf dem Schlachtfeld" stands in small capitals."""
    table = fonts["roman"]["GSUB"].table
    (small,) = cutting.substitutions(table, "smcp")
    variants = [pair for part in cutting.substitutions(table, "locl") for pair in part.items()]
    cut = [(letter, variant) for letter, variant in variants if letter in small]
    assert "f" in dict(cut)
    assert [letter for letter, variant in cut if small.get(variant) != small[letter]] == []


def test_every_letter_of_our_texts_is_there(fonts: dict[str, TTFont]) -> None:
    wanted = {letter for letter in texts() if letter.isprintable()} - SYMBOLS
    assert len(wanted) > 90
    for name, font in fonts.items():
        missing = {letter for letter in wanted if ord(letter) not in font.getBestCmap()}
        assert not missing, (name, missing)


@pytest.mark.parametrize(
    "alphabet",
    [
        "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ«»",  # French
        "äöüßÄÖÜẞ„“‚‘",  # German
        "áéíóúàèëïöüĳÁÉÍÓÚËÏÖÜĲ",  # Dutch
        "§→←–—’…°′×½",
    ],
)
def test_the_languages_of_the_campaign_can_be_written(
    fonts: dict[str, TTFont], alphabet: str
) -> None:
    for font in fonts.values():
        assert not [letter for letter in alphabet if ord(letter) not in font.getBestCmap()]


def substitutes(font: TTFont, feature: str) -> dict[str, str]:
    """What a feature sets in place of what."""
    table = font["GSUB"].table
    numbers = {
        number
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == feature
        for number in record.Feature.LookupListIndex
    }
    found: dict[str, str] = {}
    for number in numbers:
        for part in table.LookupList.Lookup[number].SubTable:
            found |= getattr(getattr(part, "ExtSubTable", part), "mapping", {})
    return found


def test_small_capitals_and_both_kinds_of_figures_are_real(fonts: dict[str, TTFont]) -> None:
    roman = fonts["roman"]
    glyphs = roman.getBestCmap()
    small = substitutes(roman, "smcp")
    assert all(glyphs[ord(letter)] in small for letter in "abcdefghijklmnopqrstuvwxyzéèëüçœ")
    for font in fonts.values():
        for feature in ("onum", "lnum", "tnum"):
            assert len(substitutes(font, feature)) >= 10, feature


def test_the_weights(fonts: dict[str, TTFont]) -> None:
    (axis,) = fonts["roman"]["fvar"].axes
    assert (axis.axisTag, axis.minValue, axis.maxValue) == ("wght", 400, 700)
    assert "fvar" not in fonts["italic"]


def test_the_licence_travels_along(fonts: dict[str, TTFont]) -> None:
    assert b"SIL OPEN FONT LICENSE" in typeface.read(typeface.LICENCE).upper()
    for font in fonts.values():
        names = font["name"]
        assert "EB Garamond Project Authors" in names.getDebugName(0)
        assert "SIL Open Font License" in names.getDebugName(13)


# --- How they are kept


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[str]]:
    """The faces that are cut during a test, which begins with an empty cache."""
    done: list[str] = []

    def cut(face: cutting.Face) -> bytes:
        done.append(face.name)
        return b"wOF2 " + face.name.encode()

    monkeypatch.setattr(cutting, "cut", cut)
    monkeypatch.setattr(cutting, "cache_folder", lambda: tmp_path / "cache" / "fonts")
    cutting._cut_or_kept.cache_clear()
    yield done
    cutting._cut_or_kept.cache_clear()


def test_a_file_is_cut_once_and_kept(cuts: list[str], tmp_path: Path) -> None:
    typeface.prepare()
    assert sorted(cuts) == ["italic", "roman"]
    assert {file.name for file in (tmp_path / "cache" / "fonts").iterdir()} == {*typeface.FILES}
    cutting._cut_or_kept.cache_clear()  # another start
    typeface.prepare()
    assert len(cuts) == 2


def test_where_nothing_can_be_kept_it_is_cut_at_every_start(
    cuts: list[str], tmp_path: Path
) -> None:
    (tmp_path / "cache").write_text("a file stands where the folder would")
    for start in (1, 2):
        cutting._cut_or_kept.cache_clear()
        typeface.prepare()
        typeface.prepare()
        assert len(cuts) == 2 * start


def test_trouble_is_told_and_not_raised(
    cuts: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(face: cutting.Face) -> bytes:
        raise ValueError("a bad font")

    monkeypatch.setattr(cutting, "cut", fail)
    typeface.prepare()
    assert "a bad font" in caplog.text


def test_a_name_that_is_not_ours() -> None:
    for name in ("", "roman", "../cutting.py", "roman-000000000000.woff2"):
        with pytest.raises(KeyError):
            typeface.read(name)


def test_a_site_gets_files_licence_and_words_for_its_pages(tmp_path: Path) -> None:
    written = typeface.write(tmp_path / "site" / "fonts")
    assert {file.name for file in written} == {*typeface.FILES, "OFL.txt"}
    assert all(file.stat().st_size > 4000 for file in written)
    head = typeface.head("fonts/")
    named = re.findall(r'"fonts/([^"]+)"', head)
    assert set(named) == {*typeface.FILES}
    assert 'rel="preload"' in head and "font-display:swap" in head


# --- Fonts that stand in


def test_the_widths_are_those_of_the_fonts(fonts: dict[str, TTFont]) -> None:
    """Ours on every system; of the others those that are installed."""
    sample = "".join(messages("nl").values())
    measured = mean_width(fonts["roman"], sample), mean_width(fonts["italic"], sample)
    assert measured == pytest.approx((styles.OURS.regular, styles.OURS.italic), rel=0.03)
    share = Path("/usr/share/fonts")
    installed = {
        "Palatino": share / "opentype/urw-base35/P052-Roman.otf",
        "Times": share / "truetype/liberation/LiberationSerif-Regular.ttf",
        "DejaVu": share / "truetype/dejavu/DejaVuSerif.ttf",
    }
    for stand_in in styles.STAND_INS:
        file = installed.get(stand_in.name)
        if file and file.exists():
            width = mean_width(TTFont(file), sample)
            assert width == pytest.approx(stand_in.widths.regular, rel=0.03), stand_in.name


def test_whoever_stands_in_is_as_wide_and_as_high_as_ours() -> None:
    rules = re.findall(
        r'@font-face{font-family:"([^"]+)";font-style:(\w+);font-weight:([\d ]+);.*?'
        r"size-adjust:([\d.]+)%;ascent-override:([\d.]+)%;descent-override:([\d.]+)%",
        typeface.head(),
    )
    assert len(rules) == 2 + 3 * len(styles.STAND_INS)
    for family, style, weight, size, ascent, descent in rules:
        enlarged = float(size) / 100
        assert enlarged * float(ascent) == pytest.approx(100 * styles.ASCENT, abs=0.1), family
        assert enlarged * float(descent) == pytest.approx(100 * styles.DESCENT, abs=0.1), family
        for stand_in in styles.STAND_INS:
            if family.endswith(stand_in.name):
                number = styles.ASKED.index((style, weight))
                width = enlarged * stand_in.widths[number]
                assert width == pytest.approx(styles.ENLARGED * styles.OURS[number], rel=0.001)


def test_the_page_asks_for_all_of_them() -> None:
    (families,) = re.findall(r"--serif:([^}]+)}", typeface.head())
    declared = re.findall(r'font-family:("[^"]+")', typeface.head())
    assert families.split(",") == [*dict.fromkeys(declared), "serif"]
