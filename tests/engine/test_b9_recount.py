"""B6, B7, B9: people count piles; where the count adds up the ledger follows, else it says why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.faults import Fault
from engine.happenings import Broke, Mended, Retold, Said
from engine.ledger import broken_laws
from engine.notation import parse_move
from engine.ports import Sighting
from engine.seats import Actor
from engine.standing import Standing
from engine.verdict import Severity, Verdict
from engine.watch import follow
from tests.engine.builders import findings, played, position

A, B = Actor.A, Actor.B
LINE = "A5/B6|9h|t12|d12|7c:-|atk=A def=B ds=6|bout 3 last=BAbeaten"
ENDED = "A5/B6|9h|t12|d13|-|-|bout 3 last=ABbeaten"


def piles(game):
    hands = "/".join(f"{seat}{game.hand(seat).count}" for seat in game.players)
    return f"{hands}|t{game.talon}|d{game.discard.count}"


@pytest.mark.parametrize(
    ("word", "after", "codes"),
    [
        pytest.param("&count=A5,B6,talon12,discard12", "A5/B6|t12|d12", [], id="as the ledger"),
        pytest.param(
            "&count=A6,talon11",
            "A6/B6|t11|d12",
            ["HAND_COUNT_MISMATCH", "TALON_COUNT_MISMATCH"],
            id="a draw that nobody saw",
        ),
        pytest.param(
            "&count=A5,B5,talon12,discard13",
            "A5/B5|t12|d13",
            ["HAND_COUNT_MISMATCH", "SWEEP_COUNT_MISMATCH"],
            id="a card slipped into the discard",
        ),
        pytest.param(
            "&count=A5,B6,talon11",
            "A5/B6|t11|d13",
            ["TALON_COUNT_MISMATCH"],
            id="the only pile that was not counted holds the rest",
        ),
        pytest.param("&count=A7", "A5/B6|t12|d12", ["HAND_COUNT_MISMATCH"], id="one hand alone"),
        pytest.param("&count=talon11", "A5/B6|t12|d12", ["TALON_COUNT_MISMATCH"], id="the talon"),
        pytest.param(
            "&count=A6,B6,talon12,discard12", "A5/B6|t12|d12", ["CARD_37TH"], id="37 cards"
        ),
        pytest.param(
            "&count=A4,B6,talon12,discard12", "A5/B6|t12|d12", ["CARD_MISSING"], id="35 cards"
        ),
        pytest.param(
            "&count=A6,talon11,table2",
            "A5/B6|t12|d12",
            ["HAND_COUNT_MISMATCH", "TALON_COUNT_MISMATCH"],
            id="another table than everybody sees",
        ),
        pytest.param(
            "A&count=A6,talon11",
            "A5/B6|t12|d12",
            ["HAND_COUNT_MISMATCH", "TALON_COUNT_MISMATCH"],
            id="a player's own word",
        ),
    ],
)
def test_the_ledger_follows_a_count_that_adds_up(word, after, codes):
    game = position(LINE)
    assert findings(game, word) == codes
    assert piles(played(game, word)) == after


@pytest.mark.parametrize(
    ("line", "word", "why"),
    [
        ("A3(9c,Kc,Ad)/B8|9h|t12|d13|-|-", "&count=A2,B9", "three of his cards are known"),
        ("A6/B6|9h|t1|d23|-|-", "&count=A7,talon0", "the trump card lies there for all to see"),
        ("A6/B6|9h|t12|d12(6c,6d)|-|-", "&count=A16,B7,discard1", "two of them were seen there"),
    ],
)
def test_a_count_that_what_was_seen_contradicts_changes_nothing(line, word, why):
    game = position(line)
    assert findings(game, word), why
    assert played(game, word) == game


def test_after_a_count_the_same_count_is_right():
    game = played(position(LINE), "&count=A6,talon11")
    assert findings(game, "&count=A6,talon11") == []
    assert findings(game, "&count=A6,B6,talon11,discard12") == []


def test_the_cap_of_a_running_bout_follows_the_defenders_hand():
    game = position("A6/B2|(9h)|t0|d27|7c:-|atk=A def=B ds=2|bout 9 last=BAbeaten")
    assert findings(game, "A+7d7h") == ["THROW_EXCEEDS_DEFENDER_HAND"]
    assert findings(played(game, "&count=A5,B3"), "A+7d7h") == []


def test_whoever_has_no_card_left_by_the_count_is_out():
    game = position("A1/B4|(9h)|t0|d31|-|-|bout 9 last=BAtaken")
    now = played(game, "&count=A0,B5")
    assert now.result.winner is A


class Table:
    def __init__(self, line):
        game = position(line)
        self.standing = Standing(start=game, game=game)

    def sees(self, *words):
        for word in words:
            self.standing = follow(self.standing, Sighting(parse_move(word), 0.0, 0))
        return self

    def hears(self, word):
        self.standing = follow(self.standing, Said(parse_move(word), 0.0))
        return self

    @property
    def found(self):
        flags = (flag.violation for _, flag in self.standing.flags.values())
        sure = (v for v in flags if v.verdict is Verdict.ILLEGAL and v.severity > Severity.LOG)
        return [str(v.code) for v in sure]


def test_a_count_is_a_record_of_its_own_and_what_follows_rests_on_it():
    """A draw that the camera missed: without the count each later draw would be wrong."""
    table = Table(ENDED).hears("&count=A6,talon11")
    assert table.found == ["HAND_COUNT_MISMATCH", "TALON_COUNT_MISMATCH"]
    table.sees("B>7c", "A:8c/7c", "B.", "=[7c8c]", "d B1", "d A1")
    assert table.found == ["HAND_COUNT_MISMATCH", "TALON_COUNT_MISMATCH"]
    assert piles(table.standing.game) == "A6/B6|t9|d15"


def test_a_count_that_leaves_it_open_flags_once_and_accuses_nobody_after_it():
    table = Table(ENDED).hears("&count=talon11")
    assert table.found == ["TALON_COUNT_MISMATCH"]
    table.sees("B>7c", "A:8c/7c", "B.", "=[7c8c]", "d B1", "A>9c")
    assert table.found == ["TALON_COUNT_MISMATCH"]


@pytest.mark.parametrize("count", ["A6,B6,talon12,discard13", "A4,B6,talon12,discard13"])
def test_a_pack_that_is_not_whole_flags_once_and_accuses_nobody_after_it(count):
    table = Table(ENDED).hears(f"&count={count}")
    (first,) = table.found
    table.sees("B>7c", "A:8c/7c", "B.", "=[7c8c]", "d B1", "A>9c")
    assert table.found == [first]


def test_a_wrong_count_is_taken_back_like_a_move():
    table = Table(ENDED).hears("&count=A6,talon11")
    table.standing = follow(table.standing, Retold(table.standing.steps[-1].number, None, 1.0))
    assert (piles(table.standing.game), table.found) == ("A5/B6|t12|d13", [])


def test_after_a_gap_a_count_of_every_pile_makes_the_counts_sure_again():
    def short(*said):
        table = Table(ENDED)
        table.standing = follow(table.standing, Broke(Fault.CAMERA_LOST, "cam", 0.0))
        table.standing = follow(table.standing, Mended(Fault.CAMERA_LOST, 1.0))
        for word in said:
            table.hears(word)
        return table.sees("B>7c", "A:8c/7c", "B.", "=[7c8c]", "d B1", "d A3").found

    assert short() == []
    assert short("&count=A5,B6,talon12") == ["DRAW_TOO_MANY"]
    assert short("&count=A5") == []


COUNTS = st.integers(0, 12)


@given(st.dictionaries(st.sampled_from(("A", "B", "talon", "discard")), COUNTS, min_size=1))
def test_whatever_people_count_there_are_36_cards_in_the_ledger(told):
    word = "&count=" + ",".join(f"{pile}{count}" for pile, count in told.items())
    game = played(position(LINE), word)
    assert broken_laws(game) == ()
    if game != position(LINE):
        assert findings(game, word) == []
