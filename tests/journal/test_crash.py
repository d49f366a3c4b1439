"""A crash at any point loses nothing acknowledged."""

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.faults import TableError
from engine.standing import Standing
from journal.read import JournalReader, read_rows
from journal.replay import replay
from journal.rows import Row, Versions
from journal.store import SqlJournal
from journal.verify import verify
from tests.journal.game_writer import killed_game
from tests.journal.played import VERSIONS, Evening, rules

KILLS = 4


@pytest.mark.parametrize("batch", [1, 50])
def test_kill_9_of_a_writer_keeps_every_acknowledged_row(path: Path, batch: int) -> None:
    """Each process goes on with the journal that the killed one before it left."""
    draw = random.Random(batch)
    acknowledged = 0
    for _ in range(KILLS):
        writer = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("writer.py"), path, str(batch)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert writer.stdout is not None
        with writer:
            for _ in range(draw.randint(1, 40)):
                acknowledged = int(writer.stdout.readline())
            writer.kill()
            said = [line for line in writer.stdout if line.endswith("\n")]
        acknowledged = int(said[-1]) if said else acknowledged

        report = verify(path)
        assert report.is_whole, report
        assert report.rows >= acknowledged
        assert report.rows % batch == 0  # rows kept together come together


def state_of(standing: Standing) -> tuple[object, ...]:
    flags = {number: (step.name, flag) for number, (step, flag) in standing.flags.items()}
    return standing.game, flags, standing.signal


@pytest.mark.parametrize("seed", range(int(os.environ.get("KOZYR_KILLS", "3"))))
def test_kill_9_of_a_running_game_comes_back_to_the_same_state(path: Path, seed: int) -> None:
    """The journal alone gives the state in which the game was killed, or the one after it."""
    acknowledged = killed_game(path, seed, time.sleep)

    assert verify(path).is_whole
    (game,) = replay(read_rows(path), rules)
    evening = Evening(seed)
    evening.play(acknowledged)
    now = state_of(evening.standing)
    evening.play(1)
    assert state_of(game.standing) in (now, state_of(evening.standing))


def test_power_cut_in_a_later_write_keeps_what_was_acknowledged_before(
    tmp_path: Path, versions: Versions
) -> None:
    """The log is cut after any byte beyond the last acknowledged row."""
    path = tmp_path / "table-7.kozyr"
    log = tmp_path / "table-7.kozyr-wal"
    journal = SqlJournal(path, versions)
    ends = []
    for n in range(8):
        journal.record("action", n, {"n": n})
        ends.append(log.stat().st_size)

    @settings(max_examples=40, deadline=None)
    @given(cut=st.integers(ends[0], ends[-1]))
    def check(cut: int) -> None:
        after = tmp_path / "after"
        shutil.rmtree(after, ignore_errors=True)
        after.mkdir()
        shutil.copy(path, after)
        (after / log.name).write_bytes(log.read_bytes()[:cut])

        acknowledged = sum(end <= cut for end in ends)
        report = verify(after / path.name)
        assert report.is_whole, report
        assert report.rows == acknowledged

        resumed = SqlJournal(after / path.name, versions)
        assert resumed.record("action", 9, {}) == acknowledged + 1
        resumed.close()

    check()
    journal.close()


def test_crash_before_the_first_row_leaves_a_journal_that_can_begin(
    path: Path, versions: Versions
) -> None:
    path.touch()

    journal = SqlJournal(path, versions)

    assert journal.record("action", 0, {}) == 1
    journal.close()


def test_journal_that_a_crash_left_can_be_read_at_once(
    tmp_path: Path, open_journal: Callable[[], SqlJournal], path: Path
) -> None:
    open_journal().record("action", 1, {})
    left = tmp_path / "left"
    left.mkdir()
    for name in (path.name, f"{path.name}-wal"):
        shutil.copy(path.with_name(name), left)

    assert JournalReader(left / path.name).last_seq() == 1


def test_a_journal_cut_at_any_byte_is_never_silently_shorter(
    tmp_path: Path, versions: Versions
) -> None:
    """It is whole with all its rows, or the damage is named."""
    path = tmp_path / "table-7.kozyr"
    journal = SqlJournal(path, versions)
    for n in range(60):
        journal.record("action", n, {"n": n, "what": "a card was laid" * 20})
    journal.close()
    whole = path.read_bytes()

    @settings(max_examples=60, deadline=None)
    @given(cut=st.integers(0, len(whole) - 1))
    def check(cut: int) -> None:
        after = tmp_path / "cut.kozyr"
        after.write_bytes(whole[:cut])
        report = verify(after)
        assert report.is_whole == (report.rows == 60)
        assert report.is_whole or report.detail

    check()


@pytest.fixture(scope="module")
def unsettled(tmp_path_factory) -> tuple[bytes, bytes, tuple[Row, ...]]:
    """A journal whose newest rows are in its log only, as a power cut leaves it."""
    path = tmp_path_factory.mktemp("unsettled") / "table-7.kozyr"
    journal = SqlJournal(path, VERSIONS)
    for n in range(40):
        journal.record("action", n, {"n": n, "what": "a card was laid" * 20})
    left = path.read_bytes(), Path(f"{path}-wal").read_bytes(), read_rows(path)
    journal.close()
    return left


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_file_and_log_cut_at_any_bytes_open_or_are_refused(
    tmp_path_factory, unsettled: tuple[bytes, bytes, tuple[Row, ...]], data: st.DataObject
) -> None:
    """What is read is what was written up to some row, or the damage is named; so is writing."""
    file, log, rows = unsettled
    path = tmp_path_factory.mktemp("cut") / "table-7.kozyr"
    whole = data.draw(st.booleans())
    path.write_bytes(file if whole else file[: data.draw(st.integers(0, len(file)))])
    Path(f"{path}-wal").write_bytes(log[: data.draw(st.integers(0, len(log)))])

    report = verify(path)
    if report.is_whole:
        assert read_rows(path) == rows[: report.rows]
    else:
        assert report.detail
    number, refused = written_after(path)
    if refused:
        assert str(path) in refused
    else:
        assert read_rows(path)[: number - 1] == rows[: number - 1]
        assert not report.is_whole or number == report.rows + 1


def written_after(path: Path) -> tuple[int, str]:
    """Write a row into what was left; return its number, or why nothing may be written."""
    try:
        journal = SqlJournal(path, VERSIONS)
    except TableError as error:
        return 0, error.detail
    try:
        return journal.record("action", 99, {}), ""
    except TableError as error:
        return 0, error.detail
    finally:
        journal.close()
