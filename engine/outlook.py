"""What the rules expect next: whose turn it is, how many cards, which kinds of move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from engine.bout import Due
from engine.cards import Card
from engine.house import ThrowOnTake
from engine.seats import Actor
from engine.state import HAND_SIZE, Game, Phase, Result
from engine.throwers import throwers


@unique
class Kind(StrEnum):
    """A kind of move; the value is stored and translated."""

    DEAL = "deal"
    SHOW_TRUMP = "show-trump"
    LEAD = "lead"
    THROW_IN = "throw-in"
    BEAT = "beat"
    SAY_BEATEN = "say-beaten"
    SAY_TAKES = "say-takes"
    TAKE = "take"
    SWEEP = "sweep"
    DRAW = "draw"
    TRANSFER = "transfer"
    APPOINT = "appoint"


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is expected next at the table."""

    phase: Phase
    actor: Actor | None
    """Whose turn it is; None where the rules leave it open or the game is over."""
    kinds: frozenset[Kind]
    cap_left: int = 0
    """How many more cards may be thrown in."""
    unbeaten: tuple[Card, ...] = ()
    due: tuple[Due, ...] = ()
    """Who must still draw or be dealt to, how many cards, in order."""
    result: Result | None = None


def outlook(game: Game) -> Outlook:
    """Say what the rules expect next."""
    phase = game.phase
    match phase:
        case Phase.BEFORE_DEAL | Phase.DEALING:
            return _deal_outlook(game, phase)
        case Phase.FIRST_LEAD | Phase.NEXT_LEAD:
            return _lead_outlook(game, phase)
        case Phase.BOUT:
            return _bout_outlook(game)
        case Phase.DRAWING:
            due = game.due()
            return Outlook(phase, due[0].seat, frozenset({Kind.DRAW}), due=due)
        case Phase.OVER:
            return Outlook(phase, None, frozenset(), result=game.result)


def _deal_outlook(game: Game, phase: Phase) -> Outlook:
    due = tuple(
        Due(seat, HAND_SIZE - hand.count)
        for seat, hand in zip(game.players, game.hands, strict=True)
        if hand.count < HAND_SIZE
    )
    return Outlook(phase, Actor.DEALER, frozenset({Kind.DEAL if due else Kind.SHOW_TRUMP}), due=due)


def _lead_outlook(game: Game, phase: Phase) -> Outlook:
    """Say who leads; where the rules leave it open, the inspector may rule."""
    kinds = {Kind.LEAD} if game.leader is not None else {Kind.LEAD, Kind.APPOINT}
    return Outlook(phase, game.leader, frozenset(kinds))


def _bout_outlook(game: Game) -> Outlook:
    bout = game.bout
    waiting = [seat for seat in throwers(game) if not bout.has_finished(seat)]
    cap_left = min(game.cap_left, sum(game.hand(seat).count for seat in throwers(game)))
    if bout.taking and game.rules.throw_on_take is ThrowOnTake.FORBIDDEN:
        cap_left = 0
    throwing = {Kind.THROW_IN, Kind.SAY_BEATEN} if cap_left else {Kind.SAY_BEATEN}
    if bout.taking:
        actor, kinds = bout.defender, throwing | {Kind.TAKE}
    elif bout.unbeaten:
        actor, kinds = bout.defender, throwing | {Kind.BEAT, Kind.SAY_TAKES, Kind.TAKE}
        if game.rules.transfer and not any(pair.defence for pair in bout.pairs):
            kinds |= {Kind.TRANSFER}
    elif bout.has_passed or not cap_left:
        actor, kinds = Actor.DEALER, {Kind.SWEEP}
    else:
        actor = waiting[0] if waiting else bout.attacker
        kinds = throwing | {Kind.SWEEP, Kind.SAY_TAKES, Kind.TAKE}
    return Outlook(Phase.BOUT, actor, frozenset(kinds), cap_left, bout.unbeaten, bout.skipped, None)
