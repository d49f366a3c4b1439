"""Draw the hand sprites of the scene anew, with our own small rasteriser.

Run by hand:  npm pack @webxr-input-profiles/assets
              python models/art/render_hands.py webxr-input-profiles-assets-1.0.20.tgz
A sprite shows a right hand from above: fingers point up the picture, the arm leaves below.
"""

from __future__ import annotations

import json
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from hand_mesh import LAST_JOINT, Bend, Floats, HandMesh, Pose, load_hand, posed_joints, skinned

OUT = Path(__file__).parents[2] / "vision" / "scene" / "art" / "hand"
GLB = "package/dist/profiles/generic-hand/right.glb"
PX_PER_MM = 2.0
OVER = 2
"""The raster is this many times finer than the sprite."""

WIDTH_MM, HEIGHT_MM = 176.0, 440.0
WRIST_MM = 222.0
"""Where the mesh's wrist edge lies, from the top of the sprite."""

WRIST_ASIDE_MM = 9.0
"""How far the wrist's middle lies right of the mesh's origin."""

BARE_OVERLAP_MM = 16.0
"""A bare arm begins this far inside the hand and takes over gradually."""

NAIL_DEPTH_MM = 9.0
"""A nail shows only where the finger's surface is this near to its bone."""

CURLED = Bend((62, 88, 55))

POSES: dict[str, Pose] = {
    "flat": {
        "thumb": Bend((0, 4, 4), -8),
        "index": Bend((4, 6, 4), -5),
        "middle": Bend((3, 6, 4)),
        "ring": Bend((4, 6, 4), 4),
        "pinky": Bend((6, 6, 4), 8),
    },
    "pinch": {
        "thumb": Bend((16, 14, 16), 16),
        "index": Bend((34, 30, 16), 2),
        "middle": Bend((38, 32, 16)),
        "ring": Bend((46, 42, 22), -2),
        "pinky": Bend((50, 46, 24), -4),
    },
    "hold": {
        "thumb": Bend((10, 18, 22), 10),
        "index": Bend((44, 54, 26), 1),
        "middle": Bend((48, 56, 28)),
        "ring": Bend((52, 58, 30), -2),
        "pinky": Bend((56, 60, 30), -4),
    },
    "point": {
        "thumb": Bend((14, 20, 24), 14),
        "index": Bend((12, 10, 6), -2),
        "middle": CURLED,
        "ring": CURLED,
        "pinky": CURLED,
    },
    "sweep": {
        "thumb": Bend((4, 8, 8), 8),
        "index": Bend((16, 18, 10), 4),
        "middle": Bend((16, 18, 10), 1),
        "ring": Bend((18, 18, 10), -3),
        "pinky": Bend((20, 20, 10), -7),
    },
}

SKINS = {"fair": (226, 178, 152), "olive": (196, 146, 112), "brown": (141, 94, 68)}
SLEEVES = {
    "black": ((38, 38, 42), True),
    "navy": ((42, 56, 92), True),
    "wine": ((112, 34, 44), True),
    "grey": ((122, 122, 118), False),
    "green": ((52, 84, 66), False),
    "bare": (None, False),
}
OUTFITS = (
    ("fair", "black"),
    ("olive", "navy"),
    ("brown", "wine"),
    ("fair", "green"),
    ("olive", "bare"),
    ("brown", "grey"),
)
SPRITES = tuple((pose, skin, sleeve) for skin, sleeve in OUTFITS for pose in POSES)


@dataclass(frozen=True, slots=True)
class Raster:
    """What the rasteriser leaves per pixel: height above the table (mm), normal, and coverage."""

    height: Floats
    normal: Floats
    covered: np.ndarray


def to_picture(points: Floats) -> Floats:
    """Project metres of the hand to raster pixels; the third column is the height in mm."""
    scale = PX_PER_MM * OVER
    x = points[:, 2] * 1000 + WIDTH_MM * 0.53
    y = points[:, 1] * 1000 + WRIST_MM - 78
    return np.stack([x * scale, y * scale, points[:, 0] * 1000], axis=1)


def rasterise(points: Floats, normals: Floats, triangles: np.ndarray) -> Raster:
    """Fill the triangles with a height buffer."""
    h, w = int(HEIGHT_MM * PX_PER_MM * OVER), int(WIDTH_MM * PX_PER_MM * OVER)
    raster = Raster(np.full((h, w), -1e9), np.zeros((h, w, 3)), np.zeros((h, w), bool))
    for triangle in triangles:
        fill(raster, points[triangle], normals[triangle])
    return raster


