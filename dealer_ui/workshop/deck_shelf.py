"""The enrolled decks: how well each is read, which is in play, and how another one is learnt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from calibration.profile import ProfileError, load_profile
from dealer_ui.decks import put_in_play
from dealer_ui.workshop.works import Doing, Outcome, Tell
from vision.deck import (
    Deck,
    DeckError,
    Expected,
    enrolled_at,
    enrolled_decks,
    load_deck,
    remove_deck,
)
from vision.enrol import How
from vision.enrol_sources import Shot
from vision.registry import read_registry

NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class DeckShown:
    """A deck on the shelf; `expected` None: it fits the live readers no longer."""

    name: str
    at: str
    expected: Expected | None
    backs: int = 0
    is_named: bool = False
    """Whether the table takes it at its next start."""
    is_in_play: bool = False
    """Whether the running table reads with it."""


class Learn(Protocol):
    """Learns a deck from pictures and keeps it."""

    def __call__(self, shots: Iterable[Shot], name: str, how: How, tell: Tell) -> Deck:
        """Keep the deck; raises EnrolRefusedError for one that is not whole, and TableError."""
        ...


@dataclass(frozen=True, slots=True)
class DeckPlace:
    """Where decks lie, where the models and the table's profile are, and what is in play.

    `fixed` is the deck that a setting names: then the profile's does not count.
    """

    folder: Path
    weights: Path | None
    profile: Path | None = None
    in_play: str = ""
    fixed: str = ""


class DeckShelf:
    """Looks after the decks of one table."""

    def __init__(
        self,
        place: DeckPlace,
        learn: Learn,
        shots: Callable[[str], Iterator[Shot]],
        own_shots: Callable[[], Iterable[Shot]],
    ) -> None:
        """Learn with `learn`: from what a source shows, or from the table's own pictures."""
        self._place, self._learn = place, learn
        self._shots, self._own_shots = shots, own_shots

    @property
    def may_choose(self) -> bool:
        """Whether the deck in play is chosen here: in the profile, and by no setting."""
        return self._place.profile is not None and not self._place.fixed

    def now(self) -> tuple[DeckShown, ...]:
        """Return every deck; raises WeightsError, and ProfileError for a broken profile."""
        named = self._place.fixed or self._named()
        return tuple(self._shown(name, named) for name in enrolled_decks(self._place.folder))

    def enrolling(self, source: str, name: str, how: How) -> Doing:
        """Return the work of learning a deck; without a source from the table's own camera.

        Raises DeckError for a name that cannot be a folder's.
        """
        if not name.replace("-", "").replace("_", "").isalnum() or len(name) > NAME_LENGTH:
            raise DeckError(name)

        def do(tell: Tell) -> Outcome:
            shots = self._shots(source) if source else self._own_shots()
            return self._learn(shots, name, how, tell)

        return do

    def choose(self, name: str) -> None:
        """Name the deck that the table takes at its next start; none if empty.

        Raises DeckError for an unknown one or where it is not chosen here, and OSError.
        """
        profile = self._place.profile
        if profile is None or self._place.fixed:
            raise DeckError("the deck is named by a setting")
        if name and name not in enrolled_decks(self._place.folder):
            raise DeckError(f"there is no enrolled deck {name}")
        put_in_play(profile, name)

    def remove(self, name: str) -> None:
        """Take a deck away, out of the profile too; raises DeckError and OSError."""
        remove_deck(self._place.folder, name)
        if self.may_choose and self._named() == name:
            self.choose("")

    def _named(self) -> str:
        path = self._place.profile
        return load_profile(path).deck.enrolled if path is not None else ""

    def _shown(self, name: str, named: str) -> DeckShown:
        folder, marks = self._place.folder, (name == named, name == self._place.in_play)
        try:
            deck = load_deck(folder, name, read_registry(self._place.weights))
        except DeckError:
            return DeckShown(name, enrolled_at(folder, name), None, 0, *marks)
        at = enrolled_at(folder, name)
        return DeckShown(name, at, deck.expected, len(deck.backs), *marks)


DECK_TROUBLE = (DeckError, ProfileError, OSError)
"""What may go wrong with a deck beside its enrolment."""
