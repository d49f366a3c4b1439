"""Proof after the event: a card that shows now was in the hand when it was denied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.cards import Card
from engine.clauses import finding
from engine.piles import Trumped
from engine.seats import Actor
from engine.state import Game
from engine.verdict import Code, Severity, Violation


def judge_later_proof(game: Game, seat: Actor, cards: tuple[Card, ...]) -> Iterable[Violation]:
    """Return the earlier offences that these cards of a hand prove (evidence R).

    The card that shows is right and stays: the inspector hears of the proof, the light does not.
    A card that went into the hand openly since then proves nothing, nor does one that may have
    been drawn: such draws have cleared the player already.
    """
    memory = game.memory
    proved = [t for t in memory.trumped if t.seat is seat and t.is_proved_by(cards)]
    if not proved and not memory.declared:
        return ()
    held = _held_then(game, seat, cards)
    return (*_judge_trumped(seat, proved, held), *_judge_declared(game, seat, held))


def _held_then(game: Game, seat: Actor, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    known = game.hand(seat).known
    return tuple(card for card in cards if card not in known and card not in game.bout.cards)


def _judge_trumped(
    seat: Actor, proved: list[Trumped], held: tuple[Card, ...]
) -> Iterator[Violation]:
    """Yield trumps laid while a higher card of the attack's suit was in the hand (125.6, A1)."""
    for laid in proved:
        for card in held:
            if laid.is_proved_by((card,)):
                yield finding(
                    Code.TRUMP_WHILE_SUIT_AVAILABLE,
                    seat,
                    (laid.card, card),
                    on=laid.attack,
                    severity=Severity.LOG,
                )


def _judge_declared(game: Game, seat: Actor, held: tuple[Card, ...]) -> Iterator[Violation]:
    """Yield trumps lower than what the player declared, or than what he denied (125.4)."""
    said = next((d for d in game.memory.declared if d.seat == seat), None)
    if said is None:
        return
    spoken = [d.card.rank for d in game.memory.declared if d.card is not None]
    below = said.card.rank if said.card is not None else min(spoken, default=None)
    for card in held:
        if card.suit == game.trump and (below is None or card.rank < below):
            yield finding(Code.FIRST_LEAD_MISDECLARED, seat, (card,), severity=Severity.LOG)
