"""What stands around the cards of a game: its setting, its phases and turns, its memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum, unique

from engine.cards import Card
from engine.changing import value
from engine.matches import TableMatch
from engine.parameters import HouseRules
from engine.piles import Declared, Trumped
from engine.results import Exit, Result
from engine.seats import Actor


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


@value(frozen=True, slots=True)
class Turn:
    """A turn at the table: the seat whose turn it is, and who plays it."""

    seat: Actor
    player: Actor


OWN_TURN = {seat: Turn(seat, seat) for seat in Actor}
"""The turn that a player plays in the own seat."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What stands before the first card is dealt: the rules, who plays, what the match knows."""

    rules: HouseRules
    players: tuple[Actor, ...]
    game_no: int = 1
    previous_winner: Actor | None = None
    last_winner: Actor | None = None
    """Who won last in this match, before a draw."""
    dealer: Actor | None = None
    """The player who deals this game; nobody where the house deals."""
    calls_heard: bool = False
    """Whether «бито» and «беру» reach us at this table by the dealer's buttons."""
    match: TableMatch | None = None
    """The match of a tournament before this game; None where nobody told of any."""
    places: dict[Actor, int] = field(init=False, repr=False, compare=False)
    """The place of each player among the players, clockwise."""

    def __post_init__(self) -> None:
        """Lay at hand where everybody sits: with every move it is asked for."""
        places = {seat: place for place, seat in enumerate(self.players)}
        object.__setattr__(self, "places", places)


@value(frozen=True, slots=True)
class Memory:
    """What is remembered of a game beside where its cards are."""

    dealt_to: Actor | None = None
    """Who got the last packet of the deal."""
    exits: tuple[Exit, ...] = ()
    """Who is out, in the order in which they went."""
    trumped: tuple[Trumped, ...] = ()
    """Trumps that a later card may prove wrong; a draw of unseen cards clears a player's."""
    declared: tuple[Declared, ...] = ()
    """Who said which lowest trump he was dealt."""
    takings: int = 0
    """Takings in a row since the talon was gone."""
    appointed: Actor | None = None
    """Who leads by the inspector's ruling."""
    straps: tuple[Card, ...] = ()
    """The shoulder straps that hang, in the game of straps (R122)."""
    hung_by: Actor | None = None
    hung_on: Actor | None = None
    """Who hung the last strap, and on whom."""
    ruled: Result | None = None
    """The result that the inspector has ruled."""


NO_MEMORY = Memory()
