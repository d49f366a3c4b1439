"""The technician's pages: models, decks, what is kept, health, and a bundle that names nobody."""

from __future__ import annotations

import io
import os
import threading
import zipfile
from dataclasses import replace

import pytest

from calibration.profile import load_profile
from dealer_ui.accounts.people import Role
from dealer_ui.log_lines import last_lines, lines_kept, log_beside
from dealer_ui.prompts import Language, text
from dealer_ui.settings import Settings
from dealer_ui.shift import Lately
from dealer_ui.snapshot import Condition
from dealer_ui.workshop.bundle import STRUCK, About, bundle
from dealer_ui.workshop.retention import Retention, RetentionDesk
from dealer_ui.workshop.stock import Stores
from dealer_ui.workshop.table_camera import TableCamera
from engine.faults import TableError
from journal.evidence import EVIDENCE, REMOVED, EvidenceStore, files_in
from journal.read import read_rows
from tests.dealer_ui.benches import CANDIDATE, INCOMPLETE, NOW
from tests.dealer_ui.every_page import BEFORE
from tests.dealer_ui.replays import FilmedRoom
from tests.dealer_ui.scenes import BEATING
from tests.dealer_ui.test_accounts import Floor
from tests.vision.test_releases import held
from vision.frames import Frame

ROOMS = ("health", "models", "decks", "retention")
WHY = "the camera was changed"


@pytest.fixture
def floor(tmp_path):
    made = Floor(tmp_path / "accounts.db").hire()
    made.hub.publish(replace(BEFORE, sequence=2))
    yield made
    made.close()


@pytest.fixture
def technician(floor):
    return floor.logged_in(Role.TECHNICIAN)


def told(answer):
    return answer.status_code, answer.json().get("detail")


def did(floor):
    return [row for row in floor.trail.rows if row[0] not in {"login", "account-added"}]


@pytest.mark.parametrize("language", Language)
def test_one_page_leads_to_every_room(technician, language):
    page = technician.get(f"/technician?lang={language}").text
    for name in ROOMS:
        assert f'href="/technician/{name}"' in page
        room = technician.get(f"/technician/{name}?lang={language}")
        assert room.status_code == 200
        assert text(f"workshop.room.{name}", language) in room.text
    for elsewhere in ("/technician/calibration/", "/equipment", "/accounts", "/technician/support"):
        assert f'href="{elsewhere}"' in page


# Models


def test_what_nobody_has_measured_goes_live_only_for_a_reason_that_is_kept(floor, technician):
    asked = {"candidate": CANDIDATE, "why": WHY}
    refused = technician.post("/technician/models/promote?lang=en", asked)
    assert told(refused) == (422, text("workshop.unmeasured", "en", where=""))
    assert held(floor.told.live)["finder"] == "old"

    assert technician.post("/technician/models/promote", asked | {"insists": True}).is_success
    assert held(floor.told.live)["finder"] == "new"
    page = technician.get("/technician/models?lang=en").text
    assert WHY in page
    assert "data-stale" in page, "the running table still reads with what it was started with"
    assert did(floor)[-1] == ("model-promoted", {"who": "technician", "release": 2})


def measured(floor, technician):
    assert technician.post("/technician/models/measure", {"candidate": CANDIDATE}).is_success
    floor.told.bench.works.wait()
    return technician.get("/technician/models?lang=en").text


@pytest.mark.parametrize(("recall", "is_live"), [(0.97, True), (0.5, False)])
def test_the_better_candidate_goes_live_and_the_worse_one_does_not(
    floor, technician, recall, is_live
):
    floor.told.scores = {"recall": recall}
    page = measured(floor, technician)
    assert f"{100 * recall:.1f} %" in page
    assert (text("workshop.is-worse", "en") + "<" in page) is not is_live
    answer = technician.post("/technician/models/promote", {"candidate": CANDIDATE, "why": WHY})
    assert answer.status_code == (200 if is_live else 422)
    assert held(floor.told.live)["finder"] == ("new" if is_live else "old")
    if is_live:
        assert "97.0 %" in technician.get("/technician/models").text, "the release's own figures"


def test_an_earlier_release_comes_back_for_a_reason(floor, technician):
    asked = {"candidate": CANDIDATE, "why": WHY, "insists": True}
    technician.post("/technician/models/promote", asked)
    assert technician.post(
        "/technician/models/rollback", {"release": 7, "why": WHY}
    ).is_client_error
    assert technician.post("/technician/models/rollback", {"release": 1}).status_code == 422
    assert technician.post("/technician/models/rollback", {"release": 1, "why": WHY}).is_success
    assert held(floor.told.live)["finder"] == "old"
    assert technician.get("/technician/models").text.count(WHY) == 2


