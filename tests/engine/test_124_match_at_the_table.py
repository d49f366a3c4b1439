"""124, 125.3: a match of a tournament at the table: fees, seats, score, the wins of the stage."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.claims import MatchTold
from engine.game import match_now, new_game
from engine.happenings import Corrected, Said
from engine.matches import TableMatch, parse_match, print_match
from engine.moves import Announce
from engine.notation import NotationError, parse_move, parse_position, print_move, print_position
from engine.ports import Sighting
from engine.seats import Actor
from engine.shoe import Allowance, allowance
from engine.signals import Signal
from engine.standing import Standing
from engine.watch import follow
from tests.engine.builders import CASINO, findings

A, B = Actor.A, Actor.B
DEALT = (*("deal A2", "deal B2") * 3, "^6h")
SEMIFINAL = TableMatch("SF2", 9)


class Table:
    """A table that plays a match."""

    def __init__(self, match, **past):
        game = new_game(CASINO, match=match, **past)
        self.standing = Standing(start=game, game=game)

    def plays(self, *words):
        for word in words:
            self.standing = follow(self.standing, Sighting(parse_move(word), 0.0, 0))
        return self

    def hears(self, **news):
        """Hear news of the match from the tournament's desk."""
        told = replace(self.standing.game.setting.match, **news)
        said = Said(Announce(Actor.UNKNOWN, MatchTold(told)), 0.0)
        self.standing = follow(self.standing, said)
        return self

    @property
    def open(self):
        return [f"{f.violation.code}" for f in self.standing.open]

    @property
    def score(self):
        now = match_now(self.standing.game)
        return now.wins, now.draws


def ended(table, how):
    """Let the inspector end a game; what led there does not matter here."""
    return table.plays("deal A2", f"inspector&{how}")


def test_125_3_no_game_is_dealt_before_all_fees_are_in():
    table = Table(replace(SEMIFINAL, unpaid=2)).plays("deal A2")
    assert (table.open, table.standing.signal) == (["DEALT_BEFORE_FEES"], Signal.STOP)
    assert table.standing.open[0].violation.count == 2


def test_125_3_the_stop_stays_while_the_deal_goes_on():
    table = Table(replace(SEMIFINAL, unpaid=1)).plays(*DEALT)
    assert table.open == ["DEALT_BEFORE_FEES"]
    assert table.plays("A>7c").open == []


def test_125_3_it_is_told_once_and_is_over_when_the_desk_has_the_fees():
    table = Table(replace(SEMIFINAL, unpaid=1)).plays("deal A2", "deal B2")
    assert len(table.standing.flags) == 1
    assert table.hears(unpaid=0).open == []
    assert len(table.plays("deal A2").standing.flags) == 1


def test_125_3_fees_that_come_in_before_the_deal_are_in():
    assert Table(replace(SEMIFINAL, unpaid=3)).hears(unpaid=0).plays("deal A2").open == []


def test_125_3_the_shoe_gives_no_card_before_all_fees_are_in():
    table = Table(replace(SEMIFINAL, unpaid=1))
    assert allowance(table.standing.game) is None
    assert allowance(table.hears(unpaid=0).standing.game) == Allowance(A, 2)


def test_124_somebody_sits_there_who_is_not_of_this_match():
    table = Table(replace(SEMIFINAL, misseated=(B,))).plays("deal A2")
    ((found,),) = ([f.violation for f in table.standing.open],)
    assert (found.code, found.actor) == ("WRONG_PLAYER_SEATED", B)
    assert table.hears(misseated=()).open == []


def test_124_the_dealer_may_notice_a_wrong_player_by_himself():
    table = Table(SEMIFINAL).plays("&noticed=WRONG_PLAYER_SEATED:A:")
    assert table.open == ["WRONG_PLAYER_SEATED"]


def test_r013_the_score_goes_on_from_game_to_game_and_a_draw_adds_no_win():
    table = Table(SEMIFINAL)
    scores = [ended(table, how).score for how in ("won=A", "drawn", "won=B", "won=A")]
    assert scores == [((1, 0), 0), ((1, 0), 1), ((1, 1), 1), ((2, 1), 1)]


