"""Runs the steps on the connection that `upgrading.migrate` hands over."""

from alembic import context

from napoleon.server.store.copying import TABLES

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=TABLES[0].metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
connection.commit()
