"""The ChArUco boards that we print, and seeing one in a picture."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from itertools import combinations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.lens import Millimetres, Pixels, rows_of, through
from calibration.markers import Picture, seen_markers

DICTIONARY = "DICT_5X5_100"

LEAST_CORNERS = 8
"""A view with fewer inner corners of the board says too little."""

STEEPEST = 0.35
"""A square seen so much shorter one way than the other is too steep to be measured."""

SQUARES_OFF = 0.06
"""Marker corners so far from where the board has them (in squares) belong to another board."""

Numbers = npt.NDArray[np.int64]


@unique
class BoardTrouble(StrEnum):
    """Why a picture of the board cannot be used; the value is translated."""

    NOT_SEEN = "not-seen"
    MIRRORED = "mirrored"
    OTHER_BOARD = "other-board"
    WRONG_SQUARES = "wrong-squares"
    TOO_STEEP = "too-steep"


@dataclass(frozen=True, slots=True)
class Board:
    """A printed board: squares across and down, sides in millimetres, first marker number."""

    name: str
    columns: int
    rows: int
    square_mm: float
    marker_mm: float
    first_number: int = 0

    @property
    def numbers(self) -> range:
        """Return the numbers of its markers."""
        return range(self.first_number, self.first_number + self.columns * self.rows // 2)

    @property
    def size_mm(self) -> tuple[float, float]:
        """Return its width and height in millimetres."""
        return self.columns * self.square_mm, self.rows * self.square_mm

    def charuco(self) -> cv2.aruco.CharucoBoard:
        """Return the board as OpenCV has it."""
        book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
        size = (self.columns, self.rows)
        numbers = np.array(self.numbers)
        return cv2.aruco.CharucoBoard(size, self.square_mm, self.marker_mm, book, numbers)

    def corners_mm(self, numbers: Numbers) -> Millimetres:
        """Return the inner corners with these numbers, from the board's top left corner."""
        corners = np.asarray(self.charuco().getChessboardCorners(), dtype=np.float64)
        return np.asarray(corners[np.ravel(numbers), :2])


A4 = Board("a4", 7, 5, square_mm=36.0, marker_mm=27.0)
A3 = Board("a3", 9, 6, square_mm=42.0, marker_mm=31.5, first_number=40)
BOARDS = {board.name: board for board in (A4, A3)}
"""Every size has markers of its own, so that a picture tells which board it shows."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """The inner corners of a board in one picture, by their numbers."""

    numbers: Numbers
    pixels: Pixels
    size_px: tuple[int, int]


def see_board(picture: Picture, board: Board) -> BoardView | BoardTrouble:
    """Find the board's inner corners in a picture, or say why they cannot be used."""
    charuco = board.charuco()
    found, numbers, marked, marks = cv2.aruco.CharucoDetector(charuco).detectBoard(picture)
    if len(set(np.ravel(marks if marks is not None else ())) & set(board.numbers)) < 2:
        return _why_unseen(picture, board)
    if _marks_off(board, charuco, marked, np.ravel(marks)) > SQUARES_OFF:
        return BoardTrouble.WRONG_SQUARES
    if numbers is None or len(numbers) < LEAST_CORNERS:
        return BoardTrouble.NOT_SEEN

    view = BoardView(
        np.ravel(numbers).astype(np.int64),
        rows_of(np.asarray(found).reshape(-1, 2)),
        (picture.shape[1], picture.shape[0]),
    )
    return BoardTrouble.TOO_STEEP if _flatness(view, board) < STEEPEST else view


def is_like(one: BoardView, other: BoardView) -> bool:
    """Tell whether two views show the board in nearly the same place: one of them is enough."""
    shared, here, there = np.intersect1d(one.numbers, other.numbers, return_indices=True)
    if len(shared) < min(len(one.numbers), len(other.numbers)) / 2:
        return False
    apart = np.linalg.norm(one.pixels[here] - other.pixels[there], axis=1)
    return float(np.median(apart)) < 0.02 * one.size_px[0]


def board_in(picture: Picture) -> Board | None:
    """Return which of our boards a picture shows, if any."""
    seen = {int(number) for number in seen_markers(picture, DICTIONARY)}
    counts = {board: len(seen & set(board.numbers)) for board in BOARDS.values()}
    best = max(counts, key=lambda board: counts[board])
    return best if counts[best] >= 2 else None


def why_no_board(picture: Picture) -> BoardTrouble:
    """Say why none of our boards is found in a picture."""
    troubles = {see_board(picture, board) for board in BOARDS.values()}
    mirrored = BoardTrouble.MIRRORED in troubles
    return BoardTrouble.MIRRORED if mirrored else BoardTrouble.NOT_SEEN


def _why_unseen(picture: Picture, board: Board) -> BoardTrouble:
    """Look for a mirrored board, then for another one."""
    flipped = np.ascontiguousarray(picture[:, ::-1])
    if len(set(map(int, seen_markers(flipped, DICTIONARY))) & set(board.numbers)) >= 3:
        return BoardTrouble.MIRRORED
    other = board_in(picture)
    return BoardTrouble.NOT_SEEN if other in (None, board) else BoardTrouble.OTHER_BOARD


def _marks_off(
    board: Board, charuco: cv2.aruco.CharucoBoard, marked: object, marks: Numbers
) -> float:
    """Return how far the markers lie from their places on the board, in squares."""
    places = dict(zip(np.ravel(charuco.getIds()), charuco.getObjPoints(), strict=True))
    quads = [
        (rows_of(np.asarray(quad).reshape(-1, 2)), rows_of(np.asarray(places[mark])[:, :2]))
        for mark, quad in zip(marks, marked, strict=True)  # type: ignore[call-overload]
        if mark in places
    ]
    offs = [_pair_off(one, two) for one, two in combinations(quads[:6], 2)]
    return float(np.median(offs)) / board.square_mm if offs else 0.0


def _pair_off(one: tuple[Pixels, Millimetres], two: tuple[Pixels, Millimetres]) -> float:
    """Fit two markers with one homography and return the error in millimetres."""
    pixels, places = np.vstack([one[0], two[0]]), np.vstack([one[1], two[1]])
    homography, _ = cv2.findHomography(pixels, places)
    if homography is None:
        return float("inf")
    return float(np.linalg.norm(through(homography, pixels) - places, axis=1).mean())


def _flatness(view: BoardView, board: Board) -> float:
    """Return how much shorter a square is seen one way than the other, 1 for not at all."""
    places = board.corners_mm(view.numbers)
    homography, _ = cv2.findHomography(places, view.pixels)
    if homography is None:
        return 0.0
    middle = places.mean(axis=0)
    steps = np.array([(0, 0), (board.square_mm, 0), (0, board.square_mm)]) + middle
    origin, right, down = through(homography, steps)
    sides = np.linalg.svd(np.array([right - origin, down - origin]), compute_uv=False)
    return float(sides[1] / sides[0])
