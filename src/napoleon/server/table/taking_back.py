"""Taking back what undo does not, where everybody agrees: dice fell since, or something was shown.

It goes as far back as the turn. What was seen stays seen, and the dice that were rolled are not
rolled again: those of the key go on.
"""

from __future__ import annotations

from napoleon.rules.words.language import N_
from napoleon.server.refusals import Refused
from napoleon.server.table.messages import AskBack
from napoleon.server.table.outcome import Outcome
from napoleon.server.table.sheet import TAKE_BACK, Rows, has_opponents
from napoleon.server.table.table import Table

NOTHING = N_("You have done nothing in this turn that could be taken back.")
NOBODY = N_("A computer does not agree to anything: nobody can be asked.")


def ask(table: Table, person: str | None, message: AskBack) -> Outcome:
    """A player would take back the last actions of a seat; done at once if nobody else is asked."""
    seat = message.seat
    mine = table.seats_of(person)
    if seat not in mine:
        raise Refused("not-yours", N_("This is not your seat."))
    if table.is_finished:
        raise Refused("closed", N_("The game has ended."))
    if table.sheet.takeback:
        raise Refused("pending", N_("Another question of this kind is still open."))
    others = [sitter for other, sitter in table.sheet.seats.items() if other not in mine]
    is_alone = others and all(sitter.kind == "computer" for sitter in others)
    if is_alone or (table.sheet.rated and not has_opponents(table.sheet)):
        raise Refused("not-now", NOBODY)
    if table.game.turn == 0 or not table.game.since_last_of(seat):
        raise Refused("nothing", NOTHING)
    return _agree(table, seat, message.actions, mine)


def consent(table: Table, person: str | None, is_agreed: bool) -> Outcome:
    """Answer the question; a single no ends it, also from whoever has asked."""
    mine = table.seats_of(person)
    if not mine:
        raise Refused("not-yours", N_("Only players can ask for that."))
    if not table.sheet.takeback or table.is_finished:
        raise Refused("not-now", N_("Nobody has asked for that."))
    if not is_agreed:
        return _store(table, "")
    seat, actions, *agreed = table.sheet.takeback.split()
    return _agree(table, seat, int(actions), [*agreed, *mine])


def _agree(table: Table, seat: str, actions: int, agreed: list[str]) -> Outcome:
    sitters = table.sheet.seats
    voters = {name for name, sitter in sitters.items() if sitter.kind == "human"}
    names = [name for name in sitters if name in agreed]
    if not voters <= set(names):
        return _store(table, " ".join([seat, str(actions), *names]))
    count = table.game.since_last_of(seat, actions)
    if table.game.turn == 0 or not count:  # the turn is over meanwhile
        return _store(table, "")
    outcome = table.declare(seat, f"{TAKE_BACK} {count}")
    asked = _store(table, "")
    assert outcome.rows is not None and asked.rows is not None and asked.rows.sheet is not None
    outcome.rows.sheet = {**(outcome.rows.sheet or {}), **asked.rows.sheet}
    outcome.news += asked.news
    return outcome


def _store(table: Table, question: str) -> Outcome:
    table.sheet.takeback = question
    return Outcome(Rows(table.id, sheet={"takeback": question}), table.tell_people())
