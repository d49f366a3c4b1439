"""The registry of trained weights: which file, with which checksum, reads what, how well."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.faults import Fault, TableError

SHIPPED: Final = Path(__file__).parent / "shipped_models"
"""Where the wheel carries `models/registry.toml` and its weights."""

CHECKOUT: Final = Path(__file__).parent.parent / "models"

FIELDS: Final = frozenset(
    {"file", "sha256", "version", "classes", "input", "training_set", "licence", "card", "figures"}
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

    def __init__(self, detail: str) -> None:
        """Say which file is wrong and how."""
        super().__init__(Fault.MODEL_BROKEN, detail)


def models_folder() -> Path:
    """Return the folder with the registry: inside the wheel, or in the checkout."""
    return SHIPPED if SHIPPED.is_dir() else CHECKOUT


def read_registry(folder: Path | None = None) -> dict[str, Weights]:
    """Read the registry; raises WeightsError when it is missing or has unknown fields."""
    folder = folder or models_folder()
    path = folder / "registry.toml"
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise WeightsError(f"no model registry at {path}") from None
    except tomllib.TOMLDecodeError as error:
        raise WeightsError(f"{path}: {error}") from None
    return {name: _entry(name, fields, folder) for name, fields in table.items()}


def _entry(name: str, fields: dict[str, object], folder: Path) -> Weights:
    unknown = sorted(set(fields) - FIELDS)
    missing = sorted({"file", "sha256"} - set(fields))
    if unknown or missing:
        wrong = [*(f"unknown field {f!r}" for f in unknown), *(f"no field {f!r}" for f in missing)]
        raise WeightsError(f"model registry, {name}: {', '.join(wrong)}")
    classes, figures = fields.get("classes", []), fields.get("figures", {})
    if not isinstance(classes, list) or not isinstance(figures, dict):
        raise WeightsError(f"model registry, {name}: classes is a list, figures a table")
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
        raise WeightsError(f"weights {weights.path}: {error.strerror}") from None
    if found != weights.sha256:
        raise WeightsError(
            f"weights {weights.path} are not the ones in the registry: "
            f"sha256 {found[:12]}… instead of {weights.sha256[:12]}…"
        )
    return weights.path
