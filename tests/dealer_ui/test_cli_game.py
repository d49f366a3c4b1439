"""`kozyr game judge` and `kozyr rules show` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[1] / "golden" / "games"


@pytest.fixture
def offences(tmp_path):
    """Write a copy of the game with offences, changed at one place."""

    def write(old="", new=""):
        text = (GAMES / "offences.dkn").read_text(encoding="utf-8")
        assert old in text
        path = tmp_path / "game.dkn"
        path.write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")
        return path

    return write


def test_a_record_that_says_what_the_referee_says(kozyr, offences):
    ended = kozyr("game", "judge", offences())

    assert ended.code == 0
    assert "8♠ does not beat 9♠: it is lower (clause 125.6)" in ended.out
    assert "[flagged in the record]" in ended.out
    assert ended.out.splitlines()[-1] == "Record and referee agree. Moves: 38, flags: 7."


def test_a_record_that_leaves_an_offence_out_differs(kozyr, offences):
    ended = kozyr("game", "judge", offences(" !LEAD_MIXED_RANKS", ""))

    assert ended.code == 1
    assert "[not flagged in the record]" in ended.out
    assert "differences: 1" in ended.out


def test_a_record_that_flags_too_much_differs(kozyr, offences):
    ended = kozyr("game", "judge", offences("A>8c8d", "A>8c8d !LEAD_MIXED_RANKS"))

    assert ended.code == 1
    assert "the referee finds it not" in ended.out


def test_a_damaged_record_is_judged_up_to_the_damage(kozyr, offences):
    path = offences("A>Ad", "A>5d")
    ended = kozyr("game", "judge", path)

    assert ended.code == 2
    assert ended.err == (
        f"kozyr: {path}: line 13, column 6: not a card of the 36-card deck: '5d'\n"
    )
    assert "Bout 3" in ended.out


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("casino-by-2001@1", "casino-by-2001@7", "@7"),
        ('[Profile "casino-by-2001@1"]\n', "", "no header Profile"),
    ],
)
def test_a_record_of_unknown_rules_is_one_sentence(kozyr, offences, old, new, part):
    ended = kozyr("game", "judge", offences(old, new))

    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert part in ended.err


def test_what_is_no_text_or_no_record_is_one_sentence(kozyr, tmp_path):
    path = tmp_path / "game.dkn"
    for content, part in ((b"\xff\xfe\x00", "no text in UTF-8"), (b"hello", "line 1, column 1")):
        path.write_bytes(content)
        ended = kozyr("game", "judge", path)
        assert (ended.code, ended.err.count("\n")) == (2, 1)
        assert part in ended.err
    assert kozyr("game", "judge", tmp_path / "none.dkn").code == 2


def test_a_record_that_stops_being_text_is_judged_up_to_there(kozyr, tmp_path):
    whole = (
        b'[Format "DKN/1"]\n[Profile "casino-by-2001@1"]\n\n'
        b"deal A2 B2 A2 B2 A2 B2 ^9h\n1. A>6c B:9c/6c\xff A. = d A1 B1\n* unfinished\n"
    )
    path = tmp_path / "game.dkn"
    for mark in (b"", b"\xef\xbb\xbf"):
        path.write_bytes(mark + whole)
        ended = kozyr("game", "judge", path, "--lang", "en")
        assert ended.code == 2
        assert "B:9c/6c" in ended.out
        assert ended.err == f"kozyr: {path}: line 5, column 16: no text in UTF-8\n"


def test_what_went_wrong_first_is_what_is_told(kozyr, tmp_path):
    path = tmp_path / "game.dkn"
    path.write_bytes(b'[Format "DKN/1"]\nwhat?\n\xff')
    assert "line 2, column 1" in kozyr("game", "judge", path).err


def test_a_judged_record_as_json(kozyr, offences):
    ended = kozyr("game", "judge", offences(), "--json")
    told = json.loads(ended.out)

    assert told["agrees"]
    assert told["error"] is None
    assert told["headers"]["Trump"] == "9h"
    assert [m["word"] for m in told["moves"] if m["found"]][:2] == ["A>6c7d", "B:8s/9s"]


def test_the_rules_of_a_profile_are_shown(kozyr):
    shown, told = (
        kozyr("rules", "show", "casino-by-2001"),
        kozyr("rules", "show", "casino-by-2001", "--json"),
    )

    assert shown.out.startswith("casino-by-2001@1\n")
    assert "trump_beat" in shown.out
    assert json.loads(told.out)["trump_beat"] == "strict"
    assert json.loads(told.out)["players"] == [2]


OWN = 'name = "own"\nversion = 3\nlike = "casino-by-2001@1"\n[rules]\n'


def test_house_rules_are_shown_as_the_house_ordered_them(kozyr):
    shown = kozyr("rules", "show", "casino-by-2001").out

    assert "redeal, lot, lowest_card" in shown
    assert "35, 25, 14, 10, 4, 4, 4, 4" in shown
    assert "final: 11" in shown


def test_a_house_has_rules_of_its_own_in_a_file(kozyr, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(OWN + 'trump_beat = "free"\n', encoding="utf-8")

    told = json.loads(kozyr("rules", "show", path, "--json").out)

    assert (told["label"], told["trump_beat"], told["cap"]) == ("own@3", "free", 6)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('colour = "red"\n', "no parameter is called colour"),
        ('cap = "six"\n', "cap: a number above 0 is wanted"),
        ("cap_first = 9\n", "cap_first: 9 is above the cap of 6"),
    ],
    ids=["unknown", "bad", "contradictory"],
)
def test_rules_of_the_house_that_cannot_be_are_refused_by_file_and_parameter(
    kozyr, tmp_path, line, named
):
    path = tmp_path / "own.toml"
    path.write_text(OWN + line, encoding="utf-8")

    ended = kozyr("rules", "show", path)

    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert str(path) in ended.err
    assert named in ended.err


def test_rules_that_are_no_text_are_one_sentence(kozyr, tmp_path):
    path = tmp_path / "own.toml"
    path.write_bytes(b"\xff\xfe\x00")

    ended = kozyr("rules", "show", path)

    assert (ended.code, ended.err) == (2, f"kozyr: {path}: line 1, column 1: no text in UTF-8\n")


def test_a_profile_that_there_is_not_is_named(kozyr):
    ended = kozyr("rules", "show", "whist")

    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert "whist" in ended.err


@pytest.fixture
def book():
    path = GAMES.parents[2].parent / "shared" / "field" / "rule-cases.json"
    if not path.exists():
        pytest.skip(f"no worked cases to check: {path.name} is not beside the checkout")
    return json.loads(path.read_text(encoding="utf-8"))


def test_worked_cases_that_agree_end_well(kozyr, tmp_path, book):
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(book), encoding="utf-8")
    ended = kozyr("rules", "check", path)

    assert ended.out == f"Checked: {len(book['cases'])} cases, all right.\n"
    assert ended.code == 0


def test_a_worked_case_that_differs_is_printed(kozyr, tmp_path, book):
    wrong = next(case for case in book["cases"] if case["expected"] == "legal")
    wrong["expected"] = "illegal"
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(book), encoding="utf-8")
    ended = kozyr("rules", "check", path)
    told = json.loads(kozyr("rules", "check", path, "--json").out)

    assert ended.code == 1
    assert ended.out.splitlines()[0].endswith("expected: illegal, found legal (OK)")
    assert [row["id"] for row in told["differences"]] == [wrong["id"]]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b'{"cases": 3}'])
def test_what_holds_no_cases_is_one_sentence(kozyr, tmp_path, content):
    path = tmp_path / "cases.json"
    path.write_bytes(content)
    ended = kozyr("rules", "check", path)

    assert (ended.code, ended.err.count("\n"), ended.err[:7]) == (2, 1, "kozyr: ")
