"""Sessions, one's data, leaving for good, profiles, friends, blocking, muting and reporting."""

from __future__ import annotations

import io
import json
import random
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import sqlalchemy as sa
from sqlalchemy import Engine
from tests.server.playing import Player, Server, Visitor, begin_with_friends, play_on
from tests.server.test_passkeys import PASSWORD, account
from websockets.exceptions import ConnectionClosed

from napoleon.cli import main
from napoleon.rules import Replayer
from napoleon.server.http import people
from napoleon.server.http.housekeeping import clear_away
from napoleon.server.people import passkeys, profiles
from napoleon.server.people.passkeys import House
from napoleon.server.people.sessions import device_of
from napoleon.server.people.standards import draw_standard, seed_of
from napoleon.server.store import admin, bonds, copying, people_tables, people_upkeep
from napoleon.server.store import tables as store

NOW = "2026-06-15T04:00:00.000+00:00"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def bond(person: Visitor, other: Visitor, kind: str, is_on: bool = True) -> dict[str, Any]:
    answer: dict[str, Any] = person.post(
        "/api/people/bond", {"person": other.id, "kind": kind, "is_on": is_on}
    )
    return answer


def game_of(server: Server, french: Visitor, allied: Visitor) -> str:
    """A game of two people."""
    game = french.begin({"french": "me", "allied": "open"})
    (token,) = french.get(f"/api/games/{game}")["invites"].values()
    allied.post(f"/api/join/{token}")
    return game


# --- oneself


def test_a_browser_is_told_by_its_kind_alone() -> None:
    assert device_of(FIREFOX) == "Firefox, Linux"
    safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1"
    assert device_of(safari) == "Safari, iPhone"
    edge = "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0"
    assert device_of(edge) == "Edge, Windows"
    assert device_of("") == ""


def test_one_sees_and_ends_ones_sessions(server: Server) -> None:
    ney = account(server)
    others = [server.visitor() for _ in range(3)]
    others[0].http.headers["User-Agent"] = FIREFOX
    for other in others:
        other.post("/api/login", {"name": ney.name, "password": PASSWORD})
    listed = ney.get("/api/account")["sessions"]
    assert [one["is_this"] for one in listed] == [True, False, False, False]
    assert all(one["created"] and len(one["used"]) == 10 for one in listed)
    (named,) = [one for one in listed if one["device"] == "Firefox, Linux"]
    assert ney.cookie not in json.dumps(listed)
    player = others[0].sit(others[0].begin({"french": "me", "allied": "me"}), "french")
    grouchy = account(server, "Grouchy")
    grouchy.post("/api/account/sessions/end", {"id": named["id"]})  # nobody else's
    assert others[0].get("/api/me")["id"] == ney.id
    ney.post("/api/account/sessions/end", {"id": named["id"]})
    with pytest.raises(ConnectionClosed):
        player.wait("never")
    assert others[0].http.get(f"{server.url}/api/games").status_code == 401
    assert others[1].get("/api/me")["id"] == ney.id
    ney.post("/api/account/sessions/end", {"id": ""})
    assert [one["is_this"] for one in ney.get("/api/account")["sessions"]] == [True]
    assert others[2].http.get(f"{server.url}/api/games").status_code == 401


def parcel_of(visitor: Visitor) -> zipfile.ZipFile:
    response = visitor.http.get(f"{visitor.server.url}/api/account/data")
    assert response.status_code == 200 and "attachment" in response.headers["content-disposition"]
    return zipfile.ZipFile(io.BytesIO(response.content))


