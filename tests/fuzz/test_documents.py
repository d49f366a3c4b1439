"""What made-up files brought to light, kept as examples: endless depth, values of a wrong kind."""

from __future__ import annotations

import json
import tomllib

import pytest

from engine.documents import DEEPEST, json_of, toml_of
from tests.fuzz.test_parsers import READERS, REFUSALS

DEEP = {
    "arrays": b"\nx = " + b"[" * 3000,
    "closed arrays": b"\nx = " + b"[" * 200 + b"]" * 200 + b"\n",
    "tables": b"\nx = {" + b"x = {" * 2000,
    "dots": b"\n" + b"a." * 300 + b"b = 1\n",
    "objects": b'{"a":' * 3000,
    "brackets": b"[" * 3000,
}
WRONG_KIND = {"no number": b"\nx = nan\n", "far too large": b"\nx = 1e999\n", "list": b"\nx = []\n"}


@pytest.mark.parametrize("harm", [*DEEP, *WRONG_KIND])
@pytest.mark.parametrize("name", READERS)
def test_every_reader_refuses_it_in_words_or_takes_it(name, harm, tmp_path):
    read, good = READERS[name]
    put = {**DEEP, **WRONG_KIND}[harm]
    for data in (put, good[0] + put, put + good[0]):
        try:
            read(data, tmp_path)
        except REFUSALS as error:
            told = str(error)
        else:
            told = "taken"
        assert told


@pytest.mark.parametrize("depth", [1, DEEPEST // 2, DEEPEST - 3])
def test_what_is_nested_within_reason_is_read(depth):
    assert toml_of(f"x = {'[' * depth}{']' * depth}")
    assert json_of("[" * depth + "]" * depth) is not None


@pytest.mark.parametrize("text", [t.decode() for name, t in DEEP.items() if name[0] in "actd"])
def test_toml_nested_without_end_is_no_toml(text):
    with pytest.raises(tomllib.TOMLDecodeError):
        toml_of(text)


@pytest.mark.parametrize("text", [DEEP["objects"], DEEP["brackets"]])
def test_json_nested_without_end_is_no_json(text):
    with pytest.raises(json.JSONDecodeError):
        json_of(text)
