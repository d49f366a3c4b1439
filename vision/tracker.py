"""From what is found in single frames to cards that have settled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import numpy as np

from calibration.lens import Millimetres
from engine.cards import Card
from engine.table import Lifted, TableState, Zone
from vision.motion import Glance, Mask
from vision.placed import Looked, Placed, apart_mm, overlap
from vision.rectify import TableMap
from vision.seen import Kind
from vision.touch import Touch, covered
from vision.tracker_hunches import Hunches
from vision.tracker_match import Match, is_another, is_plain, matched
from vision.tracker_piles import Piles
from vision.tracker_state import lying_cards
from vision.tracker_track import Patch, Track, patch_of
from vision.tracker_votes import Votes
from vision.zones import ZoneMap

STILL_S = 0.1
"""A place that has not moved for so long may be looked at."""

GONE_BARE_FRAMES = 2
"""A card is gone when its place shows bare cloth in so many frames running."""

GONE_LOOKS = 3
"""A card is gone when so many looks at its changed place do not find it."""

DROPPED_LOOKS = 3
"""What never settled is dropped after so many looks that do not find it."""

RETURNS_S = 2.0
"""A card that was lifted may so soon lie elsewhere on the table."""

PINNED = 0.25
"""A card of which so much lies under another one cannot be taken away alone."""

KNOWN = 0.6
"""A box of which known cards fill so much shows nothing new."""

LIES_MM = 2.5
"""A card whose corners lie so near to where the look before found them has not moved."""

NEAR = 0.3
"""A rough box that covers so much of a card may be meant for it."""

STALE_S = 0.2
"""While people act, the state is told at least so often."""

FRESH_S = 0.1
"""So long after something changed every frame is told: what was seen once may be seen again."""


class Tracker:
    """Follows the cards on one table; a card's face is its identity."""

    def __init__(self, table: TableMap, zones: ZoneMap, piles: Piles) -> None:
        """Begin with an empty table."""
        self._table, self._zones, self._piles = table, zones, piles
        self._touch = Touch(table.shape)
        self._tracks: list[Track] = []
        self._keys = count(1)
        self.known: Mask = np.zeros(table.shape, dtype=bool)
        """The cells in which the known cards look as they did."""
        self._gone_at: dict[Card, float] = {}
        self._hunches = Hunches()
        self._before: tuple[Millimetres, ...] = ()
        self._told: object = None
        self._told_at = -1.0
        self._changed_at = -1.0
        self._stirred_at = -1.0

    def curious_cells(self, glance: Glance) -> Mask:
        """Return the cells where another look would help: what is not known yet, or may be gone."""
        cells = self._piles.curious_cells(glance)
        for track in self._tracks:
            if track.is_curious(glance.taken_at):
                cells[track.patch.window] |= track.patch.inside
        return cells

    def watch(self, glance: Glance) -> None:
        """Take one frame in before anybody looks: whether the known cards still lie there."""
        self._touch.see(glance)
        self._watch_places(glance, glance.any_arm)

    def asks_about(self, quad: Millimetres, news: Mask) -> bool:
        """Tell whether something new may lie in a rough box: not only cards that are certain.

        Where everything may be news, those are read as well: the eye may have been wrong.
        """
        if news.all():
            return True
        mask = self._table.mask(quad)
        if not (mask & news).any():
            return False
        if (self.known & mask).sum() < KNOWN * max(1, mask.sum()):
            return True
        near = (t for t in self._tracks if overlap(quad, t.quad) >= NEAR)
        return any(not track.is_certain for track in near)

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The cards that are followed, known ones and others."""
        return tuple(self._tracks)

    def see(self, glance: Glance, looked: Looked | None) -> TableState | None:
        """Take in what was found in a frame that was watched; `looked` is None when nobody looked.

        Returns the state when it changed, or when people act and might be waited for.
        """
        if looked is not None:
            self._look(glance, looked, glance.any_arm)
        lifted = self._lifted(glance)
        passages = self._piles.see(glance, looked.placed if looked else None)
        self._settle(glance)

        cards = lying_cards(self._tracks, self._zones)
        hands = self._zones.hands(glance)
        state = TableState(glance.taken_at, glance.number, cards, hands, lifted, passages)
        return state if self._is_news(state, glance) else None

    def _watch_places(self, glance: Glance, arms: Mask) -> None:
        """See for each card whether its place still looks the same."""
        above = np.zeros(arms.shape, dtype=bool)
        self.known = np.zeros(arms.shape, dtype=bool)
        for track in sorted(self._tracks, key=lambda t: -t.key):
            patch = track.patch
            track.pinned = any(other.is_there for other in self._on(track))
            track.reached(covered(patch, arms))
            free = patch.inside & ~(arms | above | glance.moving)[patch.window]
            above[patch.window] |= patch.inside
            was_there = track.is_there
            self._judge_place(track, free, glance, arms)
            if was_there and not track.is_there:
                track.asks = 0

    def _judge_place(self, track: Track, free: Mask, glance: Glance, arms: Mask) -> None:
        """Decide from the free cells of a card whether it lies there, is hidden, or may be gone."""
        patch, size = track.patch, max(1, track.patch.size)
        track.hidden = bool(free.sum() < 0.1 * size)
        busy = (patch.inside & (arms | glance.moving)[patch.window]).sum()
        track.open = bool(busy < 0.25 * size)
        if track.hidden:
            track.present = False
            return
        differs = patch.differs(glance) & free
        same = free & ~differs
        self.known[patch.window] |= same
        bare = (free & glance.bare[patch.window]).sum()
        track.present = bool(same.sum() >= 0.75 * free.sum() and bare < 0.7 * free.sum())
        if track.present:
            track.seen_at, track.misses, track.bare_for, track.altered = glance.taken_at, 0, 0, 0
            track.free_at = track.free_at if track.held else glance.taken_at
            patch.picture[same] = glance.view[patch.window][same]
            return
        laid_bare = (differs & glance.bare[patch.window]).sum()
        is_bare = max(laid_bare, bare - 0.3 * size) >= 0.4 * free.sum() and free.sum() >= 0.3 * size
        track.bare_for = track.bare_for + 1 if is_bare else 0

    def _look(self, glance: Glance, looked: Looked, arms: Mask) -> None:
        """Take what the eye found into account."""
        found = [p for p in looked.placed if p.kind in {Kind.FACE, Kind.UNREADABLE}]
        faces = [p for p in found if self._is_at_rest(p, glance)]
        self._before = tuple(p.quad for p in found)
        asked = [t for t in self._tracks if t.patch.is_in(looked.shown)]
        for track in asked:
            track.asked(glance.taken_at)
        matches = matched(faces, self._tracks)
        for match in matches:
            self._take_in(match, glance, arms)
        seen = {match.track.key for match in matches if match.track is not None}
        for track in asked:
            if track.key not in seen and track.open and not (track.present and track.settled):
                track.misses += 1

    def _take_in(self, match: Match, glance: Glance, arms: Mask) -> None:
        """Vote for a known track, or begin a new one where something new lies."""
        placed, track = match.placed, match.track
        patch = patch_of(placed.quad, self._table, glance)
        weight = max(0.2, 1 - covered(patch, arms & glance.moving))
        if track is None:
            votes = self._votes_for_new(placed, patch, weight, glance.taken_at)
            if votes is None:
                return
            still_s = float(np.median(glance.still_s[patch.window][patch.inside]))
            born_at = glance.taken_at - still_s
            track = Track(next(self._keys), placed.quad, patch, born_at, born_at, born_at)
            track.votes = replace(votes, lifted=self._just_lifted(born_at))
            self._tracks.append(track)
        elif not track.present or not track.settled:
            track.moved_to(placed.quad, patch, glance.taken_at)
        track.looked(placed, weight, glance.taken_at)

    def _is_at_rest(self, placed: Placed, glance: Glance) -> bool:
        """Tell whether what was found does not move, and is more than bare cloth.

        What the look before found in the same place has not moved, though a shadow wanders over it.
        """
        mask = self._table.mask(placed.quad)
        if not mask.any() or glance.bare[mask].mean() > 0.6:
            return False
        if (glance.still_s[mask] >= STILL_S).mean() >= 0.6:
            return True
        return any(apart_mm(placed.quad, before) < LIES_MM for before in self._before)

    def _votes_for_new(
        self, placed: Placed, patch: Patch, weight: float, moment: float
    ) -> Votes | None:
        """Return the votes for a new card; None when cards that lie there account for it."""
        on = [t for t in self._tracks if t.settled and overlap(placed.quad, t.quad) > 0.5]
        if any(is_another(placed, track) for track in on):
            return Votes()
        known = (self.known[patch.window] & patch.inside).sum()
        if known >= KNOWN * max(1, patch.size) or any(track.pinned for track in on):
            return None
        if not on or is_plain(placed):
            return Votes()
        # A second box around a half-covered card: one look that reads it half says nothing new.
        lying = {track.card for track in self._tracks if track.card is not None}
        return self._hunches.votes_for(placed, weight, lying, moment)

    def _settle(self, glance: Glance) -> None:
        """Let cards settle that enough looks agree on."""
        for track in self._tracks:
            if not track.votes.is_decided:
                continue
            best = track.votes.best
            track.card = best[0] if best else None
            if track.settled:
                continue
            track.settled = True
            track.laid_by = self._touch.laid_by(track.patch, track.born_at)
            self._stirred_at = glance.taken_at

    def _lifted(self, glance: Glance) -> tuple[Lifted, ...]:
        """Take away the tracks of cards that are gone, and tell of those that were known."""
        gone = [t for t in self._tracks if self._is_gone(t)]
        self._tracks = [t for t in self._tracks if t not in gone]
        known = [t for t in gone if t.settled]
        if known:
            self._stirred_at = glance.taken_at
        self._gone_at.update({t.card: glance.taken_at for t in known if t.card is not None})
        return tuple(
            Lifted(
                t.key,
                t.card,
                self._zones.zone_at(t.middle),
                self._touch.lifted_by(t.patch, t.free_at),
            )
            for t in known
        )

    def _just_lifted(self, moment: float) -> frozenset[Card]:
        """Return the cards that lie nowhere now and lay somewhere a moment ago."""
        lying = {track.card for track in self._tracks}
        recent = (card for card, at in self._gone_at.items() if moment - at < RETURNS_S)
        return frozenset(card for card in recent if card not in lying)

    def _is_gone(self, track: Track) -> bool:
        """Tell whether a card lies there no more."""
        if not track.settled and track.misses >= DROPPED_LOOKS:
            return True
        if track.hidden or track.present or next(self._on(track), None) is not None:
            return False
        if track.bare_for >= GONE_BARE_FRAMES:
            return True
        if self._zones.zone_at(track.middle) in {Zone.TRUMP, Zone.TALON}:
            # The talon comes to lie on the trump card: only bare cloth tells that it is gone.
            return False
        return track.misses >= GONE_LOOKS

    def _on(self, track: Track) -> Iterator[Track]:
        """Yield the cards that lie on a card: as long as one does, it cannot be gone alone."""
        return (
            other
            for other in self._tracks
            if other.key > track.key and other.settled and overlap(other.quad, track.quad) >= PINNED
        )

    def _is_news(self, state: TableState, glance: Glance) -> bool:
        """Tell whether the state says something new, or something may be waited for."""
        told = (
            [(c.key, c.card, c.zone, c.held, c.hidden, c.covers) for c in state.cards],
            [(h.actor, h.over) for h in state.hands],
        )
        waiting = bool(state.hands) or glance.taken_at - self._stirred_at < 5.0
        stale = waiting and glance.taken_at - self._told_at >= STALE_S
        if told != self._told or state.lifted or state.passages:
            self._changed_at = glance.taken_at
        if not stale and glance.taken_at - self._changed_at > FRESH_S:
            return False
        self._told, self._told_at = told, glance.taken_at
        return True
