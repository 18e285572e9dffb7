"""What is kept: the database, its one writer, games brought back from it, and its upkeep."""
