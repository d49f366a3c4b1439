"""How well a picture shows the table: how sharp, how bright, and where it is blown out. Pure."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Picture

Mask = npt.NDArray[np.bool_]
Grey = npt.NDArray[np.uint8]
Places = npt.NDArray[np.intp]
"""Cells by their places in a picture that is laid out flat."""

SAMPLED = 160
"""A sample has about so many columns: enough to see a card, and cheap on every frame."""

TILE, SHRINK = 20, 4
"""Sharpness is measured in tiles of so many shrunk pixels a side; a pixel is shrunk fourfold."""

EDGES, PLAIN = 6, 24
"""One tile in so many, those with the strongest edges, tells the sharpness; one in so many, of
the plainest, the noise."""

FAINT = 40.0
"""Edges that are fainter (squared grey levels of the shrunk picture) tell nothing."""

WHITE = 248
"""A cell whose darkest channel is so bright is blown out."""

HALO = 0.2
"""Beside a glare it is still brighter than the cloth by this part of what is left to white."""

SOFT = 0.6
"""Around a glare so much of the rim is halo; a white card ends sharply at its edge."""


def sample_of(image: Picture) -> Picture:
    """Return every few pixels of a picture, enough to tell pictures apart and see bright spots."""
    step = step_of(image.shape[1])
    return np.ascontiguousarray(image[::step, ::step])


def step_of(width: int) -> int:
    """Return how many pixels lie between two sampled ones."""
    return max(1, width // SAMPLED)


def extremes(sample: Picture) -> tuple[Grey, Grey]:
    """Return for each cell of a sample its darkest and its brightest channel."""
    blue, green, red = cv2.split(sample)
    low, high = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    return np.asarray(low, dtype=np.uint8), np.asarray(high, dtype=np.uint8)


def brightness(high: Grey, cells: Places) -> float:
    """Return the middle brightness of some cells, in grey levels."""
    return float(np.median(high.ravel()[cells]))


def whiteness(high: Grey) -> float:
    """Return how bright the brightest hundredth is at least, in grey levels."""
    return float(np.percentile(high.ravel()[::5], 99))


def sharpness(image: Picture) -> float | None:
    """Return how much of its edges' strength a picture keeps in its finest detail.

    What lies on the table hardly matters: an edge that is strong when shrunk is strong in full
    when it is sharp, and weak when it is blurred. None where there are no edges to speak of.
    """
    grey = np.asarray(cv2.extractChannel(image, 1), dtype=np.uint8)
    shrunk = cv2.resize(grey, None, fx=1 / SHRINK, fy=1 / SHRINK, interpolation=cv2.INTER_AREA)
    small = np.asarray(shrunk, dtype=np.uint8)
    rows, columns = (size // TILE for size in small.shape)
    coarse = _energy(small)[: rows * TILE, : columns * TILE]
    strength = coarse.reshape(rows, TILE, columns, TILE).mean(axis=(1, 3)).ravel()
    order = np.argsort(strength)
    edges = order[-max(1, len(order) // EDGES) :]
    plain = order[: max(1, len(order) // PLAIN)]
    if np.median(strength[edges]) < FAINT:
        return None
    noise = float(np.median([_fine(grey, int(n), columns) for n in plain]))
    fine = np.array([_fine(grey, int(n), columns) for n in edges])
    return float(np.median(np.maximum(fine - noise, 0) / np.maximum(strength[edges], 1)))


def _fine(grey: Grey, tile: int, columns: int) -> float:
    """Return the edges' strength in one tile at full size."""
    row, column = divmod(tile, columns)
    size = TILE * SHRINK
    return float(
        _energy(grey[row * size : (row + 1) * size, column * size : (column + 1) * size]).mean()
    )


def _energy(grey: Grey) -> npt.NDArray[np.float32]:
    edges = cv2.Laplacian(grey, cv2.CV_32F)
    return np.asarray(edges * edges, dtype=np.float32)


def glaring(low: Grey, least_cells: float, cloth: float) -> Mask | None:
    """Return the cells that glare: blown out over some room, with a soft rim; None without any.

    `low` is the darkest channel of each cell, `cloth` that of the bare cloth.

    A white card may be blown out too, yet it ends at its edge, and cloth lies beside it.
    """
    white = np.asarray(cv2.threshold(low, WHITE - 1, 1, cv2.THRESH_BINARY)[1], dtype=np.uint8)
    if cv2.countNonZero(white) < least_cells:
        return None
    number, labels, stats, _ = cv2.connectedComponentsWithStats(white)
    level = cloth + HALO * (255 - cloth)
    found = np.zeros(low.shape, dtype=np.uint8)
    for piece in range(1, number):
        if stats[piece, cv2.CC_STAT_AREA] < least_cells:
            continue
        inside = (labels == piece).astype(np.uint8)
        rim = np.asarray(cv2.dilate(inside, np.ones((7, 7), np.uint8))) - inside
        if (low[rim > 0] >= level).mean() >= SOFT:
            found |= inside
    return cv2.dilate(found, np.ones((5, 5), np.uint8)) > 0 if found.any() else None
