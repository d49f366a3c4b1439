"""Playing a script: every act becomes movements of cards and hands, and a line of the truth."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from engine.cards import Card
from engine.seats import Actor
from engine.table import Spot, Zone
from vision.scene.acts import (
    Act,
    Beat,
    Deal,
    Draw,
    FalseStart,
    Gesture,
    Lead,
    Nudge,
    OpenTrump,
    PickUp,
    Rest,
    Return,
    Script,
    Sweep,
    Take,
    ThrowIn,
    Withdraw,
)
from vision.scene.idle import play_idle
from vision.scene.layout import DISCARD, SLOTS, TALON, TRUMP
from vision.scene.props import Pair, Props
from vision.scene.sprites import Grip
from vision.scene.stage import Movements, Pose

GAP_S = 0.55
"""Between two cards that one person lays or deals one by one."""

SHOWN = 0.42
"""The share of opening the trump after which its face lies open."""

GATHERED = 0.42
"""The share of a take or a sweep that gathers the cards into one heap."""

UNDER = -1
"""The layer of the trump card, under the talon."""

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


@dataclass(frozen=True, slots=True)
class Performance:
    """A script played through."""

    movements: Movements
    done: tuple[Done, ...]


def perform(script: Script, seed: int) -> Performance:
    """Play a script; the seed decides where exactly cards come to lie."""
    props = Props(np.random.default_rng([seed, 4]), list(script.pack))
    props.lay_out()
    done = [replace(_play(props, act), after=_counts(props)) for act in script.acts]
    return Performance(props.movements(), tuple(done))


def _counts(props: Props) -> Counts:
    """Count what is where."""
    trump = 0 if props.trump is None else 1
    a, b = (len(props.hands[seat]) + len(props.piles[seat]) for seat in (Actor.A, Actor.B))
    table = tuple((pair.attack, pair.defence) for pair in props.pairs)
    return Counts(len(props.talon) + trump, len(props.discard), (a, b), table)


def _play(props: Props, act: Act) -> Done:  # noqa: PLR0911  # one line for each kind of act
    """Let one act happen."""
    match act:
        case Deal():
            return _deal(props, act)
        case OpenTrump():
            return _open_trump(props, act)
        case PickUp():
            return _pick_up(props, act)
        case Lead() | ThrowIn():
            return _lay(props, act)
        case Beat():
            return _beat(props, act)
        case Withdraw():
            return _withdraw(props, act)
        case Take() | Sweep():
            return _clear(props, act)
        case Draw():
            return _draw(props, act)
        case Return():
            return _return(props, act)
        case Nudge() | Gesture() | Rest():
            play_idle(props, act)
            return Done(act, act.actor, (act.at + act.lasts,))
        case FalseStart():
            play_idle(props, act)
            return Done(act, act.seat, (act.at + act.lasts,), (act.card,))


def _deal(props: Props, act: Deal) -> Done:
    """Give a packet from the top of the pack."""
    packet, props.talon = props.talon[: act.count], props.talon[act.count :]
    ends = [props.pile_pose(act.to) for _ in packet]
    for card, end in zip(reversed(packet), ends, strict=True):
        props.move(card, end, act.at, act.lasts)
    props.piles[act.to] += packet
    way = (TALON, ends[-1].at)
    props.carry(Actor.DEALER, way, act.at, (act.at + act.lasts,), Grip.PINCH)
    return Done(act, Actor.DEALER, (act.at + act.lasts,), hidden=tuple(packet))


def _open_trump(props: Props, act: OpenTrump) -> Done:
    """Show the next card beside the talon, then slide it crosswise under the talon."""
    card = props.talon.pop(0)
    beside = Spot(TRUMP.x_mm + 62, TRUMP.y_mm)
    shown = Pose(props.near(beside, 3), props.turn(90, 3), face_up=True, zone=Zone.TRUMP)
    under = Pose(props.near(TRUMP, 3), props.turn(90, 3), face_up=True, zone=Zone.TRUMP)
    shown_at, slides_at = act.at + act.lasts * SHOWN, act.at + act.lasts * 0.6
    ends_at = act.at + act.lasts
    props.move(card, shown, act.at, shown_at - act.at)
    props.move(card, under, slides_at, ends_at - slides_at, layer=UNDER, lift=0)
    props.trump = card
    way = (TALON, shown.at, shown.at, under.at)
    props.carry(Actor.DEALER, way, act.at, (shown_at, slides_at, ends_at), Grip.PINCH)
    return Done(act, Actor.DEALER, (ends_at,), (card,), shown_at=shown_at)


def _pick_up(props: Props, act: PickUp) -> Done:
    """Lift the pile before a player off the table."""
    pile, props.piles[act.seat] = props.piles[act.seat], []
    ends_at = _carry_off(props, act.seat, pile, act.at, act.lasts)
    props.hands[act.seat] += pile
    return Done(act, act.seat, (ends_at,), hidden=tuple(pile))


def _carry_off(
    props: Props, seat: Actor, cards: list[Card], at: float, lasts: float, *, face_up: bool = False
) -> float:
    """Gather cards into a heap and take them out of the picture; return when they are gone."""
    gathered, ends_at = at + lasts * GATHERED, at + lasts
    heap = _middle(props, cards)
    for card in cards:
        lying = props.pose(card)
        heaped = replace(lying, at=props.near(heap, 7), turned=props.turn(lying.turned, 4))
        gone = props.off_table(seat, card, face_up=face_up)
        props.move(card, heaped, at, gathered - at, lift=6)
        props.move(card, gone, gathered, ends_at - gathered)
    home = props.pose(cards[0]).at if cards else heap
    props.carry(seat, (heap, heap, home), at, (gathered, ends_at), Grip.HOLD)
    return ends_at


def _middle(props: Props, cards: list[Card]) -> Spot:
    """Return the middle of where cards lie."""
    spots = [props.pose(card).at for card in cards]
    if not spots:
        return TALON
    return Spot(
        sum(spot.x_mm for spot in spots) / len(spots), sum(spot.y_mm for spot in spots) / len(spots)
    )


def _lay(props: Props, act: Lead | ThrowIn) -> Done:
    """Lay attack cards on free places, one by one."""
    rests = []
    for number, card in enumerate(act.cards):
        at = act.at + number * (act.lasts + GAP_S)
        slot = props.free_slot()
        end = Pose(props.near(SLOTS[slot], 8), props.turn(0, 8), face_up=True, zone=Zone.BATTLE)
        _bring(props, act.seat, card, end, at, act.lasts)
        props.pairs.append(Pair(card, slot))
        rests.append(at + act.lasts)
    return Done(act, act.seat, tuple(rests), act.cards)


def _bring(props: Props, seat: Actor, card: Card, end: Pose, at: float, lasts: float) -> None:
    """Carry a card from a player's hand onto the table."""
    props.hands[seat].remove(card)
    start = props.off_table(seat, card, face_up=True)
    props.move(card, end, at, lasts, start=start)
    props.carry(seat, (start.at, end.at), at, (at + lasts,), Grip.PINCH)


