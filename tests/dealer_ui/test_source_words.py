"""A film or a table file that cannot be used is named, in the language of whoever typed."""

from __future__ import annotations

import pytest

from dealer_ui.prompts import Catalogue, Language
from vision.scene.bundled import DEMO_PROFILE, DEMO_VIDEO


@pytest.fixture
def things(tmp_path):
    """Return files that are no films, and one that is no table."""
    (tmp_path / "text.mp4").write_text("no video")
    (tmp_path / "empty.mp4").write_bytes(b"")
    (tmp_path / "pictures").mkdir()
    (tmp_path / "other.toml").write_text("= no")
    (tmp_path / "field.toml").write_text("name = 7")
    return tmp_path


WRONG = [
    ("no.mp4", DEMO_PROFILE, "source-missing", "no.mp4"),
    ("text.mp4", DEMO_PROFILE, "source-no-video", "text.mp4"),
    ("empty.mp4", DEMO_PROFILE, "source-empty", "empty.mp4"),
    ("pictures", DEMO_PROFILE, "source-no-pictures", "pictures"),
    ("/dev/video9?size=big", DEMO_PROFILE, "source-size", "/dev/video9"),
    (DEMO_VIDEO, "no.toml", "system-missing", "no.toml"),
    (DEMO_VIDEO, "pictures", "system-folder", "pictures"),
    (DEMO_VIDEO, "other.toml", "profile-no-toml", "other.toml"),
    (DEMO_VIDEO, "field.toml", "profile-wrong", "field.toml"),
]


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize(
    ("film", "table", "code", "thing"), WRONG, ids=[f"{w[2]}-{w[3]}" for w in WRONG]
)
def test_what_cannot_be_watched_is_told_in_one_sentence(
    kozyr, things, monkeypatch, language, film, table, code, thing
):
    monkeypatch.setenv("KOZYR_LANG", language)
    monkeypatch.chdir(things)
    ended = kozyr("watch", film, "--table", table)
    assert (ended.code, ended.out) == (2, "")
    pattern = Catalogue.load(language).texts[f"cause.{code}"]
    before, _, after = pattern.replace("{thing}", thing).partition("{more}")
    assert ended.err.startswith(f"kozyr: {before}")
    assert ended.err.endswith(f"{after.replace('{more}', '')}\n")
    assert ended.err.count("\n") == 1
