"""Bringing a database to the form that this version needs (migrations/versions)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Engine

STEPS: Final = Path(__file__).parent / "migrations"
# The table in which Alembic notes the last step.
_NOTED: Final = sa.table("alembic_version", sa.column("version_num"))


class IsNewer(Exception):
    """A database that was brought up to date by a newer version of Napoléon."""


def newest_step() -> str:
    """The last step that this version knows, by its number."""
    return max(file.name[1:5] for file in (STEPS / "versions").glob("m[0-9]*.py"))


def is_up_to_date(engine: Engine) -> bool:
    """Whether a database has had the last step; a new one has had none."""
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table(_NOTED.name):
            return False
        noted = connection.execute(sa.select(_NOTED.c.version_num)).scalars().all()
    return noted == [newest_step()]


def migrate(engine: Engine) -> None:
    """Bring the database to the form that this version needs; raises IsNewer.

    Alembic takes longer to import than most servers to start: it comes only where there is
    something to do.
    """
    if is_up_to_date(engine):
        return
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            place = engine.url.render_as_string(hide_password=True)
            raise IsNewer(
                f"{place} was brought up to date by a newer version of Napoléon than this one: "
                f"install that one, or use a backup of before. ({error})"
            ) from error
