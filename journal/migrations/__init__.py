"""Layouts of a journal, one after the other; run by alembic."""
