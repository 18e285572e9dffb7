"""A table: one game, who sits at it, and what each message to it leads to.

No input or output, no clock, no waiting: a message goes in, an `Outcome` comes out or `Refused` is
raised. What an outcome says is to be stored first, and only then sent.
"""

from __future__ import annotations

from napoleon.rules import Event, Game, IllegalAction, NothingToUndo, RuleError
from napoleon.rules.words.language import N_
from napoleon.server import texts
from napoleon.server.cleaning import clean
from napoleon.server.limits import CHAT_LENGTH, CHATS_KEPT
from napoleon.server.reasons import why
from napoleon.server.refusals import Refused, tell_socket
from napoleon.server.table.keyed_dice import KeyedDice
from napoleon.server.table.messages import (
    Act,
    Answer,
    Chat,
    ChatLine,
    ChatMessage,
    Consent,
    DeployRest,
    Hello,
    Message,
    People,
    PlaceRest,
    SitterInfo,
    Undo,
    Why,
    WhyAnswer,
    encode,
)
from napoleon.server.table.outcome import News, Outcome, Viewer
from napoleon.server.table.replaying import carry_out, take_back
from napoleon.server.table.resigning import check_ending, check_resigning
from napoleon.server.table.sheet import (
    RESIGN,
    UNDO,
    VIEWERS,
    Rows,
    Sheet,
    Sitter,
    StoredMove,
    WhatsNew,
    describe_sitters,
    questions,
    seats_of,
    status_of,
)
from napoleon.server.table.state_messages import StateMessages, Steps
from napoleon.server.table.talk import ALLIED_SEATS, check_channel, hears, held_back
from napoleon.server.table.tally import Tally

NO_PLACE = N_("There is nothing to place now.")
NO_DEPLOY = N_("There is nothing to deploy now.")
LEFT = N_("The rest was not played: something happened first.")


