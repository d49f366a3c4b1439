"""A disk that fills up under a live table: video stops first, the journal last, all comes back."""

from __future__ import annotations

import os
import subprocess
from itertools import count

import pytest

from dealer_ui.commands import CommandQueue
from dealer_ui.console import Tally
from dealer_ui.hearing import Ears
from dealer_ui.records import RunRecords
from engine.entries import Entry
from engine.faults import Fault
from engine.standing import Standing
from engine.watch import Watch
from hardware.indicators import NoLight
from journal.read import read_rows
from journal.reserve import Reserve
from journal.store import SqlJournal
from journal.verify import verify
from tests.journal.played import VERSIONS, Evening
from tests.vision.network_cameras import scene
from vision.disk import Budget
from vision.frames import Frame
from vision.recorder import Recorder

MIB = 2**20
DISK, RESERVE, LEFT_BY_VIDEO = 24 * MIB, 2 * MIB, 8 * MIB


@pytest.fixture
def disk(tmp_path):
    """Mount a real disk of 24 MiB; only root may."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", disk],
        capture_output=True,
        check=False,
    )
    if mounted.returncode != 0:
        pytest.skip("no right to mount a small disk here")
    yield disk
    subprocess.run(["umount", "--lazy", disk], check=True)


class Nobody:
    def publish(self, standing):
        """Show nothing."""


class FullTable:
    """The end of the line of a live table, with a journal and a video on one small disk."""

    def __init__(self, disk):
        self.disk = disk
        self.path = disk / "table-7.journal"
        self.reserve = Reserve(self.path, RESERVE)
        self.journal = SqlJournal(self.path, VERSIONS, reserve=self.reserve)
        self.records = RunRecords(Tally(), self.journal, None)
        self.ears = Ears(CommandQueue(), reserve=self.reserve)
        budget = Budget(DISK, LEFT_BY_VIDEO)
        self.recorder = Recorder(disk / "video", budget, on_trouble=self.ears.hear_video)
        game = Evening(1).standing.game
        self.watch = Watch(Standing(start=game, game=game), NoLight(), self.records, Nobody())
        self.numbers = count()
        self.told = 0

    def turn(self):
        """Let a frame go by: something happens, the ears are asked, the video is handed over."""
        now = next(self.numbers) / 15
        self.recorder._write(Frame(scene(int(now * 15), (640, 480)), now, int(now * 15)))
        for happening in self.ears.heard(self.watch.standing, now):
            self.watch.take(happening)
        self.watch._keep((Entry("acknowledged", now, {"flag": f"f{self.told}" + " " * 2000}),), now)
        self.told += 1
        self.watch.rest(now)

    @property
    def faults(self):
        return {broken.fault for broken in self.watch.standing.faults}

    def until(self, wanted, most=3000):
        for _ in range(most):
            if self.faults == wanted:
                return
            self.turn()
        pytest.fail(f"never {wanted}: {self.faults}")

    def fill(self, left):
        """Let another program take all but some bytes."""
        room = os.statvfs(self.disk)
        size = max(0, room.f_bavail * room.f_frsize - left)
        with (self.disk / f"other-{next(self.numbers)}").open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, max(1, size))

    def written(self):
        """Return the numbers of what was told, as the journal has them."""
        rows = read_rows(self.path, {"acknowledged"})
        return [int(str(row.content["flag"]).strip()[1:]) for row in rows]


@pytest.fixture
def table(disk):
    table = FullTable(disk)
    yield table
    table.recorder.close()
    table.journal.close()


def test_video_stops_first_then_the_reserve_then_rows_wait_and_all_comes_back(table):
    table.until(set(), 1)
    for _ in range(30):
        table.turn()
    assert table.faults == set()

    table.fill(LEFT_BY_VIDEO // 2)
    table.until({Fault.VIDEO_STOPPED})
    assert table.written() == list(range(table.told))

    table.fill(0)
    table.until({Fault.VIDEO_STOPPED, Fault.RESERVE_USED})
    assert table.written() == list(range(table.told))
    for _ in range(50):
        table.turn()
    assert table.written() == list(range(table.told))

    table.fill(0)
    table.until({Fault.VIDEO_STOPPED, Fault.RESERVE_USED, Fault.DISK_FULL})
    for _ in range(50):
        table.turn()
    assert len(table.written()) < table.told  # they wait in memory

    for other in table.disk.glob("other-*"):
        other.unlink()
    table.until(set())
    assert table.written() == list(range(table.told))
    assert table.reserve.path.stat().st_size == RESERVE
    assert verify(table.path).is_whole


def test_a_reserve_is_no_hole_and_is_taken_over(disk):
    path = disk / "t.journal"
    assert Reserve(path, RESERVE).is_held()
    before = os.statvfs(disk).f_bavail
    assert Reserve(path, RESERVE).is_held()
    assert os.statvfs(disk).f_bavail == before
    reserve = Reserve(path, RESERVE)
    assert reserve.release()
    assert not reserve.release()
    assert (os.statvfs(disk).f_bavail - before) * os.statvfs(disk).f_frsize >= RESERVE


def test_a_disk_without_room_has_no_reserve_and_says_so(disk):
    with (disk / "other").open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, DISK - RESERVE)
    reserve = Reserve(disk / "t.journal", RESERVE)
    (broke,) = Ears(CommandQueue(), reserve=reserve).heard(Evening(1).standing, 0.0)
    assert broke.fault is Fault.RESERVE_USED
    assert not reserve.path.exists()
