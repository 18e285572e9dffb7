"""Reading the data tables that are shipped with the package."""

from __future__ import annotations

import csv
import pkgutil


def read_text(name: str) -> str:
    """The text of a file in `data/`."""
    data = pkgutil.get_data("napoleon.rules", f"data/{name}")
    assert data is not None, f"data file {name} is missing from the package"
    return data.decode("utf-8")


def read_table(name: str) -> list[dict[str, str]]:
    """The rows of a CSV file in `data/`."""
    return list(csv.DictReader(read_text(name).splitlines()))
