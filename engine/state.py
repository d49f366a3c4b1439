"""A game as the referee knows it: counts, places, what is known, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from engine.bout import NO_BOUT, Bout, Due
from engine.cards import DECK, Card, Suit
from engine.house import FirstUntil, HouseRules
from engine.seats import Actor

HAND_SIZE = 6
"""Cards that a player is dealt and draws up to (125.4, 125.8)."""


@unique
class Phase(StrEnum):
    """Where a game stands; the value is stored and translated."""

    BEFORE_DEAL = "before-deal"
    DEALING = "dealing"
    FIRST_LEAD = "first-lead"
    BOUT = "bout"
    DRAWING = "drawing"
    NEXT_LEAD = "next-lead"
    OVER = "over"


@unique
class Ending(StrEnum):
    """How a bout ended; an irregular end tells nobody who leads next."""

    BEATEN = "beaten"
    TAKEN = "taken"
    IRREGULAR = "irregular"


@dataclass(frozen=True, slots=True)
class Hand:
    """What a player holds: how many cards, and which of them everybody has seen.

    The count falls below zero when more was laid than the player can have held.
    """

    count: int = 0
    known: frozenset[Card] = frozenset()
    drawn: int = 0
    """Cards drawn since the last bout ended."""


@dataclass(frozen=True, slots=True)
class Discard:
    """The closed discard pile: how many cards, and which of them were seen going there."""

    count: int = 0
    known: frozenset[Card] = frozenset()


@dataclass(frozen=True, slots=True)
class Ended:
    """The bout before this one: who attacked whom, and how it ended."""

    attacker: Actor
    defender: Actor
    how: Ending


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game; without a winner it is a draw (125.5)."""

    winner: Actor | None


@dataclass(frozen=True, slots=True)
class Game:
    """One game from the deal to its result; `engine.game` begins it and moves it on."""

    rules: HouseRules
    players: tuple[Actor, ...]
    hands: tuple[Hand, ...]
    game_no: int = 1
    previous_winner: Actor | None = None
    calls_heard: bool = False
    """Whether «бито» and «беру» reach us at this table by the dealer's buttons."""
    talon: int = len(DECK)
    """Cards still to be drawn, the trump card included."""
    trump_card: Card | None = None
    trump_lies: bool = False
    """The trump card lies open under the talon."""
    discard: Discard = Discard()
    bout: Bout = NO_BOUT
    bout_no: int = 1
    dealt_to: Actor | None = None
    """Who got the last packet of the deal."""
    last: Ended | None = None

    def is_player(self, seat: Actor) -> bool:
        """Tell whether a seat plays in this game."""
        return seat in self.players

    def hand(self, seat: Actor) -> Hand:
        """Return the hand of a player; whoever does not play holds nothing."""
        return self.hands[self.players.index(seat)] if seat in self.players else Hand()

    def left_of(self, seat: Actor) -> Actor:
        """Return the player on the left of a player (R045)."""
        return self.players[(self.players.index(seat) + 1) % len(self.players)]

    def player(self, seat: Actor, expected: Actor | None) -> Actor:
        """Return the player who acts; where none was recognised, the one who is expected to."""
        if seat in self.players:
            return seat
        return expected if expected in self.players else self.players[0]

    def receiver(self, seat: Actor) -> Actor | None:
        """Return who draws; where no player was recognised, the one whose turn it is to draw."""
        if seat in self.players:
            return seat
        due = self.due()
        return due[0].seat if due else None

    @property
    def trump(self) -> Suit | None:
        """The trump suit, once the trump card was opened."""
        return None if self.trump_card is None else self.trump_card.suit

    @property
    def leader(self) -> Actor | None:
        """Who must lead; None where the rules or an offence leave it open."""
        if self.last is None:
            return self.previous_winner
        if self.last.how is Ending.IRREGULAR:
            return None
        beaten, defender = self.last.how is Ending.BEATEN, self.last.defender
        return defender if beaten else self.left_of(defender)

    @property
    def is_between_bouts(self) -> bool:
        """Whether a bout has ended and no other has begun."""
        return self.last is not None and not self.bout.runs

    def due(self) -> tuple[Due, ...]:
        """Return who must draw now and how many, in order (125.8; H4, attacker first)."""
        if self.last is None or self.talon == 0 or self.bout.runs:
            return ()
        draws: list[Due] = []
        left = self.talon
        for seat in (self.last.attacker, self.last.defender):
            count = min(HAND_SIZE - self.hand(seat).count, left)
            if count > 0:
                draws.append(Due(seat, count))
                left -= count
        return tuple(draws)

    @property
    def result(self) -> Result | None:
        """The result once the talon is gone, the bout is over and somebody is out (125.5, R091)."""
        last = self.last
        if self.talon > 0 or last is None or self.bout.runs:
            return None
        out = [seat for seat, hand in zip(self.players, self.hands, strict=True) if hand.count <= 0]
        if not out:
            return None
        if len(out) == 1:
            return Result(out[0])
        return Result(None if self.rules.draw_allowed else last.attacker)

    @property
    def phase(self) -> Phase:
        """Where the game stands."""
        if self.bout.runs:
            return Phase.BOUT
        if self.last is None:
            if self.trump_card is not None:
                return Phase.FIRST_LEAD
            return Phase.BEFORE_DEAL if self.talon == len(DECK) else Phase.DEALING
        if self.result is not None:
            return Phase.OVER
        return Phase.DRAWING if self.due() else Phase.NEXT_LEAD

    @property
    def is_waiting(self) -> bool:
        """Whether the table waits for the dealer rather than for a player."""
        return self.phase not in {Phase.FIRST_LEAD, Phase.NEXT_LEAD, Phase.BOUT}

    @property
    def is_beginning(self) -> bool:
        """Whether the cap of the beginning holds, where the house has one (R065)."""
        if self.rules.cap_first is None:
            return False
        if self.rules.first_until is FirstUntil.FIRST_BOUT:
            return self.bout_no == 1
        return self.discard.count == 0

    @property
    def house_cap(self) -> int:
        """The most attack cards of a bout, whatever the defender holds (125.6, R062-R066)."""
        rules = self.rules
        if rules.cap_first is None or not self.is_beginning:
            return rules.cap
        if self.bout.taking and rules.cap_first_on_take is not None:
            return rules.cap_first_on_take
        return rules.cap_first

    @property
    def cap_left(self) -> int:
        """How many more cards may be thrown into the running bout."""
        cap = self.house_cap
        if self.rules.cap_by_defender_hand:
            cap = min(cap, self.bout.start)
        return max(0, cap - len(self.bout.pairs))
