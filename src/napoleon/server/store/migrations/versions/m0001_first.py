"""The first form of the database."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("scenario", sa.String(length=24), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("visibility", sa.String(length=8), nullable=False),
        sa.Column("creator", sa.String(length=24), nullable=True),
        sa.Column("watch", sa.String(length=48), nullable=False),
        sa.Column("key", sa.LargeBinary(length=32), nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("start_dice", sa.Text(), nullable=False),
        sa.Column("imported", sa.Integer(), nullable=False),
        sa.Column("created", sa.String(length=32), nullable=False),
        sa.Column("updated", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("to_act", sa.String(length=48), nullable=False),
        sa.Column("ended", sa.String(length=12), nullable=True),
        sa.Column("ending", sa.String(length=48), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("rematch", sa.String(length=24), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("watch"),
    )
    op.create_index(op.f("ix_games_creator"), "games", ["creator"], unique=False)
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("account", sa.String(length=80), nullable=True),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("lang", sa.String(length=8), nullable=False),
        sa.Column("created", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("account"),
    )
    op.create_table(
        "chats",
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(length=16), nullable=True),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("channel", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("time", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sa.PrimaryKeyConstraint("game", "n"),
    )
    op.create_table(
        "deeds",
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("v", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(length=16), nullable=False),
        sa.Column("action", sa.String(length=80), nullable=False),
        sa.Column("dice", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sa.PrimaryKeyConstraint("game", "v"),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("seat", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=True),
        sa.Column("level", sa.String(length=24), nullable=True),
        sa.Column("invite", sa.String(length=48), nullable=True),
        sa.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sa.PrimaryKeyConstraint("game", "seat"),
        sa.UniqueConstraint("invite"),
    )
    op.create_index(op.f("ix_seats_person"), "seats", ["person"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("created", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("token"),
    )
    op.create_index(op.f("ix_sessions_person"), "sessions", ["person"], unique=False)
    op.create_table(
        "snapshots",
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("v", sa.Integer(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sa.PrimaryKeyConstraint("game", "v"),
    )


def downgrade() -> None:
    """Back from it."""
    op.drop_table("snapshots")
    op.drop_index(op.f("ix_sessions_person"), table_name="sessions")
    op.drop_table("sessions")
    op.drop_index(op.f("ix_seats_person"), table_name="seats")
    op.drop_table("seats")
    op.drop_table("deeds")
    op.drop_table("chats")
    op.drop_table("people")
    op.drop_index(op.f("ix_games_creator"), table_name="games")
    op.drop_table("games")
