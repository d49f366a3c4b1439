"""Drawn scenes through the whole line: what is told is right, and nothing else is told."""

from __future__ import annotations

import pytest

from tests.scenes.book import SCENES
from tests.scenes.playing import played
from vision.registry import models_folder

pytestmark = [
    pytest.mark.timeout(900),
    pytest.mark.skipif(
        not (models_folder() / "registry.toml").exists(),
        reason="no trained weights in models/weights yet: models/train makes them",
    ),
]


def told_of(scene):
    """A few scenes are tried with every change; `make scenes` tries all of them."""
    marks = [] if scene.quick else [pytest.mark.scenes]
    if scene.fails:
        marks.append(pytest.mark.xfail(reason=scene.fails, strict=True))
    return pytest.param(scene, id=scene.name, marks=marks)


@pytest.mark.parametrize("scene", [told_of(scene) for scene in SCENES.values()])
def test_a_scene_is_told_as_it_was(scene):
    found = played(scene)
    assert not found.differs, [f"{one.kind}: {one.what}" for one in found.differs]
