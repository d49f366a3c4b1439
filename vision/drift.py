"""Whether the camera has been knocked, and how to go on seeing the table where it is."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from calibration.lens import Matrix3, through
from vision.frames import Picture
from vision.motion import Mask

Grey = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float32]

POINTS = 240
"""How many corners of the cloth, the edge and the print are followed."""

ENOUGH = 24
"""With fewer corners found again nothing is known."""

MOVED_PX = 1.5
"""A smaller shift is noise (pixels of the picture)."""

EVERY_S = 2.0
"""How often the camera's place is checked while nothing is wrong."""

BLOCKS = (4, 6)

SHRINK = 2
"""The picture is halved for this: a shift is found to half a pixel all the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Knock:
    """Where pixels of the picture now lay before: a 3 by 3 matrix."""

    matrix: Matrix3

    def shift_from(self, other: Matrix3, size_px: tuple[int, int]) -> float:
        """Return by how many pixels the middle or a corner lies elsewhere than with another."""
        width, height = size_px
        spots = np.array(
            [(0, 0), (width, 0), (width, height), (0, height), (width / 2, height / 2)], dtype=float
        )
        apart = through(self.matrix, spots) - through(other, spots)
        return float(np.linalg.norm(apart, axis=1).max())


@dataclass(slots=True, eq=False)
class Anchor:
    """Corners of the picture that do not belong to cards or people, and where they lay."""

    _reference: Grey | None = None
    _corners: Points | None = None
    _asked_at: float = field(default=-1e9)

    @property
    def is_set(self) -> bool:
        """Whether there is something to compare with."""
        return self._corners is not None

    def drop(self, image: Picture, busy: Mask | None = None) -> None:
        """Remember how the picture lies now; `busy` marks what may move by itself."""
        self.drop_halved(halved(image), busy)

    def drop_halved(self, small: Grey, busy: Mask | None = None) -> None:
        """Remember how a picture lay that was halved already."""
        grey = np.asarray(cv2.equalizeHist(small), dtype=np.uint8)
        free = np.full(grey.shape, 255, np.uint8)
        if busy is not None:
            free[cv2.resize(busy.astype(np.uint8), grey.shape[::-1]) > 0] = 0
        corners = cv2.goodFeaturesToTrack(grey, POINTS, 0.01, 9, mask=free)
        self._reference = grey
        found = np.asarray(() if corners is None else corners, dtype=np.float32)
        self._corners = found if len(found) >= ENOUGH else None

    def is_due(self, moment: float) -> bool:
        """Tell whether it is time to check again."""
        return self.is_set and moment - self._asked_at >= EVERY_S

    def check(self, image: Picture, moment: float) -> Knock | None:
        """Return how the picture has shifted; None when too little of it is found again."""
        self._asked_at = moment
        if self._reference is None or self._corners is None:
            return None
        grey = np.asarray(cv2.equalizeHist(halved(image)), dtype=np.uint8)
        there, found = _followed(self._reference, grey, self._corners)
        if found.sum() < ENOUGH:
            return None
        before, now = self._corners.reshape(-1, 2)[found], there.reshape(-1, 2)[found]
        matrix, fits = cv2.estimateAffinePartial2D(
            now * SHRINK, before * SHRINK, method=cv2.RANSAC, ransacReprojThreshold=1.5
        )
        if matrix is None or fits.sum() < max(ENOUGH, 0.4 * found.sum()):
            return None
        return Knock(np.vstack([matrix, (0.0, 0.0, 1.0)]))


def spread(moving: Mask) -> float:
    """Return over how much of the view motion is spread (0 to 1), in blocks."""
    rows, columns = (n - n % b for n, b in zip(moving.shape, BLOCKS, strict=True))
    cut = moving[:rows, :columns].reshape(BLOCKS[0], rows // BLOCKS[0], BLOCKS[1], -1)
    return float((cut.mean(axis=(1, 3)) > 0.01).mean())


def halved(image: Picture) -> Grey:
    """Return the halved picture in grey."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    half = cv2.resize(grey, None, fx=1 / SHRINK, fy=1 / SHRINK, interpolation=cv2.INTER_AREA)
    return np.asarray(half, dtype=np.uint8)


def _followed(reference: Grey, now: Grey, corners: Points) -> tuple[Points, Mask]:
    """Follow corners from one picture to another and back; what does not come back is dropped."""
    there, seen = _traced(reference, now, corners)
    back, again = _traced(now, reference, there)
    error = np.linalg.norm((back - corners).reshape(-1, 2), axis=1)
    return there, seen & again & (error < 0.7)


def _traced(before: Grey, after: Grey, corners: Points) -> tuple[Points, Mask]:
    """Return where corners of one picture are in another, and which were found."""
    there, seen, _ = cv2.calcOpticalFlowPyrLK(
        before, after, corners, np.empty_like(corners), winSize=(21, 21), maxLevel=4
    )
    return np.asarray(there, dtype=np.float32), np.asarray(seen).ravel() > 0
