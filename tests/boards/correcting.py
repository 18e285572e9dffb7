"""A corrected board in a folder: other roads and rivers, a town more and a town less, other blocks.

Its towns stand in another order, so that no number of one board means the same on the other.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

from napoleon.rules.board.tables import (
    ROAD_TABLE,
    SHIPPED,
    TERRAIN_TABLE,
    TOWN_TABLE,
    UNIT_TABLE,
)

Rows = list[dict[str, str]]
NEW_TOWN = "genappe"
GONE_TOWN = "yvoir"
MIX = {"woods": 5, "farm": 2, "stream": 1, "hill": 4}


def write_table(folder: Path, file: str, change: Callable[[Rows], Rows]) -> None:
    """A table of ours, changed."""
    rows = change([dict(row) for row in SHIPPED.rows(file)])
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    (folder / file).write_text(text.getvalue(), "utf-8")


def correct_towns(rows: Rows) -> Rows:
    """Another order, Genappe instead of Yvoir, and a Liège that costs less."""
    towns = [row for row in rows if row["id"] != GONE_TOWN][::-1]
    genappe = dict(next(row for row in rows if row["id"] == "waterloo"))
    genappe.update(id=NEW_TOWN, lat="50.61", lon="4.45", note="read off a board")
    genappe.update({key: "Genappe" for key in genappe if key.startswith("name_")})
    for row in towns:
        if row["id"] == "liege":
            row["supply_loss"] = "1"
    return [*towns, genappe]


def _road(a: str, b: str, size: str, river: str = "") -> dict[str, str]:
    evidence = {"evidence": "B", "evidence_size": "B", "evidence_river": "B", "note": ""}
    return {"a": a, "b": b, "size": size, "river": river, **evidence}


def correct_roads(rows: Rows) -> Rows:
    """The road to Brussels goes by Genappe, Charleroi is reached over the Piéton."""
    roads = [row for row in rows if GONE_TOWN not in (row["a"], row["b"])]
    for row in roads:
        ends = {row["a"], row["b"]}
        if ends == {"binche", "charleroi"}:
            row["river"] = "Piéton"
        if ends == {"charleroi", "quatre-bras"}:
            row["size"] = "minor"
    return [
        *roads,
        _road("quatre-bras", NEW_TOWN, "main"),
        _road(NEW_TOWN, "waterloo", "main"),
        _road("dinant", "namur", "main", "Meuse"),
    ]


def correct_units(rows: Rows) -> Rows:
    """A stronger corps, a unit that shoots better, and two that begin elsewhere."""
    for row in rows:
        if row["id"] == "FR-1-I1":
            row["strength"] = "2"
        if row["id"] == "FR-2-I1":
            row["firepower"] = "3"
        if row["id"] in ("AD-W", "AD-R-I1"):
            row["start_town"] = NEW_TOWN
    return rows


def correct_mix(rows: Rows) -> Rows:
    """More woods and hills."""
    return [{**row, "blocks": str(MIX[row["kind"]])} for row in rows]


def write_corrected(folder: Path) -> Path:
    """A folder with the corrected tables, and no others."""
    folder.mkdir(parents=True, exist_ok=True)
    write_table(folder, TOWN_TABLE, correct_towns)
    write_table(folder, ROAD_TABLE, correct_roads)
    write_table(folder, UNIT_TABLE, correct_units)
    write_table(folder, TERRAIN_TABLE, correct_mix)
    (folder / "README.txt").write_text("What I saw on my board.\n", "utf-8")
    return folder
