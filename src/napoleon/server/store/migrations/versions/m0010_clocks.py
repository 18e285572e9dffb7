"""The pace and the clock of a table, when somebody was last there, and who would take back."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step."""
    op.add_column(
        "games", sa.Column("pace", sa.String(length=48), nullable=False, server_default="")
    )
    op.add_column("games", sa.Column("clock", sa.Text(), nullable=True))
    op.add_column("games", sa.Column("clock_at", sa.BigInteger(), nullable=True))
    op.add_column("games", sa.Column("clock_n", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("games", sa.Column("due", sa.BigInteger(), nullable=True))
    op.add_column(
        "games", sa.Column("takeback", sa.String(length=80), nullable=False, server_default="")
    )
    op.create_index("ix_games_due", "games", ["due"])
    op.create_table(
        "heartbeats",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    """Back from it."""
    op.drop_table("heartbeats")
    op.drop_index("ix_games_due", "games")
    for column in ("takeback", "due", "clock_n", "clock_at", "clock", "pace"):
        op.drop_column("games", column)
