"""A second referee, written straight from the rule texts with sets and loops, and slow.

It knows every card. It shares nothing with the engine but the names of cards, moves and codes.
"""

from __future__ import annotations

import copy

from engine.cards import DECK
from engine.moves import (
    Appoint,
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

LADDER = [6, 7, 8, 9, 10, 11, 13, 14, 12]


class SlowTable:
    """A table with all its cards open, and what the texts say of every move."""

    def __init__(self, rules, count, pack):
        self.rules = rules
        self.seats = list(PLAYERS[:count])
        self.pack = list(pack)  # the next card is the last one; the trump lies at the front
        self.hands = {seat: [] for seat in self.seats}
        self.trump_card = None
        self.table = []  # [attack, by, defence]
        self.attacker = self.defender = self.place = None
        self.start = 0
        self.taking = False
        self.passed = set()
        self.shown = set()
        self.swept = []
        self.bouts = 0
        self.last = None  # (attacker, seat that defended, defender, "beaten" or "taken")
        self.drawn = dict.fromkeys(self.seats, 0)
        self.straps = []
        self.appointed = None
        self.packets = []
        self.gone = []  # who is out, a list for each bout

    # What the table shows.

    def lying(self):
        cards = []
        for attack, _, defence in self.table:
            cards.append(attack)
            if defence is not None:
                cards.append(defence)
        return cards

    def out(self, seat):
        return not self.pack and not self.hands[seat]

    def team(self, seat):
        if self.rules.teams is None:
            return [seat]
        here = self.seats.index(seat)
        return [other for n, other in enumerate(self.seats) if (n - here) % 2 == 0]

    def from_left(self, seat):
        """Everybody clockwise, beginning on the left of a seat, the seat itself last."""
        here = self.seats.index(seat)
        return self.seats[here + 1 :] + self.seats[: here + 1]

    def plays(self, seat):
        """Who plays in the turn of a seat, and at which seat he is then thought to sit."""
        if not self.out(seat):
            return seat, seat
        for other in self.from_left(seat):
            if self.out(other):
                continue
            if self.rules.teams is None:
                return other, other
            if other in self.team(seat):
                stays = self.rules.lead_after_partner_out == "seat_played_by_partner"
                return other, seat if stays else other
        return seat, seat

    def leads(self):
        """Who leads, and from which seat; None where no text tells."""
        if self.appointed is not None:
            return self.appointed, self.appointed
        if self.last is None:
            return None
        _, seat, _, how = self.last
        return self.plays(seat if how == "beaten" else self.from_left(seat)[0])

    def against(self, player):
        """Whom a lead is made against, and at which seat he defends."""
        leads = self.leads()
        seat = leads[1] if leads is not None and leads[0] == player else player
        target, place = self.plays(self.from_left(seat)[0])
        if target == player:
            neighbour = self.from_left(player)[0]
            return neighbour, neighbour
        return target, place

    def owed(self):
        """Who still has to draw, in order, and how many."""
        if self.last is None or self.table:
            return []
        leader, _, defender, _ = self.last
        others = [seat for seat in self.from_left(leader) if seat not in (leader, defender)]
        order = [leader, *others, defender]
        left = len(self.pack)
        owed = []
        for seat in order:
            wants = min(6 - len(self.hands[seat]), left)
            if wants > 0:
                owed.append((seat, wants))
                left -= wants
        return owed

    def lowest_trump_holder(self):
        lowest = None
        for seat in self.seats:
            for card in self.hands[seat]:
                if card.suit == self.trump_card.suit and (lowest is None or card < lowest[0]):
                    lowest = (card, seat)
        return None if lowest is None else lowest[1]

    def beats(self, over, under):
        if over.suit == under.suit:
            return over.rank > under.rank
        return over.suit == self.trump_card.suit

    def may_throw(self, seat):
        if seat == self.defender or seat in self.team(self.defender):
            return False
        if self.rules.throw_who == "neighbours":
            around = []
            for other in self.from_left(self.defender)[:-1]:
                laid = [row for row in self.table if row[1] == other]
                if not self.out(other) or laid:
                    around.append(other)
            return seat in (around[0], around[-1])
        return True

    def most(self):
        """The most attack cards that this bout may have, whatever the defender holds."""
        if self.rules.cap_first is not None:
            by_bout = self.rules.first_until == "first_bout"
            if (self.bouts == 0) if by_bout else not self.swept:
                on_take = self.rules.cap_first_on_take
                return on_take if self.taking and on_take is not None else self.rules.cap_first
        return self.rules.cap

    def strap_rank(self):
        if self.rules.strap_queen is None:
            return None
        step = 0
        for card in self.straps:
            step = max(step, LADDER.index(card.rank) + 1)
        return LADDER[step] if step < len(LADDER) else None

    def is_strap(self, card):
        if card.rank != self.strap_rank() or card.suit == self.trump_card.suit:
            return False
        return card.rank != 12 or card.suit == self.rules.strap_queen

    def ended(self):
        """The end of the game as (winner, loser, team), or None while it goes on."""
        if self.straps and self.straps[-1].rank == 12:
            return *self.hung, ()
        if self.pack or self.table or self.last is None:
            return None
        holding = [seat for seat in self.seats if self.hands[seat]]
        if self.rules.teams is not None:
            teams = [self.team(self.seats[0]), self.team(self.seats[1])]
            done = [team for team in teams if not set(team) & set(holding)]
            if len(done) == 1:
                return None, None, tuple(done[0])
            return (None, None, ()) if len(done) == 2 else None
        groups = [group for group in self.gone if group]
        first = groups[0] if groups else []
        winner = first[0] if len(first) == 1 else None
        if len(holding) == 1:
            return winner, holding[0], ()
        if holding:
            return None
        if self.rules.draw_allowed:
            return winner if len(groups) > 1 else None, None, ()
        loser = self.last[2]
        rest = [seat for seat in first if seat != loser]
        return rest[0] if len(rest) == 1 else None, loser, ()

    # What the texts say of a move.

    def codes(self, move):
        """Return the codes of everything that a move breaks, as far as all can see it."""
        over = self.ended() is not None
        match move:
            case Lead(seat=seat, cards=cards):
                if self.table and self.leads_next(seat):
                    return self.led_too_soon(seat, cards)
                if self.table:
                    return self.thrown(seat, cards)
                return {"GAME_ALREADY_OVER"} if over else self.led(seat, cards)
            case ThrowIn(seat=seat, cards=cards):
                if self.table and self.leads_next(seat) and self.is_closed():
                    return self.led_too_soon(seat, cards)
                return self.thrown(seat, cards)
            case Beat(seat=seat, card=card, attack=attack):
                return self.beaten(seat, card, attack)
            case Transfer():
                return self.transferred(move)
            case Take(seat=seat, cards=cards):
                return self.taken(seat, cards)
            case SayTakes(seat=seat):
                if seat != self.defender:
                    return {"TAKE_WRONG_PLAYER"}
                return {"TAKE_AFTER_FULL_BEAT"} if self.is_finished() else set()
            case Sweep(cards=cards):
                return self.swept_away(cards)
            case Draw(seat=seat, count=count):
                return {"GAME_ALREADY_OVER"} if over else self.draws(seat, count)
            case Hang():
                return self.hangs(move)
        return set()

    def led(self, seat, cards):
        found = set()
        leads = self.leads()
        if leads is not None and leads[0] != seat:
            found.add("FIRST_LEAD_WRONG" if self.last is None else "LEAD_WRONG_PLAYER")
        owed = self.owed()
        if owed:
            found.add("DRAW_TOO_FEW" if self.drawn[owed[0][0]] else "DRAW_SKIPPED")
        if len({card.rank for card in cards}) > 1:
            found.add("LEAD_MIXED_RANKS")
        cap = min(self.rules.max_lead, self.most())
        held = len(self.hands[self.against(seat)[0]])
        if self.rules.cap_by_defender_hand and held < cap and len(cards) > held:
            found.add("LEAD_EXCEEDS_DEFENDER_HAND")
        elif len(cards) > cap:
            found.add("LEAD_EXCEEDS_CAP")
        only_straps = all(self.is_strap(card) for card in self.hands[seat])
        must = self.rules.teams is None and only_straps  # who holds nothing else leads something
        if not self.rules.strap_leads and not must and any(self.is_strap(card) for card in cards):
            found.add("STRAP_LED")
        return found

    def thrown(self, seat, cards):
        if seat == self.defender:
            return {"THROW_BY_DEFENDER"}
        if not self.may_throw(seat):
            return {
                "THROW_BY_PARTNER" if seat in self.team(self.defender) else "THROW_NOT_NEIGHBOUR"
            }
        if self.taking and self.rules.throw_on_take == "forbidden":
            return {"THROW_NOT_ALLOWED_AFTER_TAKE"}
        found = set()
        if seat != self.attacker and self.rules.throw_order != "free":
            order = [self.attacker, *self.from_left(self.attacker)[:-1]]
            for other in order[: order.index(seat)]:
                if self.may_throw(other) and self.hands[other] and other not in self.passed:
                    found.add("THROW_OUT_OF_ORDER")
        if self.rules.throw_ranks == "lead_rank_only":
            if any(card.rank != self.table[0][0].rank for card in cards):
                found.add("THROW_RANK_NOT_LEAD_RANK")
        elif any(card.rank not in [other.rank for other in self.lying()] for card in cards):
            found.add("THROW_RANK_NOT_ON_TABLE")
        total, cap = len(self.table) + len(cards), self.most()
        if self.rules.cap_by_defender_hand and self.start < cap and total > self.start:
            found.add("THROW_EXCEEDS_DEFENDER_HAND")
        elif total > cap:
            small = self.rules.cap_first is not None and not self.is_grown()
            found.add("THROW_EXCEEDS_FIRST_CAP" if small else "THROW_EXCEEDS_CAP")
        return found

    def leads_next(self, seat):
        """Tell whether all is beaten, and a player is the one who leads after that."""
        if self.taking or any(row[2] is None for row in self.table):
            return False
        return self.plays(self.place)[0] == seat and self.after_sweeping().ended() is None

    def after_sweeping(self):
        after = copy.deepcopy(self)
        after.play(Sweep(Actor.DEALER, ()))
        return after

    def is_closed(self):
        """Tell whether nobody can throw in any more."""
        cap = self.most()
        if self.rules.cap_by_defender_hand:
            cap = min(cap, self.start)
        waiting = [s for s in self.seats if self.may_throw(s) and self.hands[s]]
        return len(self.table) >= cap or all(s in self.passed for s in waiting)

    def led_too_soon(self, seat, cards):
        """What a lead breaks that is laid before the dealer has swept."""
        return {"SWEEP_MISSED", *self.after_sweeping().led(seat, cards)}

    def is_grown(self):
        return self.bouts > 0 if self.rules.first_until == "first_bout" else bool(self.swept)

    def beaten(self, seat, card, attack):
        if seat != self.defender:
            return {"BEAT_NOT_DEFENDER"}
        if self.taking:
            return {"BEAT_AFTER_TAKE"}
        row = [row for row in self.table if row[0] == attack]
        if row and not self.rules.strap_leads and self.is_strap(attack):
            return {"STRAP_MUST_BE_TAKEN"}
        if not row:
            return set()
        if row[0][2] is not None:
            return {"BEAT_TARGET_ALREADY_BEATEN"}
        if self.beats(card, attack):
            return set()
        trump = self.trump_card.suit
        if card.suit == attack.suit:
            return {"BEAT_TRUMP_NOT_HIGHER" if attack.suit == trump else "BEAT_NOT_HIGHER"}
        return {"BEAT_NONTRUMP_VS_TRUMP" if attack.suit == trump else "BEAT_WRONG_SUIT"}

    def needless_trump(self, move):
        """Tell whether a beat breaks the strict reading of 125.6, which no camera sees."""
        if (
            self.rules.trump_beat == "free"
            or not isinstance(move, Beat)
            or self.beaten(*_parts(move))
        ):
            return False
        if move.card.suit != self.trump_card.suit or move.attack.suit == self.trump_card.suit:
            return False
        return any(
            card.suit == move.attack.suit and card.rank > move.attack.rank
            for card in self.hands[move.seat]
        )

    def transferred(self, move):
        seat, cards = move.seat, move.cards
        if not self.rules.transfer or seat != self.defender:
            return {"TRANSFER_NOT_ALLOWED"}
        found = set()
        if self.taking:
            found.add("BEAT_AFTER_TAKE")
        elif any(row[2] is not None for row in self.table) and not self.rules.transfer_after_beat:
            found.add("TRANSFER_AFTER_BEAT")
        elif self.bouts == 0 and not self.rules.transfer_first_bout:
            found.add("TRANSFER_FIRST_BOUT")
        if move.shown:
            if not self.rules.transfer_show:
                found.add("TRANSFER_NOT_ALLOWED")
            elif any(card.suit != self.trump_card.suit for card in cards):
                found.add("TRANSFER_SHOW_NOT_TRUMP")
            elif any(card in self.shown for card in cards):
                found.add("TRANSFER_SHOW_REPEAT")
        if any(card.rank != self.table[0][0].rank for card in cards):
            found.add("TRANSFER_RANK_MISMATCH")
        target = self.next_defender()[0]
        if not self.rules.transfer_at_equality and len(self.hands[seat]) <= len(self.table):
            found.add("TRANSFER_AT_EQUALITY")
        if len(self.hands[target]) < len(self.table) + (0 if move.shown else len(cards)):
            found.add("TRANSFER_NEXT_HAND_TOO_SMALL")
        return found

    def next_defender(self):
        if self.rules.transfer_teams == "clockwise":
            for other in self.from_left(self.defender):
                if not self.out(other):
                    return other, other
        return self.plays(self.from_left(self.place)[0])

    def is_finished(self):
        return (
            self.attacker in self.passed
            and all(row[2] is not None for row in self.table)
            and self.passed_at == len(self.table)
        )

    def taken(self, seat, cards):
        finished = self.is_finished() and not self.taking
        if seat != self.defender:
            return {"BEATEN_TO_HAND" if finished else "TAKE_WRONG_PLAYER"}
        found = {"TAKE_AFTER_FULL_BEAT"} if finished else set()
        if cards and set(cards) != set(self.lying()):
            found.add("TAKE_PARTIAL")
        return found

    def swept_away(self, cards):
        found = set()
        moved = cards or tuple(self.lying())
        if self.taking:
            found.add("TAKEN_TO_DISCARD")
        elif any(row[0] in moved and row[2] is None for row in self.table):
            found.add("SWEEP_UNBEATEN")
        if set(moved) != set(self.lying()):
            found.add("SWEEP_COUNT_MISMATCH")
        return found

    def draws(self, seat, count):
        if self.table:
            return {"DRAW_DURING_BOUT"}
        if len(self.hands[seat]) >= 6 and not self.drawn[seat]:
            return {"DRAW_HAND_FULL"}
        found = set()
        owed = self.owed()
        if owed and owed[0][0] != seat and len(self.hands[seat]) < 6:
            found.add("DRAW_TOO_FEW" if self.drawn[owed[0][0]] else "DRAW_ORDER")
        if count > max(0, min(6 - len(self.hands[seat]), len(self.pack))):
            found.add("DRAW_TOO_MANY")
        return found

    def hangs(self, move):
        rank = self.strap_rank()
        if rank is None:
            return {"GAME_ALREADY_OVER"} if self.ended() else set()
        found = set()
        may = False
        if self.last is not None and not self.table and move.to not in self.team(move.seat):
            _, _, defender, how = self.last
            may = move.to == defender if how == "taken" else move.seat == defender
        if not may:
            found.add("STRAP_OUT_OF_PLACE")
        if any(card.rank != rank for card in move.cards):
            found.add("STRAP_WRONG_RANK")
        elif rank == 12:
            if len(move.cards) != 1 or move.cards[0].suit != self.rules.strap_queen:
                found.add("STRAP_QUEEN")
        elif all(card.suit == self.trump_card.suit for card in move.cards):
            found.add("STRAP_TRUMP_ALONE")
        return found

    # What a lawful move does.

    def play(self, move):
        match move:
            case Deal(to=seat, count=count):
                self.packets.append(seat)
                self.give(seat, count)
            case ShowTrump(card=card):
                self.trump_card = card
            case Appoint(seat=seat):
                self.appointed = seat
            case Lead(seat=seat, cards=cards):
                self.attacker = seat
                self.defender, self.place = self.against(seat)
                self.start = len(self.hands[self.defender])
                self.lay(seat, cards)
            case ThrowIn(seat=seat, cards=cards):
                self.passed.discard(seat)
                self.lay(seat, cards)
            case Beat(seat=seat, card=card, attack=attack):
                self.hands[seat].remove(card)
                for row in self.table:
                    if row[0] == attack:
                        row[2] = card
            case Transfer():
                target, place = self.next_defender()
                self.start = len(self.hands[target])
                if move.shown:
                    self.shown |= set(move.cards)
                else:
                    self.lay(move.seat, move.cards)
                self.attacker, self.defender, self.place = move.seat, target, place
                self.passed = set()
            case SayBeaten(seat=seat):
                self.passed.add(seat)
                if seat == self.attacker:
                    self.passed_at = len(self.table)
            case SayTakes():
                self.taking = True
            case Take(seat=seat):
                self.hands[seat] += self.lying()
                self.close("taken")
            case Sweep():
                self.swept += self.lying()
                self.close("beaten")
            case Draw(seat=seat, count=count):
                self.give(seat, count)
                self.drawn[seat] += count
                self.note_exits()
            case Hang(seat=seat, cards=cards):
                for card in cards:
                    self.hands[seat].remove(card)
                self.straps += cards
                self.hung = move.seat, move.to

    def lay(self, seat, cards):
        for card in cards:
            self.hands[seat].remove(card)
            self.table.append([card, seat, None])

    def give(self, seat, count):
        for _ in range(count):
            self.hands[seat].append(self.pack.pop())

    def close(self, how):
        self.last = (self.attacker, self.place, self.defender, how)
        self.table, self.taking, self.passed, self.shown = [], False, set(), set()
        self.drawn = dict.fromkeys(self.seats, 0)
        self.appointed = None
        self.bouts += 1
        self.gone.append([])
        self.note_exits()

    def note_exits(self):
        """Those who are out since this bout go together; who has cards again is not out."""
        earlier = [seat for group in self.gone[:-1] for seat in group]
        self.gone[-1] = [s for s in self.seats if self.out(s) and s not in earlier]

    def whole(self):
        """Tell whether all 36 cards are there, each once."""
        cards = [card for hand in self.hands.values() for card in hand]
        cards += self.pack + self.lying() + self.swept + self.straps
        return len(cards) == 36 and set(cards) == set(DECK)


def _parts(beat):
    return beat.seat, beat.card, beat.attack
