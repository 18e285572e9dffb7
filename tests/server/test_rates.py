"""How much a person may say at a game, over however many sockets; how much a turn may store."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.server.playing import (
    GENEROUS,
    Player,
    Server,
    begin_with_friends,
    play_on,
)
from tests.server.test_processes import begin, two_servers

from napoleon.lab.random_play import new_random_game, uniform, warlike
from napoleon.rules import Action, Game, Seat
from napoleon.rules.engine.actions import END_CODE
from napoleon.server.limits import Limits


def served(folder: Path, **limits: float) -> Server:
    """A server with these limits, and generous ones besides."""
    return Server(f"sqlite:///{folder / 'games.sqlite'}", limits=GENEROUS | limits).start()


def ask_why(players: list[Player], count: int) -> tuple[int, int]:
    """Ask so often, over all sockets in turn; how many were answered, and how many refused."""
    answered = busy = 0
    for n in range(count):
        player = players[n % len(players)]
        before = len(player.errors)
        player.ask({"t": "why", "seat": player.seat, "action": "end"}, "why")
        codes = [error["code"] for error in player.errors[before:]]
        assert codes in ([], ["busy"])
        busy += bool(codes)
        answered += not codes
    return answered, busy


def test_a_person_has_one_rate_at_a_game_over_all_sockets(tmp_path: Path) -> None:
    server = served(tmp_path, messages=0.0001, messages_at_once=40, refusals=1000)
    game, people = begin_with_friends(server, 2)
    sockets = [people["french"].sit(game, "french") for _ in range(8)]  # 8 hellos
    other = people["allied"].sit(game, "allied")
    assert ask_why(sockets, 60) == (32, 28)
    # Nor does a new socket bring a new rate: it is greeted, and no more.
    again = Player(server, f"/ws/game/{game}", "french", people["french"].cookie).open()
    assert ask_why([again], 3) == (0, 3)
    # The other player, and another game of the same person, have their own.
    assert ask_why([other], 20) == (20, 0)
    elsewhere = people["french"].begin({"french": "me", "allied": "open"})
    assert ask_why([people["french"].sit(elsewhere, "french")], 20) == (20, 0)


def test_talk_has_one_rate_over_all_sockets(tmp_path: Path) -> None:
    server = served(tmp_path, chats=0.0001, chats_at_once=5)
    game, people = begin_with_friends(server, 2)
    sockets = [people["french"].sit(game, "french") for _ in range(4)]
    for n in range(12):
        sockets[n % 4].send({"t": "chat", "channel": "all", "text": f"{n}"})
    for player in sockets:
        player.catch_up()
    assert sum([len(player.errors) for player in sockets]) == 7
    (last,) = [people["french"].sit(game, "french")]
    assert len(last.chat) == 5


def test_each_action_counts_and_a_whole_army_goes_at_once(tmp_path: Path) -> None:
    """A batch is let in whole; what it was too much has to flow in again before the next."""
    server = served(tmp_path, messages=0.0001, messages_at_once=10)
    game, people = begin_with_friends(server, 2, "free")
    player = people["allied"].sit(game, "allied")
    player = player if player.offers else people["french"].sit(game, "french")
    places: dict[str, str] = {}
    for offer in player.offers:
        if offer.startswith("place "):
            places.setdefault(offer.split()[1], offer)
    batch = list(places.values())[:12]
    assert len(batch) == 12
    message = {"t": "act", "seat": player.seat, "v": player.v, "actions": batch, "some": True}
    assert player.ask(message)["ok"]
    answer = player.undo()
    assert not answer["ok"] and answer["text"]  # whoever waits for an answer gets one
    assert player.errors[-1]["code"] == "busy"


def test_a_question_to_the_staff_counts_as_several_messages(tmp_path: Path) -> None:
    server = served(tmp_path, messages=0.0001, messages_at_once=13)
    game, people = begin_with_friends(server, 2)
    player = people["french"].sit(game, "french")
    question = {"t": "odds", "seat": "french", "v": 10**6, "town": "Ligny", "units": []}
    for _ in range(3):
        player.ask(question, "odds")
    assert [error["code"] for error in player.errors if error["code"] == "busy"] == []
    player.ask(question, "odds")
    assert player.errors[-1]["code"] == "busy"


# --- what a turn may store


def march_and_back(player: Player) -> dict[str, Any]:
    """March, and take it back: the answer to that."""
    (march, *_) = [offer for offer in player.offers if offer.startswith("march ")]
    answer = player.act(march)
    assert answer["ok"], answer
    answer = player.undo()
    player.catch_up()
    return answer


def test_a_seat_takes_back_only_so_often_in_a_turn(tmp_path: Path) -> None:
    server = served(tmp_path, turn_actions=20)
    game, people = begin_with_friends(server, 2)
    player, other = people["french"].sit(game, "french"), people["allied"].sit(game, "allied")
    told: list[str] = []
    answers = [march_and_back(player) for _ in range(10)]
    told = [answer.get("text", "") for answer in answers]
    assert all(answer["ok"] for answer in answers)
    assert told[:8] == [""] * 8 and "1" in told[8] and "0" in told[9]
    # From here on nothing is taken back, by this socket or another, before or after a restart.
    answer = march_and_back(player)
    assert not answer["ok"] and player.errors[-1]["code"] == "too-many"
    player.send({"t": "ask-back", "seat": "french", "actions": 1})
    while player.wait("error")["code"] != "too-many":
        pass
    server.kill()
    server.start()
    players = [people[seat].sit(game, seat) for seat in ("french", "allied")]
    assert not players[0].undo()["ok"]
    assert players[0].errors[-1]["code"] == "too-many"
    # Nobody is kept from playing, and the next turn is another one.
    rng = random.Random(3)
    while players[0].view["turn"] == 1:
        assert play_on(players, rng, 1) == 1
    while not any(offer.startswith("march ") for offer in players[0].offers):
        assert play_on(players, rng, 1) == 1
    assert march_and_back(players[0])["ok"]
    assert other.errors == []


def test_what_a_seat_stores_by_another_process_counts_too(postgres: str) -> None:
    with two_servers(postgres, limits=GENEROUS | {"turn_actions": 12}) as pair:
        game, host, _ = begin(pair)
        here = Player(pair[0], f"/ws/game/{game}", "french", host.cookie).open()
        there = Player(pair[1], f"/ws/game/{game}", "french", host.cookie).open()
        for _ in range(6):
            assert march_and_back(here)["ok"]
            while there.v < here.v:
                there.receive()
        assert not march_and_back(there)["ok"]
        assert there.errors[-1]["code"] == "too-many"


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_is_played_to_its_end_where_nothing_is_taken_back(
    tmp_path: Path, players: int
) -> None:
    """The strictest limit there can be: taking back is refused from the first action on."""
    server = served(tmp_path, turn_actions=0)
    game, people = begin_with_friends(server, players, ("historical", "free")[players % 2])
    sockets = [people[seat].sit(game, seat) for seat in people]
    assert play_on(sockets, random.Random(players)) > 50
    assert sockets[0].view["result"] is not None


def linger(_: Game, __: Seat, codes: list[int], rng: random.Random) -> int:
    """Do all there is to do before ending a step."""
    return rng.choice([code for code in codes if code != END_CODE] or codes)


@pytest.mark.parametrize("policy", [uniform, warlike, linger], ids=["uniform", "warlike", "linger"])
def test_no_turn_comes_near_the_limit_without_taking_back(policy: Any) -> None:
    """So the limit meets nobody who does not take back the same over and over."""
    most: Counter[tuple[int, int, str]] = Counter()
    for seed in range(24):
        game, rng = new_random_game(seed), random.Random(seed)
        while game.to_act:
            seat = rng.choice(game.to_act)
            most[seed, game.turn, str(seat)] += 1
            game.play(seat, Action(policy(game, seat, list(game.legal(seat).codes), rng)))
        assert game.result is not None
    assert 20 < max(most.values()) < Limits().turn_actions / 25