@pytest.mark.parametrize("target", [5, 7, 9, 11])
def test_r014_the_match_is_over_with_the_wins_of_its_stage_whatever_the_lead(target):
    table = Table(TableMatch("M", target, (target - 1, target - 1)))
    assert not match_now(table.standing.game).is_over
    ended(table, "won=B")
    assert match_now(table.standing.game).is_over
    table.plays("deal A2")
    assert table.open == ["MATCH_CONTINUED_AFTER_TARGET"]
    assert table.standing.signal is Signal.STOP


def test_124_after_the_last_win_the_shoe_gives_no_card():
    over = new_game(CASINO, match=TableMatch("SF2", 9, (9, 3)))
    assert allowance(over) is None


def test_124_a_result_that_is_put_right_counts_as_it_is_now():
    table = ended(Table(SEMIFINAL), "won=A")
    table.standing = follow(table.standing, Corrected(0.0))
    assert table.score == ((0, 0), 0)
    assert table.plays("inspector&won=B").score == ((0, 1), 0)


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ("&score=3-2", []),
        ("&score=4-2", ["SCORE_DRAW_COUNTED"]),
        ("&score=4-3", ["SCORE_DRAW_COUNTED", "SCORE_DRAW_COUNTED"]),
        ("&score=5-2", ["SCORE_WRONG"]),
        ("&score=2-2", ["SCORE_WRONG"]),
        ("&score=2-3", ["SCORE_WRONG", "SCORE_WRONG"]),
        ("&match-over=A", ["MATCH_TARGET_NOT_REACHED"]),
    ],
)
def test_124_what_the_board_and_the_dealer_say_of_the_match(said, codes):
    game = new_game(CASINO, match=TableMatch("SF2", 9, (3, 2), draws=1))
    assert findings(game, said) == codes


def test_124_a_match_is_called_over_when_it_is():
    game = new_game(CASINO, match=TableMatch("SF2", 9, (9, 2)))
    assert findings(game, "&match-over=A") == []
    assert findings(game, "&match-over=B") == ["MATCH_TARGET_NOT_REACHED"]


def test_a_corrected_board_takes_the_place_of_the_wrong_one():
    table = Table(replace(SEMIFINAL, wins=(3, 2))).plays("&score=4-2")
    assert table.open == ["SCORE_WRONG"]
    assert table.plays("&score=3-2").open == []


@pytest.mark.parametrize("said", ["&score=9-9", "&match-over=A"])
def test_where_no_match_is_known_nothing_can_be_wrong_with_it(said):
    assert findings(new_game(CASINO), said) == []


def test_125_4_the_last_winner_leads_in_the_next_game_of_the_match():
    game = new_game(CASINO, (A, B), 6, B, match=replace(SEMIFINAL, wins=(3, 2)))
    assert Table(game.setting.match, game_no=6, previous_winner=B).plays(*DEALT, "A>7c").open == [
        "FIRST_LEAD_WRONG"
    ]


@pytest.mark.parametrize(
    "match",
    [
        SEMIFINAL,
        TableMatch("P1.5", 5, (4, 3), 2, 7, (A, B)),
        TableMatch("F", 11, (10, 10), 30, 0, (B,)),
    ],
)
def test_a_match_is_one_word_in_both_directions(match):
    assert parse_match(print_match(match)) == match
    game = new_game(CASINO, match=match)
    assert parse_position(print_position(game), CASINO) == game
    told = Announce(Actor.UNKNOWN, MatchTold(match))
    assert parse_move(print_move(told)) == told


@pytest.mark.parametrize("word", ["SF2", "SF2/9/3-2/1/0/C", "SF2/9/3/1/0/", "/9/0-0/0/0/"])
def test_a_word_that_is_no_match_is_refused(word):
    with pytest.raises(NotationError, match="match"):
        parse_position(f"A0/B0|-|t36|d0|-|-|bout 1 match={word}", CASINO)
    with pytest.raises(NotationError):
        parse_move(f"&match={word}")


def test_124_the_stages_wins_put_right_at_the_desk_let_the_match_go_on():
    table = Table(TableMatch("F", 9, (9, 8))).plays("deal A2")
    assert table.open == ["MATCH_CONTINUED_AFTER_TARGET"]
    assert table.hears(target=11).open == []


def test_what_the_desk_tells_settles_nothing_else():
    table = Table(SEMIFINAL).plays(*DEALT, "A>7c", "B:8d/7c")
    assert table.open == ["BEAT_WRONG_SUIT"]
    assert table.hears(target=11).open == ["BEAT_WRONG_SUIT"]
