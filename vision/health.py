"""Whether the table can be seen: too dark, out of focus, blown out by a lamp, too slow, repeated.

All limits are relative to how this table looked at first. What is wrong with the whole picture is
raised; what is wrong with a zone is told, and the zone is left as it was until it is clear.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from calibration.profile import TableProfile
from engine.faults import Fault, Noted, Notice, TableError
from engine.happenings import Broke, Happening, Mended
from engine.table import Zone
from vision.backdrop import View
from vision.clarity import (
    Grey,
    Places,
    brightness,
    extremes,
    glaring,
    sample_of,
    sharpness,
    step_of,
    whiteness,
)
from vision.frames import Frame, Picture
from vision.lasting import Lasting
from vision.motion import Glance, Mask
from vision.pacing import Novelty, SourceClock, Tempo
from vision.rectify import TableMap
from vision.zones import ZoneMap

DARK, BLACK = 0.3, 40.0
"""Below this part of the first brightness it is too dark; and where nothing is brighter than so
many grey levels, whatever it was at first."""

BLURRED = 0.4
"""Below this part of the first sharpness the picture is out of focus."""

LEARN_S = 3.0
"""So long a table is looked at before it is said how it looks."""

SHARP_EVERY_S, SHARP_SOON_S = 1.5, 0.25
"""How often sharpness is measured, and how often once it seems to be gone."""

GLARE_CARDS = 0.5
"""What is blown out over less than this part of a card is left to the reader of faces."""

ZONE_CARDS = 0.25
"""A zone is concerned when so much of a card's area in it glares."""

SOME = 5
"""Of the cells of the table every few are enough to tell how bright it is."""

STILL_S = 30.0
"""A recording may show one still picture for so long; no camera's key frames are further apart."""


@dataclass(slots=True)
class Usual:
    """What is usual for a table: the median of the first seconds, or what calibration found."""

    value: float | None = None
    _begun_at: float | None = None
    _first: list[float] = field(default_factory=list)

    def of(self, measured: float, moment: float) -> float:
        """Return what is usual, learning from what is measured at first."""
        if self.value is not None:
            return self.value
        self._begun_at = moment if self._begun_at is None else self._begun_at
        self._first.append(measured)
        usual = float(np.median(self._first))
        if moment - self._begun_at >= LEARN_S:
            self.value = usual
        return usual


class Health:
    """Watches the pictures of one table, before anything is read in them."""

    def __init__(
        self,
        profile: TableProfile,
        table: TableMap,
        zones: ZoneMap,
        still_s: float = STILL_S,
        sharp: float | None = None,
    ) -> None:
        """Watch with the table's own zones.

        `still_s` is the patience with one still picture, `sharp` how sharp it was calibrated.
        """
        self._name = profile.name
        self._table, self._zones = table, zones
        self._tempo, self._clock, self._novelty = Tempo(), SourceClock(), Novelty(still_s)
        self._dark, self._blurred = Lasting(1.0, 0.5), Lasting(1.0, 0.5)
        self._brightness, self._darkest, self._sharpness = Usual(), Usual(), Usual(sharp)
        self._sharp_at, self._is_blurred = -1e9, False
        self._glare = Glare(profile, table, zones)
        self._news: list[Happening] = []

    def news(self) -> Iterator[Happening]:
        """Yield what has happened to the picture since the last time."""
        news, self._news = self._news, []
        yield from news
        yield from self._glare.news()

    def is_fit(self, frame: Frame) -> bool:
        """Tell whether a frame is worth judging; raises TableError once it is clear that not."""
        moment, sample = frame.taken_at, sample_of(frame.image)
        if (seconds := self._clock.jumped(frame)) is not None:
            jump = (("seconds", seconds),)
            self._news.append(Noted(Notice.CAMERA_CLOCK_STEPPED, moment, jump))
        if self._novelty.repeats(sample, moment):
            raise TableError(Fault.CAMERA_REPEATS, self._name)
        if (rate := self._tempo.slow(frame)) is not None:
            raise TableError(Fault.CAMERA_SLOW, self._name, (("rate", rate),))
        return self._is_bright(sample, moment) and self._is_sharp(frame)

    def _is_bright(self, sample: Picture, moment: float) -> bool:
        low, high = extremes(sample)
        cells = self._glare.table_cells(high.shape)
        bright = brightness(high, cells)
        usual = self._brightness.of(bright, moment)
        self._glare.see(low, self._darkest.of(brightness(low, cells), moment), moment)
        is_dark = bright < DARK * usual or (bright < BLACK and whiteness(high) < BLACK)
        if self._dark.see(so=is_dark, moment=moment):
            raise TableError(Fault.CAMERA_DARK, self._name)
        return not is_dark

    def _is_sharp(self, frame: Frame) -> bool:
        moment = frame.taken_at
        doubtful = self._is_blurred or self._blurred.holds
        if 0 <= moment - self._sharp_at < (SHARP_SOON_S if doubtful else SHARP_EVERY_S):
            return self._sharp_or_raise(moment)
        self._sharp_at = moment
        sharp = sharpness(frame.image)
        if sharp is not None:
            self._is_blurred = sharp < BLURRED * self._sharpness.of(sharp, moment)
        return self._sharp_or_raise(moment)

    def _sharp_or_raise(self, moment: float) -> bool:
        if self._blurred.see(so=self._is_blurred, moment=moment):
            raise TableError(Fault.CAMERA_BLURRED, self._name)
        return not self._is_blurred

    def veiled(self, glance: Glance) -> Glance:
        """Return a glance in which nothing is read, and nothing missed, where a lamp glares."""
        return self._glare.veiled(glance)


