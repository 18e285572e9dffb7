"""What a game has to tell besides turns; how many mails with links an address gets in an hour."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step."""
    op.create_table(
        "tidings",
        sa.Column("person", sa.String(length=24), primary_key=True),
        sa.Column("game", sa.String(length=24), primary_key=True),
        sa.Column("what", sa.String(length=8), primary_key=True),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
    )
    op.create_index("ix_tidings_game", "tidings", ["game"])
    op.create_index("ix_tidings_state_due", "tidings", ["state", "due"])
    # What is over already is not told any more.
    now = round(time.time() * 1000)
    op.execute(
        "INSERT INTO tidings (person, game, what, due, state) "
        f"SELECT DISTINCT seats.person, games.id, 'over', {now}, 'seen' "
        "FROM games JOIN seats ON seats.game = games.id "
        "WHERE games.ended IS NOT NULL AND seats.kind = 'human' AND seats.person IS NOT NULL"
    )
    op.create_table(
        "mail_slots",
        sa.Column("whose", sa.String(length=64), primary_key=True),
        sa.Column("slot", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("taken", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "reset_asks",
        sa.Column("id", sa.String(length=24), primary_key=True),
        sa.Column("who", sa.String(length=254), nullable=False),
        sa.Column("asked", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    """Back from it."""
    for table in ("reset_asks", "mail_slots", "tidings"):
        op.drop_table(table)
