"""What networks have lately made: accounts and offers."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step."""
    op.create_table(
        "efforts",
        sa.Column("id", sa.String(length=32), primary_key=True),
        sa.Column("mark", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_efforts_at", "efforts", ["at"])
    op.create_index("ix_efforts_mark", "efforts", ["mark", "at"])


def downgrade() -> None:
    """Back from it."""
    op.drop_index("ix_efforts_mark", "efforts")
    op.drop_index("ix_efforts_at", "efforts")
    op.drop_table("efforts")
