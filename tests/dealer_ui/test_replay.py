"""What was played looked at again: video that is there, the table after each move, cases."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace

import av
import pytest

from dealer_ui.accounts.people import Role
from dealer_ui.inspecting import Inspection
from dealer_ui.prompts import Language, text
from dealer_ui.replaying import table_after
from journal.archive import check
from journal.read import read_rows
from journal.verify import verify
from tests.dealer_ui.replays import RATE, FilmedRoom
from tests.dealer_ui.test_accounts import Floor


@pytest.fixture(scope="module")
def filmed(tmp_path_factory):
    """Give a house with a filmed evening; nothing of it is changed but by new rows."""
    made = Floor(tmp_path_factory.mktemp("filmed") / "accounts.db", FilmedRoom).hire()
    yield made
    made.close()


@pytest.fixture
def inspector(filmed):
    return filmed.logged_in(Role.INSPECTOR)


def game_of(filmed):
    (game,) = filmed.room.desk.games
    return game


def views(filmed):
    return [row.content for row in filmed.room.desk.told if row.kind == "view"]


def reel_of(filmed, inspector):
    page = inspector.get(f"/inspector/games/{game_of(filmed).seq}").text
    return page.split("/inspector/video/")[1].split("&#34;")[0].split('"')[0]


@pytest.mark.parametrize("language", Language)
def test_a_game_is_told_in_every_language(filmed, inspector, language):
    seq = game_of(filmed).seq
    page = inspector.get(f"/inspector/games/{seq}?lang={language}").text
    assert text("replay.bout", language, number=2) in page
    assert page.count('class="flagged"') == 2
    games = inspector.get(f"/inspector/games?lang={language}").text
    assert f"/inspector/games/{seq}" in games
    assert text("inspector.form.pdf", language) in games


@pytest.mark.parametrize("language", Language)
def test_before_the_first_game_there_is_nothing_to_export(filmed, inspector, monkeypatch, language):
    unplayed = replace(filmed.room.desk, games=())
    monkeypatch.setattr(Inspection, "desk", lambda _inspection: unplayed)
    games = inspector.get(f"/inspector/games?lang={language}").text
    assert text("inspector.no-export", language) in games
    assert "/inspector/export/" not in games


def test_the_table_is_drawn_as_it_stood_after_each_move(filmed, inspector):
    game = game_of(filmed)
    pairs = {step.number: table_after(game, step.number).pairs for step in game.standing.steps}
    assert [len(pairs[number]) for number in (7, 8, 9, 10, 15, 18)] == [0, 1, 1, 2, 0, 1]
    assert table_after(game, 0).talon == 36
    assert table_after(game, 99) is None
    drawn = inspector.get(f"/inspector/games/{game.seq}/table/9?lang=ru").text
    assert 'aria-label="9♣"' in drawn
    assert inspector.get(f"/inspector/games/{game.seq}/table/99").status_code == 404


def test_the_recording_is_given_whole_and_that_it_was_seen_is_a_row(filmed, inspector):
    before, reel = len(views(filmed)), reel_of(filmed, inspector)
    given = inspector.get(f"/inspector/video/{reel}")
    assert given.headers["content-type"] == "video/mp4"
    with av.open(io.BytesIO(given.content)) as video:
        assert sum(1 for _ in video.decode(video=0)) == filmed.room.frames
    frames = inspector.get(f"/inspector/video/{reel}/frames").json()
    assert frames["times"] == pytest.approx([n / RATE for n in range(filmed.room.frames)])
    part = inspector.get(f"/inspector/video/{reel}", Range="bytes=100-199")
    assert (part.status_code, len(part.content)) == (206, 100)
    (seen,) = views(filmed)[before:]
    assert (seen["by"], seen["from"]) == ("inspector", 0.0)
    assert verify(filmed.room.path).is_whole


def test_each_session_that_is_shown_a_clip_leaves_a_row(filmed, inspector):
    room, before = filmed.room, len(views(filmed))
    seq = game_of(filmed).seq
    clip = f"/inspector/video/{seq}/{room.name}"
    assert inspector.get(clip).content == inspector.get(clip).content
    assert filmed.logged_in(Role.INSPECTOR).get(clip).status_code == 200
    rows = views(filmed)[before:]
    assert [row["incident"] for row in rows] == [room.name] * 2
    assert rows[0]["sha256"] == room.desk.clip(room.name).sha256


def test_what_was_read_is_shown_with_its_probabilities(filmed, inspector):
    page = inspector.get(f"/inspector/{filmed.room.name}?lang=en").text
    assert "8♠ 91.0%" in page
    assert "8♣ 8.0%" in page
    sha = page.split('class="overlay" hidden')[1].split("/inspector/evidence/")[1].split('"')[0]
    before = len(views(filmed))
    picture = inspector.get(f"/inspector/evidence/{sha}")
    assert picture.content.startswith(b"\xff\xd8")
    inspector.get(f"/inspector/evidence/{sha}")
    (view,) = views(filmed)[before:]
    assert (view["sha256"], view["by"]) == (sha, "inspector")


@pytest.mark.parametrize(
    "path",
    [
        "games/999",
        "video/999/none",
        "video/2/none",
        f"evidence/{'0' * 64}",
        "cases/c99",
        "cases/c99/archive",
    ],
)
def test_what_is_not_there_is_not_found(inspector, path):
    assert inspector.get(f"/inspector/{path}").status_code == 404


def test_without_a_recording_the_clips_are_shown(filmed, inspector, monkeypatch):
    monkeypatch.setattr("dealer_ui.reels.run_folders", lambda *_when: ())
    page = inspector.get(f"/inspector/games/{game_of(filmed).seq}").text
    assert f"/inspector/video/{game_of(filmed).seq}/{filmed.room.name}" in page


def test_what_just_happened_is_the_last_half_minute_of_the_last_game(filmed, inspector):
    sent = inspector.get("/inspector/now?lang=be")
    place = f"/inspector/games/{game_of(filmed).seq}?last=30&lang=be"
    assert (sent.status_code, sent.headers["location"]) == (303, place)


def test_a_chosen_language_stays_on_the_next_page(filmed, inspector):
    inspector.get("/inspector?lang=be")
    assert '<html lang="be">' in inspector.get("/inspector/games").text


# Searching


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("card=8s", 1),
        ("card=9s", 1),
        ("card=Ah", 0),
        ("rule=BEAT_NOT_HIGHER", 1),
        ("rule=DRAW_ORDER", 0),
        ("seat=B", 2),
        ("seat=A", 0),
        ("dealer=olga", 2),
        ("dealer=anna", 0),
        ("table=7", 2),
        ("table=9", 0),
        ("since=2026-11-28&until=2026-11-30", 2),
        ("since=2026-12-01", 0),
        ("until=2026-11-01", 0),
        ("card=8s&seat=A", 0),
        ("card=&rule=&seat=&since=", 2),
    ],
)
def test_incidents_are_found_by_what_is_known_of_them(inspector, query, found):
    page = inspector.get(f"/inspector?{query}")
    assert page.text.count("data-incident=") == found


def test_a_card_is_found_in_every_move_that_speaks_of_it(filmed, inspector):
    page = inspector.get("/inspector?card=9s").text
    seq = game_of(filmed).seq
    moves = [part.split('"')[0] for part in page.split(f"/inspector/games/{seq}?move=")[1:]]
    assert moves == ["13", "11", "10"]


@pytest.mark.parametrize("query", ["card=1x", "rule=NONE", "seat=Z", "since=yesterday"])
def test_what_cannot_be_looked_for_is_refused(inspector, query):
    assert inspector.get(f"/inspector?{query}").status_code == 422


# Cases and exports


def test_a_case_is_made_added_to_closed_and_taken_out(filmed, inspector, tmp_path):
    name, people = filmed.room.name, lambda: filmed.room.desk.people
    told = {"title": "Восьмёрка", "incident": name}
    path = inspector.post("/inspector/cases", told).json()["next"]
    case = path.rpartition("/")[2]
    assert inspector.post(path, {"note": "asked B"}).status_code == 200
    kept = people().cases[case]
    assert (kept.title, kept.incidents) == ("Восьмёрка", (name,))
    assert kept.notes == (("inspector", "asked B"),)
    page = inspector.get(path).text
    assert "asked B" in page
    assert f"/inspector/{name}" in page

    out = tmp_path / "case.zip"
    out.write_bytes(inspector.get(f"{path}/archive").content)
    assert check(out).flaw == ""
    assert any(n.endswith(".mp4") for n in zipfile.ZipFile(out).namelist())
    assert ("export", {"who": "inspector", "file": f"{case}.zip"}) in filmed.trail.rows
    assert views(filmed)[-1] == {"case": case, "by": "inspector"}

    assert inspector.post(f"{path}/close").status_code == 200
    assert people().cases[case].closed_by == "inspector"
    assert inspector.post(f"{path}/close").status_code == 404
    inspector.post("/inspector/cases", {"case": case, "note": "once more"})
    assert people().cases[case].closed_by == ""


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ({}, 422),
        ({"title": " "}, 422),
        ({"title": "x", "incident": "i999"}, 404),
        ({"case": "c99", "note": "x"}, 404),
        ({"title": "x", "by": "somebody else"}, 422),
    ],
)
def test_a_case_that_makes_no_sense_is_refused(filmed, inspector, told, status):
    before = len(read_rows(filmed.room.path))
    assert inspector.post("/inspector/cases", told).status_code == status
    assert len(read_rows(filmed.room.path)) == before


@pytest.mark.parametrize(
    ("form", "begins"), [("pdf", b"%PDF"), ("dkn", b"[Format"), ("csv", b"\xef\xbb\xbf")]
)
def test_the_journal_is_taken_out_in_each_form(inspector, form, begins):
    given = inspector.get(f"/inspector/export/{form}?lang=ru")
    assert given.content.startswith(begins)
    assert given.headers["content-disposition"] == f'attachment; filename="table-7.{form}"'


def test_json_says_its_version(inspector):
    told = json.loads(inspector.get("/inspector/export/json").content)
    assert told["format"] == "kozyr-journal-export/1"
    assert inspector.get("/inspector/export/docx").status_code == 422
