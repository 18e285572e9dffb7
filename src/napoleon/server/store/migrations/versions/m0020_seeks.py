"""Where an offer comes from, the country of play, and standing seeks."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step."""
    with op.batch_alter_table("offers") as batch:
        batch.add_column(
            sa.Column("country", sa.String(length=2), nullable=False, server_default="")
        )
        batch.add_column(
            sa.Column("origin", sa.String(length=24), nullable=False, server_default="")
        )
    op.create_table(
        "seeks",
        sa.Column("person", sa.String(length=24), primary_key=True),
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("wish", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("game", sa.String(length=24), nullable=False, server_default=""),
        sa.Column("seat", sa.String(length=16), nullable=False, server_default=""),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_seeks_state", "seeks", ["state", "since"])


def downgrade() -> None:
    """Back from it."""
    op.drop_index("ix_seeks_state", "seeks")
    op.drop_table("seeks")
    with op.batch_alter_table("offers") as batch:
        batch.drop_column("origin")
        batch.drop_column("country")
