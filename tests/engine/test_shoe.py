"""What the shoe may let out, and what it adds to what the camera saw."""

from dataclasses import replace

import pytest

from engine.cards import parse_card
from engine.game import apply, new_game
from engine.house import load_rules
from engine.moves import Beat, Deal, Draw, Lead, SayBeaten, ShowTrump, Sweep
from engine.ports import Sighting
from engine.seats import Actor
from engine.shoe import Allowance, CardOut, allowance
from engine.shoe_reading import PATIENCE_S, ShoeReader

A, B = Actor.A, Actor.B
RULES = load_rules("casino-by-2001")


def card(name):
    return parse_card(name)


PACKETS = [Deal(to, 2) for _ in range(3) for to in (A, B)]
DEALT = [*PACKETS, ShowTrump(card("6h"))]
SWEPT = [
    *DEALT,
    Lead(A, (card("7c"),)),
    Beat(B, card("9c"), card("7c")),
    SayBeaten(A),
    Sweep(Actor.DEALER, (card("7c"), card("9c"))),
]


def game_after(moves):
    game = new_game(RULES)
    for move in moves:
        game = apply(game, move)
    return game


@pytest.mark.parametrize(
    ("moves", "wanted"),
    [
        ([], Allowance(A, 2)),
        (PACKETS[:1], Allowance(B, 2)),
        (PACKETS[:2], Allowance(A, 2)),
        ([Deal(A, 2), Deal(A, 4)], Allowance(B, 2)),
        ([Deal(A, 2), Deal(B, 2), Deal(A, 2), Deal(B, 2), Deal(A, 2), Deal(B, 1)], Allowance(B, 1)),
        (PACKETS, Allowance(None, 1)),
        (DEALT, None),
        (SWEPT[:-1], None),
        (SWEPT, Allowance(A, 1)),
        ([*SWEPT, Draw(A, 1)], Allowance(B, 1)),
        ([*SWEPT, Draw(A, 1), Draw(B, 1)], None),
    ],
)
def test_the_shoe_lets_out_what_the_rules_let_out(moves, wanted):
    assert allowance(game_after(moves)) == wanted


@pytest.mark.parametrize(
    ("profile", "more", "wanted"),
    [
        # The trump is pulled out of the pack before the deal.
        ("perevodnoy", {}, Allowance(None, 1)),
        # A player deals: whoever sits on his left gets the first packet.
        ("classic-ffa", {"game_no": 2, "dealer": B}, Allowance(Actor.C, 3)),
    ],
)
def test_the_shoe_begins_where_the_deal_begins(profile, more, wanted):
    game = new_game(load_rules(profile), (A, B, Actor.C), **more)

    assert allowance(game) == wanted


def seen(move, at=1.0):
    return Sighting(move, at, 7, 0.8)


def test_faces_are_added_to_what_the_camera_saw():
    reader = ShoeReader()
    for number, face in enumerate(("7h", "Ks"), 1):
        reader.hear(CardOut(number, A, card(face)), 1.0)

    told = reader.complete(seen(Deal(A, 2)))

    assert told == seen(Deal(A, 2, (card("7h"), card("Ks"))))


def test_the_shoe_counts_what_the_camera_cannot():
    reader = ShoeReader()
    for number in (1, 2, 3):
        reader.hear(CardOut(number, A), 1.0)

    assert reader.complete(seen(Deal(A, 2))).move == Deal(A, 3)


def test_cards_of_the_next_packet_are_left_for_it():
    reader = ShoeReader()
    for number, seat in enumerate((A, A, B, B), 1):
        reader.hear(CardOut(number, seat, card(f"{number + 5}c")), 1.0)

    assert reader.complete(seen(Deal(A, 2))).move == Deal(A, 2, (card("6c"), card("7c")))
    assert reader.complete(seen(Deal(B, 2))).move == Deal(B, 2, (card("8c"), card("9c")))


