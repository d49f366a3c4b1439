"""`kozyr deck`: enrolled in one command, told beforehand, checked into the journal, taken away."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from calibration.profile import load_profile
from journal.read import JournalReader
from tests.vision.spread import DECK_NAMES, spread

pytestmark = pytest.mark.timeout(400)
PROFILE = Path(__file__).with_name("table.toml")


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("KOZYR_DATA", str(tmp_path / "data"))
    (tmp_path / "table.toml").write_text(PROFILE.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "shown").mkdir()
    return tmp_path


def test_a_deck_is_enrolled_used_and_taken_away(kozyr, place):
    cv2.imwrite(str(place / "shown" / "a.png"), spread(DECK_NAMES))
    table = place / "table.toml"
    said = kozyr("deck", "enrol", place / "shown", "--name", "house", "--table", table)
    assert said.code == 0, said.err
    assert "Deck house is enrolled from 36 views" in said.out
    assert "No back was shown" in said.out
    assert load_profile(table).deck.enrolled == "house"
    assert kozyr("deck", "list").out.startswith("house: read")

    gone = kozyr("deck", "unenrol", "house", "--table", table)
    assert "as it was before" in gone.out
    assert load_profile(table).deck.enrolled == ""
    assert kozyr("deck", "list").out == "No deck is enrolled.\n"
    assert kozyr("deck", "unenrol", "house").code == 2


def test_nothing_is_enrolled_from_a_folder_with_other_files(kozyr, place):
    (place / "shown" / "notes.txt").write_text("no picture")
    refused = kozyr("deck", "enrol", place / "shown", "--name", "house")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == "kozyr: Nothing enrolled: these are no pictures: notes.txt\n"
    assert not (place / "data").exists()


def test_a_name_that_is_a_path_is_refused(kozyr, place):
    assert kozyr("deck", "enrol", place / "shown", "--name", "../x").code == 2


def test_an_incomplete_deck_is_told_and_kept_in_the_journal(kozyr, place):
    cv2.imwrite(str(place / "shown" / "a.png"), spread(DECK_NAMES[1:]))
    journal = place / "table.journal"
    said = kozyr(
        "deck", "check", place / "shown", "--table", place / "table.toml", "--journal", journal
    )
    assert said.code == 1
    assert "6♣" in said.out
    assert "The deck is not right." in said.out
    (row,) = JournalReader(journal).since()
    assert row.kind == "deck-check"
    assert (row.content["right"], "6c" in row.content["missing"]) == (False, True)
    as_json = kozyr("deck", "check", place / "shown", "--json")
    assert json.loads(as_json.out)["twice"] == []


def test_a_deck_that_is_not_enrolled_here_is_named(kozyr, place, monkeypatch):
    monkeypatch.setenv("KOZYR_DECK", "theirs")
    said = kozyr("deck", "check", place / "shown")
    assert said.code == 2
    assert "there is no enrolled deck theirs" in said.err
