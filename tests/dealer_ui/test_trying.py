"""The look at a source before anything begins: what is kept of it, and when nothing is."""

from __future__ import annotations

import numpy as np
import pytest

from dealer_ui import trying
from dealer_ui.endings import BadInputError
from dealer_ui.settings import Settings
from engine.faults import Fault, TableError
from tests.vision.table_scene import PROFILE, cloth
from vision.frames import Frame
from vision.table_look import load_look, look_path

PICTURE = np.clip(cloth(), 0, 255).astype(np.uint8)


class Camera:
    def __init__(self, found):
        self.found = found

    def read(self):
        if isinstance(self.found, Exception):
            raise self.found
        return None if self.found is None else Frame(self.found, 0.0, 0)

    def close(self):
        pass


@pytest.fixture
def tried(monkeypatch, tmp_path):
    """Try a source that shows something, and return the path of the profile."""
    path = tmp_path / "table.toml"

    def run(found, *, live=True):
        monkeypatch.setattr(trying, "open_source", lambda _source: Camera(found))
        monkeypatch.setattr(trying, "is_live", lambda _source: live)
        trying.try_source("rtsp://10.0.0.7/", PROFILE, Settings(profile=path))
        return path

    return run


def test_a_live_table_without_a_look_gets_one_at_first_sight(tried):
    path = tried(PICTURE)
    assert np.array_equal(load_look(path, PROFILE).grey.shape, (180, 320))


def test_the_first_look_is_kept(tried):
    first = look_path(tried(PICTURE)).read_bytes()
    assert look_path(tried(np.roll(PICTURE, 20, axis=1))).read_bytes() == first


@pytest.mark.parametrize("found", [None, TableError(Fault.CAMERA_LOST, "rtsp")])
def test_a_camera_that_shows_nothing_leaves_no_look(tried, found):
    assert not look_path(tried(found)).exists()


def test_a_recording_leaves_no_look(tried):
    assert not look_path(tried(PICTURE, live=False)).exists()


def test_a_picture_of_another_size_is_refused(tried):
    with pytest.raises(BadInputError, match="640x360"):
        tried(np.zeros((90, 160, 3), np.uint8))


def test_a_folder_that_cannot_be_written_to_is_no_trouble(tried, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(trying, "save_look", refuse)
    assert not look_path(tried(PICTURE)).exists()
