"""What a frame shows a person as evidence: what was read and where, each card by itself, a clip.

Only the table is kept: the picture is cut to its zones, so that nobody's face is in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from calibration.profile import TableProfile
from engine.cards import Card
from vision.crops import upright
from vision.footage import ClipWriter
from vision.frames import Frame, Picture
from vision.photo import annotated
from vision.rectify import TablePlane
from vision.seen import Kind, SeenCard

STRIP_PX: Final = 28
"""The height of the strip below a clip that tells the time: it covers nothing."""

CROP_SIZE: Final = (176, 126)
MOST_CROPS: Final = 12
MARKED_S: Final = 0.5
MARGIN_PX: Final = 16
ZONE_INK: Final = (180, 180, 180)
NAMED_INK: Final = (0, 94, 213)
JPEG: Final = (int(cv2.IMWRITE_JPEG_QUALITY), 90)

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""


@dataclass(frozen=True, slots=True)
class CardCrop:
    """One card cut out of the picture, upright, with what the reader thought of it."""

    png: bytes
    seen: SeenCard


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A frame with what was read drawn into it, and the cards in question."""

    jpeg: bytes
    crops: tuple[CardCrop, ...]


def table_box(profile: TableProfile) -> Box:
    """Return the part of the picture that shows the zones of a table, with even sides."""
    table = TablePlane(profile)
    corners = np.concatenate(
        [table.picture_px(np.array(zone, float)) for zone in profile.zones_mm.values()]
    )
    width, height = profile.camera.size_px
    low = np.clip(np.floor(corners.min(axis=0)) - MARGIN_PX, 0, (width, height)).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0)) + MARGIN_PX, 0, (width, height)).astype(int)
    left, top = (int(v) - int(v) % 2 for v in low)
    right, bottom = (int(v) - int(v) % 2 for v in high)
    return left, top, right, bottom


def exhibit(
    picture: Picture, profile: TableProfile, seen: Sequence[SeenCard], named: Collection[Card]
) -> Exhibit:
    """Draw what was read into the picture, the named cards most visibly, and cut cards out."""
    left, top, right, bottom = table_box(profile)
    cards = tuple(one for one in seen if one.kind is not Kind.HAND)
    drawn = annotated(picture, cards)
    table = TablePlane(profile)
    for zone in profile.zones_mm.values():
        corners = np.round(table.picture_px(np.array(zone, float))).astype(np.int32)
        cv2.polylines(drawn, [corners], isClosed=True, color=ZONE_INK, thickness=1)
    for one in cards:
        if one.card in named:
            corners = np.round(np.array(one.quad)).astype(np.int32)
            cv2.polylines(drawn, [corners], isClosed=True, color=NAMED_INK, thickness=4)
    jpeg = cv2.imencode(".jpg", drawn[top:bottom, left:right], JPEG)[1].tobytes()
    return Exhibit(jpeg, tuple(_crop(picture, one) for one in _in_question(cards, named)))


def _in_question(cards: Sequence[SeenCard], named: Collection[Card]) -> Sequence[SeenCard]:
    """Return the named cards and what cannot be read; where none is named, all that was read."""
    wanted = [c for c in cards if c.card in named or (c.kind is Kind.UNREADABLE)]
    return (wanted or [c for c in cards if c.kind is Kind.FACE])[:MOST_CROPS]


def _crop(picture: Picture, seen: SeenCard) -> CardCrop:
    crop = upright(picture, np.array(seen.quad, np.float64), CROP_SIZE)
    return CardCrop(cv2.imencode(".png", crop)[1].tobytes(), seen)


def write_clip(frames: Iterable[Frame], box: Box, moment_s: float, out: Path) -> int:
    """Write frames as a clip of the table, the time burnt in below; return how many there were.

    Around the moment in question the strip shows a red mark.
    """
    left, top, right, bottom = box
    count = 0
    with ClipWriter(out) as clip:
        for frame in frames:
            table = frame.image[top:bottom, left:right]
            is_moment = abs(frame.taken_at - moment_s) <= MARKED_S
            strip = _strip(table.shape[1], frame.taken_at, is_moment=is_moment)
            clip.add(np.ascontiguousarray(np.vstack([table, strip])), frame.taken_at)
            count += 1
    return count


def _strip(width: int, seconds: float, *, is_moment: bool) -> Picture:
    strip = np.zeros((STRIP_PX, width, 3), np.uint8)
    minutes, rest = divmod(seconds, 60)
    text = f"{int(minutes // 60):02d}:{int(minutes % 60):02d}:{rest:05.2f}"
    white = (255, 255, 255)
    cv2.putText(strip, text, (8, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.55, white, 1, cv2.LINE_AA)
    if is_moment:
        strip[:, -STRIP_PX:] = NAMED_INK
    return strip
