"""Pictures of a game as SVG, without a browser: `Game.svg` and `View.svg` are made here.

Of level 0 like the rules: a picture is another form of a view, as its text is, made from the view
and the board's tables alone, with the standard library alone. The rules import this only when a
picture is asked for.
"""

from napoleon.pictures.campaign import check_width
from napoleon.pictures.viewer import draw_truth, draw_view

__all__ = ["check_width", "draw_truth", "draw_view"]
