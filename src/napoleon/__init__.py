"""Napoléon: the Waterloo campaign of 1815, an unofficial computer version of the block wargame."""

__version__ = "0.1.0"
