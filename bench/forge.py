"""Forged messages: what a client of ill will could send, by chance.

    python bench/forge.py --messages 100000

starts a server of its own on loopback, plays a little, sends so many forged messages over several
sockets, and says how they were answered: every one with a refusal or not at all, and the game goes
on as before.
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
    *("takeback", "ping", "place-rest", "deploy-rest", "state", "people", "answer", "", "\0"),
]
FIELDS = ["seat", "v", "actions", "id", "some", "action", "text", "channel", "what", "yes", "level"]
FIELDS += ["town", "units", "since", "lang", "t", "__proto__"]


def forge(rng: random.Random, v: int, game: str) -> str:
    """One message; never one that a decent client could send and that changes the game."""
    if rng.random() < 0.15:
        return rng.choice(["", "{", "[]", "null", "[" * 5000, game, '{"t":', "\0", "1e999"])
    message: dict[str, object] = {"t": rng.choice(KINDS)}
    for field in rng.sample(FIELDS, rng.randint(0, 6)):
        message[field] = value(rng, v)
    changing = ("act", "undo", "place-rest", "deploy-rest", "takeover", "takeback")
    if message["t"] in changing and message.get("seat") in ("french", "allied"):
        message["v"] = v + rng.choice([-1, 1, 1000, -(10**12)])
    if message["t"] in ("chat", "hello", "consent", "skip", "hint", "odds"):
        message["t"] = message["t"] + "?"
    return json.dumps(message)


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
    from tests.server.playing import GENEROUS, Server, begin_with_friends

    folder = tempfile.mkdtemp(prefix="napoleon-forge-")
    server = Server(f"sqlite:///{folder}/games.sqlite", limits=GENEROUS).start()
    game, people = begin_with_friends(server, 2)
    players = [person.sit(game, seat) for seat, person in people.items()]
    rng = random.Random(chosen.seed)
    answers: Counter[str] = Counter()
    began = time.monotonic()
    try:
        for number in range(0, chosen.messages, 200):
            for player in players:
                read = len(player.received)
                for _ in range(100):
                    player.send(forge(rng, player.v, game))
                player.catch_up()
                answers.update(json.loads(text)["t"] for text in player.received[read:])
                del player.received[:]
            print(f"\r{number + 200} sent", end="", flush=True)
        print(f"\n{time.monotonic() - began:.0f} s; answers: {dict(answers.most_common())}")
        acting = next(player for player in players if player.offers)
        if not acting.act(acting.offers[0])["ok"]:
            print("FAILED: the game cannot go on")
            return 1
        print("the game goes on as before")
        return 0
    finally:
        server.stop()
        subprocess.run(["rm", "-rf", folder], check=False)


if __name__ == "__main__":
    sys.exit(main())
