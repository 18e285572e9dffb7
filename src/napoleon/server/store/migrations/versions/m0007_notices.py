"""What the command line tells a running server, and what each process measures."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step."""
    op.create_table(
        "notices",
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("time", sa.String(length=32), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
    )
    op.add_column("processes", sa.Column("metrics", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Back from it."""
    op.drop_column("processes", "metrics")
    op.drop_table("notices")
