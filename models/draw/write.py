"""Write the training set: boxed pictures for the finder, patches for aligner and readers.

``python -m models.draw.write --tables 8000 --seed 1 --processes 2``. Patches are JPEGs in one file
per process beside a JSON-lines index; the validation part is drawn from decks held out by name.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from models.draw.deck_art import Art
from models.draw.decks import WORK
from models.draw.ground import Picture, Rng
from models.draw.table import HAND_ID, Table, draw_table

SET = WORK / "set"
CANVAS = 640
FINDER_PX = 512
PATCH_PX = 336
PATCH_CARD_PX = 160
LEAST_VISIBLE = 0.12
FACE, BACK, HAND = 0, 1, 2
SIZES_PX = ((42, 150), (42, 380), (250, 560))
SIZE_SHARES = (0.45, 0.3, 0.25)
"""From and to how many pixels of the canvas a card is high, and how often."""


@dataclass(frozen=True)
class Share:
    """The part of the set that one process draws."""

    split: str
    number: int
    tables: int
    seed: int


def label_lines(table: Table) -> list[str]:
    """Write the oriented boxes of one table in ultralytics' format."""
    height, width = table.picture.shape[:2]
    shown = [
        (BACK if c.name == "back" else FACE, c.quad)
        for c in table.cards
        if c.visible >= LEAST_VISIBLE
    ]
    boxes = [*shown, *((HAND, hand) for hand in table.hands)]
    lines = [oriented_line(kind, quad, (height, width)) for kind, quad in boxes]
    return [line for line in lines if line]


def oriented_line(kind: int, quad: Picture, shape: tuple[int, int]) -> str:
    """Write one oriented box in parts of a picture of so many rows and columns; "" if too small."""
    size = shape[1], shape[0]
    box = cv2.boxPoints(cv2.minAreaRect(np.clip(quad, 0, size).astype(np.float32)))
    if cv2.contourArea(box) < 60:
        return ""
    flat = (np.clip(box, 0, np.array(size) - 0.01) / size).ravel()
    return f"{kind} " + " ".join(f"{v:.5f}" for v in flat)


def patch_frame(quad: Picture) -> tuple[Picture, float]:
    """Make the warp from the picture to a patch in which the card stands upright."""
    middle = quad.mean(0)
    down = (quad[3] + quad[2] - quad[0] - quad[1]) / 2
    height = float(np.linalg.norm(down))
    scale = min(1.0, PATCH_CARD_PX / height)
    angle = np.arctan2(down[0], down[1])
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    turn = np.array([[c, -s], [s, c]])
    return np.hstack([turn, (PATCH_PX / 2 - turn @ middle)[:, None]]), height * scale


def patches_of(rng: Rng, table: Table) -> list[tuple[Picture, dict[str, object]]]:
    """Cut patches around cards, and one where no card lies."""
    found = []
    shown = [c for c in table.cards if c.visible >= LEAST_VISIBLE]
    rng.shuffle(shown)  # type: ignore[arg-type]
    for card in shown[:7]:
        frame, size = patch_frame(card.quad)
        patch = cv2.warpAffine(
            table.picture,
            frame,
            (PATCH_PX, PATCH_PX),
            flags=cv2.INTER_AREA,
            borderValue=(90, 90, 90),
        )
        quad = card.quad @ frame[:, :2].T + frame[:, 2]
        found.append(
            (
                patch,
                {
                    "name": card.name,
                    "quad": quad.round(2).tolist(),
                    "visible": round(card.visible, 3),
                    "corners": [round(c, 3) for c in card.corners],
                    "blur": round(card.blur_px / max(size, 1), 4),
                },
            )
        )
    empty = _empty_place(rng, table)
    if empty is not None:
        found.append(empty)
    return found


def _empty_place(rng: Rng, table: Table) -> tuple[Picture, dict[str, object]] | None:
    assert table.ids is not None
    size = float(rng.uniform(40, 160))
    half = np.array([(-0.36, -0.5), (0.36, -0.5), (0.36, 0.5), (-0.36, 0.5)]) * size
    turn = rng.uniform(0, 6.283)
    c, s = np.cos(turn), np.sin(turn)
    quad = half @ np.array([[c, s], [-s, c]]) + rng.uniform(size / 2, CANVAS - size / 2, 2)
    mask = np.zeros(table.ids.shape, np.uint8)
    cv2.fillConvexPoly(mask, quad.astype(np.int32), 1)
    under = table.ids[mask > 0]
    if under.size == 0 or ((under > 0) & (under != HAND_ID)).mean() > 0.15:
        return None
    frame, _ = patch_frame(quad)
    patch = cv2.warpAffine(table.picture, frame, (PATCH_PX, PATCH_PX), borderValue=(90, 90, 90))
    moved = quad @ frame[:, :2].T + frame[:, 2]
    return patch, {
        "name": "none",
        "quad": moved.round(2).tolist(),
        "visible": 0.0,
        "corners": [0.0, 0.0],
        "blur": 0.0,
    }


def card_height(rng: Rng) -> float:
    """Choose how high cards are, in pixels: as on tables, or as on close photographs."""
    low, high = SIZES_PX[rng.choice(len(SIZES_PX), p=SIZE_SHARES)]
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def write_share(share: Share) -> None:
    """Draw and write one part of the set."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng((share.seed, share.number, share.split == "val"))
    art = Art(held_out=share.split == "val")
    folders = {k: SET / "finder" / k / share.split for k in ("images", "labels")}
    for folder in [*folders.values(), SET / "patches"]:
        folder.mkdir(parents=True, exist_ok=True)
    stem = SET / "patches" / f"{share.split}-{share.number}"
    with (
        stem.with_suffix(".bin").open("wb") as pictures,
        stem.with_suffix(".jsonl").open("w") as index,
    ):
        for n in range(share.tables):
            card_px = card_height(rng)
            table = draw_table(rng, art, (CANVAS, CANVAS), card_px)
            name = f"{share.number}-{n:05d}"
            small = cv2.resize(table.picture, (FINDER_PX, FINDER_PX), interpolation=cv2.INTER_AREA)
            cv2.imwrite(
                str(folders["images"] / f"{name}.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, 92]
            )
            (folders["labels"] / f"{name}.txt").write_text("\n".join(label_lines(table)))
            for patch, record in patches_of(rng, table):
                data = cv2.imencode(".jpg", patch, [cv2.IMWRITE_JPEG_QUALITY, 93])[1].tobytes()
                index.write(
                    json.dumps({**record, "at": pictures.tell(), "bytes": len(data)}) + "\n"
                )
                pictures.write(data)


def main() -> None:
    """Write the set with several processes."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--tables", type=int, default=8000)
    words.add_argument("--validation", type=int, default=300)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--processes", type=int, default=2)
    words.add_argument(
        "--first", type=int, default=0, help="number of the first share, to add to a set"
    )
    asked = words.parse_args()
    shares = [
        Share("train", asked.first + n, asked.tables // asked.processes, asked.seed)
        for n in range(asked.processes)
    ]
    if asked.validation:
        shares.append(Share("val", asked.first, asked.validation, asked.seed))
    workers = [get_context("spawn").Process(target=write_share, args=(share,)) for share in shares]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if any(worker.exitcode for worker in workers):
        raise SystemExit("drawing failed")
    Path(SET / "finder.yaml").write_text(
        f"path: {SET / 'finder'}\ntrain: images/train\nval: images/val\n"
        "names: {0: face, 1: back, 2: hand}\n"
    )


if __name__ == "__main__":
    main()
