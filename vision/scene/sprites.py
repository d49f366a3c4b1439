"""Pictures that scenes are made of: card faces, backs and hands, as RGBA arrays."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from engine.cards import Card, Rank

Rgba = npt.NDArray[np.uint8]
"""A picture of height x width x 4, in the order red, green, blue, alpha (not premultiplied)."""

ART = Path(__file__).parent / "art"
BACKS = 6


@unique
class Deck(StrEnum):
    """Which indices the faces bear; the value names the folder of the art."""

    LATIN = "latin"
    CYRILLIC = "cyrillic"


@unique
class Grip(StrEnum):
    """What a hand is doing; the value stands in the index of the sprites."""

    FLAT = "flat"
    PINCH = "pinch"
    HOLD = "hold"
    POINT = "point"
    SWEEP = "sweep"


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """A right hand from above: fingers point up the picture, the arm leaves over the lower edge.

    `anchor` is the pixel (x, y) between thumb and fingers, where a carried card is held.
    """

    image: Rgba
    anchor: tuple[float, float]
    px_per_mm: float
    grip: Grip
    skin: str
    sleeve: str

    def mirrored(self) -> Hand:
        """Return the left hand."""
        flipped = np.ascontiguousarray(self.image[:, ::-1])
        anchor = (self.image.shape[1] - 1 - self.anchor[0], self.anchor[1])
        return Hand(flipped, anchor, self.px_per_mm, self.grip, self.skin, self.sleeve)


def load_picture(path: Path) -> Rgba:
    """Read a picture with its alpha; raises FileNotFoundError when it is not there."""
    image = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise ValueError(f"not a picture: {path.name}")
    order = cv2.COLOR_BGRA2RGBA if image.shape[2] == 4 else cv2.COLOR_BGR2RGBA
    rgba = np.asarray(cv2.cvtColor(image, order), np.uint8)
    rgba.flags.writeable = False
    return rgba


@cache
def load_card(card: Card, deck: Deck = Deck.LATIN) -> Rgba:
    """Return a face, 252 x 352 px: 4 px a millimetre for a card of 63 x 88 mm."""
    folder = deck if card.rank in {Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE} else Deck.LATIN
    return load_picture(ART / folder / f"{card}.webp")


@cache
def load_back(number: int = 0) -> Rgba:
    """Return one of the backs at the size of a face; numbers beyond the last start anew."""
    return load_picture(ART / "back" / f"{number % BACKS}.webp")


@cache
def load_hands() -> Sequence[Hand]:
    """Return every hand sprite."""
    index = json.loads((ART / "hand" / "hands.json").read_text(encoding="utf-8"))
    return tuple(
        Hand(
            image=load_picture(ART / "hand" / entry["file"]),
            anchor=(float(entry["anchor_px"][0]), float(entry["anchor_px"][1])),
            px_per_mm=float(index["px_per_mm"]),
            grip=Grip(entry["pose"]),
            skin=entry["skin"],
            sleeve=entry["sleeve"],
        )
        for entry in index["hands"]
    )
