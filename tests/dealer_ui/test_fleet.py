"""Audits on many machines: the same bytes, whoever is killed; no job is lost, none stays."""

from __future__ import annotations

import asyncio
import multiprocessing
import shutil
import threading
from datetime import UTC, datetime

import httpx2
import pytest
from fastapi.testclient import TestClient

from dealer_ui.fleet import crew, opening, sending
from dealer_ui.fleet.board import board_of, create_board_app, serve_board
from dealer_ui.fleet.letters import State
from dealer_ui.fleet.opening import Way, into_ledger, release_of
from dealer_ui.fleet.queue import DEAD, JOBS, RESULTS, JobQueue
from dealer_ui.fleet.worker import KILLED, TRIES
from dealer_ui.floor.connection import connected
from dealer_ui.floor.passes import write_pass
from dealer_ui.floor.setting_up import reached_by, set_up
from dealer_ui.floor.streams import ask
from dealer_ui.prompts import Catalogue, Language
from dealer_ui.settings import Settings
from journal.place import place_of
from journal.read import read_rows
from tests.dealer_ui.audits import (
    PROFILE,
    ToldSights,
    film,
    run,
    told_in_a_worker,
    without_networks,
)
from tests.dealer_ui.fleets import IMPATIENCE_S, IMPATIENT, RELEASE, Hands, four_wanted, sent
from tests.dealer_ui.floors import Floor, here
from tests.dealer_ui.test_auditing import bytes_in
from tests.journal.postgres import program, running_server

pytestmark = pytest.mark.timeout(120)


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
            queue = JobQueue(client, IMPATIENT, IMPATIENCE_S)
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
    thread, _ = sent_aside(floor, [evening], out, "killed", share=evening, release=IMPATIENT)
    asyncio.run(killed_while_it_ran(floor.reached(), 1))
    with Hands(floor, tmp_path / "work", sights, share=there, release=IMPATIENT):
        thread.join()
    assert len(sights.given) >= 3
    assert bytes_in(out) == bytes_in(alone)


def test_a_job_that_kills_every_worker_is_laid_aside_and_the_report_says_so(floor, tmp_path):
    film(tmp_path / "in" / "deadly.mp4", 5)
    thread, result = sent_aside(
        floor, [tmp_path / "in"], tmp_path / "out", "deadly", release=IMPATIENT
    )
    asyncio.run(killed_while_it_ran(floor.reached(), TRIES))
    with Hands(floor, tmp_path / "work", release=IMPATIENT) as hands:
        thread.join()
    ((audited, _),) = result
    assert [bad.why for bad in audited.bad] == [KILLED]
    assert hands.said == [f"deadly: {KILLED}"]
    assert kept(floor, JOBS, DEAD) == [0, 1]

    with Hands(floor, tmp_path / "work", release=IMPATIENT):  # the same command tries anew
        audited, _ = sent(floor, [tmp_path / "in"], tmp_path / "out", "deadly", release=IMPATIENT)
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
    assert [line.endswith("no space is left on the disk") for line in hands.said] == [True] * 2 + [
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


def crewed(floor, folder, sights, workers):
    """Let workers run in processes of their own, as the command does; return what ends them."""
    over = threading.Event()
    settings = Settings(data=folder / "data", lang="en")
    who = crew.Crew(Way(floor.reached(), RELEASE), sights, settings, folder, "pc")
    thread = threading.Thread(target=crew.run_crew, args=(who, workers, over.is_set))
    thread.start()
    return lambda: (over.set(), thread.join())


def test_the_workers_of_a_computer_are_processes_that_begin_anew(
    floor, evening, alone, tmp_path, monkeypatch
):
    monkeypatch.setattr(crew, "AGAIN_S", 0.1)
    out = tmp_path / "far" / "out"
    end = crewed(floor, tmp_path / "work", told_in_a_worker, 1)
    while not (children := multiprocessing.active_children()):
        pass
    children[0].kill()
    thread, _ = sent_aside(floor, [evening], out, "crew")
    thread.join()
    end()
    assert bytes_in(out) == bytes_in(alone)


# The command and its page


def test_the_command_sends_gathers_and_says_what_did_not_come_off(
    floor, evening, alone, tmp_path, kozyr
):
    release = release_of(Settings())
    out = tmp_path / "far" / "november"
    given = tmp_path / "night.pass"
    write_pass(given, floor.admit("workers", "sender"))
    with Hands(floor, tmp_path / "work", release=release):
        ended = kozyr(*("audit", "send", given, evening, "--out", out, "--table", PROFILE))
    assert (ended.code, ended.err) == (1, "kozyr: " + some_bad(1))
    assert bytes_in(out) == bytes_in(alone)
    wrong = kozyr("audit", "send", given, evening, "--out", tmp_path / "а", "--table", PROFILE)
    assert wrong.code == 2


def test_a_broker_that_is_not_there_is_one_sentence(evening, tmp_path, kozyr, monkeypatch):
    monkeypatch.setattr(opening, "AT_FIRST_S", 0.5)
    floor = tmp_path / "floor"
    set_up(floor, here(), datetime.now(UTC))
    ended = kozyr("audit", "send", floor, evening, "--out", tmp_path / "out", "--table", PROFILE)
    assert ended.code == 1
    assert ended.err.count("\n") == 1


def some_bad(count):
    return Catalogue.load("en").text("audit.some-bad", count=count) + "\n"


@pytest.fixture
def orders(tmp_path):
    return four_wanted(tmp_path)


def test_the_page_tells_who_is_how_far_and_what_wants_somebody_first(orders):
    board = board_of(orders)
    assert [(line.name, line.state, line.part) for line in board.lines] == [
        ("d", State.DEAD, 0),
        ("c", State.AGAIN, 0),
        ("b", State.RUNNING, 50),
        ("a", State.WAITING, 0),
    ]
    assert (board.lines[0].why, board.lines[1].why) == ("torn", "disk full")
    assert board.part == 37


@pytest.mark.parametrize("language", Language)
def test_the_page_speaks_every_language(orders, language):
    page = TestClient(create_board_app(orders)).get(f"/audit?lang={language}")
    words = Catalogue.load(language)
    assert page.status_code == 200
    for told in ("fleet.state.dead", "fleet.state.again", "fleet.worker"):
        assert words.text(told) in page.text
    assert words.text("fleet.tries", count=3) in page.text
    assert "script-src 'self'" in page.headers["content-security-policy"]


def test_the_page_is_served_to_this_computer_only(orders):
    with pytest.raises(ValueError, match="this computer only"):
        serve_board(orders, "0.0.0.0:0")
    server = serve_board(orders, "127.0.0.1:0")
    server.start()
    assert httpx2.get(server.address.url, follow_redirects=True).status_code == 200
    server.stop()


@pytest.mark.skipif(program("initdb") is None, reason="no PostgreSQL server here")
def test_journals_of_an_audit_stand_in_the_database_once(floor, evening, alone, tmp_path):
    out = tmp_path / "far" / "out"
    with running_server() as database, Hands(floor, tmp_path / "work"):
        laid = into_ledger(database, "November")
        names = []

        def noted(job, folder):
            laid(job, folder)
            laid(job, folder)  # a sender that was killed lays it down again
            names.append((job, folder))

        sent(floor, [evening], out, "November", laid=noted)
        kept = {
            folder.name: read_rows(place_of(f"{database}&journal=audit-november-{job}"))
            for job, folder in names
        }
    assert bytes_in(out) == bytes_in(alone)
    for folder in (out / "sittings").iterdir():
        assert kept[folder.name] == read_rows(folder / "audit.journal")