def test_ones_data_tells_no_more_than_the_table(server: Server) -> None:
    """Of a game under way it has what the seat's own socket was sent, to the letter."""
    game, people_there = begin_with_friends(server, 2, "free", "hidden")
    french, allied = people_there["french"], people_there["allied"]
    players = [person.sit(game, seat) for seat, person in people_there.items()]
    play_on(players, random.Random(7), 60)
    players[0].send({"t": "chat", "channel": "all", "text": "Vive l'Empereur"})
    players[0].wait("chat")
    players[1].wait("chat")
    players[1].send({"t": "chat", "channel": "all", "text": "Vorwärts"})
    players[1].wait("chat")
    done = french.begin({"french": "me", "allied": "computer:random"})
    french.sit(done, "french").act("end")
    french.post(f"/api/games/{done}/resign", {"seat": "french"})
    wishes = {"choices": {"days": ["page"]}, "zone": "Europe/Brussels"}
    french.post("/api/notices", {**wishes, "quiet_from": 1320, "quiet_to": 420})
    parcel = parcel_of(french)
    assert parcel.testzip() is None
    names = sorted(parcel.namelist())
    assert [name for name in names if name.startswith("games/")] == sorted(
        [f"games/{game}-french.json", f"games/{done}.record"]
    )
    seen = json.loads(parcel.read(f"games/{game}-french.json"))
    fresh = Player(server, f"/ws/game/{game}", "french", french.cookie).open()
    for part in ("view", "events", "offers", "v"):
        assert seen[part] == fresh.state[part]
    # What the enemy has is a count of blocks: no name of a unit that was not shown.
    theirs = {unit["id"] for unit in players[1].view["units"]}
    shown = {line["unit"] for line in seen["view"]["notebook"]}
    hidden = {f'"{unit}"' for unit in theirs - shown if not unit.startswith("FR")}
    text = b"".join(parcel.read(name) for name in names).decode()
    assert hidden and not [unit for unit in hidden if unit in text]
    replayer = Replayer(parcel.read(f"games/{done}.record").decode())
    while replayer.step():
        pass
    assert replayer.game.result is not None
    talk = json.loads(parcel.read("talk.json"))
    assert [line["text"] for line in talk] == ["Vive l'Empereur"]
    mine = json.loads(parcel.read("account.json"))
    assert mine["id"] == french.id and mine["account"] is None and len(mine["sessions"]) == 1
    assert {one["id"] for one in json.loads(parcel.read("games.json"))} == {game, done}
    (kept,) = json.loads(parcel.read("notices.json"))["alert_wishes"]
    assert (kept["zone"], kept["quiet_from"], kept["quiet_to"]) == ("Europe/Brussels", 1320, 420)
    assert json.loads(parcel.read("measure.json")) == {"ratings": [], "tournaments": []}
    met = json.loads(parcel.read("people.json"))["met"]
    assert [one["id"] for one in met] == [allied.id]


def test_who_leaves_for_good_leaves_the_games_whole(server: Server) -> None:
    ney, blucher = account(server), account(server, "Blücher")
    lost = game_of(server, ney, blucher)
    players = [ney.sit(lost, "french"), blucher.sit(lost, "allied")]
    play_on(players, random.Random(3), 20)
    players[0].send({"t": "chat", "channel": "all", "text": "La Garde meurt"})
    players[0].wait("chat")
    alone = ney.begin({"french": "me", "allied": "computer:random"})
    bond(blucher, ney, "friend")
    assert ney.get("/api/account")["open_games"] == 1
    assert ney.refused("/api/account/delete", {"password": "wrong"}) == (401, "wrong-login")
    assert ney.get("/api/me")["id"] == ney.id
    ney.post("/api/account/delete", {"password": PASSWORD})
    assert "napoleon" not in ney.http.cookies
    while players[1].state["view"]["result"] is None:
        players[1].receive()
    assert players[1].state["view"]["result"]["winner"] == "allied"
    table = blucher.get(f"/api/games/{lost}")
    assert table["status"] == "over" and table["seats"]["french"]["name"] == people_upkeep.GONE
    record = blucher.http.get(f"{server.url}/api/games/{lost}/record").text
    replayer = Replayer(record)
    while replayer.step():
        pass
    assert replayer.game.result is not None and ney.name not in record
    assert blucher.get("/api/people") == {"is_seen": False, "people": [], "met": []}
    fresh = Player(server, f"/ws/game/{lost}", "allied", blucher.cookie).open()
    is_told = any(ney.name in text or "Garde" in text for text in fresh.received)
    assert not is_told
    gone = server.visitor()
    login = {"name": ney.name, "password": PASSWORD}
    assert gone.refused("/api/login", login) == (401, "wrong-login")
    assert gone.refused(f"/api/profile?name={ney.name}", method="GET") == (404, "not-found")
    (verdict,) = admin.recheck(lost, server.database)
    assert verdict.is_sound
    assert admin.recheck(alone, server.database)[0].status == "abandoned"


