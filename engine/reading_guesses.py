"""Cards that were never read surely, but that play has gone past: what they most likely were."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from engine.reading_faces import SURE_ENOUGH, Reading
from engine.reading_laid import COVERED
from engine.seats import Actor
from engine.table import Lifted, LyingCard

LIKELY = 0.5
"""A reading less probable than this is no guess."""


@dataclass(frozen=True, slots=True)
class Guess:
    """The most probable lawful move of a card that nobody could read surely, and who laid it."""

    reading: Reading
    laid_by: Actor


@dataclass(slots=True)
class Guesses:
    """Remembers a guess for each undecided card, until it is decided, or play makes it a move."""

    _guesses: dict[int, Guess] = field(default_factory=dict)

    def note(self, lying: LyingCard, best: Reading) -> None:
        """Keep the best reading of a card that cannot be decided yet.

        What seems to lie on a beaten pair is seldom a card at all: that is never guessed at.
        """
        if best.probability >= LIKELY and not best.is_offence and not lying.covers_two:
            self._guesses[lying.key] = Guess(best, lying.laid_by)

    def forget(self, decided: Collection[int]) -> None:
        """Drop the guesses about cards that are decided, be it that they are no move."""
        self._guesses = {k: g for k, g in self._guesses.items() if k not in decided}

    def under(self, lying: LyingCard) -> Iterator[tuple[int, Reading]]:
        """Yield the guesses about cards that a plainly read card was laid over.

        Nobody beats a card that is not there.
        """
        if lying.probability < SURE_ENOUGH:
            return
        for cover in lying.covers:
            if cover.share >= COVERED and cover.key in self._guesses:
                yield cover.key, self._guesses.pop(cover.key).reading

    def lifted(self, lifted: Lifted) -> Reading | None:
        """Return the guess about a card that somebody else than who laid it carries off.

        Who lays a card and picks it up again has not played it.
        """
        guess = self._guesses.pop(lifted.key, None)
        if guess is None or lifted.by in {guess.laid_by, Actor.UNKNOWN}:
            return None
        return guess.reading
