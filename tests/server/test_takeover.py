"""A computer plays for somebody who is away: who may ask, who must agree, and the way back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.server.playing import GENEROUS, Player, Server, Visitor, begin_with_friends

PATIENT = {**GENEROUS, "absence": 1e6}  # nobody is ever away for long enough
STRICT = {**GENEROUS, "absence": 0.0}  # whoever is offline is away


def started(tmp_path: Path, limits: dict[str, float]) -> Server:
    return Server(f"sqlite:///{tmp_path / 'games.sqlite'}", limits=limits).start()


def sit_down(people: dict[str, Visitor], game: str) -> dict[str, Player]:
    return {seat: person.sit(game, seat) for seat, person in people.items()}


def refusal(player: Player, message: dict[str, Any]) -> str:
    """The code with which a message is refused."""
    known = len(player.errors)
    player.send(message)
    while len(player.errors) == known:
        player.receive()
    return str(player.errors[-1]["code"])


def until(player: Player, is_so: Any) -> dict[str, Any]:
    """Wait until `people` is so."""
    while not is_so(player.people):
        player.receive()
    return player.people


def stand_in(people: dict[str, Any], seat: str) -> str:
    return str(people["seats"][seat]["stand_in"])


def ask(seat: str, level: str = "recruit") -> dict[str, Any]:
    return {"t": "takeover", "seat": seat, "level": level}


def test_who_may_not_ask(tmp_path: Path) -> None:
    server = started(tmp_path, PATIENT)
    game, people = begin_with_friends(server, 3)
    players = sit_down(people, game)
    french, prussian = players["french"], players["prussian"]
    watch = people["french"].get(f"/api/games/{game}")["watch"]
    spectator = Player(server, f"/ws/watch/{watch}", None).open()
    assert refusal(spectator, ask("prussian")) == "not-yours"
    assert refusal(french, ask("prussian")) == "not-away"
    prussian.close()
    until(french, lambda now: not now["seats"]["prussian"]["is_online"])
    assert refusal(french, ask("prussian")) == "not-away", "he has only just gone"
    assert refusal(french, ask("allied")) == "bad-message", "there is no such seat"
    assert refusal(french, ask("french", "genius")) == "bad-message"
    assert refusal(french, ask("french", "random")) == "bad-message"
    assert refusal(french, {"t": "takeback", "seat": "prussian"}) == "not-yours"
    assert refusal(french, {"t": "consent", "what": "takeover", "yes": True}) == "not-now"
    assert french.people["takeover"] is None


def test_a_seat_that_nobody_has_taken_yet(tmp_path: Path) -> None:
    server = started(tmp_path, STRICT)
    person = server.visitor()
    game = person.begin({"french": "me", "allied": "open"})
    player = person.sit(game, "french")
    assert refusal(player, ask("allied")) == "not-away"


def test_all_others_must_agree(tmp_path: Path) -> None:
    server = started(tmp_path, STRICT)
    game, people = begin_with_friends(server, 3)
    players = sit_down(people, game)
    french, dutch = players["french"], players["anglo-dutch"]
    assert refusal(french, ask("prussian")) == "not-away"
    players["prussian"].close()
    until(french, lambda now: not now["seats"]["prussian"]["is_online"])
    french.send(ask("prussian"))
    asked = until(dutch, lambda now: now["takeover"])["takeover"]
    assert asked == {"seat": "prussian", "level": "recruit", "agreed": ["french"]}
    assert stand_in(dutch.people, "prussian") == ""
    # One says no: the question is gone.
    dutch.send({"t": "consent", "what": "takeover", "yes": False})
    until(french, lambda now: now["takeover"] is not None)
    until(french, lambda now: now["takeover"] is None)
    assert stand_in(french.people, "prussian") == ""
    french.send(ask("prussian", "officer"))
    until(dutch, lambda now: now["takeover"])
    dutch.send({"t": "consent", "what": "takeover", "yes": True})
    now = until(french, lambda now: stand_in(now, "prussian"))
    assert (stand_in(now, "prussian"), now["takeover"]) == ("officer", None)
    assert now["seats"]["prussian"]["name"] == people["prussian"].name
    assert refusal(french, ask("prussian")) == "bad-message", "a computer has it already"


def test_somebody_who_comes_back_keeps_his_seat(tmp_path: Path) -> None:
    server = started(tmp_path, STRICT)
    game, people = begin_with_friends(server, 3)
    players = sit_down(people, game)
    french, dutch = players["french"], players["anglo-dutch"]
    players["prussian"].close()
    until(french, lambda now: not now["seats"]["prussian"]["is_online"])
    french.send(ask("prussian"))
    until(dutch, lambda now: now["takeover"])
    back = people["prussian"].sit(game, "prussian")
    dutch.send({"t": "consent", "what": "takeover", "yes": True})
    until(back, lambda now: now["takeover"] is None)
    assert stand_in(back.people, "prussian") == ""


def test_ones_own_seat_there_and_back(tmp_path: Path) -> None:
    server = started(tmp_path, PATIENT)
    game, people = begin_with_friends(server, 2)
    players = sit_down(people, game)
    french, allied = players["french"], players["allied"]
    french.send(ask("french"))
    until(allied, lambda now: now["takeover"])
    assert stand_in(allied.people, "french") == ""
    allied.send({"t": "consent", "what": "takeover", "yes": True})
    until(allied, lambda now: stand_in(now, "french") == "recruit")
    while not allied.offers:
        allied.receive()
    while not french.log:  # his side has moved
        french.receive()
    answer = french.act("end")
    assert not answer["ok"]
    assert french.errors[-1]["code"] == "taken-over"
    row = people["french"].get("/api/games")[0]
    assert row["seats"]["french"]["stand_in"] == "recruit"
    french.send({"t": "takeback", "seat": "french"})
    until(french, lambda now: not stand_in(now, "french"))
    until(allied, lambda now: not stand_in(now, "french"))
    allied.act("end")
    while not french.offers:
        french.receive() if not allied.offers else allied.act(allied.offers[-1])
    assert french.act(french.offers[0])["ok"]


def test_alone_with_a_computer_nobody_is_asked(tmp_path: Path) -> None:
    server = started(tmp_path, PATIENT)
    person = server.visitor()
    game = person.begin({"french": "me", "allied": "computer:random"})
    player = person.sit(game, "french")
    player.send(ask("french"))
    until(player, lambda now: stand_in(now, "french") == "recruit")


def test_a_seat_that_was_given_back(tmp_path: Path) -> None:
    server = started(tmp_path, PATIENT)
    game, people = begin_with_friends(server, 2)
    players = sit_down(people, game)
    french = players["french"]
    assert french.act(french.offers[0])["ok"]
    people["allied"].post(f"/api/games/{game}/leave", {"seat": "allied"})
    until(french, lambda now: now["seats"]["allied"]["kind"] == "open")
    french.send(ask("allied"))
    now = until(french, lambda now: stand_in(now, "allied") == "recruit")
    assert now["status"] == "playing"
    # The invitation still holds, and whoever comes by it plays himself.
    token = people["french"].get(f"/api/games/{game}")["invites"]["allied"]
    guest = server.visitor()
    guest.post(f"/api/join/{token}")
    until(french, lambda now: now["seats"]["allied"]["kind"] == "human")
    assert stand_in(french.people, "allied") == ""


def test_it_outlives_a_restart(tmp_path: Path) -> None:
    server = started(tmp_path, STRICT)
    game, people = begin_with_friends(server, 3)
    players = sit_down(people, game)
    players["prussian"].close()
    french = players["french"]
    until(french, lambda now: not now["seats"]["prussian"]["is_online"])
    french.send(ask("prussian"))
    until(french, lambda now: now["takeover"])
    server.kill()
    server.start()
    players = sit_down({seat: people[seat] for seat in ("french", "anglo-dutch")}, game)
    dutch = players["anglo-dutch"]
    assert dutch.people["takeover"]["agreed"] == ["french"]
    dutch.send({"t": "consent", "what": "takeover", "yes": True})
    until(dutch, lambda now: stand_in(now, "prussian"))
    server.kill()
    server.start()
    again = people["prussian"].sit(game, "prussian")
    assert stand_in(again.people, "prussian") == "recruit"
    again.send({"t": "takeback", "seat": "prussian"})
    until(again, lambda now: not stand_in(now, "prussian"))
