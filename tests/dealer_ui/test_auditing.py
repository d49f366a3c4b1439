"""Audit: whole evenings run again, whatever happens on the way, to the same bytes each time."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import av
import pytest

from calibration.profile import load_profile
from dealer_ui.auditing import checkpoint
from dealer_ui.auditing.recordings import find
from dealer_ui.endings import BadInputError, RunFailedError
from dealer_ui.prompts import Catalogue
from engine.record_judge import judge_record
from engine.record_parse import parse_record
from journal.evidence import EvidenceStore, files_in
from journal.read import read_rows
from journal.store import SqlJournal
from journal.verify import verify
from tests.dealer_ui import audits
from tests.dealer_ui.audits import (
    FRAMES,
    PROFILE,
    ToldSights,
    dying_in_a_worker,
    film,
    run,
    told_in_a_worker,
    without_networks,
)
from tests.journal.played import VERSIONS, Evening

TABLE = load_profile(PROFILE)


@pytest.fixture(autouse=True)
def no_networks(monkeypatch):
    without_networks(monkeypatch.setattr)


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """Return a folder with a recording."""
    folder = tmp_path_factory.mktemp("evening")
    film(folder / "table-7_2026-11-29_20-15-00.mp4")
    return folder


@pytest.fixture(scope="module")
def audited(evening, tmp_path_factory):
    """Return an audit of it that nobody disturbed."""
    out = tmp_path_factory.mktemp("audit") / "out"
    patch = pytest.MonkeyPatch()
    without_networks(patch.setattr)
    result, said = run([evening], out)
    patch.undo()
    return out, result, said


def only(pattern, out):
    (path,) = out.glob(pattern)
    return path


def bytes_in(out):
    """Return every file; what SQLite lays beside a journal while a test reads it is left out."""
    files = (p for p in sorted(out.rglob("*")) if p.is_file())
    return {
        p.relative_to(out): p.read_bytes() for p in files if not p.name.endswith(("-shm", "-wal"))
    }


def test_a_game_leaves_a_record_that_the_referee_agrees_with(audited):
    out, _, _ = audited
    record = parse_record(only("sittings/*/game-1.dkn", out).read_text(encoding="utf-8"))
    assert judge_record(record).agrees
    assert "!BEAT_WRONG_SUIT" in only("sittings/*/game-1.dkn", out).read_text(encoding="utf-8")


def test_a_journal_that_verifies_and_evidence_for_each_flag_and_doubt(audited):
    out, _, _ = audited
    path = only("sittings/*/audit.journal", out)
    assert verify(path).is_whole
    rows = read_rows(path)
    kept = [row.content for row in rows if row.kind == "evidence"]
    assert [one["of"] for one in kept] == ["f1", "d1"]
    assert kept[0]["rule"] == {"code": "BEAT_WRONG_SUIT", "clause": "125.6"}
    assert kept[0]["position"].split("|")[4] == "7c:-"
    assert [crop["card"] for crop in kept[0]["crops"]] == ["8d"]
    assert kept[0]["clip"]["frames"] == FRAMES  # the recording is shorter than a clip
    assert not list(EvidenceStore(path.with_suffix(".evidence")).flaws(rows))


def test_clip_and_move_agree_within_one_frame(audited):
    """Each picture of the recording is a little brighter than the one before: its grey tells it."""
    path = only("sittings/*/audit.journal", audited[0])
    rows = read_rows(path)
    store = EvidenceStore(path.with_suffix(".evidence"))
    moves = {row.content["id"]: row for row in rows if row.kind == "action"}
    (flag,) = (row.content for row in rows if row.kind == "flag")
    (kept,) = (row.content for row in rows if row.kind == "evidence" and row.content["of"] == "f1")
    move = moves[flag["action"]]
    with av.open(str(store.path(next(files_in(kept["clip"]))))) as clip:
        shown = [(float(one.time), one.to_ndarray(format="bgr24")) for one in clip.decode(video=0)]
    begins = max(0.0, kept["clip"]["from"])
    greys = [image[:-40].mean() for _, image in shown]
    assert greys == sorted(greys)  # every frame is there, in its order
    at = min(range(len(shown)), key=lambda n: abs(shown[n][0] - (move.taken_at - begins)))
    assert abs(shown[at][0] - (move.taken_at - begins)) <= 1 / 15
    assert abs(at - move.content["frame"]) <= 1
    marked = [at for at, image in shown if image[-10:, -10:, 2].mean() > 150]
    assert min(marked) <= move.taken_at - begins <= max(marked)


def test_what_it_found_for_people_and_programs(audited):
    out, result, said = audited
    game = json.loads(only("sittings/*/game-1.json", out).read_text(encoding="utf-8"))
    assert [i["codes"] for i in game["incidents"]] == [["BEAT_WRONG_SUIT"], []]
    assert [i["sort"] for i in game["incidents"]] == ["stop", "doubt"]
    assert game["began"] == "2026-11-29T20:15:00+00:00"
    assert game["moves"][8]["word"] == "B:8d/7c"
    assert (out / "report.pdf").read_bytes().startswith(b"%PDF")
    assert (out / "games.csv").read_bytes().startswith("\ufefftable;".encode())
    assert "rule;BEAT_WRONG_SUIT;1;11;" in (out / "statistics.csv").read_text(encoding="utf-8")
    assert "hour;20:00;1;11;" in (out / "statistics.csv").read_text(encoding="utf-8")
    assert not result.bad
    assert said == ["table-7_2026-11-29_20-15-00: games 1, moves 11, stops 1, hints 0, doubts 1."]


def test_two_runs_are_byte_for_byte_the_same(audited, evening, tmp_path):
    """No time of day of the run is in anything that it leaves; nor are names of folders."""
    out, _, _ = audited
    elsewhere = shutil.copytree(evening, tmp_path / "elsewhere", copy_function=shutil.copyfile)

    run([elsewhere], tmp_path / "again" / "out")

    assert bytes_in(tmp_path / "again" / "out") == bytes_in(out)


@pytest.mark.parametrize("frame", [33, 5])
def test_killed_it_goes_on_where_it_was(frame, audited, evening, tmp_path):
    out, again = audited[0], tmp_path / "run" / "out"
    child = [sys.executable, "-m", "tests.dealer_ui.killed_audit", evening, again, str(frame)]
    root = Path(__file__).parents[2]
    assert subprocess.run(child, cwd=root, check=False).returncode == -signal.SIGKILL

    sights = ToldSights()
    run([evening], again, sights)

    assert bytes_in(again) == bytes_in(out)
    kept_at = frame // 10 * 10
    assert sights.given[0].seen == (0 if kept_at else FRAMES)
    # What went on is the sight that was kept, with what it had seen; the fresh one was not used.


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    """Return a folder with three recordings, one of them broken."""
    folder = tmp_path_factory.mktemp("three")
    for name in ("a", "b"):
        film(folder / f"table-7-{name}.mp4")
    (folder / "table-7-c.mp4").write_text("no video")
    return folder


@pytest.mark.timeout(400)  # starting processes is slow on a busy machine
def test_several_workers_leave_the_same_bytes_as_one(three, tmp_path):
    one, said_by_one = run([three], tmp_path / "one" / "out")
    several, said = run([three], tmp_path / "two" / "out", told_in_a_worker, workers=2)

    assert bytes_in(tmp_path / "two" / "out") == bytes_in(tmp_path / "one" / "out")
    assert len(several.told) == len(one.told) == 3
    assert [bad.path.name for bad in several.bad] == ["table-7-c.mp4"]
    assert said == said_by_one


@pytest.mark.timeout(400)
def test_a_killed_worker_is_said_and_the_rest_goes_on_later(three, tmp_path):
    out = tmp_path / "out"
    with pytest.raises(RunFailedError, match="a worker was killed"):
        run([three], out, dying_in_a_worker, workers=2)

    again, _ = run([three], out)
    assert len(again.told) == 3


def test_what_is_done_is_not_run_again(evening, audited, tmp_path):
    out = shutil.copytree(audited[0], tmp_path / "out")
    sights = ToldSights()

    result, said = run([evening], out, sights)

    assert not sights.given
    assert "audited before, not run again" in said[0]
    assert bytes_in(out) == bytes_in(audited[0])
    assert len(result.told) == 1


def test_a_checkpoint_of_somebody_else_is_not_opened(tmp_path):
    mine = checkpoint.Checkpoints(tmp_path / "checkpoint", b"mine", "this")
    mine.path.write_bytes(b"x" * 32 + b"cos\nsystem\n(S'touch /tmp/owned'\ntR.")
    assert mine.load(ToldSights().sight(None)) is None


def test_a_bad_recording_never_stops_the_rest(evening, tmp_path):
    folder = shutil.copytree(evening, tmp_path / "in")
    (folder / "a-text.mp4").write_text("no video")
    (folder / "empty.mp4").touch()
    film(folder / "small.mp4", 5, (640, 360))

    result, said = run([folder], tmp_path / "out")

    assert len(result.told) == 4
    assert {bad.path.name for bad in result.bad} == {"a-text.mp4", "empty.mp4", "small.mp4"}
    assert any("pictures of 640x360, the table has 1280x720" in line for line in said)
    assert verify(only("sittings/*20-15*/audit.journal", tmp_path / "out")).is_whole


def test_segments_of_one_recording_are_one_sitting(tmp_path):
    """The game goes on from file to file; a segment that is broken is passed over and named."""
    for number in (1, 2, 3):
        film(tmp_path / "in" / f"evening-{number:03d}.mp4", 20)
    (tmp_path / "in" / "evening-002.mp4").write_bytes(b"torn")

    result, _ = run([tmp_path / "in"], tmp_path / "out")

    (told,) = result.told
    assert told.sat.frames == 40
    assert [bad.path.name for bad in result.bad] == ["evening-002.mp4"]
    assert len(told.games[0].steps) == len(audits.WORDS)


FOUND = {
    "by the time in the name": (
        ["b_2026-11-30_10-00-00.mp4", "a_2026-11-29_10-00-00.mp4"],
        [["a_2026-11-29_10-00-00.mp4"], ["b_2026-11-30_10-00-00.mp4"]],
    ),
    "segments by their number": (
        ["x-003.mp4", "x-001.mp4", "x-002.mp4"],
        [["x-001.mp4", "x-002.mp4", "x-003.mp4"]],
    ),
    "a gap in the numbers parts them": (
        ["x-001.mp4", "x-003.mp4"],
        [["x-001.mp4"], ["x-003.mp4"]],
    ),
    "games that are only counted are apart": (
        ["game1.mp4", "game2.mp4"],
        [["game1.mp4"], ["game2.mp4"]],
    ),
    "other names are apart": (
        ["x-001.mp4", "y-002.mp4"],
        [["x-001.mp4"], ["y-002.mp4"]],
    ),
}


@pytest.mark.parametrize(("names", "sittings_found"), FOUND.values(), ids=FOUND)
def test_recordings_are_ordered_and_joined(names, sittings_found, tmp_path):
    for name in names:
        (tmp_path / name).write_bytes(b"x")
        os.utime(tmp_path / name, (1000, 1000))

    finds = find([str(tmp_path)], TABLE, Catalogue.load("en"))

    assert [[r.path.name for r in b.reels] for b in finds.bookings] == sittings_found


def test_a_name_tells_the_time_of_day(evening):
    (booking,) = find([str(evening / "*.mp4")], TABLE, Catalogue.load("en")).bookings
    assert booking.begun == datetime(2026, 11, 29, 20, 15, tzinfo=UTC)


def test_the_profile_beside_a_recording_comes_first(evening, tmp_path):
    recording = shutil.copy(next(evening.iterdir()), tmp_path / "x.mp4")
    text = PROFILE.read_text(encoding="utf-8")
    (tmp_path / "x.toml").write_text(text.replace('name = "', 'name = "own-', 1), encoding="utf-8")

    (booking,) = find([str(recording)], replace(TABLE, name="other"), Catalogue.load("en")).bookings

    assert booking.profile.name.startswith("own-")


def test_without_a_table_a_recording_is_named_as_bad(tmp_path):
    recording = film(tmp_path / "x.mp4", 3)
    (bad,) = find([str(recording)], None, Catalogue.load("en")).bad
    assert "--table" in bad.why


@pytest.mark.parametrize("place", ["nowhere.mp4", "empty", "*.mkv"])
def test_a_place_with_nothing_in_it_is_said(place, tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInputError):
        find([str(tmp_path / place)], TABLE, Catalogue.load("en"))


def test_two_audits_of_the_same_recordings_do_not_differ(audited, kozyr):
    ended = kozyr("audit", "diff", audited[0], audited[0])
    assert (ended.code, ended.out) == (0, "No differences.\n")


def test_what_another_release_reads_otherwise_is_told_with_its_clip(audited, tmp_path, kozyr):
    other = shutil.copytree(audited[0], tmp_path / "other")
    path = only("sittings/*/game-1.json", other)
    game = json.loads(path.read_text(encoding="utf-8"))
    game["moves"][8] |= {"word": "B:9c/7c", "flags": []}
    game["result"] = "A"
    path.write_text(json.dumps(game), encoding="utf-8")

    told = kozyr("audit", "diff", audited[0], other)
    plain = json.loads(kozyr("audit", "diff", audited[0], other, "--json").out)

    assert told.code == 1
    assert "move: was “B:8d/7c”, is “B:9c/7c” now" in told.out
    assert "flag: was “Another suit (B 8d against the rules)”, is “—” now" in told.out
    assert "result: was “—”, is “A” now" in told.out
    assert [one["fact"] for one in plain["changed"]] == ["action", "flag", "result"]
    assert all(Path(clip).is_file() for clip in plain["changed"][0]["clips"])
    assert plain["changed"][0]["clips"]


def test_a_sitting_that_only_one_has_is_named(audited, tmp_path, kozyr):
    other = shutil.copytree(audited[0], tmp_path / "other")
    summary = json.loads((other / "audit.json").read_text(encoding="utf-8"))
    summary["sittings"] = []
    (other / "audit.json").write_text(json.dumps(summary), encoding="utf-8")
    ended = kozyr("audit", "diff", audited[0], other)
    assert (ended.code, "only in" in ended.out) == (1, True)


def test_a_folder_that_no_audit_left_is_refused(audited, tmp_path, kozyr):
    ended = kozyr("audit", "diff", audited[0], tmp_path)
    assert (ended.code, str(tmp_path) in ended.err) == (2, True)


def journal_of(evening, path):
    journal = SqlJournal(path, VERSIONS)
    journal.record_all(evening.entries)
    journal.close()
    return path


def test_a_journal_is_replayed_without_its_video(tmp_path, kozyr):
    evening = Evening(11)
    evening.play(80)
    path = journal_of(evening, tmp_path / "table-7.journal")

    ended = kozyr("audit", path)

    assert ended.code == 0
    assert "differences to what was recorded: 0" in ended.out


def test_differences_to_what_was_recorded_are_told(tmp_path, kozyr):
    evening = Evening(11)
    evening.play(80)
    holds = f"f{max(evening.standing.flags)}"
    gone = next(e for e in evening.entries if e.kind == "flag" and e.payload["id"] == holds)
    evening.entries.remove(gone)
    path = journal_of(evening, tmp_path / "table-7.journal")

    ended = kozyr("audit", path)

    assert ended.code == 1
    title = Catalogue.load("en").texts[f"code.{gone.payload['code']}.title"]
    assert f"flag: was “—”, is “{title}" in ended.out


def test_the_command_names_what_it_needs(tmp_path, kozyr):
    recording = film(tmp_path / "x.mp4", 3)
    ended = kozyr("audit", recording, "--table", PROFILE)
    assert (ended.code, ended.err.count("--out")) == (2, 1)


def test_the_command_ends_with_1_where_something_could_not_be_audited(
    evening, tmp_path, kozyr, monkeypatch
):
    monkeypatch.setattr("dealer_ui.auditing.sights.OpenedSights", ToldSights)
    monkeypatch.setenv("KOZYR_DATA", str(tmp_path / "data"))
    bad = tmp_path / "bad.mp4"
    bad.write_text("no video")

    places = evening, bad, "--workers", 1
    ended = kozyr("audit", "--table", PROFILE, *places, "--out", tmp_path / "out")

    assert ended.code == 1
    assert "bad.mp4" in ended.out
    assert "Recordings audited: 2, games: 1" in ended.out
