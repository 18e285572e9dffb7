"""Proofs of work: for the third account or offer in an hour from one network, and good for one."""

from __future__ import annotations

import hashlib
import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from tests.server.playing import GENEROUS, Server
from tests.server.test_processes import two_servers

from napoleon.server.http.proofs import LIFE, is_at_home, leading_noughts
from napoleon.server.store import efforts, upgrading
from napoleon.server.store import tables as store

EASY = GENEROUS | {"proof_bits": 8, "account_logins": 1e9, "account_logins_at_once": 1e9}
BELIEVING = ["--proxy", "127.0.0.1"]
NETWORKS = itertools.count(1)
NAMES = itertools.count(1)


def new_network() -> str:
    """A public address that no test has had yet."""
    return f"198.51.100.{next(NETWORKS)}"


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind a proxy: people come from other networks."""
    folder = tmp_path_factory.mktemp("public")
    database = f"sqlite:///{folder / 'games.sqlite'}"
    server = Server(database, limits=EASY, options=BELIEVING, is_shared=True).start()
    yield server
    server.stop()


@contextmanager
def browser(server: Server, address: str) -> Iterator[httpx.Client]:
    """A guest who comes from an address."""
    headers = {"X-Forwarded-For": address}
    with httpx.Client(base_url=server.url, headers=headers, timeout=20) as http:
        http.get("/api/me").raise_for_status()
        yield http


def work_on(challenge: str, bits: int) -> str:
    """The header that answers a challenge."""
    seed = challenge.rpartition(".")[2]
    for n in itertools.count():
        if leading_noughts(hashlib.sha256(f"{seed}:{n}".encode()).digest()) >= bits:
            return f"{challenge}:{n}"
    raise AssertionError


def proof(http: httpx.Client, use: str = "account") -> str:
    given = http.get(f"/api/proof?use={use}").json()
    return work_on(given["challenge"], given["bits"])


def register(server: Server, address: str, shown: str | None = None) -> httpx.Response:
    """A new account from an address, perhaps with a proof ("" : a fresh one)."""
    with browser(server, address) as http:
        body = {"name": f"Soldier {next(NAMES)}", "password": "old guard 1815"}
        if shown == "":
            shown = proof(http)
        headers = {"Napoleon-Proof": shown} if shown else {}
        return http.post("/api/register", json=body, headers=headers)


def code(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json().get("error", {}).get("code", "")


def test_the_third_account_of_a_network_needs_a_proof(public: Server) -> None:
    here = new_network()
    assert [code(register(public, here)) for _ in range(3)] == [
        (200, ""),
        (200, ""),
        (428, "proof"),
    ]
    assert code(register(public, here, "")) == (200, "")
    assert code(register(public, here)) == (428, "proof")
    assert code(register(public, new_network())) == (200, "")  # others are not concerned


def test_offers_are_counted_by_themselves(public: Server) -> None:
    here = new_network()
    for _ in range(2):
        assert register(public, here).status_code == 200
    with browser(public, here) as http:
        # A guest may offer one table only.
        account = {"name": f"Soldier {next(NAMES)}", "password": "old guard 1815"}
        shown = {"Napoleon-Proof": proof(http, "account")}
        assert http.post("/api/register", json=account, headers=shown).status_code == 200

        def offer(**headers: str) -> tuple[int, str]:
            seats = {"french": "me", "allied": "open"}
            game = http.post("/api/games", json={"seats": seats}).json()["id"]
            return code(http.post(f"/api/lobby/{game}/publish", json={}, headers=headers))

        assert [offer() for _ in range(3)] == [(200, ""), (200, ""), (428, "proof")]
        other = {"Napoleon-Proof": proof(http, "account")}  # of another use
        assert offer(**other) == (428, "proof")
        assert offer(**{"Napoleon-Proof": proof(http, "offer")}) == (200, "")


def test_a_table_that_is_offered_again_is_counted(public: Server) -> None:
    with browser(public, new_network()) as http:
        seats = {"french": "me", "allied": "open"}
        game = http.post("/api/games", json={"seats": seats}).json()["id"]
        http.post(f"/api/lobby/{game}/publish", json={}).raise_for_status()

        def again(**headers: str) -> tuple[int, str]:
            nonlocal game
            http.post(f"/api/games/{game}/end", json={})
            answer = http.post(f"/api/games/{game}/again", json={}, headers=headers)
            game = answer.json().get("id", game)
            return code(answer)

        assert [again() for _ in range(2)] == [(200, ""), (428, "proof")]
        assert again(**{"Napoleon-Proof": proof(http, "offer")}) == (200, "")
        # Without the lobby nobody is asked.
        http.post(f"/api/lobby/{game}/withdraw", json={}).raise_for_status()
        assert again() == (200, "")


def test_a_proof_is_good_once(public: Server) -> None:
    here = new_network()
    for _ in range(2):
        register(public, here)
    with browser(public, here) as http:
        shown = proof(http)
    assert code(register(public, here, shown)) == (200, "")
    assert code(register(public, here, shown)) == (428, "proof")


@pytest.mark.parametrize("forgery", ["network", "number", "bits", "time", "signature", "words"])
def test_of_forged_proofs_none_is_good(public: Server, forgery: str) -> None:
    here = new_network()
    for _ in range(2):
        register(public, here)
    with browser(public, new_network() if forgery == "network" else here) as http:
        given = http.get("/api/proof?use=account").json()
    use, bits, until, ident, signature = given["challenge"].split(".")
    challenge = {
        "bits": f"{use}.1.{until}.{ident}.{signature}",
        "time": f"{use}.{bits}.{int(until) + 10**9}.{ident}.{signature}",
        "signature": f"{use}.{bits}.{until}.{ident}.{'0' * 32}",
        "words": f"{use}.{bits}.{until}.{'0' * 32}.{signature}",
    }.get(forgery, given["challenge"])
    shown = work_on(challenge, int(bits))
    if forgery == "number":
        seed = signature.encode()
        shown = next(
            f"{challenge}:{n}"
            for n in itertools.count()
            if leading_noughts(hashlib.sha256(seed + f":{n}".encode()).digest()) < int(bits)
        )
    assert code(register(public, here, shown)) == (428, "proof")
    for odd in (":", "a" * 5000, "account.1.1.x.y:1", challenge, f"{challenge}:-1"):
        assert code(register(public, here, odd)) == (428, "proof")


def test_all_of_an_ipv6_network_is_one(public: Server) -> None:
    codes = [register(public, f"2001:db8:7:1::{n}").status_code for n in (1, 2, 3)]
    assert codes == [200, 200, 428]
    assert register(public, "2001:db8:7:2::1").status_code == 200
    mapped = new_network()
    codes = [register(public, one).status_code for one in (mapped, f"::ffff:{mapped}", mapped)]
    assert codes == [200, 200, 428]


def test_this_machine_and_the_house_need_none(public: Server) -> None:
    for address in ("127.0.0.1", "192.168.1.7", "10.0.0.9", "fd00::7"):
        assert {register(public, address).status_code for _ in range(4)} == {200}
    for network in ("198.51.100.1", "2001:db8::/64", "172.32.0.1", "8.8.8.8"):
        assert not is_at_home(network)


@pytest.mark.parametrize(("asking", "last"), [("always", 428), ("never", 200)])
def test_the_host_chooses_of_whom_it_is_asked(tmp_path: Path, asking: str, last: int) -> None:
    options = [*BELIEVING, "--proof", asking]
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    server = Server(database, limits=EASY, options=options).start()
    for address in ("127.0.0.1", new_network()):
        assert [register(server, address).status_code for _ in range(3)] == [200, 200, last]


def test_networks_are_counted_over_all_processes(postgres: str) -> None:
    """However many come at once, and a proof is spent in all of them."""
    with two_servers(postgres, BELIEVING, EASY) as pair:
        here = new_network()
        shown: str | None = None

        def at_once() -> list[int]:
            """The statuses of eight tries at both processes, in order."""
            codes: list[int] = []
            start = threading.Barrier(8)

            def attempt(server: Server) -> None:
                start.wait()
                codes.append(register(server, here, shown).status_code)

            threads = [threading.Thread(target=attempt, args=(pair[n % 2],)) for n in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            return sorted(codes)

        assert at_once() == [200, 200, *[428] * 6]
        with browser(pair[0], here) as http:
            shown = proof(http)
        assert at_once() == [200, *[428] * 7]


def test_after_an_hour_a_network_is_forgotten(engine: sa.Engine) -> None:
    now, mark = 10**12, "ab" * 16
    with engine.connect().execution_options(is_writer=True) as connection, connection.begin():
        assert efforts.lock(connection, mark)
        for n in range(3):
            efforts.note(connection, f"{n}", mark, now + n)
        assert efforts.count(connection, mark, now + 2) == 3
        assert efforts.count(connection, "cd" * 16, now + 2) == 0
        assert efforts.count(connection, mark, now + efforts.HOUR) == 2
        efforts.note(connection, "x", mark, now + 1 + efforts.HOUR)
        query = sa.select(efforts.efforts.c.id)
        assert set(connection.execute(query).scalars()) == {"2", "x"}
    assert LIFE < efforts.HOUR  # a proof is known for as long as it is good


def test_no_address_is_kept(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    server = Server(database, limits=EASY, options=BELIEVING).start()
    here = new_network()
    assert register(server, here).status_code == 200
    server.stop()
    engine = store.open_engine(database)
    upgrading.migrate(engine)
    with engine.connect() as connection:
        rows = connection.execute(sa.select(efforts.efforts)).all()
    engine.dispose()
    assert len(rows) == 1 and here not in str(rows)
    assert all(here.encode() not in file.read_bytes() for file in tmp_path.iterdir())
