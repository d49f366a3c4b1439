"""Recordings that belong together, played as one: segments of an evening, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.faults import Cause
from vision.ahead import ReadAhead
from vision.footage import CLOCK, decoded
from vision.frames import Frame
from vision.recording import FOLDER_FPS, CameraError, Recording

HALF_FRAME_S = 0.5 / 60


@dataclass(frozen=True, slots=True)
class Reel:
    """One file of a sitting; `begins_s` is when its first frame was taken, on one clock for all."""

    path: Path
    begins_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Played:
    """What is known of a reel once it was played: its own time of its first frame, and its end."""

    path: Path
    begins_s: float
    first_pts_s: float
    ends_s: float
    frames: int
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a sitting was played: so that another run goes on from the next frame."""

    reel: int = 0
    frames: int = 0
    """Frames taken from that reel."""
    number: int = 0
    now: float = 0.0
    played: tuple[Played, ...] = ()


class Sitting:
    """A camera that plays reel after reel; a reel that is broken is named and passed over."""

    def __init__(
        self,
        reels: Sequence[Reel],
        mark: Mark | None = None,
        *,
        size_px: tuple[int, int] | None = None,
    ) -> None:
        """Play reels, from a mark if there is one; pictures of another size are none of ours."""
        self._reels = tuple(reels)
        self._size_px = size_px
        self._mark = mark or Mark()
        self._recording: ReadAhead | None = None
        self._length: int | None = None

    @property
    def length(self) -> int | None:
        """How many frames the files say they have."""
        if self._length is None:
            self._length = sum(_length(reel.path) for reel in self._reels)
        return self._length or None

    @property
    def mark(self) -> Mark:
        """Return how far it was played."""
        return self._mark

    @property
    def troubles(self) -> tuple[tuple[Path, str], ...]:
        """Return the reels that could not be played to their end, each with why."""
        return tuple((p.path, p.trouble) for p in self._mark.played if p.trouble)

    def read(self) -> Frame | None:
        """Return the next frame, or None when the last reel is over."""
        while self._mark.reel < len(self._reels):
            try:
                frame = self._opened().read()
                self._check_size(frame)
            except CameraError as error:
                self._over(str(error))
                continue
            if frame is not None:
                return self._stamped(frame)
            self._over("")
        return None

    def frames(self) -> Iterator[Frame]:
        """Yield every frame that is left."""
        yield from iter(self.read, None)

    def now(self) -> float:
        """Return when the last frame was taken, in seconds."""
        return self._mark.now

    def close(self) -> None:
        """Let go of the file."""
        if self._recording is not None:
            self._recording.close()
            self._recording = None

    def _opened(self) -> ReadAhead:
        """Return the recording that is played; raises CameraError."""
        if self._recording is None:
            recorded = Recording(self._reels[self._mark.reel].path, is_spread=False)
            self._recording = ReadAhead(recorded)
            for _ in range(self._mark.frames):  # those that another run has taken
                self._recording.read()
        return self._recording

    def _check_size(self, frame: Frame | None) -> None:
        """Complain about pictures that cannot be of the camera that was calibrated."""
        if frame is None or self._size_px is None:
            return
        height, width = frame.image.shape[:2]
        if (width, height) != self._size_px:
            path = self._reels[self._mark.reel].path
            expected = "x".join(map(str, self._size_px))
            told = f"{path}: pictures of {width}x{height}, the table has {expected}"
            raise CameraError(told, Cause("source-other-size", str(path)), f"{width}x{height}")

    def _stamped(self, frame: Frame) -> Frame:
        mark = self._mark
        if mark.frames == 0:
            mark = replace(mark, played=(*mark.played, self._begun(frame)))
        reel = mark.played[-1]
        taken_at = reel.begins_s + frame.taken_at
        reel = replace(reel, ends_s=taken_at, frames=reel.frames + 1)
        stamped = Frame(frame.image, taken_at, mark.number, frame.pts_s)
        self._mark = Mark(
            mark.reel, mark.frames + 1, mark.number + 1, taken_at, (*mark.played[:-1], reel)
        )
        return stamped

    def _begun(self, first: Frame) -> Played:
        """Return a reel as it begins: never before the end of the one before it."""
        reel, mark = self._reels[self._mark.reel], self._mark
        earliest = mark.now + 1 / FOLDER_FPS if mark.number else 0.0
        pts_s = first.taken_at if first.pts_s is None else first.pts_s
        begins_s = max(reel.begins_s, earliest)
        return Played(reel.path, begins_s, pts_s, begins_s, 0)

    def _over(self, trouble: str) -> None:
        """Go on to the next reel; a reel that showed nothing is remembered with its trouble."""
        self.close()
        played, mark = self._mark.played, self._mark
        if mark.frames == 0:
            path = self._reels[mark.reel].path
            why = trouble or f"{path}: the video has no pictures"
            played = (*played, Played(path, mark.now, 0.0, mark.now, 0, why))
        elif trouble:
            played = (*played[:-1], replace(played[-1], trouble=trouble))
        self._mark = Mark(mark.reel + 1, 0, mark.number, mark.now, played)


class SittingFootage:
    """The frames of a sitting that was played, found again by their time."""

    def __init__(self, played: Sequence[Played]) -> None:
        """Know where each reel lies in time."""
        self._played = tuple(reel for reel in played if reel.frames)

    def frames(self, from_s: float, to_s: float) -> Iterator[Frame]:
        """Yield the frames taken in a time, both ends included."""
        for reel in self._played:
            if reel.begins_s <= to_s and reel.ends_s >= from_s:
                yield from self._of(reel, from_s, to_s)

    def _of(self, reel: Played, from_s: float, to_s: float) -> Iterator[Frame]:
        shift = reel.begins_s - reel.first_pts_s
        start = max(0.0, from_s - shift)
        last = min(to_s, reel.ends_s)
        for pts, image in decoded(reel.path, round(start * CLOCK)):
            taken_at = pts / CLOCK + shift
            if taken_at > last + HALF_FRAME_S:
                return
            if taken_at >= from_s - HALF_FRAME_S:
                yield Frame(image, taken_at, -1, pts / CLOCK)


def _length(path: Path) -> int:
    try:
        recording = Recording(path)
    except CameraError:
        return 0
    try:
        return recording.length or 0
    finally:
        recording.close()
