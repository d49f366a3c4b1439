"""The hooks of a house in one small file, and how far each has come with each journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from sqlalchemy import (
    Column,
    Float,
    Integer,
    MetaData,
    RowMapping,
    String,
    Table,
    create_engine,
    delete,
    insert,
    select,
)
from sqlalchemy.exc import IntegrityError

from dealer_ui.accounts.tokens import Scope
from dealer_ui.hooks.events import events_of
from engine.faults import Cause, CausedError

LAYOUT = MetaData()
HOOKS = Table(
    "hooks",
    LAYOUT,
    Column("name", String, primary_key=True),
    Column("address", String, nullable=False),
    Column("secret", String, nullable=False),
    Column("scopes", String, nullable=False),
    Column("events", String, nullable=False),
    Column("ca", String, nullable=False),
)
PROGRESS = Table(
    "progress",
    LAYOUT,
    Column("hook", String, primary_key=True),
    Column("journal", String, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("next_at", Float, nullable=False),
    Column("failed_at", Float, nullable=False),
    Column("why", String, nullable=False),
)


class HookError(CausedError):
    """A hook that cannot be made so; the message says why."""


@dataclass(frozen=True, slots=True)
class Hook:
    """Whom to tell what: `secret` signs, `ca` vouches for an address of the house."""

    name: str
    address: str
    secret: str
    scopes: frozenset[Scope]
    events: frozenset[str]
    ca: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a hook has come with a journal; times in seconds since 1970.

    `tries` counts the calls for the next row that have failed; `why` and `failed_at` are of the
    last failure, also when the call has arrived since.
    """

    hook: str
    journal: str
    seq: int
    tries: int = 0
    next_at: float = 0.0
    failed_at: float = 0.0
    why: str = ""

    def failed(self, now: float, wait_s: float, why: str) -> Progress:
        """Return this after a call that failed."""
        return replace(self, tries=self.tries + 1, next_at=now + wait_s, failed_at=now, why=why)


Note = Callable[[Hook], None]
"""Writes down for good what was done with a hook."""


class HookStore:
    """The file; several programs may use it."""

    def __init__(self, path: Path) -> None:
        """Open or begin it, readable by its owner only: it holds secrets. Raises OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.chmod(0o600)
        self._engine = create_engine(f"sqlite:///{path}")
        LAYOUT.create_all(self._engine)

    def close(self) -> None:
        """Let go of it."""
        self._engine.dispose()

    def add(self, hook: Hook, note: Note) -> None:
        """Keep a hook; raises HookError for a name that is taken, or events out of its scopes.

        What `note` raises is raised on, and then there is no such hook.
        """
        if not hook.address.startswith(("http://", "https://")):
            told = f"{hook.address}: an address begins with https:// or http://"
            raise HookError(told, Cause("hook-address", hook.address))
        if strange := sorted(hook.events - events_of(hook.scopes)):
            named = ", ".join(strange)
            raise HookError(
                f"{named}: no event that these scopes open", Cause("hook-events", named)
            )
        fields = {**asdict(hook), "scopes": _written(hook.scopes), "events": _written(hook.events)}
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(HOOKS).values(**fields))
                note(hook)
        except IntegrityError:
            cause = Cause("hook-there", hook.name)
            raise HookError(f"{hook.name}: there is a hook of this name", cause) from None

    def remove(self, name: str, note: Note) -> None:
        """Forget a hook; raises HookError for none such, and as `add` does."""
        hook = self.named(name)
        with self._engine.begin() as connection:
            connection.execute(delete(HOOKS).where(HOOKS.c.name == name))
            connection.execute(delete(PROGRESS).where(PROGRESS.c.hook == name))
            note(hook)

    def all(self) -> tuple[Hook, ...]:
        """Return every hook, by name."""
        with self._engine.connect() as connection:
            found = connection.execute(select(HOOKS).order_by(HOOKS.c.name)).mappings()
            return tuple(map(_hook_of, found))

    def named(self, name: str) -> Hook:
        """Return a hook; raises HookError for none such."""
        found = next((hook for hook in self.all() if hook.name == name), None)
        if found is None:
            raise HookError(f"{name}: there is no such hook", Cause("hook-none", name))
        return found

    def progress(self, hook: str) -> tuple[Progress, ...]:
        """Return how far a hook has come, with every journal."""
        with self._engine.connect() as connection:
            wanted = select(PROGRESS).where(PROGRESS.c.hook == hook)
            return tuple(Progress(**row) for row in connection.execute(wanted).mappings())

    def keep(self, progress: Progress) -> None:
        """Keep how far a hook has come; one that was removed meanwhile stays removed."""
        of = (PROGRESS.c.hook == progress.hook) & (PROGRESS.c.journal == progress.journal)
        known = select(HOOKS.c.name).where(HOOKS.c.name == progress.hook)
        with self._engine.begin() as connection:
            connection.execute(delete(PROGRESS).where(of))
            if connection.execute(known).first() is not None:
                connection.execute(insert(PROGRESS).values(**asdict(progress)))


def _written(names: Iterable[str]) -> str:
    return ",".join(sorted(names))


def _hook_of(row: RowMapping) -> Hook:
    scopes = frozenset(map(Scope, filter(None, str(row["scopes"]).split(","))))
    events = frozenset(str(row["events"]).split(","))
    return Hook(row["name"], row["address"], row["secret"], scopes, events, row["ca"])