def fill(raster: Raster, corners: Floats, normals: Floats) -> None:
    """Draw one triangle where it lies above what is there."""
    (x0, y0), (x1, y1) = corners[:, :2].min(0).astype(int), corners[:, :2].max(0).astype(int) + 2
    a, b, c = corners
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    if abs(area) < 1e-9:
        return
    y, x = np.mgrid[y0:y1, x0:x1] + 0.5
    wb = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area
    wc = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area
    weights = np.stack([1 - wb - wc, wb, wc], axis=-1)
    height = weights @ corners[:, 2]
    window = (slice(y0, y1), slice(x0, x1))
    drawn = (weights.min(-1) >= -1e-6) & (height > raster.height[window])
    raster.height[window][drawn] = height[drawn]
    raster.normal[window][drawn] = (weights @ normals)[drawn]
    raster.covered[window][drawn] = True


def shade(raster: Raster, skin: tuple[int, int, int]) -> Floats:
    """Light the hand from above and a little from the side; creases are darker and redder."""
    normal = raster.normal / np.maximum(np.linalg.norm(raster.normal, axis=-1, keepdims=True), 1e-9)
    light = np.array([0.93, -0.22, -0.29])
    diffuse = np.clip((normal @ light + 0.25) / 1.25, 0, 1)
    lift = np.where(raster.covered, raster.height, np.nan)
    base = np.nanmin(lift)
    filled = np.where(raster.covered, raster.height, base)
    around = cv2.GaussianBlur(filled, (0, 0), 3.2 * PX_PER_MM * OVER)
    crease = np.clip((around - filled) / 9.0, 0, 0.5)
    bright = (0.36 + 0.72 * diffuse) * (1 - crease)
    gloss = 0.10 * np.clip(normal @ light, 0, 1) ** 18
    colour = np.array(skin, float) * bright[..., None]
    warmth = np.array([1.05, 0.88, 0.82])
    shadow = np.clip(1 - bright, 0, 1)[..., None]
    return colour * (1 - shadow + shadow * warmth) + 255 * gloss[..., None]


def spot(shape: tuple[int, int], at: Floats, along: float, across: float, angle: float) -> Floats:
    """Return a soft ellipse (0 to 1) about a point; sizes in mm."""
    scale = PX_PER_MM * OVER
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]]
    dx, dy = (x - at[0]) / scale, (y - at[1]) / scale
    u = dx * np.cos(angle) + dy * np.sin(angle)
    v = -dx * np.sin(angle) + dy * np.cos(angle)
    return np.clip(4 * (1.05 - np.hypot(u / along, v / across)), 0, 1)


def with_details(rgb: Floats, raster: Raster, world: Floats, rng: np.random.Generator) -> Floats:
    """Add nails, reddish knuckles and the mottle of skin."""
    places = to_picture(world[:, :3, 3])
    shape = raster.covered.shape
    for last in LAST_JOINT.values():
        distal, tip = places[last - 1], places[last]
        bone = (tip - distal)[:2]
        length = np.linalg.norm(bone) / (PX_PER_MM * OVER)
        angle = np.arctan2(bone[1], bone[0])
        seen = np.clip(length / 11, 0, 1)
        nail = spot(shape, distal[:2] + bone * 0.95, 5.2 * seen, 4.2, angle) * (seen > 0.45)
        nail = nail * (np.abs(raster.height - (distal[2] + tip[2]) / 2) < NAIL_DEPTH_MM)
        rgb = rgb + nail[..., None] * 0.45 * (np.array([246, 206, 196]) * 0.93 - rgb)
        knuckle = spot(shape, places[last - 2][:2], 7, 6, angle) * 0.10
        rgb = rgb * (1 - knuckle[..., None] * np.array([0.1, 0.9, 0.9]))
    mottle = cv2.GaussianBlur(rng.standard_normal(shape), (0, 0), 5)
    grain = cv2.GaussianBlur(rng.standard_normal(shape), (0, 0), 1.2)
    texture = 1 + 0.02 * mottle / mottle.std() + 0.012 * grain / grain.std()
    return rgb * texture[..., None]