def test_only_what_lies_on_the_shelf_is_a_candidate(floor, technician):
    for name in ("../live", str(floor.told.live), "winter", ""):
        answer = technician.post(
            "/technician/models/promote", {"candidate": name, "why": WHY, "insists": True}
        )
        assert answer.status_code == 422
    assert held(floor.told.live)["finder"] == "old"


def test_a_damaged_release_is_named(floor, technician):
    (floor.told.live / "weights" / "index.onnx").write_text("other")
    page = technician.get("/technician/models?lang=en").text
    assert text("workshop.damaged", "en", name="index") in page


# Decks


def enrolled(floor, technician, name="house", **more):
    answer = technician.post("/technician/decks?lang=en", {"name": name, **more})
    floor.told.bench.works.wait()
    return answer


def test_a_deck_is_enrolled_played_with_and_taken_away(floor, technician):
    assert enrolled(floor, technician).is_success
    page = technician.get("/technician/decks?lang=en").text
    assert text("deck.expect", "en", after=0.97, wrong=0.0, before=0.86) in page
    assert technician.post("/technician/decks/play", {"name": "house"}).is_success
    assert load_profile(floor.told.profile).deck.enrolled == "house"
    assert (
        text("workshop.from-next-start", "en") in technician.get("/technician/decks?lang=en").text
    )

    assert technician.post("/technician/decks/remove", {"name": "house"}).is_success
    assert load_profile(floor.told.profile).deck.enrolled == ""
    assert text("deck.none", "en") in technician.get("/technician/decks?lang=en").text
    assert [what for what, _ in did(floor)] == ["deck-enrolment", "deck-in-play", "deck-removed"]


def test_a_deck_that_is_not_whole_is_refused_and_the_missing_card_named(floor, technician):
    enrolled(floor, technician, source=INCOMPLETE)
    page = technician.get("/technician/decks?lang=en").text
    assert text("deck.refusal.missing", "en", cards="Q♠", things="") in page
    assert text("deck.none", "en") in page


@pytest.mark.parametrize("name", ["../x", "", "a b", "x" * 41])
def test_a_name_that_is_no_folder_s_is_refused(floor, technician, name):
    refused = enrolled(floor, technician, name)
    assert told(refused) == (422, text("workshop.bad-name", "en"))


def test_while_a_game_is_played_nothing_is_learnt_or_measured(floor, technician):
    floor.hub.publish(replace(BEATING, sequence=3))
    not_now = (409, text("workshop.not-now", "en"))
    assert told(enrolled(floor, technician)) == not_now
    asked = {"candidate": CANDIDATE}
    assert told(technician.post("/technician/models/measure?lang=en", asked)) == not_now


def test_one_work_at_a_time_and_how_far_it_is(floor, technician):
    goes_on = threading.Event()
    shots = floor.told.shots

    def held_up(source):
        yield from shots(source)
        assert goes_on.wait(60)

    floor.told.shots = held_up
    technician.post("/technician/decks", {"name": "house", "source": "x"})
    try:
        while "· 4" not in (page := technician.get("/technician/work?lang=en").text):
            assert "data-going" in page
        again = technician.post("/technician/decks?lang=en", {"name": "other"})
        assert told(again) == (409, text("workshop.busy", "en"))
    finally:
        goes_on.set()
    floor.told.bench.works.wait()
    assert "data-going" not in technician.get("/technician/work").text


def test_a_deck_of_other_readers_asks_to_be_enrolled_again(floor, technician):
    enrolled(floor, technician)
    registry = floor.told.live / "registry.toml"
    registry.write_text(registry.read_text().replace("[whole]", '[whole]\nversion = "2"'))
    assert text("workshop.again", "en") not in technician.get("/technician/decks?lang=en").text
    lines = [
        f'sha256 = "{"0" * 64}"' if line.startswith("sha256") else line
        for line in registry.read_text().splitlines()
    ]
    registry.write_text("\n".join(lines))
    assert text("workshop.again", "en") in technician.get("/technician/decks?lang=en").text


# What is kept


