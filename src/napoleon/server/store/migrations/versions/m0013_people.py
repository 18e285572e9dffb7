"""Passkeys, devices of sessions, friends and others, wishes, reports."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step."""
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(length=1400), primary_key=True),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("created", sa.String(length=32), nullable=False),
        sa.Column("used", sa.String(length=32), nullable=False),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_table(
        "ceremonies",
        sa.Column("challenge", sa.String(length=64), primary_key=True),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("created", sa.String(length=32), nullable=False),
    )
    op.create_index("ix_ceremonies_created", "ceremonies", ["created"])
    op.create_table(
        "devices",
        sa.Column("token", sa.String(length=64), primary_key=True),
        sa.Column("device", sa.String(length=80), nullable=False),
    )
    op.create_table(
        "bonds",
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("other", sa.String(length=24), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("created", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("person", "other", "kind"),
    )
    op.create_index("ix_bonds_other", "bonds", ["other"])
    op.create_table(
        "wishes",
        sa.Column("person", sa.String(length=24), primary_key=True),
        sa.Column("is_seen", sa.Boolean(), nullable=False),
        sa.Column("is_shown", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("time", sa.String(length=32), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("other", sa.String(length=24), nullable=False),
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("settled", sa.String(length=32), nullable=False, server_default=""),
    )
    op.create_index("ix_reports_other", "reports", ["other"])


def downgrade() -> None:
    """Back from it."""
    for table in ("reports", "wishes", "bonds", "devices", "ceremonies", "passkeys"):
        op.drop_table(table)
