"""Sheets to print, drawn to scale: the ChArUco board, and markers to lay on the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import typst

from calibration.board import DICTIONARY, Board

PAPERS_MM = {"a4": (297.0, 210.0), "a3": (420.0, 297.0)}
MARKER_DICTIONARY = "DICT_4X4_50"
CARD_MM = (63.0, 88.0)
RULER_MM = 100

Rectangle = tuple[float, float, float, float]
"""Left, top, width and height in millimetres."""


@dataclass(frozen=True, slots=True)
class SheetWords:
    """What a sheet says: its name, how to print it, and how to see that it came out to scale."""

    title: str
    advice: str
    proof: str


def board_sheet(board: Board, words: SheetWords) -> str:
    """Return the typst source of a board on its paper."""
    width, height = PAPERS_MM[board.name]
    across, down = board.size_mm
    left, top = (width - across) / 2, (height - down) / 2 - 5
    black = _black_of(board, left, top)
    return _page((width, height), black, words, foot_mm=top + down + 4)


def marker_sheet(numbers: Iterable[int], side_mm: float, words: SheetWords) -> str:
    """Return the typst source of table markers, one a page, with the line to cut along."""
    pages = []
    for number in numbers:
        left, top = (210 - side_mm) / 2, 45.0
        black = _marker(MARKER_DICTIONARY, number, left, top, side_mm)
        rim = side_mm / 5
        cut = (left - rim, top - rim, side_mm + 2 * rim, side_mm + 2 * rim)
        named = SheetWords(f"{words.title} {number}", words.advice, words.proof)
        pages.append(_page((210, 297), black, named, foot_mm=top + side_mm + 30, cut=cut))
    return "\n".join(pages)


def as_pdf(source: str) -> bytes:
    """Set a sheet as a PDF."""
    return bytes(typst.compile(source.encode(), format="pdf"))


def as_png(source: str, dots_per_inch: float) -> bytes:
    """Set a sheet of one page as a picture."""
    return bytes(typst.compile(source.encode(), format="png", ppi=dots_per_inch))


def _page(
    size_mm: tuple[float, float],
    black: Iterable[Rectangle],
    words: SheetWords,
    *,
    foot_mm: float,
    cut: Rectangle | None = None,
) -> str:
    """Lay black rectangles, the words and a ruler on a page of its own."""
    width, height = size_mm
    lines = [f"#page(width: {width}mm, height: {height}mm, margin: 0mm)["]
    lines += [f"#place({_at(x, y)}, {_box(w, h, 'black')})" for x, y, w, h in black]
    if cut is not None:
        x, y, w, h = cut
        lines.append(f"#place({_at(x, y)}, {_line_box(w, h)})")
    lines.append(
        f"#place({_at(15, foot_mm)}, block(width: {width - 30 - RULER_MM - 8}mm)"
        f"[#set text(8pt); *{_safe(words.title)}* #linebreak() {_safe(words.advice)}])"
    )
    lines += _ruler(width - 15 - RULER_MM, foot_mm + 1, words.proof)
    return "\n".join([*lines, "]"])


def _ruler(left: float, top: float, proof: str) -> Iterator[str]:
    """Draw a ruler of known length, so that a wrong scale is seen before it does harm."""
    yield f"#place({_at(left, top)}, line(length: {RULER_MM}mm, stroke: 0.2mm))"
    for step in range(0, RULER_MM + 1, 10):
        yield f"#place({_at(left + step, top)}, line(angle: 90deg, length: 3mm, stroke: 0.2mm))"
    text = f"block(width: {RULER_MM}mm)[#set text(7pt); {_safe(proof)}]"
    yield f"#place({_at(left, top + 4)}, {text})"


def _black_of(board: Board, left: float, top: float) -> Iterator[Rectangle]:
    """Return the black parts of a board: squares, and the cells of the markers between them."""
    side = board.square_mm
    for row in range(board.rows):
        for column in range(board.columns):
            if (row + column) % 2 == 0:
                yield (left + column * side, top + row * side, side, side)
    charuco = board.charuco()
    for number, corners in zip(np.ravel(charuco.getIds()), charuco.getObjPoints(), strict=True):
        x, y = np.asarray(corners)[0, :2]
        yield from _marker(DICTIONARY, int(number), left + x, top + y, board.marker_mm)


def _marker(
    dictionary: str, number: int, left: float, top: float, side_mm: float
) -> Iterator[Rectangle]:
    """Return the black cells of a marker, joined along each row."""
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    cells = book.markerSize + 2
    picture = cv2.aruco.generateImageMarker(book, number, cells)
    cell = side_mm / cells
    for row, line in enumerate(np.asarray(picture) < 128):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(int), [0]])))
        for first, last in zip(edges[::2], edges[1::2], strict=True):
            yield (left + first * cell, top + row * cell, (last - first) * cell, cell)


def _at(x: float, y: float) -> str:
    return f"top + left, dx: {x:.4f}mm, dy: {y:.4f}mm"


def _box(width: float, height: float, fill: str) -> str:
    return f"rect(width: {width:.4f}mm, height: {height:.4f}mm, fill: {fill}, stroke: none)"


def _line_box(width: float, height: float) -> str:
    stroke = '(thickness: 0.1mm, dash: "dashed")'
    return f"rect(width: {width:.4f}mm, height: {height:.4f}mm, stroke: {stroke})"


def _safe(text: str) -> str:
    """Return a text as a typst string, so that no sign in it is read as a command."""
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'#"{quoted}"'
