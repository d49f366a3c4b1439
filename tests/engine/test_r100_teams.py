"""R095-R104: two against two, three against three."""

import pytest

from engine.game import next_game
from engine.house import adjusted, load_rules
from tests.engine.builders import findings, played, position

TWO, THREE = load_rules("team-2v2"), load_rules("team-3v3")
BEATEN = "A5/B5/C6/D6|9h|t10|d2|6c:9c|atk=A def=B ds=6 pass=1"
C_OUT = "A4/B6/C0/D5|(9h)|t0|d21|-|-|bout 9 out=C8 last={}"


def test_r071_a_partner_may_not_throw_in():
    assert findings(position(BEATEN, TWO), "C+9d") == []
    assert findings(position(BEATEN, TWO), "D+9s") == ["THROW_BY_PARTNER"]


def test_r054_a_partner_may_not_help_to_beat():
    line = "A5/B6/C6/D6|9h|t10|d2|6c:-|atk=A def=B ds=6"

    assert findings(position(line, TWO), "D:9c/6c") == ["BEAT_NOT_DEFENDER"]


@pytest.mark.parametrize(
    ("last", "by_seat", "by_nearest"),
    [
        # Whose turn it is, whom he leads against, and at which seat that one then defends.
        ("BCbeaten", "A D None", "A B None"),  # C beat and went out
        ("ABtaken", "A D None", "A B None"),  # C's turn after the taking
        ("CDbeaten", "D A None", "D A None"),
        ("DAbeaten", "A B None", "A B None"),
        ("ABbeaten", "B A C", "B A None"),  # B leads against C's seat: A defends there
    ],
)
def test_r102_a_partner_plays_for_who_is_out(last, by_seat, by_nearest):
    for reading, told in (("seat_played_by_partner", by_seat), ("nearest_partner", by_nearest)):
        rules = adjusted(TWO, {"lead_after_partner_out": reading})
        game = position(C_OUT.format(last), rules)
        bout = played(game, f"{game.leader}>6c").bout
        assert f"{game.leader} {bout.defender} {bout.seat}" == told


def test_r102_having_beaten_in_a_partners_seat_he_leads_from_there():
    # B leads against C, for whom A defends; A beats, and leads against D in C's turn.
    game = played(position(C_OUT.format("ABbeaten"), TWO), "B>6c", "A:7c/6c", "=")

    assert game.leader == "A"
    assert played(game, "A>8c").bout.defender == "D"


def test_a27_of_three_the_nearest_partner_on_the_left_plays():
    game = position("A4/B6/C0/D5/E3/F3|(9h)|t0|d15|-|-|bout 9 out=C8 last=BCbeaten", THREE)

    assert (game.leader, played(game, "E>6c").bout.defender) == ("E", "D")


@pytest.mark.parametrize(
    ("line", "rules", "team"),
    [
        ("A0/B2/C0/D1|(9h)|t0|d33|-|-|bout 9 last=CDtaken", {}, "AC"),
        ("A0/B2/C3/D1|(9h)|t0|d30|-|-|bout 9 last=CDtaken", {}, None),
        ("A0/B2/C3/D1|(9h)|t0|d30|-|-|bout 9 last=CDtaken", {"team_win": "first_out"}, "AC"),
        ("A0/B0/C3/D1|(9h)|t0|d32|-|-|bout 9 last=ABbeaten", {"team_win": "first_out"}, None),
        ("A0/B0/C0/D0|(9h)|t0|d36|-|-|bout 9 last=CDbeaten", {}, ""),
        ("A0/B0/C0/D0|(9h)|t0|d36|-|-|bout 9 last=CDbeaten", {"draw_allowed": False}, "AC"),
    ],
)
def test_r095_when_a_team_has_won(line, rules, team):
    result = position(line, adjusted(TWO, rules)).result

    assert (None if result is None else "".join(result.team)) == team
    if result is not None:
        assert result.is_draw is (team == "")


def test_r031_after_a_lost_game_the_rules_do_not_say_which_partner_deals():
    over = position("A0/B2/C0/D1|(9h)|t0|d33|-|-|bout 9 last=CDtaken", TWO)
    dealt = played(next_game(over), *[f"deal {seat}3" for seat in "ABCDABCD"], "^9h")

    assert findings(dealt, "A>6c") == ["FIRST_LEAD_UNDEFINED~"]


def test_a27_of_three_the_nearest_partner_who_has_cards_plays_on():
    line = "A0/B3/C0/D3/E3/F3|(9h)|t0|d24|-|-|bout 9 out=A7 out=C7 last=FAbeaten"

    assert position(line, load_rules("team-3v3")).leader == "E"
    assert position(line.replace("C0", "C2"), load_rules("team-3v3")).leader == "C"
