"""The book of scenes is whole: every report is answered, every scene says what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards import DECK
from tests.scenes.book import SCENES
from tests.scenes.playing import scripted

ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = {
    4: "requirements.lock",
    8: "tests/films/test_films.py",
    12: "tests/end_to_end/test_demo.py",
}
"""Public reports that no scene can show, and what answers to them instead."""
REPORTS = range(1, 38)
scenes = pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)


def test_every_report_is_answered():
    answered = {number for scene in SCENES.values() for number in scene.reports}
    assert answered.isdisjoint(ELSEWHERE)
    assert sorted({*answered, *ELSEWHERE}) == list(REPORTS)
    assert all((ROOT / path).exists() for path in ELSEWHERE.values())


def test_a_few_scenes_are_tried_with_every_change():
    assert 5 <= sum(scene.quick for scene in SCENES.values()) <= 8


@scenes
def test_a_scene_says_what_it_shows(scene):
    assert scene.says.endswith(".")
    assert (scene.parameter is None) == (scene.swept == ())


@scenes
def test_a_scene_can_be_played(scene):
    for value in scene.swept or (None,):
        table = scene.with_table(value)
        assert sorted(table.pack) == sorted(DECK)
        assert scripted(table, scene.happenings(value)).ends_at > 2
