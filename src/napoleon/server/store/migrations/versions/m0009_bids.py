"""Sealed bids for a side, before a game begins."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step."""
    op.create_table(
        "bids",
        sa.Column("token", sa.String(length=48), primary_key=True),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("host", sa.String(length=24), nullable=False),
        sa.Column("host_name", sa.String(length=80), nullable=False),
        sa.Column("host_seal", sa.String(length=64), nullable=False, server_default=""),
        sa.Column("host_bid", sa.String(length=80), nullable=False, server_default=""),
        sa.Column("guest", sa.String(length=24), nullable=False, server_default=""),
        sa.Column("guest_name", sa.String(length=80), nullable=False, server_default=""),
        sa.Column("guest_seal", sa.String(length=64), nullable=False, server_default=""),
        sa.Column("guest_bid", sa.String(length=80), nullable=False, server_default=""),
        sa.Column("game", sa.String(length=24), nullable=False, server_default=""),
        sa.Column("created", sa.String(length=32), nullable=False),
    )


def downgrade() -> None:
    """Back from it."""
    op.drop_table("bids")
