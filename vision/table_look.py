"""How a table looked when it was calibrated: what the camera's place and focus are held against."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from calibration.keeping import write_whole
from calibration.profile import TableProfile
from vision.clarity import sharpness
from vision.drift import Anchor, Grey, halved
from vision.frames import Picture

SUFFIX = ".look.npz"


@dataclass(frozen=True, slots=True, eq=False)
class TableLook:
    """A halved grey picture of the table with its calibration, and how sharp it was."""

    grey: Grey
    homography: tuple[tuple[float, ...], ...]
    sharpness: float | None

    @property
    def anchor(self) -> Anchor:
        """Return the corners of the picture, to be found again in another."""
        anchor = Anchor()
        anchor.drop_halved(self.grey)
        return anchor


def look_of(picture: Picture, profile: TableProfile) -> TableLook:
    """Take the look of a table from one picture."""
    return TableLook(halved(picture), profile.camera.homography_px_to_mm, sharpness(picture))


def look_path(profile: Path) -> Path:
    """Return where the look of a profile lies: beside it."""
    return profile.with_suffix(SUFFIX)


def save_look(look: TableLook, profile: Path) -> None:
    """Keep a look beside its profile; raises OSError."""
    file = io.BytesIO()
    sharp = np.array([np.nan if look.sharpness is None else look.sharpness])
    np.savez_compressed(file, grey=look.grey, homography=np.array(look.homography), sharpness=sharp)
    write_whole(look_path(profile), file.getvalue())


def load_look(path: Path, profile: TableProfile) -> TableLook | None:
    """Return the look that lies beside a profile; None when it is of another calibration."""
    try:
        file = io.BytesIO(look_path(path).read_bytes())
        with np.load(file, allow_pickle=False) as kept:
            grey, homography = kept["grey"], kept["homography"]
            sharp = float(kept["sharpness"][0])
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
    size = profile.camera.size_px
    is_ours = grey.dtype == np.uint8 and grey.shape == (size[1] // 2, size[0] // 2)
    if not is_ours or not np.allclose(homography, profile.camera.homography_px_to_mm):
        return None
    return TableLook(
        np.asarray(grey), profile.camera.homography_px_to_mm, None if np.isnan(sharp) else sharp
    )
