"""The accounts of a house: who is let in, what is changed, and the row that each of it leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from dealer_ui.accounts.people import (
    LEAST_BADGE,
    Person,
    Refusal,
    RefusedError,
    Role,
    check_name,
    check_password,
    check_pin,
)
from dealer_ui.accounts.proofs import Prover, fingerprint, fresh_token
from dealer_ui.accounts.store import AccountStore, KeptSession, key_of, person_of
from dealer_ui.accounts.tokens import Tokens

IDLE_S = 30 * 60.0
SHIFT_S = 12 * 3600.0
"""A session ends after so long without use, and after so long at all; a dealer's only with the
shift: the kiosk is used all the time by looking at it."""

FREE_TRIES = 5
FIRST_LOCK_S, LONGEST_LOCK_S = 30.0, 900.0
FORGOTTEN_S = 3600.0
"""Failed tries: the sixth in a row waits, each further one twice as long; forgotten in an hour."""

SEEN_EVERY_S = 30.0


class AuditTrail(Protocol):
    """Where it stands who did what; rows are only ever added."""

    def note(self, what: str, fields: Mapping[str, object]) -> None:
        """Keep a row; raises TableError when it cannot be kept, and then nothing was done."""
        ...


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who is let in."""

    person: Person
    csrf: str
    key: str
    """The fingerprint of the token that the browser holds."""


