"""The bracket of a knock-out tournament (124): who meets whom, for any number of entrants."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import lru_cache


@unique
class Stage(StrEnum):
    """A stage of the tournament; the value is stored and translated."""

    PRELIMINARY = "preliminary"
    QUARTERFINAL = "quarterfinal"
    SEMIFINAL = "semifinal"
    THIRD_PLACE = "third-place"
    FINAL = "final"


THIRD_PLACE = "3P"


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match of the bracket: its name, such as ``SF1``, and whose winners meet in it.

    `sources` are the names of the two matches before it; in the first round there are none, and
    `entrants` stand there instead, one of them alone where the other side rests.
    """

    name: str
    stage: Stage
    entrants: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def is_bye(self) -> bool:
        """Whether somebody goes through without a match."""
        return len(self.entrants) == 1


def lot_order(entrants: Iterable[str], lot: str) -> tuple[str, ...]:
    """Draw lots: the order of the SHA-256 of the lot, a line end and the name.

    Whoever knows the lot can check the order by hand; the order of entry plays no part.
    """
    return tuple(sorted(entrants, key=lambda name: (_digest(f"{lot}\n{name}"), name)))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def bye_count(entrants: int) -> int:
    """Return how many entrants rest in the first round.

    >>> [bye_count(n) for n in (2, 3, 5, 8, 9)]
    [0, 1, 3, 0, 7]
    """
    return _size(entrants) - entrants


def _size(entrants: int) -> int:
    """Return the number of places of the smallest bracket that holds them."""
    return 1 << (entrants - 1).bit_length()


@lru_cache(maxsize=16)
def bracket(order: tuple[str, ...], resting: tuple[str, ...] = ()) -> tuple[Pairing, ...]:
    """Return every pairing, round by round, the match for the third place before the final.

    Who rests is spread over the bracket, so that two who rested meet as late as they can; all
    others stand in the order of the draw. Raises ValueError for fewer than two entrants and for
    a wrong number of those who rest.
    """
    if len(order) < 2:
        raise ValueError(f"a tournament needs two entrants, not {len(order)}")
    if len(resting) != bye_count(len(order)) or not set(resting) <= set(order):
        raise ValueError(f"{bye_count(len(order))} entrants rest in the first round")
    rounds = [tuple(_first_round(order, resting))]
    while len(rounds[-1]) > 1:
        rounds.append(tuple(_next_round(rounds[-1], len(rounds))))
    *before, final = [pairing for one in rounds for pairing in one]
    return (*before, *_third_place(rounds), final)


def _first_round(order: Sequence[str], resting: Sequence[str]) -> Iterator[Pairing]:
    slots = _size(len(order)) // 2
    rests = iter(resting)
    plays = iter([name for name in order if name not in resting])
    byes = set(_spread(slots)[: len(resting)])
    for slot in range(slots):
        sides = (next(rests),) if slot in byes else (next(plays), next(plays))
        yield Pairing(_name(slots, slot, 0), _stage(slots), sides)


def _next_round(last: Sequence[Pairing], number: int) -> Iterator[Pairing]:
    slots = len(last) // 2
    for slot in range(slots):
        sources = (last[2 * slot].name, last[2 * slot + 1].name)
        yield Pairing(_name(slots, slot, number), _stage(slots), sources=sources)


def _third_place(rounds: Sequence[Sequence[Pairing]]) -> Iterator[Pairing]:
    """Yield the match of the two who lost a semi-final, where both were played."""
    for semifinals in rounds:
        if len(semifinals) == 2 and not any(pairing.is_bye for pairing in semifinals):
            sources = (semifinals[0].name, semifinals[1].name)
            yield Pairing(THIRD_PLACE, Stage.THIRD_PLACE, sources=sources)


def _spread(slots: int) -> list[int]:
    """Return the slots so that each next one lies as far as can be from those before."""
    bits = (slots - 1).bit_length()
    return sorted(range(slots), key=lambda slot: f"{slot:0{max(bits, 1)}b}"[::-1])


def _stage(matches: int) -> Stage:
    stages = {1: Stage.FINAL, 2: Stage.SEMIFINAL, 4: Stage.QUARTERFINAL}
    return stages.get(matches, Stage.PRELIMINARY)


def _name(matches: int, slot: int, number: int) -> str:
    """Name a match: F, SF2, QF4, or P1.5 for the fifth of the first preliminary round."""
    letters = {1: "F", 2: f"SF{slot + 1}", 4: f"QF{slot + 1}"}
    return letters.get(matches, f"P{number + 1}.{slot + 1}")
