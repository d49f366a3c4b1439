"""The small networks behind the finder: the aligner and the two readers."""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import nn

from vision.crops import ALIGNER_SIZE, INDEX_SIZE, WHOLE_SIZE

RANK_LETTERS = "A23456789TJQK"
SUIT_LETTERS = "cdhs"
CLASSES = (
    *(f"{rank}{suit}" for rank in RANK_LETTERS for suit in SUIT_LETTERS),
    "joker",
    "back",
    "none",
)
"""What a reader can say: 52 faces, a joker, a back, or nothing readable."""


class Block(nn.Module):
    """Two convolutions with a shortcut; halves the picture."""

    def __init__(self, before: int, after: int) -> None:
        """Make the block."""
        super().__init__()
        self.one = nn.Conv2d(before, after, 3, 2, 1, bias=False)
        self.norm_one = nn.BatchNorm2d(after)
        self.two = nn.Conv2d(after, after, 3, 1, 1, bias=False)
        self.norm_two = nn.BatchNorm2d(after)
        self.short = nn.Conv2d(before, after, 1, 2, 0, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Run the block."""
        y = torch.relu(self.norm_one(self.one(x)))
        return torch.relu(self.norm_two(self.two(y)) + self.short(x))


class Small(nn.Module):
    """A small residual network that keeps the layout of the picture until its last layer."""

    def __init__(
        self, size: tuple[int, int], widths: tuple[int, ...], outputs: int, drop: float
    ) -> None:
        """Make the network for pictures of one size (height, width)."""
        super().__init__()
        stem = nn.Sequential(
            nn.Conv2d(3, widths[0], 3, 2, 1, bias=False), nn.BatchNorm2d(widths[0]), nn.ReLU()
        )
        blocks = [Block(a, b) for a, b in pairwise(widths)]
        self.body = nn.Sequential(stem, *blocks)
        shrink = 2 ** len(widths)
        cells = -(-size[0] // shrink) * -(-size[1] // shrink)
        self.squeeze = nn.Sequential(
            nn.Conv2d(widths[-1], 64, 1, bias=False), nn.BatchNorm2d(64), nn.ReLU()
        )
        self.head = nn.Sequential(
            nn.Flatten(),
            nn.Linear(64 * cells, 256),
            nn.ReLU(),
            nn.Dropout(drop),
            nn.Linear(256, outputs),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Run the network on pictures scaled to 0 to 1."""
        return self.head(self.squeeze(self.body(x - 0.5)))


def aligner() -> Small:
    """Make the aligner: four corners in parts of the crop, and whether a card is there."""
    return Small(ALIGNER_SIZE, (16, 32, 64, 128), 9, 0.0)


def whole_reader() -> Small:
    """Make the reader of whole upright cards."""
    return Small(WHOLE_SIZE, (24, 48, 96, 160), len(CLASSES), 0.1)


def index_reader() -> Small:
    """Make the reader of index corners."""
    return Small(INDEX_SIZE, (24, 48, 96, 160), len(CLASSES), 0.1)
