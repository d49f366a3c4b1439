"""What can happen at a table between two frames, beside a sighting."""

from __future__ import annotations

from dataclasses import dataclass

from engine.faults import BrokenThing, Cause, Fault, Figures, Noted, TableError
from engine.moves import Announce, Appoint, Declare, Expose, SayBeaten, SayTakes
from engine.ports import Sighting
from engine.seats import Actor
from engine.table import Zone
from engine.truths import Truth


@dataclass(frozen=True, slots=True)
class Said:
    """A person told what the camera cannot hear, or does not see."""

    move: SayBeaten | SayTakes | Announce | Declare | Expose | Appoint
    taken_at: float


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A person has seen a finding; it goes quiet."""

    finding: int
    taken_at: float


@dataclass(frozen=True, slots=True)
class Answered:
    """A person answered a doubt: `choice` counts from 1, 0 says that no answer is right."""

    doubt: int
    choice: int
    taken_at: float


@dataclass(frozen=True, slots=True)
class Corrected:
    """The dealer says that the assistant is wrong."""

    taken_at: float


@dataclass(frozen=True, slots=True)
class Retold:
    """A person says what a step truly was, None: no move at all; all after it is judged anew."""

    step: int
    truth: Truth | None
    taken_at: float
    who: Actor = Actor.DEALER


@dataclass(frozen=True, slots=True)
class LetGo:
    """The inspector lets a finding go that held the table; by whom stands in the journal."""

    finding: int
    by: str
    taken_at: float


@dataclass(frozen=True, slots=True)
class Paused:
    """A person says that play pauses, or goes on."""

    begins: bool
    taken_at: float


@dataclass(frozen=True, slots=True)
class Ticked:
    """Time has passed, as the capture time of a frame shows."""

    taken_at: float


@dataclass(frozen=True, slots=True)
class InspectorCalled:
    """The dealer calls the inspector."""

    taken_at: float


@dataclass(frozen=True, slots=True)
class Broke:
    """Equipment failed; the detail names the thing, the zones where it cannot be judged.

    Without zones the whole table is meant.
    """

    fault: Fault
    detail: str
    taken_at: float
    zones: tuple[Zone, ...] = ()
    figures: Figures = ()
    cause: Cause | None = None

    @classmethod
    def by(cls, error: TableError, taken_at: float) -> Broke:
        """Return what an error at the edge of the table means for it."""
        return cls(error.fault, error.detail, taken_at, figures=error.figures, cause=error.cause)

    @property
    def thing(self) -> BrokenThing:
        """Return what lasts until it is mended."""
        return BrokenThing(self.fault, self.detail, self.zones, self.figures, self.cause)


@dataclass(frozen=True, slots=True)
class Mended:
    """Equipment works again."""

    fault: Fault
    taken_at: float


Happening = (
    Sighting
    | Said
    | Acknowledged
    | Answered
    | Corrected
    | Retold
    | LetGo
    | InspectorCalled
    | Paused
    | Ticked
    | Broke
    | Mended
    | Noted
)
