"""Making a table profile from any source: the table is found, the zones are laid, all is kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import cv2
import numpy as np

from calibration.error_picture import error_picture
from calibration.history import save_profile
from calibration.layouts import Layout, layout
from calibration.lens import Pixels, as_matrix
from calibration.lens_profile import LensProfile
from calibration.markers import seen_markers
from calibration.plane import Piece, PlaneFit, straight_lens
from calibration.profile import (
    CameraSetup,
    Deck,
    Markers,
    Provenance,
    TableProfile,
    profile_document,
    profile_from,
)
from calibration.sheets import MARKER_DICTIONARY
from calibration.table_fit import (
    FindCards,
    Method,
    TableFlaw,
    TableTrouble,
    board_pieces,
    card_pieces,
    felt_pieces,
    find_table,
    known_markers,
    marker_pieces,
)
from dealer_ui.calibrating import somebody
from dealer_ui.endings import BadInputError
from dealer_ui.prompts import Catalogue
from dealer_ui.table_words import told
from dealer_ui.zoning import flaws_of, zone_told
from engine.faults import Cause
from vision.camera import camera_name, is_live, open_source
from vision.frames import Frame, Picture
from vision.table_look import look_of, save_look

STILL_FRAMES = 9
"""So many frames are laid over each other: noise goes, and so does a hand that moves."""

DEFAULT_FPS = 15.0


@dataclass(frozen=True, slots=True)
class Wish:
    """How a technician wants the table to be found."""

    method: Method | None = None
    lens: LensProfile | None = None
    marker_mm: float = 60.0
    card_mm: tuple[float, float] = (63.0, 88.0)
    felt_mm: tuple[float, float] | None = None
    corners: tuple[tuple[float, float], ...] = ()
    layout: str = "casino"
    name: str = ""
    indices: str = "latin"


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """What a source shows when nothing moves, its frames a second, and the name of its camera."""

    picture: Picture
    fps: float
    camera: str

    @property
    def size_px(self) -> tuple[int, int]:
        """Return width and height in pixels."""
        return self.picture.shape[1], self.picture.shape[0]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A table that was found: how, from which picture and which pieces."""

    method: Method
    still: Still
    pieces: Sequence[Piece]
    fit: PlaneFit


def still_of(source: str, at_s: float = 0.0) -> Still:
    """Look at a source for a moment, at a recording from so many seconds on.

    Raises CameraError for a wrong source, BadInputError for one without a picture.
    """
    with closing(open_source(source)) as camera:
        frames = (frame for frame in camera.frames() if frame.taken_at >= at_s)
        return still_from(frames, source)


def still_from(frames: Iterable[Frame], source: str) -> Still:
    """Lay the next frames of an open source over each other; photographs are not laid together."""
    count = 1 if Path(source).is_dir() else STILL_FRAMES
    taken = list(islice(frames, count))
    if not taken:
        raise BadInputError(Cause("source-blind", source))
    alike = [frame.image for frame in taken if frame.image.shape == taken[0].image.shape]
    span = taken[-1].taken_at - taken[0].taken_at
    fps = round((len(taken) - 1) / span, 2) if span > 0 else DEFAULT_FPS
    return Still(np.median(alike, axis=0).astype(np.uint8), fps, camera_name(source))


def found_table(
    still: Still, wish: Wish, find: FindCards, words: Catalogue, old: TableProfile | None = None
) -> Found:
    """Find the table in a picture; raises BadInputError that says what is wrong and what to do."""
    picture, size = still.picture, still.size_px
    check_lens(wish.lens, size, still.camera, words)
    method = wish.method or _likely(picture, wish)
    pieces = _pieces(picture, method, wish, find, old)
    if isinstance(pieces, TableFlaw):
        raise BadInputError(told(words, pieces, method))
    proofs = () if method is Method.CARDS else _cards_beside(picture, wish, find)
    fit = find_table(wish.lens.lens if wish.lens else None, size, pieces, proofs)
    if isinstance(fit, TableFlaw):
        raise BadInputError(told(words, fit, method))
    return Found(method, still, pieces, fit)


def check_lens(
    lens: LensProfile | None, size_px: tuple[int, int], camera: str, words: Catalogue
) -> None:
    """Refuse the lens of another camera, or of another picture size."""
    if lens is not None and lens.size_px != size_px:
        sizes = {"lens": "x".join(map(str, lens.size_px)), "here": "x".join(map(str, size_px))}
        raise BadInputError(words.text("calibrate.table.other-size", **sizes))
    if lens is not None and is_other_camera(lens.camera, camera):
        parts = {"lens": lens.camera, "here": camera}
        raise BadInputError(words.text("calibrate.table.other-camera", **parts))


def is_other_camera(one: str, other: str) -> bool:
    """Tell whether two names surely mean two cameras; recordings may come from any camera.

    >>> is_other_camera("/dev/v4l/by-id/usb-A", "/dev/v4l/by-id/usb-B")
    True
    >>> is_other_camera("rtsp://10.0.0.7/1", "evening.mp4")
    False
    """
    return one != other and all(is_live(name) for name in (one, other))