def _beat(props: Props, act: Beat) -> Done:
    """Lay a card over an attack card, shifted and turned, so that its index stays free."""
    attack = props.pose(act.attack)
    aside, along = props.rng.uniform(15, 24), props.rng.uniform(17, 28)
    at = Spot(attack.at.x_mm + float(aside), attack.at.y_mm + float(along))
    end = Pose(at, attack.turned + props.turn(12, 6), face_up=True, zone=Zone.BATTLE)
    _bring(props, act.seat, act.card, end, act.at, act.lasts)
    next(pair for pair in props.pairs if pair.attack == act.attack).defence = act.card
    return Done(act, act.seat, (act.at + act.lasts,), (act.card,))


def _withdraw(props: Props, act: Withdraw) -> Done:
    """Take one card back into the hand."""
    props.forget([act.card])
    lying = props.pose(act.card)
    gone = props.off_table(act.seat, act.card, face_up=True)
    props.move(act.card, gone, act.at, act.lasts)
    props.carry(act.seat, (lying.at, gone.at), act.at, (act.at + act.lasts,), Grip.PINCH)
    props.hands[act.seat].append(act.card)
    return Done(act, act.seat, (act.at + act.lasts,), (act.card,))


def _clear(props: Props, act: Take | Sweep) -> Done:
    """Clear the bout, or part of it, into a hand or onto the discard."""
    cards = props.bout() if act.cards is None else list(act.cards)
    props.forget(cards)
    if isinstance(act, Take):
        ends_at = _carry_off(props, act.seat, cards, act.at, act.lasts, face_up=True)
        props.hands[act.seat] += cards
        return Done(act, act.seat, (ends_at,), tuple(cards))

    gathered, ends_at = act.at + act.lasts * GATHERED, act.at + act.lasts
    heap = _middle(props, cards)
    for card in cards:
        lying = props.pose(card)
        heaped = replace(lying, at=props.near(heap, 7), turned=props.turn(lying.turned, 8))
        props.move(card, heaped, act.at, gathered - act.at, lift=6)
        props.move(card, props.discard_pose(), gathered, ends_at - gathered)
    props.discard += cards
    way = (heap, heap, DISCARD)
    props.carry(Actor.DEALER, way, act.at, (gathered, ends_at), Grip.SWEEP)
    return Done(act, Actor.DEALER, (ends_at,), tuple(cards))


def _draw(props: Props, act: Draw) -> Done:
    """Give cards from the talon one by one; when it is empty, the trump card."""
    drawn, rests = [], []
    for number in range(act.count):
        at = act.at + number * (act.lasts + GAP_S)
        card, face_up = _next_card(props)
        lying = props.pose(card)
        end = replace(props.pile_pose(act.seat), face_up=face_up)
        props.move(card, end, at, act.lasts)
        props.carry(Actor.DEALER, (lying.at, end.at), at, (at + act.lasts,), Grip.PINCH)
        props.piles[act.seat].append(card)
        drawn.append(card)
        rests.append(at + act.lasts)
    return Done(act, act.seat, tuple(rests), hidden=tuple(drawn))


def _next_card(props: Props) -> tuple[Card, bool]:
    """Take the next card of the talon and tell whether its face shows."""
    if props.talon:
        return props.talon.pop(0), False
    if props.trump is None:
        raise ValueError("the script draws more cards than there are")
    card, props.trump = props.trump, None
    return card, True


def _return(props: Props, act: Return) -> Done:
    """Put cards that lie before a player back on the talon."""
    back = [props.piles[act.seat].pop() for _ in range(act.count)]
    way = _middle(props, back)
    for card in back:
        end = Pose(props.near(TALON, 2), props.turn(0, 3), face_up=False, zone=Zone.TALON)
        props.move(card, end, act.at, act.lasts)
        props.talon.insert(0, card)
    ends_at = act.at + act.lasts
    props.carry(Actor.DEALER, (way, TALON), act.at, (ends_at,), Grip.PINCH)
    return Done(act, act.seat, (ends_at,), hidden=tuple(back))
