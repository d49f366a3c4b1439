"""Settings: arguments win over the environment, and a wrong one is named."""

from __future__ import annotations

from pathlib import Path

import pytest

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
