"""Every address with made-up values, as each role and as nobody: answered, never broken."""

from __future__ import annotations

import os

import pytest
import schemathesis
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error

from dealer_ui.accounts.gate import COOKIE, CSRF_COOKIE, CSRF_HEADER
from dealer_ui.accounts.people import Role
from dealer_ui.pit.ledger import VIEW
from journal.read import read_rows
from journal.verify import verify
from tests.dealer_ui.pits import Pit
from tests.dealer_ui.scenes import WRONG_BEAT
from tests.dealer_ui.test_accounts import OWN, Floor

EXAMPLES = int(os.environ.get("KOZYR_EXAMPLES", "0"))
"""For each address and role; broken values are tried as well as good ones.

Unset, the same few are tried each time, so that a change is judged by what it changes;
`make fuzz` tries many, others each time.
"""


def every_route(app):
    """Yield every route of an application, however deep it was included."""
    for route in app.routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from every_route(inner)
        elif isinstance(route, APIRoute):
            yield route


def described(app):
    """Describe every address, the pages too, which the published description leaves out."""
    routes = list(every_route(app))
    for route in routes:
        route.include_in_schema = True
    return get_openapi(title="Kozyr", version="1", routes=routes)


LEFT_OUT = ("/logout", "/login", "/end-sessions")
"""With them the session would be over, or the place locked."""


def ask_everything(app, client):
    """Ask every address of an application as whoever is logged in; return how many were asked."""
    told = {**OWN, CSRF_HEADER: client.cookies.get(CSRF_COOKIE) or ""}
    cookies = {name: client.cookies.get(name) or "" for name in (COOKIE, CSRF_COOKIE)}
    schema = schemathesis.openapi.from_dict(described(app))
    schema.app = app
    tried = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path.endswith(LEFT_OUT):
            continue
        tried += 1

        @settings(
            max_examples=EXAMPLES or 2,
            derandomize=not EXAMPLES,
            deadline=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
            database=None,
        )
        @given(case=operation.as_strategy())
        def ask(case):
            answer = case.call(headers=told, cookies=cookies)
            case.validate_response(answer, checks=[not_a_server_error])

        ask()
    return tried


@pytest.mark.timeout(3600 if EXAMPLES else 120)
@pytest.mark.parametrize("role", [None, *Role])
def test_no_made_up_request_breaks_anything(tmp_path, role):
    floor = Floor(tmp_path / "accounts.db").hire()
    floor.hub.close()  # so that streams end
    client = floor.client() if role is None else floor.logged_in(role)
    assert ask_everything(floor.app, client.http) > 30
    floor.close()


@pytest.mark.timeout(3600 if EXAMPLES else 120)
@pytest.mark.parametrize("role", [None, *Role])
def test_no_made_up_request_breaks_the_wall_of_a_pit(tmp_path, role):
    pit = Pit(tmp_path, "0").hire()  # the name that is made up first
    pit.show("0", WRONG_BEAT)
    pit.wall.close()  # so that streams end
    client = pit.client() if role is None else pit.logged_in(role)
    assert ask_everything(pit.app, client.http) > 10
    seen = any(row.kind == VIEW for row in read_rows(pit.path))
    assert seen == (role in {Role.PIT_BOSS, Role.INSPECTOR}), "a table that there is was met"
    assert verify(pit.path).flaw is None
    pit.close()
