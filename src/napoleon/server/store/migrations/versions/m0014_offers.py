"""Seats that are offered in the lobby, to everybody or by name."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step."""
    op.create_table(
        "offers",
        sa.Column("game", sa.String(length=24), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.String(length=16), primary_key=True),
        sa.Column("person", sa.String(length=24), sa.ForeignKey("people.id"), nullable=True),
        sa.Column("lang", sa.String(length=8), nullable=False),
        sa.Column("handicap", sa.Integer(), nullable=False),
        sa.Column("board", sa.String(length=80), nullable=False),
        sa.Column("is_declined", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("since", sa.String(length=32), nullable=False),
        sa.Column("least", sa.Integer(), nullable=True),
        sa.Column("most", sa.Integer(), nullable=True),
    )
    op.create_index("ix_offers_person", "offers", ["person"])
    op.create_index("ix_offers_since", "offers", ["seat", "since"])


def downgrade() -> None:
    """Back from it."""
    op.drop_index("ix_offers_since", "offers")
    op.drop_index("ix_offers_person", "offers")
    op.drop_table("offers")
