"""To a new release and back: a backup, then the layout, then the link that services follow."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from dealer_ui.accounts.store import AccountStore
from dealer_ui.endings import BadInputError, bad_input
from dealer_ui.operating.backups import Backup, back_up, check, newest, restore
from dealer_ui.operating.installing import point
from dealer_ui.settings import Settings
from engine.faults import Cause
from journal import database
from journal.verify import verify

RELEASES = "releases"


@dataclass(frozen=True, slots=True)
class TableFiles:
    """A table that is brought to another release: its settings, their file, its backups."""

    settings: Settings
    file: Path
    into: Path
    link: Path
    """What the services follow to the release that runs."""

    @property
    def release(self) -> str:
        """Return the name of the release that the services run now."""
        return self.link.resolve().name if self.link.is_symlink() else "none"


def upgrade(table: TableFiles, release: Path, at: datetime) -> Backup:
    """Bring a table that is stopped to this release; whatever fails leaves it as it was.

    Raises BadInputError, TableError and OSError that say why it stays at the old one.
    """
    backup = back_up(table.settings, table.file, table.into, table.release, at)
    try:
        for journal in journals_of(table.settings):
            lay_out(journal)
        if table.settings.accounts is not None:
            AccountStore(table.settings.accounts).close()
    except BaseException:
        restore(backup, at)
        raise
    point(table.link, release)
    return backup


def roll_back(table: TableFiles, at: datetime) -> tuple[Backup, tuple[Path, ...]]:
    """Bring a stopped table back to where its newest backup was made; return what lies aside.

    Rows that were written since are in the files laid aside, whole and readable by the release
    that wrote them. Raises BadInputError and OSError.
    """
    backup = check(newest(table.into))
    release = table.link.parent / RELEASES / backup.release
    if not release.is_dir():
        raise BadInputError(Cause("release-gone", str(release)))
    aside = restore(backup, at)
    point(table.link, release)
    return backup, aside


def journals_of(settings: Settings) -> tuple[Path, ...]:
    """Return the journals of a table that are there."""
    accounts = settings.accounts
    trail = None if accounts is None else accounts.with_suffix(".journal")
    known = (settings.journal, settings.tournament, trail)
    return tuple(path for path in known if path is not None and path.is_file())


def lay_out(journal: Path) -> None:
    """Give a journal the layout of this release, and check its chain; raises BadInputError.

    A journal that a running program writes is refused.
    """
    with bad_input(), ExitStack() as stack:
        connection, lock = database.open_to_write(journal, alone=True)
        stack.callback(connection.close)
        if lock is not None:
            stack.callback(lock.release)
    if not verify(journal).is_whole:
        raise BadInputError(Cause("journal-chain", str(journal)))
