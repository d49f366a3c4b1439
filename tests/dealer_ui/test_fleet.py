"""Audits on many machines: the same bytes, whoever is killed; no job is lost, none stays."""

from __future__ import annotations

import asyncio
import shutil
import threading

import pytest

from dealer_ui.fleet import sending
from dealer_ui.fleet.queue import DEAD, JOBS, RESULTS, JobQueue
from dealer_ui.fleet.worker import KILLED, TRIES
from dealer_ui.floor.connection import connected
from dealer_ui.floor.setting_up import reached_by
from dealer_ui.floor.streams import ask
from tests.dealer_ui.audits import ToldSights, film, run, without_networks
from tests.dealer_ui.fleets import PATIENCE_S, RELEASE, Hands, sent
from tests.dealer_ui.floors import Floor
from tests.dealer_ui.test_auditing import bytes_in

pytestmark = pytest.mark.timeout(300)


@pytest.fixture(autouse=True)
def no_networks(monkeypatch):
    without_networks(monkeypatch.setattr)
    monkeypatch.setattr(sending, "LOOK_S", 0.2)


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    floor = Floor(tmp_path_factory.mktemp("floor"))
    yield floor
    floor.close()


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """Return a folder with two recordings of a table, and one that is none."""
    folder = tmp_path_factory.mktemp("evening")
    film(folder / "table-7_2026-11-29_20-15-00.mp4", 36)
    film(folder / "table-7_2026-11-30_20-15-00.mp4", 5)
    (folder / "table-7_2026-12-01_20-15-00.mp4").write_text("no video")
    return folder


@pytest.fixture(scope="module")
def alone(evening, tmp_path_factory):
    """Return the audit of one machine that nobody disturbed."""
    out = tmp_path_factory.mktemp("alone") / "out"
    patch = pytest.MonkeyPatch()
    without_networks(patch.setattr)
    run([evening], out)
    patch.undo()
    return out


def kept(floor, *streams):
    async def count():
        async with connected(floor.reached()) as client:
            told = [await ask(client, f"$JS.API.STREAM.INFO.{stream}") for stream in streams]
        return [one["state"]["messages"] for one in told]

    return asyncio.run(count())


def freight_in(floor):
    async def look():
        async with connected(floor.reached()) as client:
            wanted = {"subjects_filter": "$O.AUDIT.C.>"}
            return await ask(client, "$JS.API.STREAM.INFO.OBJ_AUDIT", wanted)

    return list(asyncio.run(look())["state"].get("subjects", ()))


def test_what_a_fleet_leaves_is_what_one_machine_leaves(floor, evening, alone, tmp_path):
    out = tmp_path / "far" / "out"
    with Hands(floor, tmp_path / "work", ToldSights(), ToldSights()):
        audited, said = sent(floor, [evening], out, "two")
    assert bytes_in(out) == bytes_in(alone)
    assert [bad.path.name for bad in audited.bad] == ["table-7_2026-12-01_20-15-00.mp4"]
    assert len(said) == 4
    assert kept(floor, JOBS, RESULTS, DEAD) == [0, 0, 0]
    assert freight_in(floor) == [], "nothing is left behind"


async def killed_while_it_ran(to, times):
    """Take a job and be silent, as a killed worker is."""
    for _ in range(times):
        async with connected(to) as client:
            queue = JobQueue(client, RELEASE, PATIENCE_S)
            await queue.lay_out()
            while await queue.take() is None:
                pass


def sent_aside(*args, **how):
    """Send in a thread, as another computer would."""
    result = []
    thread = threading.Thread(target=lambda: result.append(sent(*args, **how)))
    thread.start()
    return thread, result


def test_a_job_whose_worker_was_killed_is_run_by_another(floor, evening, alone, tmp_path):
    """Here the recordings lie in a folder that both machines share: they do not travel."""
    out, sights = tmp_path / "far" / "out", ToldSights()
    there = shutil.copytree(evening, tmp_path / "mounted-elsewhere")
    thread, _ = sent_aside(floor, [evening], out, "killed", share=evening)
    asyncio.run(killed_while_it_ran(floor.reached(), 1))
    with Hands(floor, tmp_path / "work", sights, share=there):
        thread.join()
    assert len(sights.given) == 3
    assert bytes_in(out) == bytes_in(alone)


