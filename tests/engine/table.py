"""A table whose cards are all known to us: deals a real pack and plays lawful moves at random."""

from __future__ import annotations

from engine.cards import DECK
from engine.game import apply, new_game
from engine.moves import (
    Beat,
    Deal,
    Draw,
    Hang,
    Lead,
    SayBeaten,
    SayTakes,
    ShowTrump,
    Sweep,
    Take,
    ThrowIn,
    Transfer,
)
from engine.seats import PLAYERS, Actor
from engine.state import Phase
from tests.engine.builders import CASINO
from tests.engine.slow_referee import SlowTable

A, B = Actor.A, Actor.B


class OpenTable:
    """Honest players and a dealer; chance is the random source that is given.

    The second referee plays along with all cards open; what it finds lawful is played.
    """

    def __init__(self, chance, rules=CASINO, count=2, *, calls_heard=False):
        self.chance = chance
        pack = sorted(DECK)
        chance.shuffle(pack)
        self.slow = SlowTable(rules, count, pack)
        self.rules = rules
        self.seats = PLAYERS[:count]
        self.game = new_game(rules, self.seats, calls_heard=calls_heard)
        self.packet = chance.choice(rules.deal_packets)
        self.first = chance.randrange(count)
        self.bottom = pack[0]

    @property
    def hands(self):
        return {seat: set(cards) for seat, cards in self.slow.hands.items()}

    @property
    def pack(self):
        return self.slow.pack

    @property
    def out(self):
        return set(self.slow.swept)

    def move(self):
        """Return a lawful move for the game as it stands."""
        match self.game.phase:
            case Phase.BEFORE_DEAL | Phase.DEALING:
                return self.deal()
            case Phase.FIRST_LEAD | Phase.NEXT_LEAD:
                return self.lead()
            case Phase.DRAWING:
                due = self.game.due()[0]
                return Draw(due.seat, self.chance.randint(1, due.count))
            case Phase.BOUT:
                return self.bout_move()
        raise AssertionError(self.game.phase)

    def deal(self):
        if self.game.trump_card is None and self.rules.trump_reveal == "before_deal":
            return ShowTrump(self.bottom)
        dealt = sum(len(hand) for hand in self.slow.hands.values())
        if dealt == 6 * len(self.seats):
            return ShowTrump(self.bottom)
        number = (self.first + dealt // self.packet) % len(self.seats)
        return Deal(self.seats[number], self.packet)

    def lead(self):
        seat = self.game.leader or self.slow.lowest_trump_holder() or A
        return self.lawful(self.leads(seat))

    def leads(self, seat):
        """Yield leads: a card, or several of its rank."""
        hand = sorted(self.slow.hands[seat])
        self.chance.shuffle(hand)
        for card in hand:
            same = [other for other in hand if other.rank == card.rank and other != card]
            yield Lead(seat, (card, *same[: self.chance.randint(0, 3)]))
            yield Lead(seat, (card, *same))
            yield Lead(seat, (card,))

    def lawful(self, moves):
        """Return the first move that breaks no rule, not even one that no camera sees."""
        for move in moves:
            if not self.slow.codes(move) and not self.slow.needless_trump(move):
                return move
        raise AssertionError("nothing lawful is left to do")

    def bout_move(self):
        slow = self.slow
        options = [*self.throw_ins(), *self.calls()]
        open_cards = [row[0] for row in slow.table if row[2] is None]
        if slow.taking:
            options += [Take(slow.defender, tuple(slow.lying()))] * 2
        elif open_cards:
            options += [*self.beats(open_cards)] * 2
            options += [*self.transfers(), SayTakes(slow.defender)]
            options.append(Take(slow.defender, tuple(slow.lying())))
        else:
            options += [Sweep(Actor.DEALER, tuple(slow.lying()))] * 3
        self.chance.shuffle(options)
        return self.lawful(options)

    def throw_ins(self):
        for seat in self.seats:
            for card in sorted(self.slow.hands[seat]):
                yield ThrowIn(seat, (card,))

    def calls(self):
        """Yield «бито» of whoever may still throw in."""
        for seat in self.seats:
            if self.slow.may_throw(seat) and seat not in self.slow.passed:
                yield SayBeaten(seat)

    def beats(self, open_cards):
        for attack in open_cards:
            for card in sorted(self.slow.hands[self.slow.defender]):
                yield Beat(self.slow.defender, card, attack)

    def transfers(self):
        if self.rules.transfer:
            seat = self.slow.defender
            for card in sorted(self.slow.hands[seat]):
                yield Transfer(seat, (card,), shown=self.chance.random() < 0.5)

    def probes(self):
        """Return moves that may be wrong, with cards that are really there."""
        pick, slow = self.chance.choice, self.slow
        seat = pick(self.seats)
        hand = sorted(slow.hands[seat]) or [None]
        cards = tuple(self.chance.sample(hand, min(len(hand), self.chance.randint(1, 3))))
        moves = [Draw(seat, self.chance.randint(1, 3))] if slow.pack else []
        if hand[0] is not None:
            moves += [Lead(seat, cards), Hang(seat, pick(self.seats), cards)]
        if slow.table:
            lying = slow.lying()
            part = tuple(lying[: self.chance.randint(1, len(lying))])
            moves += [Take(seat, part), Sweep(Actor.DEALER, part), SayTakes(seat)]
            if hand[0] is not None:
                moves += [ThrowIn(seat, cards), Beat(seat, cards[0], pick(slow.table)[0])]
                moves.append(Transfer(seat, cards[:1], shown=self.chance.random() < 0.3))
            if slow.hands[slow.defender]:
                over = pick(sorted(slow.hands[slow.defender]))
                moves.append(Beat(slow.defender, over, pick(slow.table)[0]))
        return moves

    def play(self, move):
        """Let a move happen, at our table and in the referee's game."""
        self.slow.play(move)
        self.game = apply(self.game, move)
