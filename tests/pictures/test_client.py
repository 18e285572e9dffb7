"""Pictures beside the client: the same lines, plans, names and blocks from the same tables.

The client's own modules are run by node, and what they draw is held against what Python draws.
"""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from napoleon.pictures import ground
from napoleon.pictures.blocks import draw_back, draw_face, draw_number
from napoleon.pictures.geometry import Rect
from napoleon.pictures.lines import (
    Lines,
    draw_borders,
    draw_bridges,
    draw_rivers,
    draw_roads,
    draw_washes,
)
from napoleon.pictures.names import COUNTRIES, name_towns
from napoleon.pictures.places import stack_places
from napoleon.pictures.room import LEVELS, map_costs
from napoleon.pictures.sheet import (
    Sheet,
    draw_frame,
    draw_paper,
    draw_rose,
    draw_scale,
    draw_title,
    paper_defs,
)
from napoleon.pictures.terrain import draw_relief, draw_woods
from napoleon.pictures.towns import draw_towns, wreath
from napoleon.rules.board.tables import SHIPPED
from napoleon.rules.board.units import UNITS
from napoleon.server.http.board import read_board

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "src" / "napoleon" / "web"

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(shutil.which("node") is None, reason="node is not here"),
]

PROGRAM = Path(__file__).with_name("client.mjs")


