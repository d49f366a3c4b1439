"""Two models read the same frozen sets: for the command line and for the technician's page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from vision.comparison import Comparison, compared
from vision.eye import open_eye
from vision.network import Backend
from vision.sets import PictureSet, Role, read_sets

SHIPPED_SETS = Path("models/sets.toml")
"""Where a checkout names its picture sets; a table PC usually has none."""


def frozen_sets(path: Path) -> tuple[PictureSet, ...]:
    """Return the frozen sets that are here; none where there is no file of sets.

    Raises SetError for a file that is wrong.
    """
    if not path.is_file():
        return ()
    return tuple(one for one in read_sets(path, Role.FROZEN) if one.is_here)


def compared_on(
    backend: Backend, one: Path, other: Path, sets: Sequence[PictureSet]
) -> Iterator[Comparison]:
    """Let the models of two folders read every set; raises TableError for wrong weights."""
    eyes = [open_eye(backend, folder=folder) for folder in (one, other)]
    for pictures in sets:
        yield compared(pictures.name, eyes[0], eyes[1], pictures.pictures())
