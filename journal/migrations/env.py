"""Run by alembic: upgrades the journal that is open on the connection it was handed."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
