"""The clip of a move shows the very frame that was judged, within one: on a film that moves."""

from __future__ import annotations

from itertools import islice

import av
import numpy as np
import pytest

from calibration.profile import load_profile
from dealer_ui.evidence import Gathering
from journal.evidence import EvidenceStore, files_in
from journal.in_question import InQuestion
from vision.exhibit import STRIP_PX, table_box
from vision.recording import Recording
from vision.scene.bundled import DEMO_PROFILE, DEMO_VIDEO
from vision.sitting import Played, SittingFootage

FIRST, LAST = 200, 330
NEAR = 3
"""So many frames before and after are looked at to find which one a clip shows."""
PROFILE = load_profile(DEMO_PROFILE)


@pytest.fixture(scope="module")
def film():
    """The demo's frames as they are judged, cut to the table."""
    left, top, right, bottom = table_box(PROFILE)
    frames = list(islice(Recording(DEMO_VIDEO).frames(), LAST + NEAR + 1))
    return [(f.taken_at, f.pts_s, f.image[top:bottom, left:right].astype(np.int16)) for f in frames]


def stirring(film):
    """Return frames in which an arm moves, so that none looks like its neighbours."""
    change = {n: np.abs(film[n][2] - film[n - 1][2]).mean() for n in range(FIRST, LAST)}
    found = []
    for number in sorted(change, key=change.get, reverse=True):
        calm = min(change[n] for n in range(number - 1, number + 2) if n in change)
        if calm > 0.4 and all(abs(number - other) > 30 for other in found):
            found.append(number)
    return found[:2]


def test_the_clip_shows_the_frame_that_was_judged(film, tmp_path):
    length = Recording(DEMO_VIDEO).length
    played = Played(DEMO_VIDEO, 0.0, film[0][1], length / 15, length)
    store = EvidenceStore(tmp_path / "evidence")
    gathering = Gathering(SittingFootage([played]), PROFILE, lambda _picture: (), store)
    judged = stirring(film)
    assert len(judged) == 2
    for number in judged:
        at = film[number][0]
        row = gathering.gather(InQuestion(f"f{number}", at, number, "")).payload
        shown = frame_at(store.path(next(files_in(row["clip"]))), at - row["clip"]["first"])
        assert abs(nearest(shown, film, number) - number) <= 1


def frame_at(path, seconds):
    """Return the frame of a clip that is shown at a time of its own, without its strip."""
    with av.open(str(path)) as clip:
        frames = clip.decode(clip.streams.video[0])
        found = min(frames, key=lambda frame: abs(frame.time - seconds))
        return found.to_ndarray(format="bgr24")[:-STRIP_PX].astype(np.int16)


def nearest(shown, film, number):
    """Return which frame of the film a picture shows."""
    rows, columns = shown.shape[:2]
    around = range(number - NEAR, number + NEAR + 1)
    return min(around, key=lambda n: np.abs(film[n][2][:rows, :columns] - shown).mean())
