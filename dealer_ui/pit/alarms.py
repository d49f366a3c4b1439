"""What at a table wants somebody to come: read off its newest state, each with how soon."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import IntEnum, StrEnum, unique

from dealer_ui.snapshot import Feed, OpenDoubt, OpenFault, Prompt, Snapshot
from engine.verdict import Severity

CALL_CODE = "call"
DOUBT_CODE = "doubt"
UNHEARD_CODE = "silent"


@unique
class Grade(IntEnum):
    """How soon somebody is wanted; the greater, the sooner. Its name is translated."""

    CALM = 0
    DOUBT = 1
    HINT = 2
    FAULT = 3
    STOP = 4
    CALL = 5
    """The inspector is wanted, or the table is frozen."""


GRADES = {
    Severity.HINT: Grade.HINT,
    Severity.STOP: Grade.STOP,
    Severity.CALL_INSPECTOR: Grade.CALL,
    Severity.FREEZE: Grade.CALL,
}
"""What is only logged wants nobody."""


@unique
class Unheard(StrEnum):
    """Why nothing is heard of a table; the value is translated."""

    SILENT = "silent"
    """Its program answers, but no new picture was judged; or it answers no more."""
    UNREACHABLE = "unreachable"
    REFUSED = "refused"
    """It does not know our token, or lets it read nothing."""
    FOREIGN = "foreign"
    """What answers there is no table that we understand."""


@unique
class Called(StrEnum):
    """Whom somebody at a table has called; the value is translated."""

    INSPECTOR = "inspector"


Thing = Prompt | OpenDoubt | OpenFault | Unheard | Called
"""What an alarm is about, as the catalogue puts it into words."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something at a table that wants somebody.

    `key` names this one occurrence within its table, `code` its kind: that is what is shelved.
    """

    key: str
    code: str
    grade: Grade
    thing: Thing


@dataclass(frozen=True, slots=True)
class Owned:
    """Who has said that he sees to an alarm, and when."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Shelf:
    """A kind of alarm at a table that wants nobody for a while: who said so, why, until when."""

    by: str
    why: str
    until: datetime


@dataclass(frozen=True, slots=True)
class Raised:
    """An alarm that stands, with since when, its owner, and its shelf."""

    alarm: Alarm
    since: datetime
    owner: Owned | None = None
    shelf: Shelf | None = None


def alarms_in(snapshot: Snapshot | None) -> Iterator[Alarm]:
    """Yield what a state of a table wants somebody for; a table that has ended wants nobody."""
    if snapshot is None or snapshot.feed is Feed.ENDED:
        return
    if snapshot.table.is_called:
        yield Alarm(CALL_CODE, CALL_CODE, Grade.CALL, Called.INSPECTOR)
    for prompt in snapshot.prompts:
        if prompt.severity in GRADES:
            cards = "".join(map(str, prompt.cards))
            key = f"p{prompt.id}-{prompt.code}-{prompt.actor}-{cards}"
            seen = replace(prompt, acknowledged=False)  # that the dealer has seen it is no news
            yield Alarm(key, str(prompt.code), GRADES[prompt.severity], seen)
    for broken in snapshot.faults:
        plain = OpenFault(broken.fault, zones=broken.zones)  # figures change all the time
        yield Alarm(str(broken.fault), str(broken.fault), Grade.FAULT, plain)
    if snapshot.doubt is not None:
        doubt = snapshot.doubt
        yield Alarm(f"d{doubt.id}-{doubt.question}", DOUBT_CODE, Grade.DOUBT, doubt)


def unheard_alarm(why: Unheard) -> Alarm:
    """Return the alarm of a table of which nothing is heard."""
    return Alarm(UNHEARD_CODE, UNHEARD_CODE, Grade.FAULT, why)
