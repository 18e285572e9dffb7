"""The parts of telling people, each alone: sealed messages, quiet hours, addresses, settings."""

from __future__ import annotations

import base64
import json
import random
import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from tests.server.receivers import Browser, Hook

from napoleon.lab.random_play import warlike
from napoleon.rules import Action, Game, Options, SeededDice
from napoleon.rules.board.units import ARMY_UNITS, FOOT, MOUNTED, UNIT_IDS, members
from napoleon.server.alerts import news_words, push, wire, words
from napoleon.server.alerts.forms import push_text, webhook_body
from napoleon.server.alerts.mail import is_address
from napoleon.server.alerts.quiet import is_quiet
from napoleon.server.alerts.settings import BadSettings, read_settings
from napoleon.server.alerts.words import Words
from napoleon.server.table import stories
from napoleon.server.table.sheet import Sheet, Sitter

FORMS = ("json", "discord", "matrix")

# --- push messages


def test_a_push_message_can_be_read_by_its_browser_alone() -> None:
    browser, other = Browser(), Browser()
    keys = browser.keys
    push.check_keys(**keys)
    sealed = push.seal(b"C'est votre tour", **keys)
    assert browser.read(sealed) == b"C'est votre tour"
    assert sealed != push.seal(b"C'est votre tour", **keys), "salt and key are new each time"
    with pytest.raises(InvalidTag):
        other.read(sealed)
    longest = Words("ü" * 500, "€" * 9000, "/")
    assert len(push_text(longest, "games")) <= push.LONGEST


def test_keys_that_are_none_are_refused() -> None:
    good = Browser().keys
    for bad in (
        {**good, "auth": "AAAA"},
        {**good, "p256dh": push.encode64(b"\x04" + b"\1" * 64)},  # not on the curve
        {**good, "p256dh": "x"},
        {**good, "p256dh": ""},
    ):
        with pytest.raises(push.BadKeys):
            push.check_keys(**bad)


def test_a_push_service_can_check_who_sends() -> None:
    private = push.new_key()
    word = push.vouch("https://push.example/abc?d", private, "mailto:a@b.c", 1_000)
    token, key = word.removeprefix("vapid t=").split(", k=")
    assert key == push.public_key(private)
    head, claims, signature = token.split(".")
    assert json.loads(push.decode64(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(push.decode64(claims)) == {
        "aud": "https://push.example",
        "exp": 1_000 + push.HALF_DAY,
        "sub": "mailto:a@b.c",
    }
    raw = push.decode64(signature)
    whole = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point = base64.urlsafe_b64decode(key + "=")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    public.verify(whole, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


# --- quiet hours


@pytest.mark.parametrize(
    ("start", "end", "zone", "clock", "is_so"),
    [
        (None, None, "UTC", "03:00", False),
        (22 * 60, 7 * 60, "UTC", "21:59", False),
        (22 * 60, 7 * 60, "UTC", "22:00", True),
        (22 * 60, 7 * 60, "UTC", "06:59", True),
        (22 * 60, 7 * 60, "UTC", "07:00", False),
        (13 * 60, 14 * 60, "UTC", "13:30", True),
        (13 * 60, 13 * 60, "UTC", "13:00", False),
        (22 * 60, 7 * 60, "Europe/Brussels", "20:30", True),  # summer: two hours ahead
        (22 * 60, 7 * 60, "Europe/Brussels", "05:30", False),
        (22 * 60, 7 * 60, "No/Where", "22:30", True),  # as UTC
    ],
)
def test_quiet_hours(
    start: int | None, end: int | None, zone: str, clock: str, is_so: bool
) -> None:
    hour, minute = map(int, clock.split(":"))
    now = datetime(2026, 6, 15, hour, minute, tzinfo=UTC).timestamp() * 1000
    assert is_quiet(start, end, zone, int(now)) is is_so


# --- addresses that strangers give


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.9", "172.16.4.4", "169.254.169.254", "0.0.0.0"),
        *("100.64.0.1", "224.0.0.1", "255.255.255.255", "198.18.0.1", "::1", "::", "fe80::1%eth0"),
        *("fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::"),
        *("64:ff9b::7f00:1", "2001::1"),
    ],
)
def test_what_is_not_public(address: str) -> None:
    assert not wire.is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1"])
def test_what_is_public(address: str) -> None:
    assert wire.is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        *("http://example.org/", "ftp://example.org/", "https://", "//example.org", "x", ""),
        *("https://me:secret@example.org/", "https://me@example.org/", "https://example.org:0/"),
        *("https://example.org:99999/", "https://example.org/a b", "https://exämple.org/"),
        "https://example.org/\r\nHost: other",
    ],
)
def test_addresses_that_are_not_taken(url: str) -> None:
    with pytest.raises(wire.BadAddress):
        wire.check_url(url, is_private_allowed=False)


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[list[str]]]:
    """A name server: what it answers to a name, one time after the other."""
    known: dict[str, list[list[str]]] = {}

    def answer(host: str, port: int, **_: Any) -> list[Any]:
        found = known[host].pop(0)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found]

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    return known


