"""The typeface of the game: EB Garamond, which comes as a package, cut down to what our pages need.

`head` is what a page says about it, `read` one of its files, `write` all of them for a site that
needs no server. Nothing of it is kept in the repository.
"""

from napoleon.typeface.cutting import FILES, LICENCE, prepare, read, write
from napoleon.typeface.styles import FAMILY, head

__all__ = ["FAMILY", "FILES", "LICENCE", "head", "prepare", "read", "write"]
