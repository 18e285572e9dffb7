"""The table, free of input and output: a game, who sits at it, and every message to and from it."""
