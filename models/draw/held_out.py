"""Draw a frozen set of tables from decks that training never sees, with labels.

``python -m models.draw.held_out`` writes `models/made/held-out`, the same on every machine that has
the decks. `kozyr models evaluate models/made/held-out` measures on it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from models.draw.deck_art import Art
from models.draw.decks import WORK
from models.draw.table import Table, Truth, draw_table

SIZE = (720, 1280)
CARD_PX = (80.0, 130.0)
"""Heights of cards in pixels as a table's camera sees them."""

READABLE, SEEN = 0.6, 0.15
CORNER = 0.9


def label(card: Truth) -> dict[str, object]:
    """Say which card lies where, and whether too little of it shows to count."""
    x0, y0 = card.quad.min(axis=0).tolist()
    x1, y1 = card.quad.max(axis=0).tolist()
    return {
        "class": card.name[0].replace("T", "10") + card.name[1].upper(),
        "rank": card.name[0].replace("T", "10"),
        "suit": card.name[1].upper(),
        "box": [round(v, 1) for v in (x0, y0, x1, y1)],
        "kind": "card",
        "partly": not (card.visible >= READABLE and max(card.corners) >= CORNER),
    }


def labels(table: Table) -> list[dict[str, object]]:
    """Label the faces of one table."""
    height, width = SIZE
    faces = (c for c in table.cards if c.name not in {"back", "joker"} and c.visible > SEEN)
    inside = (c for c in faces if (c.quad.mean(axis=0) < (width, height)).all())
    return [label(c) for c in inside]


def main() -> None:
    """Draw the set."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--tables", type=int, default=120)
    words.add_argument("--into", type=Path, default=WORK / "held-out")
    asked = words.parse_args()
    (asked.into / "images").mkdir(parents=True, exist_ok=True)
    art, entries = Art(held_out=True), []
    for number in range(asked.tables):
        rng = np.random.default_rng((77, number))
        low, high = np.log(CARD_PX)
        table = draw_table(rng, art, SIZE, float(np.exp(rng.uniform(low, high))))
        name = f"images/{number:04d}.png"
        cv2.imwrite(str(asked.into / name), table.picture)
        entries.append({"image": name, "objects": labels(table)})
    (asked.into / "labels.json").write_text(json.dumps(entries, indent=1))


if __name__ == "__main__":
    main()
