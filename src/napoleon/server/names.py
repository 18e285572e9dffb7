"""What people are called at the tables."""

from __future__ import annotations

import secrets
import unicodedata

from napoleon.rules.words.language import N_
from napoleon.server import texts
from napoleon.server.cleaning import clean, is_reserved
from napoleon.server.limits import ACCOUNT_LENGTH, NAME_LENGTH
from napoleon.server.refusals import Refused

_RANKS = (N_("Captain"), N_("Major"), N_("Colonel"), N_("General"), N_("Marshal"))


def clean_name(name: str) -> str:
    """Return a name without what cannot be seen or would disturb a line. Raises Refused if nothing
    is left, if it is too long, or if it could be taken for one of ours."""
    cleaned = clean(name, NAME_LENGTH)
    if not cleaned:
        raise Refused("bad-name", "expected a name")
    plain = unicodedata.normalize("NFKC", cleaned)  # one letter may stand for eighteen
    if len(plain) > NAME_LENGTH or len(plain.casefold()) > ACCOUNT_LENGTH:
        raise Refused("bad-name", "this name is too long")
    if is_reserved(cleaned):
        raise Refused("bad-name", "this name is kept for computers and those who run the server")
    return cleaned


def guest_name(lang: str) -> str:
    """A name until the guest chooses one."""
    rank = secrets.choice(_RANKS)
    return f"{texts.say(rank, lang)} {secrets.randbelow(900) + 100}"
