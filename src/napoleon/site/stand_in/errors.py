"""What can be wrong with what is read."""

from __future__ import annotations


class MsgspecError(Exception):
    """Anything that goes wrong here."""


class DecodeError(MsgspecError):
    """This is no JSON."""


class ValidationError(DecodeError):
    """It is JSON, but not what was expected."""
