"""Programs come with a token: what each scope opens, and that nothing else is open."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from dealer_ui.accounts.gate import DOORS
from dealer_ui.accounts.people import Refusal, RefusedError
from dealer_ui.accounts.tokens import SCOPES, Scope
from tests.dealer_ui.test_accounts import Floor


@pytest.fixture
def floor(tmp_path):
    made = Floor(tmp_path / "accounts.db")
    made.hub.close()  # so that streams end
    yield made
    made.close()


def asks(floor, token, method, path):
    client = TestClient(floor.app, follow_redirects=False)
    return client.request(method, path, headers={"Authorization": f"Bearer {token}"}).status_code


@pytest.mark.parametrize("scope", Scope)
def test_a_scope_opens_its_addresses_and_no_other(floor, scope):
    token = floor.house.tokens.make("technician", "board", [scope])
    opened = {
        (method, path)
        for method, path, _ in DOORS
        if asks(floor, token, method, path.replace("{", "").replace("}", "")) not in {401, 403}
    }
    assert opened == {("GET", path) for path, scopes in SCOPES.items() if scope in scopes}


def test_a_token_is_ended_and_both_stand_in_the_trail(floor):
    token = floor.house.tokens.make("Anna", "board", [Scope.STATE])
    assert asks(floor, token, "GET", "/api/v1/state") == 200
    floor.house.tokens.end("Anna", "board")
    assert asks(floor, token, "GET", "/api/v1/state") == 401
    made = {"who": "Anna", "token": "board", "scopes": ["state:read"]}
    assert floor.trail.rows == [
        ("token-made", made),
        ("token-ended", {"who": "Anna", "token": "board"}),
    ]


def test_a_token_that_nobody_made_opens_nothing_not_even_what_is_open_to_all(floor):
    assert asks(floor, "guessed", "GET", "/api/v1/state") == 401
    assert asks(floor, "guessed", "GET", "/healthz") == 401


@pytest.mark.parametrize(
    ("name", "scopes", "why"),
    [
        ("board", [Scope.STATE], Refusal.NAME_TAKEN),
        (" ", [Scope.STATE], Refusal.NAME_EMPTY),
        ("other", [], Refusal.NO_SCOPE),
    ],
)
def test_a_token_that_will_not_do_is_refused(floor, name, scopes, why):
    floor.house.tokens.make("Anna", "board", [Scope.EQUIPMENT])
    with pytest.raises(RefusedError) as caught:
        floor.house.tokens.make("Anna", name, scopes)
    assert caught.value.refusal is why
    assert len(floor.house.tokens.all()) == 1


def test_tokens_are_made_listed_and_ended_on_the_command_line(tmp_path, kozyr):
    file = tmp_path / "accounts.db"
    made = kozyr("accounts", "token", "make", file, "board", "--scope", "state:read")
    assert (made.code, len(made.out.strip())) == (0, 43)
    listed = kozyr("accounts", "token", "list", file).out
    assert listed.startswith("board  state:read")
    assert made.out.strip() not in listed
    assert kozyr("accounts", "token", "end", file, "board").code == 0
    assert kozyr("accounts", "token", "end", file, "board").code == 2
    assert kozyr("accounts", "token", "make", file, "x", "--scope", "all:write").code == 2
