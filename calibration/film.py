"""Turning the description that comes with a film into a table profile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from calibration.lens import Lens, as_matrix
from calibration.markers import MarkerFit, Picture, fit_markers, known_dictionary
from calibration.profile import ProfileError, TableProfile, profile_from
from engine.documents import json_of
from engine.faults import Cause
from engine.system import system_cause

Document = Mapping[str, object]


def import_film(path: Path, pictures: Iterable[Picture] = ()) -> TableProfile:
    """Read a film's input description; with markers, find the homography in the film's pictures.

    Raises ProfileError when the description is not usable or too few markers are seen.
    """
    document = _read(path)
    try:
        return _profile(document, pictures, path)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise _foreign(path, f"{type(error).__name__}: {error}") from None


def needs_pictures(path: Path) -> bool:
    """Tell whether the film's homography must be found from markers in its pictures."""
    calibration = _read(path).get("calibration")
    return isinstance(calibration, Mapping) and calibration.get("homography_px_to_mm") is None


def _foreign(path: Path, why: str) -> ProfileError:
    told = f"{path}: not a film description ({why})"
    return ProfileError(told, Cause("film-foreign", str(path)), why)


def _read(path: Path) -> Document:
    """Read the JSON document of a film."""
    try:
        document = json_of(path.read_text(encoding="utf-8"))
    except OSError as error:
        told = f"{path}: cannot be read ({error.strerror})"
        raise ProfileError(told, *system_cause(error, path)) from None
    except ValueError as error:
        told = f"{path}: not a JSON file ({error})"
        raise ProfileError(told, Cause("file-no-json", str(path)), str(error)) from None
    if not isinstance(document, dict):
        raise _foreign(path, type(document).__name__)
    return document


def _profile(document, pictures: Iterable[Picture], path: Path) -> TableProfile:  # type: ignore[no-untyped-def]  # noqa: ANN001
    """Put the film's fields where a table profile has them."""
    given = document["calibration"]
    homography, error_mm = given.get("homography_px_to_mm"), None
    if homography is None:
        fit = _found(given, pictures, path)
        homography, error_mm = as_matrix(fit.homography), round(fit.error_mm, 3)

    profile: dict[str, object] = {
        "name": document["film"],
        "rules": document["profile"],
        "game_number": document["game_no"],
        "camera": _camera(document, homography),
        "deck": {"card_mm": document["card_mm"], "indices": document["deck"]["indices"]},
        "seats": document["seats"],
        "zones_mm": document["zones_mm"],
        "start": _start(document["initial_state"]),
        "provenance": {
            "source": path.name,
            "method": "given" if error_mm is None else "markers",
            "error_mm": error_mm,
        },
    }
    if given.get("marker_positions_mm"):
        profile["markers"] = {
            "dictionary": given["marker_dictionary"],
            "corners_mm": given["marker_positions_mm"],
        }
    return profile_from(profile, str(path))


def _camera(document, homography: object) -> dict[str, object]:  # type: ignore[no-untyped-def]  # noqa: ANN001
    """Return the camera of a film with the homography that was given or found."""
    given = document["calibration"]
    return {
        "size_px": document["size"],
        "fps": document["fps"],
        "matrix": given["camera_matrix"],
        "distortion": given["dist_coeffs"],
        "homography_px_to_mm": homography,
    }


def _start(state: Document) -> dict[str, object]:
    """Split the starting state into the phase and the counts."""
    counts = {zone: count for zone, count in state.items() if zone != "phase"}
    return {"phase": state["phase"], "counts": counts}


def _found(given: Document, pictures: Iterable[Picture], path: Path) -> MarkerFit:
    """Find the homography from the markers, or say why not."""
    positions, dictionary = given.get("marker_positions_mm"), given.get("marker_dictionary")
    if not isinstance(positions, Mapping) or not isinstance(dictionary, str):
        told = f"{path}: calibration has neither a homography nor markers"
        raise ProfileError(told, Cause("film-no-plane", str(path)))
    if not known_dictionary(dictionary):
        told = f"{path}: calibration.marker_dictionary: {dictionary!r} is not known"
        raise ProfileError(told, Cause("film-dictionary", str(path)), dictionary)
    lens = Lens(
        tuple(tuple(row) for row in given["camera_matrix"]),  # type: ignore[attr-defined]
        tuple(given["dist_coeffs"]),  # type: ignore[arg-type]
    )
    fit = fit_markers(pictures, lens, dictionary, positions)
    if fit is None:
        told = f"{path}: fewer than three of the markers are seen in the film"
        raise ProfileError(told, Cause("film-few-markers", str(path)))
    return fit
