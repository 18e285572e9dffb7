"""The tables about people: how they come in besides by password, whom they know, what they complain
of. Rows of somebody who is forgotten go with them (`bonds.forget`)."""

from __future__ import annotations

import sqlalchemy as sa

from napoleon.server.store.tables import metadata

passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.String(1400), primary_key=True),  # the credential's, base64url
    sa.Column("person", sa.String(24), nullable=False, index=True),
    sa.Column("public_key", sa.LargeBinary, nullable=False),
    sa.Column("sign_count", sa.BigInteger, nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("used", sa.String(32), nullable=False),
)
# How the names of accounts look (cleaning.skeletons), the one shown and the one to log in with: no
# two accounts share any.
names = sa.Table(
    "names",
    metadata,
    sa.Column("skeleton", sa.String(160), primary_key=True),
    sa.Column("person", sa.String(24), nullable=False, index=True),
)
# Challenges that were handed out: each is good once, and not for long.
ceremonies = sa.Table(
    "ceremonies",
    metadata,
    sa.Column("challenge", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(12), nullable=False),  # register, login
    sa.Column("person", sa.String(24), nullable=False),  # "" for whoever comes in
    sa.Column("created", sa.String(32), nullable=False, index=True),
)
# Which kind of browser a session was begun in. No address is kept.
devices = sa.Table(
    "devices",
    metadata,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("device", sa.String(80), nullable=False),
)
# What somebody is to somebody in his own eyes: friend, block or mute
bonds = sa.Table(
    "bonds",
    metadata,
    sa.Column("person", sa.String(24), primary_key=True),
    sa.Column("other", sa.String(24), primary_key=True, index=True),
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("created", sa.String(32), nullable=False),
)
wishes = sa.Table(
    "wishes",
    metadata,
    sa.Column("person", sa.String(24), primary_key=True),
    sa.Column("is_seen", sa.Boolean, nullable=False),  # friends see that he is here
    sa.Column("is_shown", sa.Boolean, nullable=False),  # his profile shows results
)
reports = sa.Table(
    "reports",
    metadata,
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("time", sa.String(32), nullable=False),
    sa.Column("person", sa.String(24), nullable=False),  # who complains
    sa.Column("other", sa.String(24), nullable=False, index=True),  # of whom
    sa.Column("game", sa.String(24), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("settled", sa.String(32), nullable=False, server_default=""),
)
