"""The tables of what people are told when they are not looking, and of how they want to be told.

Times are whole milliseconds since 1970. Nothing here points to rows of other tables: people and
games may go, and what is left of them here is cleared away (alerts.clear_away).
"""

from __future__ import annotations

import sqlalchemy as sa

from napoleon.server.store.tables import metadata

# How somebody wants to be told; nobody has to say anything
alert_wishes = sa.Table(
    "alert_wishes",
    metadata,
    sa.Column("person", sa.String(24), primary_key=True),
    sa.Column("choices", sa.Text, nullable=False),  # JSON: the channels, by pace
    sa.Column("quiet_from", sa.Integer),  # minutes after midnight; null: never quiet
    sa.Column("quiet_to", sa.Integer),
    sa.Column("zone", sa.String(64), nullable=False, server_default="UTC"),
)
emails = sa.Table(
    "emails",
    metadata,
    sa.Column("person", sa.String(24), primary_key=True),
    sa.Column("address", sa.String(254), nullable=False, index=True),
    sa.Column("verified", sa.Boolean, nullable=False, server_default=sa.false()),
)
# What a link in a mail is good for; used once
email_tokens = sa.Table(
    "email_tokens",
    metadata,
    sa.Column("token", sa.String(64), primary_key=True),  # SHA-256 of what stands in the link
    sa.Column("person", sa.String(24), nullable=False, index=True),
    sa.Column("purpose", sa.String(8), nullable=False),  # verify, reset
    sa.Column("address", sa.String(254), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
push_devices = sa.Table(
    "push_devices",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("person", sa.String(24), nullable=False, index=True),
    sa.Column("endpoint", sa.String(1000), nullable=False, unique=True),
    sa.Column("p256dh", sa.String(120), nullable=False),
    sa.Column("auth", sa.String(40), nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
)
webhooks = sa.Table(
    "webhooks",
    metadata,
    sa.Column("person", sa.String(24), primary_key=True),
    sa.Column("url", sa.String(1000), nullable=False),
    sa.Column("form", sa.String(12), nullable=False),  # json, discord, matrix
)
# Somebody is to act in a game, after a move of their own (0: before the first): one turn, one row
waits = sa.Table(
    "waits",
    metadata,
    sa.Column("person", sa.String(24), primary_key=True),
    sa.Column("game", sa.String(24), primary_key=True, index=True),
    sa.Column("after", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("v", sa.Integer, nullable=False),  # the move upon which this was found
    sa.Column("due", sa.BigInteger, nullable=False),  # when it is looked at
    sa.Column("state", sa.String(8), nullable=False),  # new, told, seen, reminded
    sa.Index("ix_waits_state_due", "state", "due"),
)
# What is to be sent, and has been
outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("person", sa.String(24), nullable=False, index=True),
    sa.Column("channel", sa.String(8), nullable=False),  # email, push, webhook
    # The device of a push message, or an address that is not the person's any more
    sa.Column("target", sa.String(254), nullable=False),
    # turn, late, test, verify, reset, moved, offer, end, back, over
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("games", sa.Text, nullable=False),  # JSON: pairs of a game and its `after`
    sa.Column("born", sa.BigInteger, nullable=False),
    sa.Column("due", sa.BigInteger, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    # waiting, handing (on the wire), sent, unsure, dropped, failed
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("claim", sa.String(24), nullable=False),  # whose the wire is
    sa.Column("done", sa.BigInteger, nullable=False),
    sa.Column("trouble", sa.String(200), nullable=False),
    sa.Index("ix_outbox_state_due", "state", "due"),
)
# A game that has something to tell a person besides a turn (tidings.py): one row for each thing
tidings = sa.Table(
    "tidings",
    metadata,
    sa.Column("person", sa.String(24), primary_key=True),
    sa.Column("game", sa.String(24), primary_key=True, index=True),
    sa.Column("what", sa.String(8), primary_key=True),  # offer, again, end, back, over
    sa.Column("due", sa.BigInteger, nullable=False),  # when it is looked at
    sa.Column("state", sa.String(8), nullable=False),  # new, told, seen
    sa.Index("ix_tidings_state_due", "state", "due"),
)
# Mails with a link that went to one address within the hour: so many slots, each taken once an hour
mail_slots = sa.Table(
    "mail_slots",
    metadata,
    sa.Column("whose", sa.String(64), primary_key=True),  # SHA-256 of the purpose and the address
    sa.Column("slot", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("taken", sa.BigInteger, nullable=False),
)
# Names and addresses whose password was said to be forgotten, until the next look (resets.py)
reset_asks = sa.Table(
    "reset_asks",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("who", sa.String(254), nullable=False),
    sa.Column("asked", sa.BigInteger, nullable=False),
)
# Secrets of the house, made at first need
server_keys = sa.Table(
    "server_keys",
    metadata,
    sa.Column("name", sa.String(24), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

# In the order in which they are copied
ALERT_TABLES = (
    alert_wishes,
    emails,
    email_tokens,
    push_devices,
    webhooks,
    waits,
    outbox,
    server_keys,
    tidings,
    mail_slots,
    reset_asks,
)
OF_PEOPLE = (alert_wishes, emails, email_tokens, push_devices, webhooks, waits, outbox, tidings)
