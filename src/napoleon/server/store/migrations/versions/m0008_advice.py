"""Whether the staff may be asked at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step."""
    with op.batch_alter_table("games") as games:
        games.add_column(
            sa.Column("advice", sa.Boolean(), nullable=False, server_default=sa.true())
        )


def downgrade() -> None:
    """Back from it."""
    with op.batch_alter_table("games") as games:
        games.drop_column("advice")
