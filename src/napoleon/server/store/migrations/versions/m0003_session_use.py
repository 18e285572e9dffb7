"""When a session was last used."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step. Nobody knows when the sessions that are there were used: let it be now."""
    with op.batch_alter_table("sessions") as sessions:
        sessions.add_column(
            sa.Column("used", sa.String(length=32), nullable=False, server_default="")
        )
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    op.execute(sa.text("UPDATE sessions SET used = :now").bindparams(now=now))
    op.create_index(op.f("ix_sessions_used"), "sessions", ["used"], unique=False)


def downgrade() -> None:
    """Back from it."""
    op.drop_index(op.f("ix_sessions_used"), table_name="sessions")
    with op.batch_alter_table("sessions") as sessions:
        sessions.drop_column("used")
