"""Enrol a deck: see all of it, learn it, and say beforehand how well it will be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.cards import DECK, parse_card
from vision.confidence import fit_temperature, samples_at
from vision.deck import Deck, Expected
from vision.deck_backs import print_of
from vision.enrol_labels import (
    Lying,
    lying_in,
    views_by_name,
    views_by_place,
    views_by_reading,
    views_of_backs,
)
from vision.enrol_measure import Seen, left_out, shares
from vision.enrol_sources import EnrolRefusedError, Refusal, Shot
from vision.enrol_views import View, index_crops, whole_crops
from vision.eye import Eye

ENOUGH: Final = 4
"""So many views of a card are taken from a film."""

NEVER: Final = 1.1
"""No reading is so sure: a person's word is taken whatever a card seems to show."""


@dataclass(frozen=True, slots=True)
class How:
    """How cards are told apart: by rows if a person says so, and whom to believe."""

    in_order: bool = False
    as_named: bool = False
    """A person's word is taken even against a sure reading."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A deck as it was shown: views of all 36 faces, and of backs."""

    faces: tuple[View, ...]
    backs: tuple[View, ...]


def gather(eye: Eye, shots: Iterable[Shot], how: How) -> Shown:
    """See the deck; raises EnrolRefusedError unless all 36 are there and none twice."""
    faces: list[View] = []
    backs: list[View] = []
    full, seen_any = False, False
    for number, shot in enumerate(shots):
        lying = lying_in(eye, shot)
        seen_any = seen_any or bool(lying)
        found = _told(shot, number, lying, how, NEVER if how.as_named else eye.readable)
        full = full or sum(card.kind != "back" for card in lying) == len(DECK)
        faces += [v for v in found if v.name != "back"]
        backs += [v for v in found if v.name == "back"]
        backs += [] if shot.shows else views_of_backs(shot, number, lying)
        if not shot.shows and _is_enough(faces):
            break
    _check_all_there(faces, full=full, seen_any=seen_any)
    return Shown(tuple(_few_of_each(faces)), tuple(backs[: ENOUGH * 3]))


def _told(
    shot: Shot, number: int, lying: Sequence[Lying], how: How, sure: float
) -> tuple[View, ...]:
    if shot.shows:
        return views_by_name(shot, number, lying, sure)
    if how.in_order:
        return views_by_place(shot, number, lying, sure)
    return views_by_reading(shot, number, lying, sure)


def _is_enough(faces: Sequence[View]) -> bool:
    counts = Counter(v.name for v in faces)
    return len(counts) == len(DECK) and min(counts.values()) >= ENOUGH


def _check_all_there(faces: Sequence[View], *, full: bool, seen_any: bool) -> None:
    if not seen_any:
        raise EnrolRefusedError(Refusal.NO_CARDS)
    missing = tuple(sorted(DECK - {parse_card(v.name) for v in faces}))
    if missing:
        raise EnrolRefusedError(Refusal.UNSURE if full else Refusal.MISSING, missing)


def _few_of_each(faces: Sequence[View]) -> list[View]:
    """Take views of each card that lie far apart in time."""
    kept: list[View] = []
    for card in sorted(DECK):
        mine = [v for v in faces if v.name == str(card)]
        places = np.linspace(0, len(mine) - 1, min(ENOUGH, len(mine))).round().astype(int)
        kept += [mine[n] for n in dict.fromkeys(places.tolist())]
    return kept


def enrol(eye: Eye, shown: Shown, name: str, seed: int = 1) -> Deck:
    """Learn a deck that was seen, and measure by leaving out what one reading will be worth."""
    chance = np.random.default_rng(seed)
    views = (*shown.faces, *shown.backs)
    reader = eye.reader
    seen = Seen(whole_crops(reader.whole, views, chance), index_crops(reader.index, views, chance))
    held = left_out(seen, views)
    warm = fit_temperature(held.after, reader.sureness)
    warm = max(warm, reader.sureness, key=lambda sureness: sureness.temperature)
    whole, index = seen.heads()
    return Deck(
        name=name,
        whole=whole,
        index=index,
        temperature=warm.temperature,
        backs=tuple(print_of(v.picture, v.corners) for v in shown.backs),
        expected=Expected(
            views=len(shown.faces),
            again=held.again,
            before=shares(samples_at(held.before, reader.sureness), eye.readable),
            after=shares(samples_at(held.after, warm), eye.readable),
        ),
    )
