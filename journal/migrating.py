"""Brings a journal to the layout of this release: an old one, or one that is not laid out yet."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

from sqlalchemy import Connection, inspect, select

from journal.layout import REVISION, REVISIONS
from journal.place import Place
from journal.trouble import trouble

MIGRATIONS = Path(__file__).with_name("migrations")
_ONE_AT_A_TIME = Lock()
"""Alembic keeps what it works on in its module: two threads would undo each other's."""


def revision_of(connection: Connection) -> str:
    """Return the layout that a journal says it has; empty before there were migrations."""
    if not inspect(connection).has_table(REVISIONS.name):
        return ""
    return connection.execute(select(REVISIONS.c.version_num)).scalar() or ""


def migrate(connection: Connection, place: Place) -> None:
    """Lay out what this release needs, all or nothing: within the transaction that is open.

    Raises TableError for a journal of a later release.
    """
    revision = revision_of(connection)
    if revision == REVISION:
        return
    if revision > REVISION:
        raise trouble("journal-later", place)
    from alembic import command  # noqa: PLC0415 - costs half a second; a journal of today has none
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS))
    with _ONE_AT_A_TIME:
        command.upgrade(config, "head")