def test_a_computer_takes_the_seat_of_who_leaves(server: Server) -> None:
    """An ally plays on, so nobody can resign for him: a computer plays from now on."""
    game, there = begin_with_friends(server, 3)
    dutch = there["anglo-dutch"].sit(game, "anglo-dutch")
    french = there["french"].sit(game, "french")
    assert french.act(french.offers[0])["ok"]
    there["prussian"].post("/api/account/delete", {"games": "resign"})
    seats = there["french"].get(f"/api/games/{game}")["seats"]
    assert (seats["prussian"]["kind"], seats["prussian"]["level"]) == ("computer", "officer")
    while dutch.people["seats"]["prussian"]["kind"] != "computer":
        dutch.receive()
    french.catch_up()
    assert french.state["view"]["result"] is None
    there["french"].post("/api/account/delete", {"games": "computer"})
    while dutch.people["seats"]["french"]["kind"] != "computer":
        dutch.receive()
    with pytest.raises(ConnectionClosed):
        french.wait("never")


# --- others


def test_a_profile_counts_what_everybody_in_it_shows(server: Server) -> None:
    ney, blucher = account(server), account(server, "Blücher")
    path = f"/api/profile?name={ney.name.upper()}"
    for level, seats in (("officer", ("french", "allied")), ("recruit", ("allied", "french"))):
        mine, other = seats
        game = ney.begin({mine: "me", other: f"computer:{level}"})
        player = ney.sit(game, mine)
        while not player.offers:
            player.receive()
        ney.post(f"/api/games/{game}/resign", {"seat": mine})
    private, game = game_of(server, ney, blucher), ney.begin({"french": "me", "allied": "open"})
    ney.post(f"/api/lobby/{game}/publish", {"lang": "en"})
    blucher.post(f"/api/lobby/{game}/sit", {"seat": "allied"})
    for one in (private, game):
        play_on([ney.sit(one, "french"), blucher.sit(one, "allied")], random.Random(1), 4)
    running = server.visitor().get(path)
    assert running["games"] == 2, "what is under way is nobody's business"
    for one in (private, game):
        blucher.post(f"/api/games/{one}/resign", {"seat": "allied"})
    hotseat = ney.begin({"french": "me", "allied": "me"})
    ney.sit(hotseat, "french").act("end")
    ney.post(f"/api/games/{hotseat}/resign", {"seat": "french"})
    profile = blucher.get(path)
    assert (profile["games"], profile["is_me"]) == (3, False)
    assert profile["sides"] == [
        {"name": "french", "won": 1, "lost": 1},
        {"name": "allied", "won": 0, "lost": 1},
    ]
    assert profile["levels"] == [
        {"name": "officer", "won": 0, "lost": 1},
        {"name": "recruit", "won": 0, "lost": 1},
    ]
    assert profile["scenarios"] == [{"name": "historical", "won": 1, "lost": 2}]
    assert game not in json.dumps(profile)  # and of the private one there is no trace
    blucher.post("/api/account/wishes", {"is_shown": False})
    assert blucher.get(path)["games"] == 2  # not even by way of another's profile
    ney.post("/api/account/wishes", {"is_shown": False})
    hidden = blucher.get(path)
    assert (hidden["is_shown"], hidden["games"], hidden["sides"]) == (False, 0, [])
    assert server.visitor().refused("/api/profile?name=nobody", method="GET")[0] == 404


def test_friends_see_each_other_only_if_both_want_it(server: Server) -> None:
    ney, davout, guest = account(server), account(server, "Davout"), server.visitor()
    assert ney.refused("/api/people/bond", {"person": guest.id, "kind": "friend", "is_on": True})
    assert guest.refused("/api/people/bond", {"person": ney.id, "kind": "friend", "is_on": True})
    bond(ney, davout, "friend")
    (asked,) = davout.get("/api/people")["people"]
    assert asked["has_asked"] and not asked["is_friend"]
    game = davout.begin({"french": "me", "allied": "open"})
    davout.sit(game, "french")

    def is_seen() -> bool:
        (one,) = ney.get("/api/people")["people"]
        return bool(one["is_here"])

    assert not is_seen()
    davout.post("/api/account/wishes", {"is_seen": True})
    ney.post("/api/account/wishes", {"is_seen": True})
    assert not is_seen()  # a friend is who calls me one too
    bond(davout, ney, "friend")
    assert is_seen()
    for one in (ney, davout):
        one.post("/api/account/wishes", {"is_seen": False})
        assert not is_seen()
        one.post("/api/account/wishes", {"is_seen": True})
    assert is_seen()
    bond(davout, ney, "friend", False)
    assert not is_seen()
    bond(davout, ney, "friend")
    bond(davout, ney, "block")
    assert ney.get("/api/people")["people"] == []  # no friend any more, and no word about why
    blocked = davout.get("/api/people")["people"]
    assert [(one["is_blocked"], one["is_friend"]) for one in blocked] == [(True, False)]


