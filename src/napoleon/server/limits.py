"""How much one visitor may ask of the server."""

from __future__ import annotations

import msgspec

FRAME_CHARACTERS = 16_384  # of a message from a client
FRAME_BYTES = 65_536  # beyond this the connection is closed before anything is read
BODY_BYTES = 65_536  # of a POST
HEAD_BYTES = 65_536  # of a request over HTTP before its body
WHOLE_BYTES = 4_000_000  # of a request over HTTP, read or not
NAME_LENGTH = 40
ACCOUNT_LENGTH = 80  # of a name as it is looked up, in small letters (people.account)
PASSWORD_LENGTH = 200
SHORTEST_PASSWORD = 8
CHAT_LENGTH = 500
QUESTION = 5  # messages that a question to the staff counts as, for it costs thinking
CHATS_KEPT = 500  # of a game; what came before is not sent any more


class Limits(msgspec.Struct, frozen=True):
    """Rates a second, and how many may come at once; a load test raises them."""

    # Of one person at one game, over all sockets; each action counts, a question as several.
    messages: float = 20.0
    messages_at_once: float = 60.0
    refusals: int = 200  # so many messages over the rate, and the socket is closed
    chats: float = 1.0  # of one person at one game
    chats_at_once: float = 10.0
    calls: float = 30.0  # of /api from one address
    calls_at_once: float = 300.0
    guests: float = 2.0  # new guests from one address
    guests_at_once: float = 60.0
    logins: float = 0.5  # tries from one address; each costs a password hash
    logins_at_once: float = 20.0
    account_logins: float = 0.1  # tries at one account, from wherever
    account_logins_at_once: float = 10.0
    proof_free: int = 2  # accounts of a network in an hour without a proof of work; offers too
    proof_bits: int = 17  # noughts that a proof begins with: about a second in a browser
    games: float = 0.5  # new games of one person
    games_at_once: float = 40.0
    parcels: float = 0.01  # all that is kept of one person, to download
    parcels_at_once: float = 4.0
    reset_mails: int = 3  # links to a new password an hour to one address, over all processes
    confirmation: float = 600.0  # seconds after a password or passkey in which secrets may change
    turn_actions: int = 5000  # stored for one seat in one turn; after that nothing is taken back
    open_games: int = 100  # of one person that are not over
    offers_guest: int = 1  # tables of one guest with an open seat that stand in the lobby
    offers_account: int = 5  # the same of an account
    seeks: float = 0.1  # new standing seeks of one person
    seeks_at_once: float = 10.0
    seek_guest: float = 60.0  # seconds without a word from a guest, until a seek ends
    seek_account: float = 86_400.0  # seconds for which the seek of an account lasts
    sockets: int = 24  # of one person or network at once
    request: float = 15.0  # seconds for a whole request over HTTP
    connections: int = 200  # over HTTP, of one network at once; of this machine any number
    session: float = 3.0  # seconds for which a cookie is believed without asking the store
    hello: float = 30.0  # seconds for a socket to say hello
    rated_age: float = 86_400.0  # seconds: the age of an account without a confirmed address
    rated_pair: int = 3  # rated results of the same two people in 24 hours
    rated_opponents: int = 10  # different ones, before a rating is in the list
    absence: float = 120.0  # seconds away, before a computer may play for somebody
    backlog: int = 4_000_000  # bytes waiting for a slow reader, who is cut off beyond it


class Bucket:
    """A token bucket: `rate` tokens a second flow in, `size` at most."""

    __slots__ = ("_at", "_rate", "_size", "_tokens")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self._rate = rate
        self._size = size
        self._tokens = size
        self._at = now

    def take(self, now: float) -> bool:
        """Take a token; False if there is none."""
        tokens = self._tokens + (now - self._at) * self._rate
        self._at = now
        tokens = min(tokens, self._size)
        if tokens < 1.0:
            self._tokens = tokens
            return False
        self._tokens = tokens - 1.0
        return True

    def charge(self, count: float) -> None:
        """Take more tokens for what was let in by `take`; there may be fewer than none then."""
        self._tokens -= count

    def is_full(self, now: float) -> bool:
        """Whether it has filled up again, so that it may be forgotten."""
        return self._tokens + (now - self._at) * self._rate >= self._size


class Buckets:
    """A bucket for each address or person; the full ones are forgotten now and then."""

    def __init__(self, rate: float, size: float, most: int = 10_000) -> None:
        self._rate = rate
        self._size = size
        self._most = most
        self._buckets: dict[str, Bucket] = {}

    def take(self, whose: str, now: float) -> bool:
        """Take a token of somebody; False if there is none."""
        bucket = self._buckets.get(whose)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._buckets = {
                    name: kept for name, kept in self._buckets.items() if not kept.is_full(now)
                }
            bucket = self._buckets[whose] = Bucket(self._rate, self._size, now)
        return bucket.take(now)

    def charge(self, whose: str, count: float) -> None:
        """Take more tokens of somebody who was let in just now."""
        self._buckets[whose].charge(count)


class Rates:
    """What each person may say at each game, over however many sockets of this process."""

    def __init__(self, limits: Limits) -> None:
        self.messages = Buckets(limits.messages, limits.messages_at_once)
        self.chats = Buckets(limits.chats, limits.chats_at_once)
