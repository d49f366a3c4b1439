"""Which card that lies there is the one that a person has named, or that the eye reads anew."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from engine.cards import Card
from engine.ports import Misread
from engine.reading_lifted import Gone
from engine.state import Game
from engine.table import LyingCard

PLAIN = 0.9
"""From this probability on the eye is sure enough to change its mind."""

LASTS_S = 0.5
"""For so long it must be of another mind."""

LETS_GO_S = 0.15
"""For so long a hand must be off a card: for a moment fingers are hard to tell from a card."""

LAID_S = 4.0
"""A card that a hand has lain on for so long has been laid all the same."""


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


@dataclass(slots=True)
class Rereading:
    """Notices that the eye has changed its mind about a card that was told already.

    What a person named is left alone: there the eye was wrong all along.
    """

    _read: dict[int, Card] = field(default_factory=dict)
    """The faces that were told because the eye read them, by the tracker's number."""
    _since: dict[int, float] = field(default_factory=dict)
    _free: dict[int, float] = field(default_factory=dict)
    """Since when no hand has been on a card."""
    _let_go: set[int] = field(default_factory=set)
    _taken_away: list[Misread] = field(default_factory=list)

    def note(self, key: int, card: Card) -> None:
        """Remember that a card was told by the face that the eye read."""
        self._read[key] = card

    def was_held(self, key: int, at: float) -> bool:
        """Tell whether no hand ever let go of a card for long enough to have laid it."""
        return key not in self._let_go and at - self._free.get(key, at) < LETS_GO_S

    def _note_hand(self, card: LyingCard, at: float) -> None:
        """Remember that a hand is on a card, or has left it for good."""
        if at - card.laid_at >= LAID_S or not self.was_held(card.key, at):
            self._let_go.add(card.key)
        if card.held:
            self._free.pop(card.key, None)
        else:
            self._free.setdefault(card.key, at)

    def no_moves(self, gone: Sequence[Gone]) -> None:
        """Remember cards that were told and were no moves."""
        self._taken_away += (Misread(it.card, None) for it in gone)

    def misread(
        self, lying: Sequence[LyingCard], known: Mapping[int, Card], at: float
    ) -> Iterator[tuple[int, Misread]]:
        """Yield, by number, the cards of which the eye is surely and lastingly of another mind."""
        yield from ((0, misread) for misread in self._taken_away)
        self._taken_away.clear()
        for card in lying:
            self._note_hand(card, at)
            told = known.get(card.key)
            if told is None or card.card is None:
                continue
            if card.card == told:
                self._since.pop(card.key, None)
            elif self._read.get(card.key) == told and self._is_sure(card, at):
                self._read[card.key] = card.card
                yield card.key, Misread(told, card.card)

    def _is_sure(self, card: LyingCard, at: float) -> bool:
        if card.held or card.hidden or card.probability < PLAIN:
            self._since.pop(card.key, None)
            return False
        return at - self._since.setdefault(card.key, at) >= LASTS_S
