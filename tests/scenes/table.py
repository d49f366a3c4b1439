"""The table that scenes play on, and a few words for what people do at it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache

from calibration.profile import TableProfile, profile_from
from engine.cards import DECK, parse_card
from engine.seats import Actor
from engine.table import Spot
from vision.scene.acts import Beat, Lead, Nudge, Sweep, Take, ThrowIn, Withdraw
from vision.scene.camera import Camera, camera_for
from vision.scene.layout import EDGES, ZONES
from vision.scene.look import CLOTHS, Look, Print, Rail, look_for
from vision.scene.script import Setting

SEED = 5
A, B, DEALER = Actor.A, Actor.B, Actor.DEALER

HAND_A = "6c 7c 7d Tc 6h Ah"
HAND_B = "8c 9c 9d Jd Kc Qh"
TRUMP = "9h"


def cards(text):
    return tuple(parse_card(name) for name in text.split())


@dataclass(frozen=True)
class Table:
    """Who holds what when a scene begins, and how the table looks and is looked at.

    Hearts are trumps unless said otherwise; A, who sits at the bottom edge, leads.
    """

    hand_a: str = HAND_A
    hand_b: str = HAND_B
    trump: str = TRUMP
    talon: int = 24
    """How many cards are still to be drawn, the trump card among them; the rest is discarded."""
    whole_pack: bool = False
    """Nothing is dealt yet."""
    size_px: tuple[int, int] = (1280, 720)
    fps: int = 15
    look: dict = field(default_factory=dict)
    """What is changed about the look of the table."""
    sensor: dict = field(default_factory=dict)
    off_deg: float = 0.0
    off_mm: tuple[float, float] = (0.0, 0.0)
    """By how much the camera hangs otherwise than the table's profile says."""

    @property
    def setting(self) -> Setting | None:
        """The game under way when the scene begins."""
        if self.whole_pack:
            return None
        hands = {A: cards(self.hand_a), B: cards(self.hand_b)}
        trump = parse_card(self.trump)
        held = {*hands[A], *hands[B], trump}
        rest = tuple(card for card in sorted(DECK) if card not in held)
        drawn = max(0, self.talon - 1)
        if self.talon == 0:
            return Setting(hands, None, (), (trump, *rest))
        return Setting(hands, trump, rest[:drawn], rest[drawn:])

    @property
    def pack(self):
        """The pack as it is dealt: two cards each in turn, then the trump card."""
        a, b, trump = cards(self.hand_a), cards(self.hand_b), parse_card(self.trump)
        dealt = [card for n in (0, 2, 4) for hand in (a, b) for card in hand[n : n + 2]]
        rest = [card for card in sorted(DECK) if card not in {*dealt, trump}]
        return (*dealt, trump, *rest)

    @property
    def position(self) -> str:
        """The line of the game when the scene begins."""
        if self.whole_pack:
            return "A0/B0|-|t36|d0|-|-|bout 1"
        a, b = len(cards(self.hand_a)), len(cards(self.hand_b))
        trump = self.trump if self.talon else f"({self.trump})"
        return f"A{a}/B{b}|{trump}|t{self.talon}|d{36 - a - b - self.talon}|-|-|bout 2 last=ABtaken"

    @property
    def camera(self) -> Camera:
        """The camera as the profile knows it."""
        return hung(self.size_px, self.fps)

    def dressed(self) -> Look:
        """How the table looks."""
        plain = replace(
            look_for(SEED, markers=True), cloth=CLOTHS[0], printed=Print.OVAL, rail=Rail.WOOD
        )
        return replace(plain, sensor=replace(plain.sensor, **self.sensor), **self.look)

    def profile(self) -> TableProfile:
        """What a technician would have calibrated."""
        camera, look = self.camera, self.dressed()
        return profile_from(
            {
                "name": "scene",
                "camera": {
                    "size_px": list(camera.size_px),
                    "fps": camera.fps,
                    "matrix": camera.matrix.tolist(),
                    "distortion": list(camera.distortion),
                    "homography_px_to_mm": camera.homography_px_to_mm.tolist(),
                },
                "deck": {"card_mm": list(look.card_mm), "indices": str(look.deck)},
                "seats": {str(actor): edge for actor, edge in EDGES.items()},
                "zones_mm": {str(z): [list(point) for point in area] for z, area in ZONES.items()},
            },
            "scene",
        )


@cache
def hung(size_px, fps):
    return camera_for(SEED, size_px, fps)


# What people do, in one line each; times are when cards begin to move


def lead(at, seat, names, **how):
    return Lead(at=at, seat=seat, cards=cards(names), **how)


def throw(at, seat, names, **how):
    return ThrowIn(at=at, seat=seat, cards=cards(names), **how)


def beat(at, seat, name, on, **how):
    return Beat(at=at, seat=seat, card=parse_card(name), attack=parse_card(on), **how)


def take(at, seat, **how):
    return Take(at=at, lasts=1.6, seat=seat, **how)


def sweep(at, **how):
    return Sweep(at=at, lasts=1.6, **how)


def withdraw(at, seat, name, **how):
    return Withdraw(at=at, seat=seat, card=parse_card(name), **how)


def nudge(at, actor, name, **how):
    return Nudge(at=at, lasts=0.5, actor=actor, card=parse_card(name), **how)


def spot(x, y):
    return Spot(x, y)
