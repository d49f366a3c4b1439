"""A plain table to draw on: cloth, cards and arms in millimetres, and an eye that knows them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache

import cv2
import numpy as np

from calibration.profile import profile_from
from engine.cards import Card, parse_card
from engine.seats import Actor
from engine.table import TableState
from vision.frames import Frame
from vision.seen import Kind, SeenCard
from vision.sight import Sight

FPS = 15
SCALE = 1100 / 640
CARD = (63.0, 88.0)


def square(x, y, width, height):
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]


PROFILE = profile_from(
    {
        "name": "plain",
        "camera": {
            "size_px": [640, 360],
            "fps": FPS,
            "matrix": [[700, 0, 320], [0, 700, 180], [0, 0, 1]],
            "distortion": [0, 0, 0, 0, 0],
            "homography_px_to_mm": [[SCALE, 0, 0], [0, SCALE, 0], [0, 0, 1]],
        },
        "deck": {"card_mm": list(CARD)},
        "seats": {"A": "bottom", "B": "top", "dealer": "left"},
        "zones_mm": {
            "talon": square(95, 215, 170, 190),
            "trump": square(182, 270, 68, 80),
            "battle": square(300, 140, 575, 340),
            "discard": square(885, 220, 160, 180),
            "hand_A": square(300, 500, 560, 140),
            "hand_B": square(300, -20, 560, 140),
        },
    },
    "plain",
)


@dataclass(frozen=True)
class Shown:
    """A card on the drawn table: its face (None: its back), its middle and its turn."""

    face: Card | None
    x: float
    y: float
    turned: float = 0.0
    ink: tuple = (160, 60, 40)
    """The colour of its back (BGR)."""

    @property
    def quad(self):
        wide, high = CARD
        corners = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
        c, s = np.cos(np.radians(self.turned)), np.sin(np.radians(self.turned))
        return corners @ np.array([[c, s], [-s, c]]) + (self.x, self.y)

    def moved(self, dx, dy, turned=0.0):
        return replace(self, x=self.x + dx, y=self.y + dy, turned=self.turned + turned)


def face(name, x, y, turned=0.0):
    return Shown(parse_card(name), x, y, turned)


def back(x, y, turned=0.0):
    return Shown(None, x, y, turned)


REACH = {
    Actor.A: lambda x, y: [(x - 36, 630), (x + 36, 630), (x + 34, y), (x - 34, y)],
    Actor.B: lambda x, y: [(x - 36, -10), (x + 36, -10), (x + 34, y), (x - 34, y)],
    Actor.DEALER: lambda x, y: [(-10, y - 30), (-10, y + 30), (x, y + 22), (x, y - 22)],
}


def is_wholly_in(window, quad):
    """Tell whether something that was found lies in a window, as far as the picture goes."""
    size = np.array(PROFILE.camera.size_px)
    corners = np.clip(quad, 0, size)
    return bool((corners >= window.low).all() and (corners <= window.high).all())


def is_about(quad_px, shown):
    """Tell whether a rough box is near enough to a card, and turned enough like it."""
    quad, true = quad_px * SCALE, shown.quad
    away = np.linalg.norm(quad.mean(axis=0) - true.mean(axis=0))
    along, own = (max(q[1] - q[0], q[2] - q[1], key=np.linalg.norm) for q in (quad, true))
    shared = abs(along @ own) / np.linalg.norm(along) / np.linalg.norm(own)
    return away < 12 and shared > np.cos(np.radians(16))


@cache
def cloth():
    """The bare cloth, with some things printed on it."""
    noise = np.random.default_rng(1).integers(-6, 6, (90, 160, 3))
    grain = cv2.resize(noise.astype(np.float32), (640, 360))
    image = np.clip(np.array((60, 110, 50)) + grain, 0, 255)
    for x, y in ((30, 30), (600, 40), (590, 320), (40, 310), (320, 40), (320, 320)):
        cv2.rectangle(image, (x, y), (x + 14, y + 9), (200, 200, 200), -1)
    return image.astype(np.float32)


@dataclass
class Film:
    """Draws frame after frame, lets a table be seen, and keeps every state that was told."""

    shuffle: object = None
    """Reorders what the eye finds, to prove that order means nothing."""
    light: float = 1.0
    shift_px: tuple[float, float] = (0.0, 0.0)
    cards: list[Shown] = field(default_factory=list)
    states: list[TableState] = field(default_factory=list)
    unseen: set[Card] = field(default_factory=set)
    """Faces that the eye does not find, however plainly they lie there."""
    dreams: list[SeenCard] = field(default_factory=list)
    """Things that the eye finds although they are not there."""

    shade: Shown | None = None
    """What lies in the shade of something from now on, half as bright."""
    proposes: bool = False
    """Whether the eye looks as well where only motion says that something lies."""
    backs: tuple = ()
    """Prints of the enrolled deck's backs."""

    def __post_init__(self):
        self.number = 0
        self.proposed = 0
        self._chance = np.random.default_rng(5)
        self.sight = Sight(PROFILE, self.look, self if self.proposes else None)
        self._arms: list[tuple[Actor, float, float]] = []

    # What happens

    def wait(self, seconds):
        for _ in range(round(seconds * FPS)):
            self._frame()
        return self

    def reach(self, who, x, y, *, carrying=None, steps=5, back_again=True):
        """Let an arm come in, with a card or without, lay it down there, and leave."""
        start = {Actor.A: (x, 640), Actor.B: (x, -40), Actor.DEALER: (-40, y)}[who]
        for step in range(1, steps + 1):
            at = tuple(s + (e - s) * step / steps for s, e in zip(start, (x, y), strict=True))
            self._frame([(who, *at)], carrying and replace(carrying, x=at[0], y=at[1]))
        if carrying is not None:
            self.cards.append(carrying)
        if back_again:
            self.leave(who, x, y, steps=steps)
        return self

    def hold(self, who, x, y, seconds):
        for _ in range(round(seconds * FPS)):
            self._frame([(who, x, y)])
        return self

    def leave(self, who, x, y, *, carrying=None, steps=5):
        """Let an arm that is over the table go, with a card or without."""
        end = {Actor.A: (x, 640), Actor.B: (x, -40), Actor.DEALER: (-40, y)}[who]
        for step in range(1, steps + 1):
            at = tuple(s + (e - s) * step / steps for s, e in zip((x, y), end, strict=True))
            self._frame([(who, *at)], carrying and replace(carrying, x=at[0], y=at[1]))
        return self

    def take(self, who, cards, *, steps=5):
        """Let an arm come and take cards away."""
        x, y = cards[0].x, cards[0].y
        self.reach(who, x, y, steps=steps, back_again=False)
        self.hold(who, x, y, 0.2)
        self.cards = [c for c in self.cards if c not in cards]
        return self.leave(who, x, y, carrying=cards[0], steps=steps)

    # What came of it

    @property
    def last(self) -> TableState:
        return self.states[-1]

    @property
    def faces(self):
        return {str(c.card) for c in self.last.cards}

    @property
    def lifted(self):
        return [lifted for state in self.states for lifted in state.lifted]

    @property
    def passages(self):
        return [passage for state in self.states for passage in state.passages]

    def lying(self, name):
        return next(c for c in self.last.cards if str(c.card) == name)

    # How it is drawn

    def look(self, _picture, window, is_asked):
        found = [self._seen(c) for c in self.cards if c.face not in self.unseen or c.face is None]
        found = [
            seen
            for seen in (*found, *self.dreams)
            if is_wholly_in(window, seen.quad) and is_asked(seen.quad)
        ]
        return self.shuffle(found) if self.shuffle else found

    def read_at(self, _picture, _quads):
        """Read nothing more in a box of a card's true size: what is found lies tight already."""
        return ()

    def look_at(self, _picture, quads):
        """Find what lies in a rough box, as an aligner does that is not led astray too far."""
        self.proposed += 1
        boxes = [np.array(quad) for quad in quads]
        seen = {c: self._seen(c) for c in self.cards if any(is_about(q, c) for q in boxes)}
        return tuple(seen.values())

    def _seen(self, shown):
        quad = tuple((float(x), float(y)) for x, y in shown.quad / SCALE + self.shift_px)
        if shown.face is None:
            return SeenCard(quad, Kind.BACK, None, 0.9)
        return SeenCard(quad, Kind.FACE, shown.face, 0.97, ((shown.face, 0.97),))

    def _frame(self, arms=(), carried=None):
        image = cloth().copy()
        for shown in (*self.cards, *([carried] if carried else [])):
            self._draw(image, shown)
        if self.shade is not None:
            dark = np.zeros(image.shape[:2], np.uint8)
            cv2.fillPoly(dark, [self._pixels(self.shade.quad)], 1)
            image[dark > 0] *= 0.5
        for who, x, y in arms:
            cv2.fillPoly(image, [self._pixels(REACH[who](x, y))], (110, 150, 210), cv2.LINE_AA)
        if self.shift_px != (0.0, 0.0):
            moved = np.array([[1, 0, self.shift_px[0]], [0, 1, self.shift_px[1]]])
            image = cv2.warpAffine(image, moved, (640, 360), borderMode=cv2.BORDER_REPLICATE)
        image = np.clip(image * np.float32(self.light), 0, 255).astype(np.uint8)
        # A corner is never twice the same, as with a real sensor.
        image[:12, :12] = self._chance.integers(20, 40, (12, 12, 3))
        self._show(image)

    def _show(self, image):
        state = self.sight.see(Frame(image, self.number / FPS, self.number))
        self.number += 1
        if state is not None:
            self.states.append(state)

    def _draw(self, image, shown):
        colour = shown.ink if shown.face is None else (245, 245, 245)
        cv2.fillPoly(image, [self._pixels(shown.quad)], colour, cv2.LINE_AA)
        cv2.polylines(image, [self._pixels(shown.quad)], True, (230, 230, 230), 1, cv2.LINE_AA)
        if shown.face is not None:
            dark = 40 * (int(shown.face.rank) % 3)
            spot = self._pixels([(shown.x, shown.y)])[0]
            cv2.circle(image, tuple(int(v) for v in spot), 9, (dark, 20, 160), -1)

    def _pixels(self, corners):
        return np.round(np.array(corners) / SCALE).astype(np.int32)
