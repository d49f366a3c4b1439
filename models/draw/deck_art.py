"""Deck pictures in memory, with decks held out of training by name."""

from __future__ import annotations

import cv2
import numpy as np

from models.draw.decks import DECKS
from models.draw.ground import Picture, Rng

HELD_OUT = (
    "gnome-Атласные",
    "gnome-slavic_costumes",
    "gnome-bellot",
    "gnome-paris",
    "kde-gm-paris",
    "svgcards",
    "kde-standard",
    "gnome-tigullio",
    "kde-tigullio-international",
    "own-russian-0",
    "own-latin-0",
    "re-russian-0",
)
"""Validation decks; all prints of one art are held out together."""


class Art:
    """The decks to draw from; `choose` picks the deck of the next table."""

    def __init__(self, *, held_out: bool, height: int = 300) -> None:
        """Load the training decks, or the held-out ones."""
        self.decks: list[dict[str, Picture]] = []
        self.backs: list[Picture] = []
        for folder in sorted(DECKS.iterdir()):
            if (folder.name in HELD_OUT) != held_out and "backs" not in folder.name:
                continue
            cards = {p.stem: self._loaded(str(p), height) for p in sorted(folder.glob("*.png"))}
            self.backs += [c for n, c in cards.items() if "back" in n]
            faces = {n: c for n, c in cards.items() if "back" not in n}
            if len(faces) >= 52:
                self.decks.append(faces)
        self._deck, self._back, self._names = self.decks[0], self.backs[0], list(self.decks[0])

    @staticmethod
    def _loaded(path: str, height: int) -> Picture:
        picture = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_UNCHANGED)
        width = round(picture.shape[1] * height / picture.shape[0])
        return cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)

    def choose(self, rng: Rng) -> None:
        """Choose the deck and the back of the next table, and the real width of its cards."""
        self._deck = self.decks[rng.integers(len(self.decks))]
        self._back = self.backs[rng.integers(len(self.backs))]
        self._names = list(self._deck)
        self._wide = rng.uniform(0.63, 0.74)

    def _shaped(self, picture: Picture) -> Picture:
        height = picture.shape[0]
        return cv2.resize(
            picture, (round(height * self._wide), height), interpolation=cv2.INTER_LINEAR
        )

    def face(self, rng: Rng) -> tuple[str, Picture]:
        """Take a face; cards of the 36-card deck come oftener."""
        name = self._names[rng.integers(len(self._names))]
        if name[0] in "2345j" and rng.random() < 0.5:
            name = self._names[rng.integers(len(self._names))]
        return ("joker" if name.startswith("joker") else name), self._shaped(self._deck[name])

    def back(self, rng: Rng) -> tuple[str, Picture]:
        """Take a back."""
        other = rng.random() < 0.03
        back = self.backs[rng.integers(len(self.backs))] if other else self._back
        return "back", self._shaped(back)
