"""The kinds of moves by name, and which kind a move is."""

from __future__ import annotations

from enum import StrEnum, unique

from engine.moves import (
    Announce,
    Appoint,
    Beat,
    Deal,
    Declare,
    Draw,
    Expose,
    Hang,
    Lead,
    Move,
    Return,
    SayBeaten,
    SayTakes,
    ShowTrump,
    Sweep,
    Take,
    ThrowIn,
    Transfer,
    Withdraw,
)


@unique
class Deed(StrEnum):
    """What kind of move it was; the value is stored and translated."""

    DEAL = "deal"
    TRUMP = "trump"
    LEAD = "lead"
    THROW = "throw"
    BEAT = "beat"
    SAY_BEATEN = "say-beaten"
    SAY_TAKES = "say-takes"
    TAKE = "take"
    SWEEP = "sweep"
    DRAW = "draw"
    WITHDRAW = "withdraw"
    RETURN = "return"
    TRANSFER = "transfer"
    DECLARE = "declare"
    APPOINT = "appoint"
    EXPOSE = "expose"
    HANG = "hang"
    ANNOUNCE = "announce"


_DEEDS: dict[type[Move], Deed] = {
    Deal: Deed.DEAL,
    ShowTrump: Deed.TRUMP,
    Lead: Deed.LEAD,
    ThrowIn: Deed.THROW,
    Beat: Deed.BEAT,
    SayBeaten: Deed.SAY_BEATEN,
    SayTakes: Deed.SAY_TAKES,
    Take: Deed.TAKE,
    Sweep: Deed.SWEEP,
    Draw: Deed.DRAW,
    Withdraw: Deed.WITHDRAW,
    Return: Deed.RETURN,
    Transfer: Deed.TRANSFER,
    Declare: Deed.DECLARE,
    Appoint: Deed.APPOINT,
    Expose: Deed.EXPOSE,
    Hang: Deed.HANG,
    Announce: Deed.ANNOUNCE,
}


def deed_of(move: Move) -> Deed:
    """Return the kind of a move.

    >>> from engine.seats import Actor
    >>> deed_of(SayBeaten(Actor.A))
    <Deed.SAY_BEATEN: 'say-beaten'>
    """
    return _DEEDS[type(move)]
