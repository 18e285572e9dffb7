"""What travels about notices: how somebody wants to be told, and where."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from napoleon.server.alerts.forms import WebhookForm
from napoleon.server.store.alert_wishes import Channel
from napoleon.server.store.alerts import Pace

Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]
Address = Annotated[str, Meta(max_length=1000)]
Secret = Annotated[str, Meta(max_length=200)]
# What is missing: nothing; what whoever runs the house has not set; an account of one's own
Missing = Literal["", "mail", "address", "account"]

# --- to the server


class NoticeWishes(msgspec.Struct):
    """How somebody wants to be told: by which channels at which pace, and when not."""

    choices: dict[Pace, list[Channel]]
    zone: Annotated[str, Meta(max_length=64)]
    quiet_from: Minute | None = None  # minutes after midnight
    quiet_to: Minute | None = None


class EmailChoice(msgspec.Struct):
    """An address for mail; "" for none."""

    address: Annotated[str, Meta(max_length=254)]


class LinkToken(msgspec.Struct):
    """What stood in a link."""

    token: Secret


class NewDevice(msgspec.Struct):
    """A browser that is to take messages, as its PushSubscription says."""

    endpoint: Address
    p256dh: Annotated[str, Meta(max_length=120)]
    auth: Annotated[str, Meta(max_length=40)]
    name: Annotated[str, Meta(max_length=200)] = ""


class DeviceChoice(msgspec.Struct):
    """One of one's own browsers."""

    id: Annotated[str, Meta(max_length=24)]


class WebhookChoice(msgspec.Struct):
    """Where messages are to be sent, and how; "" for nowhere."""

    url: Address
    form: WebhookForm = "json"


class ChannelChoice(msgspec.Struct):
    """A channel to try."""

    channel: Channel


class Forgotten(msgspec.Struct):
    """Somebody does not know the password any more: the name of the account, or its e-mail."""

    who: Annotated[str, Meta(max_length=254)]


class NewPassword(msgspec.Struct):
    """Another password, by a link."""

    token: Secret
    password: Annotated[str, Meta(max_length=1000)]


# --- to the browser


class DeviceInfo(msgspec.Struct):
    """A browser that takes messages."""

    id: str
    name: str


class NoticeInfo(msgspec.Struct):
    """How somebody is told, and what can be chosen here."""

    choices: dict[Pace, list[Channel]]
    zone: str
    quiet_from: int | None
    quiet_to: int | None
    missing: dict[Channel, Missing]  # why a channel is off
    trouble: dict[Channel, str]  # what went wrong with the latest message
    email: str
    is_verified: bool
    devices: list[DeviceInfo]
    push_key: str  # the public key of the house
    webhook: str
    form: WebhookForm


class WaitingGame(msgspec.Struct):
    """A game that waits for whoever asks."""

    game: str
    name: str  # of the opponents
    pace: Pace
