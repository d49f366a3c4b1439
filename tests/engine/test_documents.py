"""TOML and JSON from outside: endless depth is refused as whatever else is wrong with a file."""

from __future__ import annotations

import json
import tomllib

import pytest

from engine.documents import DEEPEST, TOO_DEEP, json_of, toml_of

LISTS = "[" * 100_000 + "]" * 100_000


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1),
        "x = " + "[" * 400 + "]" * 400,
        "x = " + "[" * 2000 + "]" * 2000,
        ".".join("a" * (DEEPEST + 2)) + " = 1",
    ],
    ids=["a level too many", "printed in vain", "read in vain", "tables"],
)
def test_toml_that_is_nested_too_deeply_is_refused(text):
    with pytest.raises(tomllib.TOMLDecodeError, match=TOO_DEEP):
        toml_of(text)


def test_toml_of_any_reasonable_depth_is_read():
    assert toml_of("x = " + "[" * (DEEPEST - 2) + "]" * (DEEPEST - 2))
    assert toml_of("") == {}


def test_json_that_is_nested_too_deeply_is_refused():
    with pytest.raises(json.JSONDecodeError, match=TOO_DEEP):
        json_of(LISTS)


def test_json_objects_are_made_of_their_fields():
    assert json_of('{"x": 1}', pairs=tuple) == (("x", 1),)
