"""Telling people that it is their turn: wishes, addresses, devices, and what is to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

PERSON = sa.String(length=24)


def upgrade() -> None:
    """To this step."""
    op.create_table(
        "alert_wishes",
        sa.Column("person", PERSON, primary_key=True),
        sa.Column("choices", sa.Text(), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_to", sa.Integer(), nullable=True),
        sa.Column("zone", sa.String(length=64), nullable=False, server_default="UTC"),
    )
    op.create_table(
        "emails",
        sa.Column("person", PERSON, primary_key=True),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("verified", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_index("ix_emails_address", "emails", ["address"])
    op.create_table(
        "email_tokens",
        sa.Column("token", sa.String(length=64), primary_key=True),
        sa.Column("person", PERSON, nullable=False),
        sa.Column("purpose", sa.String(length=8), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_email_tokens_person", "email_tokens", ["person"])
    op.create_table(
        "push_devices",
        sa.Column("id", sa.String(length=24), primary_key=True),
        sa.Column("person", PERSON, nullable=False),
        sa.Column("endpoint", sa.String(length=1000), nullable=False, unique=True),
        sa.Column("p256dh", sa.String(length=120), nullable=False),
        sa.Column("auth", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
    )
    op.create_index("ix_push_devices_person", "push_devices", ["person"])
    op.create_table(
        "webhooks",
        sa.Column("person", PERSON, primary_key=True),
        sa.Column("url", sa.String(length=1000), nullable=False),
        sa.Column("form", sa.String(length=12), nullable=False),
    )
    op.create_table(
        "waits",
        sa.Column("person", PERSON, primary_key=True),
        sa.Column("game", sa.String(length=24), primary_key=True),
        sa.Column("after", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("v", sa.Integer(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
    )
    op.create_index("ix_waits_game", "waits", ["game"])
    op.create_index("ix_waits_state_due", "waits", ["state", "due"])
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(length=24), primary_key=True),
        sa.Column("person", PERSON, nullable=False),
        sa.Column("channel", sa.String(length=8), nullable=False),
        sa.Column("target", sa.String(length=24), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("games", sa.Text(), nullable=False),
        sa.Column("born", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("claim", sa.String(length=24), nullable=False),
        sa.Column("done", sa.BigInteger(), nullable=False),
        sa.Column("trouble", sa.String(length=200), nullable=False),
    )
    op.create_index("ix_outbox_person", "outbox", ["person"])
    op.create_index("ix_outbox_state_due", "outbox", ["state", "due"])
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(length=24), primary_key=True),
        sa.Column("value", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    """Back from it."""
    for table in (
        "server_keys",
        "outbox",
        "waits",
        "webhooks",
        "push_devices",
        "email_tokens",
        "emails",
        "alert_wishes",
    ):
        op.drop_table(table)
