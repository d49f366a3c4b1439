"""The catalogue of errors, B1 to B9: each of its names is a code that something here shows.

What is judged is found by the referee in moves or claims; what is noticed is found by eyes, a
sensor or the dealer, and named to the referee as an incident; the tournament has its own records.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.claims import INCIDENTS, Noticed
from engine.referee_claims import judge_claim
from engine.seats import Actor
from engine.verdict import Code
from tests.engine.builders import position

CATALOGUE = Path(__file__).parents[3] / "shared" / "field" / "rules.md"
SOURCES = Path(__file__).parents[2] / "engine"

OTHER_NAMES = {
    "SECOND": Code.DEAL_BOTTOM,  # a card that is not from the top, whichever it is
    "MARKED": Code.MARKED_CARD,
    "LEAD_BEFORE_DRAW": Code.DRAW_SKIPPED,  # the same offence; the catalogue has both names
    "LEAD_EXCEEDS__DEFENDER_HAND": Code.LEAD_EXCEEDS_DEFENDER_HAND,
    "THROW_BY__PARTNER": Code.THROW_BY_PARTNER,
    "THROW_BY__NOT_NEIGHBOUR": Code.THROW_NOT_NEIGHBOUR,
}
SHORT = {
    "_DEFENDER_HAND": Code.LEAD_EXCEEDS_DEFENDER_HAND,
    "_FIRST_CAP": Code.THROW_EXCEEDS_FIRST_CAP,
    "_PARTNER": Code.THROW_BY_PARTNER,
    "_NOT_NEIGHBOUR": Code.THROW_NOT_NEIGHBOUR,
    "_NOT_ALLOWED": Code.RESULT_DRAW_NOT_ALLOWED,
}
"""How a row of the catalogue shortens the second of two codes."""

NOTICED = {
    Code.WRONG_PLAYER_SEATED: "the dealer, who looks at the people; the tournament's desk",
    Code.DECK_NOT_SHUFFLED: "the dealer's buttons: shuffling is a motion that no zone shows",
    Code.NO_CUT: "the dealer's buttons",
    Code.BOXED_CARD: "a face in the zone of the talon",
    Code.DEAL_EXPOSED: "a face in a player's zone during the deal",
    Code.DEAL_BOTTOM: "a shoe; a camera above sees no card's place in the pack",
    Code.TRUMP_COVERED: "the trump's zone is empty while the talon has cards",
    Code.PLAYER_TOUCHED_DEAL: "a hand of a player over the talon",
    Code.THROW_FACE_DOWN: "a back in the battle zone",
    Code.TWO_CARDS_STUCK: "the inspector's count of the discard",
    Code.DISCARD_SPILLED_OPEN: "a face in the zone of the discard",
    Code.DRAW_EXPOSED: "a face on its way from the talon",
    Code.FOREIGN_CARD: "a face that is none of 36",
    Code.BACK_MISMATCH: "the deck check before a match",
    Code.MARKED_CARD: "the deck check before a match",
    Code.CARD_LEFT_TABLE: "a card that left the picture at no player's edge",
    Code.CARD_FROM_LAP: "a card that came in at no player's edge",
    Code.HAND_EXCHANGE: "a card that went from one player's zone to another's",
    Code.PEEK_TALON: "a hand of a player on the talon",
    Code.VISION_LOW_CONFIDENCE: "the reader of faces",
}
"""Incidents, and who can notice them: the referee names what he is told."""


def names():
    """Yield the names of the catalogue, each with the row it stands in."""
    if not CATALOGUE.exists():
        pytest.skip(f"no catalogue to compare with: {CATALOGUE.name} is not beside the checkout")
    part = CATALOGUE.read_text(encoding="utf-8").partition("# B. What the dealer-assist")[2]
    for row in part.partition("**Ledger rules")[0].splitlines():
        cell = row.split("|")[1] if row.startswith("| ") else ""
        yield from re.findall(r"\b_?[A-Z][A-Z0-9_]{2,}\b", cell)


def produced():
    """Return the codes that the referee or the tournament can find."""
    texts = [
        path.read_text(encoding="utf-8")
        for path in SOURCES.glob("*.py")
        if path.name not in {"verdict.py", "grounds.py", "claims.py", "findings.py", "unseen.py"}
    ]
    return {code for code in Code if any(re.search(rf"Code\.{code}\b", text) for text in texts)}


def test_every_name_of_the_catalogue_is_a_code():
    known = {str(code) for code in Code} | set(OTHER_NAMES) | set(SHORT)

    assert len(set(names())) > 100
    assert set(names()) - known == set()


def test_every_code_is_judged_or_noticed():
    other = {Code.LEAD_BEFORE_DRAW}  # kept for journals: `DRAW_SKIPPED` says it now

    assert set(Code) - produced() - set(NOTICED) == other
    assert set(NOTICED) == INCIDENTS


@pytest.mark.parametrize("code", NOTICED)
def test_an_incident_is_named_with_player_and_ground(code):
    game = position("A6/B6|9h|t12|d12|-|-|bout 3 last=ABbeaten")

    (found,) = judge_claim(game, Noticed(code, Actor.B))

    assert (found.code, found.actor) == (code, Actor.B)
    assert found.severity > 0


PAGE = Path(__file__).parents[2] / "docs" / "offences.md"


def test_the_page_says_of_every_code_who_shows_it():
    page = PAGE.read_text(encoding="utf-8")
    families = re.findall(r"every `([A-Z]+_)…`", page)
    internal = {Code.LEAD_BEFORE_DRAW, Code.MOVE_OUT_OF_PLACE}

    named = {code for code in Code if f"`{code}`" in page or code.startswith(tuple(families))}
    assert set(Code) - named == internal
    assert set(re.findall(r"`([A-Z]+_[A-Z0-9_]+)`", page)) <= {str(code) for code in Code}
