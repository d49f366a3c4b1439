"""The match that a table plays: what the tournament's desk knows, and the score since then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.clauses import finding
from engine.seats import Actor
from engine.verdict import Code, Violation

WORD = re.compile(r"(\w[\w.]*)/(\d+)/(\d+)-(\d+)/(\d+)/(\d+)/([AB]*)")


@dataclass(frozen=True, slots=True)
class TableMatch:
    """A match between the players of seats A and B, as far as a table must know it."""

    name: str
    """Its place in the bracket, such as SF2."""
    target: int
    """Wins that take the match (124)."""
    wins: tuple[int, int] = (0, 0)
    draws: int = 0
    unpaid: int = 0
    """Entrants whose fee is not all in (125.3)."""
    misseated: tuple[Actor, ...] = ()
    """Seats at which somebody sits who is not of this match."""

    @property
    def is_over(self) -> bool:
        """Whether somebody has the wins of the stage; nobody needs to lead by two (R014)."""
        return max(self.wins) >= self.target

    def won_by(self, seat: Actor | None) -> int:
        """Return the wins of a seat."""
        return self.wins[0] if seat is Actor.A else self.wins[1] if seat is Actor.B else 0

    def after(self, winner: Actor | None) -> TableMatch:
        """Return the match after a further game: a draw adds no win (R013)."""
        if winner is None:
            return replace(self, draws=self.draws + 1)
        first, second = self.wins
        return replace(self, wins=(first + (winner is Actor.A), second + (winner is Actor.B)))


def judge_begun(match: TableMatch) -> Iterator[Violation]:
    """Judge that a game is dealt: all fees are in, the right two sit there, more is to be played.

    (125.3, 124.)
    """
    if match.unpaid:
        yield finding(Code.DEALT_BEFORE_FEES, Actor.DEALER, count=match.unpaid)
    for seat in match.misseated:
        yield finding(Code.WRONG_PLAYER_SEATED, seat)
    if match.is_over:
        code, most = Code.MATCH_CONTINUED_AFTER_TARGET, max(match.wins)
        yield finding(code, Actor.DEALER, count=most, limit=match.target)


def judge_score(match: TableMatch, shown: tuple[int, int]) -> Iterator[Violation]:
    """Judge what the score board says; a board that counts draws is told from a wrong one."""
    counted = counts_draws(shown, match.wins, match.draws)
    code = Code.SCORE_DRAW_COUNTED if counted else Code.SCORE_WRONG
    for seat, count, won in zip((Actor.A, Actor.B), shown, match.wins, strict=True):
        if count != won:
            yield finding(code, seat, count=count, limit=won)


def counts_draws(shown: tuple[int, int], wins: tuple[int, int], draws: int) -> bool:
    """Tell whether a score is too high by no more than the draws that were played."""
    over = [count - won for count, won in zip(shown, wins, strict=True)]
    return min(over) >= 0 < max(over) <= draws


def judge_called_over(match: TableMatch, winner: Actor) -> Iterator[Violation]:
    """Judge that a match is called over: whoever has taken it has the wins of its stage."""
    wins = match.won_by(winner)
    if wins < match.target:
        code = Code.MATCH_TARGET_NOT_REACHED
        yield finding(code, Actor.DEALER, count=wins, limit=match.target)


def print_match(match: TableMatch) -> str:
    """Return a match in one word: name, target, wins, draws, fees that lack, wrong seats.

    >>> print_match(TableMatch("SF2", 9, (3, 2), draws=1))
    'SF2/9/3-2/1/0/'
    """
    score = f"{match.wins[0]}-{match.wins[1]}/{match.draws}"
    return f"{match.name}/{match.target}/{score}/{match.unpaid}/{''.join(match.misseated)}"


def parse_match(word: str) -> TableMatch | None:
    """Read the word of a match; None where it is none."""
    told = WORD.fullmatch(word)
    if told is None:
        return None
    target, first, second, draws, unpaid = (int(told[place]) for place in range(2, 7))
    wrong = tuple(Actor(seat) for seat in told[7])
    return TableMatch(told[1], target, (first, second), draws, unpaid, wrong)
