"""Cards going between the talon and the players: dealing, the trump card, drawing, giving back."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Card
from engine.seats import Actor
from engine.table import Spot, Zone
from vision.scene.acts import Deal, Draw, OpenTrump, PickUp, Return
from vision.scene.gathering import Done, carry_off, middle_of, span_of, spans_of
from vision.scene.layout import TALON, TRUMP
from vision.scene.props import UNDER, Props
from vision.scene.sprites import Grip
from vision.scene.stage import Pose

SHOWN = 0.42
"""The share of opening the trump after which its face lies open."""

SLIDES = 0.6
"""The share of opening the trump after which it is slid under the talon."""


def deal(props: Props, act: Deal) -> Done:
    """Give a packet from the top of the pack."""
    span = span_of(act)
    packet, props.talon = props.talon[: act.count], props.talon[act.count :]
    ends = [props.pile_pose(act.to) for _ in packet]
    for card, end in zip(reversed(packet), ends, strict=True):
        props.lift(card, end, span)
    props.piles[act.to] += packet
    way = (TALON, ends[-1].at)
    props.carry(Actor.DEALER, way, (span.begins, span.ends), Grip.PINCH)
    return Done(act, Actor.DEALER, (span.ends,), hidden=tuple(packet))


def open_trump(props: Props, act: OpenTrump) -> Done:
    """Show the next card beside the talon, then slide it crosswise under the talon."""
    card = props.talon.pop(0)
    beside = Spot(TRUMP.x_mm + 62, TRUMP.y_mm)
    shown = Pose(props.near(beside, 3), props.turn(90, 3), face_up=True, zone=Zone.TRUMP)
    under = Pose(props.near(TRUMP, 3), props.turn(90, 3), face_up=True, zone=Zone.TRUMP)
    shows, _ = span_of(act).split(SHOWN)
    _, slides = span_of(act).split(SLIDES)
    props.lift(card, shown, shows)
    props.slide(card, under, slides, UNDER)
    props.trump = card
    way = (TALON, shown.at, shown.at, under.at)
    times = (shows.begins, shows.ends, slides.begins, slides.ends)
    props.carry(Actor.DEALER, way, times, Grip.PINCH)
    return Done(act, Actor.DEALER, (slides.ends,), (card,), shown_at=shows.ends)


def pick_up(props: Props, act: PickUp) -> Done:
    """Lift the pile before a player off the table."""
    pile, props.piles[act.seat] = props.piles[act.seat], []
    span = span_of(act)
    carry_off(props, act.seat, pile, span, face_up=False)
    props.hands[act.seat] += pile
    return Done(act, act.seat, (span.ends,), hidden=tuple(pile))


def draw(props: Props, act: Draw) -> Done:
    """Give cards from the talon one by one; when it is empty, the trump card."""
    drawn, spans = [], spans_of(act, act.count)
    for span in spans:
        card, face_up = _next_card(props)
        lying = props.pose(card)
        end = replace(props.pile_pose(act.seat), face_up=face_up)
        props.lift(card, end, span)
        props.carry(Actor.DEALER, (lying.at, end.at), (span.begins, span.ends), Grip.PINCH)
        props.piles[act.seat].append(card)
        drawn.append(card)
    return Done(act, act.seat, tuple(span.ends for span in spans), hidden=tuple(drawn))


def _next_card(props: Props) -> tuple[Card, bool]:
    """Take the next card of the talon and tell whether its face shows."""
    if props.talon:
        return props.talon.pop(0), False
    if props.trump is None:
        raise ValueError("the script draws more cards than there are")
    card, props.trump = props.trump, None
    return card, True


def give_back(props: Props, act: Return) -> Done:
    """Put the cards that a player drew last back on the talon, picked up already or not."""
    lying, seat, span = bool(props.piles[act.seat]), act.seat, span_of(act)
    source = props.piles[seat] if lying else props.hands[seat]
    back = [source.pop() for _ in range(act.count)]
    held = props.off_table(seat, back[0], face_up=False)
    way = middle_of(props, back) if lying else held.at
    for card in back:
        end = Pose(props.near(TALON, 2), props.turn(0, 3), face_up=False, zone=Zone.TALON)
        props.enter(card, props.pose(card) if lying else held, end, span)
        props.talon.insert(0, card)
    actor = Actor.DEALER if lying else seat
    props.carry(actor, (way, TALON), (span.begins, span.ends), Grip.PINCH)
    return Done(act, seat, (span.ends,), hidden=tuple(back))