@pytest.fixture
def filmed(tmp_path):
    room = FilmedRoom(tmp_path / "table-7.journal")
    case = room.pen.open_case(room.desk, "8♠ / 9♠", "Anna")
    room.pen.add_to_case(room.desk, case, {"incident": room.name}, "Anna")
    return room


def files_of_the_case(room):
    """Return what was kept for its incident: the wrong beat, the first thing flagged."""
    rows = [row for row in read_rows(room.path) if row.kind == EVIDENCE]
    return {kept.sha256 for kept in files_in(rows[0].content)}


def test_what_belongs_to_a_case_stays_and_the_rest_is_over_in_time(filmed):
    store = EvidenceStore(filmed.path.with_suffix(".evidence"))
    lone = store.path(store.keep(b"of no case", ".jpg"))
    for _, _, path in store.sizes():
        long_ago = NOW.timestamp() - 10 * 86_400
        os.utime(path, (long_ago, long_ago))
    rows = []
    stores = Stores(filmed.path, filmed.video, rows.extend, lambda: NOW)
    limits = Retention(evidence_days=9, evidence_gb=1, video_gb=1, free_gb=0)
    stock = stores.counted(limits)
    assert stock.in_cases.files == len(files_of_the_case(filmed))
    assert stock.over.files == stock.evidence.files - stock.in_cases.files > 1
    assert stock.video.size > 0
    assert stores.sweep(replace(limits, evidence_days=11)) == 0

    assert stores.sweep(limits) == stock.over.files
    assert not lone.exists()
    (row,) = rows
    assert (row.kind, lone.stem in row.payload["sha256"]) == (REMOVED, True)
    assert {path.stem for _, _, path in store.sizes()} == files_of_the_case(filmed)


def test_other_limits_hold_at_once_and_leave_a_row(floor, technician):
    asked = {"evidence_days": "30", "evidence_gb": "5.5", "video_gb": "8"}
    assert technician.post("/technician/retention", asked).is_success
    settings = floor.told.bench.table.settings
    now = RetentionDesk(settings, floor.room.path).now()
    assert (now.limits.days, now.limits.most, now.budget.most) == (30, 5_500_000_000, 8_000_000_000)
    assert did(floor)[-1] == (
        "retention",
        {
            "who": "technician",
            "evidence_days": [90.0, 30.0],
            "evidence_gb": [20.0, 5.5],
            "video_gb": [50.0, 8.0],
        },
    )
    assert text("workshop.chosen", "en") in technician.get("/technician/retention?lang=en").text


@pytest.mark.parametrize("days", ["0", "-1", "nan", "inf", "a week"])
def test_limits_that_make_no_sense_are_refused(floor, technician, days):
    asked = {"evidence_days": days, "evidence_gb": "5", "video_gb": "8"}
    assert technician.post("/technician/retention", asked).status_code == 422
    assert not RetentionDesk(Settings(), floor.room.path).is_chosen


@pytest.mark.parametrize("broken", ["", "evidence_days = 'x'", "\x00"])
def test_where_the_choice_cannot_be_read_the_settings_hold(tmp_path, broken):
    desk = RetentionDesk(Settings(evidence_days=7), tmp_path / "table.journal")
    desk.file.write_text(broken)
    assert desk.now().evidence_days == 7


# Health


@pytest.mark.parametrize(
    ("free", "kept", "part"), [(1e6, True, "disk"), (50e9, False, "clock"), (50e9, True, "")]
)
def test_what_is_not_well_is_named_on_the_first_page_too(floor, technician, free, kept, part):
    floor.told.free = free
    seen = floor.told.bench.clock()
    bench = replace(floor.told.bench, clock=lambda: replace(seen, is_kept=kept))
    floor.app.state.bench = bench
    faulty = [one.name for one in bench.parts(BEFORE) if one.condition is Condition.FAULTY]
    assert faulty == ([part] if part else [])
    page = technician.get("/technician?lang=en").text
    assert (text("workshop.all-well", "en") in page) is not part
    if part:
        assert f"{text(f'workshop.part.{part}', 'en')}: {text('condition.faulty', 'en')}" in page
        health = technician.get("/technician/health").text
        assert f'data-part="{part}" data-state="faulty"' in health


# The bundle


SOURCE = "rtsp://kozyr:geheim@10.0.0.7/1"


def texts_of(archive):
    with zipfile.ZipFile(io.BytesIO(archive)) as held_in:
        return {name: held_in.read(name).decode() for name in held_in.namelist()}


