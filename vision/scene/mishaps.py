"""Cards where they do not belong: dropped, exposed, spilled; and the pack spread to be checked."""

from __future__ import annotations

from dataclasses import replace

from engine.seats import Actor
from engine.table import Spot, Zone
from vision.scene.acts import Drop, Expose, Spill, Spread
from vision.scene.gathering import Done, middle_of, span_of
from vision.scene.idle import lying_in
from vision.scene.layout import DISCARD, TALON
from vision.scene.props import Props
from vision.scene.sprites import Grip
from vision.scene.stage import Pose

COLUMNS, STEP_MM, ROW_MM, LEFT_MM, TOP_MM = 9, 66.0, 104.0, 300.0, 155.0
"""The pack spread face up: four rows of nine cards that do not cover each other."""


def drop(props: Props, act: Drop) -> Done:
    """Let a card fall out of a hand: it lies where it fell, and is no move of the game."""
    span = span_of(act)
    props.hands[act.seat].remove(act.card)
    start = props.off_table(act.seat, act.card, face_up=act.face_up)
    end = Pose(act.to, props.turn(30, 20), face_up=act.face_up, zone=Zone.BATTLE)
    props.enter(act.card, start, end, span)
    # The hand is ahead of the card that it loses.
    way = (start.at, Spot(act.to.x_mm, act.to.y_mm + 30))
    props.carry(act.seat, way, (span.begins, span.ends), Grip.PINCH, act.stays)
    return Done(act, act.seat, (span.ends,), (act.card,))


def expose(props: Props, act: Expose) -> Done:
    """Turn the top card of a pile over where it lies."""
    card = lying_in(props, act.zone)[-1]
    span, lying = span_of(act), props.pose(card)
    props.lift(card, replace(lying, face_up=not lying.face_up), span, 40.0)
    times = (span.begins, span.ends)
    props.carry(act.actor, (lying.at, lying.at), times, Grip.PINCH, act.stays)
    return Done(act, act.actor, (span.ends,), (card,))


def spill(props: Props, act: Spill) -> Done:
    """Let the upper cards of a pile slide off it one beyond the other, or push them back."""
    span, home = span_of(act), TALON if act.zone is Zone.TALON else DISCARD
    cards = lying_in(props, act.zone)[-act.count :]
    first = middle_of(props, cards)
    for number, card in enumerate(cards, 1):
        dx, dy = (number * by for by in act.by)
        at = Spot(home.x_mm + dx, home.y_mm + dy)
        # A card beside the pile is none of it any more: it is drawn by itself.
        zone = act.zone if act.by == (0.0, 0.0) else Zone.BATTLE
        pose = replace(props.pose(card), at=props.near(at, 1), zone=zone)
        props.slide(card, pose, span, props.legs[card][-1].layer)
    way = (first, middle_of(props, cards))
    props.carry(act.actor, way, (span.begins, span.ends), Grip.SWEEP, act.stays)
    return Done(act, act.actor, (span.ends,), hidden=tuple(cards))


def spread(props: Props, act: Spread) -> Done:
    """Spread the whole pack face up over the battle area, or gather it on the talon again."""
    span = span_of(act)
    cards = sorted(props.talon) if not act.gathers else list(reversed(props.talon))
    for number, card in enumerate(cards):
        end = _heaped(props) if act.gathers else _in_row(props, number)
        props.lift(card, end, span)
    ways = (TALON, Spot(600, 300), TALON)
    times = (span.begins, (span.begins + span.ends) / 2, span.ends)
    props.carry(Actor.DEALER, ways, times, Grip.SWEEP, act.stays)
    return Done(act, Actor.DEALER, (span.ends,), tuple(cards))


def _heaped(props: Props) -> Pose:
    """Return where a card of the gathered pack lies."""
    return Pose(props.near(TALON, 0.5), props.turn(0, 0.6), face_up=False, zone=Zone.TALON)


def _in_row(props: Props, number: int) -> Pose:
    """Return where a card of the spread pack lies."""
    row, column = divmod(number, COLUMNS)
    at = Spot(LEFT_MM + STEP_MM * column, TOP_MM + ROW_MM * row)
    return Pose(props.near(at, 2), props.turn(0, 2), face_up=True, zone=Zone.BATTLE)
