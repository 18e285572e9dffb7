"""Whether the staff may be asked at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step."""
    # Not as a batch, which makes the table anew: SQLite keeps one that others refer to.
    op.add_column(
        "games", sa.Column("advice", sa.Boolean(), nullable=False, server_default=sa.true())
    )


def downgrade() -> None:
    """Back from it."""
    op.drop_column("games", "advice")
