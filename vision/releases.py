"""Models as released things: a candidate is put live, and what was live can come back.

Weights lie in `weights/` under names that carry their checksum, so a release is a registry alone:
the live one, and the earlier ones in `releases/`. Putting one live is one renaming of a file.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import tomlkit

from engine.faults import Cause
from vision.registry import NO_NETWORKS, WeightsError, checked, read_registry, read_table
from vision.registry import write_registry as write

KEPT: Final = 3
"""So many earlier releases can be brought back."""

RELEASES: Final = "releases"
Table = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """Why another release is live: when, what it scored, and the reason if it was forced."""

    at: str
    figures: Mapping[str, Mapping[str, float | int]]
    worse: tuple[str, ...] = ()
    forced: str = ""
    why: str = ""
    """The reason that a person gave without being asked to force anything."""


def live_release(folder: Path) -> int:
    """Return the number of the release that is live; a registry without a history is the first."""
    history = read_table(folder).get("history", [])
    return int(history[-1]["release"]) if history else 1


def earlier_releases(folder: Path) -> tuple[int, ...]:
    """Return the numbers of the releases that can be brought back."""
    found = (folder / RELEASES).glob("*/registry.toml")
    return tuple(sorted(int(path.parent.name) for path in found if path.parent.name.isdigit()))


def folder_of(folder: Path, name: str) -> Path:
    """Return the folder of a release: "live", a number, or a folder with a registry.

    Raises WeightsError for a name that is none of these.
    """
    if name == "live" or (name.isdigit() and int(name) == live_release(folder)):
        return folder
    kept = folder / RELEASES / name
    place = kept if name.isdigit() and kept.is_dir() else Path(name)
    if not (place / "registry.toml").is_file():
        told = f"{name} is neither a release nor a folder with a registry.toml"
        raise WeightsError(told, Cause("model-no-release", name))
    return place


def stage(live: Path, candidate: Path, into: Path) -> Path:
    """Make a folder to try a candidate in; what the candidate lacks is taken from the live one.

    Raises WeightsError when weights are missing or are not the ones of their registry.
    """
    table = _merged(live, candidate)
    into.mkdir(parents=True, exist_ok=True)
    write(into / "registry.toml", table)
    for weights in read_registry(into).values():
        checked(weights)
    return into


def _merged(live: Path, candidate: Path) -> Table:
    mine, theirs = read_table(live), read_table(candidate)
    table: Table = {}
    for source, base in ((mine, live), (theirs, candidate)):
        for name, fields in source.items():
            if name not in NO_NETWORKS:
                table[name] = {**fields, "file": str((base / fields["file"]).resolve())}
    if reading := theirs.get("reading", mine.get("reading")):
        table["reading"] = reading
    return table


def promote(live: Path, staged: Path, change: Change) -> int:
    """Put a staged candidate live, keep what was live, and return the number of the release.

    Raises OSError when the folder cannot be written; then the old release stays live.
    """
    table = read_table(staged)
    kept = {weights.sha256: weights.path for weights in read_registry(live).values()}
    history = _keep(live)
    number = max((live_release(live), *earlier_releases(live))) + 1
    for name, fields in table.items():
        if name in NO_NETWORKS:
            continue
        sha256 = fields["sha256"]
        path = kept.get(sha256) or live / "weights" / f"{name}-{sha256[:8]}.onnx"
        if not path.exists():
            shutil.copyfile(fields["file"], path)
        fields["file"] = str(path.relative_to(live))
    table["history"] = [*history, _entry(number, "promoted", change)]
    write(live / "registry.toml", table)
    _forget(live)
    return number


def rollback(live: Path, number: int | None, change: Change) -> int:
    """Bring an earlier release back, the latest if none is named; return its number.

    Raises WeightsError when there is none, or its weights are gone.
    """
    before = [n for n in earlier_releases(live) if n < live_release(live)]
    wanted = number if number is not None else max(before, default=0)
    if wanted not in earlier_releases(live):
        told = f"there is no earlier release {wanted or ''} in {live / RELEASES}"
        thing = live / RELEASES / str(wanted or "")
        raise WeightsError(told, Cause("model-no-earlier", str(thing)))
    place = live / RELEASES / str(wanted)
    for weights in read_registry(place).values():
        checked(weights)
    history = _keep(live)
    table = _moved(read_table(place), out=False)
    table["history"] = [*history, _entry(wanted, "rolled-back", change)]
    write(live / "registry.toml", table)
    return wanted


def _entry(number: int, what: str, change: Change) -> Table:
    entry: Table = {"release": number, "what": what, "at": change.at}
    if change.why:
        entry["why"] = change.why
    if change.forced:
        entry |= {"forced": change.forced, "worse": list(change.worse)}
    return entry | {"figures": {name: dict(f) for name, f in change.figures.items()}}


def _keep(live: Path) -> list[Table]:
    """Keep the live registry among the earlier releases; return its history."""
    table = read_table(live)
    history = list(table.pop("history", []))
    place = live / RELEASES / str(live_release(live))
    place.mkdir(parents=True, exist_ok=True)
    write(place / "registry.toml", _moved(table, out=True))
    return history


def _moved(table: Table, *, out: bool) -> Table:
    """Point the files of a registry to where they lie, seen from `releases/N` or from above."""
    up = "../../"
    return {
        name: fields
        if name in NO_NETWORKS
        else {**fields, "file": up + fields["file"] if out else fields["file"].removeprefix(up)}
        for name, fields in table.items()
    }


def _forget(live: Path) -> None:
    """Forget the oldest releases, and the weights that nobody names any more."""
    for number in earlier_releases(live)[:-KEPT]:
        shutil.rmtree(live / RELEASES / str(number))
    folders = [live, *(live / RELEASES / str(n) for n in earlier_releases(live))]
    named = {w.path.resolve() for folder in folders for w in read_registry(folder).values()}
    for path in (live / "weights").glob("*.onnx"):
        if path.resolve() not in named:
            with suppress(OSError):
                path.unlink()


def history_of(folder: Path) -> str:
    """Return the history of a folder of models as it stands in its registry."""
    return tomlkit.dumps({"history": read_table(folder).get("history", [])})