def test_the_bundle_names_nobody_shows_nobody_and_opens_no_door(tmp_path, filmed):
    profile = tmp_path / "table.toml"
    profile.write_text(f'name = "table-7"\n[provenance]\nby = "Anna"\nsource = "{SOURCE}"\n')
    log_beside(filmed.path).write_text(f"light lost by Olga Petrova\n{SOURCE}\npassword: geheim\n")
    settings = Settings(source=SOURCE, dealer="Olga Petrova", profile=profile)
    known = frozenset({"Olga Petrova", "Anna"})
    about = About(settings, filmed.path, tmp_path, {"kozyr": "1"}, {"free_gb": 3}, known)
    found = texts_of(bundle(about))
    whole = "".join(found.values())
    assert [bad for bad in ("geheim", "Olga", "Anna") if bad in whole] == []
    assert "rtsp://10.0.0.7/1" in found["settings.toml"]
    assert 'name = "table-7"' in found["profile.toml"]
    assert f"light lost by {STRUCK}" in found["log.txt"]
    assert all(name.endswith((".txt", ".json", ".toml")) for name in found), "texts only"


def test_the_bundle_is_downloaded_and_who_took_it_is_written_down(floor, technician):
    answer = technician.get("/technician/support")
    assert answer.headers["content-type"] == "application/zip"
    found = texts_of(answer.content)
    assert {"settings.toml", "profile.toml", "models.toml", "standing.json", "versions.json"} <= (
        set(found)
    )
    assert '"signal": "clear"' in found["standing.json"]
    assert "inspector" not in "".join(found.values()), "an account of this house"
    assert did(floor) == [("support-bundle", {"who": "technician"})]


def test_the_bundle_comes_from_the_command_line_too(kozyr, tmp_path, monkeypatch):
    monkeypatch.setenv("KOZYR_SOURCE", SOURCE)
    out = tmp_path / "support.zip"
    said = kozyr("support", "--out", out)
    assert (said.code, str(out) in said.out) == (0, True)
    found = texts_of(out.read_bytes())
    assert "onnxruntime" in found["versions.json"]
    assert "finder" in found["models.toml"]
    assert "geheim" not in "".join(found.values())
    assert kozyr("support", "--out", out).code == 2, "nothing is overwritten"


# The last lines of the log


def test_our_lines_are_kept_and_foreign_chatter_is_not(tmp_path):
    import logging

    journal = tmp_path / "table.journal"
    with lines_kept(journal):
        logging.getLogger("hardware.line").info("port is up")
        logging.getLogger("foreign").info("chatter")
        logging.getLogger("foreign").warning("trouble")
    logging.getLogger("hardware.line").warning("after the run")
    assert [line.partition(": ")[2] for line in last_lines(journal, 10)] == [
        "port is up",
        "trouble",
    ]
    assert len(last_lines(journal, 1)) == 1


# Calibration


def test_the_table_s_own_camera_is_calibrated_by_whoever_is_logged_in(floor, technician):
    page = technician.get("/technician/calibration/?lang=en").text
    assert text("workshop.profile-next-start", "en") in page
    assert 'src="/technician/calibration/picture.jpg"' in page
    picture = technician.get("/technician/calibration/picture.jpg")
    assert (picture.headers["content-type"], picture.content[:2]) == ("image/jpeg", b"\xff\xd8")
    there = technician.get("/technician/calibration/table.json").json()
    zones = there["zones"] | {"discard": there["zones"]["talon"]}
    drawn = {"zones": zones, "seats": there["seats"]}
    assert technician.post("/technician/calibration/zones", drawn).status_code == 422
    assert technician.post("/technician/calibration/zones", drawn | {"zones": there["zones"]})
    kept = load_profile(floor.told.profile).provenance
    assert (kept.by, kept.version) == ("technician", 2)
    assert did(floor)[-1] == ("calibration", {"who": "technician", "did": "zones"})


def test_the_page_looks_through_the_running_table_s_camera_and_says_when_it_is_lost():
    lately, waits = Lately(), []
    frame = Frame(None, 7.0, 3)

    def sleep(seconds):
        waits.append(seconds)
        if len(waits) == 2:
            lately.see(frame)

    camera = TableCamera(lately, clock=lambda: 0.1 * len(waits), sleep=sleep)
    assert (camera.now(), camera.read(), camera.now()) == (0.0, frame, 7.0)
    frames = camera.frames()
    assert next(frames) is frame
    with pytest.raises(TableError, match="no picture"):
        next(frames)
