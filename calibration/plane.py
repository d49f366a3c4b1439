"""Where the table lies before the camera, found from things of known size that lie on it.

Three numbers say how the camera stands to the table: how high, and how far it leans two ways.
Each thing on the table adds its own place and turn. All are found together, so that it does not
matter where the things lie: nobody has to measure a distance on a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from calibration.lens import Lens, Matrix3, Millimetres, Pixels, through

GUESSED_FOCAL = 1.1
"""Without a measured lens: the focal length as a part of the picture's width, to begin with."""

FOCAL_GIVE = 0.15
"""How far such a guess may be off, as a share; where the table tells nothing, it stays."""

ROUNDS = 60
Unknowns = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A thing of known shape on the table: its corners in the picture and in its own millimetres.

    A thing that `is_table` also says where the table's own millimetres begin.
    """

    name: str
    pixels: Pixels
    own_mm: Millimetres
    is_table: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class PlaneFit:
    """The table found: lens, homography, and how far each piece is off in millimetres."""

    lens: Lens
    homography: Matrix3
    errors_mm: dict[str, float]
    proof_mm: dict[str, float]
    """How wrong each piece's size comes out when the table is found without it."""

    def table_mm(self, pixels: Pixels) -> Millimetres:
        """Return where pixels of the picture lie on the table."""
        return through(self.homography, self.lens.straighten(pixels))

    @property
    def error_mm(self) -> float:
        """Return the worst corner or size, in millimetres."""
        return max([*self.errors_mm.values(), *self.proof_mm.values()])


def fit_plane(lens: Lens | None, size_px: tuple[int, int], pieces: Sequence[Piece]) -> PlaneFit:
    """Find the table from pieces; without a lens, a straight one of likely focal length is used."""
    fit = _fitted(lens, size_px, pieces)
    if len(pieces) < 3:
        return fit
    proofs = {}
    for piece in pieces:
        others = [other for other in pieces if other is not piece]
        rest = _fitted(lens, size_px, others)
        proofs[piece.name] = size_error_mm(rest, piece)
    return replace(fit, proof_mm=proofs)


def size_error_mm(fit: PlaneFit, piece: Piece) -> float:
    """Return by how much the sides and diagonals of a piece come out wrong, at worst."""
    found, true = fit.table_mm(piece.pixels), piece.own_mm
    apart = np.linalg.norm(found[:, None] - found[None], axis=2)
    should = np.linalg.norm(true[:, None] - true[None], axis=2)
    return float(np.abs(apart - should).max())


def straight_lens(size_px: tuple[int, int], focal_px: float | None = None) -> Lens:
    """Return a lens that bends nothing, for a camera of which nothing is known."""
    width, height = size_px
    focal = focal_px or GUESSED_FOCAL * width
    matrix = ((focal, 0.0, width / 2), (0.0, focal, height / 2), (0.0, 0.0, 1.0))
    return Lens(matrix, (0.0, 0.0, 0.0, 0.0, 0.0))


def inverse(matrix: npt.ArrayLike) -> Matrix3:
    """Return the mapping back."""
    return np.asarray(np.linalg.inv(np.asarray(matrix, dtype=np.float64)), dtype=np.float64)


def rectangle_mm(width: float, height: float) -> Millimetres:
    """Return the corners of an upright rectangle, clockwise from its top left one."""
    return np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])


def _fitted(lens: Lens | None, size_px: tuple[int, int], pieces: Sequence[Piece]) -> PlaneFit:
    """Find camera and pieces together."""
    task = _Task(lens, size_px, tuple(pieces))
    unknowns = _least_squares(task.misses, task.first_guess())
    found_lens, plane = task.camera(unknowns)
    to_plane = inverse(plane)
    to_table = inverse(_frame(task, unknowns, to_plane))
    homography = to_table @ to_plane
    errors = {}
    for piece, spots in zip(pieces, task.placed(unknowns), strict=True):
        seen = through(homography, found_lens.straighten(piece.pixels))
        off = np.linalg.norm(seen - through(to_table, spots), axis=1)
        errors[piece.name] = float(off.max())
    return PlaneFit(found_lens, homography / homography[2, 2], errors, {})


