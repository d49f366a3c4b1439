"""What acts have in common: when their cards move, heaps, and the truth of what happened."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.cards import Card
from engine.seats import Actor
from engine.table import Spot
from vision.scene.acts import Act, Timed
from vision.scene.layout import TALON
from vision.scene.props import Props, Span
from vision.scene.sprites import Grip

GAP_S = 0.55
"""Between two cards that one person lays or deals one by one."""

GATHERED = 0.42
"""The share of a take or a sweep that gathers the cards into one heap."""

Table = tuple[tuple[Card, Card | None], ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """What is where after an act."""

    talon: int
    discard: int
    hands: tuple[int, int]
    table: Table


@dataclass(frozen=True, slots=True)
class Done:
    """An act as it happened; `hidden` are faces that nobody can see."""

    act: Act
    actor: Actor
    rests: tuple[float, ...]
    cards: tuple[Card, ...] = ()
    hidden: tuple[Card, ...] = ()
    shown_at: float | None = None
    after: Counts = field(default_factory=lambda: Counts(36, 0, (0, 0), ()))


def span_of(act: Timed) -> Span:
    """Return from when until when the act's cards move."""
    return Span(act.at, act.at + act.lasts)


def spans_of(act: Timed, count: int) -> list[Span]:
    """Return the spans of cards that are moved one by one."""
    begins = [act.at + number * (act.lasts + GAP_S) for number in range(count)]
    return [Span(at, at + act.lasts) for at in begins]


def ends_at(act: Timed, cards: int = 1) -> float:
    """Return when the last of an act's cards lies still."""
    return spans_of(act, cards)[-1].ends


def carry_off(props: Props, seat: Actor, cards: list[Card], span: Span, *, face_up: bool) -> None:
    """Gather cards into a heap and take them out of the picture."""
    heap = gather(props, cards, span)
    _, leaves = span.split(GATHERED)
    for card in cards:
        props.lift(card, props.off_table(seat, card, face_up=face_up), leaves)
    home = props.pose(cards[0]).at if cards else heap
    props.carry(seat, (heap, heap, home), (span.begins, leaves.begins, leaves.ends), Grip.HOLD)


def gather(props: Props, cards: list[Card], span: Span) -> Spot:
    """Push cards together in the first part of a span and return where."""
    gathers, _ = span.split(GATHERED)
    heap = middle_of(props, cards)
    for card in cards:
        lying = props.pose(card)
        heaped = replace(lying, at=props.near(heap, 7), turned=props.turn(lying.turned, 6))
        props.lift(card, heaped, gathers, 6)
    return heap


def middle_of(props: Props, cards: list[Card]) -> Spot:
    """Return the middle of where cards lie."""
    spots = [props.pose(card).at for card in cards]
    if not spots:
        return TALON
    return Spot(
        sum(spot.x_mm for spot in spots) / len(spots), sum(spot.y_mm for spot in spots) / len(spots)
    )
