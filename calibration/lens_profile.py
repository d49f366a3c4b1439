"""A measured lens, kept in a file of its own: one camera has one, whatever table it hangs over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

import tomlkit
from pydantic import Field, TypeAdapter, ValidationError

from calibration.keeping import write_whole
from calibration.lens import Lens
from calibration.lens_fit import LensFit
from calibration.profile import STRICT, Matrix, ProfileError, first_complaint, wrong
from engine.documents import toml_of
from engine.faults import Cause
from engine.system import system_cause

Share = Annotated[float, Field(ge=0, le=1)]


@dataclass(frozen=True, slots=True)
class LensProfile:
    """A lens with its provenance: which camera, who measured it and when, how well it fits."""

    __pydantic_config__ = STRICT
    camera: str
    size_px: tuple[Annotated[int, Field(gt=0)], Annotated[int, Field(gt=0)]]
    matrix: Matrix
    distortion: Annotated[tuple[float, ...], Field(min_length=4, max_length=8)]
    error_px: Annotated[float, Field(ge=0)]
    views: Annotated[int, Field(ge=1)]
    coverage: Share
    by: str
    at: datetime
    format: Literal["kozyr-lens/1"] = "kozyr-lens/1"

    @property
    def lens(self) -> Lens:
        """Return the lens itself."""
        return Lens(self.matrix, self.distortion)


_ADAPTER = TypeAdapter(LensProfile)


def lens_profile(fit: LensFit, camera: str, by: str, at: datetime) -> LensProfile:
    """Put a measured lens where a file has it."""
    return LensProfile(
        camera=camera,
        size_px=fit.size_px,
        matrix=fit.lens.matrix,  # type: ignore[arg-type]
        distortion=fit.lens.distortion,
        error_px=round(fit.error_px, 4),
        views=fit.views,
        coverage=round(fit.coverage, 3),
        by=by,
        at=at.replace(microsecond=0),
    )


def save_lens(lens: LensProfile, path: Path) -> None:
    """Write a lens; the file is whole or it is the old one. Raises OSError."""
    write_whole(path, tomlkit.dumps(_ADAPTER.dump_python(lens, mode="json")))


def load_lens(path: Path) -> LensProfile:
    """Read a lens from its file; raises ProfileError that names the file and the field."""
    try:
        document = toml_of(path.read_text(encoding="utf-8"))
        return _ADAPTER.validate_python(document)
    except OSError as error:
        told = f"{path}: cannot be read ({error.strerror})"
        raise ProfileError(told, *system_cause(error, path)) from None
    except ValidationError as error:
        raise wrong(str(path), first_complaint(error)) from None
    except ValueError as error:
        told = f"{path}: not a TOML file ({error})"
        raise ProfileError(told, Cause("file-no-toml", str(path)), str(error)) from None
