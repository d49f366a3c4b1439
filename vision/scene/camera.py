"""The scene's camera: where a point of the table falls in the picture, lens included."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.float64]
"""Points of the picture, one a row; the middle of the first pixel is (0, 0)."""

Millimetres = npt.NDArray[np.float64]
"""Points of the table, one a row: x to the right, y towards player A."""

Triple = tuple[float, float, float]

TABLE_MM = (1100.0, 620.0)
"""The part of the table that the camera sees, about."""


@dataclass(frozen=True, slots=True)
class Camera:
    """An overhead camera: focal length and middle in pixels, lens (OpenCV k1 k2 p1 p2 k3), pose.

    `rotation` is a rotation vector in radians; `translation` puts the table's origin in millimetres
    before the camera.
    """

    size_px: tuple[int, int]
    fps: int
    focal_px: tuple[float, float]
    middle_px: tuple[float, float]
    distortion: tuple[float, float, float, float, float]
    rotation: Triple
    translation: Triple

    @property
    def matrix(self) -> npt.NDArray[np.float64]:
        """The 3 x 3 camera matrix."""
        (fx, fy), (cx, cy) = self.focal_px, self.middle_px
        return np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1]])

    @property
    def homography_px_to_mm(self) -> npt.NDArray[np.float64]:
        """The mapping of straightened pixels to table millimetres."""
        turned = cv2.Rodrigues(np.array(self.rotation))[0]
        plane = self.matrix @ np.column_stack([turned[:, :2], self.translation])
        back = np.linalg.inv(plane)
        return np.asarray(back / back[2, 2])

    def pixels(self, points: Millimetres, height_mm: float = 0.0) -> Pixels:
        """Return where points of the table, or so high above it, fall in the picture."""
        rows = np.asarray(points, np.float64).reshape(-1, 2)
        solid = np.column_stack([rows, np.full(len(rows), -height_mm)])
        seen = cv2.projectPoints(
            solid,
            np.array(self.rotation),
            np.array(self.translation),
            self.matrix,
            np.array(self.distortion),
        )[0]
        return np.asarray(seen, np.float64).reshape(-1, 2)

    def millimetres(self, points: Pixels) -> Millimetres:
        """Return which points of the table plane the pixels show."""
        rows = np.asarray(points, np.float64).reshape(-1, 1, 2)
        straight = cv2.undistortPoints(rows, self.matrix, np.array(self.distortion), P=self.matrix)
        mapped = cv2.perspectiveTransform(straight, self.homography_px_to_mm)
        return np.asarray(mapped, np.float64).reshape(-1, 2)

    def px_per_mm(self) -> float:
        """Return the scale of the picture in the middle of the table."""
        x, y = TABLE_MM[0] / 2, TABLE_MM[1] / 2
        ends = self.pixels(np.array([[x, y], [x + 10, y]]))
        return float(np.linalg.norm(ends[1] - ends[0]) / 10)

    def knocked(self, turned_deg: float, shifted_mm: tuple[float, float]) -> Camera:
        """Return the camera after a knock: turned about its axis and shifted over the table."""
        x, y, z = self.rotation
        tx, ty, tz = self.translation
        moved = (tx + shifted_mm[0], ty + shifted_mm[1], tz)
        return replace(self, rotation=(x, y, z + np.radians(turned_deg)), translation=moved)


def camera_for(seed: int, size_px: tuple[int, int] = (1280, 720), fps: int = 15) -> Camera:
    """Hang a camera over the table, never quite straight."""
    rng = np.random.default_rng([seed, 1])
    width, height = size_px
    focal = width * rng.uniform(0.95, 1.15)
    tilt = np.radians(rng.uniform(-2.2, 2.2, 2))
    spin = np.radians(rng.uniform(-1.2, 1.2))
    distance = focal * TABLE_MM[0] * 1.005 / width

    turned = cv2.Rodrigues(np.array([tilt[0], tilt[1], spin]))[0]
    aim = np.array([*TABLE_MM, 0]) / 2 + np.array([*rng.uniform(-6, 6, 2), 0])
    shift = np.array([0, 0, distance]) - turned @ aim
    k1 = rng.uniform(-0.14, -0.06)
    return Camera(
        size_px=size_px,
        fps=fps,
        focal_px=(float(focal), float(focal * 1.002)),
        middle_px=(width / 2 + rng.uniform(-5, 5), height / 2 + rng.uniform(-5, 5)),
        distortion=(float(k1), float(-k1 / 6), float(rng.uniform(-8e-4, 8e-4)), 0.0003, 0.0),
        rotation=(float(tilt[0]), float(tilt[1]), float(spin)),
        translation=(float(shift[0]), float(shift[1]), float(shift[2])),
    )
