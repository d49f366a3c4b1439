"""The tournament from the command line: entries, lots, results, corrections, prizes."""

from __future__ import annotations

import json

import pytest

from dealer_ui.money import parse_money, print_money
from dealer_ui.prompts import Catalogue, Language
from engine.tournament_bracket import Stage
from engine.tournament_refusals import Reason

NEW = ("--title", "Cup", "--fee", "100.01", "--fund-percent", "80", "--currency", "BYN")


@pytest.fixture
def cup(kozyr, tmp_path):
    """Call a command of one tournament by its words; the file stands in its place."""
    file = tmp_path / "cup.kozyr"

    def call(command, *words):
        return kozyr("tournament", command, file, *words)

    assert call("new", *NEW).code == 0
    return call


def story(cup):
    return json.loads(cup("standings", "--json").out)


def drawn(cup, *names):
    cup("enter", *names)
    for name in names:
        cup("pay", name)
    assert cup("draw", "--order", ",".join(names), "--byes", "lot").code == 0


def test_a_tournament_from_entries_to_prizes(cup):
    drawn(cup, "Ada", "Bohdan")
    assert cup("seat", "F", "Ada", "Bohdan", "--table", "3", "--target", "11").code == 0
    assert cup("result", "f", "draw").code == 0
    for _ in range(11):
        assert cup("result", "F", "Ada").code == 0
    assert cup("score", "F", "11-0").code == 0
    assert cup("over", "F", "Ada").code == 0
    refused = cup("pay-out")
    assert refused.code == 2
    assert "places from 3 on" in refused.err
    assert cup("shares", "first-place", "--by", "manager").code == 0
    paid = cup("pay-out", "--json")
    due = json.loads(paid.out.splitlines()[-1])

    assert paid.code == 0
    assert due["fund"] + due["income"] == 2 * 10_001
    assert due["prizes"] == [{"name": "Ada", "amount": 12_002}, {"name": "Bohdan", "amount": 4_000}]
    assert story(cup)["paid_out"]
    assert story(cup)["matches"][-1]["draws"] == 1
    assert not story(cup)["flags"]


def test_the_deal_is_refused_before_all_fees_are_in(cup):
    cup("enter", "Ada", "Bohdan")
    cup("pay", "Ada")
    cup("pay", "Bohdan", "50")
    cup("draw", "--lot", "2026")
    before = story(cup)
    ended = cup("seat", "F", "Ada", "Bohdan")

    assert ended.code == 1
    assert ended.err.startswith("kozyr: F: Not all entry fees are in (Bohdan) (clause 125.3).")
    assert ended.err.count("\n") == 1
    assert story(cup) == before
    assert cup("pay", "Bohdan").code == 0
    assert cup("seat", "F", "Ada", "Bohdan").code == 0


def test_what_has_happened_is_recorded_with_its_flag(cup):
    drawn(cup, "Ada", "Bohdan", "Chip")
    ended = cup("seat", "SF2", "Bohdan", "Ada", "--happened")

    assert ended.code == 0
    assert "wrong entrant at the table: Ada" in ended.out
    assert [flag["code"] for flag in story(cup)["flags"]] == ["WRONG_PLAYER_SEATED"]
    assert "wrong entrant" in cup("standings").out


def test_byes_are_settled_by_a_person(cup):
    cup("enter", "Ada", "Bohdan", "Chip")
    ended = cup("draw", "--lot", "2026")
    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert "--byes lot" in ended.err
    assert cup("draw", "--lot", "2026", "--rest", "Chip").code == 0
    (bye,) = [match for match in story(cup)["matches"] if match["rests"]]
    assert bye["sides"] == ["Chip"]


def test_a_correction_is_a_further_record(cup):
    drawn(cup, "Ada", "Bohdan")
    number = cup("result", "F", "Ada").out.split()[1]
    assert cup("correct", number, "--by", "inspector", "--why", "it was Bohdan").code == 0
    cup("result", "F", "Bohdan")

    assert story(cup)["matches"][-1]["wins"] == [0, 1]
    assert story(cup)["undone"] == [int(number)]
    lines = [json.loads(line) for line in cup("records", "--json").out.splitlines()]
    assert [line["event"] for line in lines[-3:]] == ["played", "corrected", "played"]
    assert "taken back" in cup("records").out


