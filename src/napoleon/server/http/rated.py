"""Rated games before they are played: who may play one, on which terms, and with which clock."""

from __future__ import annotations

from typing import Final

from napoleon.rules.words.language import N_
from napoleon.scenarios.evenness import measured
from napoleon.server.live.host import Host
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.table.clock import LOST, Pace
from napoleon.server.table.sheet import Sitter

RATED_LEVELS = frozenset(("recruit", "officer", "marshal", "emperor"))  # those that were measured
RATED_NEED_ACCOUNTS = N_("Rated games are for accounts: a name and a password are all it takes.")
TOO_NEW = N_(
    "Your account is too new for rated games: it may play them in {hours} h, or at once with an "
    "e-mail address that you have confirmed (Notices)."
)
# A rated game without a pace gets this one, so that nobody can leave it lying: time for each time
# that a seat is asked, with which everybody can live.
DEFAULT_PACE: Final = Pace("days", 14 * 86_400, 0, LOST)
HOUR: Final = 3_600_000  # milliseconds


async def check_person(host: Host, person: Person) -> None:
    """Raise Refused unless somebody may play a rated game now: with an account that has a confirmed
    address, or is `Limits.rated_age` old."""
    since = await host.shelf.rated_from(person.id, host.limits.rated_age)
    if since is None:
        raise Refused("not-now", RATED_NEED_ACCOUNTS)
    missing = since - host.watch.now()
    if missing > 0:
        raise Refused("too-new", TOO_NEW, hours=-(-missing // HOUR))


def check_terms(
    person: Person, sitters: dict[str, Sitter], scenario: str, board: str, handicap: int
) -> None:
    """Raise Refused unless a game may count for ratings: on our board, with computers that were
    measured, with nobody on both sides, and against computers without a handicap, except the one
    that makes the sides even: what another is worth is not known, and wins would come cheap."""
    mine = {seat == "french" for seat, sitter in sitters.items() if sitter.person == person.id}
    levels = {sitter.level for sitter in sitters.values() if sitter.kind == "computer"}
    even = {one.handicap for one in measured() if one.scenario == scenario and one.level in levels}
    if (
        board
        or len(mine) > 1
        or not levels <= RATED_LEVELS
        or (levels and handicap and handicap not in even)
    ):
        raise Refused("bad-request", "such a game cannot be rated")


def check_pace(pace: Pace) -> None:
    """Raise Refused if a computer would take over for a player out of time: in a rated game that is
    a loss."""
    if pace.out != LOST:
        raise Refused("bad-request", "out of time a rated game is lost: no computer takes over")


def with_clock(pace: Pace) -> Pace:
    """Return the pace of a rated game: that which was chosen, or `DEFAULT_PACE` without a clock."""
    return pace if pace.is_timed else DEFAULT_PACE
