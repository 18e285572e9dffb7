"""What a game has to tell besides turns: offers, questions and ends, told as turns are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.server.playing import GENEROUS, Server
from tests.server.push_service import PushService
from tests.server.receivers import Post, wait_for
from tests.server.test_messenger import HOUR, House, in_house
from tests.server.test_push_service import OPTIONS, begin, subscriber

from napoleon.server.alerts.sender import LATER
from napoleon.server.http import lobby, seating
from napoleon.server.person import Person
from napoleon.server.store import alert_wishes, bonds
from napoleon.server.store import tables as store
from napoleon.server.store.alert_tables import emails, outbox, tidings
from napoleon.server.store.alert_wishes import USUAL, Wishes
from napoleon.server.table import taking_back
from napoleon.server.table.clock import NO_PACE
from napoleon.server.table.messages import Act, AskBack, Consent
from napoleon.server.table.outcome import Outcome
from napoleon.server.table.sheet import Sitter
from napoleon.server.table.table import Table

NEY, BLUECHER = Person("ney", "Ney", "ney", "en"), Person("bluecher", "Blücher", "bluecher", "fr")


@pytest.fixture
def post() -> Iterator[Post]:
    """A mail server."""
    server = Post().start()
    yield server
    server.stop()


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service."""
    running = PushService()
    yield running
    running.stop()


async def do(house: House, game: str, what: Callable[[Table], Outcome]) -> None:
    """Something happens at a table, and is stored."""
    room = await house.hall.room(game)
    assert room is not None
    await room.settle_and_wait(what(room.table))
    await noted(house)


async def noted(house: House) -> None:
    """Wait until the store has what was submitted before."""
    await house.hall.write(lambda _: None)


def subjects(post: Post) -> list[str]:
    """Of all letters that have come."""
    return [str(letter["Subject"]) for letter in post.letters]


async def resign(house: House, game: str) -> None:
    """Ney gives a game up."""
    await do(house, game, lambda table: table.resign("ney", "french"))


# --- ends


