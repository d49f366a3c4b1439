"""The registry of trained weights: which file, with which checksum, reads what, how well."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import tomlkit

from engine.documents import toml_of
from engine.faults import Cause, Fault, TableError
from vision.sureness import UNCORRECTED, Sureness

SHIPPED: Final = Path(__file__).parent / "shipped_models"
"""Where the wheel carries `models/registry.toml` and its weights."""

CHECKOUT: Final = Path(__file__).parent.parent / "models"

FIELDS: Final = frozenset(
    {"file", "sha256", "version", "classes", "input", "training_set", "licence", "card", "figures"}
)


READING_FIELDS: Final = frozenset({"temperature", "slope", "shift", "readable", "fitted"})
SURENESS: Final = ("temperature", "slope", "shift")
NO_NETWORKS: Final = frozenset({"reading", "history"})
"""Tables of the registry that name no network."""

READABLE: Final = 0.93
"""From here on a face is believed where nobody has chosen otherwise."""


@dataclass(frozen=True, slots=True)
class ReadingChoice:
    """How sure readings are turned into faces: fitted to the readers by `kozyr models calibrate`.

    `readable` is the probability from which on a face is believed; `fitted` says to what these were
    fitted and what came of it, with the checksums of the readers under `whole` and `index`.
    """

    sureness: Sureness = UNCORRECTED
    readable: float = READABLE
    fitted: Mapping[str, Any] = field(default_factory=dict)

    def fits(self, networks: Mapping[str, Weights]) -> bool:
        """Tell whether this was fitted to these very readers."""
        return all(
            self.fitted.get(name) == networks[name].sha256
            for name in ("whole", "index")
            if name in networks
        )


@dataclass(frozen=True, slots=True)
class Weights:
    """One trained network as the registry names it."""

    name: str
    path: Path
    sha256: str
    version: str
    classes: tuple[str, ...]
    figures: Mapping[str, float | int | str]


class WeightsError(TableError):
    """Weights that are missing, unknown to the registry, or not the ones it names."""

    def __init__(self, detail: str, cause: Cause | None = None) -> None:
        """Say which file is wrong and how."""
        super().__init__(Fault.MODEL_BROKEN, detail, cause=cause)


def models_folder() -> Path:
    """Return the folder with the registry: inside the wheel, or in the checkout."""
    return SHIPPED if SHIPPED.is_dir() else CHECKOUT


def read_registry(folder: Path | None = None) -> dict[str, Weights]:
    """Read the networks; raises WeightsError for a registry that is missing or has odd fields."""
    folder = folder or models_folder()
    return {
        name: _entry(name, fields, folder)
        for name, fields in read_table(folder).items()
        if name not in NO_NETWORKS
    }


def label_of(networks: Mapping[str, Weights]) -> str:
    """Name the networks in one line, as the journal keeps them."""
    return ", ".join(f"{w.name}@{w.version or w.sha256[:12]}" for w in networks.values())


def read_table(folder: Path) -> dict[str, Any]:
    """Read the registry of a folder as it stands; raises WeightsError."""
    path = folder / "registry.toml"
    try:
        return toml_of(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise WeightsError(f"no model registry at {path}", _wrong(path)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WeightsError(f"{path}: {error}", _wrong(path)) from None


def _wrong(path: Path) -> Cause:
    return Cause("registry-wrong", str(path))


def _entry_wrong(name: str, why: str) -> WeightsError:
    return WeightsError(f"model registry, {name}: {why}", Cause("registry-wrong", f"{name}: {why}"))


def read_choice(folder: Path | None = None) -> ReadingChoice:
    """Read how sure readings are believed; raises WeightsError for values that make no sense."""
    fields = read_table(folder or models_folder()).get("reading", {})
    if unknown := sorted(set(fields) - READING_FIELDS):
        raise _entry_wrong("reading", f"unknown field {unknown[0]!r}")
    sureness = {name: fields[name] for name in SURENESS if name in fields}
    others = {name: value for name, value in fields.items() if name not in SURENESS}
    choice = ReadingChoice(Sureness(**sureness), **others)
    numbers = (*asdict(choice.sureness).values(), choice.readable)
    if not (
        all(isinstance(number, float | int) for number in numbers)
        and choice.sureness.temperature > 0
        and choice.sureness.slope > 0
        and 0 < choice.readable <= 1
    ):
        raise _entry_wrong("reading", "temperature and slope above 0, readable from 0 to 1")
    return choice


def write_choice(
    folder: Path, sureness: Sureness, *, readable: float, fitted: Mapping[str, object]
) -> None:
    """Write the choice into the registry of a folder, whole or not at all; raises OSError."""
    path = folder / "registry.toml"
    document = tomlkit.parse(path.read_text(encoding="utf-8"))
    choice = asdict(sureness) | {"readable": readable, "fitted": dict(fitted)}
    document["reading"] = choice
    write_registry(path, document)


def write_registry(path: Path, document: Mapping[str, object]) -> None:
    """Replace a registry in one step, so that a power cut leaves the old one or the new one."""
    draft = path.with_suffix(".new")
    draft.write_text(tomlkit.dumps(document), encoding="utf-8")
    draft.replace(path)


def _entry(name: str, fields: object, folder: Path) -> Weights:
    if not isinstance(fields, dict):
        raise _entry_wrong(name, "a table is wanted")
    unknown = sorted(set(fields) - FIELDS)
    missing = sorted({"file", "sha256"} - set(fields))
    if unknown or missing:
        wrong = [*(f"unknown field {f!r}" for f in unknown), *(f"no field {f!r}" for f in missing)]
        raise _entry_wrong(name, ", ".join(wrong))
    classes, figures = fields.get("classes", []), fields.get("figures", {})
    if not isinstance(classes, list) or not isinstance(figures, dict):
        raise _entry_wrong(name, "classes is a list, figures a table")
    return Weights(
        name=name,
        path=folder / str(fields["file"]),
        sha256=str(fields["sha256"]),
        version=str(fields.get("version", "")),
        classes=tuple(str(c) for c in classes),
        figures=figures,
    )


def checked(weights: Weights) -> Path:
    """Return the path of weights whose checksum is right; raises WeightsError otherwise."""
    try:
        found = hashlib.sha256(weights.path.read_bytes()).hexdigest()
    except OSError as error:
        cause = Cause("weights-missing", str(weights.path))
        raise WeightsError(f"weights {weights.path}: {error.strerror}", cause) from None
    if found != weights.sha256:
        raise WeightsError(
            f"weights {weights.path} are not the ones in the registry: "
            f"sha256 {found[:12]}… instead of {weights.sha256[:12]}…",
            Cause("weights-changed", str(weights.path)),
        )
    return weights.path
