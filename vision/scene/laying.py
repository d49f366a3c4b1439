"""Cards of a bout: laid, laid over, withdrawn, taken, swept."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Card
from engine.seats import Actor
from engine.table import Spot, Zone
from vision.scene.acts import Beat, Lead, Sweep, Take, ThrowIn, Withdraw
from vision.scene.gathering import GATHERED, Done, carry_off, gather, span_of, spans_of
from vision.scene.layout import DISCARD, SLOTS
from vision.scene.props import Pair, Props, Span
from vision.scene.sprites import Grip
from vision.scene.stage import Pose


def lay_attack(props: Props, act: Lead | ThrowIn) -> Done:
    """Lay attack cards on free places, one by one."""
    spans = spans_of(act, len(act.cards))
    if act.at_once:
        spans = [span_of(act)] * len(act.cards)
    for number, (card, span) in enumerate(zip(act.cards, spans, strict=True)):
        slot = props.free_slot()
        at = act.to[number] if act.to else props.near(SLOTS[slot], 8)
        turned = props.turn(0, 8) if act.turned is None else act.turned
        end = Pose(at, turned, face_up=True, zone=Zone.BATTLE)
        if number == 0 and act.under is not None:
            _bring_along(props, act, end, span)
        _bring(props, act, card, end, span)
        props.pairs.append(Pair(card, slot))
    return Done(act, act.seat, tuple(span.ends for span in spans), act.cards)


def _bring(props: Props, act: Lead | ThrowIn | Beat, card: Card, end: Pose, span: Span) -> None:
    """Carry a card from a player's hand onto the table."""
    props.hands[act.seat].remove(card)
    start = props.off_table(act.seat, card, face_up=True)
    props.enter(card, start, end, span)
    times = (span.begins, span.ends)
    props.carry(act.seat, (start.at, end.at), times, Grip.PINCH, act.stays)


def _bring_along(props: Props, act: Lead | ThrowIn, top: Pose, span: Span) -> None:
    """Lay a card under the one that it sticks to: nobody knows that it is there."""
    if act.under is None:
        return
    props.hands[act.seat].remove(act.under)
    dx, dy = act.sticks_out
    end = replace(top, at=Spot(top.at.x_mm + dx, top.at.y_mm + dy))
    props.enter(act.under, props.off_table(act.seat, act.under, face_up=True), end, span)


def lay_defence(props: Props, act: Beat) -> Done:
    """Lay a card over an attack card, shifted and turned, so that its index stays free."""
    attack = props.pose(act.attack)
    aside, along = act.shift or (props.rng.uniform(15, 24), props.rng.uniform(17, 28))
    at = Spot(attack.at.x_mm + float(aside), attack.at.y_mm + float(along))
    turned = props.turn(12, 6) if act.turned is None else act.turned
    end = Pose(at, attack.turned + turned, face_up=True, zone=Zone.BATTLE)
    _bring(props, act, act.card, end, span_of(act))
    next(pair for pair in props.pairs if pair.attack == act.attack).defence = act.card
    return Done(act, act.seat, (span_of(act).ends,), (act.card,))


def withdraw(props: Props, act: Withdraw) -> Done:
    """Take one card back into the hand."""
    span = span_of(act)
    props.forget([act.card])
    lying = props.pose(act.card)
    gone = props.off_table(act.seat, act.card, face_up=True)
    props.lift(act.card, gone, span)
    props.carry(act.seat, (lying.at, gone.at), (span.begins, span.ends), Grip.PINCH)
    props.hands[act.seat].append(act.card)
    return Done(act, act.seat, (span.ends,), (act.card,))


def clear(props: Props, act: Take | Sweep) -> Done:
    """Clear the bout, or part of it, into a hand or onto the discard."""
    cards, span = props.bout() if act.cards is None else list(act.cards), span_of(act)
    props.forget(cards)
    if isinstance(act, Take):
        carry_off(props, act.seat, cards, span, face_up=True)
        props.hands[act.seat] += cards
        return Done(act, act.seat, (span.ends,), tuple(cards))

    heap = gather(props, cards, span)
    _, leaves = span.split(GATHERED)
    for card in cards:
        props.lift(card, props.discard_pose(), leaves)
    props.discard += cards
    times = (span.begins, leaves.begins, leaves.ends)
    props.carry(Actor.DEALER, (heap, heap, DISCARD), times, Grip.SWEEP)
    return Done(act, Actor.DEALER, (span.ends,), tuple(cards))
