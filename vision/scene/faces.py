"""Faces as a deck prints them: in two colours or four, with usual or jumbo indices."""

from __future__ import annotations

import cv2
import numpy as np

from engine.cards import Card, Suit
from vision.scene.look import Look
from vision.scene.sprites import Rgba, load_card

INDEX = (0.17, 0.27)
"""The part of a face's width and height that holds an index."""

GREEN = 0.55
"""How much of its darkness black keeps in the green channel where clubs are green."""


def face_art(card: Card, look: Look) -> Rgba:
    """Return the face of a card as the deck of this table prints it."""
    face = load_card(card, look.deck)
    if look.four_colours:
        face = _recoloured(face, card.suit)
    return _with_jumbo_index(face, look.jumbo) if look.jumbo > 1 else face


def _recoloured(face: Rgba, suit: Suit) -> Rgba:
    """Print clubs in green and diamonds in blue."""
    made = face.copy()
    if suit is Suit.DIAMONDS:
        made[..., [0, 2]] = face[..., [2, 0]]
    elif suit is Suit.CLUBS:
        made[..., 1] = (255 - (255 - face[..., 1].astype(np.float32)) * GREEN).astype(np.uint8)
    return made


def _with_jumbo_index(face: Rgba, times: float) -> Rgba:
    """Print both indices larger, over whatever lies below them."""
    height, width = face.shape[:2]
    index = face[: round(height * INDEX[1]), : round(width * INDEX[0])]
    edge = round(0.02 * width)
    grown = cv2.resize(index[edge:, edge:], None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    made = face.copy()
    for _ in range(2):
        made[edge : edge + grown.shape[0], edge : edge + grown.shape[1]] = grown
        made = made[::-1, ::-1].copy()
    return np.asarray(made, np.uint8)