class House:
    """Lets people in and looks after their accounts."""

    def __init__(
        self,
        store: AccountStore,
        trail: AuditTrail,
        clock: Callable[[], float],
        prover: Prover | None = None,
    ) -> None:
        """Keep accounts in a store; `clock` gives seconds since 1970."""
        self._store, self._trail, self._clock = store, trail, clock
        self._prover = prover or Prover()
        self.tokens = Tokens(store, trail.note, clock)
        self.first_key = "" if store.people() else fresh_token()
        """Whoever knows it may make the first account; it is printed where Kozyr was started."""

    @property
    def is_new(self) -> bool:
        """Whether nobody has an account yet."""
        return bool(self.first_key) and not self._store.people()

    def people(self) -> tuple[Person, ...]:
        """Return everybody."""
        return self._store.people()

    def sessions_of(self, person: Person) -> tuple[KeptSession, ...]:
        """Return where a person is logged in."""
        return self._store.sessions_of(person.id)

    def begin(self, key: str, name: str, password: str) -> Person:
        """Make the first account, a technician's; raises RefusedError."""
        if not self.is_new or fingerprint(key) != fingerprint(self.first_key):
            raise RefusedError(Refusal.NOT_FIRST)
        person = self.add("first-run", name, {Role.TECHNICIAN}, password)
        self.first_key = ""
        return person

    def add(  # noqa: PLR0913 - what an account is made of
        self,
        by: str,
        name: str,
        roles: Iterable[Role],
        password: str = "",
        *,
        badge: str = "",
        pin: str = "",
    ) -> Person:
        """Make an account; raises RefusedError."""
        kept, what = check_name(name), frozenset(roles)
        if not what:
            raise RefusedError(Refusal.NO_ROLE)
        fields = {
            "name": kept,
            "key": key_of(kept),
            "roles": _written(what),
            "is_active": True,
            **self._proofs(kept, what, password, badge, pin),
        }
        self._trail.note("account-added", {"who": by, "account": kept, "roles": sorted(what)})
        return self._store.add(fields)

    def change(self, by: Session, number: int, roles: Iterable[Role], *, is_active: bool) -> None:
        """Give a person other roles, or take the account away; raises RefusedError."""
        person, what = self._known(number), frozenset(roles)
        if not what:
            raise RefusedError(Refusal.NO_ROLE)
        keeps = is_active and Role.TECHNICIAN in what
        if not keeps and self._technicians() <= {person.id}:
            raise RefusedError(Refusal.LAST_TECHNICIAN)
        told = {"who": by.person.name, "account": person.name, "roles": sorted(what)}
        self._trail.note("account-changed", {**told, "active": is_active})
        self._store.set(number, {"roles": _written(what), "is_active": is_active})
        if not is_active or what != person.roles:
            self._store.end_all(number)

    def set_proofs(
        self, by: Session, number: int, *, password: str = "", badge: str = "", pin: str = ""
    ) -> None:
        """Give a person another password, or another badge and PIN; other sessions end."""
        person = self._known(number)
        fields = self._proofs(person.name, person.roles, password, badge, pin)
        told = {"who": by.person.name, "account": person.name, "what": sorted(fields)}
        self._trail.note("account-proofs", told)
        self._store.set(number, fields)
        self._store.end_all(number, by.key)
        self._store.failed(f"name:{key_of(person.name)}", 0, self._clock())

    def is_own_password(self, session: Session, password: str) -> bool:
        """Tell whether whoever sits there knows the password of the session."""
        row = self._store.proofs_of(name=session.person.name)
        return row is not None and self._prover.is_right(row["password"], password)

    def enter(
        self, *, name: str = "", password: str = "", badge: str = "", pin: str = "", where: str
    ) -> tuple[str, Session]:
        """Let somebody in by name and password, or by badge and PIN; return the token too.

        Raises RefusedError: unknown, or locked for a while after too many tries.
        """
        seal = fingerprint(badge) if badge else ""
        keys = (f"badge:{seal}" if badge else f"name:{key_of(name)}", f"from:{where}")
        self._check_lock(keys)
        row = self._store.proofs_of(name=name, badge=seal)
        kept = None if row is None else row["pin" if badge else "password"]
        is_right = self._prover.is_right(kept, pin if badge else password)
        if row is None or not is_right or not row["is_active"]:
            self._fail(keys, where)
            raise RefusedError(Refusal.UNKNOWN)
        person = person_of(row)
        self._trail.note("login", {"who": person.name, "from": where})
        for key in keys:
            self._store.failed(key, 0, self._clock())
        return self._begun(person, where)

    def session(self, token: str) -> Session | None:
        """Return the session of a token, None where it has ended or never was."""
        key, now = fingerprint(token), self._clock()
        kept = self._store.session(key)
        person = None if kept is None else self._store.person(kept.person)
        if kept is None or person is None:
            return None
        idle_s = SHIFT_S if person.roles == {Role.DEALER} else IDLE_S
        is_over = now - kept.begun_at >= SHIFT_S or now - kept.seen_at >= idle_s
        if is_over or not person.is_active:
            self._store.end(key)
            return None
        if now - kept.seen_at >= SEEN_EVERY_S:
            self._store.see(key, now)
        return Session(person, kept.csrf, key)

    def leave(self, session: Session, *, everywhere: bool = False) -> None:
        """End a session, or all sessions of its person."""
        self._trail.note("logout", {"who": session.person.name, "everywhere": everywhere})
        if everywhere:
            self._store.end_all(session.person.id)
        else:
            self._store.end(session.key)

    def end_sessions(self, by: Session, number: int) -> None:
        """End every session of somebody else."""
        person = self._known(number)
        self._trail.note("sessions-ended", {"who": by.person.name, "account": person.name})
        self._store.end_all(number)

    def note(self, session: Session, what: str, fields: Mapping[str, object]) -> None:
        """Keep what somebody did; raises TableError."""
        self._trail.note(what, {"who": session.person.name, **fields})

    def _begun(self, person: Person, where: str) -> tuple[str, Session]:
        token, csrf, now = fresh_token(), fresh_token(), self._clock()
        key = fingerprint(token)
        self._store.begin_session(key, KeptSession(person.id, csrf, now, now, where))
        return token, Session(person, csrf, key)

    def _known(self, number: int) -> Person:
        person = self._store.person(number)
        if person is None:
            raise RefusedError(Refusal.UNKNOWN)
        return person

    def _technicians(self) -> set[int]:
        return {p.id for p in self._store.people() if p.is_active and Role.TECHNICIAN in p.roles}

    def _proofs(
        self, name: str, roles: frozenset[Role], password: str, badge: str, pin: str
    ) -> dict[str, object]:
        """Return the proofs as they are kept; a dealer alone may have badge and PIN for one."""
        fields: dict[str, object] = {}
        if badge or pin:
            if roles != {Role.DEALER}:
                raise RefusedError(Refusal.BADGE_NOT_DEALER)
            if len(badge) < LEAST_BADGE:
                raise RefusedError(Refusal.BADGE_SHORT)
            check_pin(pin)
            fields |= {"badge": fingerprint(badge), "pin": self._prover.hash(pin)}
        if password or not fields:
            check_password(password, name)
            fields["password"] = self._prover.hash(password)
        return fields

    def _check_lock(self, keys: Iterable[str]) -> None:
        now = self._clock()
        for key in keys:
            count, last_at = self._store.failures(key)
            wait_s = last_at + _lock_s(count) - now
            if wait_s > 0:
                raise RefusedError(Refusal.LOCKED, wait_s)

    def _fail(self, keys: Iterable[str], where: str) -> None:
        now = self._clock()
        for key in keys:
            count, last_at = self._store.failures(key)
            again = count if now - last_at < FORGOTTEN_S else 0
            self._store.failed(key, again + 1, now)
            if again + 1 == FREE_TRIES:
                self._trail.note("locked", {"what": key.partition(":")[0], "from": where})
        self._trail.note("login-refused", {"from": where})


def _lock_s(count: int) -> float:
    """Return how long to wait after so many failures in a row, in seconds.

    >>> [_lock_s(n) for n in (4, 5, 6, 7, 40)]
    [0.0, 30.0, 60.0, 120.0, 900.0]
    """
    if count < FREE_TRIES:
        return 0.0
    return min(FIRST_LOCK_S * float(2 ** min(count - FREE_TRIES, 20)), LONGEST_LOCK_S)


def _written(roles: Iterable[Role]) -> str:
    return ",".join(sorted(roles))
