"""Counts that a later move puts right: a packet that was badly seen held one card more.

A packet whose cards lie squarely on each other counts as the packet of the house. Where the first
refill then seems to leave one player a card short, either the dealer forgot him, or the packet was
larger; nobody saw which, so nobody is accused of either. If he then draws a card more than he would
lack, it was the dealer.
"""

from __future__ import annotations

from dataclasses import replace

from engine.correcting import after_truth
from engine.counting import count_told, counts_all
from engine.moves import Deal, Move, ShowTrump, Sweep, Take
from engine.reading_passages import COUNTED
from engine.seats import Actor
from engine.standing import Standing, Step
from engine.table import Zone
from engine.truths import Truth
from engine.unseen import COUNTS, HAND_OF
from engine.verdict import Code, Verdict

LACKING = frozenset({Code.DRAW_SKIPPED, Code.DRAW_TOO_FEW})


def recounted(standing: Standing) -> Standing:
    """Return the standing with a badly seen packet counted anew, if the last move suggests it."""
    for seat in _lacking(standing):
        packet = _badly_seen(standing.steps, seat)
        again = standing if packet is None else _with_one_more(standing, packet, seat)
        if seat not in _lacking(again):
            return again
    for seat in _overdrawn(standing):
        packet = _badly_seen(standing.steps, seat)
        again = standing if packet is None else _as_it_was_seen(standing, packet, seat)
        if seat not in _overdrawn(again):
            return again
    return standing


def after_counting(standing: Standing, move: Move) -> Standing:
    """Return the standing after something was told: whoever has counted every pile knows them."""
    told = count_told(standing.game, move)
    if told is None or not counts_all(standing.game, told):
        return standing
    return replace(standing, unseen=standing.unseen - COUNTS)


def _lacking(standing: Standing) -> tuple[Actor, ...]:
    """Return who seems to have drawn too few cards before the last move, in the first refill."""
    if not standing.steps or sum(_ends_a_bout(step) for step in standing.steps) != 1:
        return ()
    found = (flag.violation for flag in standing.steps[-1].flags)
    return tuple(v.actor for v in found if v.code in LACKING and v.verdict is Verdict.ILLEGAL)


def _overdrawn(standing: Standing) -> tuple[Actor, ...]:
    """Return who seems to have drawn more than he lacked with the last move."""
    found = (flag.violation for flag in standing.steps[-1].flags) if standing.steps else ()
    return tuple(v.actor for v in found if v.code is Code.DRAW_TOO_MANY)


def _ends_a_bout(step: Step) -> bool:
    return isinstance(step.move, Sweep | Take) and not step.is_void


def _badly_seen(steps: tuple[Step, ...], seat: Actor) -> Step | None:
    """Return the last packet of a player that was not surely counted."""
    packets = (s for s in reversed(steps) if isinstance(s.move, Deal) and s.move.to is seat)
    return next((s for s in packets if s.probability < COUNTED and not s.is_void), None)


def _as_it_was_seen(standing: Standing, packet: Step, seat: Actor) -> Standing:
    """Return the standing without the card that a packet was thought to have held unseen."""
    seen = packet.namings[0].move
    if not (isinstance(seen, Deal) and _hides(seat) <= packet.unseen):
        return standing
    return after_truth(standing, packet.number, Truth(count=seen.count))


def _hides(seat: Actor) -> frozenset[Zone]:
    """Return what nobody has seen where a packet held a card more."""
    return frozenset({HAND_OF[seat], Zone.TALON})


def _with_one_more(standing: Standing, packet: Step, seat: Actor) -> Standing:
    """Return the standing in which a packet held one card more, which nobody saw."""
    hidden = packet.unseen | _hides(seat)
    steps = tuple(
        replace(step, unseen=hidden) if isinstance(step.move, Deal | ShowTrump) else step
        for step in standing.steps
    )
    count = packet.move.count + 1 if isinstance(packet.move, Deal) else None
    return after_truth(replace(standing, steps=steps), packet.number, Truth(count=count))
