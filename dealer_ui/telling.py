"""From what the engine knows to what any player may read on the dealer's page."""

from __future__ import annotations

from collections.abc import Iterable

from dealer_ui.snapshot import ChoiceShown, ClaimTold, Prompt, Told
from engine.cards import Card
from engine.choices import Option
from engine.claim_words import telling_of
from engine.claims import Claim, Noticed, StrapsCalled, TeamWinCalled, WinCalled
from engine.deeds import Deed
from engine.moves import (
    Announce,
    Appoint,
    Beat,
    Deal,
    Declare,
    Draw,
    Expose,
    Hang,
    Lead,
    Move,
    Return,
    SayBeaten,
    SayTakes,
    ShowTrump,
    Sweep,
    Take,
    ThrowIn,
    Transfer,
    Withdraw,
)
from engine.seats import Actor
from engine.verdict import Code, Violation

UNSEEN_CARDS = frozenset(
    {
        Code.DEAL_COUNT,
        Code.DEAL_ORDER,
        Code.DEAL_PACKET,
        Code.DEAL_EXPOSED,
        Code.DEAL_WRONG_FIRST,
        Code.DEAL_BOTTOM,
        Code.DRAW_TOO_FEW,
        Code.DRAW_EXPOSED,
        Code.EXPOSED_HAND,
        Code.DISCARD_SPILLED_OPEN,
        Code.DRAW_ORDER,
        Code.DRAW_TOO_MANY,
        Code.DRAW_HAND_FULL,
        Code.DRAW_SKIPPED,
        Code.DRAW_DURING_BOUT,
        Code.GAME_ALREADY_OVER,
        Code.MOVE_OUT_OF_PLACE,
    }
)
"""Findings about cards that went to a hand: their faces are nobody's business."""


def prompt_for(
    violation: Violation, number: int, *, acknowledged: bool, choices: Iterable[Option] = ()
) -> Prompt:
    """Return the prompt for an open violation; `number` tells it from others of its kind."""
    return Prompt(
        number,
        violation.code,
        violation.actor,
        violation.severity,
        violation.verdict,
        _public(violation),
        violation.on,
        violation.limit,
        violation.count,
        violation.clause,
        acknowledged,
        choices=tuple(ChoiceShown(option.choice, option.seats) for option in choices),
    )


def _public(violation: Violation) -> tuple[Card, ...]:
    if violation.code in UNSEEN_CARDS:
        return ()
    if violation.code is Code.TRUMP_WHILE_SUIT_AVAILABLE:
        return violation.cards[:1]  # the others are held in the hand
    return violation.cards


def claim_told(claim: Claim) -> ClaimTold:
    """Tell a claim without the faces that it names."""
    match claim:
        case Noticed(code=code, seat=seat):
            return ClaimTold(telling_of(claim), seat, code)
        case WinCalled(winner=winner, loser=loser):
            return ClaimTold(telling_of(claim), winner or loser)
        case TeamWinCalled(team=team):
            return ClaimTold(telling_of(claim), team[0] if team else None)
        case StrapsCalled(loser=loser):
            return ClaimTold(telling_of(claim), loser)
        case _:
            return ClaimTold(telling_of(claim), getattr(claim, "seat", None))


def tell(move: Move) -> Told:  # noqa: C901, PLR0911, PLR0912 - one line for each
    """Tell a move so that any player may read it.

    >>> from engine.cards import parse_card
    >>> tell(Draw(Actor.A, 1, (parse_card("Ah"),)))
    Told(deed=<Deed.DRAW: 'draw'>, actor=<Actor.A: 'A'>, cards=(), on=None, count=1, claim=None)
    """
    match move:
        case Deal(to=to, count=count):
            return Told(Deed.DEAL, to, count=count)
        case ShowTrump(card=card):
            return Told(Deed.TRUMP, Actor.DEALER, (card,), count=1)
        case Lead(seat=seat, cards=cards):
            return Told(Deed.LEAD, seat, cards, count=len(cards))
        case ThrowIn(seat=seat, cards=cards):
            return Told(Deed.THROW, seat, cards, count=len(cards))
        case Beat(seat=seat, card=card, attack=attack):
            return Told(Deed.BEAT, seat, (card,), attack, count=1)
        case SayBeaten(seat=seat):
            return Told(Deed.SAY_BEATEN, seat)
        case SayTakes(seat=seat):
            return Told(Deed.SAY_TAKES, seat)
        case Take(seat=seat, cards=cards):
            return Told(Deed.TAKE, seat, count=len(cards))
        case Sweep(by=by, cards=cards):
            return Told(Deed.SWEEP, by, count=len(cards))
        case Draw(seat=seat, count=count):
            return Told(Deed.DRAW, seat, count=count)
        case Withdraw(seat=seat, card=card):
            return Told(Deed.WITHDRAW, seat, (card,), count=1)
        case Return(seat=seat, count=count):
            return Told(Deed.RETURN, seat, count=count)
        case Transfer(seat=seat, cards=cards):
            return Told(Deed.TRANSFER, seat, cards, count=len(cards))
        case Declare(seat=seat):
            return Told(Deed.DECLARE, seat)
        case Appoint(seat=seat):
            return Told(Deed.APPOINT, seat)
        case Expose(seat=seat, cards=cards):
            return Told(Deed.EXPOSE, seat, count=len(cards))
        case Hang(seat=seat, cards=cards):
            return Told(Deed.HANG, seat, cards, count=len(cards))
        case Announce(seat=seat, claim=claim):
            return Told(Deed.ANNOUNCE, seat, claim=claim_told(claim))
