"""Movements that are no moves of the game: nudges, gestures, resting hands, false starts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.cards import Card
from engine.table import HANDS, Spot, Zone
from vision.scene.acts import FalseStart, Gesture, LiftToLook, Nudge, Put, Rest
from vision.scene.layout import HOMES, SLOTS
from vision.scene.props import Props, Span
from vision.scene.sprites import Grip
from vision.scene.stage import Leg, Pose, between


def play_idle(props: Props, act: Nudge | Gesture | Rest | FalseStart | LiftToLook | Put) -> None:
    """Do something that is no move of the game."""
    match act:
        case Nudge():
            _nudge(props, act)
        case Gesture():
            _wave(props, act)
        case Rest():
            points = [(time, act.over, Grip.FLAT) for time in (act.at, act.at + act.lasts)]
            props.reach(act.actor, *points)
        case FalseStart():
            _hold_over(props, act)
        case LiftToLook():
            _lift_to_look(props, act)
        case Put():
            _put(props, act)


def _nudge(props: Props, act: Nudge) -> None:
    """Shift a card, or all that lies in a zone, by a few millimetres."""
    cards = [act.card] if act.card else lying_in(props, act.zone)
    span = Span(act.at, act.at + act.lasts)
    by = act.by or props.rng.uniform(-7, 7, 2)
    turned = props.turn(0, 4) if act.turn is None else act.turn
    if not cards:
        return
    lying = props.pose(cards[-1]).at
    for card in cards:
        pose = props.pose(card)
        to = Spot(pose.at.x_mm + float(by[0]), pose.at.y_mm + float(by[1]))
        end = replace(pose, at=to, turned=pose.turned + turned)
        layer = props.legs[card][-1].layer
        props.slide(card, end, span, layer)
    way = (lying, props.pose(cards[-1]).at)
    props.carry(act.actor, way, (span.begins, span.ends), Grip.FLAT, act.stays)


def lying_in(props: Props, zone: Zone) -> list[Card]:
    """Return the cards that lie in a zone, the lowest first."""
    match zone:
        case Zone.TALON:
            return [*reversed(props.talon)]
        case Zone.DISCARD:
            return props.discard
        case Zone.BATTLE:
            return props.bout()
        case _:
            return props.piles[HANDS[zone]] if zone in HANDS else []


def _wave(props: Props, act: Gesture) -> None:
    """Wave a hand over a spot."""
    swings = (-16, 14, -12, 10)
    times = np.linspace(act.at, act.at + act.lasts, len(swings))
    spots = [Spot(act.over.x_mm + dx, act.over.y_mm + abs(dx) / 2) for dx in swings]
    points = [(float(time), spot, Grip.POINT) for time, spot in zip(times, spots, strict=True)]
    props.reach(act.actor, *points)


def _hold_over(props: Props, act: FalseStart) -> None:
    """Carry a card over the table, hesitate, and carry it back."""
    start = props.off_table(act.seat, act.card, face_up=True)
    spot = props.near(SLOTS[props.free_slot()], 14)
    over = Pose(spot, props.turn(0, 8), face_up=True, zone=Zone.OUTSIDE)
    comes, rest = Span(act.at, act.at + act.lasts).split(0.38)
    hovers, goes = rest.split(0.4)
    props.enter(act.card, start, over, comes)
    props.lift(act.card, over, hovers)
    props.lift(act.card, start, goes)
    way = (start.at, over.at, over.at, start.at)
    times = (comes.begins, hovers.begins, goes.begins, goes.ends)
    props.carry(act.seat, way, times, Grip.PINCH)


def _lift_to_look(props: Props, act: LiftToLook) -> None:
    """Lift a card towards oneself, hold it, and lay it back nearly where it lay."""
    lying = props.pose(act.card)
    aside = between(lying.at, HOMES[act.actor], 0.14)
    up = replace(lying, at=aside, turned=props.turn(lying.turned, 8))
    back = replace(lying, at=props.near(lying.at, 4), turned=props.turn(lying.turned, 3))
    lifts, rest = Span(act.at, act.at + act.lasts).split(0.3)
    holds, lays = rest.split(0.55)
    props.lift(act.card, up, lifts)
    props.lift(act.card, up, holds)
    props.lift(act.card, back, lays)
    way = (lying.at, aside, aside, back.at)
    times = (lifts.begins, holds.begins, lays.begins, lays.ends)
    props.carry(act.actor, way, times, Grip.PINCH, act.stays)


def _put(props: Props, act: Put) -> None:
    """Bring a thing to the table, or move one that stands there."""
    home = Pose(HOMES[act.actor], 0, face_up=True, zone=Zone.OUTSIDE)
    legs = props.things.setdefault(act.thing, [])
    start = legs[-1].end if legs else home
    end = replace(home, at=act.to)
    legs.append(Leg(act.at, act.at + act.lasts, start, end, 0, 0))
    props.carry(act.actor, (start.at, end.at), (act.at, act.at + act.lasts), Grip.HOLD, act.stays)
