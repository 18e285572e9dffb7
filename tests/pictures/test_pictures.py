"""Pictures of games: who stands where and how strong, and nothing that a seat may not know."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from napoleon.lab.shuffle import shuffle_hidden
from napoleon.pictures.campaign import _atlas_of
from napoleon.pictures.room import LEVELS, overlap
from napoleon.pictures.stacks import footprint, gather, settle_stacks
from napoleon.rules import Game, MalformedAction, Options, PositionError, Replayer, SeededDice, View
from napoleon.rules.board.tables import LAID, SHIPPED, lay
from napoleon.rules.board.towns import ROADS, TOWNS
from napoleon.rules.board.units import SEAT_ARMIES, UNIT_IDS
from napoleon.rules.notation.writing import format_position

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
SVG = "{http://www.w3.org/2000/svg}"
RECORDS = ("historical-2-hidden", "free-3-hidden", "historical-3-open", "free-2-open")


class Shown(NamedTuple):
    """What a seat is shown of a position."""

    game: Game
    view: View
    svg: str
    picture: ET.Element


@cache
def games() -> list[Game]:
    """Positions of recorded games: stages of the campaign, fights of every kind, ends."""
    lay(SHIPPED)
    found: list[Game] = []
    for record in RECORDS:
        replayer = Replayer((GOLDEN / f"{record}.record").read_text("utf-8"))
        stages: dict[str, Game] = {}
        while replayer.step():
            game = replayer.game
            # The later the fuller: now and then a position takes the place of one before.
            if game.stage not in stages or (len(game.moves) % 7 == 0 and game.turn < 14):
                stages[game.stage] = game.copy()
        found += [*stages.values(), replayer.game.copy()]
    return found


@cache
def shown() -> list[Shown]:
    """Every position as one of its seats, or a spectator, is shown it."""
    found = []
    for at, game in enumerate(games()):
        views = [game.view(seat) for seat in seats(game)]
        view = views[at % len(views)]
        svg = view.svg()
        found.append(Shown(game, view, svg, ET.fromstring(svg)))
    return found


def seats(game: Game) -> list[str | None]:
    return [*(str(seat) for seat in game.seats), None]


def drawn(svg: str) -> ET.Element:
    """The picture, if it is well-formed."""
    return ET.fromstring(svg)


def campaign_of(picture: ET.Element) -> ET.Element:
    (found,) = picture.findall(f"{SVG}g[@data-level]")
    return found


def faces(part: ET.Element) -> Counter[tuple[str, str, str, str]]:
    """Faces on the map: army, town, unit and strength."""
    return Counter(
        (group.attrib["data-army"], group.attrib["data-town"], *_face(face))
        for group in part.iter(f"{SVG}g")
        if "data-town" in group.attrib
        for face in group.iter(f"{SVG}g")
        if "data-unit" in face.attrib
    )


def _face(face: ET.Element) -> tuple[str, str]:
    return face.attrib["data-unit"], face.attrib["data-strength"]


def backs(part: ET.Element) -> dict[tuple[str, str], int]:
    """Backs on the map: how many of an army stand in a town."""
    return {
        (group.attrib["data-army"], group.attrib["data-town"]): int(group.attrib["data-hidden"])
        for group in part.iter(f"{SVG}g")
        if "data-town" in group.attrib and "data-hidden" in group.attrib
    }


def up_pips(face: ET.Element) -> int:
    """How many pips lie on the upper edge of a face."""
    (path,) = [
        path for path in face.iter(f"{SVG}path") if "is-up" in path.attrib.get("class", "").split()
    ]
    return path.attrib["d"].count("h0")


def test_each_unit_of_a_seat_is_shown_with_its_strength_and_each_other_block_as_a_back() -> None:
    count = 0
    for _, view, _, picture in shown():
        part = campaign_of(picture)
        assert faces(part) == Counter(
            (unit.army, unit.town, unit.id, str(unit.strength))
            for unit in (view.truth or view.units)
            if unit.town is not None
        )
        hidden = {} if view.truth else {(b.army, b.town): b.count for b in view.blocks}
        assert backs(part) == hidden
        for group in part.iter(f"{SVG}g"):
            if "data-unit" in group.attrib:
                assert up_pips(group) == int(group.attrib["data-strength"])
                count += 1
    assert count > 300


def test_a_battlefield_shows_the_blocks_that_the_seat_sees_in_their_areas() -> None:
    fields = 0
    for _, view, _, picture in shown():
        fought = {battle.town: battle for battle in view.battles if battle.status != "pending"}
        parts = {part.attrib["data-battle"]: part for part in picture if _is_battle(part)}
        assert set(parts) == set(fought)
        for town, battle in fought.items():
            blocks = [group for group in parts[town].iter(f"{SVG}g") if _is_block(group)]
            told = Counter(
                (block.army, block.area, block.unit, block.strength, block.count)
                for block in (*battle.own, *battle.enemy)
            )
            seen = Counter(
                (group.attrib["data-army"], group.attrib["data-area"], *_block(group))
                for group in blocks
                if not group.attrib["data-area"].endswith("tray")
            )
            assert seen == told
            fields += 1
    assert fields > 8


def _is_battle(part: ET.Element) -> bool:
    return "data-battle" in part.attrib


def _is_block(group: ET.Element) -> bool:
    return "data-army" in group.attrib and "data-area" in group.attrib


def _block(group: ET.Element) -> tuple[str | None, int | None, int]:
    for face in group.iter(f"{SVG}g"):
        if "data-unit" in face.attrib:
            unit, strength = _face(face)
            return unit, int(strength), 1
    return None, None, int(group.attrib["data-hidden"])


def test_the_referee_sees_every_unit_on_the_map_and_on_the_field() -> None:
    fields = 0
    for game in games()[::2]:
        picture = drawn(game.svg())
        part = campaign_of(picture)
        there = {unit for unit in UNIT_IDS if game.where(unit) not in (None, "lost")}
        assert {(town, unit, strength) for _, town, unit, strength in faces(part)} == {
            (game.where(unit), unit, str(game.strength(unit))) for unit in there
        }
        assert backs(part) == {}
        for field in picture:
            if _is_battle(field):
                fields += 1
                told = {_block(group)[0] for group in field.iter(f"{SVG}g") if _is_block(group)}
                town = field.attrib["data-battle"]
                here = {unit for unit in there if game.where(unit) == town and game.area(unit)}
                assert here <= told
                assert None not in told
    assert fields > 3


def test_units_that_are_not_placed_yet_lie_in_a_tray() -> None:
    game = Game.new("free")
    seat = game.to_act[0]
    game.play(seat, game.legal(seat)[0])
    for svg, views in (
        (game.svg("french"), [game.view("french")]),
        (game.svg("allied"), [game.view("allied")]),
        (game.svg(), [game.view("french"), game.view("allied")]),
    ):
        picture = drawn(svg)
        (tray,) = picture.findall(f"{SVG}g[@data-waiting]")
        shown = {_face(face) for face in tray.iter(f"{SVG}g") if "data-unit" in face.attrib}
        waiting = [unit for view in views for unit in view.units if unit.town is None]
        assert shown == {(unit.id, str(unit.strength)) for unit in waiting}
        assert len(shown) > 20
    assert "data-waiting" not in game.svg(None)


@pytest.mark.once
def test_what_a_seat_may_not_know_does_not_move_a_byte() -> None:
    compared = 0
    for at, game in enumerate(games()):
        if game.result is not None:
            continue
        seat = seats(game)[at % len(seats(game))]
        twin = shuffle_hidden(game.state, SEAT_ARMIES[seat], random.Random(at))
        try:
            # Both are read from text, so that neither has a past.
            other = Game.from_position(format_position(twin))
        except PositionError:
            continue  # guns in woods: shuffled as they could not stand
        if other.position() != game.position():
            one = Game.from_position(game.position())
            assert one.svg(seat) == other.svg(seat)
            compared += 1
    assert compared > 20


@pytest.mark.once
def test_no_unit_is_named_that_the_seat_has_not_in_its_view() -> None:
    for _, view, svg, _ in shown():
        known = {unit.id for unit in (*view.units, *view.truth)}
        fighters = [block.unit for one in view.battles for block in (*one.own, *one.enemy)]
        assert {unit for unit in UNIT_IDS if unit in svg} <= known | set(fighters)


def test_a_picture_is_the_same_whenever_it_is_drawn() -> None:
    game = games()[3]
    assert game.svg() == game.copy().svg() == Game.from_position(game.position()).svg()
    view = game.view("french")
    assert view.svg() == View.from_dict(view.as_dict()).svg()


@pytest.mark.once
def test_stacks_lie_apart_and_on_the_sheet() -> None:
    for game in games()[::2]:
        view = game.view(str(game.seats[0]))
        atlas = _atlas_of(LAID.board)
        sheet = atlas.sheet
        for units, blocks in ((view.units, view.blocks), (game.truth.units(), [])):
            for level in (1, 2):
                towns = gather(units, blocks)
                stands = atlas.stands_at(level)
                costs = atlas.names_at(level).costs
                stacks = settle_stacks(sheet, towns, stands, costs, [], level)
                assert {stack.town.id for stack in stacks} == set(towns)
                for one, other in combinations(stacks, 2):
                    assert overlap(one.rect, other.rect) == 0, (one.town.id, other.town.id)
                for stack in stacks:
                    x, y, width, height = footprint(stack.rect, stack.size)
                    assert x > 0
                    assert y > 0
                    assert x + width < sheet.full_width
                    assert y + height < sheet.full_height


def test_all_roads_and_rivers_are_drawn_and_almost_all_towns_are_named() -> None:
    picture = drawn(Game.new().svg(width=1600))

    def lines(name: str) -> int:
        (path,) = [one for one in picture.iter(f"{SVG}path") if one.attrib.get("class") == name]
        return path.attrib["d"].count("M")

    assert lines("map-main") == sum(road.is_main for road in ROADS)
    assert lines("map-minor") == sum(not road.is_main for road in ROADS)
    rivers = {text.text for text in picture.iter(f"{SVG}textPath")}
    assert {"Scheldt", "Meuse", "Sambre"} <= rivers
    named = {text.attrib["data-name"] for text in picture.iter(f"{SVG}text") if _is_name(text)}
    ids = {town.id for town in TOWNS}
    assert named <= ids
    assert len(ids - named) <= 2, ids - named


def _is_name(text: ET.Element) -> bool:
    return "data-name" in text.attrib


def test_the_heading_says_the_turn_who_looks_and_the_losses() -> None:
    game = games()[5]
    for seat, eyes in (("allied", "the Allies see"), (None, "a spectator sees")):
        text = "".join(drawn(game.svg(seat)).itertext())
        assert eyes in text
        for army, word in (("french", "French"), ("prussian", "Prussians")):
            assert f"{word} {game.losses(army)}/" in text


def test_a_finished_game_says_who_has_won() -> None:
    game = games()[-1]
    assert game.result is not None
    winner = "The French" if game.result.winner == "french" else "The Allies"
    for svg in (game.svg(), game.svg("french")):
        assert f"{winner} have won" in svg


def test_a_narrow_picture_has_larger_names_than_a_wide_one() -> None:
    game = Game.new()
    levels = [
        campaign_of(drawn(game.svg(width=width))).attrib["data-level"] for width in (400, 800, 1600)
    ]
    assert levels == ["0", "1", "2"]
    for small, large in pairwise(LEVELS):
        assert small.font > large.font
    picture = drawn(game.svg("french", width=800))
    assert picture.attrib["width"] == "800"
    _, _, across, down = picture.attrib["viewBox"].split()
    assert float(picture.attrib["height"]) == pytest.approx(
        800 * float(down) / float(across), abs=1
    )


@pytest.mark.parametrize("width", [0, 199, 10_001])
def test_a_width_that_is_no_picture_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match="from 200 to 10000 pixels"):
        Game.new().svg(width=width)


def test_seats_that_are_not_there_are_refused() -> None:
    game = Game.new()
    with pytest.raises(MalformedAction, match="expected a seat"):
        game.svg("emperor")
    assert game.view("french").svg("french") == game.view("french").svg() == game.svg("french")
    with pytest.raises(MalformedAction, match="the view of french"):
        game.view("french").svg("allied")
    assert game.svg("spectator") == game.svg(None) == game.view(None).svg()


def test_a_notebook_shows_the_picture() -> None:
    game = Game.new(options=Options(players=3), dice=SeededDice(1))
    assert game._repr_svg_() == game.svg()
    view = game.view("prussian")
    assert view._repr_svg_() == view.svg()
    assert "as the Prussians see it" in view.svg()


def test_pictures_of_one_page_share_ids_only_for_the_same_shapes() -> None:
    shapes: dict[str, str] = {}
    for svg in (*(one.svg for one in shown()[::4]), Game.new().svg(width=800)):
        for element in drawn(svg).iter():
            if "id" in element.attrib:
                shape = ET.tostring(element, "unicode")
                assert shapes.setdefault(element.attrib["id"], shape) == shape
    assert len(shapes) > 40