def test_every_address_of_a_name_is_looked_at(names: dict[str, list[list[str]]]) -> None:
    names["good.example"] = [["1.1.1.1", "1.0.0.1"]]
    place = wire.find_place("https://good.example/x", is_private_allowed=False)
    assert (place.address, place.port) == ("1.1.1.1", 443)
    names["bad.example"] = [["1.1.1.1", "127.0.0.1"]]
    with pytest.raises(wire.BadAddress, match="not public"):
        wire.find_place("https://bad.example/x", is_private_allowed=False)


@pytest.fixture
def hook() -> Iterator[Hook]:
    receiver = Hook()
    yield receiver
    receiver.stop()


def test_the_connection_goes_to_the_address_that_was_looked_at(
    names: dict[str, list[list[str]]], hook: Hook
) -> None:
    """A name that leads elsewhere when it is asked again is not asked again."""
    names["twice.example"] = [["127.0.0.1"]]  # a second question would find no answer
    port = hook.server.server_port
    place = wire.find_place(f"http://twice.example:{port}/x?y=1", is_private_allowed=True)
    wire.Line(place).send(b"{}", {"Content-Type": "application/json"})
    (request,) = hook.requests
    assert request.path == "/x?y=1" and request.headers["Host"] == f"twice.example:{port}"
    assert names["twice.example"] == []


@pytest.mark.parametrize(
    ("status", "error", "after"),
    [
        (302, wire.Refusal, None),
        (400, wire.Refusal, None),
        (410, wire.Refusal, None),
        (429, wire.Trouble, 90.0),
        (503, wire.Trouble, 0.0),
    ],
)
def test_answers_and_redirects(
    status: int, error: type[Exception], after: float | None, hook: Hook
) -> None:
    headers = {"Location": f"{hook.url}/elsewhere"} | ({"Retry-After": "90"} if after else {})
    hook.answers.append((status, headers))
    place = wire.find_place(f"{hook.url}/here", is_private_allowed=True)
    with pytest.raises(error) as raised:
        wire.Line(place).send(b"{}", {})
    assert [request.path for request in hook.requests] == ["/here"]
    if isinstance(raised.value, wire.Trouble):
        assert raised.value.after == after
    if isinstance(raised.value, wire.Refusal):
        assert raised.value.is_gone is (status == 410)


