"""Cards that lie open where nobody may see them, and backs of another deck."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import Card
from engine.claims import DiscardLookedAt, Noticed
from engine.game import apply
from engine.moves import Announce, Deal, Draw, Expose, Move
from engine.ports import Doubt
from engine.seats import Actor
from engine.state import Game, Phase
from engine.table import HANDS, LyingCard, Passage, TableState, Zone
from engine.verdict import Code

NOT_IN_PLAY = frozenset({Phase.BEFORE_DEAL, Phase.DEALING, Phase.OVER})
"""While these last, cards may lie open anywhere."""

CLOSED = frozenset({Zone.TALON, Zone.DISCARD})
"""Zones whose cards lie face down: a face that stays there is somebody's mishap, or more."""


def doubt_about(lying: LyingCard, game: Game) -> Doubt | None:
    """Return the question that a card at rest raises; None where it may lie open."""
    if game.phase in NOT_IN_PLAY or lying.card in {None, game.trump_card}:
        return None
    if lying.zone in CLOSED:
        return Doubt("card-exposed", tuple(_mishaps(lying)))
    return None


def _mishaps(lying: LyingCard) -> Iterator[Announce]:
    """Yield what a face in the talon or in the discard may mean, a mishap before a look."""
    cards = () if lying.card is None else (lying.card,)
    if lying.zone is Zone.DISCARD:
        yield Announce(Actor.DEALER, Noticed(Code.DISCARD_SPILLED_OPEN, lying.laid_by, cards))
        yield Announce(Actor.DEALER, DiscardLookedAt(lying.laid_by))
    else:
        yield Announce(Actor.DEALER, Noticed(Code.BOXED_CARD, Actor.DEALER, cards))
        yield Announce(Actor.DEALER, Noticed(Code.PEEK_TALON, lying.laid_by))


def doubt_about_packet(passage: Passage, move: Move, game: Game) -> Doubt | None:
    """Return the question that faces in a packet raise; `game` stands before the move.

    The trump card is drawn open, and what a move names itself was told by the shoe.
    """
    if not isinstance(move, Deal | Draw) or passage.target not in HANDS:
        return None
    after = apply(game, move)
    seat = HANDS[passage.target]
    known = {game.trump_card, *after.bout.cards, *after.hand(seat).known}
    faces: tuple[Card, ...] = tuple(card for card in passage.cards if card not in known)
    return Doubt("card-shown", (Expose(seat, faces),)) if faces else None


def strange_backs(state: TableState) -> Iterator[Announce]:
    """Yield what backs of another deck are: somebody's card, or nobody knows whose."""
    for zone in state.strange_backs:
        seat = HANDS.get(zone, Actor.UNKNOWN)
        yield Announce(Actor.DEALER, Noticed(Code.BACK_MISMATCH, seat))
