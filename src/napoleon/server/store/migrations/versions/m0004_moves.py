"""What was played is called a move, in the database as everywhere else."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step."""
    op.rename_table("deeds", "moves")


def downgrade() -> None:
    """Back from it."""
    op.rename_table("moves", "deeds")