def _script() -> Any:
    spec = importlib.util.spec_from_file_location(
        "picture_look", ROOT / "scripts" / "picture_look.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def client() -> dict[str, Any]:
    """What the client's modules say of our board."""
    import msgspec

    look = json.loads((ROOT / "src/napoleon/pictures/data/look.json").read_text("utf-8"))
    told = {"board": msgspec.to_builtins(read_board(SHIPPED)), "widths": look["widths"]}
    ran = subprocess.run(
        ["node", str(PROGRAM)],
        check=False,
        input=json.dumps(told),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    said: dict[str, Any] = json.loads(ran.stdout)
    return said


@cache
def ours() -> tuple[Sheet, Lines]:
    sheet = Sheet()
    return sheet, Lines(sheet)


_NUMBER = re.compile(r"-?\d*\.?\d+")


def assert_alike(one: str, other: str) -> None:
    """The same markup, but that a number may be rounded the other way."""
    assert _NUMBER.sub("0", one) == _NUMBER.sub("0", other)
    numbers = [[float(text) for text in _NUMBER.findall(markup)] for markup in (one, other)]
    assert len(numbers[0]) > 1
    assert numbers[0] == pytest.approx(numbers[1], abs=0.11)


def test_look_is_what_the_client_says() -> None:
    script = _script()
    text = json.loads(script.TARGET.read_text("utf-8"))
    assert text == json.loads(json.dumps(script.read_look()))


def test_the_sheet_is_as_large_and_towns_lie_at_the_same_places() -> None:
    sheet, _ = ours()
    says = client()["sheet"]
    assert [sheet.full_width, sheet.full_height, sheet.units_per_km] == pytest.approx(
        [says["fullWidth"], says["fullHeight"], says["unitsPerKm"]]
    )
    assert [town.id for town in sheet.towns] == [town for town, _, _ in client()["towns"]]
    for town, (_, x, y) in zip(sheet.towns, client()["towns"], strict=True):
        assert town.point == pytest.approx((x, y))


def test_bridges_stand_at_the_same_places() -> None:
    for bridge, (road, river, x, y) in zip(ours()[1].bridges, client()["bridges"], strict=True):
        assert (bridge.road, bridge.river) == (road, river)
        assert (bridge.at.x, bridge.at.y) == pytest.approx((x, y))


def _drawn() -> dict[str, str]:
    sheet, lines = ours()
    title = sheet.title
    branch = wreath(title.x + title.width / 2, title.y + title.height - 44, 23, 8, 9)
    return {
        "paper": paper_defs(sheet),
        "creases": draw_paper(sheet),
        "washes": draw_washes(lines),
        "relief": draw_relief(sheet, lines),
        "woods": draw_woods(sheet, lines),
        "rivers": draw_rivers(lines),
        "borders": draw_borders(lines),
        "roads": draw_roads(lines),
        "bridges": draw_bridges(lines),
        "towns": draw_towns(sheet, lines),
        "frame": draw_frame(sheet),
        "rose": draw_rose(sheet.rose, sheet.rose_radius),
        "title": draw_title(title, branch),
        "scale": draw_scale(sheet.scale, sheet.units_per_km),
    }


def _paths(markup: str) -> list[str]:
    """What is drawn, whatever the order of its attributes."""
    return re.findall(r' d="([^"]*)"', markup)


@pytest.mark.parametrize("part", list(_drawn()))
def test_a_part_of_the_sheet_is_drawn_alike(part: str) -> None:
    one, other = _paths(_drawn()[part]), _paths(client()["drawn"][part])
    assert len(one) == len(other) > 0
    for path, same in zip(one, other, strict=True):
        assert_alike(path, same)
    classes = [
        sorted(re.findall(r'class="([^"]+)"', text))
        for text in (_drawn()[part], client()["drawn"][part])
    ]
    assert classes[0] == classes[1]


def test_levels_have_the_same_sizes() -> None:
    says = [(upto, block, font) for upto, block, font in client()["levels"]]
    assert [(one.block, one.font) for one in LEVELS] == [(block, font) for _, block, font in says]
    assert [one.up_to for one in LEVELS[:-1]] == [upto for upto, _, _ in says[:-1]]


@pytest.mark.parametrize("level", [1, 2])
def test_blocks_and_names_have_the_same_places(level: int) -> None:
    sheet, lines = ours()
    costs = map_costs(sheet, lines)
    middle = stack_places(sheet, costs, 2)
    stands = middle if level == 2 else stack_places(sheet, costs, level, middle)
    says = client()["laid"][str(level)]
    assert set(stands) == set(says["stands"])
    for town, stand in stands.items():
        assert [*stand.rect, stand.ax, stand.ay] == pytest.approx(says["stands"][town]), town
    for caption in name_towns(sheet, costs, level):
        place = says["names"][caption.town.id]
        mine = caption.place and list(caption.place.rect)
        assert mine == (place and pytest.approx(place)), caption.town.id


def test_countries_are_those_of_the_client() -> None:
    labels = (WEB / "map" / "labels.js").read_text("utf-8")
    assert re.findall(r'\[msg\("([^"]+)"\), ([\d.]+), ([\d.]+)\]', labels) == [
        (word, f"{lat:g}" if lat % 1 else f"{lat:.1f}", f"{lon:g}") for word, lat, lon in COUNTRIES
    ]


@pytest.mark.parametrize("unit", [card.id for card in UNITS])
def test_a_face_is_drawn_alike(unit: str) -> None:
    full = next(card.strength for card in UNITS if card.id == unit)
    for strength in {full, full - 1} - {0}:
        for marks, says in zip(
            ([], ["square"], ["disordered"]), client()["faces"][f"{unit} {strength}"], strict=True
        ):
            mine = draw_face(unit, strength, 40, marks)
            assert re.findall(r'href="([^"]+)"', mine) == re.findall(r'href="([^"]+)"', says)
            assert _paths(mine) == [path for path in _paths(says) if not path.startswith("M84 6.5")]
            words = [word for word in re.findall(r"<text[^>]*>([^<]*)<", says) if word]
            assert re.findall(r"<text[^>]*>([^<]*)<", mine) == words
            (classes,) = re.findall(r'<g class="(nb [^"]+)"', mine)
            (theirs,) = re.findall(r'<g class="(nb [^"]+)"', says)
            assert set(classes.split()) == set(theirs.split()) - {"is-down"}


def test_backs_and_numbers_are_drawn_alike() -> None:
    for army, says in zip(("french", "anglo-dutch", "prussian"), client()["backs"], strict=True):
        for is_disordered, markup in zip((False, True), says, strict=True):
            mine = draw_back(army, 40, is_disordered=is_disordered)
            assert re.findall(r'href="([^"]+)"', mine) == re.findall(r'href="([^"]+)"', markup)
    assert_alike(draw_number(7, 96, 4, 19), client()["badge"])


def test_ground_is_drawn_alike() -> None:
    tiles = client()["tiles"]
    draw = ground.seeded("tilehill")
    for path in _paths(ground.hill(32, 24, 13, 9, draw)):
        assert path in tiles["hill"]
    for path in _paths(ground.farm(Rect(17, 9, 30, 30), ground.seeded("tilefarm"))):
        assert path in tiles["farm"]
    assert ground.stream(Rect(2, 10, 60, 28), ground.seeded("tilestream")) in tiles["stream"]
