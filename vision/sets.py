"""Named sets of labelled pictures: which may be fitted to, and which are frozen to measure on."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path

from engine.documents import toml_of
from engine.faults import Cause, CausedError
from engine.system import system_cause
from vision.labelled import Labelled, labelled_film, labelled_photos


class SetError(CausedError):
    """A set of pictures that is not there, or not what it is called; the message names it."""


@unique
class Role(StrEnum):
    """What a set may be used for; the value stands in the file of sets."""

    CALIBRATION = "calibration"
    FROZEN = "frozen"


@dataclass(frozen=True, slots=True)
class PictureSet:
    """A folder with labels.json, or a film with its truth beside it, or a part of one."""

    name: str
    place: Path
    only: str = ""
    labels: str = ""
    """The beginning of the checksum of the labels, for a frozen set."""

    @property
    def labels_file(self) -> Path:
        """Return where the labels stand."""
        if self.place.is_dir():
            return self.place / "labels.json"
        return self.place.with_suffix(".truth.json")

    @property
    def is_here(self) -> bool:
        """Tell whether this machine has the pictures and their labels."""
        return self.place.exists() and self.labels_file.is_file()

    def pictures(self) -> Iterator[Labelled]:
        """Yield the pictures; raises SetError for a set that is not there or was changed."""
        if not self.is_here:
            told = f"{self.place}: neither a folder with labels.json nor a film with its truth"
            raise SetError(told, Cause("sets-none", str(self.place)))
        found = hashlib.sha256(self.labels_file.read_bytes()).hexdigest()
        if not found.startswith(self.labels):
            told = f"set {self.name}: the labels in {self.labels_file} were changed"
            raise SetError(told, Cause("sets-changed", self.name), str(self.labels_file))
        if self.place.is_dir():
            return labelled_photos(self.place, self.only)
        return labelled_film(self.place, self.labels_file)


def read_sets(path: Path, role: Role) -> tuple[PictureSet, ...]:
    """Read the sets of one role from a file whose places are relative to the checkout.

    Raises SetError for a file that cannot be used.
    """
    try:
        table = toml_of(path.read_text(encoding="utf-8"))
        base = path.resolve().parent.parent
        return tuple(
            PictureSet(name, base / s["place"], s.get("only", ""), s.get("labels", ""))
            for name, s in table.get(role, {}).items()
        )
    except OSError as error:
        raise SetError(f"{path}: {error.strerror}", *system_cause(error, path)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, AttributeError) as error:
        told = f"{path}: not a file of sets ({error})"
        raise SetError(told, Cause("sets-foreign", str(path)), str(error)) from None
