"""Runs the steps on the connection that `store.migrate` hands over."""

from alembic import context

from napoleon.server.store import alert_tables

connection = context.config.attributes["connection"]
context.configure(
    connection=connection, target_metadata=alert_tables.outbox.metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
connection.commit()
