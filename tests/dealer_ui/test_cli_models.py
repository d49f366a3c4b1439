"""`kozyr models promote`: refused when worse, forced with a reason that is kept; rolled back."""

from __future__ import annotations

import pytest

from dealer_ui.cli import models_release
from tests.vision.test_releases import GOOD, NETWORKS, held, models
from vision.comparison import Comparison

FIGURES = {**GOOD, "cards": 9, "unreadable": 0}


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A live folder, a candidate, and no frozen sets that would have to be read."""
    models(tmp_path / "live", **dict.fromkeys(NETWORKS, "old"))
    models(tmp_path / "candidate", finder="new")
    (tmp_path / "sets.toml").write_text("")
    monkeypatch.setenv("KOZYR_WEIGHTS", str(tmp_path / "live"))
    return tmp_path


@pytest.fixture
def scores(monkeypatch):
    """Let the candidate score what a test says, beside the live model's figures."""

    def put(**change):
        found = Comparison("edje", FIGURES, {**FIGURES, **change}, ())
        monkeypatch.setattr(models_release, "_compared", lambda *_: iter([found]))

    return put


def test_a_better_candidate_goes_live_and_comes_back(kozyr, place, scores):
    scores(recall=0.97)
    said = kozyr("models", "promote", place / "candidate", "--sets", place / "sets.toml")
    assert (said.code, said.out.splitlines()[-1]) == (0, "Release 2 is live.")
    assert held(place / "live")["finder"] == "new"
    assert kozyr("models", "rollback").out == "Release 1 is live again.\n"
    assert held(place / "live")["finder"] == "old"
    assert 'what = "rolled-back"' in kozyr("models", "history").out


def test_a_worse_candidate_is_refused_unless_forced(kozyr, place, scores):
    scores(recall=0.5)
    order = ("models", "promote", place / "candidate", "--sets", place / "sets.toml")
    refused = kozyr(*order)
    assert refused.code == 1
    assert refused.err.endswith("not promoted: worse than the live model on edje: recall\n")
    assert held(place / "live")["finder"] == "old"

    assert kozyr(*order, "--force", "the camera was changed").code == 0
    assert held(place / "live")["finder"] == "new"
    assert 'forced = "the camera was changed"' in kozyr("models", "history").out


def test_nothing_is_promoted_without_the_frozen_sets(kozyr, place, scores):
    scores()
    (place / "sets.toml").write_text('[frozen.far]\nplace = "nowhere"\n')
    refused = kozyr("models", "promote", place / "candidate", "--sets", place / "sets.toml")
    assert refused.code == 2
    assert "frozen sets are not here: far" in refused.err


def test_models_are_compared_side_by_side(kozyr, place, scores):
    scores(recall=0.8)
    said = kozyr("models", "compare", "live", place / "candidate", "--sets", place / "sets.toml")
    assert said.code == 0
    assert "recall                0.9      0.8  worse" in said.out
    assert kozyr("models", "compare", "live", "7", "--sets", place / "sets.toml").code == 2
