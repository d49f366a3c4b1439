"""Finding the table in a picture, by markers, cards, a board or the corners of the felt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

import cv2
import numpy as np

from calibration.board import BoardTrouble, board_in, see_board, why_no_board
from calibration.edges import sharpened
from calibration.lens import Lens, Pixels, rows_of
from calibration.markers import Picture, seen_markers
from calibration.plane import Piece, PlaneFit, fit_plane, rectangle_mm, size_error_mm
from calibration.sanity import insane_mapping

PIECES = 4
"""So many markers or cards are asked for: three could hide a mistake in one of them."""

SPREAD = 0.12
"""The pieces must span this part of the picture, or its corners are guesses."""

WORST_MM = 3.0
WRONG_SIZE = 0.02
"""A piece whose size comes out wrong by this share was not printed to scale."""

COARSE_PX = 1280
FELT_MARGIN_PX = 9.0
"""Clicks on the felt's corners may be so far off in a picture of this width."""

FINE_MARGIN_PX = 6.0

FindCards = Callable[[Picture], Sequence[Pixels]]


@unique
class Method(StrEnum):
    """What on the table its place is found from; the value is stored."""

    MARKERS = "markers"
    CARDS = "cards"
    BOARD = "board"
    FELT = "felt"


@unique
class TableTrouble(StrEnum):
    """Why a table is not found; the value is translated."""

    TOO_FEW = "too-few"
    MIRRORED = "mirrored"
    CROWDED = "crowded"
    WRONG_SIZE = "wrong-size"
    NO_LENS = "no-lens"
    LARGE_ERROR = "large-error"
    NO_TABLE = "no-table"
    NOT_CORNERS = "not-corners"
    OTHER_SIZE = "other-size"


@dataclass(frozen=True, slots=True)
class TableFlaw:
    """A trouble with the things it is about: what was seen, what is wrong, by how much."""

    trouble: TableTrouble
    seen: tuple[str, ...] = ()
    figure: float = 0.0


def marker_pieces(
    picture: Picture, lens: Lens, dictionary: str, side_mm: float
) -> tuple[Piece, ...] | TableFlaw:
    """Return the markers of a picture as pieces, each wherever it lies."""
    seen = seen_markers(picture, dictionary)
    if len(seen) < PIECES:
        flipped = np.ascontiguousarray(picture[:, ::-1])
        is_mirrored = len(seen_markers(flipped, dictionary)) >= PIECES
        trouble = TableTrouble.MIRRORED if is_mirrored else TableTrouble.TOO_FEW
        return TableFlaw(trouble, tuple(sorted(seen, key=int)))
    own = rectangle_mm(side_mm, side_mm)
    return tuple(
        Piece(number, _sharp(picture, lens, quad), own) for number, quad in sorted(seen.items())
    )


def known_markers(
    picture: Picture, lens: Lens, dictionary: str, corners_mm: Mapping[str, object]
) -> tuple[Piece, ...] | TableFlaw:
    """Return markers whose places are known as one piece that is the table."""
    seen = seen_markers(picture, dictionary)
    there = sorted(set(seen) & set(corners_mm))
    if len(there) < min(PIECES, len(corners_mm)):
        flipped = seen_markers(np.ascontiguousarray(picture[:, ::-1]), dictionary)
        is_mirrored = len(set(flipped) & set(corners_mm)) > len(there)
        trouble = TableTrouble.MIRRORED if is_mirrored else TableTrouble.TOO_FEW
        return TableFlaw(trouble, tuple(there))
    pixels = np.vstack([_sharp(picture, lens, seen[number]) for number in there])
    places = np.vstack([rows_of(corners_mm[number]) for number in there])  # type: ignore[arg-type]
    return (Piece("table", pixels, places, is_table=True),)


def card_pieces(
    picture: Picture,
    lens: Lens,
    find: FindCards,
    card_mm: tuple[float, float],
    least: int = PIECES,
) -> tuple[Piece, ...] | TableFlaw:
    """Return the cards of a picture as pieces; only those whose four sides show are used."""
    own = rectangle_mm(*card_mm)
    pieces = []
    for number, rough in enumerate(find(picture)):
        upright = _upright(rows_of(rough))
        corners = sharpened(picture, lens, upright, _margin(upright))
        if corners is not None:
            pieces.append(Piece(str(number + 1), corners, own))
    if len(pieces) < least:
        return TableFlaw(TableTrouble.TOO_FEW, tuple(piece.name for piece in pieces))
    return tuple(pieces)


def board_pieces(picture: Picture) -> tuple[Piece, ...] | TableFlaw:
    """Return one of our boards, lying on the table, as a piece."""
    board = board_in(picture)
    view = see_board(picture, board) if board else why_no_board(picture)
    if board is None or isinstance(view, BoardTrouble):
        is_mirrored = view is BoardTrouble.MIRRORED
        return TableFlaw(TableTrouble.MIRRORED if is_mirrored else TableTrouble.TOO_FEW)
    return (Piece(f"board {board.name}", view.pixels, board.corners_mm(view.numbers)),)


