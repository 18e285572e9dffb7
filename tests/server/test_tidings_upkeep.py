"""Rows of what games have to tell: an older database, the file of one's own, being forgotten."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy import Engine

from napoleon.server.store import alerts, people_upkeep, tidings, upgrading
from napoleon.server.store import tables as store
from napoleon.server.store.alert_tables import OF_PEOPLE, emails
from napoleon.server.store.alert_tables import tidings as rows
from napoleon.server.store.copying import TABLES, copy_database

GAME = {
    **{"id": "g", "scenario": "historical", "players": 2, "visibility": "open", "creator": "ney"},
    **{"watch": "w", "key": b"", "start": "", "start_dice": "", "imported": -1, "created": ""},
    **{"updated": "9", "turn": 1, "to_act": "", "ended": "abandoned", "ending": ""},
}


def fill(engine: Engine) -> None:
    """A game that is over, of a person who can be told."""
    person = {"id": "ney", "name": "Ney", "account": "ney", "lang": "en", "created": ""}
    seat = {"game": "g", "seat": "french", "kind": "human", "person": "ney"}
    mail = {"person": "ney", "address": "n@war.example", "verified": True}
    with engine.connect().execution_options(is_writer=True) as connection, connection.begin():
        connection.execute(sa.insert(store.people), person)
        connection.execute(sa.insert(store.games), GAME)
        connection.execute(sa.insert(store.seats), seat)
        connection.execute(sa.insert(emails), mail)


def test_what_was_over_before_an_upgrade_is_not_told(database: str) -> None:
    engine = store.open_engine(database)
    config = Config()
    config.set_main_option("script_location", str(upgrading.STEPS))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0014")
    fill(engine)
    upgrading.migrate(engine)
    with engine.connect() as connection:
        assert tidings.find_missed(connection) == []
        (row,) = connection.execute(sa.select(rows)).all()
        assert (row.person, row.game, row.what, row.state) == ("ney", "g", "over", "seen")
    engine.dispose()


def test_an_end_is_found_copied_and_forgotten(engine: Engine, tmp_path: Path) -> None:
    fill(engine)
    assert rows in OF_PEOPLE and rows in TABLES
    with engine.connect().execution_options(is_writer=True) as connection, connection.begin():
        assert tidings.find_missed(connection) == ["g"]
        tidings.take_in(connection, "g", (), 1)
        assert tidings.find_missed(connection) == []
        assert tidings.due_tidings(connection, 1)["ney"][0].what == "over"
        alerts.clear_away(connection, 2)
        assert len(connection.execute(sa.select(rows)).all()) == 1
    url = engine.url.render_as_string(hide_password=False)
    counts = copy_database(url, f"sqlite:///{tmp_path / 'copy.sqlite'}")
    assert counts[rows.name] == 1
    with engine.connect().execution_options(is_writer=True) as connection, connection.begin():
        people_upkeep.forget(connection, "ney")
        assert connection.execute(sa.select(rows)).all() == []
