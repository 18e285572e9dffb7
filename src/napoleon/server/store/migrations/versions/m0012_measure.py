"""Ratings and tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step."""
    op.add_column("games", sa.Column("rated", sa.Integer(), nullable=False, server_default="0"))
    op.create_index("ix_games_rated", "games", ["rated", "ended"])
    op.create_table(
        "ratings",
        sa.Column("who", sa.String(length=80), primary_key=True),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
    )
    op.create_table(
        "rated_games",
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column(
            "game", sa.String(length=24), sa.ForeignKey("games.id"), nullable=False, unique=True
        ),
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=24), primary_key=True),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("maker", sa.String(length=24), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("stage", sa.String(length=12), nullable=False, index=True),
        sa.Column("created", sa.String(length=32), nullable=False),
        sa.Column("starts", sa.BigInteger(), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("round", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("rounds", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("edition", sa.Integer(), nullable=False, server_default="0"),
    )
    op.create_table(
        "entrants",
        sa.Column(
            "tournament",
            sa.String(length=24),
            sa.ForeignKey("tournaments.id"),
            primary_key=True,
        ),
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(length=24), index=True),
        sa.Column("level", sa.String(length=24)),
        sa.Column("seed", sa.Float(53), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("gone", sa.Integer()),
        sa.Column("bid", sa.String(length=24), nullable=False, server_default=""),
        sa.UniqueConstraint("tournament", "person", name="entrants_once"),
    )
    op.create_table(
        "meetings",
        sa.Column(
            "tournament",
            sa.String(length=24),
            sa.ForeignKey("tournaments.id"),
            primary_key=True,
        ),
        sa.Column("round", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("one", sa.Integer(), nullable=False),
        sa.Column("other", sa.Integer()),
    )
    op.create_table(
        "bouts",
        sa.Column("game", sa.String(length=24), primary_key=True),
        sa.Column(
            "tournament",
            sa.String(length=24),
            sa.ForeignKey("tournaments.id"),
            nullable=False,
            index=True,
        ),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("meeting", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("french", sa.Integer(), nullable=False),
        sa.Column("handicap", sa.Integer(), nullable=False),
        sa.Column("winner", sa.String(length=12), nullable=False, server_default=""),
        sa.Column("turn", sa.Integer(), nullable=False, server_default="0"),
        sa.UniqueConstraint("tournament", "round", "meeting", "n", name="bouts_once"),
    )


def downgrade() -> None:
    """Back from it."""
    for name in ("bouts", "meetings", "entrants", "tournaments", "rated_games", "ratings"):
        op.drop_table(name)
    op.drop_index("ix_games_rated", "games")
    with op.batch_alter_table("games") as games:
        games.drop_column("rated")
