"""What somebody is given to join a floor: a file that is a secret, and is read with suspicion."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import tomlkit

from dealer_ui.floor.credentials import pair_from, write_secret
from dealer_ui.floor.subjects import FloorError
from engine.documents import toml_of
from engine.faults import Cause

KIND_OF_FILE = "kozyr-floor-pass/"
PASS_FORMAT = f"{KIND_OF_FILE}1"  # what the file is


@dataclass(frozen=True, slots=True)
class Pass:
    """What somebody is given to join: where the floor is, who he is there, whom to believe.

    `seed` is secret; `key` is the public key by which the floor signs commands.
    """

    kind: str
    name: str
    hosts: tuple[str, ...]
    port: int
    leaf_port: int
    seed: str
    ca: str
    key: str


def write_pass(path: Path, given: Pass) -> None:
    """Write what its owner alone may read; raises OSError."""
    write_secret(path, tomlkit.dumps({"format": PASS_FORMAT, **asdict(given)}))


def read_pass(path: Path, kind: str = "") -> Pass:
    """Read what the floor gave, for `tables`, `workers` or `walls` if it matters which.

    Raises FloorError that says why a file is no pass, or for whom it is; OSError.
    """
    told = _document(path)
    given = _given(path, told)
    if kind and given.kind != kind:
        cause = Cause("pass-other-kind", str(path))
        raise FloorError(f"{path}: a pass of {given.kind}, not of {kind}", cause, given.kind)
    return given


def _document(path: Path) -> dict[str, object]:
    """Return what stands in a pass; raises FloorError for another file."""
    try:
        told: dict[str, object] = toml_of(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        cause = Cause("pass-no-toml", str(path))
        raise FloorError(f"{path}: is not a pass: {error}", cause) from None
    label = told.pop("format", None)
    if label == PASS_FORMAT:
        return told
    if isinstance(label, str) and label.startswith(KIND_OF_FILE):
        cause = Cause("pass-later", str(path))
        raise FloorError(f"{path}: a pass of another release: {label}", cause, label)
    cause = Cause("pass-foreign", str(path))
    raise FloorError(f"{path}: is not a pass: not what kozyr floor add-… gives out", cause)


def _given(path: Path, told: Mapping[str, object]) -> Pass:
    """Return the pass of a document; raises FloorError that names the field that is wrong."""
    known = {one.name for one in fields(Pass)}
    if more := sorted(known - told.keys()):
        cause = Cause("pass-lacks", str(path))
        raise FloorError(f"{path}: is not a pass: lacks {more[0]}", cause, more[0])
    wrong = [n for n in told if n not in known or not _fits(n, told[n])]
    if wrong:
        cause = Cause("pass-wrong", str(path))
        raise FloorError(f"{path}: is not a pass: {wrong[0]} is wrong", cause, wrong[0])
    parts = {name: tuple(it) if isinstance(it, list) else it for name, it in told.items()}
    return Pass(**parts)  # type: ignore[arg-type]  # each was looked at


def _fits(name: str, told: object) -> bool:
    """Tell whether a field holds what it should."""
    match name:
        case "hosts":
            are_names = isinstance(told, list) and all(isinstance(host, str) for host in told)
            return are_names and bool(told)
        case "port" | "leaf_port":
            return isinstance(told, int) and 1 <= told <= 65535
        case "seed":
            return isinstance(told, str) and _is_key(told)
        case _:
            return isinstance(told, str)


def _is_key(seed: str) -> bool:
    try:
        pair_from(seed)
    except ValueError:
        return False
    return True