def test_a_job_that_kills_every_worker_is_laid_aside_and_the_report_says_so(floor, tmp_path):
    film(tmp_path / "in" / "deadly.mp4", 5)
    thread, result = sent_aside(floor, [tmp_path / "in"], tmp_path / "out", "deadly")
    asyncio.run(killed_while_it_ran(floor.reached(), TRIES))
    with Hands(floor, tmp_path / "work") as hands:
        thread.join()
    ((audited, _),) = result
    assert [bad.why for bad in audited.bad] == [KILLED]
    assert hands.said == [f"deadly: {KILLED}"]
    assert kept(floor, JOBS, DEAD) == [0, 1]

    with Hands(floor, tmp_path / "work"):  # the same command tries anew
        audited, _ = sent(floor, [tmp_path / "in"], tmp_path / "out", "deadly")
    assert len(audited.told) == 1
    assert kept(floor, JOBS, DEAD) == [0, 0]


class Lacking(ToldSights):
    """Sights of a computer that lacks something, at first."""

    def __init__(self, times):
        super().__init__()
        self.times = times

    def sight(self, order):
        if self.times:
            self.times -= 1
            raise OSError(28, "No space left on device", "work")
        return super().sight(order)


@pytest.fixture
def short(tmp_path):
    """Return a folder with two recordings in which nothing happens."""
    for name in "ab":
        film(tmp_path / "in" / f"{name}.mp4", 5)
    return tmp_path / "in"


def test_what_does_not_come_off_is_tried_again(floor, short, tmp_path):
    with Hands(floor, tmp_path / "work", Lacking(2)) as hands:
        audited, _ = sent(floor, [short], tmp_path / "out", "again")
    assert [line.endswith("No space left on device") for line in hands.said] == [True] * 2 + [
        False
    ] * 2
    assert (len(audited.told), audited.bad) == (2, [])


def test_a_sender_that_was_stopped_finds_what_was_run_meanwhile(floor, short, tmp_path):
    def stopped(_done, _of):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sent(floor, [short], tmp_path / "out", "stopped", advance=stopped)
    with Hands(floor, tmp_path / "work") as hands:
        audited, _ = sent(floor, [short], tmp_path / "out", "stopped")
    assert len(audited.told) == 2
    assert len(hands.sights[0].given) == 2, "each was sent once"

    audited, said = sent(floor, [short], tmp_path / "out", "stopped")
    assert len(audited.told) == 2
    assert all("not run again" in line for line in said[::2])


def test_a_worker_that_is_stopped_gives_its_job_back_at_once(floor, tmp_path):
    film(tmp_path / "in" / "long.mp4", 5)
    thread, result = sent_aside(floor, [tmp_path / "in"], tmp_path / "out", "long")
    waits = threading.Event()

    class Slow(ToldSights):
        def sight(self, order):
            waits.set()
            slow = super().sight(order)
            slow.sense = lambda frame: released.wait(60) and frame.number
            return slow

    released = threading.Event()
    hands = Hands(floor, tmp_path / "one", Slow())
    with hands:
        assert waits.wait(60)
        hands.stopping.set()
        released.set()
    with Hands(floor, tmp_path / "two") as others:
        thread.join()
    assert len(result[0][0].told) == 1
    assert len(others.sights[0].given) == 1


def test_a_worker_of_another_release_takes_no_job(floor, tmp_path):
    film(tmp_path / "in" / "a.mp4", 5)
    with (
        Hands(floor, tmp_path / "old", release="older") as older,
        Hands(floor, tmp_path / "new") as newer,
    ):
        sent(floor, [tmp_path / "in"], tmp_path / "out", "releases")
    assert (len(older.sights[0].given), len(newer.sights[0].given)) == (0, 1)


def test_a_worker_may_do_its_work_with_its_own_pass_and_see_no_table(floor, tmp_path):
    film(tmp_path / "in" / "a.mp4", 5)
    worker = reached_by(floor.admit("workers", "night"))
    floor_of_worker = type("Seen", (), {"reached": lambda _self: worker})()
    with Hands(floor_of_worker, tmp_path / "work"):
        audited, _ = sent(floor, [tmp_path / "in"], tmp_path / "out", "passes")
    assert len(audited.told) == 1
