"""The calls and pages over HTTP: people, seats, history, files."""
