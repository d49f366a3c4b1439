"""The shipped networks read what was drawn, say when they cannot, and agree on both backends."""

from __future__ import annotations

import json
from itertools import islice

import cv2
import numpy as np
import pytest

from engine.cards import parse_card
from vision.crops import WHOLE_SIZE, as_batch, upright
from vision.evaluate import evaluate
from vision.eye import open_eye
from vision.labelled import labelled_film, labelled_photos
from vision.network import Backend
from vision.photo import PhotoError, as_json, load_photo, pictures_in, read_photo
from vision.scene.bundled import DEMO_TRUTH, DEMO_VIDEO
from vision.scene.sprites import load_back, load_card
from vision.seen import Kind, as_quad

EVERY = 12
CORNERS = np.array([(300, 300), (372, 300), (372, 400), (300, 400)], np.float64)


@pytest.fixture(scope="module")
def eye():
    return open_eye()


def laid(name, height, degrees, ground=(60, 100, 40)):
    """A picture with one card on a plain ground, its height in pixels."""
    card = load_back(0) if name == "back" else load_card(parse_card(name))
    factor = height / card.shape[0]
    card = cv2.resize(card, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    side = int(height * 2.2)
    turn = cv2.getRotationMatrix2D((card.shape[1] / 2, card.shape[0] / 2), degrees, 1.0)
    turn[:, 2] += side / 2 - np.array((card.shape[1], card.shape[0])) / 2
    drawn = cv2.warpAffine(card, turn, (side, side)).astype(np.float32)
    alpha = drawn[..., 3:] / 255
    return (drawn[..., 2::-1] * alpha + np.array(ground) * (1 - alpha)).astype(np.uint8)


ALONE = ("6c", "Td", "Jh", "Qs", "Kd", "As")
SIZES = [*((name, height) for name in ALONE for height in (90, 200)), ("Td", 500)]
"""A card that fills the picture is looked for at many sizes, for ten seconds: one tells enough."""


@pytest.mark.parametrize(("name", "height"), SIZES)
def test_a_card_alone_is_read_whatever_its_size_and_turn(eye, name, height):
    read = [read_photo(eye, laid(name, height, degrees)) for degrees in (0, 37, 90, 180, 255)]
    named = [{str(c.card) for c in seen if c.card} for seen in read]
    assert all(cards <= {name} for cards in named)
    assert sum(cards == {name} for cards in named) >= 3


def test_a_back_is_no_face(eye):
    seen = read_photo(eye, laid("back", 160, 20))
    assert [c.kind for c in seen if c.kind is Kind.FACE] == []


def proposals(picture, size):
    """Boxes about the middle of a picture, as motion proposes them: turned, and a little off."""
    middle = np.array(picture.shape[1::-1]) / 2
    wide, high = size * 63 / 88, size
    for degrees in range(0, 180, 30):
        off = (5 - degrees / 20, degrees / 20 - 4)
        box = cv2.boxPoints((tuple(middle + off), (wide, high), degrees))
        yield as_quad(np.array(box, np.float64))


@pytest.mark.parametrize("degrees", [3, 40, 95, 160])
def test_a_card_that_something_else_proposes_is_read_once_and_tightly(eye, degrees):
    picture = laid("Qs", 140, degrees)
    read = eye.look_at(picture, list(proposals(picture, 140)))
    (card,) = [c for c in read if c.kind is Kind.FACE]
    assert str(card.card) == "Qs"
    sides = np.linalg.norm(np.diff(np.array(card.quad), axis=0), axis=1)
    assert sides[0] == pytest.approx(140 * 63 / 88, rel=0.08)
    assert sides[1] == pytest.approx(140, rel=0.08)


def test_boxes_on_a_bare_table_show_no_face(eye):
    picture = np.full((360, 640, 3), (60, 100, 40), np.uint8)
    assert [c for c in eye.look_at(picture, list(proposals(picture, 140))) if c.card] == []
    assert eye.look_at(picture, []) == ()


@pytest.mark.parametrize("ground", [(0, 0, 0), (255, 255, 255), (60, 100, 40)])
def test_an_empty_table_has_no_cards(eye, ground):
    picture = np.full((360, 640, 3), ground, np.uint8)
    assert [c for c in eye.look(picture) if c.card] == []


def test_both_backends_see_the_same(eye):
    other = open_eye(Backend.ONNXRUNTIME)
    picture = next(labelled_film(DEMO_VIDEO, DEMO_TRUTH)).picture
    one, two = ([f.kind for f in e.detector.detect(picture)] for e in (eye, other))
    assert one
    assert abs(len(one) - len(two)) <= 2
    crops = as_batch([upright(picture, c, WHOLE_SIZE) for c in (CORNERS, CORNERS + 40)])
    said = [e.reader.whole.run(crops) for e in (eye, other)]
    assert np.abs(said[0] - said[1]).max() < 0.05 * np.abs(said[1]).max() + 0.3


def test_the_demo_recording_is_read(eye):
    score = evaluate(eye, islice(labelled_film(DEMO_VIDEO, DEMO_TRUTH), 0, None, EVERY))
    figures = score.figures()
    assert figures["cards"] >= 8
    assert figures["precision"] >= 0.98


def test_labels_of_other_games_and_unknown_suits_are_not_counted_as_misses(tmp_path, eye):
    cv2.imwrite(str(tmp_path / "one.png"), laid("9h", 220, 15))
    labels = [
        {
            "image": "one.png",
            "objects": [
                {"class": "9H", "rank": "9", "suit": "H"},
                {"class": "2C", "rank": "2", "suit": "C"},
                {"class": "JOKER", "rank": None, "suit": None},
            ],
        }
    ]
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    figures = evaluate(eye, labelled_photos(tmp_path)).figures()
    assert (figures["cards"], figures["precision"], figures["recall"]) == (1, 1.0, 1.0)


def test_what_is_read_is_told_as_plain_values(eye, tmp_path):
    seen = read_photo(eye, laid("9h", 220, 0))
    told = json.loads(json.dumps(as_json(tmp_path / "x.png", seen)))
    card = next(c for c in told["cards"] if c["card"])
    assert (card["card"], card["kind"]) == ("9h", "face")
    assert eye.readable <= card["probability"] <= 1
    assert np.array(card["quad"]).shape == (4, 2)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [("empty.jpg", b"", "is empty"), ("text.png", b"no picture", "is not a picture")],
)
def test_damaged_pictures_are_named(tmp_path, name, data, said):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(PhotoError, match=rf"{name} {said}"):
        load_photo(tmp_path / name)


def test_folders_give_their_pictures_and_missing_ones_are_named(tmp_path):
    (tmp_path / "b.PNG").write_bytes(b"x")
    (tmp_path / "a.jpg").write_bytes(b"x")
    (tmp_path / "notes.txt").write_bytes(b"x")
    assert [p.name for p in pictures_in([tmp_path])] == ["a.jpg", "b.PNG"]
    with pytest.raises(PhotoError, match="no such picture or folder"):
        list(pictures_in([tmp_path / "nowhere"]))
