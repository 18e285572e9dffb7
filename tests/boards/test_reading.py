"""Boards from folders: what they leave out is ours, and what is wrong is said with its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.boards.correcting import GONE_TOWN, MIX, NEW_TOWN, write_corrected

from napoleon.boards import read_board_folder, use_board_folders
from napoleon.rules import BoardError, Game
from napoleon.rules.board.checking import check_board
from napoleon.rules.board.tables import (
    FILES,
    LAID,
    SHIPPED,
    Board,
    known_boards,
    on_board,
)
from napoleon.rules.board.towns import (
    NEIGHBOURS,
    RIVER_LIMIT,
    ROAD_BETWEEN,
    ROAD_LIMIT,
    TERRAIN_MIX,
    TOWN_IDS,
    find_town,
)
from napoleon.rules.board.units import FIREPOWER, FULL_STRENGTH, UNIT_BY_ID


def test_our_own_board_passes_every_check() -> None:
    assert check_board(SHIPPED) is SHIPPED


def test_the_board_on_which_opponents_are_tried_has_some_roads_changed() -> None:
    """A map that nobody has learnt (bench/README.md): seven rows of one table differ from ours."""
    other = read_board_folder(Path(__file__).parents[2] / "data" / "boards" / "other-roads")
    changed = [file for file in FILES if other.rows(file) != SHIPPED.rows(file)]
    assert changed == ["roads.csv"] and other.hash != SHIPPED.hash
    ours = {(row["a"], row["b"], row["size"]) for row in SHIPPED.rows("roads.csv")}
    theirs = {(row["a"], row["b"], row["size"]) for row in other.rows("roads.csv")}
    assert {(a, b) for a, b, _ in ours ^ theirs} == {
        ("quatre-bras", "waterloo"),
        ("waterloo", "wavre"),
        ("ligny", "gembloux"),
        ("nivelles", "binche"),
        ("waremme", "huy"),
        ("charleroi", "nivelles"),
        ("hal", "ninove"),
    }


def test_the_tables_say_what_the_folder_says(corrected: Board) -> None:
    assert corrected.name == "corrected-board" and corrected.hash != SHIPPED.hash
    before = (TOWN_IDS[:], NEIGHBOURS[:], TERRAIN_MIX[:])
    with on_board(corrected):
        genappe, charleroi = find_town("Genappe"), find_town("charleroi")
        assert TOWN_IDS[genappe] == NEW_TOWN and GONE_TOWN not in TOWN_IDS
        assert {TOWN_IDS[town] for town in NEIGHBOURS[genappe]} == {"quatre-bras", "waterloo"}
        assert RIVER_LIMIT[ROAD_BETWEEN[charleroi][find_town("binche")]] == 3
        assert ROAD_LIMIT[ROAD_BETWEEN[charleroi][find_town("quatre-bras")]] == 6
        assert [0, *MIX.values()] == TERRAIN_MIX
        assert FULL_STRENGTH[UNIT_BY_ID["FR-1-I1"]] == 2
        assert FIREPOWER[UNIT_BY_ID["FR-2-I1"]] == 3
    assert before == (TOWN_IDS, NEIGHBOURS, TERRAIN_MIX)


def test_a_folder_needs_no_more_than_what_it_corrects(tmp_path: Path) -> None:
    (tmp_path / "terrain.csv").write_text("kind,blocks\nhill,1\nwoods,2\nfarm,3\nstream,4\n")
    board = read_board_folder(tmp_path)
    assert board.rows("towns.csv") == SHIPPED.rows("towns.csv")
    with on_board(board):
        assert TERRAIN_MIX == [0, 2, 3, 4, 1]


def test_a_note_is_no_other_board_but_a_river_is(tmp_path: Path) -> None:
    texts = dict(SHIPPED.texts)
    texts["towns.csv"] = texts["towns.csv"].replace(",R,\n", ",R,seen\n")
    assert texts != SHIPPED.texts and Board("noted", texts).hash == SHIPPED.hash
    texts["roads.csv"] = texts["roads.csv"].replace(
        "thuin,charleroi,minor,Sambre", "thuin,charleroi,minor,"
    )
    assert Board("noted", texts).hash != SHIPPED.hash


def test_new_games_begin_on_the_first_of_the_folders(folder: Path, forget: None) -> None:
    (board,) = use_board_folders([folder])
    assert LAID.default is board and known_boards() == [SHIPPED, board]
    assert Game.new().board is board
    assert use_board_folders([folder]) == [board]  # the same again is no other


def test_what_is_no_folder_of_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="is no folder with the tables of a board"):
        read_board_folder(tmp_path / "nothing")
    with pytest.raises(BoardError, match=r"has none of the tables of a board: towns.csv, roads"):
        read_board_folder(tmp_path)
    (tmp_path / "raods.csv").write_text("a,b\n")
    with pytest.raises(BoardError, match=r"^raods.csv: no table of a board is called so"):
        read_board_folder(tmp_path)


Change = Callable[[str], str]


def swap(old: str, new: str) -> Change:
    """Put one text in the place of another, which must be there."""

    def change(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1)

    return change


def without(pattern: str) -> Change:
    """Leave the lines out that a pattern finds."""

    def change(text: str) -> str:
        lines = text.splitlines(keepends=True)
        kept = [line for line in lines if not re.search(pattern, line)]
        assert len(kept) < len(lines), pattern
        return "".join(kept)

    return change


def again(line: str) -> Change:
    """The line that begins so once more, at the end."""
    return lambda text: text + next(one for one in text.splitlines(True) if one.startswith(line))


def sixty_towns(text: str) -> str:
    """Six towns too many."""
    return text + "".join(f"new-{n},N,N,N,N,50.5,4.5,french,,,G,\n" for n in "abcdef")


BROKEN: list[tuple[str, Change, int, str]] = [
    ("towns.csv", swap("id,name_en", "name,name_en"), 1, "there is no column 'id'"),
    (
        "towns.csv",
        swap("\nconde,", "\nCondé,"),
        2,
        "expected an id of small letters and hyphens, got 'Condé'",
    ),
    ("towns.csv", again("conde,"), 57, "there are two towns 'conde'"),
    (
        "towns.csv",
        swap("\nconde,", "\nlosses,"),
        2,
        "no town can have the id 'losses': it is a word of the notation",
    ),
    (
        "towns.csv",
        swap("conde,Condé,", "conde,,"),
        2,
        "expected a name of 1 to 40 letters as name_en",
    ),
    (
        "towns.csv",
        swap("50.45,", "north,"),
        2,
        "expected a number from 40 to 60 as lat, got 'north'",
    ),
    (
        "towns.csv",
        swap("3.591,french", "3.591,spanish"),
        2,
        "expected french, anglo-dutch, prussian as zone, got 'spanish'",
    ),
    (
        "towns.csv",
        swap("anglo-dutch,anglo-dutch,1", "anglo-dutch,,"),
        10,
        "ghent supplies nobody, but the supply cities are Brussels, Ghent",
    ),
    (
        "towns.csv",
        swap("prussian,prussian,2", "prussian,prussian,many"),
        49,
        "expected a number from 1 to 9 as supply_loss, got 'many'",
    ),
    ("towns.csv", swap("conde,Condé", "conde,Condé,Condé"), 2, "there are more than 12 fields"),
    ("towns.csv", sixty_towns, 62, "there are 61 towns, but at most 60 can be"),
    (
        "roads.csv",
        swap("laneffe,charleroi", "laneffe,charlroi"),
        23,
        "there is no town 'charlroi' in towns.csv",
    ),
    (
        "roads.csv",
        swap("laneffe,charleroi", "laneffe,laneffe"),
        23,
        "the road leads from laneffe to itself",
    ),
    ("roads.csv", again("laneffe,charleroi"), 118, "this road stands in row 23 already"),
    (
        "roads.csv",
        swap("laneffe,charleroi,main", "laneffe,charleroi,broad"),
        23,
        "expected main, minor as size, got 'broad'",
    ),
    ("units.csv", without("^FR-G-I,"), 3, "expected the unit FR-G-I here, got 'FR-G-C'"),
    (
        "units.csv",
        swap("leader,1,2,beaumont", "leader,2,2,beaumont"),
        2,
        "expected a number from 1 to 1 as strength, got '2'",
    ),
    (
        "units.csv",
        swap("leader,1,2,beaumont", "leader,1,7,beaumont"),
        2,
        "expected a number from 1 to 6 as firepower, got '7'",
    ),
    (
        "units.csv",
        swap("FR-N,Napoléon,french", "FR-N,Napoléon,prussian"),
        2,
        "the army of FR-N is french on every board, got 'prussian'",
    ),
    (
        "units.csv",
        swap("leader,1,2,beaumont,beaumont", "leader,1,2,beaumont,moscow"),
        2,
        "there is no town 'moscow' in towns.csv",
    ),
    (
        "turns.csv",
        swap("1815-06-15", "15 June"),
        2,
        "expected a day of June such as 1815-06-18, got '15 June'",
    ),
    (
        "turns.csv",
        swap(",1,french", ",1,allied"),
        2,
        "turn 1 is french on every board, got 'allied'",
    ),
    ("turns.csv", without("^23,"), 23, "there are 22 turns, not 23 (rule 2)"),
    (
        "terrain.csv",
        swap("hill,3", "hill,-1"),
        5,
        "expected a number from 0 to 20 as blocks, got '-1'",
    ),
    ("terrain.csv", without("^farm,"), 4, "there is no row for farm"),
    (
        "terrain.csv",
        swap("hill,3", "swamp,3"),
        5,
        "expected woods, farm, stream, hill as kind, got 'swamp'",
    ),
    (
        "woods.csv",
        swap(",11,10", ",wide,10"),
        2,
        "expected a number from 0.1 to 100 as km_east_west, got 'wide'",
    ),
]


@pytest.mark.parametrize(("file", "change", "row", "reason"), BROKEN)
def test_a_broken_table_is_refused_with_file_row_and_reason(
    tmp_path: Path, file: str, change: Change, row: int, reason: str
) -> None:
    (tmp_path / file).write_text(change(SHIPPED.texts[file]), "utf-8")
    with pytest.raises(BoardError) as caught:
        read_board_folder(tmp_path)
    error = caught.value
    assert (error.file, error.row) == (file, row), str(error)
    assert error.reason.startswith(reason)
    assert str(error).startswith(f"{file}, row {row}: {reason}")


def test_a_town_that_no_road_reaches_is_refused(tmp_path: Path) -> None:
    text = without("rochefort")(SHIPPED.texts["roads.csv"])
    (tmp_path / "roads.csv").write_text(text, "utf-8")
    row = 2 + [one["id"] for one in SHIPPED.rows("towns.csv")].index("rochefort")
    with pytest.raises(
        BoardError, match=rf"^towns.csv, row {row}: no road leads from conde to roch"
    ):
        read_board_folder(tmp_path)


def test_lines_that_cannot_be_drawn_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "rivers.geojson"
    for text, reason in (
        ("{\n]", "rivers.geojson, row 2: it is no JSON"),
        ("[]", "rivers.geojson: expected a FeatureCollection"),
        ('{"type":"FeatureCollection","features":[{}]}', "rivers.geojson: feature 1: expected a"),
    ):
        path.write_text(text, "utf-8")
        with pytest.raises(BoardError) as caught:
            read_board_folder(tmp_path)
        assert str(caught.value).startswith(reason)


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    data = SHIPPED.texts["towns.csv"].encode("latin-1", "replace")
    (tmp_path / "towns.csv").write_bytes(data)
    with pytest.raises(BoardError, match=r"^towns.csv, row 2: it is not text in UTF-8"):
        read_board_folder(tmp_path)


def test_every_file_of_a_board_can_be_given(tmp_path: Path) -> None:
    folder = write_corrected(tmp_path / "whole")
    for file in FILES:
        if not (folder / file).exists():
            (folder / file).write_text(SHIPPED.texts[file], "utf-8")
    assert read_board_folder(folder).hash == read_board_folder(write_corrected(tmp_path / "a")).hash
