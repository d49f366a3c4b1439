"""How a drawn table looks: cloth, rail, printed lines, light, deck, people, sensor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique

import numpy as np

from engine.seats import Actor
from vision.scene.sprites import BACKS, Deck

Rgb = tuple[int, int, int]


@unique
class Print(StrEnum):
    """What is printed on the cloth."""

    BOXES = "boxes"
    OVAL = "oval"
    ARCS = "arcs"
    PLAIN = "plain"


@unique
class Rail(StrEnum):
    """What the table's edge is made of."""

    WOOD = "wood"
    LEATHER = "leather"


@dataclass(frozen=True, slots=True)
class Outfit:
    """A person's skin and sleeve, as the hand sprites name them."""

    skin: str
    sleeve: str


@dataclass(frozen=True, slots=True)
class Light:
    """The light: its tint, how uneven it is (0 to 1), where it is brightest (share of picture)."""

    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    strength: float = 1.0
    uneven: float = 0.15
    brightest: tuple[float, float] = (0.5, 0.45)
    shadow_to: tuple[float, float] = (0.25, 0.35)
    """How far a shadow falls for each millimetre of height."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """The sensor: noise (grey levels), softness (pixels), exposure (seconds)."""

    noise: float = 2.0
    soft_px: float = 0.45
    exposure: float = 0.016


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that is seen and that is not the game."""

    cloth: Rgb
    rail: Rail
    printed: Print
    markers: bool
    deck: Deck
    back: int
    light: Light
    sensor: Sensor
    people: Mapping[Actor, Outfit]
    card_mm: tuple[float, float] = (63.0, 88.0)
    four_colours: bool = False
    """Clubs are green and diamonds blue."""
    jumbo: float = 1.0
    """How much larger than usual the indices are."""


CLOTHS: tuple[Rgb, ...] = (
    (22, 92, 58),
    (18, 70, 120),
    (112, 24, 34),
    (40, 46, 58),
    (14, 104, 96),
    (92, 62, 38),
)
PLAYERS = (
    Outfit("olive", "navy"),
    Outfit("brown", "wine"),
    Outfit("fair", "green"),
    Outfit("olive", "bare"),
    Outfit("brown", "grey"),
)
DEALER = Outfit("fair", "black")


def look_for(seed: int, *, deck: Deck = Deck.LATIN, markers: bool | None = None) -> Look:
    """Dress a table; the same seed gives the same table."""
    rng = np.random.default_rng([seed, 2])
    first, second = rng.permutation(len(PLAYERS))[:2]
    warm = rng.uniform(-0.06, 0.06)
    fall = rng.uniform(-0.45, 0.45, 2)
    brightest = rng.uniform(0.25, 0.75, 2)
    return Look(
        cloth=CLOTHS[rng.integers(len(CLOTHS))],
        rail=list(Rail)[rng.integers(len(Rail))],
        printed=list(Print)[rng.integers(len(Print))],
        markers=bool(rng.random() < 0.6) if markers is None else markers,
        deck=deck,
        back=int(rng.integers(BACKS)),
        light=Light(
            tint=(1 + warm, 1.0, 1 - warm),
            strength=float(rng.uniform(0.88, 1.06)),
            uneven=float(rng.uniform(0.08, 0.28)),
            brightest=(float(brightest[0]), float(brightest[1])),
            shadow_to=(float(fall[0]), float(fall[1])),
        ),
        sensor=Sensor(noise=float(rng.uniform(1.2, 2.6)), exposure=float(rng.uniform(0.008, 0.02))),
        people={
            Actor.A: PLAYERS[first],
            Actor.B: PLAYERS[second],
            Actor.DEALER: DEALER,
        },
    )
