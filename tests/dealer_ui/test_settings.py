"""Settings: arguments win over the environment, and a wrong one is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_ui import settings as settings_module
from dealer_ui.secrets import with_secrets
from dealer_ui.settings import SettingsError, described, settings_from


def test_an_argument_wins_over_the_environment():
    assert settings_from({"KOZYR_LANG": "be"}).lang == "be"
    assert settings_from({"KOZYR_LANG": "be"}, lang="en").lang == "en"
    assert settings_from({"KOZYR_LANG": "be"}, lang=None).lang == "be"


def test_other_variables_and_empty_ones_do_not_matter():
    assert settings_from({"HOME": "/root", "KOZYR_WEIGHTS": ""}).weights is None
    assert settings_from({"KOZYR_WEIGHTS": "w"}).weights == Path("w")


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("KOZYR_LANG", "fr"),
        ("KOZYR_THREADS", "many"),
        ("KOZYR_BACKEND", "torch"),
        ("KOZYR_NO_SUCH_THING", "1"),
    ],
)
def test_a_wrong_setting_is_named(variable, value):
    with pytest.raises(SettingsError, match=variable):
        settings_from({variable: value})


def test_every_setting_says_what_it_means():
    assert all(meaning.endswith(".") for _, _, meaning in described())


# A file for each table


@pytest.fixture
def table_file(tmp_path):
    path = tmp_path / "table3.toml"
    path.write_text(
        'format = "kozyr-settings/1"\n'
        'source = "rtsp://kozyr:{secret:camera}@10.0.0.7/1"\n'
        'profile = "profiles/table3.toml"\n'
        'lang = "be"\nvideo = "/srv/video"\nvideo_budget_gb = 20\n',
        encoding="utf-8",
    )
    return path


def test_a_file_wins_over_defaults_and_loses_to_the_rest(table_file):
    known = settings_from({}, table_file)
    assert (known.lang, known.video_budget_gb) == ("be", 20)
    assert settings_from({"KOZYR_LANG": "en"}, table_file).lang == "en"
    assert settings_from({"KOZYR_LANG": "en"}, table_file, lang="ru").lang == "ru"


def test_paths_in_a_file_are_meant_from_its_folder(table_file):
    known = settings_from({}, table_file)
    assert known.profile == table_file.parent / "profiles" / "table3.toml"
    assert known.video == Path("/srv/video")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('lagn = "ru"', "lagn: there is no such setting; did you mean lang?"),
        ("colour = 1", "colour: there is no such setting; see kozyr settings --describe"),
        ('lang = "fr"', "lang: Input should be 'ru', 'be' or 'en'. Language of prompts"),
        ("video_budget_gb = -1", "video_budget_gb: Input should be greater than 0. The video"),
        ('format = "kozyr-settings/9"', "format: 'kozyr-settings/9' is not known here"),
        ("lang =", "not a TOML file"),
    ],
)
def test_a_wrong_line_is_named_with_what_would_be_right(tmp_path, text, sentence):
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as error:
        settings_from({}, path)
    assert f"{path}: {sentence}" in str(error.value)


def test_a_setting_that_is_gone_says_since_when(tmp_path, monkeypatch):
    note = "2027-01-05: speed is called pace now"
    monkeypatch.setattr(settings_module, "NOTES", {"speed": note})
    path = tmp_path / "table.toml"
    path.write_text("speed = 2", encoding="utf-8")
    with pytest.raises(SettingsError, match="2027-01-05: speed is called pace now"):
        settings_from({}, path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(SettingsError, match=r"none.toml: cannot be read"):
        settings_from({}, tmp_path / "none.toml")


# Secrets

ADDRESS = "rtsp://kozyr:{secret:camera}@10.0.0.7/1"


def test_a_secret_is_put_in_from_the_environment_or_a_file(tmp_path):
    filled = "rtsp://kozyr:p%40ss%2F1@10.0.0.7/1"
    assert with_secrets(ADDRESS, {"KOZYR_SECRET_CAMERA": "p@ss/1"}) == filled
    path = tmp_path / "secrets.toml"
    path.write_text('camera = "p@ss/1"', encoding="utf-8")
    path.chmod(0o600)
    assert with_secrets(ADDRESS, {"KOZYR_SECRET_FILE": str(path)}) == filled
    assert with_secrets("/dev/video0", {}) == "/dev/video0"


def test_a_secret_that_others_may_read_is_refused(tmp_path):
    path = tmp_path / "secrets.toml"
    path.write_text('camera = "x"', encoding="utf-8")
    path.chmod(0o644)
    with pytest.raises(SettingsError, match="chmod 600"):
        with_secrets(ADDRESS, {"KOZYR_SECRET_FILE": str(path)})


def test_a_missing_secret_is_named():
    with pytest.raises(SettingsError, match=r"secret:camera.*set KOZYR_SECRET_CAMERA"):
        with_secrets(ADDRESS, {})


def test_a_secret_is_no_setting():
    assert settings_from({"KOZYR_SECRET_CAMERA": "x"}).source == ""


def test_no_password_is_shown_where_people_read():
    from vision.camera import CameraError, camera_name, open_source

    assert "p4ss" not in camera_name("rtsp://kozyr:p4ss@10.0.0.7/1")
    with pytest.raises(CameraError) as error:
        open_source("rtsp://kozyr:p4ss@127.0.0.1:9/1")
    assert "p4ss" not in str(error.value)


def test_the_command_shows_how_a_file_stands(kozyr, table_file):
    shown = kozyr("settings", "--settings", table_file)
    assert "KOZYR_VIDEO_BUDGET_GB=20.0" in shown.out.splitlines()
    assert "{secret:camera}" in shown.out


def test_watching_needs_a_source_and_a_profile(kozyr, tmp_path):
    assert "SOURCE: name a camera" in kozyr("watch").err
    assert "--table: name the table profile" in kozyr("watch", "film.mp4").err
    path = tmp_path / "table.toml"
    path.write_text('source = "film.mp4"\nprofile = "none.toml"', encoding="utf-8")
    refused = kozyr("watch", "--settings", path)
    assert f"{tmp_path / 'none.toml'}: there is no such file" in refused.err
