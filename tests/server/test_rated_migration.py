"""A database of before ratings asked who else has played a seat."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from napoleon.server.store import tables as store
from napoleon.server.store import upgrading
from napoleon.server.store.measure_tables import rated_pairs


def test_a_database_of_before_is_told_what_its_rows_still_say(tmp_path: Path) -> None:
    """Seats that a computer holds or has taken for good, and those on which another person began;
    whom people have met in games that were reckoned."""
    from alembic import command
    from alembic.config import Config

    engine = store.open_engine(f"sqlite:///{tmp_path / 'old.sqlite'}")
    config = Config()
    config.set_main_option("script_location", str(upgrading.STEPS))

    def go(step: str) -> None:
        with engine.connect() as connection:
            config.attributes["connection"] = connection
            (command.upgrade if step != "0014" else command.downgrade)(config, step)

    upgrading.migrate(engine)
    go("0014")
    with engine.begin() as database:
        for name in ("ann", "ben", "cyd"):
            database.execute(
                sa.text(
                    "INSERT INTO people (id, name, account, lang, created)"
                    " VALUES (:name, :name, :name, 'en', '2026-01-01')"
                ),
                {"name": name},
            )
        for game, result in (("g1", '{"winner": "french"}'), ("g2", None)):
            database.execute(
                sa.text(
                    "INSERT INTO games (id, scenario, players, visibility, watch, key, start,"
                    " start_dice, imported, created, updated, turn, to_act, ending, ended, result,"
                    " rated) VALUES (:game, 'historical', 3, 'open', :game, x'00', '', '', -1,"
                    " '', '', 9, '', '', :ended, :result, 2)"
                ),
                {"game": game, "result": result, "ended": "over" if result else None},
            )
            database.execute(
                sa.text(
                    "INSERT INTO moves (game, v, seat, action, dice)"
                    " VALUES (:game, 1, 'french', 'end', '')"
                ),
                {"game": game},
            )
        database.execute(sa.text("INSERT INTO rated_games (n, game) VALUES (1, 'g1')"))
        seats = (
            ("g1", "french", "human", "ann", None, None, "ann"),
            ("g1", "anglo-dutch", "human", "ben", None, None, "ben"),
            ("g1", "prussian", "computer", None, "officer", None, None),
            ("g2", "french", "human", "ann", None, "recruit", "ann"),
            ("g2", "anglo-dutch", "human", "ben", None, None, "cyd"),
            ("g2", "prussian", "computer", None, "officer", None, "cyd"),
        )
        for game, seat, kind, person, level, stand_in, witness in seats:
            row = {
                "game": game,
                "seat": seat,
                "kind": kind,
                "person": person,
                "level": level,
                "stand_in": stand_in,
                "witness": witness,
            }
            database.execute(
                sa.text(
                    "INSERT INTO seats (game, seat, kind, person, level, stand_in)"
                    " VALUES (:game, :seat, :kind, :person, :level, :stand_in)"
                ),
                row,
            )
            if witness:
                database.execute(
                    sa.text(
                        "INSERT INTO witnesses (game, person, seat) VALUES (:game, :witness, :seat)"
                    ),
                    row,
                )
    upgrading.migrate(engine)
    with engine.connect() as database:
        found = {
            (row.game, row.seat): (bool(row.had_computer), bool(row.had_other))
            for row in database.execute(sa.select(store.seats))
        }
        pairs = {
            (row.who, row.other) for row in database.execute(sa.select(rated_pairs)) if not row.at
        }
    assert {key: value for key, value in found.items() if any(value)} == {
        ("g2", "french"): (True, False),
        ("g2", "anglo-dutch"): (False, True),
        ("g2", "prussian"): (True, False),
    }
    assert pairs == {
        ("person ann", "person ben"),
        ("person ben", "person ann"),
        ("person ann", "officer"),
    }
    engine.dispose()