def test_who_has_won_is_told_and_who_resigned_is_not(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        both = {"person": "ney", "address": "n@war.example", "verified": True}
        await house.hall.write(lambda c: c.execute(sa.insert(emails), both).rowcount)
        game = await house.begin()
        await resign(house, game)
        await house.turn()
        assert post.letters == [], "somebody may look in a moment"
        await house.turn(20_000)
        letter = post.wait(1)
        assert letter["To"] == "b@war.example" and letter["Content-Language"] == "fr"
        assert letter["Subject"] == "Vous avez gagné contre Ney"
        assert letter["List-Unsubscribe"] and f"/game/{game}" in letter.get_content()
        assert "les Français ont" in letter.get_content().replace("\u00a0", " ")
        for _ in range(3):
            await house.turn(HOUR)
        assert len(post.letters) == 1

    in_house(tmp_path, post.port, story)


def test_who_is_out_of_time_has_lost_and_is_told(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        game = await house.begin()
        await house.play(game, "ney", "french")
        await do(house, game, lambda table: table.declare("allied", "out-of-time"))
        await house.turn(20_000)
        assert "Vous avez perdu contre Ney" in subjects(post)

    in_house(tmp_path, post.port, story)


def test_a_game_that_was_ended_without_a_winner_is_told(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        game = await house.begin()
        await do(house, game, lambda table: table.end("ney"))
        await house.turn(20_000)
        text = post.wait(1).get_content().replace("\u00a0", " ")
        assert subjects(post) == ["Votre partie avec Ney a été arrêtée"]
        assert "Personne n’a gagné." in text

    in_house(tmp_path, post.port, story)


def test_a_draw_is_told(tmp_path: Path, post: Post) -> None:
    """No rule of ours ends in a draw; a result that a table stores may."""

    async def story(house: House) -> None:
        game = await house.begin()
        await resign(house, game)
        drawn = {"result": '{"winner":"","rule":"10","reason":"x"}'}
        change = sa.update(store.games).where(store.games.c.id == game).values(drawn)
        await house.hall.write(lambda c: c.execute(change).rowcount)
        await house.turn(20_000)
        assert post.wait(1)["Subject"] == "Votre partie avec Ney est nulle"

    in_house(tmp_path, post.port, story)


def test_who_sits_at_the_table_is_not_told_of_the_end(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        game, other = await house.begin(), await house.begin()
        room = await house.hall.room(game)
        assert room is not None
        room.table.arrive("bluecher")
        await resign(house, game)
        room.table.depart("bluecher")
        # At the other table he comes after the end, before a message goes.
        await resign(house, other)
        there = await house.hall.room(other)
        assert there is not None
        there.table.arrive("bluecher")
        there.table.depart("bluecher")
        house.hall.note_presence(there, "bluecher", is_here=False)
        await noted(house)
        await house.turn(20_000)
        found = sa.select(tidings.c.state)
        assert await house.hall.read(lambda c: set(c.execute(found).scalars())) == {"seen"}
        assert post.letters == []

    in_house(tmp_path, post.port, story)


def test_several_ends_are_one_message_and_later_ones_wait(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        games = [await house.begin() for _ in range(4)]
        for game in games[:3]:
            await resign(house, game)
        await house.turn(20_000)
        assert post.wait(1)["Subject"] == "3 de vos parties sont terminées"
        await resign(house, games[3])
        await house.turn(20_000)
        assert len(post.letters) == 1
        await house.turn(10 * 60_000)
        assert post.wait(2)["Subject"] == "Vous avez gagné contre Ney"

    in_house(tmp_path, post.port, story)


def test_quiet_hours_and_wishes_hold_for_ends(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        noon = 12 * 60
        wishes = Wishes(USUAL.choices, noon, noon + 60, "UTC")
        await house.hall.write(lambda c: alert_wishes.write_wishes(c, "bluecher", wishes))
        await resign(house, await house.begin())
        await house.turn(20_000)
        assert post.letters == []
        await house.turn(HOUR + LATER)
        assert post.wait(1)
        none = Wishes({"none": ["page"], "live": [], "days": []}, zone="UTC")
        await house.hall.write(lambda c: alert_wishes.write_wishes(c, "bluecher", none))
        await resign(house, await house.begin())
        await house.turn(HOUR)
        assert len(post.letters) == 1

    in_house(tmp_path, post.port, story)


def test_an_end_that_was_missed_is_found_once(tmp_path: Path, post: Post) -> None:
    """The process that stored it was cut off before it made a note."""

    async def story(house: House) -> None:
        house.hall.touched = lambda room, left: None
        await resign(house, await house.begin())
        await house.messenger.look(1)
        assert post.letters == []
        await house.turn()
        await house.turn(20_000)
        assert post.wait(1)["Subject"] == "Vous avez gagné contre Ney"
        for _ in range(3):
            await house.turn(HOUR)
        assert len(post.letters) == 1

    in_house(tmp_path, post.port, story)


# --- questions


def test_a_question_to_end_the_game_is_told_once_each_time(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        game = await house.begin()
        await move(house, game)
        await do(house, game, lambda table: table.end("ney"))
        await house.turn(20_000)
        assert post.wait(1)["Subject"] == "Ney demande à finir la partie"
        assert f"/game/{game}" in post.letters[0].get_content()
        await house.turn(HOUR)
        assert len(post.letters) == 1
        # It is declined, and asked again.
        await do(house, game, lambda table: table.consent("bluecher", Consent("end", False)))
        await house.turn(HOUR)
        await do(house, game, lambda table: table.end("ney"))
        await house.turn(20_000)
        assert post.wait(2)["Subject"] == "Ney demande à finir la partie"
        # It is answered before anybody is told.
        await do(house, game, lambda table: table.consent("bluecher", Consent("end", False)))
        await do(house, game, lambda table: table.end("ney"))
        await do(house, game, lambda table: table.consent("ney", Consent("end", False)))
        await house.turn(HOUR)
        assert len(post.letters) == 2

    in_house(tmp_path, post.port, story)


async def move(house: House, game: str) -> None:
    """Ney does something, and goes on to be the one who is to act."""
    room = await house.hall.room(game)
    assert room is not None
    table = room.table
    action = str(next(iter(table.game.legal("french"))))
    act = Act("french", table.version("french"), [action])
    await room.settle_and_wait(table.act("ney", ("french", "en"), act))


def test_a_question_to_take_back_is_told(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        game = await house.begin()
        await house.play(game, "ney", "french")
        await house.play(game, "bluecher", "allied")
        while (await house.hall.room(game)).table.game.turn == 0:  # type: ignore[union-attr]
            await house.play(game, "ney", "french")
            await house.play(game, "bluecher", "allied")
        await move(house, game)
        ask = AskBack("french", 1)
        await do(house, game, lambda table: taking_back.ask(table, "ney", ask))
        await house.turn(20_000)
        assert "Ney demande à reprendre des coups" in subjects(post)
        asked = len(post.letters)
        await do(house, game, lambda table: taking_back.consent(table, "bluecher", False))
        await house.turn(HOUR)
        assert len(post.letters) == asked

    in_house(tmp_path, post.port, story)


def test_who_sits_at_the_table_is_not_told_of_a_question(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        game = await house.begin()
        room = await house.hall.room(game)
        assert room is not None
        await move(house, game)
        room.table.arrive("bluecher")
        await do(house, game, lambda table: table.end("ney"))
        await house.turn(20_000)
        assert post.letters == []

    in_house(tmp_path, post.port, story)


# --- offers


async def offer(house: House) -> str:
    """Ney makes a game and keeps a seat of it for Blücher."""
    seats = {"french": Sitter("human", "ney", "Ney"), "allied": Sitter("open", invite="i" * 20)}
    terms = ("historical", 2, "open", seats, "ney", True, "", NO_PACE)
    game = await seating.begin_with(house.hall, *terms)
    house.hall.watch = house.watch
    await lobby.challenge(house.hall, NEY, game, "allied", "Bluecher")
    return game


def test_a_seat_that_is_kept_for_somebody_is_told(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        await offer(house)
        await house.turn()
        assert post.letters == []
        await house.turn(20_000)
        letter = post.wait(1)
        assert letter["Subject"] == "Ney vous garde une place" and letter["To"] == "b@war.example"
        assert "https://war.example/\n" in letter.get_content().replace("\r", "")
        await house.turn(HOUR)
        assert len(post.letters) == 1

    in_house(tmp_path, post.port, story)


@pytest.mark.parametrize("how", ["looked", "taken", "declined", "blocked", "over"])
def test_an_offer_that_is_known_or_past_is_not_told(how: str, tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        game = await offer(house)
        if how == "looked":
            await lobby.look(house.hall, BLUECHER)
        elif how == "taken":
            await lobby.sit(house.hall, BLUECHER, game, "allied")
        elif how == "declined":
            await lobby.decline(house.hall, BLUECHER, game)
        elif how == "blocked":
            await house.hall.write(lambda c: bonds.tie(c, "bluecher", "ney", "block", ""))
        else:
            await do(house, game, lambda table: table.end("ney"))
        await house.turn(20_000)
        assert "Ney vous garde une place" not in subjects(post)

    in_house(tmp_path, post.port, story)


def test_who_is_wanted_for_a_rematch_is_told(tmp_path: Path, post: Post) -> None:
    async def story(house: House) -> None:
        game = await house.begin()
        await resign(house, game)
        await house.turn(20_000)
        room = await house.hall.room(game)
        assert room is not None
        await seating.rematch(house.hall, NEY, game)
        house.hall.touched(room, "")
        await noted(house)
        await house.turn(20_000)
        assert post.wait(2)["Subject"] == "Ney veut rejouer contre vous"
        assert f"/game/{game}" in post.letters[1].get_content()

    in_house(tmp_path, post.port, story)


# --- over two processes


def states(database: str, table: sa.Table) -> list[str]:
    engine = store.open_engine(database)
    with engine.connect() as connection:
        found = list(connection.execute(sa.select(table.c.state)).scalars())
    engine.dispose()
    return found


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_two_processes_tell_offers_questions_and_ends_once(
    database: str, service: PushService
) -> None:
    """Both look, one is killed and comes again: each person reads each thing once."""
    one, two = (Server(database, limits=GENEROUS, options=OPTIONS).start() for _ in range(2))
    host = one.visitor()
    host.post("/api/register", {"name": "Ney", "password": "en avant marche"})
    people = [subscriber(two, service, number) for number in range(9)]
    for number, person in enumerate(people[:3]):
        person.post("/api/register", {"name": f"Grouchy{number}", "password": "en avant marche"})
        game = host.begin({"french": "me", "allied": "open"})
        host.post(f"/api/lobby/{game}/challenge", {"seat": "allied", "name": f"Grouchy{number}"})
    games = [begin(host, person) for person in people[3:]]
    for game in games[:3]:
        seat = host.sit(game, "french")
        assert seat.act(seat.offers[0])["ok"]
        host.post(f"/api/games/{game}/end")
        seat.close()
    wait_for("offers and questions", lambda: len(service.read) >= 5)
    one.kill()
    host.server = two
    for game in games[3:]:
        host.post(f"/api/games/{game}/resign", {"seat": "french"})
    one.start()
    wait_for("all is told", lambda: len(service.read) >= 9)
    wait_for("nothing waits", lambda: not {"new"} & set(states(database, tidings)))
    wait_for("nothing is sent", lambda: not {"waiting", "handing"} & set(states(database, outbox)))
    told = sorted((path, told["title"]) for path, told in service.read)
    assert told == [
        *((f"/push/p{n}", "Ney keeps a seat for you") for n in range(3)),
        *((f"/push/p{n}", "Ney asks to end the game") for n in range(3, 6)),
        *((f"/push/p{n}", "You have won against Ney") for n in range(6, 9)),
    ]
    assert service.refused == []
