"""What is wrong with a pass or a command of the floor is named, in the language of who typed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from dealer_ui.floor.passes import read_pass, write_pass
from dealer_ui.floor.setting_up import admit, set_up
from dealer_ui.floor.subjects import FloorError
from tests.dealer_ui.floors import here


@pytest.fixture
def floor(tmp_path):
    folder = tmp_path / "floor"
    set_up(folder, here(), datetime.now(UTC))
    return folder


@pytest.fixture
def given(floor, tmp_path):
    """Return a table's pass that is right."""
    write_pass(tmp_path / "7.pass", admit(floor, "tables", "7"))
    return tmp_path / "7.pass"


def replaced(old, new):
    return lambda path: path.write_text(path.read_text().replace(old, new))


HARMED = [
    (lambda path: path.write_bytes(b"\x89PNG\xff"), "pass-no-toml", ""),
    (lambda path: path.write_text("= no"), "pass-no-toml", ""),
    (lambda path: path.write_text('format = "kozyr-settings/1"'), "pass-foreign", ""),
    (lambda path: path.write_text(""), "pass-foreign", ""),
    (replaced("kozyr-floor-pass/1", "kozyr-floor-pass/2"), "pass-later", "kozyr-floor-pass/2"),
    (replaced("leaf_port", "leaves"), "pass-lacks", "leaf_port"),
    (replaced("hosts = [", 'more = "x"\nhosts = ['), "pass-wrong", "more"),
    (replaced('["localhost"]', '"localhost"'), "pass-wrong", "hosts"),
    (replaced('["localhost"]', "[]"), "pass-wrong", "hosts"),
    (replaced('seed = "S', 'seed = "X'), "pass-wrong", "seed"),
    (replaced("\nport = ", "\nport = 9"), "pass-wrong", "port"),
]


@pytest.mark.parametrize(("harm", "code", "more"), HARMED)
def test_a_pass_that_is_none_is_named_with_what_is_wrong(given, harm, code, more):
    harm(given)
    with pytest.raises(FloorError) as raised:
        read_pass(given)
    told = raised.value
    assert (told.cause.code, told.cause.thing, told.more) == (code, str(given), more)


@pytest.mark.parametrize(("kind", "wanted"), [("workers", "tables"), ("tables", "walls")])
def test_a_pass_of_another_kind_is_not_taken(floor, tmp_path, kind, wanted):
    write_pass(tmp_path / "x.pass", admit(floor, kind, "x"))
    with pytest.raises(FloorError, match=f"a pass of {kind}, not of {wanted}"):
        read_pass(tmp_path / "x.pass", wanted)
    assert read_pass(tmp_path / "x.pass", kind).name == "x"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("ru", "kozyr: {path} – не пропуск: нет leaf_port\n"),
        ("be", "kozyr: {path} – не пропуск: няма leaf_port\n"),
        ("en", "kozyr: {path} is not a pass: leaf_port is missing\n"),
    ],
)
def test_a_table_that_joins_by_another_file_is_told_so(kozyr, given, monkeypatch, language, said):
    monkeypatch.setenv("KOZYR_LANG", language)
    replaced("leaf_port", "leaves")(given)
    ended = kozyr("floor", "join", given)
    assert (ended.code, ended.err) == (2, said.format(path=given))


TYPED = [
    (("init", "{floor}", "--host", "h"), "there is a floor already: {floor}/floor.toml"),
    (("add-table", "{floor}", "7"), "the floor knows the name 7 already"),
    (
        ("add-table", "{floor}", "a.b"),
        "a.b: a name here has a-z, 0-9, - and _, at most 32, and is not floor or audit",
    ),
    (("remove", "{floor}", "9"), "the floor knows nobody of the name 9"),
    (("tell", "clip", "{floor}", "9", "i5", "x.mp4", "--by", "A"), "the floor knows no table 9"),
    (
        ("tell", "ruling", "{floor}", "7", "i5", "perhaps", "--by", "A"),
        "7 cannot be told so: decision is wrong",
    ),
    (
        ("tell", "clip", "{floor}", "7", "i5", "x.mp4", "--by", ""),
        "7 cannot be told so: by is wrong",
    ),
]


@pytest.mark.parametrize(("words", "said"), TYPED)
def test_a_command_that_cannot_be_done_says_why(kozyr, floor, given, monkeypatch, words, said):
    monkeypatch.setenv("KOZYR_LANG", "en")
    ended = kozyr("floor", *(word.format(floor=floor) for word in words))
    assert (ended.code, ended.err) == (2, f"kozyr: {said.format(floor=floor)}\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [("hosts = [", "not TOML"), ('format = "x"', "format is wrong or missing")],
)
def test_a_floors_file_that_is_none_says_what_is_wrong(kozyr, floor, monkeypatch, text, said):
    monkeypatch.setenv("KOZYR_LANG", "en")
    (floor / "floor.toml").write_text(text)
    ended = kozyr("floor", "list", floor)
    assert ended.code == 2
    assert ended.err.startswith(f"kozyr: {floor}/floor.toml is not a floor's file: ")
    assert said in ended.err


def test_a_floor_that_nobody_serves_is_said_to_be_so(kozyr, floor, given, monkeypatch):
    monkeypatch.setenv("KOZYR_LANG", "en")
    monkeypatch.setattr("dealer_ui.floor.ordering_tables.AT_FIRST_S", 0.2)
    ended = kozyr("floor", "tell", "clip", floor, "7", "i5", "x.mp4", "--by", "A")
    told = f"nobody answers for the floor in {floor}: is kozyr floor serve running?"
    assert (ended.code, ended.err) == (2, f"kozyr: {told}\n")
