"""The map as text: every town, nothing over anything else, north up."""

from napoleon.rules import Game
from napoleon.rules.board.towns import TOWNS
from napoleon.text.board_map import CELL, HEIGHT, WIDTH, counts_of, draw_map, places, short_name


def test_labels_do_not_overlap() -> None:
    cells = list(places().items())
    assert len(cells) == len(TOWNS)
    for index, (town, (column, row)) in enumerate(cells):
        assert 0 <= column <= WIDTH - CELL, town
        assert 0 <= row <= HEIGHT - 2, town
        for other, (other_column, other_row) in cells[:index]:
            is_clear = abs(column - other_column) > CELL or abs(row - other_row) >= 2
            assert is_clear, f"{town} and {other}"


def test_towns_lie_about_where_they_are() -> None:
    where = places()
    for west, east in (("tournai", "mons"), ("hal", "wavre"), ("charleroi", "namur")):
        assert where[west][0] < where[east][0]
    for north, south in (
        ("ghent", "mons"),
        ("brussels", "waterloo"),
        ("waterloo", "quatre-bras"),
        ("quatre-bras", "charleroi"),
        ("nivelles", "quatre-bras"),
        ("charleroi", "philippeville"),
    ):
        assert where[north][1] < where[south][1], (north, south)


def test_names_are_short_and_different() -> None:
    names = [short_name(town) for town in TOWNS]
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= CELL


def test_names_and_counts_can_be_read() -> None:
    lines = draw_map(counts_of(Game.new().view("french")))
    assert max(map(len, lines)) <= WIDTH
    for town in TOWNS:
        column, row = places()[town.id]
        assert lines[row][column:].startswith(short_name(town))
    column, row = places()["beaumont"]
    assert lines[row + 1][column:].startswith("F12 ")
    column, row = places()["charleroi"]
    assert lines[row + 1][column:].startswith("P4 ")


def test_the_longest_counts_fit() -> None:
    crowd = {"french": 24, "anglo-dutch": 16, "prussian": 18}
    lines = draw_map({town.id: crowd for town in TOWNS})
    for town in TOWNS:
        column, row = places()[town.id]
        assert lines[row][column:].startswith(short_name(town))
        assert lines[row + 1][column:].startswith("F24 A16 P18")
