"""A3 and A5: every open question has its answer here, and none is a silent pick.

A question is answered by a parameter of the profile, which the page of house rules names and a
casino signs; by `undefined` with choices; by a refusal; or by what both referees do, told here.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.grounds import VERDICTS
from engine.house import PARAMETERS
from engine.parameters import Choice
from engine.prizes import EmptyPlaces, UndefinedSharesError, prizes
from engine.prizes_online import Standings, bank, rating
from engine.seats import Actor
from engine.tournament_refusals import Reason
from engine.verdict import Code, Verdict

GAPS = Path(__file__).parents[3] / "shared" / "field" / "rules.md"
HOUSE_RULES = Path(__file__).parents[2] / "docs" / "house-rules.md"

BY_PARAMETER = {
    "A1": "trump_beat",
    "A2": "cap_by_defender_hand",
    "A3": "throw_on_take",
    "A4": "draw_order",
    "A5": "cap_first",
    "A6": "voluntary_take",
    "A10": "transfer_at_equality",
    "A11": "pogony_label",
    "A13": "first_packet",
    "A17": "clock",
    "A26": "cap",
    "A28": "max_lead",
}
UNDEFINED = {
    "A7": Code.FIRST_LEAD_UNDEFINED,
    "A8": Code.FIRST_LEAD_UNDEFINED,
    "A14": Code.PAYOUT_UNDEFINED,
    "A18": Code.ENDLESS_TAKING,
    "A23": Code.RATING_UNDEFINED,
    "A24": Code.PAYOUT_UNDEFINED,
}
BY_BOTH_REFEREES = {
    "A9": "a rank that lies there may be thrown in before anything was beaten",
    "A12": "the lowest trump leads the first game of every match",
    "A15": "what does not divide goes to the first place, and the payment names it",
    "A16": "no finding awards a game: every one says stop, or call the inspector",
    "A19": "taking is lawful until the attacker has said «бито»",
    "A20": "a card laid is played; an unlawful one goes back without blame",
    "A21": "whoever transferred last counts as the leader and draws first",
    "A22": "each for himself, whoever is out is passed over",
    "A25": "customs that the regulation borrows are house rules H9 to H12",
    "A27": "the nearest partner on the left plays for whoever is out",
}


def test_every_gap_of_the_texts_is_answered():
    if not GAPS.exists():
        pytest.skip(f"no list of gaps to compare with: {GAPS.name} is not beside the checkout")
    text = GAPS.read_text(encoding="utf-8")
    part = text.partition("## A3.")[2].partition("# B.")[0]
    asked = set(re.findall(r"\bA(?:[1-9]|1\d|2[0-8])\b", part))

    assert asked == {*BY_PARAMETER, *UNDEFINED, *BY_BOTH_REFEREES}


@pytest.mark.parametrize("gap", BY_PARAMETER)
def test_a_parameter_answers_and_the_page_to_sign_names_it(gap):
    name = BY_PARAMETER[gap]
    page = HOUSE_RULES.read_text(encoding="utf-8")

    assert name in PARAMETERS
    assert f"`{name}" in page, f"{name} is not on the page that a casino signs"


@pytest.mark.parametrize("gap", UNDEFINED)
def test_the_verdict_is_undefined(gap):
    assert VERDICTS[UNDEFINED[gap]] is Verdict.UNDEFINED


def test_nothing_is_paid_or_rated_that_no_text_settles():
    with pytest.raises(UndefinedSharesError):
        prizes(1000, takers=5)
    for players in ("AB", "ABCDE", "ABCDEF"):
        with pytest.raises(UndefinedSharesError):
            bank(1000, [[Actor(seat)] for seat in players])
    assert rating(Standings((Actor.A, Actor.B), fool=Actor.C)) is None
    assert (Reason.SHARES_UNDEFINED, len(EmptyPlaces)) == ("shares-undefined", 3)


def test_whoever_decides_has_choices():
    assert {"redeal", "lot", "lowest_card", "last_winner", "lowest_trump"} <= set(Choice)
