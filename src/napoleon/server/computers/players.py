"""What computers do at the tables: they move, give advice, and reckon odds. The thinking itself is
done elsewhere (`pool.py`), from letters that hold what a seat may know."""

from __future__ import annotations

import asyncio
import logging
import secrets
import zlib
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, Final

from napoleon.ai.advice.reasons import tell_reason
from napoleon.ai.worker.letters import ADVISE, DECIDE, WEIGH, Correspondence, Letter, Reply
from napoleon.rules import Action, RuleError
from napoleon.rules.board.tables import lay
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import UNIT_BY_ID
from napoleon.rules.words.language import N_
from napoleon.rules.words.prompts import tell_action
from napoleon.server import texts
from napoleon.server.computers.asking import Claimant, NoAnswer, Pool
from napoleon.server.computers.brake import Brake
from napoleon.server.live.connection import Connection
from napoleon.server.live.room import Advice, Room
from napoleon.server.refusals import Refused, tell_socket
from napoleon.server.table.messages import Hint, HintAnswer, Odds, OddsAnswer, encode
from napoleon.server.table.outcome import Viewer
from napoleon.server.table.table import Table

log = logging.getLogger("napoleon.server")
ADVISERS: Final = ("officer", "marshal", "emperor")
MARCH_TOGETHER: Final = N_("March {number} units to {town}")
MOST_ALONE: Final = 4  # games that computers play at once while nobody looks on
REST: Final = 0.04  # seconds between two moves of such a game while people are here
SIMPLE_LIMIT: Final = 8.0  # seconds for a recruit, where a better player has not answered


def _is_wanted(room: Room) -> bool:
    """Whether computers play on here: games between computers alone are played while somebody
    watches; the rest of the time they are the laboratory's business. The first move of any game
    waits until somebody has come to see it. A tournament waits for nobody."""
    sheet = room.table.sheet
    seats = sheet.seats.values()
    if sheet.is_arranged:
        return True
    has_begun = room.table.v > 0 and any(sitter.kind == "human" for sitter in seats)
    return bool(room.connections) or has_begun


def _is_alone(room: Room) -> bool:
    """Whether computers play for nobody's eyes: such games wait for each other, not others for
    them."""
    seats = room.table.sheet.seats.values()
    return not room.connections and all(sitter.kind == "computer" for sitter in seats)


def _owner(room: Room) -> str:
    """On whose behalf the computers of a table think."""
    sheet = room.table.sheet
    people = [sitter.person for sitter in sheet.seats.values() if sitter.person is not None]
    return sheet.creator or (people[0] if people else sheet.id)


NO_ADVICE = N_("At this table the staff is not asked.")


