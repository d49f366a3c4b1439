"""Every text exists in every language, says what is wrong, and gives nothing away."""

from __future__ import annotations

import re
from dataclasses import replace
from string import Formatter

import pytest

from dealer_ui.commands import ButtonName
from dealer_ui.prompts import Catalogue, Language, sentence, text
from dealer_ui.snapshot import Condition, Phase
from dealer_ui.telling import prompt_for
from engine.cards import DECK, Suit, parse_card
from engine.claim_words import Telling
from engine.deeds import Deed
from engine.faults import BrokenThing, Fault, Notice
from engine.parameters import Choice
from engine.seats import Actor
from engine.signals import Signal
from engine.table import Zone
from engine.verdict import Code, Severity, Verdict, Violation

NAMED = (
    *(f"code.{code}.{part}" for code in Code for part in ("title", "sentence", "remedy")),
    *(f"fault.{fault}.{part}" for fault in Fault for part in ("sentence", "remedy")),
    *(f"notice.{notice}" for notice in Notice),
    *(f"actor.{actor}.{case}" for actor in Actor for case in ("name", "of", "to")),
    *(f"button.{button}.{part}" for button in ButtonName for part in ("label", "hint")),
    *(f"signal.{signal}" for signal in Signal),
    *(f"phase.{phase}" for phase in Phase),
    *(f"deed.{deed}" for deed in Deed),
    *(f"announce.{telling}" for telling in Telling),
    *(f"choice.{choice}" for choice in Choice),
    *(f"condition.{condition}" for condition in Condition),
    *(f"zone.{zone}" for zone in Zone),
    *(f"verdict.{verdict}" for verdict in Verdict),
    *(f"severity.{severity.name.lower()}" for severity in Severity),
    *(f"suit.{suit}" for suit in Suit),
    *(f"language.{language}" for language in Language),
)
PLURALS = {
    Language.RU: {"one", "few", "many"},
    Language.BE: {"one", "few", "many"},
    Language.EN: {"one", "many"},
}
languages = pytest.mark.parametrize("language", Language)


def parts(template: str) -> set[str]:
    """Name the parts that a text wants, their cases left out."""
    return {name.split(".")[0] for _, name, _, _ in Formatter().parse(template) if name}


def roots(catalogue: Catalogue) -> dict[str, set[str]]:
    """Return the parts of each text, the plural forms of one taken together."""
    merged: dict[str, set[str]] = {}
    for key, template in catalogue.texts.items():
        root = re.sub(r"\.(one|few|many)$", "", key)
        merged[root] = merged.get(root, set()) | parts(template)
    return merged


@languages
def test_every_name_in_the_code_has_its_text(language):
    texts = Catalogue.load(language).texts
    assert [key for key in NAMED if not texts.get(key, "").strip()] == []


def test_all_languages_tell_the_same_with_the_same_parts():
    russian, belarusian, english = (roots(Catalogue.load(language)) for language in Language)
    assert russian == belarusian == english


@languages
def test_a_plural_has_all_its_forms(language):
    texts = Catalogue.load(language).texts
    forms: dict[str, set[str]] = {}
    for key in texts:
        if (root := re.match(r"(.+)\.(one|few|many)$", key)) is not None:
            forms.setdefault(root[1], set()).add(root[2])
    assert forms
    assert all(found == PLURALS[language] for found in forms.values())


@languages
@pytest.mark.parametrize("code", Code)
def test_a_code_with_all_its_parts_becomes_a_sentence(language, code):
    violation = Violation(
        code,
        Actor.A,
        (parse_card("10d"), parse_card("Js")),
        clause="125.6",
        limit=6,
        count=7,
        on=parse_card("Qd"),
    )
    wording = sentence(violation, language)
    title = text(f"code.{code}.title", language)
    assert "{" not in wording.sentence + wording.remedy + title
    assert wording.sentence[0] == wording.sentence[0].upper()
    assert wording.remedy.endswith(".")


@languages
@pytest.mark.parametrize("code", Code)
def test_a_code_with_no_parts_is_still_told(language, code):
    wording = sentence(Violation(code, Actor.UNKNOWN), language)
    assert wording.sentence
    assert "{" not in wording.sentence


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        (Language.RU, "В♠ не бьёт 10♦: другая масть"),
        (Language.BE, "В♠ не б’е 10♦: іншая масць"),
        (Language.EN, "J♠ does not beat 10♦: another suit"),
    ],
)
def test_a_wrong_beat_names_both_cards_as_the_reader_knows_them(language, wanted):
    beat = Violation(
        Code.BEAT_WRONG_SUIT, Actor.B, (parse_card("Js"),), on=parse_card("10d"), clause="125.6"
    )
    assert sentence(beat, language).sentence == wanted


