"""Measuring a lens from views of a ChArUco board, and judging how well it went."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import Board, BoardView, is_like
from calibration.lens import Lens

CELLS = (6, 8)
"""The picture is covered cell by cell: rows and columns of the coverage map."""

LEAST_VIEWS = 8
LEAST_COVERAGE = 0.6
LEAST_TURN_DEG = 15.0
"""Seen from one angle only, a board cannot tell how far away it is from how large it looks."""

UNSURE_FOCAL = 0.01
"""A focal length that is not known to this share is a guess."""

WIDTH_PX = 1280.0
"""Errors in pixels are judged as if the picture were so wide."""


@unique
class LensFlaw(StrEnum):
    """Why a measured lens is refused; the value is translated."""

    TOO_FEW_VIEWS = "too-few-views"
    OTHER_SIZE = "other-size"
    POOR_COVERAGE = "poor-coverage"
    ONE_ANGLE = "one-angle"
    LARGE_ERROR = "large-error"


@unique
class Quality(StrEnum):
    """How good a measured lens is, in a word; the value is translated."""

    EXCELLENT = "excellent"
    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"


@dataclass(frozen=True, slots=True)
class LensFit:
    """A lens with what speaks for it: error and angles of its views, and what they cover."""

    lens: Lens
    size_px: tuple[int, int]
    error_px: float
    views: int
    coverage: float
    turn_deg: float
    focal_doubt: float
    """The standard deviation of the focal length, as a share of it."""

    @property
    def quality(self) -> Quality:
        """Judge the reprojection error, whatever the size of the picture."""
        error = self.error_px * WIDTH_PX / self.size_px[0]
        marks = ((0.3, Quality.EXCELLENT), (0.6, Quality.GOOD), (1.0, Quality.FAIR))
        return next((word for limit, word in marks if error <= limit), Quality.POOR)

    @property
    def flaws(self) -> tuple[LensFlaw, ...]:
        """Say what must be better before this lens can be used."""
        found = {
            LensFlaw.POOR_COVERAGE: self.coverage < LEAST_COVERAGE,
            LensFlaw.ONE_ANGLE: self.turn_deg < LEAST_TURN_DEG or self.focal_doubt > UNSURE_FOCAL,
            LensFlaw.LARGE_ERROR: self.quality is Quality.POOR,
        }
        return tuple(flaw for flaw, there in found.items() if there)


class Views:
    """Collects views of the board that are unlike each other."""

    def __init__(self) -> None:
        """Begin with none."""
        self.kept: list[BoardView] = []

    def offer(self, view: BoardView) -> bool:
        """Keep a view unless one like it is there already; tell whether it was kept."""
        if any(is_like(view, other) for other in self.kept):
            return False
        self.kept.append(view)
        return True

    @property
    def covered(self) -> npt.NDArray[np.int64]:
        """Return how many corners fell into each cell of the picture."""
        return coverage_map(self.kept)


def coverage_map(views: Iterable[BoardView]) -> npt.NDArray[np.int64]:
    """Count the corners of all views in each cell of the picture."""
    counts = np.zeros(CELLS, dtype=np.int64)
    for view in views:
        width, height = view.size_px
        across = np.clip(view.pixels[:, 0] / width * CELLS[1], 0, CELLS[1] - 1).astype(int)
        down = np.clip(view.pixels[:, 1] / height * CELLS[0], 0, CELLS[0] - 1).astype(int)
        np.add.at(counts, (down, across), 1)
    return counts


def fit_lens(views: Sequence[BoardView], board: Board) -> LensFit | LensFlaw:
    """Measure the lens; views that fit much worse than the others (a moved board) are left out."""
    if len(views) < LEAST_VIEWS:
        return LensFlaw.TOO_FEW_VIEWS
    if len({view.size_px for view in views}) > 1:
        return LensFlaw.OTHER_SIZE
    fit, errors = _fitted(views, board)
    steady = [v for v, e in zip(views, errors, strict=True) if e <= 3 * np.median(errors)]
    if LEAST_VIEWS <= len(steady) < len(views):
        fit, _ = _fitted(steady, board)
    return fit


def _fitted(views: Sequence[BoardView], board: Board) -> tuple[LensFit, npt.NDArray[np.float64]]:
    """Fit a camera matrix and a distortion without k3, which no table needs."""
    solid = [_solid(board, view) for view in views]
    seen = [view.pixels.astype(np.float32).reshape(-1, 1, 2) for view in views]
    size = views[0].size_px
    error, matrix, bend, turns, _, doubts, _, errors = cv2.calibrateCameraExtended(
        solid, seen, size, np.eye(3), np.zeros(5), flags=cv2.CALIB_FIX_K3
    )
    fit = LensFit(
        lens=Lens(tuple(map(tuple, matrix.tolist())), tuple(np.ravel(bend).tolist())),
        size_px=size,
        error_px=float(error),
        views=len(views),
        coverage=float((coverage_map(views) > 0).mean()),
        turn_deg=_turned_deg([np.asarray(turn, dtype=np.float64) for turn in turns]),
        focal_doubt=float(np.ravel(doubts)[0] / matrix[0, 0]),
    )
    return fit, np.ravel(errors)


def _solid(board: Board, view: BoardView) -> npt.NDArray[np.float32]:
    """Return the corners of a view as points of the board in space."""
    flat = board.corners_mm(view.numbers)
    return np.column_stack([flat, np.zeros(len(flat))]).astype(np.float32)


def _turned_deg(turns: Sequence[npt.NDArray[np.float64]]) -> float:
    """Return the widest angle between two views of the board, in degrees."""
    normals = np.array([cv2.Rodrigues(turn)[0][:, 2] for turn in turns])
    return float(np.degrees(np.arccos(np.clip(normals @ normals.T, -1, 1))).max())
