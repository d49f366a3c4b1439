"""The script of a film: what lies there first, who does what when, what befalls the camera."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import Card
from engine.seats import Actor
from vision.scene.acts import Act
from vision.scene.veils import Veil


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody knocks the camera: from then on it looks turned and shifted."""

    at: float
    turned_deg: float
    shifted_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Dimming:
    """The light goes down to a share of its strength for a while, or up."""

    at: float
    until: float
    share: float


@dataclass(frozen=True, slots=True)
class Setting:
    """A game under way: who holds what, the trump card under the talon, the piles from the top."""

    hands: Mapping[Actor, tuple[Card, ...]]
    trump: Card | None
    talon: tuple[Card, ...]
    discard: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """A whole film: the pack (first card dealt first), the acts in time order, and the end.

    With a setting the pack lies there for a moment, and then the game is under way.
    """

    pack: tuple[Card, ...]
    acts: tuple[Act, ...]
    ends_at: float
    knocks: tuple[Knock, ...] = ()
    dimmings: tuple[Dimming, ...] = ()
    veils: tuple[Veil, ...] = ()
    setting: Setting | None = None
