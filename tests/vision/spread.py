"""Spreads of cards on a plain table, drawn from the shipped art."""

from __future__ import annotations

import cv2
import numpy as np

from engine.cards import parse_card
from vision.enrol_labels import IN_ROWS
from vision.scene.sprites import load_back, load_card

DECK_NAMES = [str(card) for card in IN_ROWS]
STEP = (112, 150)
CARD_PX = 118


def spread(names, seed=1, *, turn=2.0, tint=None):
    """Lay cards in rows of nine, each a little turned; `tint` recolours backs."""
    chance = np.random.default_rng(seed)
    rows = -(-len(names) // 9)
    table = np.full((rows * STEP[1] + 60, 9 * STEP[0] + 60, 3), (52, 92, 44), np.float32)
    for n, name in enumerate(names):
        middle = (30 + STEP[0] * (n % 9 + 0.5), 30 + STEP[1] * (n // 9 + 0.5))
        lay(table, name, middle, chance.normal(0, turn), tint)
    return np.clip(table + chance.normal(0, 3, table.shape), 0, 255).astype(np.uint8)


def lay(table, name, middle, degrees, tint=None):
    back = name == "back"
    art = load_back(0) if back else load_card(parse_card(name))
    art = cv2.cvtColor(np.asarray(art), cv2.COLOR_RGBA2BGRA)
    factor = CARD_PX / art.shape[0]
    art = cv2.resize(art, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    if back and tint is not None:
        art[..., :3] = art[..., list(tint)]
    turned = cv2.getRotationMatrix2D((art.shape[1] / 2, art.shape[0] / 2), degrees, 1.0)
    turned[:, 2] += np.array(middle) - np.array((art.shape[1], art.shape[0])) / 2
    drawn = cv2.warpAffine(art, turned, table.shape[1::-1]).astype(np.float32)
    alpha = drawn[..., 3:] / 255
    table += (drawn[..., :3] - table) * alpha
