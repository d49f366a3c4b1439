"""A face of a hand that all see: as it was dealt, as it was drawn, or shown later (B2, B7, B9)."""

from __future__ import annotations

import pytest

from engine.verdict import Severity
from tests.engine.builders import AFTER_DEAL, DEALT, findings, only, played, position

EMPTY = "A0/B0|-|t36|d0|-|-|bout 1"
SWEPT = "A4/B5|9h|t11|d16|-|-|bout 3 last=ABbeaten"
LED = "A5/B6|9h|t24|d0|7c:-|atk=A def=B ds=6|bout 1"
LATER = DEALT + " game=2 prev=B"


@pytest.mark.parametrize(
    ("line", "words", "found"),
    [
        (EMPTY, ("deal A2", "A![6c]"), ["DEAL_EXPOSED"]),
        (EMPTY, (*AFTER_DEAL, "B![7h]"), ["DEAL_EXPOSED"]),
        (SWEPT, ("d A2", "A![6c]"), ["DRAW_EXPOSED"]),
        (SWEPT, ("d A2", "B![6c]"), ["EXPOSED_HAND"]),
        (LED, ("B![6c]",), ["EXPOSED_HAND"]),
        # A trump that is shown before the first lead settles who leads.
        (DEALT, ("A![7h]",), []),
        (DEALT, ("A![7c]",), ["EXPOSED_HAND"]),
        (DEALT, ("A![7s]",), ["EXPOSED_HAND"]),
        (DEALT, ("A![7hKh]",), ["EXPOSED_HAND"]),
        (LATER, ("A![7h]",), ["EXPOSED_HAND"]),
        # What all have seen already is no news.
        (LED, ("B![6c]", "B![6c]"), []),
    ],
)
def test_a_face_is_named_by_when_it_showed(line, words, found):
    assert findings(played(position(line), *words[:-1]), words[-1]) == found


def test_a_card_exposed_in_the_deal_stops_it_and_any_other_is_a_hint():
    assert only(played(position(EMPTY), "deal A2"), "A![6c]").severity is Severity.STOP
    assert only(played(position(SWEPT), "d A2"), "A![6c]").severity is Severity.HINT
    assert only(position(LED), "B![6c]").severity is Severity.HINT


def test_125_4_the_trump_that_is_shown_proves_a_first_lead_wrong():
    shown = played(position(DEALT), "A![6h]")

    assert findings(shown, "B>7c") == ["FIRST_LEAD_WRONG"]
    assert findings(shown, "A>7c") == []
