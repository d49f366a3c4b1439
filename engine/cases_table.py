"""A worked case as a game of ours, and what happened in it as moves and claims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.bout import NO_BOUT, Bout, Pair, in_order
from engine.cards import DECK, Card, Rank
from engine.cases_reading import Case
from engine.house import NextGameLead, TrumpBeat, adjusted
from engine.piles import Declared, Discard, Hand, Trumped
from engine.results import Ended, Ending
from engine.seats import Actor
from engine.state import Game, Memory, Setting

SEEN_LATER = frozenset({"retro_reveal"})
"""In these cases nobody knew the hands when it happened, whoever judges."""


def game_of(case: Case, *, open_hands: bool) -> Game:
    """Return the game of a case; with open hands the faces that it names are known."""
    action = case.action
    kind = action.get("type").text()
    known = open_hands and kind not in SEEN_LATER
    trump_card = case.trump_card or _stand_in(case)
    setting = Setting(
        case.rules,
        case.seats,
        game_no=action.get("game_no").number(1),
        previous_winner=_previous_winner(case),
        dealer=action.get("prev_dealer_loser").seat_or_none(),
        calls_heard=case.whole.has("passed") or action.has("attacker_passed"),
    )
    memory = Memory(
        declared=tuple(_declared(case)),
        trumped=tuple(_trumped(case)) if kind in SEEN_LATER else (),
        appointed=case.attacker if kind == "lead" and case.rules.teams is None else None,
    )
    game = Game(
        setting,
        tuple(_hand(case, seat, known=known) for seat in case.seats),
        talon=case.talon,
        trump_card=trump_card,
        trump_lies=trump_card is not None and case.talon > 0,
        discard=Discard(case.discard, frozenset(case.whole.get("known_discard").cards())),
        bout=_bout(case),
        bout_no=case.whole.get("bout_no").number(3 if case.discard else 1),
        last=_last(case, kind),
        memory=memory,
    )
    return _as_last_dealt(game, case)


def _stand_in(case: Case) -> Card | None:
    """Return a trump that the case does not name, for the trump card that it does not name."""
    free = (card for card in sorted(DECK - case.named, reverse=True) if card.suit == case.trump)
    return next(free, None)


def _hand(case: Case, seat: Actor, *, known: bool) -> Hand:
    faces = case.hands[seat]
    told = case.whole.get("known_hand").get(seat).cards() if case.whole.has("known_hand") else ()
    named = frozenset(card for card in faces if card is not None) if known else frozenset()
    # What the ledger knows comes first: a face that finds no room beside it is not believed.
    whole = named.union(told)
    return Hand(len(faces), whole if len(whole) <= len(faces) else frozenset(told))


def _previous_winner(case: Case) -> Actor | None:
    if case.rules.next_game_lead is not NextGameLead.WINNER_PREV:
        return None
    return case.action.get("prev_winner").seat_or_none()


def _bout(case: Case) -> Bout:
    """Return the bout that lies there."""
    if not case.table:
        return NO_BOUT
    pairs = tuple(
        Pair(
            pair.attack,
            pair.by,
            pair.defence,
            None if pair.defence is None else case.defender,
        )
        for pair in case.table
    )
    start = len(case.hands[case.defender]) if case.start is None else case.start
    passed = {seat.seat() for seat in case.whole.get("passed").list()}
    return Bout(
        case.attacker,
        case.defender,
        start,
        pairs,
        taking=case.taking,
        passed=len(pairs) if case.attacker in passed else 0,
        done=tuple(sorted(passed - {case.attacker})),
        shown=case.whole.get("shown_this_bout").cards(),
        order=in_order(pairs),
    )


def _last(case: Case, kind: str) -> Ended | None:
    """Return the bout before what happened, as far as the case tells it."""
    action = case.action
    if kind in {"declare_first_lead", "deal"} or _is_fresh(case):
        return None
    told = action.get("bout") if action.has("bout") else action
    attacker = told.get("leader").seat_or_none() or action.get("prev_attacker").seat_or_none()
    defender = told.get("defender").seat_or_none() or action.get("prev_defender").seat_or_none()
    how = told.get("result") if action.has("bout") else action.get("bout_result")
    if kind == "lead" and case.rules.teams is not None:
        return _before_lead(case)
    # Who had to lead the bout that lies there, or leads now, is told and not judged.
    ending = Ending.IRREGULAR if kind == "lead" or case.table else Ending.BEATEN
    if how.value is not None:
        ending = Ending.TAKEN if how.text().startswith("tak") else Ending.BEATEN
    return Ended(attacker or case.attacker, defender or case.defender, ending)


def _before_lead(case: Case) -> Ended:
    """Return a bout after which the case's attacker leads against its defender, in his seat."""
    order = (*case.seats, *case.seats)
    seat = order[order.index(case.defender, 1) - 1]
    return Ended(order[order.index(seat, 1) - 1], case.attacker, Ending.BEATEN, seat)


def _is_fresh(case: Case) -> bool:
    """Tell whether the case stands at the first bout of a game."""
    if case.action.has("bout") or case.action.has("bout_result") or case.discard:
        return False
    dealt = 6 * len(case.seats)
    return case.talon == len(DECK) - dealt and case.whole.get("bout_no").number(1) == 1


def _declared(case: Case) -> Iterator[Declared]:
    if case.whole.get("bout_no").number(1) == 1:
        for seat, card in case.whole.get("declared_lowest_trump").by_seat().items():
            yield Declared(seat, card.card_or_none())


def _trumped(case: Case) -> Iterator[Trumped]:
    """Yield the trumps in this bout that a card seen later may prove wrong."""
    if case.rules.trump_beat is TrumpBeat.FREE:
        return
    for pair in case.table:
        over = pair.defence
        if over is not None and over.suit == case.trump != pair.attack.suit:
            yield Trumped(case.defender, over, pair.attack)


def _as_last_dealt(game: Game, case: Case) -> Game:
    """Where the whole pack was dealt, the trump card is in the hand that got it last (R027)."""
    whole_pack = 6 * len(case.seats) == len(DECK) and case.talon == 0 and case.discard == 0
    if not whole_pack or case.trump_card is None or case.table:
        return game
    last = game.hands[-1]
    shown = Hand(last.count, last.known.union({case.trump_card}))
    return replace(game, hands=(*game.hands[:-1], shown))


def ordered_freely(case: Case) -> Case:
    """Return a case that does not say who has passed: then nobody is out of order."""
    if case.whole.has("passed"):
        return case
    return replace(case, rules=adjusted(case.rules, {"throw_order": "free"}))


def spare_cards(case: Case, count: int) -> tuple[Card, ...]:
    """Return cards that the case does not name, of the rank that has most of them free."""
    free = sorted(DECK - case.named, key=lambda card: (card.suit == case.trump, card))
    most = max(Rank, key=lambda rank: sum(card.rank is rank for card in free))
    return tuple(sorted(free, key=lambda card: card.rank is not most)[:count])
