"""Cut cards out of a picture: upright, tight, at a fixed size."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Corners = npt.NDArray[np.float64]
"""Four corners in pixels, 4 by 2, clockwise; the first edge is the upper short edge."""

ALIGNER_SIZE: Final = (128, 96)
WHOLE_SIZE: Final = (96, 64)
INDEX_SIZE: Final = (64, 40)
"""Heights and widths in pixels that the networks were trained with."""

INDEX_WIDE: Final = 0.30
INDEX_HIGH: Final = 0.34
"""The index corner as parts of the card's width and height: about 19 by 30 mm."""

LOOSE: Final = 1.5
"""The aligner looks at the rough box enlarged so much."""

NEXT: Final = [1, 2, 3, 0]
"""Each corner's next one."""

TURNED: Final = [2, 3, 0, 1]
"""The corners of the same card, turned round."""

_UNIT = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)


def clockwise(corners: Corners) -> Corners:
    """Order four corners clockwise with a short edge first; of many quads at once, each of them.

    An oriented box has no fixed winding; a mirrored crop would spoil every court while numbers
    still look right.
    """
    x, y = corners[..., 0], corners[..., 1]
    area = (x * y[..., NEXT] - x[..., NEXT] * y).sum(axis=-1)
    ordered = np.where((area > 0)[..., None, None], corners, corners[..., ::-1, :])
    edges = np.linalg.norm(ordered[..., 1:3, :] - ordered[..., 0:2, :], axis=-1)
    is_long = edges[..., 0] > edges[..., 1]
    turned: Corners = np.where(is_long[..., None, None], ordered[..., NEXT, :], ordered)
    return turned


def enlarged(corners: Corners, factor: float) -> Corners:
    """Enlarge a quad about its middle; of many quads at once, each of them."""
    middle = corners.mean(axis=-2, keepdims=True)
    grown: Corners = middle + (corners - middle) * factor
    return grown


def upright(picture: Picture, corners: Corners, size: tuple[int, int]) -> Picture:
    """Warp a quad upright to a height and width in pixels; what lies outside repeats the edge.

    A card much larger than the crop is first made smaller, so that fine print does not alias.
    """
    height, width = size
    factor = float(np.linalg.norm(corners[0] - corners[3])) / height
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    if factor > 1.6:
        picture, corners = _shrunk(picture, corners, factor)
    warp = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    crop = cv2.warpPerspective(
        picture, warp, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, np.uint8)


def _shrunk(picture: Picture, corners: Corners, factor: float) -> tuple[Picture, Corners]:
    height, width = picture.shape[:2]
    low = np.clip(np.floor(corners.min(axis=0)).astype(int) - 2, 0, (width - 2, height - 2))
    high = np.clip(np.ceil(corners.max(axis=0)).astype(int) + 2, low + 2, (width, height))
    part = picture[low[1] : high[1], low[0] : high[0]]
    wide = max(2, round(part.shape[1] / factor))
    tall = max(2, round(part.shape[0] / factor))
    small = cv2.resize(part, (wide, tall), interpolation=cv2.INTER_AREA)
    scale = np.array((wide / part.shape[1], tall / part.shape[0]))
    moved: Corners = (corners - low + 0.5) * scale - 0.5
    return np.asarray(small, np.uint8), moved


def gaps(quads: Corners) -> npt.NDArray[np.float64]:
    """Return how many pixels the corners of each of n quads lie from those of each, on average.

    A card is the same card turned round.
    """
    straight, turned = (
        np.linalg.norm(quads[:, None] - other[None], axis=3).mean(axis=2)
        for other in (quads, quads[:, TURNED])
    )
    nearest: npt.NDArray[np.float64] = np.minimum(straight, turned)
    return nearest


def part_of(corners: Corners, box: tuple[float, float, float, float]) -> Corners:
    """Return a part of a quad; the box (x0, y0, x1, y1) is in parts of its width and height."""
    x0, y0, x1, y1 = box
    to_picture = cv2.getPerspectiveTransform(_UNIT, corners.astype(np.float32))
    wanted = np.array([[(x0, y0), (x1, y0), (x1, y1), (x0, y1)]], np.float64)
    return np.asarray(cv2.perspectiveTransform(wanted, to_picture)[0], np.float64)


def index_corners(corners: Corners) -> tuple[Corners, Corners]:
    """Return the quads of both index corners of a card, each turned upright."""
    box = (0.0, 0.0, INDEX_WIDE, INDEX_HIGH)
    return part_of(corners, box), part_of(corners[TURNED], box)


def into_picture(parts: Corners, corners: Corners) -> Corners:
    """Bring points given in parts of a quad back into the picture; of many quads, each its own."""
    quads = corners.reshape(-1, 4, 2).astype(np.float32)
    to_picture = np.stack([cv2.getPerspectiveTransform(_UNIT, quad) for quad in quads])
    points = parts.reshape(len(quads), -1, 2).astype(np.float64)
    moved = points @ to_picture[:, :, :2].transpose(0, 2, 1) + to_picture[:, None, :, 2]
    placed: Corners = (moved[..., :2] / moved[..., 2:]).reshape(parts.shape)
    return placed


def as_batch(crops: list[Picture]) -> npt.NDArray[np.float32]:
    """Stack BGR crops as the networks want them: float32, channels first, 0 to 1."""
    return np.asarray(cv2.dnn.blobFromImages(crops, 1 / 255), np.float32)
