"""Which card that lies there is the one that a person has named."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from engine.cards import Card
from engine.reading_lifted import Gone
from engine.state import Game
from engine.table import LyingCard


@dataclass(frozen=True, slots=True)
class Told:
    """What was told already: faces by the tracker's number, and which of them are no move."""

    known: Mapping[int, Card]
    void: Collection[int]
    game: Game

    def is_astray(self, lying: LyingCard) -> bool:
        """Tell whether a card was told by a face that the game does not know."""
        return lying.key in self.known and self.known[lying.key] not in self.game.bout.cards

    def likeness(self, lying: LyingCard, card: Card) -> int | None:
        """Return how well a card fits a face that was named, 0 best; None where it cannot be.

        First a misread card that the eye took for this face too, then one that was not told yet,
        then any misread one, last one that was no move until now.
        """
        may_be = any(face == card for face, _ in lying.candidates)
        if lying.key not in self.known:
            return 1 if may_be else None
        if not self.is_astray(lying):
            return None
        if lying.key in self.void:
            return 3
        return 0 if may_be else 2


def named(lying: Sequence[LyingCard], faces: AbstractSet[Card], told: Told) -> Mapping[int, Card]:
    """Return the cards that people have named, by the tracker's number: each face goes to one."""
    found: dict[int, Card] = {}
    for face in sorted(faces):
        fits = [
            (fit, place, it.key)
            for place, it in enumerate(lying)
            if it.key not in found and (fit := told.likeness(it, face)) is not None
        ]
        if fits:
            found[min(fits)[2]] = face
    return found


def renamed_gone(
    gone: Sequence[Gone], faces: AbstractSet[Card], game: Game
) -> tuple[list[Gone], set[Card]]:
    """Return the cards that have just left under their true faces, and the faces still to find."""
    free = sorted(faces)
    true: list[Gone] = []
    for it in gone:
        astray = it.card not in game.bout.cards and bool(free)
        true.append(replace(it, card=free.pop(0)) if astray else it)
    return true, set(free)
