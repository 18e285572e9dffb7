"""The server dies in the middle of a game and comes back: nobody has to do anything."""

from __future__ import annotations

from pathlib import Path

from tests.web.conftest import Welcome
from tests.web.playing import LiveServer, Person, Robot, play


def told(person: Person) -> tuple[int, str]:
    seen = person.look()
    return seen["turn"], seen["prompt"]


def test_a_killed_server_comes_back_and_the_game_goes_on(welcome: Welcome, tmp_path: Path) -> None:
    server = LiveServer(f"sqlite:///{tmp_path / 'games.sqlite'}").start()
    try:
        french, allied = welcome("french", server=server), welcome("allied", server=server)
        french.begin({"french": "Me", "allied": "Open seat"})
        french.wait_until("the invitation is there", lambda seen: bool(seen["card"]))
        allied.join(next(iter(french.invitations().values())))
        robots = [Robot(french, 1, boldness=0.0), Robot(allied, 2, boldness=0.0)]
        play(robots, lambda looks: all(seen["turn"] == 2 for seen in looks))
        for person in (french, allied):
            person.wait_until("all is shown", lambda seen: not seen["actions"] or seen["isMine"])
        before = [told(person) for person in (french, allied)]
        with french.outage(), allied.outage():
            server.kill()
            for person in (french, allied):
                person.wait_until("it is told", lambda seen: "lost" in seen["banner"])
            server.start()
            for person in (french, allied):
                person.wait_until("it is back", lambda seen: not seen["banner"])
        after = [told(person) for person in (french, allied)]
        assert after == before
        play(robots, lambda looks: all(seen["turn"] == 4 for seen in looks))
        french.close()
        allied.close()
    finally:
        server.stop()
