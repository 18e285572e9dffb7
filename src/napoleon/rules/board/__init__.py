"""The board, the order of battle and the turn track, read from the tables of `data/`."""
