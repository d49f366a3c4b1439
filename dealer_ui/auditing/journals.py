"""Replay of journals without their video: states, verdicts and flags derived anew, and compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dealer_ui.exporting.chapters import moment
from dealer_ui.prompts import Catalogue
from journal.comparing import Difference, Fact, derived, differences, recorded
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
        yield difference_line(one, words)


def difference_line(one: Difference, words: Catalogue) -> str:
    """Say what was told before and what is told now."""
    before, after = (_said(one.fact, told, words) for told in (one.before, one.after))
    fact = words.text(f"audit.fact.{one.fact}")
    return words.text(
        "audit.differs", at=moment(one.taken_at), fact=fact, before=before, after=after
    )


def _said(fact: Fact, told: str, words: Catalogue) -> str:
    """Say a flag by its title and its verdict; moves and results are notation."""
    if fact is not Fact.FLAG or not told:
        return told or "—"
    code, *whose, verdict = told.split()
    title, judged = words.texts[f"code.{code}.title"], words.texts[f"verdict.{verdict}"]
    return f"{title} ({' '.join((*whose, judged))})"
