"""Comparing what was told with the right answer: nothing missed, nothing invented."""

from __future__ import annotations

import pytest

from dealer_ui.answers import Flagged, Kind, Listener, Right, Told, cards_apart, differences
from engine.cards import parse_card
from engine.correcting import after_truth
from engine.faults import BrokenThing, Fault
from engine.game import new_game
from engine.house import load_rules
from engine.notation import parse_move, parse_position
from engine.ports import Doubt, Sighting
from engine.seats import Actor
from engine.standing import Standing, after_sighting
from engine.troubles import broken
from engine.truths import Truth
from engine.verdict import Code

CASINO = load_rules("casino-by-2001")
A, B = Actor.A, Actor.B
WRONG_SUIT = Flagged(Code.BEAT_WRONG_SUIT, B)


def moves(text):
    return tuple(parse_move(word.replace("_", " ")) for word in text.split())


def apart(right, told):
    found = differences(Right(moves(right)), Told(moves(told)))
    return [f"{one.kind} {one.what}" for one in found]


@pytest.mark.parametrize(
    ("right", "told"),
    [
        ("A>7c B:9c/7c", "A>7c B:9c/7c"),
        ("A>7c7d", "A>7c A+7d"),
        ("A>7c A+7d", "A>7d A+7c"),
        ("d_A2", "d_A1 d_A1[9h]"),
        ("~d_A2", "~d_A1 ~d_A1"),
        ("A>7c =B[7c9c]", "A>7c =B[9c7c]"),
        ("A>7c =B", "A>7c =B[7c]"),
        ("A>7c =[7c9c]", "A>7c =[9c7c]"),
        ("A>7c B:9c/7c A+7d", "A>7c A+7d B:9c/7c"),
    ],
)
def test_these_answers_mean_the_same(right, told):
    assert apart(right, told) == []


@pytest.mark.parametrize(
    ("right", "told", "words"),
    [
        ("A>7c", "", ["move-missed A>7c"]),
        ("", "A>7c", ["move-invented A>7c"]),
        ("A>7c", "A>7s", ["move-missed A>7c", "move-invented A>7s"]),
        ("A>7c", "B>7c", ["move-missed A>7c", "move-invented B>7c"]),
        ("A>7c =B[7c]", "A>7c =[7c]", ["move-missed =B[7c]", "move-invented =[7c]"]),
        ("A>7c =[7c9c]", "A>7c =[7c]", ["move-missed =[7c9c]", "move-invented =[7c]"]),
        ("d_A2", "d_A1", ["move-missed d A1"]),
        (
            "A>7c B:9c/7c A+7d B:9d/7d",
            "B:9d/7d A>7c B:9c/7c A+7d",
            ["move-missed B:9d/7d", "move-invented B:9d/7d"],
        ),
    ],
)
def test_these_differ(right, told, words):
    assert apart(right, told) == words


@pytest.mark.parametrize(
    ("expected", "told", "kinds"),
    [
        ((WRONG_SUIT,), (WRONG_SUIT,), []),
        ((), (WRONG_SUIT,), [Kind.FLAG_FALSE]),
        ((WRONG_SUIT,), (), [Kind.FLAG_MISSED]),
        ((WRONG_SUIT,), (WRONG_SUIT, WRONG_SUIT), [Kind.FLAG_FALSE]),
        (
            (Flagged(Code.BEAT_WRONG_SUIT, A),),
            (WRONG_SUIT,),
            [Kind.FLAG_MISSED, Kind.FLAG_FALSE],
        ),
        ((Flagged(Code.BEAT_WRONG_SUIT, None),), (WRONG_SUIT,), []),
        (
            (Flagged(Code.BEAT_NOT_HIGHER, B, frozenset({Code.BEAT_WRONG_SUIT})),),
            (WRONG_SUIT,),
            [],
        ),
    ],
)
def test_each_offence_is_flagged_once(expected, told, kinds):
    found = differences(Right((), expected), Told((), told))
    assert [one.kind for one in found] == kinds


