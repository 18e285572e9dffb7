"""Computers that play for somebody who is away."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step."""
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("stand_in", sa.String(length=24), nullable=True))
    with op.batch_alter_table("games") as games:
        games.add_column(
            sa.Column("takeover", sa.String(length=120), nullable=False, server_default="")
        )


def downgrade() -> None:
    """Back from it."""
    with op.batch_alter_table("games") as games:
        games.drop_column("takeover")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("stand_in")