def test_draws_are_told_one_by_one_as_the_camera_sees_them():
    reader = ShoeReader()
    for number, face in enumerate(("7h", "Ks"), 1):
        reader.hear(CardOut(number, A, card(face)), 1.0)

    moves = [reader.complete(seen(Draw(A, 1))).move for _ in range(2)]

    assert moves == [Draw(A, 1, (card("7h"),)), Draw(A, 1, (card("Ks"),))]


def test_cards_that_went_to_another_seat_than_the_shoe_was_told_are_where_the_camera_saw_them():
    reader = ShoeReader()
    for number, face in enumerate(("7h", "Ks"), 1):
        reader.hear(CardOut(number, A, card(face)), 1.0)

    assert reader.complete(seen(Deal(B, 2))).move == Deal(B, 2, (card("7h"), card("Ks")))


def test_without_a_shoes_word_the_camera_is_believed():
    assert ShoeReader().complete(seen(Deal(A, 2))) == seen(Deal(A, 2))


def test_the_trump_card_is_dealt_to_nobody():
    reader = ShoeReader()
    reader.hear(CardOut(13, None, card("6h")), 1.0)
    shown = seen(ShowTrump(card("6h")))

    assert reader.complete(shown) == shown
    assert list(reader.overdue(game_after(DEALT), 99.0)) == []


def test_what_the_camera_missed_is_told_after_a_while_and_once_only():
    reader, game = ShoeReader(), game_after(PACKETS[:1])
    reader.hear(CardOut(3, B, card("7h")), 10.0)
    reader.hear(CardOut(4, B, card("8h")), 10.5)

    assert list(reader.overdue(game, 10.5 + PATIENCE_S - 0.1)) == []
    (told,) = reader.overdue(game, 10.5 + PATIENCE_S)
    assert told.move == Deal(B, 2, (card("7h"), card("8h")))

    assert reader.complete(seen(Deal(B, 2), 14.0)) is None
    assert reader.complete(seen(Deal(B, 2), 14.5)) == seen(Deal(B, 2), 14.5)


def test_cards_for_nobody_go_to_whom_the_rules_expect():
    reader, game = ShoeReader(), game_after(SWEPT)
    reader.hear(CardOut(14, None, card("7h")), 10.0)

    (told,) = reader.overdue(game, 20.0)

    assert told.move == Draw(A, 1, (card("7h"),))


def test_a_card_for_nobody_that_nobody_awaits_is_the_trump_card():
    reader = ShoeReader()
    reader.hear(CardOut(13, None), 10.0)

    assert list(reader.overdue(game_after(DEALT), 20.0)) == []
    assert reader.complete(seen(Draw(A, 1), 21.0)) == seen(Draw(A, 1), 21.0)


def test_the_trump_card_that_the_camera_shows_is_no_card_of_a_packet():
    reader = ShoeReader()
    for number, seat, face in ((12, B, "7h"), (13, None, "6h")):
        reader.hear(CardOut(number, seat, card(face)), 1.0)

    reader.complete(seen(ShowTrump(card("6h"))))

    assert reader.complete(seen(Deal(B, 2))).move == Deal(B, 1, (card("7h"),))


def test_a_trump_card_that_no_shoe_told_of_leaves_the_packets_as_they_are():
    reader = ShoeReader()
    reader.hear(CardOut(12, B, card("7h")), 1.0)

    reader.complete(seen(ShowTrump(card("6h"))))

    assert reader.complete(seen(Deal(B, 2))).move == Deal(B, 1, (card("7h"),))


def test_what_was_told_of_one_seat_is_news_of_another():
    reader, game = ShoeReader(), game_after(PACKETS[:1])
    reader.hear(CardOut(3, B, card("7h")), 10.0)
    assert [told.move for told in reader.overdue(game, 20.0)] == [Deal(B, 1, (card("7h"),))]

    assert reader.complete(seen(Deal(A, 2), 21.0)) == seen(Deal(A, 2), 21.0)
    assert reader.complete(seen(Deal(B, 1), 21.0)) is None


def test_other_moves_are_left_alone():
    move = seen(Lead(A, (card("7c"),)))

    assert ShoeReader().complete(move) == replace(move)
