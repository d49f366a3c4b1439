"""Replay of journals without their video: states, verdicts and flags derived anew, and compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dealer_ui.exporting.chapters import moment
from dealer_ui.prompts import Catalogue
from journal.comparing import Difference, derived, differences, recorded
from journal.read import read_rows
from journal.replay import PlayedGame, Rulebook, replay


@dataclass(frozen=True, slots=True)
class Replayed:
    """A journal replayed: its games, and in what each differs from what was written then."""

    path: Path
    games: tuple[tuple[PlayedGame, tuple[Difference, ...]], ...]

    @property
    def differ(self) -> int:
        """Return how many differences there are."""
        return sum(len(found) for _, found in self.games)


def replay_journal(path: Path, rules: Rulebook) -> Replayed:
    """Replay a journal; raises TableError, RowError and RulesError."""
    games = [game for game in replay(read_rows(path), rules) if game.is_played]
    return Replayed(
        path,
        tuple((g, tuple(differences(recorded(g), derived(g.standing)))) for g in games),
    )


def told_lines(replayed: Replayed, words: Catalogue) -> Iterator[str]:
    """Say what a replay came to, a line for each difference."""
    moves = sum(len(game.standing.steps) for game, _ in replayed.games)
    yield words.text(
        "audit.journal",
        path=replayed.path,
        games=len(replayed.games),
        moves=moves,
        differ=replayed.differ,
    )
    for _, found in replayed.games:
        yield from difference_lines(found, words)


def difference_lines(found: tuple[Difference, ...], words: Catalogue) -> Iterator[str]:
    """Say differences, one a line."""
    for one in found:
        fact = words.text(f"audit.fact.{one.fact}")
        at = moment(one.taken_at)
        yield words.text(
            "audit.differs", at=at, fact=fact, before=one.before or "—", after=one.after or "—"
        )