def test_who_is_blocked_does_not_sit_down(server: Server) -> None:
    ney, pest = account(server), server.visitor()
    bond(ney, pest, "block")
    game = ney.begin({"french": "me", "anglo-dutch": "open", "prussian": "open"})
    tokens = ney.get(f"/api/games/{game}")["invites"]
    assert pest.refused(f"/api/join/{tokens['prussian']}") == (403, "not-yours")
    seal = {"seal": "a" * 64}
    auction = ney.post("/api/bids", {"scenario": "historical"})["token"]
    assert pest.refused(f"/api/bids/{auction}/seal", seal) == (403, "not-yours")
    # What he cannot take he does not see in the lobby, and he cannot ask either.
    ney.post(f"/api/lobby/{game}/publish", {"lang": "en"})
    assert game not in json.dumps(pest.get("/api/lobby"))
    assert game in json.dumps(server.visitor().get("/api/lobby"))
    sit = {"seat": "prussian"}
    assert pest.refused(f"/api/lobby/{game}/sit", sit) == (403, "not-yours")
    own = pest.begin({"french": "me", "allied": "open"})
    ask = {"seat": "allied", "name": ney.name}
    assert pest.refused(f"/api/lobby/{own}/challenge", ask) == (403, "not-yours")
    # Nor at the table of another at which he sits.
    host = server.visitor()
    third = host.begin({"french": "me", "anglo-dutch": "open", "prussian": "open"})
    invites = host.get(f"/api/games/{third}")["invites"]
    ney.post(f"/api/join/{invites['anglo-dutch']}")
    assert pest.refused(f"/api/join/{invites['prussian']}") == (403, "not-yours")
    bond(ney, pest, "block", False)
    pest.post(f"/api/join/{invites['prussian']}")
    pest.post(f"/api/join/{tokens['prussian']}")


@pytest.mark.parametrize("kind", ["mute", "block"])
def test_who_is_muted_is_not_heard(server: Server, kind: str) -> None:
    game, there = begin_with_friends(server, 3)
    players = {seat: person.sit(game, seat) for seat, person in there.items()}
    french, dutch = there["french"], there["anglo-dutch"]

    def say(seat: str, text: str) -> None:
        players[seat].send({"t": "chat", "channel": "all", "text": text})
        while not any(line["text"] == text for line in players[seat].chat):
            players[seat].receive()

    def heard_by(seat: str) -> list[str]:
        players[seat].catch_up()
        return [line["text"] for line in players[seat].chat]

    say("anglo-dutch", "before")
    assert heard_by("french") == ["before"]
    bond(french, dutch, kind)
    players["french"].wait("people")  # the table has heard of it
    say("anglo-dutch", "after")
    say("prussian", "I am still here")
    assert heard_by("french") == ["before", "I am still here"]
    assert "after" in heard_by("anglo-dutch")
    fresh = Player(server, f"/ws/game/{game}", "french", french.cookie).open()
    fresh.catch_up()
    assert [line["text"] for line in fresh.chat] == ["I am still here"]
    bond(french, dutch, kind, False)
    players["french"].wait("people")
    say("anglo-dutch", "again")
    assert heard_by("french")[-1] == "again"


