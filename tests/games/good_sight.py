"""What a tracker would tell of a game that was written down as a script, without any picture.

Every card that lies still and face up is read once a frame, and its looks vote as they do in the
tracker; on purpose some reads are wrong, some cards are never found, some packets are counted one
short, and some hands are nobody's. So whole games can be followed in a second, many of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from engine.cards import DECK
from engine.seats import Actor
from engine.table import HANDS, Cover, HandSeen, Lifted, LyingCard, Passage, Spot, TableState, Zone
from vision.placed import overlap
from vision.scene.acts import Deal, Draw, LiftToLook, Nudge, Return, Sweep
from vision.scene.layout import SHOULDERS, ZONES
from vision.scene.stage import HOLD_MM
from vision.tracker_votes import Votes

FPS = 15
CARD_MM = (63.0, 88.0)
STILL_S = 0.13
"""The gate looks at what has lain still for so long."""
FARTHEST_MM = 95.0
"""A hand so near to the middle of a card holds it."""
TOLD_S = 0.3
"""A packet is told so long after it was laid."""
COVERS = 0.1
GONE_S = 0.2
READ_AT = 0.985
"""How sure a read is of the face that it names."""
ZONE_OF = {seat: zone for zone, seat in HANDS.items()}


@dataclass(frozen=True)
class Errors:
    """How often the eye errs, each a share from 0 to 1."""

    misread: float = 0.0
    unfound: float = 0.0
    miscounted: float = 0.0
    nobodys: float = 0.0


@dataclass
class Lying:
    """One card while it lies there, from its coming to rest until it has gone."""

    key: int
    card: object
    corners: np.ndarray
    at: Spot
    zone: Zone
    born_at: float
    by: Actor
    found: bool = True
    votes: Votes = field(default_factory=Votes)
    settled: bool = False
    moved_at: float | None = None
    taken_by: Actor = Actor.UNKNOWN
    held: bool = False


class GoodSight:
    """Tells a table state for each frame of a performance."""

    def __init__(self, performance, seed, errors=Errors()):
        self._movements, self._errors = performance.movements, errors
        self._chance = np.random.default_rng([seed, 9])
        self._lying = {}
        self._keys = 0
        self._due = sorted(passages_of(performance.done), key=lambda p: p[0])
        self._pushed = [d.act for d in performance.done if isinstance(d.act, Nudge | LiftToLook)]

    def states(self, ends_at):
        """Yield the table frame by frame."""
        for number in range(int(ends_at * FPS)):
            moment = number / FPS
            stage = self._movements.at(moment)
            lifted = tuple(self._follow(stage, moment))
            hands = tuple(HandSeen(h.actor, zones_under(h)) for h in stage.hands)
            yield TableState(moment, number, self._cards(), hands, lifted, self._passages(moment))

    def _follow(self, stage, moment):
        there = {c.card: c for c in stage.cards if c.face_up}
        for card, at in there.items():
            if not at.moving and card not in self._lying and at.zone is not Zone.OUTSIDE:
                self._begin(at, stage, moment)
        for card, lying in list(self._lying.items()):
            at = there.get(card)
            if at is not None and not at.moving and at.zone is not Zone.OUTSIDE:
                self._look(lying, at, stage, moment)
                continue
            if lying.moved_at is None:
                lying.moved_at, lying.taken_by = moment, nearest(stage, lying)
            if moment - lying.moved_at >= GONE_S and not self._is_pushed(moment):
                del self._lying[card]
                if lying.settled:
                    yield Lifted(lying.key, lying.votes.best[0], lying.zone, lying.taken_by)

    def _is_pushed(self, moment):
        return any(act.at <= moment <= act.at + act.lasts + 0.1 for act in self._pushed)

    def _begin(self, at, stage, moment):
        self._keys += 1
        by = nearest(stage, at)
        if self._chance.random() < self._errors.nobodys:
            by = Actor.UNKNOWN
        found = self._chance.random() >= self._errors.unfound
        corners = at.corners_mm(CARD_MM)
        self._lying[at.card] = Lying(
            self._keys, at.card, corners, at.at, at.zone, moment, by, found=found
        )

    def _look(self, lying, at, stage, moment):
        lying.corners, lying.at, lying.zone, lying.moved_at = (
            at.corners_mm(CARD_MM),
            at.at,
            at.zone,
            None,
        )
        lying.held = any(away_mm(h, at.at) < FARTHEST_MM for h in stage.hands)
        still = moment - lying.born_at >= STILL_S
        if lying.found and still and not (lying.settled and lying.votes.is_firm):
            lying.votes = lying.votes.with_look(self._read(at.card), 0.2 if lying.held else 1.0)
            lying.settled = lying.settled or lying.votes.is_decided

    def _read(self, card):
        if self._chance.random() < self._errors.misread:
            card = self._chance.choice([c for c in DECK if c != card])
            card = next(c for c in DECK if str(c) == str(card))
        return ((card, READ_AT),)

    def _cards(self):
        settled = [one for one in self._lying.values() if one.settled]
        settled.sort(key=lambda one: one.key)
        return tuple(told(one, settled[:place]) for place, one in enumerate(settled))

    def _passages(self, moment):
        due = [p for at, p in self._due if at <= moment]
        self._due = [(at, p) for at, p in self._due if at > moment]
        return tuple(self._counted(p) for p in due)

    def _counted(self, passage):
        if passage.count > 1 and self._chance.random() < self._errors.miscounted:
            return replace(passage, count=passage.count - 1, probability=0.6)
        return passage


def told(lying, earlier):
    shares = ((one.key, overlap(lying.corners, one.corners)) for one in earlier)
    covers = tuple(Cover(k, s) for k, s in sorted(shares, key=lambda x: -x[1]) if s >= COVERS)
    candidates = lying.votes.candidates
    return LyingCard(
        key=lying.key,
        card=candidates[0][0],
        at=lying.at,
        turned_deg=0.0,
        zone=lying.zone,
        probability=candidates[0][1],
        candidates=candidates,
        covers=covers,
        laid_by=lying.by,
        laid_at=lying.born_at,
        held=lying.held or lying.moved_at is not None,
        hidden=lying.moved_at is not None,
    )


def passages_of(done):
    """Yield what was carried face down, with the time at which it is told."""
    for one in done:
        match one.act:
            case Deal(to=to, count=count):
                yield (
                    one.rests[-1] + TOLD_S,
                    Passage(Actor.DEALER, Zone.TALON, ZONE_OF[to], count, 0.95),
                )
            case Draw(seat=seat):
                for rest in one.rests:
                    yield rest + TOLD_S, Passage(Actor.DEALER, Zone.TALON, ZONE_OF[seat], 1, 0.95)
            case Return(seat=seat, count=count):
                yield one.rests[-1] + TOLD_S, Passage(seat, ZONE_OF[seat], Zone.TALON, count, 0.9)
            case Sweep():
                count = len(one.cards)
                yield (
                    one.rests[-1] + TOLD_S,
                    Passage(Actor.DEALER, Zone.BATTLE, Zone.DISCARD, count, 0.95),
                )


def away_mm(hand, spot):
    return float(np.hypot(hand.at.x_mm - spot.x_mm, hand.at.y_mm - spot.y_mm))


def nearest(stage, thing):
    """Return whose hand is nearest to a card, or nobody's when none is near."""
    near = [(away_mm(h, thing.at), h.actor) for h in stage.hands]
    away, actor = min(near, default=(1e9, Actor.UNKNOWN))
    return actor if away < 260 else Actor.UNKNOWN


def zones_under(hand):
    """Return the zones that an arm is over, from the shoulder to the finger tips."""
    shoulder = SHOULDERS[hand.actor]
    start, end = np.array((shoulder.x_mm, shoulder.y_mm)), np.array((hand.at.x_mm, hand.at.y_mm))
    way = end - start
    tip = 1 + HOLD_MM / max(1.0, float(np.linalg.norm(way)))
    points = [start + way * share for share in np.linspace(0, tip, 60)]
    return frozenset(z for z, box in ZONES.items() if any(inside(box, p) for p in points))


def inside(box, point):
    (left, top), _, (right, bottom), _ = box
    return left <= point[0] <= right and top <= point[1] <= bottom
