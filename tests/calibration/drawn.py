"""A drawn camera of known truth: its lens, its height and its tilt are chosen, not measured."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.lens import Lens, through

STEP = 8
"""The lens is worked out at every eighth pixel and is smooth between them."""


@dataclass
class DrawnCamera:
    """Sees one flat picture that lies before it."""

    size_px: tuple[int, int] = (1280, 720)
    barrel: float = -0.15
    focal: float = 1.05
    noise: float = 2.0
    seed: int = 1

    def __post_init__(self):
        width, height = self.size_px
        f = self.focal * width
        self.matrix = np.array([[f, 0, width * 0.503], [0, f * 1.001, height * 0.49], [0, 0, 1.0]])
        self.bend = np.array([self.barrel, -self.barrel / 6, 0.0004, -0.0003, 0.0])

    @property
    def lens(self):
        return Lens(tuple(map(tuple, self.matrix.tolist())), tuple(self.bend.tolist()))

    def pose(self, tilt_deg, spin_deg, aim_mm, wide_mm, towards_deg=0.0, aside=(0.0, 0.0)):
        """Look at a spot so that about so many millimetres are seen across the picture."""
        axis = np.array([np.cos(np.radians(towards_deg)), np.sin(np.radians(towards_deg)), 0])
        tilt = cv2.Rodrigues(axis * np.radians(tilt_deg))[0]
        turned = tilt @ cv2.Rodrigues(np.array([0, 0, np.radians(spin_deg)]))[0]
        away = self.focal * wide_mm
        place = np.array([aside[0] * away, aside[1] * away, away])
        return np.column_stack([turned[:, :2], place - turned @ np.array([*aim_mm, 0.0])])

    def homography_px_to_mm(self, pose):
        """Return the mapping of straightened pixels to millimetres that is true."""
        back = np.linalg.inv(self.matrix @ pose)
        return back / back[2, 2]

    def pixels(self, points_mm, pose):
        return self.lens.bend(through(self.matrix @ pose, np.asarray(points_mm, float)))

    def millimetres(self, points_px, pose):
        return through(self.homography_px_to_mm(pose), self.lens.straighten(points_px))

    def shot(self, flat, px_per_mm, pose, ground=(58, 92, 40), middle_mm=(0.0, 0.0)):
        """Return the picture of a flat thing whose pixel (0, 0) lies at `middle_mm`."""
        spots = self._spots(pose)
        places = ((spots - np.array(middle_mm)) * px_per_mm - 0.5).astype(np.float32)
        soft = self._softened(flat, px_per_mm, pose)
        seen = cv2.remap(
            soft, places, None, cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=ground
        )
        noise = np.empty(seen.shape, np.int16)
        cv2.setRNGSeed(self.seed)
        cv2.randn(noise, 0, self.noise)
        return np.clip(seen + noise, 0, 255).astype(np.uint8)

    def _spots(self, pose):
        """Return the table spot that each pixel of the picture shows."""
        width, height = self.size_px
        xs, ys = np.meshgrid(np.arange(0, width + STEP, STEP), np.arange(0, height + STEP, STEP))
        coarse = np.stack([xs, ys], -1).reshape(-1, 2).astype(float)
        straight = self.lens.straighten(coarse).reshape(*xs.shape, 2)
        across, down = np.meshgrid(np.arange(width) / STEP, np.arange(height) / STEP)
        fine = cv2.remap(
            straight.astype(np.float32),
            across.astype(np.float32),
            down.astype(np.float32),
            cv2.INTER_LINEAR,
        )
        spots = through(self.homography_px_to_mm(pose), fine.reshape(-1, 2).astype(float))
        return spots.reshape(height, width, 2)

    def _softened(self, flat, px_per_mm, pose):
        """Blur the thing by what one camera pixel covers of it: a sensor adds up light."""
        scale = px_per_mm * pose[2, 2] / self.matrix[0, 0]
        return cv2.GaussianBlur(flat, (0, 0), max(0.3, 0.45 * scale))
