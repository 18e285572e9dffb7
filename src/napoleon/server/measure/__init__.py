"""Measuring oneself: ratings, and tournaments that run by themselves."""
