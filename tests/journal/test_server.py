"""The same journal on a PostgreSQL server: every law of the file holds there too."""

import random
import subprocess
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, NullPool, create_engine, text
from sqlalchemy.exc import DBAPIError

from engine.entries import Entry
from engine.faults import Fault, TableError
from journal.anchors import AnchoredJournal, signer_at
from journal.layout import GUARDS
from journal.personal import Personal
from journal.place import OnServer, place_of
from journal.read import JournalReader, read_rows, read_texts
from journal.replay import replay
from journal.rows import GENESIS, seal
from journal.store import SqlJournal
from journal.verify import Flaw, Report, verify
from tests.journal.played import VERSIONS, Evening, rules
from tests.journal.postgres import program, running_server

pytestmark = pytest.mark.skipif(program("initdb") is None, reason="no PostgreSQL server here")

NUMBERS = count(1)
COUNT = 8


@pytest.fixture(scope="module")
def server():
    with running_server() as address:
        yield address


@pytest.fixture
def place(server) -> OnServer:
    return named(server)


def named(server) -> OnServer:
    place = place_of(f"{server}&journal=table-{next(NUMBERS)}")
    assert isinstance(place, OnServer)
    return place


def owner_of(place) -> Connection:
    """Connect as one who may do anything to the journal, and nothing is said of it."""
    engine = create_engine(
        place.url,
        isolation_level="AUTOCOMMIT",
        poolclass=NullPool,
        connect_args={"options": f'-c search_path="{place.name}"'},
    )
    return engine.connect()


@pytest.fixture
def journal(place):
    journal = SqlJournal(place, VERSIONS)
    yield journal
    journal.close()


def test_rows_are_numbered_chained_and_read_again(journal, place):
    assert journal.record("action", 1.5, {"cards": ["9♥"]}) == 1
    assert journal.record_all([Entry("flag", 2, {}), Entry("action", 3, {})]) == (2, 3)
    rows = read_rows(place)
    assert [row.seq for row in rows] == [1, 2, 3]
    assert [row.prev_hash for row in rows] == [GENESIS, rows[0].hash, rows[1].hash]
    assert read_rows(place, {"flag"}) == rows[1:2]
    assert verify(place) == Report(3, rows[-1].hash)


def test_the_chain_goes_on_in_the_next_program(place):
    for n in range(1, 4):
        journal = SqlJournal(place, VERSIONS)
        assert journal.record("action", n, {}) == n
        journal.close()
    assert verify(place).rows == 3


def test_several_tables_share_a_database(server):
    for _ in range(2):
        journal = SqlJournal(named(server), VERSIONS)
        assert journal.record("action", 1, {}) == 1
        journal.close()


def test_a_second_table_is_told_who_holds_the_journal(journal, place):
    with pytest.raises(TableError, match=r"in use by process \d+ of the server") as caught:
        SqlJournal(place, VERSIONS)
    assert caught.value.fault is Fault.JOURNAL_BUSY


def test_people_write_beside_the_table(journal, place):
    people = SqlJournal(place, VERSIONS, alone=False)
    journal.record("action", 1, {})
    assert people.record("review", 0, {"by": Personal("Anna")}) == 2
    assert journal.record("action", 2, {}) == 3
    people.close()
    assert verify(place).rows == 3
    assert list(read_texts(place).values()) == ["Anna"]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE journal SET payload = '{}' WHERE seq = 1",
        "DELETE FROM journal WHERE seq = 1",
        "TRUNCATE journal",
        """INSERT INTO journal SELECT 9, taken_ns, wall, kind, payload, software, models, rules,
        prev_hash, hash FROM journal WHERE seq = 1""",
        "UPDATE personal SET text = 'Boris'",
    ],
)
def test_rows_cannot_be_changed_from_outside(journal, place, change):
    journal.record("review", 1, {"by": Personal("Anna")})
    with owner_of(place) as outside, pytest.raises(DBAPIError, match="append-only"):
        outside.execute(text(change))
    assert verify(place).is_whole


def test_a_reader_cannot_write(journal, place):
    journal.record("action", 1, {})
    reader = JournalReader(place)
    with pytest.raises(DBAPIError, match="read-only"):
        reader._connection.execute(text("DROP TABLE journal CASCADE"))
    reader.close()


@pytest.fixture(scope="module")
def whole(server):
    place = named(server)
    journal = SqlJournal(place, VERSIONS)
    for n in range(COUNT):
        journal.record("action", n / 15, {"id": f"m{n}", "cards": ["9♥"]})
    journal.close()
    return place, read_rows(place)


def tampered(place, rows):
    """Put other rows in the place of a journal's, as its owner can, and verify it."""
    with owner_of(place) as outside:
        for table, guard in (
            ("journal", GUARDS[0]),
            ("journal", GUARDS[1]),
            ("journal", GUARDS[2]),
        ):
            outside.execute(text(f"ALTER TABLE {table} DISABLE TRIGGER {guard}"))
        outside.execute(text("DELETE FROM journal"))
        if rows:
            columns = rows[0].__slots__
            values = ", ".join(f":{name}" for name in columns)
            outside.execute(
                text(f"INSERT INTO journal ({', '.join(columns)}) VALUES ({values})"),  # noqa: S608
                [{name: getattr(row, name) for name in columns} for row in rows],
            )
        for guard in GUARDS[:3]:
            outside.execute(text(f"ALTER TABLE journal ENABLE TRIGGER {guard}"))
    return verify(place)


