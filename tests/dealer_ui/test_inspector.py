"""The inspector's queue: what was flagged and why, who has looked, what is ruled."""

from __future__ import annotations

import pytest

from dealer_ui.accounts.people import Role
from dealer_ui.prompts import Language, text
from journal.rulings import Decision
from tests.dealer_ui.test_accounts import Floor


@pytest.fixture
def floor(tmp_path):
    made = Floor(tmp_path / "accounts.db").hire()
    yield made
    made.store.close()


@pytest.fixture
def inspector(floor):
    return floor.logged_in(Role.INSPECTOR)


def unseen(page):
    """Return how many stops the queue says that nobody has looked at."""
    return int(page.split('data-sort="stop"')[1].split("<b>")[1].split("</b>")[0])


@pytest.mark.parametrize("language", Language)
def test_the_queue_and_an_incident_speak_every_language(floor, inspector, language):
    queue = inspector.get(f"/inspector?lang={language}").text
    title = text("code.BEAT_WRONG_SUIT.title", language)
    assert title in queue
    assert text("inspector.let-go", language) in queue
    shown = inspector.get(f"/inspector/{floor.room.name}?lang={language}").text
    assert text("code.BEAT_WRONG_SUIT.remedy", language) in shown
    assert shown.count('class="flagged"') == 1


def test_filters_leave_out_what_was_not_asked_for(floor, inspector):
    link = f'data-incident="{floor.room.name}"'
    assert link in inspector.get("/inspector?sort=stop").text
    assert link not in inspector.get("/inspector?sort=fault").text
    assert inspector.get("/inspector?sort=everything").status_code == 422


def test_who_has_looked_is_kept_by_name_and_no_longer_counted(floor, inspector):
    assert unseen(inspector.get("/inspector").text) == 1
    assert inspector.post(f"/inspector/{floor.room.name}/seen").status_code == 200
    assert floor.room.desk.people.seen_by == {floor.room.name: ["inspector"]}
    assert unseen(inspector.get("/inspector?show=unseen").text) == 0
    assert floor.room.name not in inspector.get("/inspector?show=unseen").text


@pytest.mark.parametrize("decision", Decision)
def test_a_ruling_is_considered_first_and_kept_when_that_is_wanted(floor, inspector, decision):
    path = f"/inspector/{floor.room.name}/ruling?lang=en"
    told = {"decision": decision, "reason": "seen-on-video", "note": "looked twice"}
    answer = inspector.post(path, told).json()
    assert answer["is_kept"] is False
    assert answer["lines"][0].startswith("Result of the game:")
    assert floor.room.holds is None
    assert inspector.post(path, told | {"keep": True}).json()["is_kept"] is True
    assert floor.room.holds is decision
    assert floor.room.desk.people.ruling(floor.room.name).by == "inspector"


def test_what_is_not_there_is_not_found(inspector):
    assert inspector.get("/inspector/i999").status_code == 404
    assert inspector.post("/inspector/i999/seen").status_code == 404
    told = {"decision": "uphold", "reason": "other"}
    assert inspector.post("/inspector/i999/ruling", told).status_code == 404


def test_a_journal_that_cannot_be_read_is_said(floor, inspector):
    floor.room.path.write_bytes(b"no journal")
    assert inspector.get("/inspector").status_code == 503
