"""Who has looked at a game from which seat, and who is banned."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step."""
    op.create_table(
        "witnesses",
        sa.Column("game", sa.String(length=24), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("seat", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("game", "person", "seat"),
    )
    op.create_index("ix_witnesses_person", "witnesses", ["person"])
    # Whoever sits somewhere has seen what is seen from there.
    op.execute(
        "INSERT INTO witnesses (game, person, seat)"
        " SELECT game, person, seat FROM seats WHERE person IS NOT NULL"
    )
    op.add_column("people", sa.Column("banned", sa.String(length=200), nullable=True))


def downgrade() -> None:
    """Back from it."""
    op.drop_column("people", "banned")
    op.drop_table("witnesses")
