"""Doors for researchers: the game as PettingZoo and OpenSpiel know games (docs/research.md).

`aec` and `spiel` need the optional extra ``napoleon1815[research]``; all else needs nothing.
"""
