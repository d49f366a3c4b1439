"""Playing a game for a film: two players who know the rules, and the errors that are wished for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.cards import DECK, Card, Rank, Suit, beats
from engine.game import apply, new_game
from engine.house import load_rules
from engine.moves import Move
from engine.seats import Actor
from engine.state import Game
from vision.scene.acts import Act, Slip, Timed
from vision.scene.wishes import SLIPS, Error, Wish

SEATS = (Actor.A, Actor.B)


@dataclass(frozen=True, slots=True)
class Tempo:
    """How fast people play: seconds of thinking, and of a hand's movement (from, to)."""

    thinking: tuple[float, float] = (1.1, 2.4)
    moving: tuple[float, float] = (0.65, 0.95)
    dealing: tuple[float, float] = (0.5, 0.68)
    clearing: tuple[float, float] = (1.5, 2.0)
    restless: bool = False
    """Whether people nudge cards, lift them, or hold one over the table before they play."""


@dataclass(slots=True)
class Play:
    """A game in the making: who really holds what, the engine's view of it, and the clock."""

    rng: np.random.Generator
    tempo: Tempo
    pack: list[Card]
    game: Game
    wishes: list[Wish]
    hands: dict[Actor, list[Card]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    acts: list[Act] = field(default_factory=list)
    clock: float = 1.6
    bout_no: int = 1
    restless: np.random.Generator | None = None
    """The chances of people who fidget."""

    def between(self, bounds: tuple[float, float]) -> float:
        """Return a duration between bounds, in whole hundredths of a second."""
        return round(float(self.rng.uniform(*bounds)), 2)

    def think(self, share: float = 1.0) -> None:
        """Let time pass before the next act."""
        self.clock = round(self.clock + self.between(self.tempo.thinking) * share, 2)

    def chance(self, share: float) -> bool:
        """Throw a coin that falls on yes with this share."""
        return bool(self.rng.random() < share)

    def wants(self, error: Error) -> bool:
        """Tell whether an error is wished for by now."""
        return any(w.error is error and w.from_bout <= self.bout_no for w in self.wishes)

    def granted(self, error: Error) -> Slip:
        """Strike an error off the wishes and return how it is named."""
        self.wishes = [wish for wish in self.wishes if wish.error is not error]
        return SLIPS[error]

    def record(self, act: Act, move: Move | None, ends: float) -> int:
        """Write an act down, tell the engine, move the clock; return the act's index."""
        self.acts.append(act)
        if move is not None:
            self.game = apply(self.game, move)
        self.clock = round(ends, 2)
        return len(self.acts) - 1

    def drawn(self, seat: Actor, count: int) -> None:
        """Give a player the next cards of the pack."""
        self.hands[seat] += self.pack[:count]
        self.pack = self.pack[count:]

    def lowest_first(self, cards: Sequence[Card]) -> list[Card]:
        """Sort cards as a careful player spends them: trumps last, low ranks first."""
        return sorted(cards, key=lambda c: (c.suit == self.game.trump, c.rank, c.suit))

    def answer_to(self, attack: Card, seat: Actor) -> Card | None:
        """Return the card with which a player beats an attack: his lowest that does."""
        trump = self.game.trump
        if trump is None:
            return None
        fits = [card for card in self.hands[seat] if beats(card, attack, trump)]
        return next(iter(self.lowest_first(fits)), None)

    def too_low(self, attack: Card, seat: Actor) -> Card | None:
        """Return a card of the attack's suit that does not beat it."""
        if attack.suit == self.game.trump:
            return None
        held = self.hands[seat]
        return next((c for c in held if c.suit == attack.suit and c.rank < attack.rank), None)

    def low_trump(self, attack: Card, seat: Actor) -> Card | None:
        """Return a trump that is lower than the trump that attacks."""
        trump = self.game.trump
        held = self.hands[seat] if attack.suit == trump else []
        return next((c for c in held if c.suit == trump and c.rank < attack.rank), None)

    def other_than(self, suit: Suit | None, seat: Actor) -> Card | None:
        """Return a player's lowest card of another suit."""
        held = self.lowest_first(self.hands[seat])
        return next((card for card in held if card.suit != suit), None)

    def wrong_suit(self, attack: Card, seat: Actor) -> Card | None:
        """Return a card of another suit that is no trump, over an attack that is none either."""
        if attack.suit == self.game.trump:
            return None
        held = self.lowest_first(self.hands[seat])
        return next((c for c in held if c.suit not in {attack.suit, self.game.trump}), None)

    def wrong_rank(self, seat: Actor) -> Card | None:
        """Return a card whose rank does not lie on the table."""
        lying = {card.rank for card in self.game.bout.cards}
        held = self.lowest_first(self.hands[seat])
        return next((card for card in held if card.rank not in lying), None)

    def may_throw(self, seat: Actor) -> list[Card]:
        """Return the cards that a player may throw in, lowest first."""
        return self.of_ranks_lying(seat) if self.game.cap_left > 0 else []

    def of_ranks_lying(self, seat: Actor) -> list[Card]:
        """Return a player's cards of the ranks that lie on the table, lowest first."""
        lying = {card.rank for card in self.game.bout.cards}
        return self.lowest_first([card for card in self.hands[seat] if card.rank in lying])

    def to_lead(self, seat: Actor) -> tuple[Card, ...]:
        """Return the cards that a player leads: his lowest, at times with its twin."""
        held = self.lowest_first(self.hands[seat])
        other = next(player for player in SEATS if player is not seat)
        twins = [card for card in held if card.rank == held[0].rank]
        plain = [card for card in twins if card.suit != self.game.trump] or twins
        count = 2 if self.chance(0.35) else 1
        return tuple(plain[: min(count, len(self.hands[other]))])


def new_play(seed: int, wishes: Sequence[Wish], tempo: Tempo) -> Play:
    """Shuffle until somebody is dealt a trump, so that the rules say who leads (A7)."""
    rng = np.random.default_rng([seed, 7])
    while True:
        pack = [sorted(DECK)[number] for number in rng.permutation(len(DECK))]
        if any(card.suit == pack[12].suit for card in pack[:12]):
            break
    game = new_game(load_rules("casino-by-2001"))
    chances = np.random.default_rng([seed, 8]) if tempo.restless else None
    return Play(rng, tempo, pack, game, list(wishes), restless=chances)


def first_leader(play: Play) -> Actor:
    """Return who holds the lowest trump (125.4)."""
    trump = play.game.trump
    lowest = {
        seat: min((c.rank for c in play.hands[seat] if c.suit == trump), default=Rank.ACE + 1)
        for seat in SEATS
    }
    return min(SEATS, key=lambda seat: lowest[seat])


def ended(act: Timed) -> float:
    """Return when an act with one card or packet is over."""
    return act.at + act.lasts
