"""A proof of work in a real browser: found by itself, by a worker or without one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.conftest import Welcome
from tests.web.playing import LiveServer, Person

REGISTER = """async (name) => {
  const answer = await fetch("/api/me");
  await answer.json();
  const net = await import("/static/lib/net.js");
  const seen = [];
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => {
    if (node.classList?.contains("one-moment")) seen.push(node.textContent);
  }))).observe(document.body, { childList: true });
  const me = await net.api("POST", "/api/register", { name, password: "rouge et noir" });
  await net.api("POST", "/api/logout", {});
  return { me, seen, left: document.querySelectorAll(".one-moment").length };
}"""


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[LiveServer]:
    """A server that asks everybody for proofs."""
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    server = LiveServer(database, options=["--proof", "always"]).start()
    yield server
    server.stop()


def register(person: Person, name: str) -> list[str]:
    """Make an account as the pages do; what was shown meanwhile."""
    found = person.page.evaluate(REGISTER, name)
    assert found["me"]["is_account"] and found["left"] == 0
    seen: list[str] = found["seen"]
    return seen


@pytest.mark.parametrize("way", ["worker", "no worker", "worker that fails"])
def test_a_browser_works_for_its_third_account(
    welcome: Welcome, asking: LiveServer, way: str
) -> None:
    ney = welcome("ney", server=asking, is_fresh=True)
    if way == "no worker":
        ney.page.add_init_script("delete globalThis.Worker;")
    if way == "worker that fails":
        ney.page.route("**/prover.js", lambda route: route.fulfill(status=404))
    ney.go("/about")
    assert [register(ney, f"{way} {n}") for n in range(2)] == [[], []]
    assert register(ney, f"{way} 2") == ["One moment, please."]
    # A browser notes in its console what was refused at first.
    assert all("428" in fault or "prover.js" in fault or "404" in fault for fault in ney.faults)
    ney.faults.clear()
