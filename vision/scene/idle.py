"""Movements that are no moves of the game: nudges, gestures, resting hands, false starts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.table import Spot, Zone
from vision.scene.acts import FalseStart, Gesture, Nudge, Rest
from vision.scene.layout import SLOTS
from vision.scene.props import Props, Span
from vision.scene.sprites import Grip
from vision.scene.stage import Pose


def play_idle(props: Props, act: Nudge | Gesture | Rest | FalseStart) -> None:
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


def _nudge(props: Props, act: Nudge) -> None:
    """Shift a card, or the whole talon, by a few millimetres."""
    cards = [act.card] if act.card else [*reversed(props.talon)]
    span = Span(act.at, act.at + act.lasts)
    by, turned = props.rng.uniform(-7, 7, 2), props.turn(0, 4)
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
    props.carry(act.actor, way, (span.begins, span.ends), Grip.FLAT)


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
