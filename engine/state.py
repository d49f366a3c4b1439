"""A game as the referee knows it: counts, places, what is known, and what follows from them."""

from __future__ import annotations

from dataclasses import field

from engine.bout import NO_BOUT, Bout, Due
from engine.cards import DECK, Card, Rank, Suit
from engine.changing import value
from engine.parameters import (
    FirstUntil,
    HouseRules,
    LeadAfterPartnerOut,
    NextGameLead,
    TrumpReveal,
)
from engine.piles import HAND_SIZE, NO_DISCARD, NO_HAND, Discard, Hand
from engine.results import Ended, Endgame, Ending, Result, result_of
from engine.seats import Actor
from engine.setting import NO_MEMORY, OWN_TURN, Memory, Phase, Setting, Turn

__all__ = [
    "HAND_SIZE",
    "Discard",
    "Ended",
    "Ending",
    "Game",
    "Hand",
    "Memory",
    "Phase",
    "Result",
    "Setting",
    "Turn",
]


@value(frozen=True, slots=True)
class Game:
    """One game from the deal to its result; `engine.game` begins it and moves it on."""

    setting: Setting
    hands: tuple[Hand, ...]
    talon: int = len(DECK)
    """Cards still to be drawn, the trump card included."""
    trump_card: Card | None = None
    trump_lies: bool = False
    """The trump card lies open under the talon."""
    discard: Discard = NO_DISCARD
    bout: Bout = NO_BOUT
    bout_no: int = 1
    last: Ended | None = None
    memory: Memory = NO_MEMORY
    rules: HouseRules = field(init=False, repr=False, compare=False)
    """The rules that are played by."""
    players: tuple[Actor, ...] = field(init=False, repr=False, compare=False)
    """Who plays, clockwise."""
    places: dict[Actor, int] = field(init=False, repr=False, compare=False)
    """The place of each player among them."""

    def __post_init__(self) -> None:
        """Lay at hand what every judgement asks the setting for."""
        object.__setattr__(self, "rules", self.setting.rules)
        object.__setattr__(self, "players", self.setting.players)
        object.__setattr__(self, "places", self.setting.places)

    @property
    def game_no(self) -> int:
        """The number of the game in its match."""
        return self.setting.game_no

    @property
    def previous_winner(self) -> Actor | None:
        """Who won the game before, where that decides who leads."""
        return self.setting.previous_winner

    @property
    def calls_heard(self) -> bool:
        """Whether «бито» and «беру» reach us at this table by the dealer's buttons."""
        return self.setting.calls_heard

    def is_player(self, seat: Actor) -> bool:
        """Tell whether a seat plays in this game."""
        return seat in self.places

    def hand(self, seat: Actor) -> Hand:
        """Return the hand of a player; whoever does not play holds nothing."""
        place = self.places.get(seat)
        return NO_HAND if place is None else self.hands[place]

    @property
    def fewest(self) -> int:
        """The number of cards in the smallest hand."""
        return min([hand.count for hand in self.hands])

    def is_out(self, seat: Actor) -> bool:
        """Tell whether a player is out of cards for good (R091)."""
        return self.talon == 0 and self.hand(seat).count <= 0

    def clockwise(self, seat: Actor) -> tuple[Actor, ...]:
        """Return the players from a seat on, clockwise."""
        place = self.places[seat]
        return self.players[place:] + self.players[:place]

    def neighbour(self, seat: Actor) -> Actor:
        """Return who sits on the left of a player, out or not."""
        players = self.players
        return players[(self.places[seat] + 1) % len(players)]

    def left_of(self, seat: Actor) -> Actor:
        """Return the next player on the left (R045); whoever is out is passed over (R116)."""
        if self.talon > 0:
            return self.neighbour(seat)
        around = self.clockwise(seat)[1:]
        return next((player for player in around if not self.is_out(player)), around[0])

    def team(self, seat: Actor) -> tuple[Actor, ...]:
        """Return a player's team; without teams everybody is one for himself."""
        if self.rules.teams is None:
            return (seat,)
        return self.players[self.places[seat] % 2 :: 2]

    def turn_at(self, seat: Actor) -> Turn:
        """Return who plays in the turn of a seat: itself, a partner, or the next player."""
        if self.talon > 0 or not self.is_out(seat):
            return OWN_TURN[seat]
        if self.rules.teams is None:
            return OWN_TURN[self.left_of(seat)]
        partners = (p for p in self.clockwise(seat)[2::2] if not self.is_out(p))
        partner = next(partners, seat)
        own_turn = self.rules.lead_after_partner_out is LeadAfterPartnerOut.NEAREST_PARTNER
        return Turn(partner if own_turn else seat, partner)

    def turn_after(self, seat: Actor) -> Turn:
        """Return the turn on the left of a seat: the defender of whoever leads there."""
        return self.turn_at(self.neighbour(seat))

    def player(self, seat: Actor, expected: Actor | None) -> Actor:
        """Return the player who acts; where none was recognised, the one who is expected to."""
        if seat in self.places:
            return seat
        return self.players[0] if expected is None or expected not in self.places else expected

    def receiver(self, seat: Actor) -> Actor | None:
        """Return who draws; where no player was recognised, the one whose turn it is to draw."""
        if seat in self.places:
            return seat
        due = self.due()
        return due[0].seat if due else None

    @property
    def trump(self) -> Suit | None:
        """The trump suit, once the trump card was opened."""
        return None if self.trump_card is None else self.trump_card.suit

    @property
    def lead_turn(self) -> Turn | None:
        """The turn in which somebody must lead; None where it is left open."""
        if self.memory.appointed is not None:
            return OWN_TURN[self.memory.appointed]
        last = self.last
        if last is None:
            leader = self._first_leader
            return None if leader is None else OWN_TURN[leader]
        if last.how is Ending.IRREGULAR:
            return None
        seat = last.seat or last.defender
        return self.turn_at(seat) if last.how is Ending.BEATEN else self.turn_after(seat)

    @property
    def _first_leader(self) -> Actor | None:
        """Who leads first by what happened in the game before (125.4, R043)."""
        if self.rules.next_game_lead is NextGameLead.LEFT_OF_DEALER:
            dealer = self.setting.dealer
            return None if self.game_no == 1 or dealer is None else self.neighbour(dealer)
        return self.previous_winner

    @property
    def leader(self) -> Actor | None:
        """Who must lead; None where the rules or an offence leave it open."""
        turn = self.lead_turn
        return None if turn is None else turn.player

    @property
    def is_between_bouts(self) -> bool:
        """Whether a bout has ended and no other has begun."""
        return self.last is not None and not self.bout.runs

    def due(self) -> tuple[Due, ...]:
        """Return who must draw now and how many, in order (125.8; H4, R084).

        The leader draws first, then the others clockwise, the defender last.
        """
        if self.last is None or self.talon == 0 or self.bout.runs:
            return ()
        for hand in self.hands:
            if hand.count < HAND_SIZE:
                return self._draws_after(self.last)
        return ()

    def _draws_after(self, last: Ended) -> tuple[Due, ...]:
        """Return who draws how many, as far as the talon goes."""
        left, draws = self.talon, []
        around = [seat for seat in self.clockwise(last.attacker) if seat is not last.defender]
        for seat in (*around, last.defender):
            count = min(HAND_SIZE - self.hand(seat).count, left)
            if count > 0:
                draws.append(Due(seat, count))
                left -= count
        return tuple(draws)

    @property
    def result(self) -> Result | None:
        """The result once the talon is gone, the bout is over and enough are out (125.5, R091)."""
        last, memory = self.last, self.memory
        if memory.ruled is not None:
            return memory.ruled
        if memory.straps and memory.straps[-1].rank is Rank.QUEEN:
            return self._strap_result
        if self.talon > 0 or last is None or self.bout.runs:
            return None
        if self.fewest > 0 and not self.rules.pogony_win:
            return None
        return result_of(Endgame(self.rules, self.players, self.hands, memory.exits, last))

    @property
    def _strap_result(self) -> Result:
        """The result of the game of straps: the queen, hung last of all, decides it (R122)."""
        memory = self.memory
        won = memory.hung_by if self.rules.teams is not None else None
        team = () if won is None else self.team(won)
        return Result(memory.hung_by, memory.hung_on, team, with_straps=True)

    @property
    def is_over(self) -> bool:
        """Whether the game has its result."""
        memory = self.memory
        if self.talon > 0 and not memory.straps and memory.ruled is None:
            return False
        return self.result is not None

    @property
    def is_being_dealt(self) -> bool:
        """Whether cards are still to be dealt before the first lead."""
        if self.last is not None or self.bout.runs:
            return False
        return self._deal_phase is not Phase.FIRST_LEAD

    @property
    def phase(self) -> Phase:
        """Where the game stands."""
        if self.bout.runs:
            return Phase.BOUT
        if self.last is None:
            return self._deal_phase if self.memory.ruled is None else Phase.OVER
        if self.result is not None:
            return Phase.OVER
        return Phase.DRAWING if self.due() else Phase.NEXT_LEAD

    @property
    def _deal_phase(self) -> Phase:
        """Where the game stands before its first bout."""
        if self.trump_card is not None:
            pulled_first = self.rules.trump_reveal is TrumpReveal.BEFORE_DEAL
            if not pulled_first or self.fewest >= HAND_SIZE:
                return Phase.FIRST_LEAD
        return Phase.BEFORE_DEAL if self.talon == len(DECK) else Phase.DEALING

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
