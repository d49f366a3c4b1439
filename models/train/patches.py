"""Crops for aligner and readers, cut from the drawn patches as the running program cuts them."""

from __future__ import annotations

import json

import cv2
import numpy as np
import torch
from torch.utils.data import Dataset

from models.draw.write import SET
from models.train.networks import CLASSES
from vision.crops import ALIGNER_SIZE, INDEX_SIZE, LOOSE, WHOLE_SIZE, index_corners, upright

NUMBER = {name: n for n, name in enumerate(CLASSES)}
NONE = NUMBER["none"]
SKIP = -100


LEAST_CARD_PX = 60
"""Cards smaller than this have indices of 7 pixels and less: nothing to learn to read from."""


def read_index(split: str) -> list[dict]:
    """Read the index of the patches of one split that teach something."""
    rng = np.random.default_rng(1)
    records = []
    for path in sorted((SET / "patches").glob(f"{split}-*.jsonl")):
        for line in path.read_text().splitlines():
            record = json.loads(line) | {"file": str(path.with_suffix(".bin"))}
            quad = np.array(record["quad"])
            small = np.linalg.norm(quad[0] - quad[3]) < LEAST_CARD_PX
            share = 0.4 if record["name"] in ("none", "back") else 0.15 if small else 1.0
            if rng.random() < share:
                records.append(record)
    return records


def warp_quad(
    picture: np.ndarray,
    quad: np.ndarray,
    size: tuple[int, int],
    rng: np.random.Generator | None = None,
) -> np.ndarray:
    """Warp a quad upright as the program does; with rng, sometimes at a lower resolution."""
    height, width = size
    shrink = rng.uniform(0.35, 1.0) if rng is not None and rng.random() < 0.35 else 1.0
    crop = upright(picture, quad, (max(8, round(height * shrink)), max(6, round(width * shrink))))
    return (
        crop if shrink == 1.0 else cv2.resize(crop, (width, height), interpolation=cv2.INTER_LINEAR)
    )


def jittered(quad: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Move the corners of a quad as the aligner errs."""
    size = np.linalg.norm(quad[0] - quad[3])
    spread = rng.choice([0.004, 0.012, 0.03], p=[0.35, 0.45, 0.2]) * size
    return quad + rng.normal(0, spread, (4, 2)) + rng.normal(0, spread, 2)


def rough_box(quad: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Make a rough, enlarged, oriented box such as the finder gives.

    Of a card that is half covered the finder may box only what shows, and then the longer side of
    the box need not be the longer side of the card.
    """
    down = (quad[3] + quad[2] - quad[0] - quad[1]) / 2
    high = float(np.linalg.norm(down)) * np.exp(rng.normal(0, 0.1))
    wide = float(np.linalg.norm((quad[1] + quad[2] - quad[0] - quad[3]) / 2))
    wide *= np.exp(rng.normal(0, 0.12))
    angle = np.arctan2(-down[0], down[1]) + rng.normal(
        0, rng.choice([0.05, 0.18, 0.4], p=[0.45, 0.4, 0.15])
    )
    middle = quad.mean(0) + rng.normal(0, 0.07, 2) * high
    across, along = (
        np.array((np.cos(angle), np.sin(angle))),
        np.array((-np.sin(angle), np.cos(angle))),
    )
    if rng.random() < 0.25:
        cut = rng.uniform(0.1, 0.45)
        if rng.random() < 0.65:
            middle, high = middle + along * high * cut / 2 * rng.choice([-1, 1]), high * (1 - cut)
        else:
            middle, wide = middle + across * wide * cut / 2 * rng.choice([-1, 1]), wide * (1 - cut)
    x, y = across * wide * LOOSE / 2, along * high * LOOSE / 2
    corners = np.array([middle - x - y, middle + x - y, middle + x + y, middle - x + y])
    return np.roll(corners, 1, axis=0) if wide > high or rng.random() < 0.04 else corners


def tinted(crop: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Vary light and noise of a crop; return float32 channels first, 0 to 1."""
    x = crop.astype(np.float32) / 255
    if rng.random() < 0.7:
        x = x * np.float32(rng.uniform(0.7, 1.25)) * (1 + rng.normal(0, 0.05, 3)).astype(np.float32)
        x += np.float32(rng.uniform(-0.06, 0.06))
    if rng.random() < 0.2:
        x = cv2.GaussianBlur(x, (0, 0), float(rng.uniform(0.4, 1.2)))
    return np.ascontiguousarray(np.clip(x, 0, 1).transpose(2, 0, 1))


def whole_label(record: dict) -> int:
    """Say what the whole-card reader should answer."""
    name = record["name"]
    if name in ("none", "back"):
        return NUMBER[name] if name == "none" or record["visible"] > 0.3 else SKIP
    if record["blur"] > 0.16:
        return NONE
    best = max(record["corners"])
    if best > 0.75 or record["visible"] > 0.72:
        return NUMBER[name]
    return NONE if best < 0.3 and record["visible"] < 0.4 else SKIP


def index_label(record: dict, corner: int) -> int:
    """Say what the index reader should answer for one corner."""
    name, seen = record["name"], record["corners"][corner]
    if name == "none":
        return NONE
    if seen < 0.4 or record["blur"] > 0.12:
        return NONE
    return NUMBER[name] if seen > 0.72 else SKIP


class Patches(Dataset):
    """Crops for all three networks from one patch."""

    def __init__(self, split: str, seed: int) -> None:
        """Open the patches of a split."""
        self.records = read_index(split)
        self.seed, self.varied = seed, split == "train"
        self.files: dict[str, np.memmap] = {}

    def __len__(self) -> int:
        """Count the patches."""
        return len(self.records)

    def __getitem__(self, n: int) -> tuple:
        """Cut the crops of one patch."""
        record = self.records[n]
        # torch's own generator, so that a run with the same seed sees the same pictures
        turn = int(torch.randint(2**31, ())) if self.varied else 0
        rng = np.random.default_rng((self.seed, n, turn))
        data = self.files.setdefault(record["file"], np.memmap(record["file"], np.uint8, "r"))
        picture = cv2.imdecode(np.asarray(data[record["at"] : record["at"] + record["bytes"]]), 1)
        quad = np.array(record["quad"], np.float64)
        if rng.random() < 0.5:
            quad, record = np.roll(quad, 2, axis=0), record | {"corners": record["corners"][::-1]}
        rough = rough_box(quad, rng)
        loose = tinted(warp_quad(picture, rough, ALIGNER_SIZE), rng)
        to_unit = cv2.getPerspectiveTransform(
            rough.astype(np.float32), np.float32([(0, 0), (1, 0), (1, 1), (0, 1)])
        )
        corners = cv2.perspectiveTransform(quad[None], to_unit.astype(np.float64))[0]
        there = float(record["name"] != "none" and record["visible"] > 0.12)
        lookup = rng if self.varied else None
        wholes = tinted(warp_quad(picture, jittered(quad, rng), WHOLE_SIZE, lookup), rng)
        moved = jittered(quad, rng)
        indices = [
            tinted(warp_quad(picture, part, INDEX_SIZE, lookup), rng)
            for part in index_corners(moved)
        ]
        marks = np.array([index_label(record, corner) for corner in (0, 1)])
        return (
            loose,
            corners.astype(np.float32).ravel(),
            np.float32(there),
            wholes,
            whole_label(record),
            np.stack(indices),
            marks,
        )
