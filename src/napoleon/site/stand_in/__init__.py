"""msgspec in plain Python, as far as our messages use it: for browsers, where no compiled one is to
be had. It is packed under the name ``msgspec`` there, and nowhere else.

`tests/site/test_stand_in.py` holds it against the real one for every message that we have. Only
relative imports, so that it works under either name.
"""

from __future__ import annotations

from . import json, structs
from .errors import DecodeError, MsgspecError, ValidationError
from .reading import convert
from .structs import Meta, Raw, Struct

__all__ = [
    "DecodeError",
    "Meta",
    "MsgspecError",
    "Raw",
    "Struct",
    "ValidationError",
    "convert",
    "json",
    "structs",
]
