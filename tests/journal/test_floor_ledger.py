"""The floor's ledger: what follows is kept once, whatever comes twice, late, or not at all."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine, select, text

from engine.entries import Entry
from engine.faults import TableError
from journal.floor.following import End, Finding, Flaw, followed
from journal.floor.ledger import FINDINGS, Ledger
from journal.floor.sheaf import (
    Sheaf,
    SheafError,
    journal_name,
    parted,
    read_sheaf,
    read_text,
    written,
    written_text,
)
from journal.personal import ERASED, Personal, Told
from journal.place import place_of
from journal.read import JournalReader, read_rows, read_texts
from journal.rows import GENESIS, draft, seal
from journal.server import APPLICATION
from journal.store import SqlJournal
from journal.verify import verify
from tests.journal.conftest import EVENING, VERSIONS
from tests.journal.postgres import program, running_server

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def chain(count, word="a"):
    rows, head = [], GENESIS
    for seq in range(1, count + 1):
        at = EVENING + timedelta(seconds=seq)
        rows.append(seal(draft("action", seq, {"word": word}, at, VERSIONS), seq, head))
        head = rows[-1].hash
    return rows


ROWS = chain(12)
NAME = journal_name(ROWS[0])


def at(seq):
    return End(seq, ROWS[seq - 1].hash) if seq else End()


@pytest.mark.parametrize(
    ("came", "end", "finding"),
    [
        (range(1, 4), 3, None),
        ((1, 1, 2, 2, 1, 3), 3, None),
        ((2, 3), 0, Finding(Flaw.GAP, 1)),
        ((1, 2, 5, 6), 2, Finding(Flaw.GAP, 3)),
        ((1, 2, 5, 6, 3, 4, 5, 6), 6, None),
        ((1, 3, 2), 2, None),
    ],
)
def test_what_follows_is_taken_and_what_lacks_is_told(came, end, finding):
    found = followed(End(), NAME, [ROWS[seq - 1] for seq in came])
    assert (found.end, found.finding) == (at(end), finding)
    assert found.fresh == tuple(ROWS[:end])


@pytest.mark.parametrize(
    "row",
    [
        replace(ROWS[2], payload="{}"),
        replace(ROWS[2], prev_hash=GENESIS),
        chain(3, "b")[2],
    ],
)
def test_what_does_not_follow_is_a_break(row):
    assert followed(at(2), NAME, [row]).finding == Finding(Flaw.BREAK, 3)


def test_another_row_in_the_place_of_the_last_one_is_a_break():
    assert followed(at(3), NAME, chain(3, "b")).finding == Finding(Flaw.BREAK, 3)


def test_a_journal_that_goes_by_another_name_is_a_break():
    assert followed(End(), "0" * 16, ROWS).finding == Finding(Flaw.BREAK, 1)


@given(st.lists(st.integers(1, 12)))
def test_whatever_comes_the_fold_is_a_beginning_of_the_chain(came):
    found = followed(End(), NAME, [ROWS[seq - 1] for seq in came])
    assert found.fresh == tuple(ROWS[: len(found.fresh)])


@given(st.integers(0, 2**32), st.integers(0, 12))
def test_what_comes_again_from_where_it_lacked_is_whole(seed, began):
    came = [ROWS[n] for n in range(12) for _ in range(2)]
    random.Random(seed).shuffle(came)
    first = followed(at(began), NAME, came)
    again = followed(first.end, NAME, ROWS[first.end.seq :])
    assert (again.end, again.finding) == (at(12), None)


def test_rows_travel_as_they_are():
    assert read_sheaf("3", NAME, written(ROWS)) == Sheaf("3", NAME, tuple(ROWS))
    assert Sheaf("3", NAME, tuple(ROWS)).name == f"3:{NAME}:1-12"
    told = Told("ab", "cd", "Anna")
    assert read_text(written_text(told)) == told


@pytest.mark.parametrize(
    "came",
    [
        b"",
        b"[]",
        b"{}",
        b"[1]",
        b'[{"seq": 1}]',
        written([ROWS[0], ROWS[2]]),
        written([replace(ROWS[0], seq="1")]),
        written([replace(ROWS[0], kind=None)]),
    ],
)
def test_what_is_no_sheaf_is_refused(came):
    with pytest.raises(SheafError):
        read_sheaf("3", NAME, came)


@given(st.binary(max_size=200))
def test_no_bytes_do_harm(came):
    for read in (lambda: read_sheaf("3", NAME, came), lambda: read_text(came)):
        with pytest.raises(SheafError):
            read()


def test_rows_are_parted_by_what_the_broker_takes():
    sizes = [len(rows) for rows in parted(ROWS, 3000)]
    assert sum(sizes) == 12
    assert max(sizes) < 6
    assert [len(rows) for rows in parted(ROWS, 1)] == [1] * 12


@pytest.fixture(scope="module")
def server():
    if program("initdb") is None:
        pytest.skip("no PostgreSQL server here")
    with running_server() as address:
        yield address


@pytest.fixture
def ledger(server):
    engine = create_engine(place_of(f"{server}&journal=x").url)
    with engine.begin() as connection:
        ours = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 't-%' OR nspname = 'floor'"
        names = connection.execute(text(ours))
        for name in names.scalars().all():
            connection.execute(text(f'DROP SCHEMA "{name}" CASCADE'))
    engine.dispose()
    ledger = Ledger(server)
    yield ledger
    ledger.close()


def sheaf(*numbers, table="3"):
    return Sheaf(table, NAME, tuple(ROWS[n - 1] for n in numbers))


def place(server, table="3"):
    return place_of(f"{server}&journal=t-{table}-{NAME}")


def findings(ledger):
    with ledger._connection.begin():
        wanted = select(FINDINGS.c.flaw, FINDINGS.c.seq, FINDINGS.c.mended_at.is_not(None))
        return [tuple(row) for row in ledger._connection.execute(wanted)]


def test_rows_are_folded_once_and_the_chain_stands(ledger, server):
    ledger.fold([sheaf(1, 2), sheaf(1, 2, 3)], [], NOW)
    assert not ledger.fold([sheaf(2, 3)], [], NOW).rows
    assert ledger.fold([sheaf(4)], [], NOW).rows == {("3", NAME): (ROWS[3],)}
    assert read_rows(place(server)) == tuple(ROWS[:4])
    assert verify(place(server)).is_whole


def test_tables_do_not_meet(ledger, server):
    ledger.fold([sheaf(1, table="3"), sheaf(1, 2, table="4")], [], NOW)
    assert [len(read_rows(place(server, table))) for table in ("3", "4")] == [1, 2]


def test_a_gap_is_found_once_and_mended(ledger):
    for _ in range(2):
        ledger.fold([sheaf(3, 4)], [], NOW)
    assert findings(ledger) == [("gap", 1, False)]
    ledger.fold([sheaf(1, 2, 3)], [], NOW)
    assert findings(ledger) == [("gap", 1, True)]


def test_after_a_break_nothing_follows(ledger, server):
    ledger.fold([sheaf(1, 2)], [], NOW)
    forged = tuple(chain(4, "b")[2:])
    ledger.fold([Sheaf("3", NAME, forged)], [], NOW)
    assert findings(ledger) == [("break", 3, False)]
    assert len(read_rows(place(server))) == 2


def test_who_opens_it_again_goes_on(ledger, server):
    ledger.fold([sheaf(1, 2), sheaf(4)], [], NOW)
    known = ledger.known
    ledger.close()
    again = Ledger(server)
    assert again.known == known
    assert again.known["3", NAME].finding == Finding(Flaw.GAP, 3)
    again.close()


def test_a_server_that_hangs_up_on_an_idle_ledger_is_noticed(ledger, server):
    ledger.answer()
    engine = create_engine(place_of(f"{server}&journal=x").url)
    with engine.begin() as connection:
        ours = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        )
        connection.execute(text(f"{ours} AND application_name = '{APPLICATION}'"))
    engine.dispose()
    with pytest.raises(TableError):
        ledger.answer()
    ledger.open_again()
    ledger.answer()


def test_two_do_not_fold_at_once(ledger, server):
    with pytest.raises(TableError, match="in use"):
        Ledger(server)


def test_names_stand_apart_there_too_and_are_forgotten(ledger, server, tmp_path):
    journal = SqlJournal(tmp_path / "t.journal", VERSIONS)
    journal.record("ruling", 1.0, {"by": Personal("Anna")})
    reader = JournalReader(journal.path)
    (told,) = [Told(**one) for one in reader.kept_texts()]
    key = "3", journal_name(reader.since()[0])
    there = place_of(f"{server}&journal=t-3-{key[1]}")
    ledger.fold([], [(key, told)], NOW)
    ledger.fold([Sheaf(*key, reader.since())], [(key, told)], NOW)
    assert read_texts(there) == {told.token: "Anna"}
    assert verify(there).is_whole
    journal.forget([told.token], Entry(ERASED, 0.0, {"tokens": [told.token]}))
    assert ledger.fold([Sheaf(*key, reader.since(1))], [], NOW).forgotten == {key: (told.token,)}
    assert not read_texts(there)
    assert verify(there).is_whole
    reader.close()
    journal.close()


def test_a_server_that_is_gone_is_a_fault(tmp_path):
    with pytest.raises(TableError, match="cannot be reached"):
        Ledger(f"postgresql://floor@/postgres?host={tmp_path}")