def test_the_bracket_can_be_read(cup):
    names = [f"P{number}" for number in range(1, 10)]
    drawn(cup, *names)
    first, *_ = [m for m in story(cup)["matches"] if len(m["sides"]) == 2 and all(m["sides"])]
    cup("award", first["match"], first["sides"][0], "--by", "inspector", "--why", "did not come")
    out = cup("standings").out

    for words in (
        "Quarter-final",
        "Preliminary round",
        "Third place",
        "rests",
        "awarded to",
        "5–8",
    ):
        assert words in out


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("enter", "ada"), "Ada"),
        (("pay", "Zoe"), "Zoe has not entered"),
        (("pay", "Ada", "1.234"), "not an amount of money"),
        (("pay", "Ada", "500"), "more than the fee"),
        (("leave", "Zoe"), "Zoe has not entered"),
        (("result", "F", "Ada"), "Lots were not drawn yet"),
        (("score", "F", "4:2"), "not a score"),
        (("shares", "house", "--by", "m"), "house: there is no such choice"),
        (("draw",), "--lot WORD or --order"),
        (("correct", "99", "--by", "i", "--why", "?"), "There is no record 99"),
        (("pay-out",), "The final is not over"),
    ],
)
def test_wrong_input_is_one_sentence_and_leaves_no_record(cup, words, part):
    cup("enter", "Ada")
    before = cup("records", "--json").out
    ended = cup(*words)

    assert ended.code == 2
    assert ended.err.startswith("kozyr: ")
    assert ended.err.count("\n") == 1
    assert part.casefold() in ended.err.casefold()
    assert cup("records", "--json").out == before


def test_a_tournament_is_not_begun_twice_and_not_made_up(cup, kozyr, tmp_path):
    assert "is there already" in cup("new", *NEW).err
    ended = kozyr("tournament", "enter", tmp_path / "none.kozyr", "Ada")
    assert (ended.code, "there is no" in ended.err) == (2, True)


def test_who_leaves_is_no_entrant(cup):
    cup("enter", "Ada", "Bohdan")
    cup("pay", "Ada")
    assert cup("leave", "Ada").code == 0
    assert story(cup)["entrants"] == [{"name": "Bohdan", "paid": 0}]


@pytest.mark.parametrize(
    ("text", "decimals", "amount"),
    [("12", 2, 1200), ("12.5", 2, 1250), ("0,05", 2, 5), ("7", 0, 7)],
)
def test_money_is_read_as_whole_minor_units(text, decimals, amount):
    assert parse_money(text, decimals) == amount
    assert parse_money(print_money(amount, decimals), decimals) == amount


@pytest.mark.parametrize(("text", "decimals"), [("", 2), ("-1", 2), ("1.234", 2), ("1.5", 0)])
def test_what_is_no_amount_is_refused(text, decimals):
    with pytest.raises(ValueError, match="not an amount"):
        parse_money(text, decimals)


@pytest.mark.parametrize("language", Language)
def test_every_reason_and_stage_has_its_words(language):
    texts = Catalogue.load(language).texts

    assert not [r for r in Reason if not texts.get(f"tournament.refused.{r}")]
    assert not [s for s in Stage if not texts.get(f"tournament.stage.{s}")]


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (
            ("bank", "10.00", "Ada,Bohdan", "Chip", "Dina"),
            "Ada: 4.50|Bohdan: 4.50|Chip: 1.00|Dina: 0.00",
        ),
        (("bank", "10.01", "Ada", "Bohdan,Chip"), "Ada: 8.01|Bohdan: 1.00|Chip: 1.00"),
        (
            ("bank", "10", "Ada", "Bohdan", "Chip", "--json"),
            '{"Ada": 800, "Bohdan": 200, "Chip": 0}',
        ),
        (("rating", "Ada", "Bohdan"), "Ada: 2|Bohdan: 0"),
        (("rating", "Ada", "Bohdan", "--draw"), "Ada: 1|Bohdan: 1"),
        (("rating", "Ada", "Bohdan", "Chip", "--late"), "Ada: 2|Bohdan: 2|Chip: 0"),
        (
            ("rating", "Ada", "Bohdan", "Chip", "--draw", "--json"),
            '{"Ada": 2, "Bohdan": 1, "Chip": 1}',
        ),
    ],
)
def test_r130_r133_what_a_game_online_brings(kozyr, words, lines):
    ended = kozyr("tournament", *words)

    assert (ended.code, ended.out.splitlines()) == (0, lines.split("|"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("bank", "10.00", "Ada", "Bohdan"), "The shares are not defined. Do not pay."),
        (("bank", "ten", "Ada", "Bohdan", "Chip"), "not an amount of money"),
        (("bank", "10.00", "Ada", "Ada"), "names of their own"),
        (("rating", "Ada"), "names of their own"),
        (("rating", "Ada", "Bohdan", "Chip"), "The points are not defined."),
        (("rating", "Ada", "Bohdan", "--rules", "nonsense"), "no profile is called nonsense"),
    ],
)
def test_a23_a24_what_no_rule_says_is_refused(kozyr, words, said):
    ended = kozyr("tournament", *words, "--lang", "en")

    assert ended.code == 2
    assert said in ended.err


def test_a24_a_house_of_its_own_shares_a_bank_of_two(kozyr, tmp_path):
    house = tmp_path / "own.toml"
    head = 'name = "own"\nversion = 1\nlike = "online-bank@1"\n[rules]\n'
    house.write_text(head + "bank_percent = {2 = [90, 10]}\n")

    ended = kozyr("tournament", "bank", "10.00", "Ada", "Bohdan", "--rules", house)

    assert (ended.code, ended.out.splitlines()) == (0, ["Ada: 9.00", "Bohdan: 1.00"])