@dataclass(frozen=True, slots=True, eq=False)
class _Task:
    """What is asked: the unknowns are lean, lean, log height, log focal, then x, y, turn each."""

    lens: Lens | None
    size_px: tuple[int, int]
    pieces: tuple[Piece, ...]

    def camera(self, unknowns: Unknowns) -> tuple[Lens, Matrix3]:
        """Return the lens, and the mapping from the plane's millimetres to straight pixels."""
        lens = self.lens or straight_lens(self.size_px, float(np.exp(unknowns[3])))
        turn = cv2.Rodrigues(np.array([unknowns[0], unknowns[1], 0.0]))[0]
        place = np.array([0.0, 0.0, np.exp(unknowns[2])])
        return lens, np.array(lens.matrix) @ np.column_stack([turn[:, :2], place])

    def placed(self, unknowns: Unknowns) -> list[Millimetres]:
        """Return the corners of every piece where it lies on the plane."""
        spots = []
        for number, piece in enumerate(self.pieces):
            x, y, turn = unknowns[4 + 3 * number : 7 + 3 * number]
            cos, sin = np.cos(turn), np.sin(turn)
            spots.append(piece.own_mm @ np.array([[cos, sin], [-sin, cos]]) + (x, y))
        return spots

    def misses(self, unknowns: Unknowns) -> Unknowns:
        """Return by how many pixels every corner is missed."""
        lens, plane = self.camera(unknowns)
        parts = [
            (through(plane, spots) - lens.straighten(piece.pixels)).ravel()
            for piece, spots in zip(self.pieces, self.placed(unknowns), strict=True)
        ]
        focal = 0.0 if self.lens else (unknowns[3] - self._focal()) / FOCAL_GIVE
        return np.concatenate([*parts, [0.3 * focal]])

    def first_guess(self) -> Unknowns:
        """Begin with a camera that looks straight down."""
        lens = self.lens or straight_lens(self.size_px)
        (fx, _, cx), (_, _, cy), _ = lens.matrix
        seen = [lens.straighten(piece.pixels) for piece in self.pieces]
        scales = [
            np.sqrt(_area(px) / _area(piece.own_mm))
            for px, piece in zip(seen, self.pieces, strict=True)
        ]
        scale = float(np.mean(scales))
        guess = [0.0, 0.0, float(np.log(fx / scale)), self._focal()]
        for px, piece in zip(seen, self.pieces, strict=True):
            flat = (px - (cx, cy)) / scale
            guess += _laid(piece.own_mm, flat)
        return np.array(guess)

    def _focal(self) -> float:
        return float(np.log(GUESSED_FOCAL * self.size_px[0]))


def _frame(task: _Task, unknowns: Unknowns, to_plane: Matrix3) -> Matrix3:
    """Return where the table's own millimetres lie on the plane that was found.

    A piece that is the table gives them. Otherwise x runs along the picture, and zero is where the
    picture begins: at the middle of its left side, and of its upper one.
    """
    for number, piece in enumerate(task.pieces):
        if piece.is_table:
            x, y, turn = unknowns[4 + 3 * number : 7 + 3 * number]
            return _moved(x, y, turn)
    width, height = task.size_px
    rim = np.array([(0, height / 2), (width, height / 2), (width / 2, 0)])
    lens, _ = task.camera(unknowns)
    left, right, top = through(to_plane, lens.straighten(rim))
    turn = float(np.arctan2(*(right - left)[::-1]))
    upright = _moved(0.0, 0.0, turn)[:2, :2]
    corner = (upright.T @ left)[0], (upright.T @ top)[1]
    origin = upright @ np.array(corner)
    return _moved(float(origin[0]), float(origin[1]), turn)


def _moved(x: float, y: float, turn: float) -> Matrix3:
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array([[cos, -sin, x], [sin, cos, y], [0.0, 0.0, 1.0]])


def _area(corners: npt.NDArray[np.float64]) -> float:
    hull = cv2.convexHull(corners.astype(np.float32))
    return float(cv2.contourArea(hull))


def _laid(own: Millimetres, there: Millimetres) -> list[float]:
    """Return x, y and turn that lay a piece best on given spots."""
    one, two = own - own.mean(axis=0), there - there.mean(axis=0)
    turn = float(
        np.arctan2((one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]).sum(), (one * two).sum())
    )
    cos, sin = np.cos(turn), np.sin(turn)
    x, y = there.mean(axis=0) - own.mean(axis=0) @ np.array([[cos, sin], [-sin, cos]])
    return [float(x), float(y), turn]


def _least_squares(misses: Callable[[Unknowns], Unknowns], guess: Unknowns) -> Unknowns:
    """Make the misses small: Levenberg and Marquardt's way, with slopes by small steps."""
    best, missed, damping = guess, misses(guess), 1e-3
    for _ in range(ROUNDS):
        steps = 1e-6 * np.maximum(1.0, np.abs(best))
        slopes = np.column_stack(
            [(misses(best + step) - missed) / step.sum() for step in np.diag(steps)]
        )
        square = slopes.T @ slopes
        push = slopes.T @ missed
        scaled = square + damping * np.diag(np.diag(square) + 1e-12)
        tried = best - np.linalg.solve(scaled, push)
        now = misses(tried)
        if now @ now >= missed @ missed:
            damping *= 8
            if damping > 1e9:
                break
            continue
        gained = 1 - float(now @ now) / max(float(missed @ missed), 1e-300)
        best, missed, damping = tried, now, damping / 5
        if gained < 1e-9:
            break
    return best