def felt_pieces(
    picture: Picture, lens: Lens, clicked: Pixels, felt_mm: tuple[float, float]
) -> tuple[Piece, ...] | TableFlaw:
    """Return the felt as a piece; clicked corners are moved to where its edges meet."""
    corners = rows_of(clicked)
    if len(corners) != 4 or not cv2.isContourConvex(corners.astype(np.float32)):
        return TableFlaw(TableTrouble.NOT_CORNERS)
    if cv2.contourArea(corners.astype(np.float32), oriented=True) < 0:
        return TableFlaw(TableTrouble.MIRRORED)
    return (Piece("felt", _felt_edges(picture, lens, corners), rectangle_mm(*felt_mm), True),)  # noqa: FBT003


def _felt_edges(picture: Picture, lens: Lens, clicked: Pixels) -> Pixels:
    """Move clicked corners to the felt's edges: in a small picture first, then in the whole one.

    A click that is wrong by a finger lays a side askew, and in a large picture that hides its edge.
    """
    shrink = min(1.0, COARSE_PX / picture.shape[1])
    small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    matrix = np.diag([shrink, shrink, 1.0]) @ np.array(lens.matrix)
    small_lens = Lens(tuple(tuple(row) for row in matrix.tolist()), lens.distortion)
    coarse = sharpened(np.asarray(small, np.uint8), small_lens, clicked * shrink, FELT_MARGIN_PX)
    if coarse is None:
        return clicked
    fine = sharpened(picture, lens, coarse / shrink, FINE_MARGIN_PX) if shrink < 1 else None
    found = coarse / shrink if fine is None else fine
    moved = float(np.linalg.norm(found - clicked, axis=1).max())
    return found if moved <= 2 * FELT_MARGIN_PX / shrink else clicked


def find_table(
    lens: Lens | None,
    size_px: tuple[int, int],
    pieces: Sequence[Piece],
    proofs: Sequence[Piece] = (),
) -> PlaneFit | TableFlaw:
    """Find the table from pieces and judge it; `proofs` are things of known size beside them."""
    corners = np.vstack([piece.pixels for piece in pieces]).astype(np.float32)
    spanned = cv2.contourArea(cv2.convexHull(corners)) / (size_px[0] * size_px[1])
    if spanned < SPREAD and len(pieces) > 1:
        return TableFlaw(TableTrouble.CROWDED, figure=spanned)
    fit = fit_plane(lens, size_px, pieces)
    wrong = _wrong_sized(fit, pieces, proofs)
    if wrong is not None:
        return wrong if lens else TableFlaw(TableTrouble.NO_LENS, wrong.seen, wrong.figure)
    if fit.error_mm > WORST_MM:
        worst = max(fit.errors_mm, key=lambda name: fit.errors_mm[name])
        return TableFlaw(TableTrouble.LARGE_ERROR, (worst,), fit.error_mm)
    rows = [tuple(row) for row in fit.homography.tolist()]
    return TableFlaw(TableTrouble.NO_TABLE) if insane_mapping(size_px, rows, ()) else fit


def _wrong_sized(
    fit: PlaneFit, pieces: Sequence[Piece], proofs: Sequence[Piece]
) -> TableFlaw | None:
    """Name the piece whose size is furthest from what it should be, if it is too far.

    Of the proofs the middle one speaks for all: a print out of scale is out against every card,
    while a card that is half covered may be taken for a smaller one.
    """
    off = {piece.name: _off(fit, piece) for piece in pieces if not piece.is_table}
    ranked = sorted((_off(fit, proof), proof.name) for proof in proofs)
    if ranked:
        middle, name = ranked[(len(ranked) - 1) // 2]
        off[name] = middle
    worst = max(off, key=lambda name: off[name], default=None)
    if worst is None or off[worst] < WRONG_SIZE:
        return None
    return TableFlaw(TableTrouble.WRONG_SIZE, (worst,), off[worst])


def _off(fit: PlaneFit, piece: Piece) -> float:
    """Return by which part of its own size a piece differs from what it should be."""
    return size_error_mm(fit, piece) / float(np.linalg.norm(np.ptp(piece.own_mm, axis=0)))


def _sharp(picture: Picture, lens: Lens, quad: Pixels) -> Pixels:
    """Sharpen a marker; where an edge does not show, its corners stay as they were found."""
    sharp = sharpened(picture, lens, quad, _margin(quad) / 2)
    if sharp is None or np.linalg.norm(sharp - quad, axis=1).max() > _margin(quad):
        return quad
    return sharp


def _margin(quad: Pixels) -> float:
    """Return how far from its rough place a side is sought: less than to the next print."""
    return float(np.clip(np.linalg.norm(quad[0] - quad[1]) * 0.09, 2.5, 14.0))


def _upright(quad: Pixels) -> Pixels:
    """Return the corners clockwise, a short side first."""
    turning = cv2.contourArea(quad.astype(np.float32), oriented=True)
    clockwise = quad if turning > 0 else quad[::-1]
    sides = np.linalg.norm(clockwise - np.roll(clockwise, -1, axis=0), axis=1)
    return clockwise if sides[0] + sides[2] < sides[1] + sides[3] else np.roll(clockwise, -1, 0)