class Glare:
    """Follows what a lamp blows out: at once hidden from the tracker, told when it lasts."""

    def __init__(self, profile: TableProfile, table: TableMap, zones: ZoneMap) -> None:
        """Follow it on the zones of one table."""
        self._cells: Places = np.empty(0, dtype=np.intp)
        self._table, self._zones = table, zones
        self._step = step_of(profile.camera.size_px[0])
        self._card_cells = self._cells_of_a_card(profile.deck.card_mm)
        self._lasting = {zone: Lasting(1.0, 0.5) for zone in zones.masks}
        self._knock: object = None
        self._glaring: Mask | None = None
        self._before: View | None = None
        self.zones: tuple[Zone, ...] = ()
        """The zones that cannot be judged now."""
        self._told: tuple[Zone, ...] = ()
        self._moment = 0.0

    def table_cells(self, shape: tuple[int, ...]) -> Places:
        """Return some of the cells of a sample that lie in a zone of the table."""
        if self._knock is not self._table.knock:
            self._knock = self._table.knock
            self._lay_out((shape[0], shape[1]))
        return self._cells

    def see(self, low: Grey, cloth: float, moment: float) -> None:
        """Take the darkest channel of a sample in, and how bright the cloth is."""
        self._moment = moment
        self._glaring = glaring(low, GLARE_CARDS * self._card_cells, cloth)
        least = ZONE_CARDS * self._card_cells
        concerned = []
        for zone, lasting in self._lasting.items():
            glares = self._glaring is not None and bool(
                (self._glaring & self._sampled[zone]).sum() >= least
            )
            if lasting.see(so=glares, moment=moment):
                concerned.append(zone)
        self.zones = tuple(concerned)

    def news(self) -> Iterator[Happening]:
        """Yield whether zones can no longer be judged, or can be again."""
        if self.zones == self._told:
            return
        self._told = self.zones
        if self.zones:
            yield Broke(Fault.CAMERA_GLARE, "", self._moment, self.zones)
        else:
            yield Mended(Fault.CAMERA_GLARE, self._moment)

    def veiled(self, glance: Glance) -> Glance:
        """Return a glance in which what glares is in motion: nobody knows what lies there.

        What is in motion is neither read nor missed, and the place looks as it did before.
        """
        veil = self._veil(glance.view.shape[:2])
        if veil is None:
            self._before = glance.view
            return glance
        if self._before is not None:
            view = np.where(veil[..., None], self._before, glance.view)
            glance = replace(glance, view=np.asarray(view, dtype=np.uint8))
        self._before = glance.view
        return replace(
            glance,
            moving=glance.moving | veil,
            still_s=np.where(veil, np.float32(0), glance.still_s),
            bare=glance.bare & ~veil,
        )

    def _veil(self, shape: tuple[int, ...]) -> Mask | None:
        if self._glaring is None and not self.zones:
            return None
        veil = np.zeros(shape, dtype=bool)
        if self._glaring is not None:
            veil |= self._glaring[self._rows, self._columns]
        for zone in self.zones:
            veil |= self._zones.masks[zone]
        return veil

    def _lay_out(self, shape: tuple[int, int]) -> None:
        """Find for each zone the cells of a sample, and for each cell of the view its sample."""
        self._sampled = {
            zone: self._outlined(self._zones.corners_mm(zone), shape) for zone in self._lasting
        }
        some = np.logical_or.reduce(list(self._sampled.values()))
        self._cells = np.flatnonzero(some)[::SOME]
        columns, rows = np.round(self._table.cells_px() / self._step).astype(int).T
        self._rows = np.clip(rows, 0, shape[0] - 1).reshape(self._table.shape)
        self._columns = np.clip(columns, 0, shape[1] - 1).reshape(self._table.shape)

    def _outlined(self, corners_mm: npt.NDArray[np.float64], shape: tuple[int, int]) -> Mask:
        canvas = np.zeros(shape, dtype=np.uint8)
        corners = np.round(self._table.picture_px(corners_mm) / self._step).astype(np.int32)
        cv2.fillPoly(canvas, [corners], 1)
        return canvas.astype(bool)

    def _cells_of_a_card(self, card_mm: tuple[float, float]) -> float:
        """Return how many sampled cells a card covers in the middle of the battle."""
        middle = self._zones.corners_mm(Zone.BATTLE).mean(axis=0)
        wide, high = card_mm
        card = middle + np.array([(0, 0), (wide, 0), (wide, high), (0, high)])
        corners = self._table.picture_px(card).astype(np.float32)
        return float(cv2.contourArea(corners)) / self._step**2