def test_a_report_waits_for_whoever_runs_the_server(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    ney, pest = account(server), server.visitor()
    body = {"person": pest.id, "text": "He insults\nmy horse", "game": "abc"}
    ney.post("/api/people/report", body)
    assert ney.refused("/api/people/report", {**body, "text": " "}) == (400, "bad-request")
    assert ney.refused("/api/people/report", {**body, "person": ney.id}) == (404, "not-found")
    for _ in range(19):
        ney.post("/api/people/report", body)
    assert ney.refused("/api/people/report", body) == (429, "busy")
    where = ("--database", server.database)
    assert main(["admin", "reports", *where]) == 0
    told = capsys.readouterr().out
    assert "He insults my horse" in told and pest.id in told and ney.name in told
    number = told.split()[0]
    assert main(["admin", "reports", "--settle", number, *where]) == 0
    assert main(["admin", "reports", "--settle", number, *where]) == 2
    capsys.readouterr()
    main(["admin", "reports", *where])
    assert not capsys.readouterr().out.startswith(f"{number} ")
    main(["admin", "reports", "--all", *where])
    assert f"{number}  " in capsys.readouterr().out


def test_standards_are_pictures_of_their_seeds() -> None:
    seeds = [seed_of(f"person {n}") for n in range(400)]
    drawn = [draw_standard(seed) for seed in seeds]
    assert drawn == [draw_standard(seed) for seed in seeds]
    assert len(set(drawn)) > 395
    for text in drawn:
        root = ElementTree.fromstring(text)
        assert root.tag.endswith("svg") and root.get("viewBox") == "2 2 96 96"
        assert "script" not in text and len(text) < 8000
    assert "person" not in "".join(seeds)


def test_a_picture_is_served_by_its_seed_and_kept(server: Server) -> None:
    visitor = server.visitor()
    path = visitor.get("/api/account")["picture"]
    response = visitor.http.get(server.url + path)
    assert response.headers["content-type"].startswith("image/svg+xml")
    assert "immutable" in response.headers["cache-control"] and visitor.id not in path
    for wrong in ("/pictures/x.svg", path.replace(".svg", ".png"), "/pictures/..%2fa.svg"):
        assert visitor.http.get(server.url + wrong).status_code == 404


# --- the store, of both kinds


def test_people_in_the_store(engine: Engine, tmp_path: Path) -> None:
    """Everything goes along into a backup, and goes with the person."""
    house = House("play.example", "https://play.example")
    with engine.begin() as connection:
        ney = people.add_guest(connection, "1", "en", NOW)
        ney = people.register(connection, ney, "Ney", people.hash_password(PASSWORD), "1b", NOW)
        guest = people.add_guest(connection, "2", "en", NOW)
        bonds.tie(connection, ney.id, guest.id, "mute", NOW)
        bonds.tie(connection, ney.id, guest.id, "mute", NOW)
        bonds.tie(connection, guest.id, ney.id, "friend", NOW)
        bonds.wish(connection, ney.id, bonds.Wishes(True, False))
        bonds.wish(connection, ney.id, bonds.Wishes(False, False))
        assert bonds.wishes_of(connection, ney.id) == bonds.Wishes(False, False)
        passkeys.begin_making(connection, house, ney)
        connection.execute(
            sa.insert(people_tables.passkeys),
            {"id": "k", "person": ney.id, "public_key": b"1", "sign_count": 2**32}
            | {"name": "Key", "created": NOW, "used": ""},
        )
        assert profiles.count_results(connection, ney.id).games == 0
    copy = f"sqlite:///{tmp_path / 'copy.sqlite'}"
    url = engine.url.render_as_string(hide_password=False)
    counts = copying.copy_database(url, copy)
    assert (counts["bonds"], counts["passkeys"], counts["wishes"]) == (2, 1, 1)
    with engine.begin() as connection:
        # A guest who logs in does not hear whom he did not hear before.
        bonds.tie(connection, guest.id, "nobody", "mute", NOW)
        people.log_in(connection, guest, ney, "3", NOW)
        assert bonds.bonds_of(connection, ney.id) == {guest.id: {"mute"}, "nobody": {"mute"}}
        people_upkeep.forget(connection, ney.id)
        for name in ("passkeys", "ceremonies", "wishes", "bonds"):
            table = getattr(people_tables, name)
            assert connection.execute(sa.select(sa.func.count()).select_from(table)).scalar() == 0
        bonds.tie(connection, guest.id, "nobody", "mute", NOW)
        connection.execute(sa.delete(store.sessions))
        clear_away(connection, NOW)
        bonds.clear_away(connection, NOW)
        assert bonds.bonds_of(connection, guest.id) == {}
