"""What a game that is over says of those who played it: who has won, who has lost, or why it
counts for nobody. Free of input and output; store/ratings.py asks, and keeps what comes of it."""

from __future__ import annotations

import json
from typing import Final

import msgspec

from napoleon.rules import RuleError
from napoleon.server.measure.reckoning import COMPUTERS
from napoleon.server.table.sheet import Sheet, Sitter
from napoleon.server.table.stories import first_position

PERSON: Final = "person "  # and an id
SIDE: Final = "side "  # and a scenario, the number of players and the handicap
FRENCH: Final = "french"
ALLIED: Final = "allied"
WHOLE_TURNS: Final = 2  # of the campaign: they belong to one side and the other in turn
# Why a game counts for nobody
UNFIT: Final = "unfit"  # a file, a level that was never measured, one person on both sides
COMPUTER: Final = "computer"  # a computer has played a person's seat
OTHER: Final = "other"  # another person began on a seat
UNPLAYED: Final = "unplayed"  # given up before both sides had a whole turn
PAIR: Final = "pair"  # these two have had their rated games of the day


class Rated(msgspec.Struct):
    """A game that counts, as it is reckoned: who won and who lost, as they are called here."""

    french: list[str]
    allied: list[str]
    contest: str
    is_french: bool  # they have won

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Each person with each opponent, from both ends."""
        ends = [(one, other) for one in self.french for other in self.allied]
        both = [*ends, *((other, one) for one, other in ends)]
        return [(who, other) for who, other in both if who.startswith(PERSON)]


class Ending(msgspec.Struct, frozen=True):
    """What the moves of a game tell about its end."""

    loser: str = ""  # the seat that resigned or ran out of time; "": it was played to its end
    acted: frozenset[str] = frozenset()  # the seats that have made a move


def judge(sheet: Sheet, ending: Ending) -> Rated | str:
    """Return who is rated and how, or why nobody is.

    A seat is *mixed* if a computer has played it for its player, holds it now, or if another
    person began on it, whoever sits there at the end.

    | how it ended | seats | what each person gets |
    |---|---|---|
    | abandoned, imported, a level without rating, one person on both sides | any | nothing |
    | given up before both sides had a whole turn | any | nothing |
    | to its end | none is mixed | a win or a defeat, with the allies on the same side |
    | to its end | one is mixed | nothing, also those who played all of theirs |
    | a seat resigned or ran out of time | none of the winners' is mixed | a defeat for the player
      of that seat, also if a computer has played it; a win for each of the other side; nothing
      for an ally of the loser |
    | a seat resigned or ran out of time | one of the winners' is mixed | nothing |
    | a seat resigned or ran out of time | another person began on it | nothing |
    """
    result = json.loads(sheet.result) if sheet.result else None
    contest = contest_of(sheet)
    if result is None or sheet.imported >= 0 or contest is None:
        return UNFIT
    winner = result["winner"]
    if winner not in (FRENCH, ALLIED) or not is_fit(sheet):
        return UNFIT
    sides = _sides(sheet)
    loser = ending.loser
    if loser:
        winner = ALLIED if loser == FRENCH else FRENCH
        mixed = [*sides[winner], sheet.seats[loser]]
        if any(one.had_other for one in mixed):
            return OTHER
        if any(one.had_computer or one.stand_in for one in sides[winner]):
            return COMPUTER
        if not is_played(sheet, ending.acted):
            return UNPLAYED
        sides[FRENCH if winner == ALLIED else ALLIED] = [sheet.seats[loser]]
    elif any(one.had_other for one in sheet.seats.values()):
        return OTHER
    elif any(one.had_computer or one.stand_in for one in sheet.seats.values()):
        return COMPUTER
    names = {side: _names(sitters) for side, sitters in sides.items()}
    return Rated(names[FRENCH], names[ALLIED], contest, winner == FRENCH)


def is_fit(sheet: Sheet) -> bool:
    """Whether ratings exist for all who sit here, and nobody sits on both sides."""
    known = all(
        one.person is not None or one.level in COMPUTERS or one.had_other
        for one in sheet.seats.values()
    )
    sides = _sides(sheet)
    both = {one.person for one in sides[FRENCH]} & {one.person for one in sides[ALLIED]}
    return known and not both - {None}


def is_played(sheet: Sheet, acted: frozenset[str]) -> bool:
    """Whether each side has had a whole turn of its own since the game began. In a battle that is
    shorter than that each side has to have made a move."""
    if not sheet.start:
        return sheet.turn > WHOLE_TURNS
    try:
        first = first_position(sheet)
    except RuleError:
        return False
    until = max(first.turn, 1) + WHOLE_TURNS
    if first.state.until < until:
        return len({seat == FRENCH for seat in acted}) > 1
    return sheet.turn >= until


def contest_of(sheet: Sheet) -> str | None:
    """What the advantage of a side is estimated for; None if the game cannot be read any more."""
    try:
        handicap = first_position(sheet).options.handicap if sheet.start else 0
    except RuleError:
        return None
    return f"{SIDE}{sheet.scenario} {sheet.players} {handicap}"


def _sides(sheet: Sheet) -> dict[str, list[Sitter]]:
    return {
        FRENCH: [one for seat, one in sheet.seats.items() if seat == FRENCH],
        ALLIED: [one for seat, one in sheet.seats.items() if seat != FRENCH],
    }


def _names(sitters: list[Sitter]) -> list[str]:
    """A side as it is rated, each person and each level once."""
    names = [PERSON + one.person if one.person is not None else one.level for one in sitters]
    return list(dict.fromkeys(name for name in names if name))
