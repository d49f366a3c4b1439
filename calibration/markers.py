"""Finding the homography from printed ArUco markers on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.lens import Lens, rows_of, through

Picture = npt.NDArray[np.uint8]
CornersMm = Mapping[str, Sequence[tuple[float, float]]]
FRAMES_ENOUGH = 12
"""So many pictures with all markers bring the error below the camera's own noise."""


@dataclass(frozen=True, slots=True)
class MarkerFit:
    """A homography found from markers: which were seen, and the median corner error (mm)."""

    homography: npt.NDArray[np.float64]
    seen: tuple[str, ...]
    error_mm: float


def known_dictionary(name: str) -> bool:
    """Tell whether OpenCV has a marker dictionary of this name."""
    return name.startswith("DICT_") and hasattr(cv2.aruco, name)


def seen_markers(picture: Picture, dictionary: str) -> dict[str, npt.NDArray[np.float64]]:
    """Return the corners in pixels of each marker seen, by the marker's number."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    corners, numbers, _ = cv2.aruco.ArucoDetector(book, parameters).detectMarkers(picture)
    if numbers is None:
        return {}
    return {
        str(int(number)): rows_of(quad[0])
        for number, quad in zip(np.ravel(numbers), corners, strict=True)
    }


def fit_markers(
    pictures: Iterable[Picture], lens: Lens, dictionary: str, corners_mm: CornersMm
) -> MarkerFit | None:
    """Find the homography from straightened pixels to millimetres, or None with too few markers.

    Each corner is the median over the pictures, so that a hand over a marker does no harm.
    """
    sightings: dict[str, list[npt.NDArray[np.float64]]] = {}
    complete = 0
    for picture in pictures:
        found = seen_markers(picture, dictionary)
        wanted = {number: quad for number, quad in found.items() if number in corners_mm}
        for number, quad in wanted.items():
            sightings.setdefault(number, []).append(quad)
        complete += len(wanted) == len(corners_mm)
        if complete >= FRAMES_ENOUGH:
            break
    return _fit(sightings, lens, corners_mm)


def _fit(
    sightings: Mapping[str, Sequence[npt.NDArray[np.float64]]], lens: Lens, corners_mm: CornersMm
) -> MarkerFit | None:
    """Fit one homography to the median corners of at least three markers."""
    if len(sightings) < 3:
        return None
    numbers = sorted(sightings)
    pixels = np.vstack([np.median(sightings[number], axis=0) for number in numbers])
    table = np.vstack([rows_of(corners_mm[number]) for number in numbers])
    straight = lens.straighten(pixels)
    homography, _ = cv2.findHomography(straight, table, cv2.RANSAC, 3.0)
    if homography is None:
        return None
    error = np.linalg.norm(through(homography, straight) - table, axis=1)
    return MarkerFit(np.asarray(homography, dtype=float), tuple(numbers), float(np.median(error)))
