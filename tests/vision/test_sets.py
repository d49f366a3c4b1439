"""Picture sets are what they are called, and labels say where a card lies."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import parse_card
from vision.labelled import is_wanted, labelled_photos
from vision.sets import Role, SetError, read_sets

SHIPPED = Path(__file__).parents[2] / "models" / "sets.toml"
QUAD = ((10.0, 10.0), (40.0, 10.0), (40.0, 60.0), (10.0, 60.0))
OBJECTS = [
    {"class": "9H", "rank": "9", "suit": "H", "box": [12, 12, 20, 20]},
    {"class": "K", "rank": "K", "suit": None, "box": [100, 12, 120, 20]},
]


@pytest.fixture
def folder(tmp_path):
    """A checkout with one picture of a set beside its models folder."""
    (tmp_path / "models").mkdir()
    (tmp_path / "photos" / "test").mkdir(parents=True)
    cv2.imwrite(str(tmp_path / "photos" / "test" / "a.png"), np.zeros((80, 140, 3), np.uint8))
    labels = [{"image": "test/a.png", "objects": OBJECTS}]
    (tmp_path / "photos" / "labels.json").write_text(json.dumps(labels))
    return tmp_path


def sets(folder, text):
    path = folder / "models" / "sets.toml"
    path.write_text(text)
    return read_sets(path, Role.FROZEN)


def test_a_set_gives_the_pictures_that_it_names(folder):
    (one,) = sets(folder, '[frozen.here]\nplace = "photos"\nonly = "test"\n')
    assert [p.name for p in one.pictures()] == ["test/a.png"]
    (none,) = sets(folder, '[frozen.here]\nplace = "photos"\nonly = "!test"\n')
    assert list(none.pictures()) == []


def test_a_label_belongs_to_the_card_whose_outline_holds_it(folder):
    (labelled,) = labelled_photos(folder / "photos")
    moved = tuple((x + 80, y) for x, y in QUAD)
    assert labelled.is_right(QUAD, parse_card("9h")) is True
    assert labelled.is_right(QUAD, parse_card("9d")) is False
    assert labelled.is_right(moved, parse_card("9h")) is False
    assert labelled.is_right(moved, parse_card("Kd")) is None


def test_a_card_of_which_little_shows_is_neither_missed_nor_invented(folder):
    hidden = {"class": "QS", "rank": "Q", "suit": "S", "box": [50, 12, 60, 20], "partly": True}
    labels = [{"image": "test/a.png", "objects": [OBJECTS[0], hidden]}]
    (folder / "photos" / "labels.json").write_text(json.dumps(labels))
    (labelled,) = labelled_photos(folder / "photos")
    assert (labelled.exact, labelled.ranks) == ({parse_card("9h")}, {"9"})
    assert labelled.partly == {parse_card("Qs")}


def test_changed_labels_and_missing_places_are_named(folder):
    (changed,) = sets(folder, '[frozen.here]\nplace = "photos"\nlabels = "abc"\n')
    with pytest.raises(SetError, match=r"set here: the labels in .* were changed"):
        changed.pictures()
    (gone,) = sets(folder, '[frozen.here]\nplace = "nowhere"\n')
    assert not gone.is_here
    with pytest.raises(SetError, match="nowhere: neither a folder"):
        gone.pictures()


@pytest.mark.parametrize("text", ["[frozen", "[frozen.x]\n", "frozen = 3\n"])
def test_a_wrong_file_of_sets_is_named(folder, text):
    with pytest.raises(SetError, match=r"sets\.toml"):
        sets(folder, text)


def test_nothing_is_both_fitted_to_and_measured_on():
    fitted = {p for s in read_sets(SHIPPED, Role.CALIBRATION) if s.is_here for p in photos(s)}
    frozen = {p for s in read_sets(SHIPPED, Role.FROZEN) if s.is_here for p in photos(s)}
    if not fitted:
        pytest.skip("the photographs are not beside this checkout")
    assert frozen
    assert not fitted & frozen


def photos(one):
    """Name the photographs of a set; frames of films are frozen altogether."""
    if not one.place.is_dir():
        return []
    entries = json.loads(one.labels_file.read_text())
    return [f"{one.place}/{e['image']}" for e in entries if is_wanted(e["image"], one.only)]
