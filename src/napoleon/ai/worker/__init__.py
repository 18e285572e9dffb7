"""Opponents in a process of their own, asked by letter."""
