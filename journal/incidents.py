"""Incidents: what an inspector looks at. Several flags of one cause are one; a fold over rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique

from engine.cards import Card
from engine.faults import Fault
from engine.row_reading import read_violation
from engine.seats import Actor
from engine.verdict import Code, Severity, Verdict, Violation
from journal.happened import step_number
from journal.rows import Row

ONE_CAUSE_S = 10.0
"""A doubt that is asked again, or a fault that comes back, within so many seconds is the same."""


@unique
class Sort(StrEnum):
    """What kind of incident it is; the value is stored and translated."""

    STOP = "stop"
    HINT = "hint"
    DOUBT = "doubt"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Flagged:
    """A flag as the journal has it; `row` is the number of its row, `step` that of its move."""

    row: int
    id: str
    step: int
    violation: Violation
    taken_at: float
    withdrawn: bool = False
    """A correction took it back."""


@dataclass(frozen=True, slots=True)
class Incident:
    """One thing that happened, named by the number of its first row.

    `game` is the row with which its game began; times are the camera's, in seconds.
    """

    seq: int
    sort: Sort
    run: int
    game: int
    began_s: float
    ended_s: float
    flags: tuple[Flagged, ...] = ()
    question: str = ""
    fault: Fault | None = None
    is_open: bool = True
    names: tuple[str, ...] = ()
    """Under which names its flags and doubts stand in the rows of the run."""

    @property
    def id(self) -> str:
        """Return the name by which people and later rows call it."""
        return f"i{self.seq}"

    @property
    def severity(self) -> Severity:
        """Return the gravest of its flags."""
        return max((f.violation.severity for f in self.flags), default=Severity.LOG)

    @property
    def codes(self) -> tuple[Code, ...]:
        """Return which rules were broken, in the order in which that was found."""
        return tuple(dict.fromkeys(f.violation.code for f in self.flags))

    @property
    def seats(self) -> tuple[Actor, ...]:
        """Return who broke them."""
        return tuple(dict.fromkeys(f.violation.actor for f in self.flags))

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return with which cards."""
        return tuple(dict.fromkeys(card for f in self.flags for card in f.violation.cards))

    @property
    def is_withdrawn(self) -> bool:
        """Whether corrections took all of it back."""
        return bool(self.flags) and all(flag.withdrawn for flag in self.flags)


def is_incident(violation: Violation) -> bool:
    """Tell whether a person shall look at it: not what is only noted, nor what nobody can prove."""
    return violation.severity > Severity.LOG and violation.verdict is not Verdict.UNVERIFIABLE


def incidents(rows: Iterable[Row]) -> tuple[Incident, ...]:
    """Return the incidents that rows tell of, in their order."""
    fold = _Fold()
    for row in rows:
        fold.take(row)
    return tuple(fold.found)


@dataclass(slots=True)
class _Fold:
    """What has been found so far; numbers of flags and doubts begin anew with each run."""

    found: list[Incident] = field(default_factory=list)
    run: int = 0
    game: int = 0

    def take(self, row: Row) -> None:
        match row.kind:
            case "start" if row.begins_run:
                self.run = row.seq
            case "game":
                self.game = row.seq
            case "flag":
                self._flag(row)
            case "retract":
                self._withdraw(str(row.content["retracts"]))
            case "closed":
                self._close(str(row.content["flag"]), row.taken_at)
            case "doubt":
                self._asked(row)
            case "doubt-closed":
                self._close(str(row.content["doubt"]), row.taken_at)
            case "fault":
                self._broke(row)
            case "mended":
                self._mended(row)
            case _:
                return

    def _flag(self, row: Row) -> None:
        content, violation = row.content, read_violation(row.content)
        if not is_incident(violation):
            return
        step = step_number(str(content["action"]))
        flag = Flagged(row.seq, str(content["id"]), step, violation, row.taken_at)
        place = next((n for n in self._recent() if _one_cause(self.found[n], flag)), None)
        if place is None:
            sort = Sort.STOP if violation.severity >= Severity.STOP else Sort.HINT
            self._found(row, sort, flags=(flag,), names=(flag.id,))
            return
        old = self.found[place]
        flags = (*old.flags, flag)
        grave = any(f.violation.severity >= Severity.STOP for f in flags)
        self.found[place] = replace(
            old,
            flags=flags,
            sort=Sort.STOP if grave else Sort.HINT,
            ended_s=row.taken_at,
            is_open=True,
            names=(*old.names, flag.id),
        )

    def _recent(self) -> Iterator[int]:
        """Yield the places of this game's incidents, the last first."""
        for place in reversed(range(len(self.found))):
            incident = self.found[place]
            if incident.game == self.game and incident.run == self.run and incident.flags:
                yield place

    def _found(  # noqa: PLR0913 - an incident begins with these
        self,
        row: Row,
        sort: Sort,
        *,
        flags: tuple[Flagged, ...] = (),
        question: str = "",
        fault: Fault | None = None,
        names: tuple[str, ...] = (),
    ) -> None:
        at = row.taken_at
        self.found.append(
            Incident(
                row.seq, sort, self.run, self.game, at, at, flags, question, fault, names=names
            )
        )

    def _withdraw(self, name: str) -> None:
        for place in self._named(name):
            old = self.found[place]
            flags = tuple(replace(f, withdrawn=f.withdrawn or f.id == name) for f in old.flags)
            self.found[place] = replace(old, flags=flags)

    def _close(self, name: str, at: float) -> None:
        for place in self._named(name):
            self.found[place] = replace(self.found[place], ended_s=at, is_open=False)

    def _named(self, name: str) -> list[int]:
        return [
            place
            for place, incident in enumerate(self.found)
            if incident.run == self.run and name in incident.names
        ]

    def _asked(self, row: Row) -> None:
        name, question = str(row.content["id"]), str(row.content["question"])
        self._again_or_new(row, Sort.DOUBT, question=question, name=name)

    def _broke(self, row: Row) -> None:
        fault = Fault(str(row.content["fault"]))
        self._again_or_new(row, Sort.FAULT, fault=fault, name=str(fault))

    def _again_or_new(
        self, row: Row, sort: Sort, *, name: str, question: str = "", fault: Fault | None = None
    ) -> None:
        """Go on with the last incident that is the same, or begin another one."""
        for place in reversed(range(len(self.found))):
            old = self.found[place]
            same = (old.run, old.sort, old.question, old.fault) == (self.run, sort, question, fault)
            if same and (old.is_open or row.taken_at - old.ended_s <= ONE_CAUSE_S):
                names = tuple(dict.fromkeys((*old.names, name)))
                again = replace(old, ended_s=row.taken_at, is_open=True, names=names)
                self.found[place] = again
                return
        self._found(row, sort, question=question, fault=fault, names=(name,))

    def _mended(self, row: Row) -> None:
        self._close(str(row.content["fault"]), row.taken_at)


def _one_cause(incident: Incident, flag: Flagged) -> bool:
    """Tell whether a flag is of the same cause as an incident of its game."""
    if any(known.step == flag.step for known in incident.flags):
        return True
    near = flag.taken_at - incident.ended_s <= ONE_CAUSE_S
    for known in incident.flags:
        one, other = known.violation, flag.violation
        if one.actor == other.actor and set(one.cards) & set(other.cards) and near:
            return True
        if (one.code, one.actor) == (other.code, other.actor) and incident.is_open:
            return True
    return False
