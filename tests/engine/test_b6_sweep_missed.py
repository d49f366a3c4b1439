"""B6, 125.7: the next lead is laid while the beaten bout before it still lies there."""

from __future__ import annotations

import pytest

from engine.cards import parse_card
from engine.ledger import broken_laws
from engine.seats import Actor
from engine.verdict import Severity
from tests.engine.builders import findings, flags, only, played, position

BEATEN = "A5/B5|(9h)|t0|d24|7c:8c|atk=A def=B ds=6|bout 8"
DRAWING = "A5/B5|9h|t12|d12|7c:8c|atk=A def=B ds=6|bout 3"
OPEN = "A5/B6|(9h)|t0|d24|7c:-|atk=A def=B ds=6|bout 8"
CAPPED = "A3/B3|(9h)|t0|d24|7c:8c 7d:8d 7s:8s|atk=A def=B ds=3|bout 8"
"""As many attack cards as the defender had: no more can come."""
LAST = "A0/B3|(9h)|t0|d31|7c:8c|atk=A def=B ds=4|bout 9"
THREE = "A5/B5/C6|(9h)|t0|d18|7c:8c|atk=A def=B ds=6|bout 8"


@pytest.mark.parametrize(
    ("line", "words", "found"),
    [
        # Somebody says that it is a lead: a record, the dealer.
        (BEATEN, ("B>6d",), ["SWEEP_MISSED"]),
        (BEATEN, ("A>6d",), ["THROW_RANK_NOT_ON_TABLE"]),
        # Seen only: the attacker may still throw in, so the defender does what he may not.
        (BEATEN, ("B+6d",), ["THROW_BY_DEFENDER"]),
        (BEATEN, ("A.", "B+6d"), ["SWEEP_MISSED"]),
        (CAPPED, ("B+6d",), ["SWEEP_MISSED"]),
        (THREE, ("A.", "B+6d"), ["THROW_BY_DEFENDER"]),
        (THREE, ("A.", "C.", "B+6d"), ["SWEEP_MISSED"]),
        # What is not beaten is no bout that could be swept; what is taken is not swept.
        (OPEN, ("B>6d",), ["THROW_BY_DEFENDER"]),
        (BEATEN, ("B^", "B>6d"), ["THROW_BY_DEFENDER"]),
        # With the last cards beaten the game is over, and nobody leads.
        (LAST, ("B>6d",), ["THROW_BY_DEFENDER"]),
        # The lead has its own rules all the same.
        (DRAWING, ("B>6d",), ["SWEEP_MISSED", "DRAW_SKIPPED"]),
        (BEATEN, ("B>6d6s7h",), ["SWEEP_MISSED", "LEAD_MIXED_RANKS"]),
    ],
)
def test_125_7_a_lead_over_a_beaten_bout_says_that_it_was_not_swept(line, words, found):
    assert findings(played(position(line), *words[:-1]), words[-1]) == found


def test_125_7_the_dealer_forgot_it_and_the_light_only_hints():
    violation = only(position(BEATEN), "B>6d")

    assert (violation.actor, violation.severity) == (Actor.DEALER, Severity.HINT)
    assert violation.cards == (parse_card("7c"), parse_card("8c"))


def test_125_7_the_game_goes_on_with_the_new_bout_and_the_old_cards_count_as_swept():
    game = played(position(BEATEN), "B>6d")

    assert broken_laws(game) == ()
    assert (game.bout.attacker, game.bout.defender) == (Actor.B, Actor.A)
    assert (game.discard.count, game.bout.cards) == (26, (parse_card("6d"),))
    assert flags(game, "A:7d/6d", "B.", "=", "A>9s") == []


def test_h20_the_lead_may_go_back_while_the_dealer_sweeps():
    assert flags(position(BEATEN), "B>6d", "~B:6d", "B>6d") == ["B>6d SWEEP_MISSED"]


def test_h20_a_card_that_was_thrown_in_after_it_may_not():
    assert flags(position(BEATEN), "B>6d", "B+6s", "A:7d/6d", "~B:6s") == [
        "B>6d SWEEP_MISSED",
        "~B:6s ATTACKER_TAKES_BACK",
    ]


def test_125_8_what_the_defender_threw_in_goes_back_whatever_was_said_since():
    thrown = "B+6d THROW_BY_DEFENDER"

    assert flags(position(BEATEN), "B+6d", "~B:6d") == [thrown]
    assert flags(position(BEATEN), "B+6d", "A.", "~B:6d") == [thrown]