def arm(
    skin: tuple[int, int, int],
    sleeve: tuple[tuple[int, int, int] | None, bool],
    rng: np.random.Generator,
) -> tuple[Floats, Floats]:
    """Draw the forearm in its sleeve down to the sprite's lower edge: colours and coverage."""
    scale = PX_PER_MM * OVER
    h, w = int(HEIGHT_MM * scale), int(WIDTH_MM * scale)
    y, x = np.mgrid[0:h, 0:w] / scale
    colour, cuffed = sleeve
    along = y - (WRIST_MM - 14)
    start = -BARE_OVERLAP_MM if colour is None else 9 if cuffed else -2
    spread = np.clip(along / 150, 0, 1)
    half = 24 + 16 * spread if colour is None else 35 + 10 * spread
    wobble = sum(
        a * np.sin(2 * np.pi * along / p + rng.uniform(0, 6)) for a, p in ((0.7, 41), (0.5, 23))
    )
    half = half + (0 if colour is None else wobble)
    across = (x - WIDTH_MM * 0.53 - WRIST_ASIDE_MM) / half
    round_ = np.sqrt(np.clip(1 - across**2, 0, 1))
    folds = cv2.GaussianBlur(rng.standard_normal((h, w)), (0, 0), 9 * scale, sigmaY=3.4 * scale)
    folds = 1 + (0.12 if colour else 0.015) * folds / folds.std() * round_
    base = np.array(colour or skin, float)
    rgb = base * ((0.42 + 0.58 * round_) * folds)[..., None]
    inside = (np.abs(across) < 1) & (along > start)
    if cuffed:
        cuff = (np.abs(across) < 0.93) & (along > start - 9) & (along <= start)
        rgb[cuff] = (np.array([238, 238, 234]) * (0.5 + 0.5 * round_)[..., None])[cuff]
        inside |= cuff
    edge = np.exp(-np.clip(along - start, 0, None) / 2.0) * (0 if colour is None else 0.35)
    return rgb * np.where(along > start, 1 - edge, 1)[..., None], inside.astype(float)


def sprite(mesh: HandMesh, pose: Pose, skin: str, sleeve: str, seed: int) -> np.ndarray:
    """Draw one sprite (BGRA)."""
    rng = np.random.default_rng(seed)
    world = posed_joints(mesh, pose)
    points, normals = skinned(mesh, world)
    raster = rasterise(to_picture(points), normals, mesh.triangles)
    rgb = with_details(shade(raster, SKINS[skin]), raster, world, rng)
    cloth, over = arm(SKINS[skin], SLEEVES[sleeve], rng)
    hand_alpha = raster.covered.astype(float)
    if SLEEVES[sleeve][0] is None:
        over = np.maximum(over - blended_wrist(hand_alpha), 0)
    mixed = rgb * (1 - over[..., None]) + cloth * over[..., None]
    alpha = np.maximum(hand_alpha, over)
    return shrunk(mixed.clip(0, 255), alpha)


def blended_wrist(hand: Floats) -> Floats:
    """Weigh the hand against a bare arm, so that the wrist has no seam (0: arm, 1: hand)."""
    along = np.arange(hand.shape[0])[:, None] / (PX_PER_MM * OVER) - (WRIST_MM - 14)
    return hand * np.clip(-along / BARE_OVERLAP_MM, 0, 1)


def shrunk(rgb: Floats, alpha: Floats) -> np.ndarray:
    """Average down to the sprite's size, alpha weighing the colours; the result is BGRA."""
    size = (int(WIDTH_MM * PX_PER_MM), int(HEIGHT_MM * PX_PER_MM))
    layers = np.dstack([rgb[..., ::-1] * alpha[..., None], alpha * 255])
    small = cv2.resize(layers, size, interpolation=cv2.INTER_AREA)
    weight = np.maximum(small[..., 3:] / 255, 1e-3)
    colour = np.where(weight > 2e-3, small[..., :3] / weight, 0)
    return np.dstack([colour, small[..., 3:]]).clip(0, 255).round().astype(np.uint8)


def anchor(mesh: HandMesh, pose: Pose) -> tuple[float, float]:
    """Return the sprite pixel between the tips of thumb, index and middle finger."""
    tips = to_picture(posed_joints(mesh, pose)[[4, 9, 14], :3, 3])[:, :2] / OVER
    x, y = tips[1:].mean(0) * 0.75 + tips[0] * 0.25
    return round(float(x), 1), round(float(y), 1)


def main(package: str) -> None:
    """Draw all sprites and their index."""
    with tarfile.open(package) as archive:
        member = archive.extractfile(GLB)
        if member is None:
            raise FileNotFoundError(GLB)
        mesh = load_hand(member.read())
    OUT.mkdir(parents=True, exist_ok=True)
    index = []
    for number, (pose, skin, sleeve) in enumerate(SPRITES):
        picture = sprite(mesh, POSES[pose], skin, sleeve, number)
        name = f"{number:02}-{pose}-{skin}-{sleeve}.webp"
        cv2.imwrite(str(OUT / name), picture, [cv2.IMWRITE_WEBP_QUALITY, 82])
        at = anchor(mesh, POSES[pose])
        index.append({"file": name, "pose": pose, "skin": skin, "sleeve": sleeve, "anchor_px": at})
    text = json.dumps({"px_per_mm": PX_PER_MM, "hands": index}, indent=1)
    (OUT / "hands.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