def made_profile(found: Found, wish: Wish, old: TableProfile | None = None) -> TableProfile:
    """Put what was found into a profile; zones and seats of an earlier one stay."""
    plan = Layout(old.seats, old.zones_mm) if old else layout(wish.layout, view_size(found))
    lens = found.fit.lens
    profile = TableProfile(
        name=wish.name or (old.name if old else Path(found.still.camera).stem or "table"),
        camera=CameraSetup(
            size_px=found.still.size_px,
            fps=found.still.fps,
            matrix=lens.matrix,  # type: ignore[arg-type]
            distortion=lens.distortion,
            homography_px_to_mm=as_matrix(found.fit.homography),  # type: ignore[arg-type]
        ),
        deck=Deck(wish.card_mm, wish.indices),  # type: ignore[arg-type]
        seats=dict(plan.seats),
        zones_mm=dict(plan.zones),
        markers=_markers(found, old),
        provenance=Provenance(
            source=found.still.camera,
            method=found.method.value,
            error_mm=round(found.fit.error_mm, 2),
            camera=found.still.camera,
        ),
    )
    if old is not None:
        deck = replace(profile.deck, enrolled=old.deck.enrolled)
        profile = replace(
            profile, rules=old.rules, start=old.start, game_number=old.game_number, deck=deck
        )
    return profile_from(profile_document(profile), found.still.camera)


def view_size(found: Found) -> tuple[float, float]:
    """Return the size of what zones are laid on: the felt where it is known, else the view."""
    felt = next((piece for piece in found.pieces if piece.name == "felt"), None)
    if felt is not None:
        return float(np.ptp(felt.own_mm[:, 0])), float(np.ptp(felt.own_mm[:, 1]))
    width, height = found.still.size_px
    rim = np.array([(0, height / 2), (width, height / 2), (width / 2, 0), (width / 2, height)])
    left, right, top, bottom = found.fit.table_mm(rim)
    return float(right[0] - left[0]), float(bottom[1] - top[1])


def save_error_picture(found: Found, profile: TableProfile, path: Path) -> None:
    """Write the picture with grid, pieces, errors and zones."""
    drawn = error_picture(found.still.picture, found.fit, found.pieces, profile.zones_mm)
    path.write_bytes(cv2.imencode(path.suffix or ".png", drawn)[1].tobytes())


def _likely(picture: Picture, wish: Wish) -> Method:
    """Choose by what is seen: clicked corners, markers, a board; else cards."""
    if wish.corners:
        return Method.FELT
    if any(seen_markers(seen, MARKER_DICTIONARY) for seen in (picture, _mirrored(picture))):
        return Method.MARKERS
    return Method.CARDS if isinstance(board_pieces(picture), TableFlaw) else Method.BOARD


def _mirrored(picture: Picture) -> Picture:
    """Return what a mirror shows: whoever sees markers there only has a mirrored camera."""
    return np.ascontiguousarray(picture[:, ::-1])


def _pieces(
    picture: Picture, method: Method, wish: Wish, find: FindCards, old: TableProfile | None
) -> tuple[Piece, ...] | TableFlaw:
    lens = wish.lens.lens if wish.lens else straight_lens((picture.shape[1], picture.shape[0]))
    match method:
        case Method.MARKERS if old is not None and old.markers is not None:
            return known_markers(picture, lens, old.markers.dictionary, old.markers.corners_mm)
        case Method.MARKERS:
            return marker_pieces(picture, lens, MARKER_DICTIONARY, wish.marker_mm)
        case Method.CARDS:
            return card_pieces(picture, lens, find, wish.card_mm)
        case Method.BOARD:
            return board_pieces(picture)
        case Method.FELT if wish.felt_mm is None:
            return TableFlaw(TableTrouble.NOT_CORNERS)
        case Method.FELT:
            corners: Pixels = np.array(wish.corners, dtype=np.float64)
            return felt_pieces(picture, lens, corners, wish.felt_mm)


def _cards_beside(picture: Picture, wish: Wish, find: FindCards) -> tuple[Piece, ...]:
    """Return cards that lie beside markers or a board: they prove that the print is to scale."""
    lens = wish.lens.lens if wish.lens else straight_lens((picture.shape[1], picture.shape[0]))
    proofs = card_pieces(picture, lens, find, wish.card_mm, least=1)
    if isinstance(proofs, TableFlaw):
        return ()
    return tuple(replace(piece, name=f"card {piece.name}") for piece in proofs)


def _markers(found: Found, old: TableProfile | None) -> Markers | None:
    """Keep where the markers lie: with them the table is found again, and drift is seen."""
    if found.method is not Method.MARKERS:
        return old.markers if old else None
    if old is not None and old.markers is not None:
        return old.markers
    corners = {}
    for piece in found.pieces:
        spots = found.fit.table_mm(piece.pixels).round(3)
        one, two, three, four = ((float(x), float(y)) for x, y in spots)
        corners[piece.name] = (one, two, three, four)
    return Markers(MARKER_DICTIONARY, corners)


def finish_table(  # noqa: PLR0913, PLR0917 - what was found, what was wished, and where it goes
    found: Found,
    wish: Wish,
    path: Path,
    old: TableProfile | None,
    by: str | None,
    words: Catalogue,
) -> list[str]:
    """Write profile and picture of a table that was found, and say so line by line."""
    profile = made_profile(found, wish, old)
    written = save_profile(profile, path, by or somebody(), datetime.now(UTC))
    picture = path.with_suffix(".png")
    save_error_picture(found, written, picture)
    save_look(look_of(found.still.picture, written), path)
    things = words.text(f"calibrate.thing.{found.method}")
    error = words.number(found.fit.error_mm, 1)
    version = written.provenance.version
    lines = [
        words.text("calibrate.table.done", path=path, error=error, things=things, version=version),
        words.text("calibrate.table.picture", path=picture),
    ]
    return lines + [zone_told(words, flaw) for flaw in flaws_of(written)]
