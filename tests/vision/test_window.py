"""Where the eye looks: the window around what may be news, and the cut that shows it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.table_scene import PROFILE
from vision.detector import Cut, Found, YoloDetector, cut_around
from vision.rectify import TableMap
from vision.seen import Kind
from vision.window import ROOM_MM, Window, place_around

SHAPE = (720, 1280)
SCALE = 0.6


@pytest.fixture
def table():
    return TableMap(PROFILE)


def news_at(table, x, y, size):
    return table.mask([(x, y), (x + size, y), (x + size, y + size), (x, y + size)])


def test_the_window_holds_the_news_with_room_around_it(table):
    place = place_around(news_at(table, 400, 250, 60), table)
    corners = np.array([place.window.low, place.window.high])
    low, high = table.table_mm(corners)
    assert np.abs(low - (400 - ROOM_MM, 250 - ROOM_MM)).max() < 2 * table.cell_mm
    assert np.abs(high - (460 + ROOM_MM, 310 + ROOM_MM)).max() < 2 * table.cell_mm
    assert (place.shown | ~place.news).all()


def test_news_everywhere_shows_the_whole_picture(table):
    window = place_around(np.ones(table.shape, dtype=bool), table).window
    assert window.shows_all((360, 640))
    assert not Window((3.0, 0.0), (640.0, 360.0)).shows_all((360, 640))


@pytest.mark.parametrize(
    ("low", "high", "cut"),
    [
        ((500, 300), (700, 500), Cut(440, 240, 320, 320)),
        ((500, 300), (900, 500), Cut(487, 187, 426, 426)),
        ((100, 100), (700, 700), Cut(80, 80, 640, 640)),
        ((-20, -20), (200, 200), Cut(0, 0, 320, 320)),
        ((1200, 650), (1330, 750), Cut(960, 400, 320, 320)),
        ((0, 0), (700, 200), None),
    ],
    ids=["small", "middle", "large", "upper left", "lower right", "too wide"],
)
def test_the_smallest_cut_that_shows_the_window_is_taken(low, high, cut):
    assert cut_around(Window(low, high), SHAPE, SCALE) == cut


class Finder:
    """A network that finds one upright box, and remembers the size of what it was shown."""

    def __init__(self, box):
        self.box, self.shown = box, []

    def run(self, batch):
        self.shown.append(batch.shape[2:])
        x, y, wide, high = self.box
        return np.array([[[x], [y], [wide], [high], [0.9], [0.0], [0.0], [0.0]]], np.float32)


def finder_of(box):
    finder = Finder(box)
    return finder, YoloDetector(lambda _shape: finder)


def test_what_is_found_in_a_cut_is_told_in_pixels_of_the_picture():
    finder, detector = finder_of((96, 96, 30, 45))
    picture = np.zeros((*SHAPE, 3), np.uint8)
    (found,) = detector.detect_in(picture, Window((500, 300), (700, 500)))
    assert finder.shown == [(192, 192)]
    assert found.kind is Kind.FACE
    assert np.allclose(found.corners.mean(axis=0), (440 + 160, 240 + 160), atol=1)
    assert np.allclose(np.ptp(found.corners, axis=0), (50, 75), atol=1)


@pytest.mark.parametrize(
    ("window", "box", "kept"),
    [
        (Window((500, 300), (700, 500)), (10, 96, 30, 45), False),
        (Window((-20, 300), (100, 500)), (10, 96, 30, 45), True),
    ],
    ids=["over the edge of the cut", "over the edge of the picture"],
)
def test_half_a_card_at_the_edge_of_a_cut_is_no_card(window, box, kept):
    _, detector = finder_of(box)
    assert len(detector.detect_in(np.zeros((*SHAPE, 3), np.uint8), window)) == kept


def test_a_window_that_no_cut_can_show_is_sought_in_the_whole_picture():
    finder, detector = finder_of((96, 96, 30, 45))
    found = detector.detect_in(np.zeros((*SHAPE, 3), np.uint8), Window((0, 0), (1280, 720)))
    assert finder.shown == [(448, 768)]
    assert [type(f) for f in found] == [Found]
