"""Training: scripted moves are judged by the referee, and nothing of it reaches a table."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from dealer_ui.app import create_app
from dealer_ui.commands import CommandQueue
from dealer_ui.live import Hub
from dealer_ui.prompts import Language
from dealer_ui.training import lessons
from engine.signals import Signal
from engine.verdict import Code

MISTAKES = {
    Code.BEAT_NOT_HIGHER,
    Code.BEAT_WRONG_SUIT,
    Code.BEAT_TRUMP_NOT_HIGHER,
    Code.THROW_RANK_NOT_ON_TABLE,
    Code.THROW_EXCEEDS_DEFENDER_HAND,
    Code.SWEEP_UNBEATEN,
    Code.DRAW_ORDER,
    Code.DRAW_TOO_MANY,
    Code.LEAD_WRONG_PLAYER,
    Code.LEAD_MIXED_RANKS,
    Code.DEAL_ORDER,
}
"""What a dealer must recognise; the lessons themselves do not say what is right."""


@pytest.fixture
def client():
    hub = Hub(clock=lambda: 0.0)
    return TestClient(create_app(hub, commands=CommandQueue()))


def test_the_lessons_hold_every_mistake_that_a_dealer_must_know_and_right_moves_too():
    codes = {prompt.code for lesson in lessons() for prompt in lesson.judged.prompts}
    assert codes == MISTAKES
    right = [lesson for lesson in lessons() if not lesson.is_wrong]
    assert len(right) >= len(lessons()) // 4
    assert all(lesson.judged.signal is Signal.CLEAR for lesson in right)


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: str(lesson.number))
def test_what_is_asked_does_not_show_the_answer(lesson):
    assert (lesson.shown.signal, lesson.shown.prompts) == (Signal.CLEAR, ())
    assert lesson.shown.table == lesson.judged.table


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("number", range(1, len(lessons()) + 1))
def test_every_lesson_is_a_page_in_every_language(client, number, language):
    page = client.get(f"/training/{number}?lang={language}")
    assert page.status_code == 200
    assert "{" not in re.sub(r"<[^>]*>", "", page.text)
    assert f'data-right="{"stop" if lessons()[number - 1].is_wrong else "fine"}"' in page.text


@pytest.mark.parametrize(("number", "status"), [(0, 422), (99, 404), ("x", 422)])
def test_there_are_no_other_lessons(client, number, status):
    assert client.get(f"/training/{number}").status_code == status


def test_training_begins_with_the_first_lesson(client):
    begun = client.get("/training?lang=be", follow_redirects=False)
    assert (begun.status_code, begun.headers["location"]) == (303, "/training/1?lang=be")
