"""The table profile: camera, lens, homography, zones in millimetres, seats and starting state."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from calibration.sanity import insane_mapping
from engine.documents import toml_of
from engine.faults import Cause, CausedError
from engine.seats import Actor
from engine.system import system_cause
from engine.table import Zone

FORMAT = "kozyr-table/1"
STRICT = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)
"""A profile is right in every field, or it is not read at all."""

Row = tuple[float, float, float]
Matrix = tuple[Row, Row, Row]
Corner = tuple[float, float]
Polygon = Annotated[tuple[Corner, ...], Field(min_length=3)]


class ProfileError(CausedError):
    """A table profile that cannot be used; the message names the file and the field to the log."""


def wrong(where: str, complaint: str) -> ProfileError:
    """Return what is raised for a file with a field that is wrong."""
    return ProfileError(f"{where}: {complaint}", Cause("profile-wrong", where), complaint)


@dataclass(frozen=True, slots=True)
class CameraSetup:
    """The camera: picture size and pixel matrix, lens distortion (OpenCV k1 k2 p1 p2 k3).

    The homography maps undistorted pixels to table millimetres.
    """

    __pydantic_config__ = STRICT
    size_px: tuple[Annotated[int, Field(gt=0)], Annotated[int, Field(gt=0)]]
    fps: Annotated[float, Field(gt=0)]
    matrix: Matrix
    distortion: Annotated[tuple[float, ...], Field(min_length=4, max_length=8)]
    homography_px_to_mm: Matrix


@dataclass(frozen=True, slots=True)
class Markers:
    """Printed ArUco markers on the table: dictionary, and each marker's corners in millimetres."""

    __pydantic_config__ = STRICT
    dictionary: str
    corners_mm: dict[str, tuple[Corner, Corner, Corner, Corner]]


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards on this table: width and height in millimetres, and the letters on them.

    `enrolled` names the deck that was enrolled for this table, if one was.
    """

    __pydantic_config__ = STRICT
    card_mm: tuple[Annotated[float, Field(gt=10)], Annotated[float, Field(gt=10)]]
    indices: Literal["latin", "cyrillic", "german", "french"] = "latin"
    enrolled: str = ""


@dataclass(frozen=True, slots=True)
class Start:
    """What lies on the table when watching begins: card counts by zone."""

    __pydantic_config__ = STRICT
    phase: str = "before_deal"
    counts: dict[Zone, Annotated[int, Field(ge=0, le=36)]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where the calibration comes from, and how far it is off in millimetres (None: not known).

    `camera` names the camera that it belongs to; `version` counts the changes of the profile.
    """

    __pydantic_config__ = STRICT
    source: str = ""
    method: Literal["markers", "given", "by-hand", "felt", "cards", "board"] = "given"
    error_mm: float | None = None
    camera: str = ""
    by: str = ""
    at: datetime | None = None
    version: Annotated[int, Field(ge=1)] = 1


Edge = Literal["bottom", "top", "left", "right"]


@dataclass(frozen=True, slots=True)
class TableProfile:
    """Everything that is known of a table before the first frame."""

    __pydantic_config__ = STRICT
    name: str
    camera: CameraSetup
    deck: Deck
    seats: dict[Actor, Edge]
    zones_mm: dict[Zone, Polygon]
    rules: str = "casino-by-2001"
    game_number: Annotated[int, Field(ge=1)] = 1
    start: Start = field(default_factory=Start)
    markers: Markers | None = None
    provenance: Provenance = field(default_factory=Provenance)
    format: Literal["kozyr-table/1"] = "kozyr-table/1"


_ADAPTER = TypeAdapter(TableProfile)


def profile_from(document: Mapping[str, object], where: str) -> TableProfile:
    """Build a profile from a parsed document; `where` names the file in errors.

    Raises ProfileError for an unknown key, a wrong value or a mapping that fits no table.
    """
    try:
        profile = _ADAPTER.validate_python(document)
    except ValidationError as error:
        raise wrong(where, first_complaint(error)) from None
    complaint = _missing_zone(profile) or insane_mapping(
        profile.camera.size_px,
        profile.camera.homography_px_to_mm,
        profile.zones_mm.get(Zone.BATTLE, ()),
    )
    if complaint:
        raise wrong(where, complaint)
    return profile


def load_profile(path: Path) -> TableProfile:
    """Read a table profile from a TOML file.

    Raises ProfileError for a file that is missing, not TOML, or not a usable profile.
    """
    try:
        document = toml_of(path.read_text(encoding="utf-8"))
    except OSError as error:
        told = f"{path}: cannot be read ({error.strerror})"
        raise ProfileError(told, *system_cause(error, path)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        told = f"{path}: not a TOML file ({error})"
        raise ProfileError(told, Cause("profile-no-toml", str(path)), str(error)) from None
    return profile_from(document, str(path))


def profile_document(profile: TableProfile) -> dict[str, object]:
    """Return the profile as the plain document that a TOML file holds."""
    document: dict[str, object] = _ADAPTER.dump_python(profile, mode="json", exclude_none=True)
    return document


def first_complaint(error: ValidationError) -> str:
    """Name the first wrong field and say what is wrong with it."""
    first = error.errors()[0]
    place = ".".join(str(step) for step in first["loc"]) or "the document"
    if first["type"] in {"unexpected_keyword_argument", "extra_forbidden"}:
        return f"unknown key {place}"
    return f"{place}: {first['msg']}"


def _missing_zone(profile: TableProfile) -> str:
    """Name a zone that no game can do without and that the profile lacks."""
    needed = [Zone.BATTLE, Zone.TALON, Zone.DISCARD]
    needed += [Zone(f"hand_{seat}") for seat in profile.seats if seat is not Actor.DEALER]
    return next(
        (f"zones_mm.{zone} is missing" for zone in needed if zone not in profile.zones_mm), ""
    )
