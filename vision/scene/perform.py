"""Playing a script: every act becomes movements of cards and hands, and a line of the truth."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.seats import Actor
from vision.scene.acts import (
    Act,
    Beat,
    Deal,
    Draw,
    Drop,
    Expose,
    FalseStart,
    Gesture,
    Lead,
    LiftToLook,
    Nudge,
    OpenTrump,
    PickUp,
    Put,
    Rest,
    Return,
    Spill,
    Spread,
    Sweep,
    Take,
    ThrowIn,
    Withdraw,
)
from vision.scene.dealing import deal, draw, give_back, open_trump, pick_up
from vision.scene.gathering import Counts, Done, span_of
from vision.scene.idle import play_idle
from vision.scene.laying import clear, lay_attack, lay_defence, withdraw
from vision.scene.mishaps import drop, expose, spill, spread
from vision.scene.props import Props
from vision.scene.script import Script
from vision.scene.stage import Movements


@dataclass(frozen=True, slots=True)
class Performance:
    """A script played through."""

    movements: Movements
    done: tuple[Done, ...]


def perform(script: Script, seed: int) -> Performance:
    """Play a script; the seed decides where exactly cards come to lie."""
    props = Props(np.random.default_rng([seed, 4]), list(script.pack))
    props.lay_out()
    if script.setting is not None:
        props.set_out(script.setting)
    done = [replace(_play(props, act), after=_counts(props)) for act in script.acts]
    return Performance(props.movements(), tuple(done))


def _counts(props: Props) -> Counts:
    """Count what is where."""
    trump = 0 if props.trump is None else 1
    a, b = (len(props.hands[seat]) + len(props.piles[seat]) for seat in (Actor.A, Actor.B))
    table = tuple((pair.attack, pair.defence) for pair in props.pairs)
    return Counts(len(props.talon) + trump, len(props.discard), (a, b), table)


def _play(props: Props, act: Act) -> Done:
    """Let one act happen."""
    match act:
        case Nudge() | Gesture() | Rest() | LiftToLook() | Put():
            play_idle(props, act)
            return Done(act, act.actor, (span_of(act).ends,))
        case FalseStart():
            play_idle(props, act)
            return Done(act, act.seat, (span_of(act).ends,), (act.card,))
        case Drop() | Expose() | Spill() | Spread():
            return _play_mishap(props, act)
        case Deal() | OpenTrump() | PickUp() | Draw() | Return():
            return _play_talon(props, act)
        case Lead() | ThrowIn() | Beat() | Withdraw() | Take() | Sweep():
            return _play_bout(props, act)


def _play_talon(props: Props, act: Deal | OpenTrump | PickUp | Draw | Return) -> Done:
    """Let cards go between talon and players."""
    match act:
        case Deal():
            return deal(props, act)
        case OpenTrump():
            return open_trump(props, act)
        case PickUp():
            return pick_up(props, act)
        case Draw():
            return draw(props, act)
        case Return():
            return give_back(props, act)


def _play_bout(props: Props, act: Lead | ThrowIn | Beat | Withdraw | Take | Sweep) -> Done:
    """Let cards go to, over and from the battle area."""
    match act:
        case Lead() | ThrowIn():
            return lay_attack(props, act)
        case Beat():
            return lay_defence(props, act)
        case Withdraw():
            return withdraw(props, act)
        case Take() | Sweep():
            return clear(props, act)


def _play_mishap(props: Props, act: Drop | Expose | Spill | Spread) -> Done:
    """Let cards come to lie where they do not belong, or back."""
    match act:
        case Drop():
            return drop(props, act)
        case Expose():
            return expose(props, act)
        case Spill():
            return spill(props, act)
        case Spread():
            return spread(props, act)
