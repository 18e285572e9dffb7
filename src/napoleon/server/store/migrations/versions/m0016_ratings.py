"""What is rated: who else has played a seat, why a game does not count, and who has met whom."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this step."""
    for name in ("had_computer", "had_other"):
        op.add_column(
            "seats", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())
        )
    op.add_column(
        "rated_games", sa.Column("why", sa.String(length=12), nullable=False, server_default="")
    )
    op.create_table(
        "rated_pairs",
        sa.Column("who", sa.String(length=80), primary_key=True),
        sa.Column("other", sa.String(length=80), primary_key=True),
        sa.Column("game", sa.String(length=24), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_rated_pairs_other", "rated_pairs", ["other"])
    connection = op.get_bind()
    _mark_seats(connection)
    _pair_rated_games(connection)


def downgrade() -> None:
    """Back from it."""
    op.drop_index("ix_rated_pairs_other", "rated_pairs")
    op.drop_table("rated_pairs")
    with op.batch_alter_table("rated_games") as games:
        games.drop_column("why")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("had_other")
        seats.drop_column("had_computer")


def _mark_seats(connection: sa.Connection) -> None:
    """What rows still tell: a computer stands in now; one has taken the seat of a person who has
    looked at the game from it; or another person has."""
    connection.execute(
        sa.text("UPDATE seats SET had_computer = :yes WHERE stand_in IS NOT NULL"), {"yes": True}
    )
    seen = (
        "EXISTS (SELECT 1 FROM witnesses w WHERE w.game = seats.game AND w.seat = seats.seat"
        " AND (seats.person IS NULL OR w.person <> seats.person))"
        " AND EXISTS (SELECT 1 FROM moves m WHERE m.game = seats.game)"
    )
    connection.execute(
        sa.text(f"UPDATE seats SET had_computer = :yes WHERE kind = 'computer' AND {seen}"),
        {"yes": True},
    )
    connection.execute(
        sa.text(f"UPDATE seats SET had_other = :yes WHERE kind <> 'computer' AND {seen}"),
        {"yes": True},
    )


def _pair_rated_games(connection: sa.Connection) -> None:
    """The games that were reckoned so far, as pairs; long ago, so that they fill no day."""
    query = (
        "SELECT s.game, s.seat, s.person, s.level, g.result FROM rated_games r"
        " JOIN games g ON g.id = r.game JOIN seats s ON s.game = r.game"
    )
    sides: dict[str, tuple[set[str], set[str]]] = {}
    for row in connection.execute(sa.text(query)):
        if row.result and json.loads(row.result).get("winner") in ("french", "allied"):
            side = sides.setdefault(row.game, (set(), set()))[row.seat != "french"]
            who = f"person {row.person}" if row.person is not None else row.level
            if who:
                side.add(who)
    rows = [
        {"who": who, "other": other, "game": game, "at": 0}
        for game, (french, allied) in sides.items()
        for one, two in ((french, allied), (allied, french))
        for who in sorted(one)
        for other in sorted(two)
        if who.startswith("person ") and who != other
    ]
    if rows:
        connection.execute(
            sa.text(
                "INSERT INTO rated_pairs (who, other, game, at) VALUES (:who, :other, :game, :at)"
            ),
            rows,
        )