@pytest.mark.parametrize(
    ("clause", "verdict", "severity", "wanted"),
    [
        ("125.8", Verdict.ILLEGAL, Severity.STOP, "пункт 125.8"),
        ("H4", Verdict.ILLEGAL, Severity.STOP, "по регламенту зала"),
        ("H8", Verdict.UNDEFINED, Severity.CALL_INSPECTOR, "правила молчат, решает инспектор"),
        ("H13", Verdict.UNDEFINED, Severity.HINT, ""),
        ("", Verdict.ILLEGAL, Severity.STOP, ""),
    ],
)
def test_a_house_rule_is_never_shown_as_a_clause_of_the_regulation(
    clause, verdict, severity, wanted
):
    breach = Violation(Code.DRAW_ORDER, Actor.B, (), severity, verdict, clause)
    assert sentence(breach, Language.RU).clause == wanted


@languages
def test_all_cards_are_written_differently_and_with_their_sign(language):
    words = Catalogue.load(language)
    written = {words.card(card) for card in DECK}
    assert len(written) == 36
    assert "10♦" in written
    letters = "JQKA" if language is Language.EN else "ВДКТ"
    assert {f"{letter}♠" for letter in letters} < written


@pytest.mark.parametrize(
    ("count", "wanted"), [(1, "1 нарушение"), (3, "3 нарушения"), (11, "11 нарушений")]
)
def test_a_number_chooses_the_form_of_its_noun(count, wanted):
    assert text("cli.flags", Language.RU, count=count) == wanted


@pytest.mark.parametrize(
    "code",
    [
        *(code for code in Code if code.startswith(("DRAW_", "DEAL_"))),
        Code.MOVE_OUT_OF_PLACE,  # a draw may be out of place
        Code.GAME_ALREADY_OVER,
    ],
)
def test_a_finding_about_the_draw_shows_no_face(code):
    ace = parse_card("As")
    prompt = prompt_for(Violation(code, Actor.A, (ace,)), 1, acknowledged=False)
    assert prompt.cards == ()
    assert not any("Т♠" in part for part in _told(prompt))


def test_a_card_in_the_hand_is_not_shown_beside_the_trump_that_was_played_instead():
    trump, held = parse_card("6h"), parse_card("As")
    breach = Violation(Code.TRUMP_WHILE_SUIT_AVAILABLE, Actor.A, (trump, held))
    assert prompt_for(breach, 1, acknowledged=False).cards == (trump,)


def test_a_trump_card_lay_open_and_may_be_shown():
    breach = Violation(Code.TRUMP_DRAWN_EARLY, Actor.A, (parse_card("9h"),))
    prompt = prompt_for(breach, 1, acknowledged=False)
    assert "9♥" in sentence(prompt, Language.RU).sentence


def test_where_a_known_card_lies_is_not_told():
    breach = Violation(Code.CARD_KNOWN_ELSEWHERE, Actor.A, (parse_card("Kc"),))
    told = _told(prompt_for(breach, 1, acknowledged=False))
    with_other_player = _told(replace(prompt_for(breach, 1, acknowledged=False), actor=Actor.B))
    assert told == with_other_player


def _told(prompt):
    wording = sentence(prompt, Language.RU)
    return wording.sentence, wording.remedy


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (Language.RU, "Блик: середина стола, отбой"),
        (Language.BE, "Блік: сярэдзіна стала, адбой"),
        (Language.EN, "Glare: middle of the table, discard"),
    ],
)
def test_a_fault_of_some_zones_names_them(language, sentence):
    glare = BrokenThing(Fault.CAMERA_GLARE, "", (Zone.BATTLE, Zone.DISCARD))
    words = Catalogue.load(language)
    assert words.fault(glare).sentence == sentence
    assert words.particulars(glare) == ""


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (Language.RU, "71 мм, 0,5° · камера 3"),
        (Language.BE, "71 мм, 0,5° · камера 3"),
        (Language.EN, "71 mm, 0.5° · камера 3"),
    ],
)
def test_a_fault_tells_by_how_much_and_which_thing(language, told):
    moved = BrokenThing(Fault.CAMERA_MOVED, "камера 3", (), (("mm", 71.23), ("degrees", 0.512)))
    assert Catalogue.load(language).particulars(moved) == told


def test_a_notice_has_its_figures():
    words = Catalogue.load(Language.EN)
    told = words.notice(Notice.CAMERA_ADJUSTED, (("mm", 4.02), ("degrees", 0.1)))
    assert told == "The camera was nudged (4.0 mm, 0.1°). Kozyr has adjusted itself."
