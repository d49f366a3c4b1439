"""Releases: the better one goes live, the worse one does not, and what was live comes back."""

from __future__ import annotations

import hashlib
import tomllib

import pytest

from vision.comparison import Comparison
from vision.registry import WeightsError, checked, read_choice, read_registry
from vision.releases import (
    KEPT,
    Change,
    earlier_releases,
    folder_of,
    live_release,
    promote,
    rollback,
    stage,
)

NETWORKS = ("finder", "aligner", "whole", "index")
CHANGE = Change("2026-11-30", {"edje": {"precision": 1.0}})


def models(folder, **contents):
    """Write a folder of models: a file and an entry for each network."""
    (folder / "weights").mkdir(parents=True)
    text = "[reading]\ntemperature = 2.0\nreadable = 0.9\n" if "whole" in contents else ""
    for name, content in contents.items():
        data = content.encode()
        (folder / "weights" / f"{name}.onnx").write_bytes(data)
        sha = hashlib.sha256(data).hexdigest()
        text += f'[{name}]\nfile = "weights/{name}.onnx"\nsha256 = "{sha}"\n'
    (folder / "registry.toml").write_text(text)
    return folder


@pytest.fixture
def live(tmp_path):
    return models(tmp_path / "live", **dict.fromkeys(NETWORKS, "old"))


def held(folder):
    return {name: checked(w).read_text() for name, w in read_registry(folder).items()}


def promoted(live, tmp_path, content, change=CHANGE):
    candidate = models(tmp_path / f"candidate-{content}", finder=content)
    return promote(live, stage(live, candidate, tmp_path / f"staged-{content}"), change)


def test_a_candidate_goes_live_with_what_it_lacks_from_the_live_one(live, tmp_path):
    assert promoted(live, tmp_path, "new") == 2
    assert held(live) == {**dict.fromkeys(NETWORKS, "old"), "finder": "new"}
    assert read_choice(live).sureness.temperature == 2.0
    assert (live_release(live), earlier_releases(live)) == (2, (1,))


def test_what_was_live_comes_back_byte_for_byte(live, tmp_path):
    before = held(live)
    table = tomllib.loads((live / "registry.toml").read_text())
    promoted(live, tmp_path, "new")
    assert rollback(live, None, CHANGE) == 1
    assert held(live) == before
    after = tomllib.loads((live / "registry.toml").read_text())
    after.pop("history")
    assert after == table
    assert rollback(live, 2, CHANGE) == 2
    assert held(live)["finder"] == "new"


def test_a_release_that_was_rolled_back_does_not_lend_its_number(live, tmp_path):
    promoted(live, tmp_path, "new")
    rollback(live, None, CHANGE)
    assert promoted(live, tmp_path, "newer") == 3


def test_the_registry_keeps_the_reason_of_a_forced_promotion(live, tmp_path):
    change = Change("2026-11-30", {"edje": {"recall": 0.5}}, ("edje: recall",), "camera changed")
    promoted(live, tmp_path, "new", change)
    (entry,) = tomllib.loads((live / "registry.toml").read_text())["history"]
    assert (entry["forced"], entry["worse"]) == ("camera changed", ["edje: recall"])
    assert entry["figures"] == {"edje": {"recall": 0.5}}


def test_only_so_many_releases_and_their_weights_are_kept(live, tmp_path):
    for number in range(KEPT + 2):
        promoted(live, tmp_path, f"new{number}")
    assert len(earlier_releases(live)) == KEPT
    kept = {path.read_text() for path in (live / "weights").glob("finder*")}
    assert kept == {f"new{number}" for number in range(1, KEPT + 2)}


def test_changed_weights_are_not_staged(live, tmp_path):
    candidate = models(tmp_path / "candidate", finder="new")
    (candidate / "weights" / "finder.onnx").write_text("other")
    with pytest.raises(WeightsError, match="not the ones in the registry"):
        stage(live, candidate, tmp_path / "staged")


@pytest.mark.parametrize("name", ["7", "nowhere"])
def test_an_unknown_release_is_named(live, name):
    with pytest.raises(WeightsError, match=f"{name} is neither a release"):
        folder_of(live, name)
    assert folder_of(live, "live") == folder_of(live, "1") == live
    with pytest.raises(WeightsError, match="no earlier release"):
        rollback(live, None, CHANGE)


GOOD = {"precision": 1.0, "recall": 0.9, "rank_precision": 1.0, "rank_recall": 0.9, "wrong": 1}


@pytest.mark.parametrize(
    ("change", "worse"),
    [
        ({}, ()),
        ({"recall": 0.95}, ()),
        ({"recall": 0.89}, ("recall",)),
        ({"wrong": 2}, ("wrong",)),
        ({"wrong": 0, "precision": 0.99}, ("precision",)),
    ],
)
def test_worse_is_worse_in_any_figure(change, worse):
    assert Comparison("edje", GOOD, {**GOOD, **change}, ()).worse() == worse
