"""Computer players: processes that think, moves at the tables, stand-ins for absent players."""
