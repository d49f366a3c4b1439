"""Requests that JSON can say and no text can: answered in words, and nothing sent is told."""

from __future__ import annotations

import pytest

from dealer_ui.accounts.gate import CSRF_COOKIE
from dealer_ui.accounts.people import Role
from tests.dealer_ui.pits import Pit
from tests.dealer_ui.test_accounts import OWN, Floor

HALF = b'"\\ud800"'
BODIES = {
    "half a character": HALF,
    "half a character as a name": b'{"name": "\\ud800", "password": "geheim geheim 7"}',
    "half a character as a key": b'{"\\ud800": 1}',
    "half a character in a command": b'{"kind": "let-go", "prompt": 1, "by": "\\ud800"}',
    "too deep": b"[" * 100_000,
    "too deep, and closed": b'{"kind":' * 5_000 + b"1" + b"}" * 5_000,
    "a number without end": b"9" * 10_000,
    "no text": b"\xff\xfe\x00",
    "a wrong type": b'{"name": ["geheim"], "password": {"geheim": "geheim"}}',
}
PATHS = ("/login", "/first", "/api/v1/commands", "/account/password", "/accounts")


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    made = Floor(tmp_path_factory.mktemp("odd") / "accounts.db").hire()
    yield {role: made.logged_in(role) for role in (Role.DEALER, Role.TECHNICIAN)}
    made.close()


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("role", [Role.DEALER, Role.TECHNICIAN])
def test_a_table_refuses_in_words(floor, body, role):
    client = floor[role]
    told = {**OWN, "X-CSRF-Token": client.http.cookies.get(CSRF_COOKIE)}
    for path in PATHS:
        sent = {**told, "Content-Type": "application/json"}
        answer = client.http.post(path, content=BODIES[body], headers=sent)
        assert 400 <= answer.status_code < 500, path
        assert "geheim" not in answer.text


def test_a_wall_refuses_in_words(tmp_path):
    pit = Pit(tmp_path).hire()
    client = pit.logged_in(Role.PIT_BOSS)
    told = {**OWN, "X-CSRF-Token": client.http.cookies.get(CSRF_COOKIE)}
    for body in BODIES.values():
        sent = {**told, "Content-Type": "application/json"}
        answer = client.http.post("/pit/tables/1/take", content=body, headers=sent)
        assert 400 <= answer.status_code < 500
    pit.close()
