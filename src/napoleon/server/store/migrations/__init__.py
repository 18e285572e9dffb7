"""How the database came to its present form: Alembic's steps, run when the server starts."""
