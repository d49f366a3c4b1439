"""The look of a calibrated table lies beside its profile, and belongs to one calibration."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.table_scene import PROFILE, cloth
from vision.table_look import load_look, look_of, look_path, save_look

PICTURE = np.clip(cloth(), 0, 255).astype(np.uint8)


@pytest.fixture
def kept(tmp_path):
    path = tmp_path / "table.toml"
    save_look(look_of(PICTURE, PROFILE), path)
    return path


def test_a_look_comes_back_as_it_was(kept):
    look = load_look(kept, PROFILE)
    assert np.array_equal(look.grey, look_of(PICTURE, PROFILE).grey)
    assert look.sharpness == pytest.approx(look_of(PICTURE, PROFILE).sharpness)
    assert look.anchor.is_set
    assert look_path(kept).name == "table.look.npz"


def test_a_look_of_another_calibration_is_none(kept):
    (row, *rows) = PROFILE.camera.homography_px_to_mm
    moved = replace(PROFILE.camera, homography_px_to_mm=((row[0], row[1], row[2] + 5), *rows))
    assert load_look(kept, replace(PROFILE, camera=moved)) is None


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 half a file", b"no archive"])
def test_a_look_that_cannot_be_read_is_none(kept, content):
    look_path(kept).write_bytes(content)
    assert load_look(kept, PROFILE) is None


def test_where_nothing_was_kept_there_is_none(tmp_path):
    assert load_look(tmp_path / "other.toml", PROFILE) is None
