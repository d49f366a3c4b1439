"""What fails is told in the reader's language: to a person on a page, to a program as JSON."""

from __future__ import annotations

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from dealer_ui.pages.desk import templates
from dealer_ui.pages.failing import tell_failures
from dealer_ui.prompts import Catalogue, Language, text
from engine.faults import Cause
from engine.house import RulesError
from engine.row_reading import RowError
from tests.dealer_ui.test_accounts import Client, Floor
from vision.registry import WeightsError

PAGE = "text/html,application/xhtml+xml"


@pytest.fixture
def floor(tmp_path):
    made = Floor(tmp_path / "accounts.db").hire()
    yield made
    made.store.close()


@pytest.fixture
def inspector(floor):
    client = Client(floor.app)
    client.enter("inspector")
    return client


@pytest.mark.parametrize("language", Language)
def test_a_foreign_journal_is_told_in_words(floor, inspector, language):
    floor.room.path.write_bytes(b"no journal")
    told = Catalogue.load(language).cause(Cause("journal-foreign", str(floor.room.path)))
    answer = inspector.get(f"/inspector?lang={language}")
    assert (answer.status_code, answer.json()["detail"]) == (503, told)
    page = inspector.get(f"/inspector?lang={language}", accept=PAGE)
    assert page.status_code == 503
    assert f'<p role="alert">{told}</p>' in page.text
    assert text("page.failed", language) in page.text


def test_a_door_that_is_not_theirs_is_told_on_a_page(inspector):
    page = inspector.get("/accounts?lang=en", accept=PAGE)
    assert page.status_code == 403
    assert text("page.forbidden", "en") in page.text
    assert inspector.get("/accounts").headers["content-type"] == "application/json"


def test_a_page_that_is_not_there_says_so(inspector):
    page = inspector.get("/inspector/i999?lang=en", accept=PAGE)
    assert page.status_code == 404
    assert text("page.absent", "en") in page.text
    assert inspector.get("/inspector/i999").headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (
            WeightsError("gone", Cause("weights-missing", "a.onnx")),
            Cause("weights-missing", "a.onnx"),
        ),
        (PermissionError(13, "Permission denied", "cup.kozyr"), Cause("file-failing", "cup.kozyr")),
        (OSError("no room"), Cause("file-failing", "no room")),
        (RowError("row 7: no such move"), Cause("journal-row", "row 7: no such move")),
        (RulesError("hand_size: 7"), Cause("rules-wrong", "hand_size: 7")),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_each_kind_of_failure_has_its_words(error, cause):
    app = FastAPI()
    tell_failures(app, templates())

    @app.get("/fails")
    def fails():
        raise error

    answer = TestClient(app).get("/fails?lang=be")
    assert answer.status_code == 503
    assert answer.json()["detail"] == Catalogue.load(Language.BE).cause(cause)
