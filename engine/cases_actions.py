"""What happened in a worked case, as the moves and claims that the referee judges."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import Card
from engine.cases_fields import Field
from engine.cases_reading import Case
from engine.cases_table import spare_cards
from engine.claims import (
    Claim,
    Counted,
    DiscardLookedAt,
    DrawCalled,
    LeadCalled,
    RedealCalled,
    Revealed,
    StrapsCalled,
    TeamWinCalled,
    TimeUsed,
    WinCalled,
)
from engine.moves import (
    Beat,
    Deal,
    Declare,
    Draw,
    Expose,
    Hang,
    Lead,
    Move,
    SayBeaten,
    SayTakes,
    ShowTrump,
    Sweep,
    Take,
    ThrowIn,
    Transfer,
    Withdraw,
)
from engine.seats import Actor
from engine.state import Game


def moves_of(case: Case, game: Game) -> tuple[Move, ...] | None:  # noqa: C901, PLR0911, PLR0912
    """Return the moves of a case's action; None where it is no move."""
    action = case.action
    match action.get("type").text():
        case "beat":
            return (Beat(_seat(action), _one(action), action.get("target").card()),)
        case "lead":
            return (Lead(_seat(action), _laid(case)),)
        case "throw_in":
            return (ThrowIn(_seat(action), _laid(case)),)
        case "transfer":
            shown = action.get("mode").value == "show"
            to = action.get("to").seat_or_none()
            return (Transfer(_seat(action), _laid(case), shown, to),)
        case "take":
            everything = action.get("cards").value in (None, "all")
            return (Take(_seat(action), () if everything else action.get("cards").cards()),)
        case "sweep":
            return tuple(_sweep(case, game))
        case "draw":
            return tuple(_draws(action, game))
        case "deal":
            return tuple(_deal(action, game))
        case "pass":
            return (SayBeaten(_seat(action)),)
        case "take_call":
            return (SayTakes(_seat(action)),)
        case "withdraw":
            return tuple(Withdraw(_seat(action), card) for card in action.get("cards").cards())
        case "expose":
            return (Expose(_seat(action), action.get("cards").cards()),)
        case "declare_lowest_trump":
            return (Declare(_seat(action), action.get("card").card_or_none()),)
        case "hang":
            return (Hang(_seat(action), action.get("to").seat(), action.get("cards").cards()),)
        case _:
            return None


def _seat(action: Field) -> Actor:
    return action.get("actor").seat()


def _one(action: Field) -> Card:
    cards = action.get("cards").cards()
    if len(cards) != 1:
        raise action.get("cards").refuse("one card is wanted")
    return cards[0]


def _laid(case: Case) -> tuple[Card, ...]:
    """Return the cards laid; a face that nobody read stands for any."""
    told = case.action.get("cards")
    unread = sum(card.value == "??" for card in told.list())
    return (*told.cards(), *spare_cards(case, unread))


def _sweep(case: Case, game: Game) -> Iterator[Move]:
    """Yield a sweep, or the cards' way into a hand."""
    action, lying = case.action, game.bout.cards
    if action.get("attacker_passed").flag():
        yield SayBeaten(game.bout.attacker)
    moved = action.get("cards_moved").number(len(lying))
    if action.get("to").value not in (None, "discard"):
        yield Take(action.get("to").seat(), lying[:moved])
        return
    slipped = spare_cards(case, max(0, moved - len(lying)))
    yield Sweep(Actor.DEALER, (*lying[:moved], *slipped))


def _draws(action: Field, game: Game) -> Iterator[Move]:
    trump = game.trump_card
    with_trump = any(name.value == "trump_card" for name in action.get("drawn").list())
    rows = action.get("sequence").list()
    for number, row in enumerate(rows, start=1):
        faces = (trump,) if with_trump and trump is not None and number == len(rows) else ()
        yield Draw(row.get("player").seat(), row.get("count").number(), faces)


def _deal(action: Field, game: Game) -> Iterator[Move]:
    for packet in action.get("packets").list():
        members = packet.list()
        if len(members) != 2:
            raise packet.refuse("a packet is a player and a number")
        yield Deal(members[0].seat(), members[1].number())
    if game.trump_card is not None:
        yield ShowTrump(game.trump_card)


def claim_of(case: Case) -> Claim | None:  # noqa: PLR0911 - one line for each kind of claim
    """Return the claim of a case's action; None where it is none."""
    action = case.action
    match action.get("type").text():
        case "declare_first_lead" | "declare_next_lead":
            return LeadCalled(action.get("player").seat())
        case "declare_result":
            return _result(action)
        case "declare_label":
            return StrapsCalled(action.get("loser").seat())
        case "declare_redeal":
            return RedealCalled()
        case "inspect_discard":
            return DiscardLookedAt(action.get("actor").seat())
        case "retro_reveal":
            return Revealed(action.get("player").seat(), action.get("revealed").cards())
        case "count_check":
            return _counts(action.get("counts"))
        case "clock":
            used, limit = action.get("used_s").number(), action.get("limit_s").number()
            return TimeUsed(action.get("player").seat(), used, limit)
        case _:
            return None


def _result(action: Field) -> Claim:
    match action.get("result").text():
        case "draw":
            return DrawCalled()
        case "team_win":
            return TeamWinCalled(tuple(seat.seat() for seat in action.get("team").list()))
        case "win" | "durak" | "loss":
            winner, loser = action.get("winner"), action.get("loser")
            return WinCalled(winner.seat_or_none(), loser.seat_or_none())
        case other:
            raise action.get("result").refuse(f"no such result: {other!r}")


def _counts(counts: Field) -> Counted:
    piles = dict(counts.items())
    hands = {
        Field(name, pile.where, pile.line).seat(): pile.number()
        for name, pile in piles.items()
        if name not in {"talon", "discard", "table"}
    }
    numbers = {
        name: piles[name].number() if name in piles else None
        for name in ("talon", "discard", "table")
    }
    return Counted(hands, numbers["talon"], numbers["discard"], numbers["table"])