class Table:
    """One game with its players."""

    def __init__(
        self,
        sheet: Sheet,
        game: Game,
        v: int,
        cuts: list[tuple[int, int]],
        chat: list[ChatLine],
        steps: Steps | None = None,
    ) -> None:
        self.sheet = sheet
        self.game = game
        self.v = v  # moves in the game's story; what a seat can see of them is its version
        self.messages_of_state = StateMessages(game, v, cuts, steps)
        self.chat = chat
        self.viewers: dict[Viewer, int] = {}
        self.present: dict[str, int] = {}  # how many sockets each person has here
        self.elsewhere: set[str] = set()  # who is at this table in another process
        if self.is_finished:
            self.messages_of_state.close()
        self.standing = self._stand()  # the turn, and who is to act
        self._talk = self._may_talk()
        self.tally = Tally(game.turn)

    # --- asking

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.sheet.id

    @property
    def is_finished(self) -> bool:
        """Whether nothing can be played any more."""
        return self.sheet.ended is not None

    @property
    def status(self) -> str:
        """One of waiting, playing, over, abandoned."""
        return status_of(self.sheet)

    def version(self, seat: str | None) -> int:
        """The version of the game that a seat sees: what it cannot see does not count."""
        return self.messages_of_state.version(seat)

    def seats_of(self, person: str | None) -> list[str]:
        """The seats that a person holds."""
        return seats_of(self.sheet, person)

    def thinking(self) -> list[str]:
        """The computers that are to act."""
        seats = self.sheet.seats
        if self.is_finished or all(sitter.computer is None for sitter in seats.values()):
            return []
        return [seat for seat in self.standing[1] if seats[seat].computer is not None]

    def _stand(self) -> tuple[int, list[str]]:
        """The turn, and who is to act."""
        return self.game.turn, [str(seat) for seat in self.game.to_act]

    def _may_talk(self) -> bool:
        """Whether the Allies may confer now (rule 11)."""
        if self.sheet.players != 3 or self.is_finished:
            return False
        return self.messages_of_state.sight(ALLIED_SEATS[0]).view.may_talk

    # --- looking on

    def look(self, viewer: Viewer) -> None:
        """Somebody begins to look on."""
        self.viewers[viewer] = self.viewers.get(viewer, 0) + 1

    def look_away(self, viewer: Viewer) -> None:
        """Somebody looks on no longer."""
        self.viewers[viewer] -= 1
        if not self.viewers[viewer]:
            del self.viewers[viewer]
            seat = viewer[0]
            if all(other != seat for other, _ in self.viewers):
                self.messages_of_state.forget(seat)

    def arrive(self, person: str) -> bool:
        """A socket of a person has come; True if it is the first."""
        self.present[person] = self.present.get(person, 0) + 1
        return self.present[person] == 1

    def depart(self, person: str) -> bool:
        """A socket of a person has gone; True if it was the last."""
        self.present[person] -= 1
        if self.present[person]:
            return False
        del self.present[person]
        return True

    def is_present(self, person: str) -> bool:
        """Whether a person is at the table in any process."""
        return person in self.present or person in self.elsewhere

    def hello(self, hello: Hello) -> list[bytes]:
        """Everything that somebody must be told who comes to a seat, and may."""
        seat, lang = hello.seat, texts.choose_language(hello.lang)
        first = self.messages_of_state.first_new(seat, hello.since, hello.v)
        return [
            self.people(seat),
            encode(ChatMessage([line for line in self.chat if self._hears(seat, line)])),
            self._state(seat, lang, first),
        ]

    def fresh_state(self, viewer: Viewer) -> bytes:
        """The state for somebody who has all events."""
        seat, lang = viewer
        return self._state(seat, lang, self.messages_of_state.length(seat))

    def _state(self, seat: str | None, lang: str, first: int) -> bytes:
        return encode(self.messages_of_state.message(seat, lang, first, self.thinking()))

    def sitters(self) -> dict[str, SitterInfo]:
        """Who sits where, for everybody to see."""
        return describe_sitters(self.sheet.seats, {*self.present, *self.elsewhere})

    def people(self, seat: str | None) -> bytes:
        """The `people` message for a seat."""
        may_talk = seat in ALLIED_SEATS and self._may_talk()
        sheet = self.sheet
        asks = questions(sheet)
        return encode(People(self.sitters(), sheet.ending, self.status, may_talk, *asks))

    def tell_people(self) -> News:
        """The `people` message for everybody."""
        return [(viewer, self.people(viewer[0])) for viewer in self.viewers]

    # --- playing

    def turn_away(self, refusal: Refused, viewer: Viewer, message: Message) -> list[bytes]:
        """What is replied to a message that was refused; the present state to whoever would have
        moved in an old one."""
        replies = tell_socket(refusal, viewer[1], message)
        if refusal.code == "stale" and isinstance(message, Act | PlaceRest | DeployRest | Undo):
            replies.insert(0, self.fresh_state(viewer))
        return replies

    def act(self, person: str | None, viewer: Viewer, message: Act) -> Outcome:
        """Play actions of a person's seat."""
        self._check(person, message.seat, message.v)
        return self._play(viewer, message)

    def arrange(
        self, person: str | None, viewer: Viewer, message: PlaceRest | DeployRest, seed: int
    ) -> Outcome:
        """Place or deploy what is left of a person's seat, as one batch; chance is of the seed."""
        # Not before it is asked for: it brings all of the opponents along.
        from napoleon.ai.advice import arranging

        self._check(person, message.seat, message.v)
        if isinstance(message, PlaceRest):
            actions = arranging.place_rest(self.game, message.seat, seed)
        else:
            actions = arranging.deploy_rest(self.game, message.seat)
        if not actions:
            raise Refused("nothing", NO_PLACE if isinstance(message, PlaceRest) else NO_DEPLOY)
        batch = [str(action) for action in actions]
        outcome = self._play(viewer, Act(message.seat, message.v, batch, message.id))
        outcome.replies = [encode(Answer(message.id, True, played=len(batch)))]
        return outcome

    def act_for_computer(self, seat: str, v: int, action: str) -> Outcome | None:
        """Play what a computer has chosen; None if the game has gone on since it looked."""
        if self.is_finished or v != self.v or self.sheet.seats[seat].computer is None:
            return None
        return self._play((seat, "en"), Act(seat=seat, v=v, actions=[action]))

    def _check(self, person: str | None, seat: str, v: int) -> None:
        """Raise Refused unless this person may change the game for this seat now."""
        if self.is_finished:
            raise Refused("closed", "The game has ended.")
        if seat not in self.seats_of(person):
            raise Refused("not-yours", "This is not your seat.")
        if self.sheet.seats[seat].stand_in is not None:
            raise Refused("taken-over", "A computer plays for you: take your seat back first.")
        if v != self.version(seat):
            raise Refused("stale", "The game has gone on meanwhile.")

    def _play(self, viewer: Viewer, message: Act) -> Outcome:
        """Play a batch of actions: all or nothing, or with `some` as many as are allowed; nothing
        behind what rolled dice or showed something (`Game.play`)."""
        game = self.game
        kept, turn = game.event_count, game.turn
        language = texts.language(viewer[1])
        self.messages_of_state.prepare(message.actions[0] if len(message.actions) == 1 else "")
        try:
            played = game.play(
                message.seat, message.actions, partial=message.some, stop=True, language=language
            )
        except IllegalAction as error:
            raise Refused("illegal", error.reason, error.rule) from error
        except RuleError as error:
            raise Refused("illegal", error.message, error.rule) from error
        answer = Answer(message.id, True)
        if played.refused:
            _, refusal = played.refused[0]
            if not played.moves:
                raise Refused("illegal", refusal.text, refusal.rule)
            answer = Answer(message.id, True, refusal.rule, refusal.text, len(played.moves))
        if played.left:
            answer.ok, answer.rule, answer.text = False, "", texts.say(LEFT, viewer[1])
        moves = [
            StoredMove(self.v + n, message.seat, str(move.action), " ".join(map(str, move.dice)))
            for n, move in enumerate(played.moves, 1)
        ]
        rows = Rows(self.id, moves)
        if game.turn != turn:
            rows.snapshot = (self.v + len(moves), game.position())
        return Outcome(rows, self._change(rows, kept, played.events), [encode(answer)])

    def undo(self, person: str | None, viewer: Viewer, message: Undo) -> Outcome:
        """Take back the last action of a person's seat."""
        self._check(person, message.seat, message.v)
        self.messages_of_state.prepare()
        try:
            kept, events = take_back(self.game, message.seat)
        except NothingToUndo as error:
            raise Refused("nothing", error.message, error.rule) from error
        rows = Rows(self.id, [StoredMove(self.v + 1, message.seat, UNDO)])
        return Outcome(rows, self._change(rows, kept, events), [encode(Answer(message.id, True))])

    def _change(self, rows: Rows, kept: int, events: list[Event]) -> News:
        """The game has gone on: these events come after the first `kept`. Completes the rows that
        store it, and says who is told what."""
        self.v += len(rows.moves)
        self.tally.add(rows.moves, self.game.turn)
        seen = self.messages_of_state.advance(self.v, kept, events)
        for move in rows.moves[:-1]:
            move.seen = 0
        rows.moves[-1].seen = seen
        stand = self._stand()
        if stand != self.standing:
            self.standing = stand
            rows.sheet = {"turn": stand[0], "to_act": " ".join(stand[1])}
        result = self.game.result
        if result is not None:
            self.sheet.ended = "over"
            rows.sheet = {
                "turn": stand[0],
                "to_act": "",
                "ended": "over",
                "result": encode(result.as_dict()).decode(),
            }
        return self._tell_change(seen, kept)

    def _tell_change(self, seen: int, kept: int) -> News:
        """What those are told who can see a change."""
        news: News = []
        thinking = self.thinking()
        for viewer in self.viewers:
            seat, lang = viewer
            if seen >> VIEWERS.index(seat) & 1:
                first = self.messages_of_state.count_before(seat, kept)
                message = self.messages_of_state.message(seat, lang, first, thinking)
                news.append((viewer, encode(message)))
        talk = self._may_talk()
        is_over = self.game.result is not None
        if talk != self._talk or is_over:
            self._talk = talk
            news += self.tell_people()
            if talk or is_over:
                news += self._break_silence()
        return news

    # --- what happened in another process

    def follow(self, found: WhatsNew, has_new_names: bool = False) -> News:
        """Take in what others have stored of this game."""
        news = self.follow_moves(found.moves)
        for line in found.chat:
            news += self.hear(line)
        assert found.sheet is not None
        is_other = found.sheet.edition != self.sheet.edition or found.others != self.elsewhere
        is_other |= found.sheet.takeback != self.sheet.takeback
        self.elsewhere = found.others
        was_finished = self.is_finished
        self.sheet = found.sheet
        if self.is_finished and not was_finished and self.game.result is None:
            self.messages_of_state.close()
            news += [(viewer, self.fresh_state(viewer)) for viewer in self.viewers]
        if is_other or has_new_names:
            news += self.tell_people()
        return news

    def follow_moves(self, moves: list[StoredMove]) -> News:
        """Play what others have stored upon what this table has."""
        news: News = []
        dice = self.game.state.dice
        assert isinstance(dice, KeyedDice)
        rolls = dice.count
        for move in moves:
            self.messages_of_state.prepare(move.action)
            kept, events = carry_out(self.game, move)
            rolls += len(move.dice.split())
            self.v = move.v
            self.tally.add([move], self.game.turn)
            self.standing = self._stand()
            self.messages_of_state.follow(move.v, kept, events, move.seen)
            seen = move.seen if move.seen is not None else -1
            news += self._tell_change(seen, kept)
        self.game.use_dice(KeyedDice(dice.key, rolls))
        return news

    def why(self, person: str | None, viewer: Viewer, message: Why) -> Outcome:
        """Say why an action is not allowed, or why a unit can do nothing."""
        if message.seat not in self.seats_of(person):
            raise Refused("not-yours", "This is not your seat.")
        refusal = why(self.game, message.seat, message.action, texts.language(viewer[1]))
        if refusal is None:
            return Outcome(replies=[encode(WhyAnswer(message.id, True))])
        answer = WhyAnswer(message.id, False, refusal.rule, refusal.text)
        return Outcome(replies=[encode(answer)])

    # --- talking

    def _hears(self, seat: str | None, line: ChatLine) -> bool:
        return hears(seat, line, self.game.turn, self._may_confer(), self.sheet.deaf)

    def _may_confer(self) -> bool:
        return self.is_finished or self._may_talk()

    def say(
        self, person: str | None, viewer: Viewer, message: Chat, now: str, stamp: int = 0
    ) -> Outcome:
        """Say something at the table, or between the Allies (rule 11); `stamp` is unique here."""
        seat = viewer[0]
        if seat is None or seat not in self.seats_of(person):
            raise Refused("not-yours", "Only players speak at the table.")
        check_channel(seat, message.channel, self.sheet.players, self._may_confer())
        text = clean(message.text, CHAT_LENGTH, keeps_joiners=True)
        if not text:
            return Outcome()
        sitter = self.sheet.seats[seat]
        number = max(stamp, self.chat[-1].n + 1 if self.chat else 0)
        line = ChatLine(number, seat, sitter.name, message.channel, text, now)
        line.is_guest = sitter.is_guest
        if seat in ALLIED_SEATS and not self._may_confer():
            line.held = self.game.turn
        return Outcome(Rows(self.id, chat=line, speaker=person), self.hear(line))

    def hear(self, line: ChatLine) -> News:
        """Something was said: who is told."""
        self.chat.append(line)
        del self.chat[:-CHATS_KEPT]
        data = encode(ChatMessage([line]))
        return [(other, data) for other in self.viewers if self._hears(other[0], line)]

    def _break_silence(self) -> News:
        """The Allies may confer again: each hears what the other has said meanwhile."""
        news: News = []
        for viewer in self.viewers:
            lines = held_back(self.chat, viewer[0], self.game.turn, self.sheet.deaf)
            if lines:
                news.append((viewer, encode(ChatMessage(lines))))
        return news

    # --- ending

    def consent(self, person: str | None, message: Consent) -> Outcome:
        """Answer whether the game is to be ended."""
        if message.what != "end":
            raise Refused("bad-message", "expected consent to 'end'")
        if not self.sheet.ending:
            raise Refused("not-now", "nobody has asked to end the game")
        if message.yes:
            return self.end(person)
        if not self.seats_of(person):
            raise Refused("not-yours", "only players decide about the end of the game")
        self.sheet.ending = []
        return Outcome(Rows(self.id, sheet={"ending": ""}), self.tell_people())

    def end(self, person: str | None) -> Outcome:
        """Ask to abandon the game; it is over once every player agrees, or before its start once
        its maker says so."""
        seats = self.seats_of(person)
        if not seats and (person is None or person != self.sheet.creator or self.v):
            raise Refused("not-yours", "only players decide about the end of the game")
        check_ending(self.sheet, self.v)
        news: News = []
        agreed = {*self.sheet.ending, *seats}
        humans = {seat for seat, sitter in self.sheet.seats.items() if sitter.kind == "human"}
        self.sheet.ending = [seat for seat in self.sheet.seats if seat in agreed]
        columns: dict[str, object] = {"ending": " ".join(self.sheet.ending)}
        if agreed >= humans or (self.v == 0 and person == self.sheet.creator):
            self.sheet.ended = "abandoned"
            self.sheet.ending = []
            columns = {"ending": "", "ended": "abandoned", "to_act": ""}
            self.messages_of_state.close()
            news = [(viewer, self.fresh_state(viewer)) for viewer in self.viewers]
        return Outcome(Rows(self.id, sheet=columns), news + self.tell_people())

    def resign(self, person: str | None, seat: str) -> Outcome:
        """Give the game up: the other side has won."""
        check_resigning(self.sheet, self.seats_of(person), seat)
        return self.declare(seat, RESIGN)

    def declare(self, seat: str, how: str) -> Outcome:
        """Store what is no action of the rules: a seat gives up, is late, or takes back."""
        self.messages_of_state.prepare()
        rows = Rows(self.id, [StoredMove(self.v + 1, seat, how)])
        kept, events = carry_out(self.game, rows.moves[0])
        return Outcome(rows, self._change(rows, kept, events))

    # --- sitting

    def seat_person(self, seat: str, person: str, name: str, is_guest: bool = False) -> Outcome:
        """Return what gives an open seat to a person."""
        if self.is_finished:
            raise Refused("closed", "the game has ended")
        if self.seats_of(person):
            raise Refused("seated", "you already have a seat at this table")
        if self.sheet.seats[seat].kind != "open":
            raise Refused("taken", "somebody has this seat already")
        return self.reseat({seat: Sitter("human", person, name, is_guest=is_guest)})

    def leave(self, seat: str, person: str, invite: str) -> Outcome:
        """Return what makes a person's seat open again, under a new invitation."""
        if seat not in self.seats_of(person):
            raise Refused("not-yours", "this is not your seat")
        if self.is_finished:
            raise Refused("closed", "the game has ended")
        return self.reseat({seat: Sitter("open", invite=invite)})

    def reseat(self, seats: dict[str, Sitter]) -> Outcome:
        """Return what gives these seats to others; the table changes once that is stored."""
        ending = [seat for seat in self.sheet.ending if seat not in seats]
        rows = Rows(self.id, seats=seats, sheet={"ending": " ".join(ending)})
        return Outcome(rows, is_applied=False)

    def apply(self, rows: Rows) -> None:
        """Change who sits where by stored rows, unless the table was read after they were."""
        sheet = self.sheet
        if rows.edition == sheet.edition and rows.seats is not None and rows.sheet is not None:
            sheet.edition += 1
            sheet.seats.update(rows.seats)
            sheet.ending = str(rows.sheet["ending"]).split()
            if rows.clock is not None:
                sheet.clock = rows.clock
