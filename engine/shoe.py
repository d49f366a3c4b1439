"""The card shoe: what it may let out, and what it tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.cards import Card
from engine.matches import judge_begun
from engine.parameters import TrumpReveal
from engine.seats import Actor
from engine.state import HAND_SIZE, Game, Phase


@dataclass(frozen=True, slots=True)
class Allowance:
    """So many cards may leave the shoe for a seat; nobody's is the trump card."""

    seat: Actor | None
    count: int


@dataclass(frozen=True, slots=True)
class CardOut:
    """A card left the shoe, the `number`-th of its pack.

    `seat` is whom the shoe was told to serve, `card` the face where the shoe reads faces; an
    `unasked` card left although none was allowed.
    """

    number: int
    seat: Actor | None = None
    card: Card | None = None
    unasked: bool = False


@dataclass(frozen=True, slots=True)
class LidMoved:
    """The lid was opened or closed."""

    is_open: bool


@dataclass(frozen=True, slots=True)
class Jammed:
    """Cards got stuck, or are free again."""

    is_stuck: bool


@dataclass(frozen=True, slots=True)
class Emptied:
    """The last card has left, or cards were put in."""

    is_empty: bool


@dataclass(frozen=True, slots=True)
class Counted:
    """The shoe told how many cards have left it in all."""

    out: int


ShoeNews = CardOut | LidMoved | Jammed | Emptied | Counted


class Shoe(Protocol):
    """What cards are dealt and drawn from."""

    def allow(self, allowance: Allowance | None) -> None:
        """Let cards out to a seat, or none; never blocks, never raises."""
        ...

    def news(self) -> tuple[ShoeNews, ...]:
        """Return what the shoe told since the last time, in its order; never blocks."""
        ...

    def close(self) -> None:
        """Let go of the shoe; it stays unlocked, so that people can play on without us."""
        ...


def allowance(game: Game) -> Allowance | None:
    """Return which cards the rules let out of the shoe now (125.4, 125.8).

    The packets of the deal one by one, then the trump card, then each draw in its order.
    """
    match game.phase:
        case Phase.BEFORE_DEAL if _may_not_begin(game):
            return None
        case Phase.BEFORE_DEAL | Phase.DEALING:
            return _dealt_next(game)
        case Phase.DRAWING:
            due = game.due()[0]
            return Allowance(due.seat, due.count)
        case _:
            return None


def _may_not_begin(game: Game) -> bool:
    """Tell whether the tournament's desk lets no game begin here (124, 125.3)."""
    match = game.setting.match
    return match is not None and any(judge_begun(match))


def _dealt_next(game: Game) -> Allowance | None:
    shown_first = game.rules.trump_reveal is TrumpReveal.BEFORE_DEAL
    if shown_first and game.trump_card is None:
        return Allowance(None, 1)
    last = game.memory.dealt_to
    if last is not None:
        around = (*game.clockwise(last)[1:], last)
    elif game.setting.dealer is not None and game.setting.dealer in game.players:
        around = (*game.clockwise(game.setting.dealer)[1:], game.setting.dealer)
    else:
        around = game.players
    for seat in around:
        lacks = HAND_SIZE - game.hand(seat).count
        if lacks > 0:
            return Allowance(seat, min(max(game.rules.deal_packets), lacks, game.talon))
    return Allowance(None, 1) if game.trump_card is None and game.talon else None
