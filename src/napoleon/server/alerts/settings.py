"""What whoever runs the house has set up for telling people: an address, a mail server.

Everything can be said by options or by the environment; a password belongs into the environment,
where no list of processes shows it.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

PORTS: Final = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
NAMES: Final = {
    "address": "NAPOLEON_ADDRESS",
    "smtp": "NAPOLEON_SMTP",
    "mail_from": "NAPOLEON_MAIL_FROM",
    "private_webhooks": "NAPOLEON_PRIVATE_WEBHOOKS",
    "notice_after": "NAPOLEON_NOTICE_AFTER",
}
AFTER: Final = 20.0  # seconds for which somebody may come back before anything is sent


class BadSettings(ValueError):
    """What was set up cannot be; the message says why."""


class MailServer(NamedTuple):
    """Whom mail is handed to."""

    host: str
    port: int
    security: str  # smtp: STARTTLS; smtps: TLS from the start; smtp+plain: none
    user: str = ""
    password: str = ""


class Settings(NamedTuple):
    """What is set up; nothing by default."""

    address: str = ""  # of the house, for links: https://napoleon.example.org
    mail: MailServer | None = None
    mail_from: str = ""
    is_private_allowed: bool = False  # webhooks may go to addresses within one's own network
    after: float = AFTER

    @property
    def has_mail(self) -> bool:
        """Whether mail can be sent."""
        return bool(self.mail is not None and self.mail_from and self.address)

    @property
    def has_push(self) -> bool:
        """Whether browsers can be told."""
        return bool(self.address)

    @property
    def subject(self) -> str:
        """Whom a push service may turn to."""
        return f"mailto:{self.mail_from}" if self.mail_from else self.address


def parse_smtp(url: str) -> MailServer:
    """A mail server: ``smtp://USER:PASSWORD@HOST:PORT``; raises BadSettings."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as problem:
        raise BadSettings(f"the mail server cannot be read: {problem}") from None
    if parts.scheme not in PORTS or not parts.hostname:
        raise BadSettings("expected a mail server as smtp://, smtps:// or smtp+plain://HOST[:PORT]")
    return MailServer(
        parts.hostname,
        port or PORTS[parts.scheme],
        parts.scheme,
        unquote(parts.username or ""),
        unquote(parts.password or ""),
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options; what is not said is read from the environment."""
    parser.add_argument(
        "--address", metavar="URL", help="where this house is found, for links in messages"
    )
    parser.add_argument(
        "--smtp", metavar="URL", help="mail server: smtp://USER:PASSWORD@HOST:PORT, or smtps://"
    )
    parser.add_argument("--mail-from", metavar="ADDRESS", help="whom mail comes from")
    parser.add_argument(
        "--private-webhooks",
        action="store_const",
        const="1",
        help="let webhooks go to addresses within your own network too",
    )
    parser.add_argument(
        "--notice-after",
        metavar="SECONDS",
        help=f"for which somebody may come back before a message is sent ({AFTER:.0f})",
    )


def hand_down(arguments: argparse.Namespace) -> None:
    """Put the options into the environment, for processes that are started from here: a list of
    processes would show a password."""
    for name, variable in NAMES.items():
        value = getattr(arguments, name)
        if value is not None:
            os.environ[variable] = value


def read_settings(
    arguments: argparse.Namespace | None = None, environment: Mapping[str, str] = os.environ
) -> Settings:
    """What is set up, by options first; raises BadSettings."""
    said = {
        name: getattr(arguments, name, None) or environment.get(variable, "")
        for name, variable in NAMES.items()
    }
    address = said["address"].rstrip("/")
    if address and (urlsplit(address).scheme not in ("http", "https")):
        raise BadSettings(f"expected an address that begins with https://, got {address!r}")
    mail = parse_smtp(said["smtp"]) if said["smtp"] else None
    if mail is not None and not (said["mail_from"] and address):
        raise BadSettings("a mail server needs --mail-from, and --address for the links in mails")
    try:
        after = float(said["notice_after"] or AFTER)
    except ValueError:
        raise BadSettings(f"expected seconds, got {said['notice_after']!r}") from None
    is_private_allowed = said["private_webhooks"] not in ("", "0")
    return Settings(address, mail, said["mail_from"], is_private_allowed, after)
