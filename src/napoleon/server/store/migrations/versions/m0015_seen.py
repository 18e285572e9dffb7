"""When people were last seen at their tables, and since when each process serves."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step."""
    seen = sa.Column("seen", sa.BigInteger(), nullable=False, server_default="0")
    op.add_column("witnesses", seen)
    started = sa.Column("started", sa.BigInteger(), nullable=False, server_default="0")
    op.add_column("processes", started)


def downgrade() -> None:
    """Back from it."""
    op.drop_column("processes", "started")
    op.drop_column("witnesses", "seen")
