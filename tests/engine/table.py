"""A table whose cards are all known to us: deals a real pack and plays lawful moves at random."""

from __future__ import annotations

from engine.cards import DECK, beats
from engine.game import apply, new_game
from engine.moves import Beat, Deal, Draw, Lead, ShowTrump, Sweep, Take, ThrowIn
from engine.seats import Actor
from engine.state import Phase
from tests.engine.builders import CASINO

A, B = Actor.A, Actor.B


class OpenTable:
    """Two honest players and a dealer; chance is the random source that is given."""

    def __init__(self, chance):
        self.chance = chance
        self.pack = sorted(DECK)
        chance.shuffle(self.pack)
        self.hands = {A: set(), B: set()}
        self.out = set()
        self.game = new_game(CASINO)
        self.first = chance.choice((A, B))

    def move(self):
        """Return a lawful move for the game as it stands."""
        match self.game.phase:
            case Phase.BEFORE_DEAL:
                return Deal(self.first, 2)
            case Phase.DEALING:
                if self.game.talon == 24:
                    return ShowTrump(self.pack[0])
                return Deal(A if self.game.dealt_to is B else B, 2)
            case Phase.FIRST_LEAD | Phase.NEXT_LEAD:
                return self.lead()
            case Phase.DRAWING:
                due = self.game.due()[0]
                return Draw(due.seat, self.chance.randint(1, due.count))
            case Phase.BOUT:
                return self.bout_move()
        raise AssertionError(self.game.phase)

    def lead(self):
        seat = self.game.leader or self.lowest_trump() or A
        other = B if seat is A else A
        card = self.chance.choice(sorted(self.hands[seat]))
        same = [c for c in sorted(self.hands[seat]) if c.rank == card.rank and c != card]
        room = min(6, len(self.hands[other])) - 1
        return Lead(seat, (card, *same[: self.chance.randint(0, max(0, room))]))

    def lowest_trump(self):
        trumps = [c for hand in self.hands.values() for c in hand if c.suit == self.game.trump]
        return next((s for s in (A, B) if trumps and min(trumps) in self.hands[s]), None)

    def bout_move(self):
        bout = self.game.bout
        moves = list(self.throw_ins())
        if bout.unbeaten:
            moves += [*self.beats(), *self.beats(), Take(bout.defender, bout.cards)]
        else:
            moves += [Sweep(Actor.DEALER, bout.cards)] * 3
        return self.chance.choice(moves)

    def throw_ins(self):
        bout = self.game.bout
        if self.game.cap_left:
            ranks = {card.rank for card in bout.cards}
            fitting = [c for c in sorted(self.hands[bout.attacker]) if c.rank in ranks]
            yield from (ThrowIn(bout.attacker, (card,)) for card in fitting)

    def beats(self):
        bout, trump = self.game.bout, self.game.trump
        hand = sorted(self.hands[bout.defender])
        for attack in bout.unbeaten:
            higher = [c for c in hand if c.suit == attack.suit and c.rank > attack.rank]
            cards = higher or [c for c in hand if beats(c, attack, trump)]
            yield from (Beat(bout.defender, card, attack) for card in cards)

    def play(self, move):
        """Let a move happen, at our table and in the referee's game."""
        match move:
            case Deal(to=seat, count=count) | Draw(seat=seat, count=count):
                self.hands[seat] |= {self.pack.pop() for _ in range(count)}
            case Lead(seat=seat, cards=cards) | ThrowIn(seat=seat, cards=cards):
                self.hands[seat] -= set(cards)
            case Beat(seat=seat, card=card):
                self.hands[seat] -= {card}
            case Take(seat=seat):
                self.hands[seat] |= set(self.game.bout.cards)
            case Sweep():
                self.out |= set(self.game.bout.cards)
        self.game = apply(self.game, move)
