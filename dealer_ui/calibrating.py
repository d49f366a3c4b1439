"""Making table profiles: from the description of a film, and out to a file."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import tomlkit

from calibration.film import import_film, needs_pictures
from calibration.keeping import write_whole
from calibration.profile import TableProfile, profile_document
from vision.frames import Picture
from vision.recording import Recording

PICTURES_FOR_MARKERS = 15
"""So many frames from the beginning of a film are searched for markers: nobody plays yet."""


def profile_of_film(description: Path, film: Path, out: Path) -> TableProfile:
    """Write the table profile of a film; markers are sought in its first pictures.

    Raises ProfileError, CameraError or OSError that name the file.
    """
    pictures = first_pictures(film) if needs_pictures(description) else iter(())
    profile = import_film(description, pictures)
    write_whole(out, tomlkit.dumps(profile_document(profile)))
    return profile


def first_pictures(film: Path) -> Iterator[Picture]:
    """Yield the first pictures of a film."""
    with closing(Recording(film)) as recording:
        for frame in islice(recording.frames(), PICTURES_FOR_MARKERS):
            yield frame.image


def somebody() -> str:
    """Return who is at the keyboard, for the provenance of what they make."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name, as in a container
        return ""
