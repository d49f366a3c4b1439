"""The art that scenes are made of is all there, and each face is its own."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import DECK, parse_card
from vision.scene.sprites import ART, BACKS, Deck, Grip, load_back, load_card, load_hands


@pytest.mark.parametrize("deck", Deck)
def test_every_deck_has_thirty_six_different_faces(deck):
    faces = {card: load_card(card, deck) for card in DECK}

    assert {face.shape for face in faces.values()} == {(352, 252, 4)}
    assert len({face.tobytes() for face in faces.values()}) == 36


@pytest.mark.parametrize(
    ("name", "differs"), [("6h", False), ("Th", False), ("Jh", True), ("Kc", False), ("Ac", True)]
)
def test_only_letters_that_differ_are_drawn_anew_in_cyrillic(name, differs):
    latin, cyrillic = (load_card(parse_card(name), deck)[:80, :40] for deck in Deck)

    changed = np.abs(latin.astype(int) - cyrillic.astype(int)).max() > 60
    assert changed == differs


@pytest.mark.parametrize("deck", Deck)
def test_faces_are_point_symmetric_enough_to_be_read_either_way_up(deck):
    for card in DECK:
        face = load_card(card, deck)[..., :3].astype(int)
        index = face[:90, :40]
        other = face[::-1, ::-1][:90, :40]
        assert np.abs(index - other).mean() < 6, card


def test_a_card_has_round_corners_and_nothing_to_see_through_in_its_middle():
    face = load_card(parse_card("Qs"))

    assert face[0, 0, 3] == 0
    assert (face[40:-40, 40:-40, 3] == 255).all()


def test_backs_differ_and_wrap_around():
    assert len({load_back(number).tobytes() for number in range(BACKS)}) == BACKS
    assert load_back(BACKS) is not None
    assert np.array_equal(load_back(BACKS), load_back(0))


def test_every_person_has_every_grip():
    people = {(hand.skin, hand.sleeve) for hand in load_hands()}

    assert len(people) >= 6
    for person in people:
        grips = [hand.grip for hand in load_hands() if (hand.skin, hand.sleeve) == person]
        assert sorted(grips) == sorted(Grip)


def test_a_hand_is_held_at_its_fingers_and_leaves_over_the_lower_edge():
    for hand in load_hands():
        alpha = hand.image[..., 3]
        x, y = (round(v) for v in hand.anchor)
        assert alpha[y - 20 : y + 20, x - 20 : x + 20].max() == 255
        assert y < alpha.shape[0] / 3
        assert (alpha[-1] > 200).sum() > 40 * hand.px_per_mm


def test_a_left_hand_mirrors_the_right_one():
    right = load_hands()[0]
    left = right.mirrored()

    assert np.array_equal(left.image[:, ::-1], right.image)
    assert left.anchor[0] == pytest.approx(right.image.shape[1] - 1 - right.anchor[0])


def test_the_art_is_small_and_its_sources_are_named():
    size = sum(path.stat().st_size for path in ART.rglob("*") if path.is_file())

    assert size < 2_500_000
    notice = (ART / "NOTICE.md").read_text(encoding="utf-8")
    assert all(word in notice for word in ("CC0", "Adrian Kennard", "MIT License", "Amazon"))