class ComputerPlayers:
    """The computers of a hall."""

    def __init__(
        self, claims: Claimant, pace: float, pool: Pool, tellers: Pool | None = None
    ) -> None:
        self._claims = claims
        self._pace = pace
        self.pool = pool
        # Who tell stories, which takes many times as long as a move: nobody's opponent waits for
        # that, where there are others for it.
        self.tellers = tellers if tellers is not None else pool
        self._alone = asyncio.Semaphore(MOST_ALONE)
        self.is_anybody_here: Callable[[], bool] = bool  # the hall knows
        self._asking: set[str] = set()  # people who wait for advice
        self._tasks: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """End the thinking; outside the event loop."""
        self.pool.close()
        self.tellers.close()

    # --- moving

    def wake(self, room: Room) -> None:
        """Have the computers of a table move, if it is their turn: what they see is stored."""
        if (
            room.computers is None
            and not room.pending
            and not room.is_renewing
            and room.table.thinking()
            and _is_wanted(room)
        ):
            room.computers = asyncio.get_running_loop().create_task(self._play(room))

    async def _play(self, room: Room) -> None:
        """In a process that has the claim: move as long as it is the computers' turn."""
        game = room.table.id
        try:
            async with self._alone if _is_alone(room) else nullcontext():
                if await self._claims.take(game):
                    try:
                        await self._play_on(room)
                    finally:
                        await self._claims.give(game)
        except Exception:
            log.exception("game %s: a computer failed", game)
        finally:
            room.computers = None
            room.skip.clear()
        # Somebody may have moved while the claim was given back; but not in a circle: whoever is
        # wanted again is woken by what is stored next, or by the hall's look around.

    async def _play_on(self, room: Room) -> None:
        table = room.table
        loop = asyncio.get_running_loop()
        brake = Brake(self._pace)
        turn = table.game.turn
        try:
            while _is_wanted(room) and (seats := table.thinking()):
                seat = seats[0]
                v = table.v
                code = await self._decide(room, seat, table.sheet.seats[seat].computer or "random")
                if v != table.v or room.table is not table:
                    return
                lay(table.game.board)  # another game may have been played meanwhile
                action = Action(code)
                text = str(action)
                await self._pause(room, brake.pause(table, action, loop.time()))
                outcome = table.act_for_computer(seat, v, text)
                if outcome is not None:
                    await room.settle_and_wait(outcome)
                    brake.moved(loop.time())
                    if _is_alone(room) and self.is_anybody_here():
                        await asyncio.sleep(REST)  # people do not wait behind computers
                if table.game.turn != turn:
                    turn = table.game.turn
                    room.skip.clear()  # it was asked for one turn
        except Refused:
            log.warning("game %s: a computer's move could not be stored", table.id)

    async def _pause(self, room: Room, seconds: float) -> None:
        """Wait for those who look on, if there are any, until one of them has seen enough."""
        if seconds <= 0.0 or not room.connections:
            return
        try:
            await asyncio.wait_for(room.skip.wait(), seconds)
        except TimeoutError:
            return

    def skip(self, room: Room, connection: Connection) -> None:
        """A player does not want to look on: the rest of the computers' turn comes without the
        brake."""
        if not room.table.seats_of(connection.person):
            raise Refused("not-yours", N_("Only players can ask for that."))
        if room.table.thinking():  # they may not have begun
            room.skip.set()

    async def _decide(self, room: Room, seat: str, level: str) -> int:
        """What a computer does. It does something in any case: a game may not hang."""
        for tried, limit in ((level, 0.0), ("recruit", SIMPLE_LIMIT)):
            letters = room.letters.get((seat, tried))
            if letters is None:
                seed = secrets.randbits(32)
                letters = Correspondence(room.table.id, seat, tried, seed)
                room.letters[seat, tried] = letters
            try:
                letter, reply = await self._ask(room, letters, limit)
            except NoAnswer as problem:
                log.warning("game %s: %s", room.table.id, problem)
                continue
            if reply.code in letter.codes:
                return reply.code
            log.warning("game %s: %s chose what is not offered", room.table.id, tried)
        codes = room.table.game.legal(seat).codes
        return codes[secrets.randbelow(len(codes))]

    async def _ask(
        self,
        room: Room,
        letters: Correspondence,
        limit: float = 0.0,
        ask: str = DECIDE,
        **more: Any,
    ) -> tuple[Letter, Reply]:
        """Send a letter; if the staff has not followed the game, with all that has happened."""
        try:
            for _ in range(2):
                letter = letters.write(room.table.game, ask, **more)
                reply = await self.pool.ask(letter, limit, _owner(room), bool(room.connections))
                if not reply.is_behind:
                    return letter, reply
                letters.start_again()
        except BaseException:
            letters.start_again()
            raise
        raise NoAnswer(f"{letters.key}: behind, although all was told")

    # --- advice

    def advise(
        self, room: Room, connection: Connection, viewer: Viewer, message: Hint | Odds
    ) -> None:
        """A player asks the staff; the answer comes when it has been thought of."""
        table = room.table
        person = connection.person
        if person is None or message.seat not in table.seats_of(person):
            raise Refused("not-yours", N_("This is not your seat."))
        if table.is_finished:
            raise Refused("closed", N_("The game has ended."))
        if not table.sheet.advice:
            raise Refused("not-now", NO_ADVICE)
        if isinstance(message, Hint) and message.level not in ADVISERS:
            raise Refused("bad-message", N_("There is no such level."))
        self._check(room, person, message)
        self._asking.add(person)
        task = asyncio.get_running_loop().create_task(
            self._answer(room, connection, viewer, message)
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: self._asking.discard(person))

    def _check(self, room: Room, person: str, message: Hint | Odds) -> None:
        """Raise Refused unless there is something to think about now."""
        table = room.table
        if message.v != table.version(message.seat):
            raise Refused("stale", N_("The game has gone on meanwhile."))
        if person in self._asking:
            raise Refused("pending", N_("The staff is still thinking about your last question."))
        if isinstance(message, Hint) and not table.game.legal(message.seat).codes:
            raise Refused("nothing", N_("There is nothing to decide for you now."))

    async def _answer(
        self, room: Room, connection: Connection, viewer: Viewer, message: Hint | Odds
    ) -> None:
        try:
            if isinstance(message, Hint):
                answers = [await self._hint(room, message, viewer[1])]
            else:
                answers = [await self._odds(room, message)]
        except Refused as refusal:
            answers = tell_socket(refusal, viewer[1], message)
        except RuleError as error:
            illegal = Refused("illegal", error.message, error.rule)
            answers = tell_socket(illegal, viewer[1], message)
        except Exception as problem:
            is_known = isinstance(problem, NoAnswer)
            log.warning("game %s: no advice: %s", room.table.id, problem, exc_info=not is_known)
            nothing = Refused("no-answer", N_("The staff has no answer to that."))
            answers = tell_socket(nothing, viewer[1], message)
        room.reply(connection, answers)

    async def _hint(self, room: Room, message: Hint, lang: str) -> bytes:
        key = (message.seat, f"hint {message.level}")
        known = room.advice.get(key)
        # What the seat cannot see does not count: an enemy's secret choice must not show here.
        now = room.table.version(message.seat)
        if known is not None and known.version == now:
            reply = known.reply
        else:
            # The same seed and no memory: the same position gets the same advice. But whoever has
            # followed it hears how that plan goes on.
            letters = room.letters.get(key)
            if (
                letters is None
                or known is None
                or not _has_followed(room.table, message.seat, known)
            ):
                seed = zlib.crc32(f"{room.table.id} {message.seat}".encode())
                letters = Correspondence(f"{room.table.id} hint", message.seat, message.level, seed)
                room.letters[key] = letters
            v = room.table.v
            letter, reply = await self._ask(room, letters, ask=ADVISE)
            if reply.code not in letter.codes:
                raise NoAnswer(f"{letters.key}: advice that is not offered")
            room.advice[key] = Advice(now, v, reply)
        if room.table.version(message.seat) != now:
            raise Refused("stale", N_("The game has gone on meanwhile."))
        lay(room.table.game.board)
        action = Action(reply.code)
        language = texts.language(lang)
        label = tell_action(action, language)
        if reply.along and action.town is not None:
            town = language.town(TOWN_IDS.index(action.town))
            label = texts.say(MARCH_TOGETHER, lang, number=1 + len(reply.along), town=town)
        text = reason_text(reply, lang) or label
        more = [str(Action(code)) for code in reply.along]
        return encode(HintAnswer(message.id, True, str(action), label, text, more, action.rule))

    async def _odds(self, room: Room, message: Odds) -> bytes:
        lay(room.table.game.board)
        town = TOWN_IDS.index(message.town) if message.town in TOWN_IDS else -1
        units = 0
        for name in message.units:
            if name in UNIT_BY_ID:
                units |= 1 << UNIT_BY_ID[name]
        key = (message.seat, WEIGH)
        letters = room.letters.get(key)
        if letters is None:
            seed = zlib.crc32(f"{room.table.id} {message.seat}".encode())
            letters = room.letters[key] = Correspondence(
                f"{room.table.id} odds", message.seat, "officer", seed
            )
        _, reply = await self._ask(room, letters, ask=WEIGH, town=town, units=units)
        found = reply.odds
        return encode(
            OddsAnswer(
                message.id,
                True,
                found["win"],
                found["own_losses"],
                found["enemy_losses"],
                found["own_points"],
                found["enemy_points"],
                found["error"],
            )
        )


def _has_followed(table: Table, seat: str, advice: Advice) -> bool:
    """Whether what the seat has done since is what the staff had advised, or a part of it."""
    v, reply = advice.v, advice.reply
    since = table.game.moves[v - table.v :] if table.v > v else []
    done = [move.code for move in since if move.seat == seat]
    return bool(done) and set(done) <= {reply.code, *reply.along}


def reason_text(reply: Reply, lang: str) -> str:
    """Why the staff would do it, "" if it does not say."""
    try:
        return tell_reason(texts.language(lang), reply.reason, reply.details, reply.more)
    except (KeyError, IndexError, ValueError):
        log.warning("a reason does not fit its words: %r", reply.reason)
        return ""
