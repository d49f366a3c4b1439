"""How bouts and games end (125.5, R090-R096, R120)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from engine.cards import Card, Rank
from engine.changing import value
from engine.parameters import HouseRules, TeamWin
from engine.piles import Hand
from engine.seats import Actor


@unique
class Ending(StrEnum):
    """How a bout ended; an irregular end tells nobody who leads next."""

    BEATEN = "beaten"
    TAKEN = "taken"
    IRREGULAR = "irregular"


@value(frozen=True, slots=True)
class Ended:
    """The bout before this one: who attacked whom, and how it ended."""

    attacker: Actor
    defender: Actor
    how: Ending
    seat: Actor | None = None
    """The seat in whose turn the defender defended, where it is a partner's (R102)."""
    two_sixes: bool = False
    """The whole attack was two sixes (R120)."""


@dataclass(frozen=True, slots=True)
class Exit:
    """A player who is out, and the bout with which he went."""

    seat: Actor
    bout_no: int


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game; with neither loser nor winning team it is a draw (125.5).

    The winner is the first to go out alone. `places` are the players in the order in which they
    went out, those of one bout together, whoever is left with cards last.
    """

    winner: Actor | None
    loser: Actor | None = None
    team: tuple[Actor, ...] = ()
    places: tuple[tuple[Actor, ...], ...] = ()
    with_straps: bool = False
    """The last attack on the loser was two sixes, in a house that gives the label (R120)."""

    @property
    def is_draw(self) -> bool:
        """Whether nobody lost."""
        return self.loser is None and not self.team


def decided(winner: Actor | None, loser: Actor) -> Result:
    """Return the result of a game that one has lost, by a ruling; the others keep no order."""
    return Result(winner, loser, places=() if winner is None else ((winner,), (loser,)))


@dataclass(frozen=True, slots=True)
class Endgame:
    """What a result follows from, once the talon is gone and the bout is over."""

    rules: HouseRules
    players: tuple[Actor, ...]
    hands: tuple[Hand, ...]
    exits: tuple[Exit, ...]
    last: Ended

    def left(self) -> tuple[Actor, ...]:
        """Return the players who still hold cards."""
        return tuple(
            seat for seat, hand in zip(self.players, self.hands, strict=True) if hand.count > 0
        )

    def groups(self) -> tuple[tuple[Actor, ...], ...]:
        """Return who went out, bout by bout; whom nobody noted went with the last one."""
        left = self.left()
        noted: dict[int, list[Actor]] = {}
        for gone in self.exits:
            if gone.seat not in left:
                noted.setdefault(gone.bout_no, []).append(gone.seat)
        earlier = {seat for group in noted.values() for seat in group}
        fresh = [seat for seat in self.players if seat not in left and seat not in earlier]
        return tuple(tuple(group) for group in (*noted.values(), fresh) if group)


def team_of(players: Sequence[Actor], seat: Actor) -> tuple[Actor, ...]:
    """Return the team of a player: opponents sit alternately (R100)."""
    return tuple(players[players.index(seat) % 2 :: 2])


def result_of(end: Endgame) -> Result | None:
    """Return the result, or None while the game goes on."""
    if end.rules.teams is not None:
        return _team_result(end)
    left = end.left()
    groups = end.groups()
    if len(left) > 1:
        return _hung_result(end, left, groups) if end.rules.pogony_win else None
    if left:
        return _lost(end, left[0], groups)
    if end.rules.draw_allowed:
        first = groups[0] if len(groups) > 1 else ()
        return Result(first[0] if len(first) == 1 else None, places=groups)
    return _lost_in_the_end(end, groups)


def _lost(end: Endgame, loser: Actor, groups: tuple[tuple[Actor, ...], ...]) -> Result:
    first = groups[0] if groups else ()
    straps = end.rules.pogony_label and end.last.two_sixes and end.last.defender == loser
    winner = first[0] if len(first) == 1 else None
    return Result(winner, loser, places=(*groups, (loser,)), with_straps=straps)


def _lost_in_the_end(end: Endgame, groups: tuple[tuple[Actor, ...], ...]) -> Result:
    """Where no draw is known, whoever beat off last has lost (R093)."""
    loser = end.last.defender
    kept = tuple(tuple(seat for seat in group if seat != loser) for group in groups)
    return _lost(end, loser, tuple(group for group in kept if group))


def _hung_result(
    end: Endgame, left: tuple[Actor, ...], groups: tuple[tuple[Actor, ...], ...]
) -> Result | None:
    """Return the win of one of the last two whose two cards are known to be sixes (R121)."""
    for seat, hand in zip(end.players, end.hands, strict=True):
        if len(left) == 2 and seat in left and holds_two_sixes(hand):
            loser = left[1] if seat == left[0] else left[0]
            return Result(seat, loser, places=(*groups, (seat,), (loser,)), with_straps=True)
    return None


def holds_two_sixes(hand: Hand) -> bool:
    """Tell whether a hand is known to be two sixes and nothing else."""
    return hand.count == 2 and len(hand.known) == 2 and are_two_sixes(tuple(hand.known))


def are_two_sixes(cards: Sequence[Card]) -> bool:
    """Tell whether cards are exactly two sixes (A11)."""
    return len(cards) == 2 and cards[0].rank is cards[1].rank is Rank.SIX


def _team_result(end: Endgame) -> Result | None:
    teams = (end.players[0::2], end.players[1::2])
    left = end.left()
    groups = end.groups()
    if end.rules.team_win is TeamWin.FIRST_OUT and groups:
        first = {team_of(end.players, seat) for seat in groups[0]}
        if len(first) == 1:
            return Result(None, team=first.pop(), places=groups)
    out = [team for team in teams if not any(seat in left for seat in team)]
    if len(out) == 1:
        return Result(None, team=out[0], places=groups)
    if not out:
        return None
    if end.rules.draw_allowed:
        return Result(None, places=groups)
    loser = end.last.defender
    return Result(None, team=next(t for t in teams if loser not in t), places=groups)


def result_word(result: Result | None, players: Sequence[Actor]) -> str:
    """Write a result in one word, as game records do; nothing where there is none yet.

    >>> result_word(Result(Actor.A, Actor.B), (Actor.A, Actor.B)), result_word(None, ())
    ('A', '')
    """
    if result is None:
        return ""
    if result.is_draw and len(players) == 2:
        return "draw"
    won = result.team or (() if result.winner is None else (result.winner,))
    if won:
        return ",".join(won)
    return "draw" if result.loser is None else f"fool {result.loser}"
