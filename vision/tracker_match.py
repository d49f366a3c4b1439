"""Which of the things found is which of the cards known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.placed import Placed, overlap
from vision.seen import Kind
from vision.tracker_track import FAIR, Track

SAME_PLACE = 0.7
"""Overlap from which two quads may be one card."""

CONFIDENT = 0.8
"""A probability of a face that settles which card it is."""


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """A thing found, and the card that it is; None for a card that is new."""

    placed: Placed
    track: Track | None


def matched(found: Sequence[Placed], tracks: Sequence[Track]) -> tuple[Match, ...]:
    """Pair what was found with the known cards, the best pairs first; each takes one."""
    pairs = sorted(
        (
            (_affinity(placed, track), -track.key, place)
            for place, placed in enumerate(found)
            for track in tracks
        ),
        reverse=True,
    )
    by_key = {track.key: track for track in tracks}
    chosen: dict[int, Track] = {}
    for affinity, key, place in pairs:
        if affinity <= 0 or place in chosen or -key not in by_key:
            continue
        chosen[place] = by_key.pop(-key)
    return tuple(Match(placed, chosen.get(place)) for place, placed in enumerate(found))


def _affinity(placed: Placed, track: Track) -> float:
    """Return how well a thing found fits a known card; 0 when it cannot be that card."""
    shared = overlap(placed.quad, track.quad)
    if not track.settled:
        return 1 + shared if shared >= SAME_PLACE else 0.0
    support = dict(placed.candidates).get(track.card, 0.0) if track.card is not None else 0.0
    if support >= CONFIDENT:
        # The same face: there, nudged, or moved away while nobody could see its place.
        return 3 + shared if shared >= 0.3 or not track.present else 0.0
    # The same place is the same card, whatever is half read there; a card that is plainly another
    # must have been laid by a hand.
    return 1 + shared if shared >= SAME_PLACE and not is_another(placed, track) else 0.0


def is_another(placed: Placed, track: Track) -> bool:
    """Tell whether a card that is plainly read cannot be the one that lay there."""
    if track.pinned or not track.touched or not is_plain(placed):
        return False
    support = dict(placed.candidates).get(track.card, 0.0) if track.card is not None else 1.0
    return support < FAIR


def is_plain(placed: Placed) -> bool:
    """Tell whether a face was read without any doubt."""
    return placed.kind is Kind.FACE and placed.probability >= CONFIDENT
