"""Add reviewed cards from the floor to the training set.

``python -m models.draw.floor FOLDER…`` cuts the cards of folders that `kozyr models harvest` wrote
and a person reviewed into patches beside the drawn ones; the next training run reads both.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from models.draw.write import PATCH_PX, SET, patch_frame
from vision.floor import reviewed

WHOLE = 0.8
"""What shows of a card that a person could name: enough to read it whole."""


def add(folder: Path, number: int) -> int:
    """Write the patches of one folder; return how many."""
    stem = SET / "patches" / f"train-floor-{number}"
    stem.parent.mkdir(parents=True, exist_ok=True)
    count = 0
    with (
        stem.with_suffix(".bin").open("wb") as pictures,
        stem.with_suffix(".jsonl").open("w") as index,
    ):
        for name, row in reviewed(folder):
            picture = cv2.imread(str(folder / "frames" / row["frame"]))
            quad = np.array(row["quad"])
            frame, _ = patch_frame(quad)
            patch = cv2.warpAffine(
                picture, frame, (PATCH_PX, PATCH_PX), flags=cv2.INTER_AREA, borderValue=(90, 90, 90)
            )
            moved = quad @ frame[:, :2].T + frame[:, 2]
            data = cv2.imencode(".jpg", patch, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
            record = {
                "name": name,
                "quad": moved.round(2).tolist(),
                "visible": WHOLE,
                "corners": row["indices"],
                "blur": 0.0,
                "at": pictures.tell(),
                "bytes": len(data),
            }
            index.write(json.dumps(record) + "\n")
            pictures.write(data)
            count += 1
    return count


def main() -> None:
    """Add every folder."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folders", type=Path, nargs="+")
    for number, folder in enumerate(words.parse_args().folders):
        print(f"{folder}: {add(folder, number)} cards")


if __name__ == "__main__":
    main()
