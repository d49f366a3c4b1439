"""Make a drawn table look photographed: light, lens, sensor, compression."""

from __future__ import annotations

import cv2
import numpy as np

from models.draw.ground import Picture, Rng, cloud


def lit(rng: Rng, picture: Picture) -> Picture:
    """Put light on a picture: uneven, coloured, with vignette, shade and highlights."""
    height, width = picture.shape[:2]
    field = 1 + cloud(rng, height, width, int(rng.integers(2, 5))) * rng.uniform(0, 0.4)
    ys, xs = (
        np.linspace(-1, 1, height, dtype=np.float32)[:, None],
        np.linspace(-1, 1, width, dtype=np.float32),
    )
    field *= 1 - np.float32(rng.uniform(0, 0.25)) * (xs**2 + ys**2)
    cast = 1 + rng.normal(0, 0.09, 3).astype(np.float32)
    if rng.random() < 0.08:
        cast *= rng.uniform(0.6, 1.25, 3).astype(np.float32)
    out = picture * field[..., None]
    out *= (cast * _exposure(rng)).astype(np.float32)
    if rng.random() < 0.25:
        _shade(rng, out)
    if rng.random() < 0.3:
        _glare(rng, out)
    return out


def _exposure(rng: Rng) -> float:
    kind = rng.random()
    if kind < 0.12:
        return rng.uniform(0.25, 0.6)
    return rng.uniform(1.15, 1.7) if kind < 0.22 else rng.uniform(0.6, 1.15)


def _shade(rng: Rng, picture: Picture) -> None:
    height, width = picture.shape[:2]
    corners = (rng.uniform(-0.3, 1.3, (4, 2)) * (width, height)).astype(np.int32)
    mask = np.zeros((height // 4, width // 4), np.float32)
    cv2.fillConvexPoly(mask, cv2.convexHull(corners // 4), 1.0)
    mask = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.7, 14)))
    picture *= 1 - cv2.resize(mask, (width, height))[..., None] * np.float32(
        rng.uniform(0.15, 0.55)
    )


def _glare(rng: Rng, picture: Picture) -> None:
    height, width = picture.shape[:2]
    for _ in range(int(rng.integers(1, 4))):
        mask = np.zeros((height // 4, width // 4), np.float32)
        at = (int(rng.integers(width // 4)), int(rng.integers(height // 4)))
        size = (int(rng.uniform(4, 70)), int(rng.uniform(4, 40)))
        cv2.ellipse(mask, at, size, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        mask = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(3, 20)))
        picture += cv2.resize(mask, (width, height))[..., None] * np.float32(rng.uniform(20, 190))


def photographed(rng: Rng, picture: Picture) -> Picture:
    """Pass a lit picture through lens, sensor and coder; return bytes BGR."""
    out = picture
    if rng.random() < 0.55:
        out = cv2.GaussianBlur(
            out,
            (0, 0),
            float(rng.uniform(0.3, 1.5) if rng.random() < 0.85 else rng.uniform(1.5, 2.6)),
        )
    if rng.random() < 0.15:
        out = cv2.filter2D(out, -1, smear(rng.uniform(2, 9), rng.uniform(0, 3.14)))
    if rng.random() < 0.25:
        out = _lower_resolution(rng, out)
    if rng.random() < 0.8:
        level = rng.uniform(0.5, 9) if rng.random() < 0.85 else rng.uniform(9, 20)
        out = cv2.scaleAdd(_noise(rng, out.shape[0], out.shape[1]), float(level), out)
    if rng.random() < 0.3:
        sharp = float(rng.uniform(0.3, 1.6))
        out = cv2.addWeighted(out, 1 + sharp, cv2.GaussianBlur(out, (0, 0), 1.2), -sharp, 0)
    curve = 255 * (np.arange(256) / 255) ** rng.uniform(0.8, 1.3)
    picture8 = cv2.LUT(
        cv2.convertScaleAbs(cv2.max(out, 0)), np.clip(curve, 0, 255).astype(np.uint8)
    )
    if rng.random() < 0.08:
        picture8 = cv2.cvtColor(cv2.cvtColor(picture8, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if rng.random() < 0.7:
        quality = int(rng.integers(28, 95))
        picture8 = cv2.imdecode(
            cv2.imencode(".jpg", picture8, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1
        )
    return picture8


_GRAIN = np.random.default_rng(0).standard_normal((1400, 1400, 3)).astype(np.float32)
_GRAINS = (_GRAIN, cv2.GaussianBlur(_GRAIN, (0, 0), 0.7), np.repeat(_GRAIN[..., :1], 3, 2))


def _noise(rng: Rng, height: int, width: int) -> Picture:
    """Cut a piece out of noise made once: drawing it anew costs more than all the rest."""
    y, x = int(rng.integers(1400 - height)), int(rng.integers(1400 - width))
    return np.ascontiguousarray(_GRAINS[rng.integers(3)][y : y + height, x : x + width])


def smear(length: float, angle: float) -> Picture:
    """Make the kernel of a straight motion blur, length in pixels."""
    side = int(length) // 2 * 2 + 3
    kernel = np.zeros((side, side), np.float32)
    middle = (side - 1) / 2
    step = np.array((np.cos(angle), np.sin(angle))) * length / 2
    a, b = np.round(middle - step).astype(int), np.round(middle + step).astype(int)
    cv2.line(kernel, a.tolist(), b.tolist(), 1.0, 1, cv2.LINE_AA)
    return kernel / kernel.sum()


def _lower_resolution(rng: Rng, picture: Picture) -> Picture:
    height, width = picture.shape[:2]
    scale = rng.uniform(0.5, 0.95)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