@settings(max_examples=40, deadline=None)
@given(seq=st.integers(1, COUNT), data=st.data())
def test_any_changed_removed_swapped_or_inserted_row_is_found(whole, seq, data):
    place, rows = whole
    row = rows[seq - 1]
    match data.draw(st.sampled_from(("changed", "removed", "swapped", "inserted", "hashed anew"))):
        case "changed":
            name = data.draw(st.sampled_from(("wall", "kind", "payload", "models", "hash")))
            other = replace(row, **{name: getattr(row, name)[:-1] + "~"})
            report = tampered(place, [other if one is row else one for one in rows])
            assert (report.flaw, report.seq) == (Flaw.CHANGED, seq)
        case "removed":
            report = tampered(place, [one for one in rows if one is not row])
            flaw = Flaw.END_MISSING if seq == COUNT else Flaw.GAP
            assert (report.flaw, report.seq) == (flaw, seq)
        case "swapped":
            other = rows[seq % COUNT]
            swapped = {row.seq: replace(other, seq=row.seq), other.seq: replace(row, seq=other.seq)}
            report = tampered(place, [swapped.get(one.seq, one) for one in rows])
            assert (report.flaw, report.seq) == (Flaw.CHANGED, min(swapped))
        case "inserted":
            more = seal(replace(row, payload="{}"), COUNT + 1, rows[-1].hash)
            assert tampered(place, [*rows, more]).flaw is Flaw.END_MISSING
        case _:
            forged = seal(replace(row, payload="{}"), seq, row.prev_hash)
            report = tampered(place, [forged if one is row else one for one in rows])
            if seq < COUNT:
                assert (report.flaw, report.seq) == (Flaw.BROKEN_LINK, seq + 1)
            else:
                assert report.head != rows[-1].hash


def test_a_guard_that_was_switched_off_is_found(journal, place):
    journal.record("action", 1, {})
    with owner_of(place) as outside:
        outside.execute(text("ALTER TABLE journal DISABLE TRIGGER journal_no_delete"))
    assert verify(place).flaw is Flaw.UNGUARDED


def test_an_end_that_was_removed_is_not_continued(journal, place):
    for n in range(3):
        journal.record("action", n, {})
    with owner_of(place) as outside:
        outside.execute(text("ALTER TABLE journal DISABLE TRIGGER journal_no_delete"))
        outside.execute(text("DELETE FROM journal WHERE seq = 3"))
    with pytest.raises(TableError, match="tampered"):
        journal.record("action", 9, {})


@pytest.mark.parametrize("batch", [1, 50])
def test_kill_9_of_a_writer_keeps_every_acknowledged_row(server, batch):
    place, draw, acknowledged = named(server), random.Random(batch), 0
    address = f"{server}&journal={place.name}"
    for _ in range(2):
        command = [sys.executable, Path(__file__).with_name("writer.py"), address, str(batch)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            for _ in range(draw.randint(1, 30)):
                acknowledged = int(writer.stdout.readline())
            writer.kill()
            said = [line for line in writer.stdout if line.endswith("\n")]
        acknowledged = int(said[-1]) if said else acknowledged
        report = verify(place)
        assert report.is_whole, report
        assert report.rows >= acknowledged
        assert report.rows % batch == 0


def test_a_game_replays_the_same_from_a_server(place, tmp_path):
    evening = Evening(3)
    evening.play(40)
    journal = AnchoredJournal(SqlJournal(place, VERSIONS), signer_at(tmp_path), 20)
    journal.record_all(evening.entries)
    journal.close()
    report = verify(place, signer_at(tmp_path).public)
    assert report.is_whole
    assert report.anchors == 1
    (game,) = replay(read_rows(place), rules)
    assert game.standing.game == evening.standing.game


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("postgresql://nobody@/postgres?host=/nowhere&journal=t", "cannot be reached"),
        ("{server}&journal=never-begun", "not a journal"),
    ],
)
def test_a_server_or_a_journal_that_is_not_there_is_said(server, address, why):
    report = verify(place_of(address.format(server=server)))
    assert report.flaw in {Flaw.NOT_A_JOURNAL, Flaw.DAMAGED}
    assert why in report.detail


def test_the_commands_take_the_address_of_a_server(server, kozyr):
    place = named(server)
    evening = Evening(5)
    evening.play(30)
    journal = SqlJournal(place, VERSIONS)
    journal.record_all(evening.entries)
    journal.close()
    address = f"{server}&journal={place.name}"
    assert kozyr("journal", "verify", address).code == 0
    told = kozyr("journal", "incidents", address, "--lang", "en").out.splitlines()
    name = told[0].split()[0]
    assert kozyr("journal", "review", address, name, "--by", "Anna").code == 0
    again = kozyr("journal", "incidents", address, "--lang", "en").out
    assert "Anna" in again.splitlines()[0]
    assert verify(place).is_whole
