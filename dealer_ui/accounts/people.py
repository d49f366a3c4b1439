"""People of the house and what they are; passwords that will do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from itertools import pairwise


@unique
class Role(StrEnum):
    """What a person is in the house; the value is stored and translated."""

    DEALER = "dealer"
    INSPECTOR = "inspector"
    PIT_BOSS = "pit-boss"
    MANAGER = "manager"
    TECHNICIAN = "technician"
    """Looks after cameras, devices and accounts."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an account."""

    id: int
    name: str
    roles: frozenset[Role]
    is_active: bool = True
    has_badge: bool = False


@unique
class Refusal(StrEnum):
    """Why an account is not made, changed or let in; the value is translated."""

    UNKNOWN = "unknown"
    """Name, badge, password or PIN are not right: which of them, nobody is told."""
    LOCKED = "locked"
    NAME_TAKEN = "name-taken"
    NAME_EMPTY = "name-empty"
    PASSWORD_SHORT = "password-short"  # noqa: S105 - a word for what is wrong with one
    PASSWORD_COMMON = "password-common"  # noqa: S105 - the same
    PIN_WRONG = "pin-wrong"
    PIN_COMMON = "pin-common"
    BADGE_SHORT = "badge-short"
    BADGE_TAKEN = "badge-taken"
    BADGE_NOT_DEALER = "badge-not-dealer"
    NO_ROLE = "no-role"
    NO_SCOPE = "no-scope"
    LAST_TECHNICIAN = "last-technician"
    NOT_FIRST = "not-first"


class RefusedError(ValueError):
    """What was asked is refused; `refusal` says why, `wait_s` how long to wait before more."""

    def __init__(self, refusal: Refusal, wait_s: float = 0.0) -> None:
        """Say why."""
        super().__init__(str(refusal))
        self.refusal = refusal
        self.wait_s = wait_s


LEAST_PASSWORD = 10
MOST_PASSWORD = 200
COMMON = frozenset({"password", "qwerty", "йцукен", "kozyr", "козырь", "казыр", "durak", "casino"})
PIN_LENGTHS = range(4, 9)
LEAST_BADGE = 4


def check_name(name: str) -> str:
    """Return a name as it is kept; raises RefusedError for none."""
    kept = " ".join(name.split())[:60]
    if not kept:
        raise RefusedError(Refusal.NAME_EMPTY)
    return kept


def check_password(password: str, name: str) -> None:
    """Raise RefusedError for a password that is soon guessed: length counts, signs do not."""
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        raise RefusedError(Refusal.PASSWORD_SHORT)
    plain = password.casefold()
    words = {*COMMON, name.casefold()}
    rest = plain
    for word in sorted(words, key=len, reverse=True):
        rest = rest.replace(word, "")
    if len(set(plain)) < 5 or len(rest.strip("0123456789 !.?-_")) < 4:
        raise RefusedError(Refusal.PASSWORD_COMMON)


def check_pin(pin: str) -> None:
    """Raise RefusedError for a PIN of another length, or one that everybody tries first."""
    if not (pin.isascii() and pin.isdigit() and len(pin) in PIN_LENGTHS):
        raise RefusedError(Refusal.PIN_WRONG)
    steps = {int(b) - int(a) for a, b in pairwise(pin)}
    if steps in ({0}, {1}, {-1}):
        raise RefusedError(Refusal.PIN_COMMON)
