"""Telling the tracker's cards as the plain values that the move reader sees."""

from __future__ import annotations

from collections.abc import Sequence

from calibration.lens import Millimetres
from engine.table import Cover, LyingCard, Spot
from vision.motion import Mask
from vision.placed import Placed, overlap, turned_deg
from vision.tracker_match import SAME_PLACE
from vision.tracker_track import Track
from vision.zones import ZoneMap

COVERS = 0.1
"""A smaller overlap is two cards that touch."""

UNDER, UNCOVERED_S = 0.8, 1.0
"""A card lay under another one when it fills so much of the place from which that was pushed, and
came to rest there before the push, or so soon after it."""


def lying_cards(tracks: Sequence[Track], zones: ZoneMap) -> tuple[LyingCard, ...]:
    """Return the settled cards in the order of their keys."""
    settled = sorted((t for t in tracks if t.settled), key=lambda t: t.key)
    return tuple(_lying(track, settled[:place], zones) for place, track in enumerate(settled))


def new_among(tracks: Sequence[Track], found: Sequence[Placed]) -> tuple[Placed, ...]:
    """Return what was found where no known card lies."""
    known = [track.quad for track in tracks if track.settled]
    return tuple(p for p in found if all(overlap(p.quad, quad) < SAME_PLACE for quad in known))


def unknown_among(tracks: Sequence[Track], found: Sequence[Placed]) -> tuple[Placed, ...]:
    """Return what reads as no card that is known to lie there.

    Where a known card is, the finder and its place tell: a hand may be taking it away.
    """
    known = {track.card for track in tracks if track.settled}
    return tuple(p for p in found if not (p.candidates and p.candidates[0][0] in known))


def open_questions(
    tracks: Sequence[Track], found: Sequence[Placed], news: Mask
) -> tuple[Millimetres, ...]:
    """Return where cards lie among the news that are not known yet and were not found this time."""
    return tuple(
        track.quad
        for track in tracks
        if not track.settled
        and track.open
        and (track.patch.inside & news[track.patch.window]).any()
        and all(overlap(placed.quad, track.quad) < SAME_PLACE for placed in found)
    )


def _lying(track: Track, earlier: Sequence[Track], zones: ZoneMap) -> LyingCard:
    """Tell one card; of the cards that were there before it, it may cover some."""
    middle = track.middle
    shares = (
        (below.key, overlap(track.quad, below.quad))
        for below in earlier
        if not _lay_under(track, below)
    )
    covers = tuple(
        Cover(key, round(share, 3))
        for key, share in sorted(shares, key=lambda s: -s[1])
        if share >= COVERS
    )
    candidates = tuple((card, round(share, 4)) for card, share in track.votes.candidates)
    return LyingCard(
        key=track.key,
        card=track.card,
        at=Spot(round(float(middle[0]), 1), round(float(middle[1]), 1)),
        turned_deg=round(turned_deg(track.quad), 1),
        zone=zones.zone_at(middle),
        probability=candidates[0][1] if candidates else 0.0,
        candidates=candidates,
        covers=covers,
        laid_by=track.laid_by,
        laid_at=track.born_at,
        held=track.held,
        hidden=track.under_hand or not track.is_there,
    )


def _lay_under(track: Track, other: Track) -> bool:
    """Tell whether a card came to light when another one was pushed off it."""
    if other.former is None or track.born_at - other.pushed_at > UNCOVERED_S:
        return False
    return overlap(track.quad, other.former) >= UNDER
