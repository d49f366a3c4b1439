"""Draw the reliability plot from the figures that `kozyr models evaluate --save` keeps.

``python -m models.plots FOLDER/*/sureness.json --into reliability.png``
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import matplotlib as mpl

mpl.use("agg")

from matplotlib import pyplot as plt

from vision.confidence import Sample, calibration_error, reliability


def draw(sets: dict[str, list[Sample]], into: Path) -> None:
    """Draw how often cards were right by how sure they were; dots grow with the number of cards."""
    figure, axes = plt.subplots(figsize=(6, 6))
    axes.plot([0, 1], [0, 1], color="0.7", linewidth=1)
    for name, samples in sets.items():
        bins = reliability(samples)
        error = calibration_error(samples)
        axes.plot([b.sure for b in bins], [b.right for b in bins], linewidth=1)
        axes.scatter(
            [b.sure for b in bins],
            [b.right for b in bins],
            s=[8 + 3 * b.count**0.5 for b in bins],
            label=f"{name}: {len(samples)} cards, ECE {error:.3f}",
        )
    axes.set(xlabel="how sure", ylabel="how often right", xlim=(0, 1), ylim=(0, 1))
    axes.legend(loc="upper left", frameon=False)
    figure.savefig(into, dpi=120, bbox_inches="tight")


def main() -> None:
    """Draw the plot."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("sureness", type=Path, nargs="+")
    words.add_argument("--into", type=Path, default=Path("reliability.png"))
    asked = words.parse_args()
    sets = {
        path.parent.name: [Sample(p, right) for p, right in json.loads(path.read_text())]
        for path in asked.sureness
    }
    draw(sets, asked.into)


if __name__ == "__main__":
    main()
