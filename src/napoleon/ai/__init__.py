"""Opponents: they play from what their seat may know, and from nothing else."""
