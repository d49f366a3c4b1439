"""Cards of a bout: laid, laid over, withdrawn, taken, swept."""

from __future__ import annotations

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
    for card, span in zip(act.cards, spans, strict=True):
        slot = props.free_slot()
        end = Pose(props.near(SLOTS[slot], 8), props.turn(0, 8), face_up=True, zone=Zone.BATTLE)
        _bring(props, act.seat, card, end, span)
        props.pairs.append(Pair(card, slot))
    return Done(act, act.seat, tuple(span.ends for span in spans), act.cards)


def _bring(props: Props, seat: Actor, card: Card, end: Pose, span: Span) -> None:
    """Carry a card from a player's hand onto the table."""
    props.hands[seat].remove(card)
    start = props.off_table(seat, card, face_up=True)
    props.enter(card, start, end, span)
    props.carry(seat, (start.at, end.at), (span.begins, span.ends), Grip.PINCH)


def lay_defence(props: Props, act: Beat) -> Done:
    """Lay a card over an attack card, shifted and turned, so that its index stays free."""
    attack = props.pose(act.attack)
    aside, along = props.rng.uniform(15, 24), props.rng.uniform(17, 28)
    at = Spot(attack.at.x_mm + float(aside), attack.at.y_mm + float(along))
    end = Pose(at, attack.turned + props.turn(12, 6), face_up=True, zone=Zone.BATTLE)
    _bring(props, act.seat, act.card, end, span_of(act))
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
