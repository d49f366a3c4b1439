"""Evidence for a flag or a doubt: a clip around it, what was read and where, each card."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from calibration.profile import TableProfile
from engine.entries import Entry
from engine.rows import Row
from journal.evidence import EVIDENCE, EvidenceStore, Kept
from journal.in_question import InQuestion
from vision.exhibit import CardCrop, exhibit, table_box, write_clip
from vision.frames import Frame, Picture
from vision.seen import SeenCard

BEFORE_S, AFTER_S = 10.0, 5.0
"""A clip begins so long before what is in question, and ends so long after it."""

FRAME_WITHIN_S = 0.5
CANDIDATES = 3

Look = Callable[[Picture], Sequence[SeenCard]]
"""The eye: everything that is seen in a picture."""


class Footage(Protocol):
    """Video that can be looked into."""

    def frames(self, from_s: float, to_s: float) -> Iterator[Frame]:
        """Yield the frames taken in a time."""
        ...


@dataclass(frozen=True, slots=True)
class Gathering:
    """Where evidence comes from, and where it is kept."""

    footage: Footage
    profile: TableProfile
    look: Look
    store: EvidenceStore

    def gather(self, wanted: InQuestion) -> Entry:
        """Keep what there is and return the row that lists it; raises OSError.

        Where the video is gone, the row holds the position and the rule all the same.
        """
        row: Row = wanted.fields()
        at = wanted.taken_at
        if clip := self._clip(at):
            kept, frames, first = clip
            span = {"from": round(at - BEFORE_S, 4), "to": round(at + AFTER_S, 4)}
            row["clip"] = {**kept.fields(), **span, "first": round(first, 4), "frames": frames}
        if (frame := self._frame(at)) is not None:
            row |= self._picture(frame, wanted)
        return Entry(EVIDENCE, at, row)

    def _clip(self, at: float) -> tuple[Kept, int, float] | None:
        times: list[float] = []
        frames = _noting(self.footage.frames(at - BEFORE_S, at + AFTER_S), times)
        with tempfile.TemporaryDirectory(prefix="kozyr-clip-") as folder:
            made = Path(folder) / "clip.mp4"
            count = write_clip(frames, table_box(self.profile), at, made)
            return (self.store.keep_file(made), count, times[0]) if count else None

    def _frame(self, at: float) -> Frame | None:
        """Return the frame that showed it."""
        near = self.footage.frames(at - FRAME_WITHIN_S, at + FRAME_WITHIN_S)
        return min(near, key=lambda frame: abs(frame.taken_at - at), default=None)

    def _picture(self, frame: Frame, wanted: InQuestion) -> Row:
        shown = exhibit(frame.image, self.profile, self.look(frame.image), wanted.cards)
        picture = self.store.keep(shown.jpeg, ".jpg")
        crops = [self._crop(crop) for crop in shown.crops]
        return {"picture": {**picture.fields(), "t": round(frame.taken_at, 4)}, "crops": crops}

    def _crop(self, crop: CardCrop) -> Row:
        seen = crop.seen
        best = [[str(card), round(p, 4)] for card, p in seen.candidates[:CANDIDATES]]
        return {
            **self.store.keep(crop.png, ".png").fields(),
            "kind": str(seen.kind),
            "card": None if seen.card is None else str(seen.card),
            "probability": round(seen.probability, 4),
            "candidates": best,
        }


def _noting(frames: Iterator[Frame], times: list[float]) -> Iterator[Frame]:
    """Yield frames, and note when each was taken (s): a clip itself counts from its first."""
    for frame in frames:
        times.append(frame.taken_at)
        yield frame
