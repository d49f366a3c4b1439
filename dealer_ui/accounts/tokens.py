"""Tokens for programs: each with a name, scopes, and nothing that a person may do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique

from sqlalchemy import Column, Float, RowMapping, String, Table, delete, insert, select
from sqlalchemy.exc import IntegrityError

from dealer_ui.accounts.people import Refusal, RefusedError, check_name
from dealer_ui.accounts.proofs import fingerprint, fresh_token
from dealer_ui.accounts.store import LAYOUT, AccountStore

TOKENS = Table(
    "tokens",
    LAYOUT,
    Column("token", String, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("scopes", String, nullable=False),
    Column("made_at", Float, nullable=False),
)


@unique
class Scope(StrEnum):
    """What a program may do; all of it is reading. The value stands in files and commands."""

    STATE = "state:read"
    """The table as it is, and its events."""
    EQUIPMENT = "equipment:read"
    """Camera, light, shoe and video."""
    PICTURE = "picture:read"
    """The table as its camera sees it now."""
    METRICS = "metrics:read"
    """Figures about the program, for Prometheus."""


SCOPES: Mapping[str, frozenset[Scope]] = {
    "/api/v1/state": frozenset({Scope.STATE}),
    "/api/v1/events": frozenset({Scope.STATE}),
    "/api/v1/equipment": frozenset({Scope.EQUIPMENT}),
    "/api/v1/picture": frozenset({Scope.PICTURE}),
    "/metrics": frozenset({Scope.METRICS}),
    "/api/v1/openapi.json": frozenset(Scope),
}
"""Which scopes open which address to a program; each one is enough. Nothing else is open."""


@dataclass(frozen=True, slots=True)
class Token:
    """A program that is known."""

    name: str
    scopes: frozenset[Scope]
    made_at: float


class Tokens:
    """The tokens of a house; only a fingerprint of each is kept."""

    def __init__(
        self,
        store: AccountStore,
        note: Callable[[str, Mapping[str, object]], None],
        clock: Callable[[], float],
    ) -> None:
        """Keep them in a store; `note` keeps a row of who made or ended one."""
        self._store, self._note, self._clock = store, note, clock

    def make(self, by: str, name: str, scopes: Iterable[Scope]) -> str:
        """Return a new token, which nobody can read again; raises RefusedError, TableError."""
        kept, token, held = check_name(name), fresh_token(), sorted(set(scopes))
        if not held:
            raise RefusedError(Refusal.NO_SCOPE)
        if any(known.name == kept for known in self.all()):
            raise RefusedError(Refusal.NAME_TAKEN)
        self._note("token-made", {"who": by, "token": kept, "scopes": list(map(str, held))})
        fields = {"name": kept, "scopes": ",".join(held), "made_at": self._clock()}
        try:
            with self._store.change() as connection:
                connection.execute(insert(TOKENS).values(token=fingerprint(token), **fields))
        except IntegrityError:
            raise RefusedError(Refusal.NAME_TAKEN) from None
        return token

    def end(self, by: str, name: str) -> None:
        """End a token; raises RefusedError for none such, TableError."""
        if all(known.name != name for known in self.all()):
            raise RefusedError(Refusal.UNKNOWN)
        self._note("token-ended", {"who": by, "token": name})
        with self._store.change() as connection:
            connection.execute(delete(TOKENS).where(TOKENS.c.name == name))

    def all(self) -> tuple[Token, ...]:
        """Return every token, by name."""
        with self._store.change() as connection:
            found = connection.execute(select(TOKENS).order_by(TOKENS.c.name)).mappings()
            return tuple(map(_token_of, found))

    def known(self, token: str) -> Token | None:
        """Return the program that a token belongs to; None for none."""
        wanted = select(TOKENS).where(TOKENS.c.token == fingerprint(token))
        with self._store.change() as connection:
            row = connection.execute(wanted).mappings().first()
        return None if row is None else _token_of(row)


def may(token: Token, method: str, path: str) -> bool:
    """Tell whether a program may ask for something.

    >>> reader = Token("board", frozenset({Scope.STATE}), 0.0)
    >>> may(reader, "GET", "/api/v1/events"), may(reader, "POST", "/api/v1/commands")
    (True, False)
    """
    return method in {"GET", "HEAD"} and bool(token.scopes & SCOPES.get(path, frozenset()))


def _token_of(row: RowMapping) -> Token:
    scopes = frozenset(Scope(name) for name in str(row["scopes"]).split(","))
    return Token(str(row["name"]), scopes, float(row["made_at"]))
