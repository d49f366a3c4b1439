"""A packet that was badly seen, and the first refill that tells how many cards were in it."""

from __future__ import annotations

import pytest

from engine.cards import parse_card
from engine.game import new_game
from engine.moves import Beat, Deal, Draw, Lead, ShowTrump, Sweep
from engine.ports import Sighting
from engine.seats import Actor
from engine.standing import Standing
from engine.verdict import Verdict
from engine.watch import follow
from tests.engine.builders import CASINO

A, B = Actor.A, Actor.B


def after(*moves, unsure=()):
    """Follow moves; those whose places are named were badly seen."""
    game = new_game(CASINO)
    standing = Standing(start=game, game=game)
    for place, move in enumerate(moves):
        probability = 0.6 if place in unsure else 0.99
        standing = follow(standing, Sighting(move, float(place), place, probability))
    return standing


card = parse_card
DEALT = (*(Deal(to, 2) for _ in range(3) for to in (A, B)), ShowTrump(card("9h")))
BOUT = (
    Lead(A, (card("7c"),)),
    Beat(B, card("9c"), card("7c")),
    Sweep(Actor.DEALER, (card("7c"), card("9c"))),
)
SKIPPED = (*DEALT, *BOUT, Draw(A, 1), Lead(B, (card("8d"),)))


def found(standing):
    return [
        (str(flag.violation.code), flag.violation.verdict) for _, flag in standing.flags.values()
    ]


def test_125_8_a_player_of_whom_every_packet_was_well_seen_was_skipped():
    assert ("DRAW_SKIPPED", Verdict.ILLEGAL) in found(after(*SKIPPED))


def test_125_8_a_player_who_lacks_a_card_after_a_badly_seen_packet_had_one_more():
    standing = after(*SKIPPED, unsure={3})
    assert standing.steps[3].move == Deal(B, 3)
    assert standing.game.hand(B).count == 5
    assert {verdict for code, verdict in found(standing) if code.startswith(("DEAL", "DRAW"))} <= {
        Verdict.UNVERIFIABLE
    }
    assert standing.open == ()


NEXT_BOUT = (Beat(A, card("Jd"), card("8d")), Sweep(Actor.DEALER, (card("8d"), card("Jd"))))


@pytest.mark.parametrize(("drawn", "was_skipped"), [(1, False), (2, True)])
def test_125_8_who_then_draws_what_he_lacked_before_was_skipped_after_all(drawn, was_skipped):
    moves = (*SKIPPED, *NEXT_BOUT, *[Draw(B, 1)] * drawn)
    standing = after(*moves, unsure={3})
    assert standing.steps[3].move == Deal(B, 2 if was_skipped else 3)
    assert (("DRAW_SKIPPED", Verdict.ILLEGAL) in found(standing)) is was_skipped
    assert "DRAW_TOO_MANY" not in [code for code, _ in found(standing)]
    assert standing.game.hand(B).count == 6


def test_125_8_who_draws_more_than_he_can_have_lacked_has_drawn_too_many():
    standing = after(*SKIPPED, *NEXT_BOUT, *[Draw(B, 1)] * 3, unsure={3})
    assert "DRAW_TOO_MANY" in [code for code, _ in found(standing)]


def test_125_8_a_badly_seen_packet_that_nobody_doubted_excuses_no_draw_too_many():
    standing = after(*DEALT, *BOUT, Draw(A, 1), Draw(A, 1), unsure={0})
    assert ("DRAW_TOO_MANY", Verdict.ILLEGAL) in found(standing)
    assert standing.steps[0].move == Deal(A, 2)


@pytest.mark.parametrize("unsure", [{2}, {0, 2, 4}], ids=["one", "all"])
def test_125_8_another_players_packets_do_not_matter(unsure):
    assert ("DRAW_SKIPPED", Verdict.ILLEGAL) in found(after(*SKIPPED, unsure=unsure))


def test_125_8_two_cards_are_not_explained_by_one_packet():
    moves = (
        *DEALT,
        Lead(A, (card("7c"), card("7d"))),
        Beat(B, card("9c"), card("7c")),
        Beat(B, card("9d"), card("7d")),
        Sweep(Actor.DEALER, ()),
        Draw(A, 2),
        Lead(B, (card("8d"),)),
    )
    standing = after(*moves, unsure={1, 3, 5})
    assert ("DRAW_SKIPPED", Verdict.ILLEGAL) in found(standing)
    assert standing.steps[5].move == Deal(B, 2)


def test_125_8_in_a_later_refill_the_packet_explains_nothing():
    second = (
        Lead(B, (card("8d"),)),
        Beat(A, card("Jd"), card("8d")),
        Sweep(Actor.DEALER, (card("8d"), card("Jd"))),
        Draw(B, 1),
        Lead(A, (card("Qs"),)),
    )
    moves = (*DEALT, *BOUT, Draw(A, 1), Draw(B, 1), *second)
    assert ("DRAW_SKIPPED", Verdict.ILLEGAL) in found(after(*moves, unsure={2}))
