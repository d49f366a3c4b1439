"""Who may open what at the wall's own program."""

from __future__ import annotations

from dealer_ui.accounts.gate import DOORS, Door
from dealer_ui.accounts.people import Role

LOOKERS = frozenset({Role.PIT_BOSS, Role.INSPECTOR, Role.MANAGER, Role.TECHNICIAN})
PIT_BOSSES = frozenset({Role.PIT_BOSS})
WATCHERS = frozenset({Role.PIT_BOSS, Role.INSPECTOR})

SHARED = frozenset(
    {
        "/healthz",
        "/readyz",
        "/metrics",
        "/static/{path}",
        "/rules",
        "/login",
        "/first",
        "/logout",
        "/account",
        "/account/password",
        "/accounts",
        "/accounts/{number}",
        "/accounts/{number}/proofs",
        "/accounts/{number}/end-sessions",
    }
)
"""What is here as it is at a table."""

PIT_DOORS: tuple[Door, ...] = (
    ("GET", "/", LOOKERS),
    ("GET", "/pit", LOOKERS),
    ("GET", "/pit/live", LOOKERS),
    ("GET", "/pit/tables/{name}", LOOKERS),
    ("GET", "/pit/tables/{name}/picture", WATCHERS),
    ("POST", "/pit/tables/{name}/take", PIT_BOSSES),
    ("POST", "/pit/tables/{name}/shelve", PIT_BOSSES),
    ("POST", "/pit/tables/{name}/unshelve", PIT_BOSSES),
    *(door for door in DOORS if door[1] in SHARED),
)
"""Method, path and who may use it; None: everybody, also those who are nobody here yet."""
