"""Draw how recognition fails: what was read as what, and the pictures on which it failed."""

from __future__ import annotations

from collections import Counter
from typing import Final

import cv2
import numpy as np

from vision.crops import Picture

NAMES: Final = (*(f"{rank}{suit}" for rank in "6789TJQKA" for suit in "cdhs"), "-")
CELL: Final = 20
EDGE: Final = 34
BLACK: Final = (0, 0, 0)
WHITE: Final = (255, 255, 255)


def confusion_picture(confusion: Counter[tuple[str, str]]) -> Picture:
    """Draw which card was read as which; rows are the truth, the last column was not read."""
    side = EDGE + CELL * len(NAMES)
    drawn = np.full((side, side, 3), 255, np.uint8)
    for row, true in enumerate(NAMES):
        at = EDGE + row * CELL
        _words(drawn, true, (4, at + 15), BLACK)
        _words(drawn, true, (at, 22), BLACK)
        total = sum(count for (card, _), count in confusion.items() if card == true)
        for column, said in enumerate(NAMES):
            if count := confusion[true, said]:
                shade = 255 - int(220 * count / total)
                ink = (shade, 255, shade) if true == said else (shade, shade, 255)
                x = EDGE + column * CELL
                cv2.rectangle(drawn, (x, at), (x + CELL, at + CELL), ink, -1)
                _words(drawn, str(count), (x + 2, at + 14), BLACK)
    return drawn


def album(failures: list[tuple[str, Picture]], columns: int = 4, width: int = 420) -> Picture:
    """Lay failed pictures out on one page, each with what was missed (-) and invented (+)."""
    high = 24 + width * 5 // 4
    tiles = []
    for words, picture in failures:
        tall = round(picture.shape[0] * width / picture.shape[1])
        shown = cv2.resize(picture, (width, tall), interpolation=cv2.INTER_AREA)[: high - 24]
        tile = np.zeros((high, width + 6, 3), np.uint8)
        tile[24 : 24 + shown.shape[0], :width] = shown
        _words(tile, words[-58:], (2, 16), WHITE)
        tiles.append(tile)
    while not tiles or len(tiles) % columns:
        tiles.append(np.zeros((high, width + 6, 3), np.uint8))
    rows = [np.hstack(tiles[n : n + columns]) for n in range(0, len(tiles), columns)]
    return np.asarray(np.vstack(rows), np.uint8)


def _words(picture: Picture, words: str, at: tuple[int, int], ink: tuple[int, int, int]) -> None:
    cv2.putText(picture, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.38, ink)
