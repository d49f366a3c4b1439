"""Every kind of move has its word, its row, its actor and a place in every game, sense or none."""

from __future__ import annotations

import copy
import pickle
from typing import get_args

import pytest

from engine.cards import parse_card
from engine.faults import Fault, TableError
from engine.findings import actor_of
from engine.game import apply
from engine.ledger import broken_laws
from engine.moves import Move
from engine.notation import parse_move, print_move
from engine.referee import judge
from engine.rows import move_row
from tests.engine.builders import position

WORDS = {
    "deal A2": ("A", "deal"),
    "deal A2[6c7d]": ("A", "deal"),
    "^9h": ("dealer", "trump"),
    "A>6c": ("A", "lead"),
    "B+7d7s": ("B", "throw"),
    "B:8c/6c": ("B", "beat"),
    "A.": ("A", "say-beaten"),
    "B^": ("B", "say-takes"),
    "=B[6c]": ("B", "take"),
    "=": ("dealer", "sweep"),
    "d A2": ("A", "draw"),
    "~B:8c": ("B", "withdraw"),
    "~d A1": ("A", "return"),
    "B>>7d": ("B", "transfer"),
    "B>>A:(7h)": ("B", "transfer"),
    "A?7h": ("A", "declare"),
    "B?-": ("B", "declare"),
    "lead=A": ("inspector", "appoint"),
    "B![6h]": ("B", "expose"),
    "A*B:6c": ("A", "hang"),
    "&lead=A": ("dealer", "announce"),
    "&won=A": ("dealer", "announce"),
    "inspector&won=A/B": ("inspector", "announce"),
    "&fool=B": ("dealer", "announce"),
    "&fool=-": ("dealer", "announce"),
    "&team=A,C": ("dealer", "announce"),
    "inspector&drawn": ("inspector", "announce"),
    "&straps=B": ("dealer", "announce"),
    "inspector&redeal": ("inspector", "announce"),
    "B&gives-up=B": ("B", "announce"),
    "&discard=A": ("dealer", "announce"),
    "&revealed=A:6c7d": ("dealer", "announce"),
    "&count=A5,B6,talon3,discard12,table2": ("dealer", "announce"),
    "&deck=36:6c6c": ("dealer", "announce"),
    "&time=A:70/60": ("dealer", "announce"),
    "&noticed=PEEK_TALON:A:": ("dealer", "announce"),
    "&noticed=DISCARD_SPILLED_OPEN:A:6c": ("dealer", "announce"),
}
GAMES = (
    "A0/B0|-|t36|d0|-|-|bout 1",
    "A6/B6|9h|t24|d0|-|-|bout 1",
    "A5/B6|9h|t12|d12|7c:-|atk=A def=B ds=6|bout 3",
    "A5/B5|9h|t12|d12|7c:8c|atk=A def=B ds=6 pass=1|bout 3 last=BAbeaten",
    "A4/B6|9h|t12|d14|-|-|bout 3 last=ABbeaten",
    "A0/B2|(9h)|t0|d34|-|-|bout 9 out=A8 last=ABtaken",
)


def test_every_kind_has_a_word_here():
    assert {type(parse_move(word)) for word in WORDS} == set(get_args(Move))


@pytest.mark.parametrize("word", WORDS)
def test_a_move_has_its_word_its_row_and_its_actor(word):
    actor, kind = WORDS[word]
    move = parse_move(word)

    assert print_move(move) == word
    assert (str(actor_of(move)), move_row(move)["type"]) == (actor, kind)


def strangers(word):
    """Return a move as it would be if nobody, or no player of this game, had done it."""
    yield parse_move(word)
    for stranger in ("F", "unknown", "dealer"):
        for seat in "AB":
            try:
                yield parse_move(word.replace(seat, stranger, 1))
            except ValueError:
                continue


@pytest.mark.parametrize("line", GAMES)
@pytest.mark.parametrize("word", WORDS)
def test_a_move_is_judged_and_survived_wherever_it_comes(line, word):
    game = position(line)
    before = broken_laws(game)
    for move in strangers(word):
        assert isinstance(judge(game, move), tuple)
        assert set(broken_laws(apply(game, move))) <= set(before)


@pytest.mark.parametrize("word", ["=F[7c]", "lead=F", "F![6h]", "F?7h", "F*A:6c", "~d F1"])
def test_whoever_does_not_play_changes_nothing(word):
    game = position("A6/B6|9h|t12|d12|-|-|bout 3 last=ABbeaten")

    assert apply(game, parse_move(word)) == game


def test_a_card_is_one_object_however_it_comes():
    card = parse_card("Th")

    assert copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301 - our own bytes


def test_a_fault_says_what_and_which_thing():
    assert str(TableError(Fault.DISK_FULL, "/video")) == "disk-full: /video"
    assert str(TableError(Fault.DISK_FULL)) == "disk-full"
