"""The story of a film as the engine tells it: its acts as moves, each with its time."""

from __future__ import annotations

from dataclasses import dataclass

from engine import moves
from engine.moves import Move
from vision.scene.acts import (
    Act,
    Beat,
    Deal,
    Draw,
    Drop,
    Expose,
    FalseStart,
    Gesture,
    Lead,
    LiftToLook,
    Nudge,
    OpenTrump,
    PickUp,
    Put,
    Rest,
    Return,
    Spill,
    Spread,
    Sweep,
    Take,
    ThrowIn,
    Withdraw,
)
from vision.scene.gathering import Done


@dataclass(frozen=True, slots=True)
class Told:
    """A move of the game and when its last card came to rest, in seconds of the film."""

    move: Move
    rests_at: float
    done: Done


def moves_told(done: tuple[Done, ...]) -> tuple[Told, ...]:
    """Return the moves of a performance; what is no move of the game is left out."""
    told = ((move_of(one), one) for one in done)
    return tuple(Told(move, one.rests[-1], one) for move, one in told if move is not None)


def move_of(done: Done) -> Move | None:  # noqa: PLR0911 - one line for each kind
    """Return the move that an act is, or None."""
    act = done.act
    match act:
        case Deal(to=to, count=count):
            return moves.Deal(to, count)
        case OpenTrump():
            return moves.ShowTrump(done.cards[0])
        case Draw(seat=seat, count=count):
            return moves.Draw(seat, count)
        case Return(seat=seat, count=count):
            return moves.Return(seat, count)
        case Nudge() | Gesture() | Rest() | FalseStart() | PickUp() | LiftToLook() | Put():
            return None
        case Drop() | Expose() | Spill() | Spread():
            return None
        case Lead() | ThrowIn() | Beat() | Withdraw() | Take() | Sweep():
            return _bout_move(done, act)


BoutAct = Lead | ThrowIn | Beat | Withdraw | Take | Sweep


def _bout_move(done: Done, act: BoutAct) -> Move:
    """Return the move of an act in the battle area."""
    match act:
        case Lead(seat=seat, cards=cards):
            return moves.Lead(seat, cards)
        case ThrowIn(seat=seat, cards=cards):
            return moves.ThrowIn(seat, cards)
        case Beat(seat=seat, card=card, attack=attack):
            return moves.Beat(seat, card, attack)
        case Withdraw(seat=seat, card=card):
            return moves.Withdraw(seat, card)
        case Take(seat=seat):
            return moves.Take(seat, done.cards)
        case Sweep():
            return moves.Sweep(done.actor, done.cards)


TYPES: dict[type[Act], str] = {
    Deal: "deal",
    OpenTrump: "trump",
    PickUp: "pickup",
    Lead: "lead",
    ThrowIn: "throw",
    Beat: "beat",
    Withdraw: "withdraw",
    Take: "take",
    Sweep: "sweep",
    Draw: "draw",
    Return: "return",
    Nudge: "nudge",
    Gesture: "gesture",
    Rest: "rest",
    FalseStart: "false_start",
    LiftToLook: "lift",
    Drop: "drop",
    Expose: "expose",
    Spill: "spill",
    Spread: "spread",
    Put: "put",
}
"""What the truth file calls each act."""
