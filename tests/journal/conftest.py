from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from journal.rows import Versions
from journal.store import SqlJournal

VERSIONS = Versions(software="0.1.0", models="cards-1", rules="casino-by-2001@1")
EVENING = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table-7.kozyr"


@pytest.fixture
def versions() -> Versions:
    return VERSIONS


@pytest.fixture
def open_journal(path: Path) -> Iterator[Callable[[], SqlJournal]]:
    """Open the journal, closing whoever held it before; a second goes by at each row."""
    held: list[SqlJournal] = []
    told = [0]

    def wall_clock() -> datetime:
        told[0] += 1
        return EVENING + timedelta(seconds=told[0])

    def let_go() -> None:
        while held:
            held.pop().close()

    def open_it() -> SqlJournal:
        let_go()
        held.append(SqlJournal(path, VERSIONS, wall_clock))
        return held[-1]

    yield open_it
    let_go()


@pytest.fixture
def journal(open_journal: Callable[[], SqlJournal]) -> SqlJournal:
    return open_journal()
