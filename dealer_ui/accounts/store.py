"""Accounts, sessions and failed tries in one small database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    Integer,
    MetaData,
    RowMapping,
    String,
    Table,
    create_engine,
    delete,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from dealer_ui.accounts.people import Person, Refusal, RefusedError, Role

LAYOUT = MetaData()
PEOPLE = Table(
    "people",
    LAYOUT,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False),
    Column("key", String, nullable=False, unique=True),
    Column("roles", String, nullable=False),
    Column("password", String),
    Column("badge", String, unique=True),
    Column("pin", String),
    Column("is_active", Boolean, nullable=False, default=True),
)
SESSIONS = Table(
    "sessions",
    LAYOUT,
    Column("token", String, primary_key=True),
    Column("person", Integer, nullable=False, index=True),
    Column("csrf", String, nullable=False),
    Column("begun_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    Column("from_where", String, nullable=False),
)
FAILURES = Table(
    "failures",
    LAYOUT,
    Column("key", String, primary_key=True),
    Column("count", Integer, nullable=False),
    Column("last_at", Float, nullable=False),
)


@dataclass(frozen=True, slots=True)
class KeptSession:
    """A session as it is kept; times in seconds since 1970."""

    person: int
    csrf: str
    begun_at: float
    seen_at: float
    from_where: str


class AccountStore:
    """The database; any thread may use it."""

    def __init__(self, path: Path) -> None:
        """Open or begin it, readable by its owner only; raises OSError, DatabaseError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.chmod(0o600)
        self._engine = create_engine(f"sqlite:///{path}")
        event.listen(self._engine, "connect", _begin_connection)
        LAYOUT.create_all(self._engine)

    def close(self) -> None:
        """Let go of it."""
        self._engine.dispose()

    @contextmanager
    def change(self) -> Iterator[Connection]:
        """Give a connection whose changes are kept together, or none of them."""
        with self._engine.begin() as connection:
            yield connection

    def people(self) -> tuple[Person, ...]:
        """Return everybody, by name."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(PEOPLE).order_by(PEOPLE.c.key)).mappings()
            return tuple(map(person_of, rows))

    def person(self, number: int) -> Person | None:
        """Return a person by number."""
        row = self._row(PEOPLE.c.id == number)
        return None if row is None else person_of(row)

    def proofs_of(self, *, name: str = "", badge: str = "") -> RowMapping | None:
        """Return the row of a person by name, or by the fingerprint of a badge."""
        return self._row(PEOPLE.c.badge == badge if badge else PEOPLE.c.key == key_of(name))

    def add(self, fields: Mapping[str, object]) -> Person:
        """Add a person; raises RefusedError when the name or the badge is taken."""
        try:
            with self.change() as connection:
                done = connection.execute(insert(PEOPLE).values(**fields))
                key = done.inserted_primary_key
        except IntegrityError as error:
            is_badge = "badge" in str(error.orig)
            taken = Refusal.BADGE_TAKEN if is_badge else Refusal.NAME_TAKEN
            raise RefusedError(taken) from None
        return next(person for person in self.people() if key and person.id == key[0])

    def set(self, number: int, fields: Mapping[str, object]) -> None:
        """Change fields of a person; raises RefusedError for a badge that is taken."""
        try:
            with self.change() as connection:
                connection.execute(update(PEOPLE).where(PEOPLE.c.id == number).values(**fields))
        except IntegrityError:
            raise RefusedError(Refusal.BADGE_TAKEN) from None

    def begin_session(self, token: str, session: KeptSession) -> None:
        """Keep a session under the fingerprint of its token."""
        with self.change() as connection:
            connection.execute(
                insert(SESSIONS).values(
                    token=token,
                    person=session.person,
                    csrf=session.csrf,
                    begun_at=session.begun_at,
                    seen_at=session.seen_at,
                    from_where=session.from_where,
                )
            )

    def session(self, token: str) -> KeptSession | None:
        """Return a session by the fingerprint of its token."""
        with self._engine.connect() as connection:
            found = connection.execute(select(SESSIONS).where(SESSIONS.c.token == token))
            row = found.mappings().first()
        return None if row is None else _session_of(row)

    def sessions_of(self, person: int) -> tuple[KeptSession, ...]:
        """Return the sessions of a person, the newest first."""
        wanted = select(SESSIONS).where(SESSIONS.c.person == person)
        with self._engine.connect() as connection:
            rows = connection.execute(wanted.order_by(SESSIONS.c.seen_at.desc())).mappings()
            return tuple(map(_session_of, rows))

    def see(self, token: str, now: float) -> None:
        """Note that a session is in use."""
        with self.change() as connection:
            wanted = update(SESSIONS).where(SESSIONS.c.token == token)
            connection.execute(wanted.values(seen_at=now))

    def end(self, token: str) -> None:
        """End a session."""
        with self.change() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.token == token))

    def end_all(self, person: int, but: str = "") -> int:
        """End every session of a person but one; return how many ended."""
        wanted = delete(SESSIONS).where(SESSIONS.c.person == person, SESSIONS.c.token != but)
        with self.change() as connection:
            return int(connection.execute(wanted).rowcount)

    def failures(self, key: str) -> tuple[int, float]:
        """Return how often somebody failed in a row, and when last."""
        with self._engine.connect() as connection:
            found = connection.execute(select(FAILURES).where(FAILURES.c.key == key))
            row = found.mappings().first()
        return (0, 0.0) if row is None else (int(row["count"]), float(row["last_at"]))

    def failed(self, key: str, count: int, now: float) -> None:
        """Note how often somebody has failed; none is forgotten."""
        with self.change() as connection:
            connection.execute(delete(FAILURES).where(FAILURES.c.key == key))
            if count:
                connection.execute(insert(FAILURES).values(key=key, count=count, last_at=now))

    def _row(self, condition: object) -> RowMapping | None:
        with self._engine.connect() as connection:
            wanted = select(PEOPLE).where(condition)  # type: ignore[arg-type]
            return connection.execute(wanted).mappings().first()


def key_of(name: str) -> str:
    """Return by what a name is found: upper and lower case are one.

    >>> key_of(" Anna  Petrova ")
    'anna petrova'
    """
    return " ".join(name.split()).casefold()


def person_of(row: RowMapping) -> Person:
    """Return the person in a row, without what proves who they are."""
    roles = frozenset(Role(name) for name in str(row["roles"]).split(",") if name)
    return Person(
        int(row["id"]), str(row["name"]), roles, bool(row["is_active"]), row["badge"] is not None
    )


def _session_of(row: RowMapping) -> KeptSession:
    return KeptSession(
        int(row["person"]),
        str(row["csrf"]),
        float(row["begun_at"]),
        float(row["seen_at"]),
        str(row["from_where"]),
    )


def _begin_connection(connection: object, _record: object) -> None:
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for line in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {line}")
    cursor.close()
