"""What travels about people, every body and every answer a type (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from napoleon.server.alerts.forms import WebhookForm
from napoleon.server.http.messages import Name

BondKind = Literal["friend", "block", "mute"]


# --- to the server


class NewPasskey(msgspec.Struct):
    """What the authenticator has made, and what it is to be called."""

    credential: dict[str, Any]
    name: Name = ""


class PasskeyAnswer(msgspec.Struct):
    """What the authenticator says to a challenge."""

    credential: dict[str, Any]


class PasskeyName(msgspec.Struct):
    """Another name for a passkey."""

    id: Annotated[str, Meta(max_length=1400)]
    name: Name


class PasskeyChoice(msgspec.Struct):
    """One of one's own passkeys."""

    id: Annotated[str, Meta(max_length=1400)]


class SessionChoice(msgspec.Struct):
    """One of one's own sessions; "" for all but this one."""

    id: Annotated[str, Meta(max_length=64)]


class Deletion(msgspec.Struct):
    """Everything of mine is to be forgotten; games under way are given up, or handed to a computer
    where others play on."""

    password: Annotated[str, Meta(max_length=1000)] = ""
    games: Literal["resign", "computer"] = "resign"


class Confirmation(msgspec.Struct):
    """That I am the holder of my account: the password, or what a passkey says to a challenge of
    `/api/passkeys/login/begin`."""

    password: Annotated[str, Meta(max_length=1000)] = ""
    credential: dict[str, Any] | None = None


class PasswordChange(msgspec.Struct):
    """Another password, and the present one."""

    present: Annotated[str, Meta(max_length=1000)]
    password: Annotated[str, Meta(max_length=1000)]


class BondChange(msgspec.Struct):
    """Somebody is to be a friend, blocked or not heard; or no longer."""

    person: Name  # the id
    kind: BondKind
    is_on: bool


class Complaint(msgspec.Struct):
    """Something that whoever runs the server should know about somebody."""

    person: Name  # the id
    text: Annotated[str, Meta(max_length=8000)]
    game: Name = ""


class WishChange(msgspec.Struct):
    """What others may see of me."""

    is_seen: bool | None = None
    is_shown: bool | None = None


# --- from the server


class PasskeyOptions(msgspec.Struct):
    """What the browser asks its authenticator; `publicKey` of WebAuthn, as JSON."""

    options: dict[str, Any]


class PasskeyInfo(msgspec.Struct):
    """A passkey of one's own."""

    id: str
    name: str
    created: str
    used: str  # "" if it never was


class SessionInfo(msgspec.Struct):
    """A browser that is logged in as me."""

    id: str
    device: str  # "Firefox, Linux"; "" if it is not known
    created: str
    used: str  # to the day
    is_this: bool


class WebhookInfo(msgspec.Struct):
    """An address to which messages about my turns are sent."""

    url: str
    form: WebhookForm


class AccountInfo(msgspec.Struct):
    """What I keep here."""

    name: str
    is_account: bool
    picture: str
    passkeys: list[PasskeyInfo]
    can_have_passkeys: bool  # not under an address of numbers
    sessions: list[SessionInfo]
    webhooks: list[WebhookInfo]
    open_games: int  # under way, in which others sit too
    is_seen: bool
    is_shown: bool


class Tally(msgspec.Struct):
    """Games of one kind: a side, a scenario, the level of the computer that was played."""

    name: str
    won: int
    lost: int


class Acquaintance(msgspec.Struct):
    """Somebody, in my eyes."""

    id: str
    name: str
    is_account: bool
    picture: str
    is_friend: bool  # to me
    has_asked: bool  # calls me a friend
    is_blocked: bool
    is_muted: bool
    is_here: bool  # at a table now; only of friends, and only if both want it


class Profile(msgspec.Struct):
    """What everybody may know of the holder of an account."""

    person: Acquaintance
    since: str
    is_me: bool
    is_shown: bool  # the results are there to be seen
    games: int
    sides: list[Tally]
    scenarios: list[Tally]
    levels: list[Tally]


class PeopleList(msgspec.Struct):
    """Friends and others, and whom I have played with lately."""

    is_seen: bool  # friends see that I am here
    people: list[Acquaintance]
    met: list[Acquaintance]
