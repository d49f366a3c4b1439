"""The start of a shift: a tick for each part of the table, and whether the deck is whole."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Condition as News
from threading import Lock
from typing import Protocol

from dealer_ui.snapshot import Condition, Phase, Snapshot
from engine.entries import Entry
from engine.faults import Fault, TableError
from journal.personal import Personal
from vision.deck_check import DeckReport
from vision.disk import GIGA
from vision.exhibit import Box
from vision.frames import Frame, Picture

PARTS = ("camera", "light", "shoe", "model", "journal")
"""What a snapshot tells the condition of."""

SHOTS, EVERY = 4, 5
"""A deck is checked on so many pictures; of so many frames one is taken."""
WITHIN_S = 10.0
BETWEEN_GAMES = frozenset({Phase.SETUP, Phase.OVER})


@dataclass(frozen=True, slots=True)
class Tick:
    """One line of the list: a part and how it stands; None: nobody has looked yet."""

    part: str
    condition: Condition | None
    free_gb: float | None = None


@dataclass(frozen=True, slots=True)
class DeckLook:
    """What the last deck check saw, and whether backs were compared with enrolled ones."""

    report: DeckReport
    compared: bool


class DeckEye(Protocol):
    """Looks at a deck that is spread on the table."""

    def __call__(self, pictures: Sequence[Picture]) -> DeckLook:
        """Say what is seen; raises TableError for wrong weights."""
        ...


@dataclass(frozen=True, slots=True)
class Disk:
    """How many bytes are free, and how many should be."""

    free_bytes: Callable[[], float]
    least_bytes: float = GIGA


class Lately:
    """Hands out the pictures that the table was judged by, while somebody wants some."""

    def __init__(self, box: Box | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        """Want none yet; `box` is where the table is, the clock (s) tells how old a picture is."""
        self._box, self._clock = box, clock
        self._came_at = 0.0
        self._news = News()
        self._left = 0
        self._shots: list[Picture] = []
        self.newest: Frame | None = None
        """The frame that was seen last."""

    def see(self, frame: Frame) -> None:
        """Hear of a frame; costs nothing while nobody waits for it."""
        self.newest, self._came_at = frame, self._clock()
        if self._left:
            with self._news:
                if self._left and self._left % EVERY == 1:
                    self._shots.append(frame.image)
                self._left -= 1
                self._news.notify_all()

    def before(self, on_frame: Callable[[Frame, float], None]) -> Callable[[Frame, float], None]:
        """Return what hears of every frame first, and then tells on."""

        def heard(frame: Frame, seconds: float) -> None:
            self.see(frame)
            on_frame(frame, seconds)

        return heard

    def table_now(self) -> tuple[Picture, float] | None:
        """Return the newest picture, cut to the table, and its age in seconds.

        Nobody's face is in it. None before the first.
        """
        if self.newest is None:
            return None
        picture, age_s = self.newest.image, self._clock() - self._came_at
        left, top, right, bottom = self._box or (0, 0, picture.shape[1], picture.shape[0])
        return picture[top:bottom, left:right], age_s

    def shots(self) -> tuple[Picture, ...]:
        """Wait for the next pictures; raises TableError when the camera gives none."""
        with self._news:
            self._shots, self._left = [], SHOTS * EVERY
            came = self._news.wait_for(lambda: not self._left, WITHIN_S)
            self._left, shots = 0, tuple(self._shots)
        if not came and not shots:
            raise TableError(Fault.CAMERA_LOST, "no picture came")
        return shots


class Shift:
    """What a dealer looks at before the first game."""

    def __init__(
        self,
        lately: Lately,
        eye: DeckEye,
        keep: Callable[[Sequence[Entry]], None],
        disk: Disk,
        indices: str = "latin",
    ) -> None:
        """Take pictures from the line, write rows with `keep`."""
        self.lately, self.indices = lately, indices
        self._eye, self._keep, self._disk = eye, keep, disk
        self._one_at_a_time = Lock()
        self.deck: DeckLook | None = None
        self.dealer = ""
        """Who has begun the shift that goes on, where that is known."""

    def ticks(self, now: Snapshot | None) -> tuple[Tick, ...]:
        """Return the list as it stands."""
        health = None if now is None else now.health
        told = [Tick(part, None if health is None else getattr(health, part)) for part in PARTS]
        free = self._disk.free_bytes()
        room = Condition.WORKING if free >= self._disk.least_bytes else Condition.FAULTY
        deck = None
        if self.deck is not None:
            deck = Condition.WORKING if self.deck.report.is_right else Condition.FAULTY
        return (*told, Tick("disk", room, free / GIGA), Tick("deck", deck))

    def check_deck(self) -> None:
        """Look at the deck on the table and write down what was seen; raises TableError."""
        with self._one_at_a_time:
            self.deck = self._eye(self.lately.shots())
            self._keep((Entry("deck-check", 0.0, self.deck.report.row()),))

    def begin(self, by: str, now: Snapshot | None) -> None:
        """Write down who begins the shift and how everything stood; raises TableError."""
        ticks = self.ticks(now)
        stood = {t.part: "unknown" if t.condition is None else str(t.condition) for t in ticks}
        row: dict[str, object] = {"ready": is_ready(ticks), "ticks": stood}
        row |= {"by": Personal(by)} if by else {}
        self._keep((Entry("shift", 0.0, row),))
        self.dealer = by or self.dealer
        self.deck = None  # the next one looks for himself


def is_ready(ticks: Sequence[Tick]) -> bool:
    """Tell whether play may begin: nothing faulty, and nothing that nobody has looked at."""
    return all(tick.condition in {Condition.WORKING, Condition.ABSENT} for tick in ticks)
