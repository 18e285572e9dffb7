"""The tables of ratings and tournaments."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from napoleon.server.store.tables import games, metadata

# How good people are, and what a side is worth (`who`: see store/ratings.py)
ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("who", sa.String(80), primary_key=True),
    sa.Column("mu", sa.Float(53), nullable=False),
    sa.Column("sigma", sa.Float(53), nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("wins", sa.Integer, nullable=False),
)
# The games that were reckoned, in the order in which they were
rated_games = sa.Table(
    "rated_games",
    metadata,
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("game", sa.ForeignKey("games.id"), nullable=False, unique=True),
    # Why it counts for nobody (measure/verdicts.py); "": it counts
    sa.Column("why", sa.String(12), nullable=False, server_default=""),
)
# Who has met whom in the games that count, each from both ends; `who` and `other` as in `ratings`
rated_pairs = sa.Table(
    "rated_pairs",
    metadata,
    sa.Column("who", sa.String(80), primary_key=True),
    sa.Column("other", sa.String(80), primary_key=True),
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),  # when it was reckoned: milliseconds since 1970
    sa.Index("ix_rated_pairs_other", "other"),
)
tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("title", sa.String(80), nullable=False),
    sa.Column("maker", sa.String(24), nullable=False),
    sa.Column("terms", sa.Text, nullable=False),  # as JSON
    sa.Column("stage", sa.String(12), nullable=False, index=True),
    sa.Column("created", sa.String(32), nullable=False),
    # Milliseconds since 1970: when it begins, and when the round that is being played ends
    sa.Column("starts", sa.BigInteger, nullable=False),
    sa.Column("deadline", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("round", sa.Integer, nullable=False, server_default="0"),
    sa.Column("rounds", sa.Integer, nullable=False, server_default="0"),
    # Counts the changes: what follows from one edition is stored only upon that one.
    sa.Column("edition", sa.Integer, nullable=False, server_default="0"),
)
entrants = sa.Table(
    "entrants",
    metadata,
    sa.Column("tournament", sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(24), index=True),
    sa.Column("level", sa.String(24)),
    sa.Column("seed", sa.Float(53), nullable=False),
    sa.Column("since", sa.Integer, nullable=False),
    sa.Column("gone", sa.Integer),
    sa.Column("bid", sa.String(24), nullable=False, server_default=""),
    sa.UniqueConstraint("tournament", "person", name="entrants_once"),
)
meetings = sa.Table(
    "meetings",
    metadata,
    sa.Column("tournament", sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("one", sa.Integer, nullable=False),
    sa.Column("other", sa.Integer),
)
# The games of meetings: named when a round is paired, made afterwards, by whoever comes to it first
bouts = sa.Table(
    "bouts",
    metadata,
    sa.Column("game", sa.String(24), primary_key=True),
    sa.Column("tournament", sa.ForeignKey("tournaments.id"), nullable=False, index=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("meeting", sa.Integer, nullable=False),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("french", sa.Integer, nullable=False),
    sa.Column("handicap", sa.Integer, nullable=False),
    sa.Column("winner", sa.String(12), nullable=False, server_default=""),
    sa.Column("turn", sa.Integer, nullable=False, server_default="0"),
    sa.UniqueConstraint("tournament", "round", "meeting", "n", name="bouts_once"),
)
# For copies, in the order in which rows may point to each other
MEASURE_TABLES: Final = (ratings, rated_games, rated_pairs, tournaments, entrants, meetings, bouts)
# Games that are over and wait to be reckoned are found without looking at the others.
sa.Index("ix_games_rated", games.c.rated, games.c.ended)
