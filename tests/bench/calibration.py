"""`make bench-calibration`: how far points of the table are off, by method, on drawn cameras.

Lens and table are found as a technician finds them: the lens from a waved board, the table by each
of the four methods; cards are found by the networks, corners of the felt are clicked 3 px wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from itertools import product
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from calibration.board import A3, BoardView, see_board
from calibration.lens_fit import Views, fit_lens
from calibration.plane import rectangle_mm
from calibration.sheets import MARKER_DICTIONARY, SheetWords, as_png, board_sheet
from calibration.table_fit import (
    Method,
    TableFlaw,
    board_pieces,
    card_pieces,
    felt_pieces,
    find_table,
    marker_pieces,
)
from dealer_ui.seeing import cards_of
from dealer_ui.settings import settings_from
from tests.calibration.drawn import DrawnCamera
from tests.calibration.drawn_table import CARD_MM, TABLE_MM, DrawnTable, point_errors

SIZES = {"720p": (1280, 720), "1080p": (1920, 1080), "2160p": (3840, 2160)}
TILTS = (0, 8, 16, 25)
BARRELS = (0.0, -0.15, -0.3)
MEDIAN_MM, WORST_MM = 1.0, 3.0


def measured_lens(camera):
    """Wave the board before a camera and measure its lens."""
    dots = 100 if camera.size_px[0] < 3000 else 150
    png = as_png(board_sheet(A3, SheetWords("", "", "")), dots)
    page = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    views = Views()
    for number, (x, y) in enumerate(product((-0.27, 0, 0.27), (-0.15, 0, 0.15))):
        for tilt in (10, 30):
            pose = camera.pose(
                tilt, 11 * number - 40, (210, 148.5), 720, 40 * number + 7 * tilt, (x, y)
            )
            seen = see_board(camera.shot(page, dots / 25.4, pose), A3)
            if isinstance(seen, BoardView):
                views.offer(seen)
    return fit_lens(views.kept, A3)


def pieces_of(method, picture, lens, camera, pose, find):
    """Find on the table what a method needs."""
    match method:
        case Method.MARKERS:
            return marker_pieces(picture, lens, MARKER_DICTIONARY, 60.0)
        case Method.CARDS:
            return card_pieces(picture, lens, find, CARD_MM)
        case Method.BOARD:
            return board_pieces(picture)
    scale = camera.size_px[0] / 1280
    wrong = np.array([(3, -2), (-3, 3), (2, 3), (-2, -3)]) * scale
    clicks = camera.pixels(rectangle_mm(*TABLE_MM), pose) + wrong
    return felt_pieces(picture, lens, clicks, TABLE_MM)


def tables(scale):
    return {
        Method.MARKERS: DrawnTable(scale).with_markers(),
        Method.CARDS: DrawnTable(scale).with_cards(),
        Method.BOARD: DrawnTable(scale).with_board(),
        Method.FELT: DrawnTable(scale),
    }


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--sizes", nargs="*", default=list(SIZES), choices=list(SIZES))
    words.add_argument("--tilts", nargs="*", type=float, default=TILTS)
    words.add_argument("--barrels", nargs="*", type=float, default=BARRELS)
    asked = words.parse_args()
    find, found, refused = cards_of(settings_from({})), defaultdict(list), []
    for name, barrel in product(asked.sizes, asked.barrels):
        camera = DrawnCamera(SIZES[name], barrel, noise=3.0, seed=11)
        lens = measured_lens(camera)
        print(f"{name} barrel {barrel:+.2f}: lens {lens.error_px:.2f} px, {lens.views} views")
        laid = tables(2.4 if SIZES[name][0] < 3000 else 4.0)
        for tilt, method in product(asked.tilts, Method):
            pose = camera.pose(tilt, 3, (550, 310), 1200 + 8 * tilt, 40 + 30 * tilt)
            picture = laid[method].seen_by(camera, pose)
            pieces = pieces_of(method, picture, lens.lens, camera, pose, find)
            fit = (
                pieces
                if isinstance(pieces, TableFlaw)
                else find_table(lens.lens, camera.size_px, pieces)
            )
            if isinstance(fit, TableFlaw):
                refused.append((name, barrel, tilt, method, fit))
                continue
            errors = point_errors(fit, camera, pose)
            found[method].append(
                (float(np.median(errors)), float(errors.max()), name, tilt, barrel)
            )
    told(found, refused)


def told(found, refused):
    """Print the figures of each method, and what did not hold."""
    for method, cases in found.items():
        medians, worst = [c[0] for c in cases], max(cases, key=lambda c: c[1])
        held = all(m <= MEDIAN_MM and w <= WORST_MM for m, w, *_ in cases)
        print(
            f"{method:<8} {len(cases):>3} cameras   worst median {max(medians):.2f} mm   "
            f"max {worst[1]:.2f} mm ({worst[2]}, {worst[3]:g} deg, {worst[4]:+.2f})   "
            f"{'held' if held else 'NOT HELD'}"
        )
    for name, barrel, tilt, method, flaw in refused:
        print(f"refused: {method} {name} {tilt:g} deg {barrel:+.2f}: {flaw}")


if __name__ == "__main__":
    main()
