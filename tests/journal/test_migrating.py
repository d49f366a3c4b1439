"""A journal of an earlier release is read as it is; written into, it gets the layout of today."""

import sqlite3

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from engine.faults import TableError
from journal.layout import METADATA, REVISION
from journal.migrating import MIGRATIONS
from journal.personal import Personal
from journal.read import read_rows, read_texts
from journal.sqlite import APPLICATION_ID
from journal.store import SqlJournal
from journal.verify import Flaw, verify
from tests.journal.played import Evening, rows_of

OLD = """
CREATE TABLE journal (
    seq INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    taken_ns BIGINT NOT NULL, wall VARCHAR(40) NOT NULL, kind VARCHAR(40) NOT NULL,
    payload TEXT NOT NULL, software TEXT NOT NULL, models TEXT NOT NULL, rules TEXT NOT NULL,
    prev_hash VARCHAR(64) NOT NULL, hash VARCHAR(64) NOT NULL
);
CREATE INDEX ix_journal_kind ON journal (kind);
CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_next_only BEFORE INSERT ON journal
    WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM journal)
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""
"""What release 0.1.0 laid out before there were migrations."""


@pytest.fixture
def old(path):
    evening = Evening(2)
    evening.play(25)
    rows = rows_of(evening.entries)
    database = sqlite3.connect(path)
    database.executescript(f"PRAGMA journal_mode = WAL; PRAGMA application_id = {APPLICATION_ID};")
    database.executescript(OLD)
    marks = ", ".join("?" * 10)
    database.executemany(
        f"INSERT INTO journal VALUES ({marks})",  # noqa: S608
        [[getattr(row, name) for name in row.__slots__] for row in rows],
    )
    database.commit()
    database.close()
    return rows


def test_an_old_journal_is_read_and_verified_without_being_touched(old, path):
    before = path.read_bytes()
    assert list(read_rows(path)) == old
    assert verify(path).rows == len(old)
    assert read_texts(path) == {}
    assert path.read_bytes() == before


def test_an_old_journal_goes_on_in_the_layout_of_today(old, path, versions):
    journal = SqlJournal(path, versions)
    assert journal.record("review", 0.0, {"by": Personal("Anna")}) == len(old) + 1
    journal.close()
    assert list(read_rows(path))[:-1] == old
    assert verify(path).is_whole
    assert list(read_texts(path).values()) == ["Anna"]
    database = sqlite3.connect(path)
    assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [(REVISION,)]
    database.close()


def test_a_guard_of_today_that_is_missing_is_found_after_the_migration(old, path, versions):
    SqlJournal(path, versions).close()
    database = sqlite3.connect(path)
    database.execute("DROP TRIGGER personal_no_update")
    database.close()
    assert verify(path).flaw is Flaw.UNGUARDED


def test_a_journal_of_a_later_release_is_refused_and_read(path, versions):
    journal = SqlJournal(path, versions)
    journal.record("action", 1.0, {})
    journal.close()
    database = sqlite3.connect(path)
    database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.commit()
    database.close()
    with pytest.raises(TableError, match="is of a later release"):
        SqlJournal(path, versions)
    assert verify(path).is_whole


def test_the_newest_migration_is_the_one_that_this_release_names():
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == REVISION


def test_a_new_journal_has_the_columns_that_the_code_reads(path, versions):
    SqlJournal(path, versions).close()
    database = sqlite3.connect(path)
    for table in ("journal", "personal"):
        named = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        assert named == [column.name for column in METADATA.tables[table].columns]
    database.close()
