"""Every prompt leads to its own line of the rules, and every rule has one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fastapi.testclient import TestClient

from dealer_ui.app import create_app
from dealer_ui.commands import CommandQueue
from dealer_ui.live import Hub
from dealer_ui.pages.clauses import by_clause
from dealer_ui.prompts import Language, text
from engine.verdict import Code
from tests.dealer_ui.scenes import WRONG_BEAT


@pytest.fixture
def hub():
    return Hub(clock=lambda: 0.0)


@pytest.fixture
def client(hub):
    return TestClient(create_app(hub, commands=CommandQueue()))


@pytest.mark.parametrize("language", Language)
def test_every_code_stands_there_once_with_what_to_do(client, language):
    page = client.get(f"/rules?lang={language}").text
    assert [page.count(f'id="{code}"') for code in Code] == [1] * len(Code)
    assert text("code.BEAT_WRONG_SUIT.remedy", language) in page
    assert text("clause.regulation", language, clause="125.6") in page


def test_every_clause_is_listed_once():
    codes = [code for group in by_clause().values() for code in group]
    assert sorted(codes) == sorted(Code)


@pytest.mark.parametrize("code", [Code.BEAT_WRONG_SUIT, Code.DRAW_ORDER, Code.LEAD_MIXED_RANKS])
def test_a_prompt_leads_to_its_own_line(client, hub, code):
    (prompt,) = WRONG_BEAT.prompts
    hub.publish(replace(WRONG_BEAT, sequence=1, prompts=(replace(prompt, code=code),)))
    assert f'href="/rules?lang=en#{code}"' in client.get("/?lang=en").text
