"""Add reviewed cards from the floor to the training set.

``python -m models.draw.floor FOLDER…`` cuts the cards of folders that `kozyr models harvest` wrote
and a person reviewed into patches beside the drawn ones; the next training run reads both.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.draw.write import PATCH_PX, SET, patch_frame
from vision.crops import Corners, Picture
from vision.floor import reviewed

Row = dict[str, Any]

WHOLE = 0.8
"""What shows of a card that a person could name: enough to read it whole."""


def rows(folder: Path) -> Iterator[tuple[Picture, Row]]:
    """Yield the reviewed cards of one folder."""
    for name, row in reviewed(folder):
        picture = cv2.imread(str(folder / "frames" / row["frame"]))
        yield (
            np.asarray(picture, np.uint8),
            {
                "name": name,
                "quad": np.array(row["quad"]),
                "corners": row["indices"],
                "visible": WHOLE,
            },
        )


def write(name: str, cards: Iterable[tuple[Picture, Row]], times: int = 1) -> int:
    """Write cards as patches for training, each so many times a turn; return how many cards."""
    stem = SET / "patches" / f"train-{name}"
    stem.parent.mkdir(parents=True, exist_ok=True)
    count = 0
    with (
        stem.with_suffix(".bin").open("wb") as pictures,
        stem.with_suffix(".jsonl").open("w") as index,
    ):
        for picture, row in cards:
            data, quad = _patch(picture, row["quad"])
            place = {"blur": 0.0, "at": pictures.tell(), "bytes": len(data)}
            record = row | {"quad": quad.round(2).tolist()} | place
            index.write((json.dumps(record) + "\n") * times)
            pictures.write(data)
            count += 1
    return count


def _patch(picture: Picture, quad: Corners) -> tuple[bytes, Corners]:
    """Cut a card out upright; return the encoded patch and the card's corners in it."""
    frame, _ = patch_frame(quad)
    patch = cv2.warpAffine(
        picture, frame, (PATCH_PX, PATCH_PX), flags=cv2.INTER_AREA, borderValue=(90, 90, 90)
    )
    data = cv2.imencode(".jpg", patch, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
    return data, quad @ frame[:, :2].T + frame[:, 2]


def main() -> None:
    """Add every folder."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folders", type=Path, nargs="+")
    for number, folder in enumerate(words.parse_args().folders):
        print(f"{folder}: {write(f'floor-{number}', rows(folder))} cards")


if __name__ == "__main__":
    main()
