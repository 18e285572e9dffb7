"""A move is stored only upon the one before it, and changes of a sheet one after the other."""

import logging

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

log = logging.getLogger("napoleon.server")

# The unbroken beginning of every story. What lay behind a hole could never be replayed.
UNBROKEN = """
INSERT INTO moves_chain (game, v, prev, seat, action, dice, seen)
SELECT game, v, CASE WHEN v = 1 THEN NULL ELSE v - 1 END, seat, action, dice, NULL
FROM (
    SELECT game, v, seat, action, dice,
           ROW_NUMBER() OVER (PARTITION BY game ORDER BY v) AS place
    FROM moves
) AS numbered
WHERE v = place
ORDER BY game, v
"""


def upgrade() -> None:
    """To this step."""
    connection = op.get_bind()
    op.create_table(
        "moves_chain",
        sa.Column("game", sa.String(length=24), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("v", sa.Integer(), nullable=False),
        sa.Column("prev", sa.Integer(), nullable=True),
        sa.Column("seat", sa.String(length=16), nullable=False),
        sa.Column("action", sa.String(length=80), nullable=False),
        sa.Column("dice", sa.Text(), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("game", "v", name="moves_key"),
        sa.CheckConstraint(
            "(v = 1 AND prev IS NULL) OR (v > 1 AND prev IS NOT NULL AND prev = v - 1)",
            name="moves_in_order",
        ),
        sa.ForeignKeyConstraint(
            ["game", "prev"], ["moves_chain.game", "moves_chain.v"], name="moves_upon"
        ),
    )
    before = connection.execute(sa.text("SELECT COUNT(*) FROM moves")).scalar_one()
    connection.execute(sa.text(UNBROKEN))
    after = connection.execute(sa.text("SELECT COUNT(*) FROM moves_chain")).scalar_one()
    if after != before:
        log.warning("%d moves behind holes could never be replayed; left out", before - after)
    op.drop_table("moves")
    op.rename_table("moves_chain", "moves")
    op.add_column("games", sa.Column("edition", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("chats", sa.Column("held", sa.Integer(), nullable=False, server_default="-1"))
    op.create_table(
        "processes",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("seen", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "presences",
        sa.Column("process", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("process", "game", "person"),
    )
    op.create_index("ix_presences_game", "presences", ["game"])
    if connection.dialect.name != "sqlite":  # whose integers are wide enough
        op.alter_column("chats", "n", existing_type=sa.Integer(), type_=sa.BigInteger())


def downgrade() -> None:
    """Back from it."""
    connection = op.get_bind()
    op.create_table(
        "moves_plain",
        sa.Column("game", sa.String(length=24), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("v", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(length=16), nullable=False),
        sa.Column("action", sa.String(length=80), nullable=False),
        sa.Column("dice", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", "v", name="moves_plain_key"),
    )
    columns = "game, v, seat, action, dice"
    connection.execute(
        sa.text(f"INSERT INTO moves_plain ({columns}) SELECT {columns} FROM moves ORDER BY game, v")
    )
    op.drop_table("moves")
    op.rename_table("moves_plain", "moves")
    op.drop_table("presences")
    op.drop_table("processes")
    op.drop_column("chats", "held")
    op.drop_column("games", "edition")
