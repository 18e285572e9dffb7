"""Forged messages: what a client of ill will could send, by chance.

    python bench/forge.py --messages 100000

starts a server of its own on loopback and sends so many forged messages over four sockets: those of
two players, of a spectator, and of somebody who has not said hello. Every one is answered with a
refusal or not at all, no socket breaks, and the game goes on as before.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

WORDS = [
    *("", "french", "allied", "prussian", "referee", "end", "undo", "march FR-N ligny", "\0"),
    *("place FR-N lille", "fire PR-B", "\u202e", "x" * 200, "\ud83d\ude00", "-1", "null"),
]
KINDS = [
    *("hello", "act", "undo", "why", "chat", "consent", "skip", "hint", "odds", "takeover"),
    *("takeback", "place-rest", "deploy-rest", "state", "people", "answer", "", "\0"),
]
FIELDS = ["seat", "v", "actions", "id", "some", "action", "text", "channel", "what", "yes", "level"]
# Nobody may give these at the beginning of a game.
ORDERS = ["march FR-N paris", "march PR-B ligny", "fire FR-N", "place FR-N lille", "reveal FR-N"]
ORDERS += ["march FR-N ligny", "march", "end end", "\0", "x" * 79, "hold AD-W", "terrain hill a"]
SHARE = 100  # messages over a socket, then all answers are read
FIELDS += ["town", "units", "since", "lang", "t", "__proto__"]


def forge(rng: random.Random, v: int, game: str) -> str:
    """One message; never one that a decent client could send and that changes the game."""
    if rng.random() < 0.15:
        return rng.choice(["", "{", "[]", "null", "[" * 5000, game, '{"t":', "\0", "1e999"])
    if rng.random() < 0.5:
        return json.dumps(well_formed(rng, v))
    message: dict[str, object] = {"t": rng.choice(KINDS)}
    for field in rng.sample(FIELDS, rng.randint(0, 6)):
        message[field] = value(rng, v)
    changing = ("act", "undo", "place-rest", "deploy-rest", "takeover", "takeback")
    if message["t"] in changing and message.get("seat") in ("french", "allied"):
        message["v"] = v + rng.choice([-1, 1, 1000, -(10**12)])
    if message["t"] == "hello":  # not a seat of this table
        message["seat"] = rng.choice(["prussian", "anglo-dutch", "referee", "", 1, [], "\0"])
    return json.dumps(message)


def well_formed(rng: random.Random, v: int) -> dict[str, object]:
    """What can be read, and is not allowed: another's seat, an old version, an unheard-of order."""
    kind = rng.choice(["act", "undo", "why", "hint", "odds", "takeover", "takeback", "consent"])
    seat = rng.choice(["french", "allied", "prussian", "referee"])
    message: dict[str, object] = {"t": kind, "seat": seat, "id": rng.randrange(1000)}
    if kind in ("act", "undo", "hint", "odds"):
        message["v"] = v + rng.choice([-1, 1, 1000])
    if kind == "act":
        message["v"] = v + rng.choice([0, 0, 1])
        message["actions"] = [rng.choice(ORDERS) for _ in range(rng.randint(1, 40))]
        message["some"] = rng.random() < 0.5
    elif kind == "why":
        message["action"] = rng.choice(ORDERS)
    elif kind in ("hint", "takeover"):
        message["level"] = rng.choice(["marshal", "random", "referee", "\0"])
    elif kind == "odds":
        message["town"] = rng.choice(["ligny", "paris", ""])
    elif kind == "consent":
        message |= {"what": rng.choice(["end", "takeover"]), "yes": rng.random() < 0.5}
    return message


def value(rng: random.Random, v: int) -> object:
    choice = rng.randrange(8)
    if choice == 0:
        return rng.choice([v, v + 1, -1, 0, 2**63, -(2**70), 1.5])
    if choice == 1:
        return rng.choice([True, False, None])
    if choice == 2:
        return [rng.choice(WORDS) for _ in range(rng.randint(0, 100))]
    if choice == 3:
        return {rng.choice(WORDS): rng.choice(WORDS)}
    return rng.choice(WORDS)


def main() -> int:
    parser = argparse.ArgumentParser(description="Send forged messages to a server of our own.")
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1815)
    chosen = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from tests.server.playing import GENEROUS, Player, Server, begin_with_friends

    from napoleon.server.store import admin

    folder = tempfile.mkdtemp(prefix="napoleon-forge-")
    server = Server(f"sqlite:///{folder}/games.sqlite", limits=GENEROUS).start()
    game, people = begin_with_friends(server, 2)
    players = [person.sit(game, seat) for seat, person in people.items()]
    host = people["french"]
    watch = host.get(f"/api/games/{game}")["watch"]
    silent = Player(server, f"/ws/game/{game}", "french", host.cookie)
    silent.connect()
    talkers = [*players, Player(server, f"/ws/watch/{watch}", None).open(), silent]
    rng = random.Random(chosen.seed)
    answers: Counter[str] = Counter()
    began = time.monotonic()
    try:
        for number in range(0, chosen.messages, SHARE * len(talkers)):
            for player in talkers:
                read = len(player.received)
                for _ in range(SHARE):
                    player.send(forge(rng, player.v if player.state else 0, game))
                player.catch_up()
                answers.update(json.loads(text)["t"] for text in player.received[read:])
                del player.received[:]
            print(f"\r{number + SHARE * len(talkers)} sent", end="", flush=True)
        print(f"\n{time.monotonic() - began:.0f} s; answers: {dict(answers.most_common())}")
        acting = next(player for player in players if player.offers)
        if not acting.act(acting.offers[0])["ok"]:
            print("FAILED: the game cannot go on")
            return 1
        server.stop()
        (verdict,) = admin.recheck(game, server.database)
        if verdict.problems or verdict.actions != 1:
            print(f"FAILED: {verdict.actions} actions are stored, {verdict.problems}")
            return 1
        print("the game goes on as before, and nothing of all that is in it")
        return 0
    finally:
        server.stop()
        subprocess.run(["rm", "-rf", folder], check=False)


if __name__ == "__main__":
    sys.exit(main())
