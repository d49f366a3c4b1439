"""Every version of a profile is kept, compared and brought back; a refused one changes nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from calibration import keeping
from calibration.history import changes, load_version, save_profile, undo, versions
from calibration.profile import ProfileError, load_profile, profile_from
from tests.calibration.test_profile import document

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def profile(name="table-3"):
    return replace(profile_from(document(), "here"), name=name)


def test_versions_count_up_and_say_who_and_when(tmp_path):
    path = tmp_path / "table.toml"
    for number, who in enumerate(("Anna", "Boris"), start=1):
        at = NOON + timedelta(hours=number)
        written = save_profile(profile(f"t{number}"), path, who, at)
        assert load_profile(path) == written
        assert (written.provenance.version, written.provenance.by) == (number, who)
        assert written.provenance.at == at
    assert list(versions(path)) == [1, 2]
    assert load_version(path, 1).name == "t1"


def test_a_profile_made_elsewhere_is_kept_before_it_is_replaced(tmp_path):
    path = tmp_path / "table.toml"
    save_profile(profile("old"), tmp_path / "other.toml", "Anna", NOON)
    (tmp_path / "other.toml").rename(path)
    assert save_profile(profile("new"), path, "Boris", NOON).provenance.version == 2
    assert load_version(path, 1).name == "old"


def test_undo_goes_back_and_can_be_undone(tmp_path):
    path = tmp_path / "table.toml"
    for name in ("one", "two"):
        save_profile(profile(name), path, "Anna", NOON)
    assert undo(path, "Boris", NOON).name == "one"
    assert load_profile(path).provenance.version == 3
    assert undo(path, "Boris", NOON).name == "two"
    assert undo(path, "Boris", NOON, to=1).name == "one"
    with pytest.raises(ProfileError, match=r"no version 9; there is 1, 2, 3, 4, 5"):
        undo(path, "Boris", NOON, to=9)


def test_the_first_version_has_nothing_before_it(tmp_path):
    path = tmp_path / "table.toml"
    save_profile(profile(), path, "Anna", NOON)
    with pytest.raises(ProfileError, match="no version before"):
        undo(path, "Anna", NOON)


def test_a_difference_names_the_field(tmp_path):
    one = profile()
    other = replace(one, deck=replace(one.deck, card_mm=(57.0, 88.0)))
    assert [(c.field, c.before, c.after) for c in changes(one, other)] == [
        ("deck.card_mm", [63.0, 88.0], [57.0, 88.0])
    ]
    assert changes(one, one) == ()


def test_a_write_that_fails_leaves_the_old_profile(tmp_path, monkeypatch):
    path = tmp_path / "table.toml"
    first = save_profile(profile("old"), path, "Anna", NOON)

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(keeping.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        save_profile(profile("new"), path, "Boris", NOON)
    assert load_profile(path) == first
    assert [p.name for p in tmp_path.glob("*.new")] == []