def test_what_is_tolerated_is_not_false():
    right = Right((), tolerated=frozenset({Code.BEAT_WRONG_SUIT}))
    assert differences(right, Told((), (WRONG_SUIT,))) == ()


@pytest.mark.parametrize(
    ("right", "told", "kinds"),
    [
        (Right(()), Told((), doubts=("which-card",)), [Kind.ASKED]),
        (Right((), may_ask=True), Told((), doubts=("which-card",)), []),
        (Right((), asks=("which-card",)), Told((), doubts=("which-card",)), []),
        (Right((), asks=("which-card",), may_ask=True), Told(()), [Kind.NOT_ASKED]),
        (Right(()), Told((), faults=(Fault.CAMERA_LOST,)), [Kind.FAULT_FALSE]),
        (Right((), faults=(Fault.CAMERA_LOST,)), Told(()), [Kind.FAULT_MISSED]),
        (Right((), faults=None), Told((), faults=(Fault.CAMERA_LOST,)), []),
        (Right(moves("A>7c"), (WRONG_SUIT,), may_miss=True), Told(()), []),
        (Right((), may_miss=True), Told(moves("A>7c")), [Kind.MOVE_INVENTED]),
    ],
)
def test_questions_faults_and_silence(right, told, kinds):
    assert [one.kind for one in differences(right, told)] == kinds


def test_cards_that_lie_there():
    found = cards_apart([parse_card("7c")], [parse_card("7s")])
    assert [(one.kind, one.what) for one in found] == [
        (Kind.CARD_MISSED, "7c"),
        (Kind.CARD_INVENTED, "7s"),
    ]


def test_the_right_moves_say_what_lies_there_at_the_end():
    start = parse_position("A6/B6|9h|t24|d0|-|-|bout 2 last=ABtaken", CASINO)
    right = Right(moves("A>7c B:9c/7c ~B:9c"))
    assert right.cards_on(start) == {parse_card("7c")}


# Listening


def heard(*words, listener=None, start=None):
    listener = listener or Listener()
    game = start or parse_position("A6/B6|9h|t24|d0|-|-|bout 2 last=ABtaken", CASINO)
    standing = Standing(start=game, game=game)
    for number, move in enumerate(moves(" ".join(words))):
        standing = after_sighting(standing, Sighting(move, float(number), number))
        listener.note(standing)
    return listener, standing


def test_a_listener_tells_moves_and_what_people_hear_of():
    listener, _ = heard("A>7c", "B:9d/7c")
    assert listener.told().moves == moves("A>7c B:9d/7c")
    assert listener.told().flags == (WRONG_SUIT,)


def test_what_a_correction_withdrew_is_not_told():
    listener, standing = heard("A>7c", "B:9d/7c")
    listener.note(after_truth(standing, 2, Truth(cards=(parse_card("9c"),))))
    assert listener.told() == Told(moves("A>7c B:9c/7c"))


def test_no_move_is_not_told():
    listener, standing = heard("A>7c", "A+7d")
    listener.note(after_truth(standing, 2, None))
    assert listener.told().moves == moves("A>7c")


def test_the_moves_of_every_game_are_told():
    listener, _ = heard("A>7c")
    heard("deal_A2", listener=listener, start=new_game(CASINO))
    assert listener.told().moves == moves("A>7c deal_A2")


def test_faults_and_doubts_are_told_though_they_pass():
    listener, standing = heard("A>7c")
    listener.note(broken(standing, BrokenThing(Fault.CAMERA_LOST, "camera")))
    listener.note(after_sighting(standing, Sighting(None, 5.0, 75, doubt=Doubt("which-card"))))
    listener.note(standing)
    assert listener.told().faults == (Fault.CAMERA_LOST,)
    assert listener.told().doubts == ("which-card",)
