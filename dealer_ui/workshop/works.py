"""Long work that a page begins and looks at while it goes on: one at a time, in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum, unique

from engine.faults import TableError
from vision.camera import CameraError
from vision.comparison import Comparison
from vision.deck import Deck
from vision.enrol_sources import EnrolRefusedError


@unique
class Kind(StrEnum):
    """What is worked at; the value is translated."""

    ENROL = "enrol"
    MEASURE = "measure"


@unique
class Stage(StrEnum):
    """How far a work is; the value is translated."""

    OPENING = "opening"
    LOOKING = "looking"
    LEARNING = "learning"
    MEASURING = "measuring"
    DONE = "done"
    FAILED = "failed"


OVER = frozenset({Stage.DONE, Stage.FAILED})

Outcome = Deck | tuple[Comparison, ...] | EnrolRefusedError | str
"""What was made, or why nothing was; a text is told as it stands."""


@dataclass(frozen=True, slots=True)
class Work:
    """A work as it stands; `about` is the deck or the candidate, `of` None where unknown."""

    kind: Kind
    about: str
    stage: Stage = Stage.OPENING
    done: int = 0
    of: int | None = None
    outcome: Outcome | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.stage in OVER


Tell = Callable[[Stage, int, int | None], None]
"""Told how far a work is: its stage, how many are done, and of how many where that is known."""

Doing = Callable[[Tell], Outcome]


class Works:
    """Holds the work that goes on, and what became of the last one."""

    def __init__(self) -> None:
        """Work at nothing yet."""
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self.now: Work | None = None

    def begin(self, kind: Kind, about: str, do: Doing) -> bool:
        """Begin a work; False where another one goes on."""
        with self._lock:
            if self.now is not None and not self.now.is_over:
                return False
            self.now = Work(kind, about)
            self._thread = threading.Thread(target=self._run, args=(do,), name="work", daemon=True)
            self._thread.start()
            return True

    def wait(self, within_s: float | None = None) -> None:
        """Wait until the work that goes on is over."""
        if self._thread is not None:
            self._thread.join(within_s)

    def _run(self, do: Doing) -> None:
        try:
            self._tell(Stage.DONE, outcome=do(self._progress))
        except EnrolRefusedError as refused:
            self._tell(Stage.FAILED, outcome=refused)
        except (CameraError, TableError, OSError, ValueError) as error:
            self._tell(Stage.FAILED, outcome=str(error))

    def _progress(self, stage: Stage, done: int, of: int | None) -> None:
        if self.now is not None:
            self.now = replace(self.now, stage=stage, done=done, of=of)

    def _tell(self, stage: Stage, outcome: Outcome) -> None:
        if self.now is not None:
            self.now = replace(self.now, stage=stage, outcome=outcome)
