"""One card that lies on the table, as the tracker follows it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from calibration.lens import Millimetres
from engine.cards import Card
from engine.seats import Actor
from vision.backdrop import View, apart
from vision.motion import Glance, Mask
from vision.placed import Placed, overlap
from vision.rectify import TableMap
from vision.seen import Kind
from vision.tracker_votes import Votes

ASKS = 6
PATIENCE_S = (0.05, 0.2, 1.0)
"""How long to wait for the next look at an uncertain card: after 6 looks, after 12, and later."""

HELD = 0.04
"""A card of which an arm covers so much is being held."""

FAIR = 0.2
"""A probability of the known face that allows that it is still that card."""

PLAIN = 0.9
"""From this probability on a look that reads another face is taken seriously."""

PUSHED = 0.85
"""A card that keeps less of its place than this was pushed."""

IN_PLACE, ALTERED = 0.9, 4
"""A card that keeps so much of its place looks otherwise for good after so many looks."""

NEVER = -1e9

Window = tuple[slice, slice]


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """The cells of a card in the view from above, and what they looked like at rest."""

    window: Window
    inside: Mask
    picture: View

    @property
    def size(self) -> int:
        """How many cells the card covers."""
        return int(self.inside.sum())

    def is_in(self, cells: Mask) -> bool:
        """Tell whether the whole card lies in some cells of the view."""
        return not (self.inside & ~cells[self.window]).any()

    def differs(self, glance: Glance) -> Mask:
        """Return the cells of the window that no longer look as they did."""
        gap = apart(np.ascontiguousarray(glance.view[self.window]), self.picture)
        return np.asarray(gap > glance.contrast, dtype=bool)


def patch_of(quad: Millimetres, table: TableMap, glance: Glance) -> Patch:
    """Cut a card out of the view from above."""
    mask = table.mask(quad)
    window = window_of(mask)
    return Patch(window, mask[window], glance.view[window].copy())


def window_of(mask: Mask) -> Window:
    """Return the smallest window that holds every cell of a mask."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if len(rows) == 0:
        return (slice(0, 0), slice(0, 0))
    return (slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1))


@dataclass(slots=True, eq=False)
class Track:
    """A card on its way to being known, and then until it is gone."""

    key: int
    quad: Millimetres
    patch: Patch
    born_at: float
    """When it came to rest (seconds)."""
    seen_at: float
    """When it was last known to lie there (seconds)."""
    free_at: float
    """When it was last known to lie there with no hand on it (seconds)."""
    votes: Votes = field(default_factory=Votes)
    former: Millimetres | None = None
    """Where it lay until it was pushed to its present place, and when it was seen there first."""
    pushed_at: float = NEVER
    card: Card | None = None
    laid_by: Actor = Actor.UNKNOWN
    settled: bool = False
    misses: int = 0
    bare_for: int = 0
    altered: int = 0
    """In how many looks running it lay in its place and looked otherwise than before."""
    hidden: bool = False
    """Too little of it is free to tell whether it lies there."""
    under_hand: bool = False
    pinned: bool = False
    """A card that certainly lies there lies on this one: nothing can have been laid between."""
    touched: bool = False
    """An arm was over it since its face was last read."""
    held: bool = False
    open: bool = True
    """Whether no arm is in the way, so that not finding it means something."""
    asks: int = 0
    asked_at: float = 0.0
    present: bool = True
    """Whether this very frame shows it lying there."""

    @property
    def middle(self) -> npt.NDArray[np.float64]:
        """The middle of the card in millimetres."""
        return np.asarray(self.quad.mean(axis=0))

    @property
    def is_there(self) -> bool:
        """Whether nothing speaks against its lying there: it shows, or a hand is in the way."""
        return self.present or self.hidden or not self.open

    @property
    def is_certain(self) -> bool:
        """Whether no look could tell anything new about it."""
        return self.settled and self.present and not self.touched and self.votes.is_firm

    def is_curious(self, moment: float) -> bool:
        """Tell whether one more look would help; patience grows with every look in vain."""
        step = self.asks // ASKS
        if self.settled and (self.hidden or self.is_certain):
            return False
        if self.settled and self.present and (self.held or step > 0):
            # A hand that lies on it shows no more of it than before; and what six looks at a free
            # card could not make surer is as sure as it gets.
            return False
        return moment - self.asked_at >= PATIENCE_S[min(step, len(PATIENCE_S) - 1)]

    def asked(self, moment: float) -> None:
        """Note that a look was taken while this card was not certain."""
        self.asks = 0 if self.is_certain else self.asks + 1
        self.asked_at = moment

    def reached(self, share: float) -> None:
        """Note how much an arm covers; once the card is free again, what is read counts most."""
        held = share > HELD
        if self.held and not held and not self.votes.is_firm:
            self.votes, self.asks = self.votes.fainter(), 0
        self.held, self.under_hand = held, share > 0.5
        self.touched = self.touched or share > 0.2

    def moved_to(self, quad: Millimetres, patch: Patch, moment: float) -> None:
        """Lie elsewhere from now on; where it lay before, only what looks on it looks so at last.

        What looks otherwise in its old place may be a card that lies on it, and not found yet.
        """
        if self.settled and overlap(self.quad, quad) >= IN_PLACE and self.altered < ALTERED:
            self.altered += 1
            return
        self.altered = 0
        if self.settled and overlap(self.quad, quad) < PUSHED:
            self.former, self.pushed_at = self.quad, moment
        self.quad, self.patch = quad, patch

    def looked(self, placed: Placed, weight: float, moment: float) -> None:
        """Take one more look at the card into account; one that contradicts calls for others."""
        if self.settled and self.votes.is_firm and self._is_contradicted_by(placed):
            self.votes, self.asks = self.votes.mistrusted(), 0
        self.votes = self.votes.with_look(placed.candidates, weight)
        self.seen_at, self.misses, self.bare_for = moment, 0, 0
        self.present = True
        if self.card is None or placed.kind is not Kind.FACE:
            return
        if dict(placed.candidates).get(self.card, 0.0) >= FAIR:
            self.touched = False

    def _is_contradicted_by(self, placed: Placed) -> bool:
        """Tell whether a look plainly reads another face."""
        best, share = max(placed.candidates, key=lambda face: face[1], default=(None, 0.0))
        return best != self.card and share >= PLAIN