def test_a_silent_answer_leaves_us_unsure(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was handed over: it is not tried again, however busily the other side dawdles."""
    monkeypatch.setattr(wire, "WHOLE", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        place = wire.find_place(f"http://127.0.0.1:{port}/", is_private_allowed=True)
        with pytest.raises(wire.Unsure):
            wire.Line(place).send(b"{}", {})
    with pytest.raises(wire.Trouble):
        wire.Line(place)


# --- settings and addresses


def test_settings() -> None:
    nothing = read_settings(None, {})
    assert not nothing.has_mail and not nothing.has_push and not nothing.is_private_allowed
    said = {
        "NAPOLEON_ADDRESS": "https://war.example/",
        "NAPOLEON_SMTP": "smtp://me%40x:p%2Fw@mail.example",
        "NAPOLEON_MAIL_FROM": "staff@war.example",
        "NAPOLEON_PRIVATE_WEBHOOKS": "1",
    }
    settings = read_settings(None, said)
    assert settings.has_mail and settings.has_push and settings.is_private_allowed
    assert settings.address == "https://war.example" and settings.mail is not None
    assert settings.mail == ("mail.example", 587, "smtp", "me@x", "p/w")
    for bad in (
        {"NAPOLEON_SMTP": "mail.example"},
        {**said, "NAPOLEON_MAIL_FROM": ""},
        {**said, "NAPOLEON_ADDRESS": ""},
        {"NAPOLEON_ADDRESS": "war.example"},
        {"NAPOLEON_NOTICE_AFTER": "soon"},
    ):
        with pytest.raises(BadSettings):
            read_settings(None, bad)


def test_mail_addresses() -> None:
    for good in ("a@b.example", "ney.michel+war@corps-2.example.org", "x@localhost"):
        assert is_address(good)
    for bad in ("", "a", "a@", "@b", "a b@c", "a@b\n", "a@b\r\nBcc: c@d", "a@-b", "ä@b", "a@b,c@d"):
        assert not is_address(bad), bad


# --- what is said


def test_webhooks_in_three_forms() -> None:
    said = Words("It is your turn against <b>@everyone", "– one & two\nMove", "/game/g")
    plain = json.loads(webhook_body("json", said, "id", "turn", ["g"], "https://h"))
    assert plain["url"] == "https://h/game/g" and plain["games"] == ["g"] and plain["id"] == "id"
    discord = json.loads(webhook_body("discord", said, "id", "turn", ["g"], "https://h"))
    assert discord["allowed_mentions"] == {"parse": []} and "https://h/game/g" in discord["content"]
    matrix = json.loads(webhook_body("matrix", said, "id", "turn", ["g"], "https://h"))
    assert "&lt;b&gt;" in matrix["html"] and "<br>Move" in matrix["html"]
    assert matrix["text"].startswith("It is your turn against <b>")


def _swap(text: str, one: str, two: str) -> str:
    return " ".join({one: two, two: one}.get(word, word) for word in text.split())


def sent(said: Words, lang: str) -> list[bytes]:
    """All that a message makes over the wire: a push text, a mail, and three forms of a webhook."""
    hooks = [webhook_body(form, said, "i", "turn", ["g"], "https://h") for form in FORMS]
    mail = words.as_mail(said, "https://h", "https://h/stop/x", lang)
    return [push_text(said, "g"), mail.encode(), *hooks]


def end_of(sheet: Sheet, game: Game, owner: str, reader: str, since: int, lang: str) -> list[bytes]:
    """What is sent if the owner of the hidden blocks resigns now."""
    over = game.copy()
    over.resign(owner)
    report = words.report(sheet, over, reader, [reader], since, lang)
    winner = over.result.winner if over.result is not None else None
    piece = news_words.over_piece(report, winner, reader == "french", lang)
    return sent(news_words.tell_news("over", [piece], lang), lang)


@pytest.mark.parametrize("seed", range(6))
def test_a_message_holds_nothing_that_its_reader_may_not_know(seed: int) -> None:
    """Two games that differ only in which hidden block is which, and in what their owner does with
    them: the other side gets the same messages, word by word, until one of the two is shown."""
    rng = random.Random(seed)
    army = seed % 3
    kind = (FOOT, MOUNTED)[seed // 3]
    first, second = rng.sample(members(ARMY_UNITS[army] & kind), 2)
    one, two = UNIT_IDS[first], UNIT_IDS[second]
    games = [Game.new("free", Options(), SeededDice(seed)) for _ in range(2)]
    owner = "french" if army == 0 else "allied"
    reader = "allied" if army == 0 else "french"
    seats = {str(seat): Sitter("human", str(seat), f"Nobody {seat}") for seat in games[0].seats}
    sheet, _ = stories.begin_game("free", 2, "open", seats, None, "")
    compared = since = 0
    while games[0].to_act:
        seat = rng.choice(games[0].to_act)
        codes = list(games[0].legal(seat).codes)
        if seat == owner:
            allowed = {_swap(str(action), one, two) for action in games[1].legal(seat)}
            codes = [code for code in codes if str(Action(code)) in allowed]
            if not codes:
                break  # the two differ where it matters to their owner
        else:
            since = games[0].event_count
        action = str(Action(warlike(games[0], seat, codes, rng)))
        games[0].play(seat, action)
        games[1].play(seat, _swap(action, one, two) if seat == owner else action)
        told = [
            json.dumps([event.as_dict() for event in game.events_for(reader, 0)]) for game in games
        ]
        if one in told[0] + told[1] or two in told[0] + told[1] or games[0].result is not None:
            break
        for lang in ("en", "nl", "fr", "de"):
            mine, other = (
                words.tell_turns([words.report(sheet, game, reader, [reader], since, lang)], lang)
                for game in games
            )
            assert mine == other
            assert sent(mine, lang) == sent(other, lang)
            ends = [end_of(sheet, game, owner, reader, since, lang) for game in games]
            assert ends[0] == ends[1]
            compared += 1
    assert compared > 100
    assert games[0].position() != games[1].position(), "the twins are none"
