"""docs/versioning.md says what the code does."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from napoleon.lab import chronicle
from napoleon.rules import Game, PositionError, RecordError
from napoleon.scenarios.reading import HEADER, ScenarioError, parse_scenario
from napoleon.server.store import tables, upgrading
from napoleon.server.table.messages import parse_message

TEXT = (Path(__file__).parents[1] / "docs" / "versioning.md").read_text("utf-8")


def test_the_numbers_are_those_of_the_formats() -> None:
    game = Game.new()
    assert f"`{game.record().splitlines()[0]}`" in TEXT
    assert f"`{game.position().splitlines()[0]}`" in TEXT
    assert f"`{HEADER}`" in TEXT
    assert f'`"version": {chronicle.VERSION}`' in TEXT


def test_a_record_of_another_version_is_refused_as_it_says() -> None:
    (words,) = re.findall(r'refused: "(.*?)"', TEXT)
    with pytest.raises(RecordError, match=words):
        Game.replay("napoleon-record 2\nbegin\n")


def test_a_position_of_another_version_is_refused() -> None:
    with pytest.raises(PositionError, match="the version of the notation"):
        Game.from_position("position 2; turn 5")
    assert Game.from_position("position 1; turn 5").turn == Game.from_position("turn 5").turn


def test_a_scenario_of_another_version_is_refused() -> None:
    with pytest.raises(ScenarioError, match="napoleon-scenario 1"):
        parse_scenario("late.txt", "late", "napoleon-scenario 2\n")


def test_a_record_that_no_longer_fits_is_refused_at_its_line() -> None:
    lines = ["napoleon-record 1", "begin", "french march FR-C3 laneffe", "french march FR-C3 ghent"]
    with pytest.raises(RecordError) as refused:
        Game.replay("\n".join(lines) + "\n")
    assert refused.value.line == 4 and refused.value.rule


def test_the_server_passes_over_fields_that_it_does_not_know() -> None:
    known = '{"t":"undo","seat":"french","v":3}'
    assert parse_message(known) == parse_message(known[:-1] + ',"news":[1,2]}')
    with pytest.raises(msgspec.ValidationError):
        parse_message('{"t":"news"}')


def test_an_older_server_refuses_a_newer_database_in_words(tmp_path: Path) -> None:
    url = f"sqlite:///{(tmp_path / 'games.sqlite').as_posix()}"
    engine = tables.open_engine(url)
    upgrading.migrate(engine)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = 'm9999'"))
    engine.dispose()
    command = [sys.executable, "-m", "napoleon.server", "--port", "0", "--database", url]
    found = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False
    )
    assert found.returncode and "by a newer version of Napoléon" in found.stderr
    assert "Traceback" not in found.stderr
