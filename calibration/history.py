"""Every version of a table profile is kept: what changed, when, by whom, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import tomlkit

from calibration.keeping import write_whole
from calibration.profile import ProfileError, TableProfile, load_profile, profile_document
from engine.documents import toml_of
from engine.faults import Cause


@dataclass(frozen=True, slots=True)
class Change:
    """A field that differs between two versions; None where a version lacks it."""

    field: str
    before: object
    after: object


def save_profile(profile: TableProfile, path: Path, by: str, at: datetime) -> TableProfile:
    """Write a profile as the next version of its file, and return it as it was written.

    The version before it is kept. Raises OSError; the old file stays until the new one is whole.
    """
    kept = versions(path)
    if path.exists():
        _keep(path)
    number = 1 + max([*kept, _version_in(path), 0])
    provenance = replace(profile.provenance, by=by, at=at.replace(microsecond=0), version=number)
    written = replace(profile, provenance=provenance)
    write_whole(path, tomlkit.dumps(profile_document(written)))
    _keep(path)
    return written


def versions(path: Path) -> dict[int, Path]:
    """Return the kept versions of a profile by their numbers, the oldest first."""
    kept = {
        int(file.stem): file for file in _folder(path).glob("[0-9]*.toml") if file.stem.isdigit()
    }
    return dict(sorted(kept.items()))


def load_version(path: Path, number: int) -> TableProfile:
    """Read a kept version; raises ProfileError when there is no such version."""
    kept = versions(path)
    if number not in kept:
        known = ", ".join(map(str, kept))
        told = f"{path}: there is no version {number}; there is {known or 'none'}"
        raise ProfileError(told, Cause("profile-no-version", f"{path}: {number}"), known or "–")
    return load_profile(kept[number])


def undo(path: Path, by: str, at: datetime, to: int | None = None) -> TableProfile:
    """Put an earlier version back, as a new version: nothing is lost, and undo can be undone.

    Without a number it is the version before the present one.
    """
    now = load_profile(path).provenance.version
    earlier = [number for number in versions(path) if number < now]
    if to is None and not earlier:
        told = f"{path}: there is no version before this one"
        raise ProfileError(told, Cause("profile-first", str(path)))
    return save_profile(load_version(path, to or earlier[-1]), path, by, at)


def changes(before: TableProfile, after: TableProfile) -> tuple[Change, ...]:
    """Return every field in which two profiles differ, in the order of their names."""
    one, two = _flat(profile_document(before)), _flat(profile_document(after))
    return tuple(
        Change(name, one.get(name), two.get(name))
        for name in sorted(one.keys() | two.keys())
        if one.get(name) != two.get(name)
    )


def _folder(path: Path) -> Path:
    return path.with_name(f"{path.stem}.versions")


def _version_in(path: Path) -> int:
    try:
        return load_profile(path).provenance.version
    except ProfileError:
        return 0


def _keep(path: Path) -> None:
    """Copy the present file among the versions, unless it is there."""
    content = path.read_bytes()
    try:
        number = toml_of(content.decode()).get("provenance", {}).get("version", 1)
    except ValueError:  # what cannot be read is not worth going back to
        return
    kept = _folder(path) / f"{number:04d}.toml"
    if not kept.exists():
        write_whole(kept, content)


def _flat(tree: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """Name every field by its path; what lies in lists stays together."""
    fields: dict[str, object] = {}
    for name, value in tree.items():
        if isinstance(value, Mapping):
            fields |= _flat(value, f"{prefix}{name}.")
        else:
            fields[f"{prefix}{name}"] = value
    return fields
