"""Somebody who plays."""

from __future__ import annotations

import msgspec


class Person(msgspec.Struct):
    """A guest, or the holder of an account."""

    id: str
    name: str
    account: str | None
    lang: str
    former_name: str = ""  # which is another account's; `name` was given instead

    @property
    def is_account(self) -> bool:
        """Whether there is a name and a password."""
        return self.account is not None
