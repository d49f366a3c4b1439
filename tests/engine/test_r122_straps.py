"""R122: the game of shoulder straps."""

import pytest

from engine.house import adjusted, load_rules
from engine.ledger import broken_laws
from engine.notation import parse_position, print_position
from engine.referee_straps import LADDER, next_strap
from tests.engine.builders import findings, played, position

RULES = load_rules("pogony")
TAKEN = "A6/B7|9h|t11|d12|-|-|bout 4 last=ABtaken"
QUEEN_NEXT = " strap=6c strap=7c strap=8c strap=9c strap=Tc strap=Jc strap=Kc strap=Ac"


def straps(line, **changed):
    return position(line, adjusted(RULES, changed))


def test_sixes_first_queens_last():
    assert "".join(rank.letter for rank in LADDER) == "6789TJKAQ"
    assert next_strap(straps(TAKEN)).letter == "6"
    assert next_strap(straps(TAKEN + " strap=6c")).letter == "7"
    assert next_strap(straps(TAKEN + QUEEN_NEXT)).letter == "Q"
    assert next_strap(straps(TAKEN + QUEEN_NEXT + " strap=Qs")) is None
    assert next_strap(position(TAKEN)) is None


@pytest.mark.parametrize(
    ("line", "word", "expected"),
    [
        (TAKEN, "A*B:6c", []),
        (TAKEN, "A*B:6c6d6s", []),
        (TAKEN, "A*B:7c", ["STRAP_WRONG_RANK"]),
        (TAKEN + " strap=6c", "A*B:7c", []),
        # A trump hangs only with a plain card of its rank.
        (TAKEN, "A*B:6h", ["STRAP_TRUMP_ALONE"]),
        (TAKEN, "A*B:6h6c", []),
        # One queen, the chosen one.
        (TAKEN + QUEEN_NEXT, "A*B:Qs", []),
        (TAKEN + QUEEN_NEXT, "A*B:Qd", ["STRAP_QUEEN"]),
        (TAKEN + QUEEN_NEXT, "A*B:QsQd", ["STRAP_QUEEN"]),
        # After the bout: on whoever took, or by whoever beat everything.
        (TAKEN, "B*A:6c", ["STRAP_OUT_OF_PLACE"]),
        (TAKEN, "A*A:6c", ["STRAP_OUT_OF_PLACE"]),
        ("A6/B5|9h|t11|d14|-|-|bout 4 last=ABbeaten", "B*A:6c", []),
        ("A6/B5|9h|t11|d14|-|-|bout 4 last=ABbeaten", "A*B:6c", ["STRAP_OUT_OF_PLACE"]),
        ("A5/B6|9h|t12|d12|7c:-|atk=A def=B ds=6", "A*B:6c", ["STRAP_OUT_OF_PLACE"]),
        (TAKEN + " strap=6c", "A*B:6c", ["CARD_DUPLICATE_SEEN", "STRAP_WRONG_RANK"]),
        (TAKEN + QUEEN_NEXT + " strap=Qs", "A*B:Qd", ["GAME_ALREADY_OVER"]),
        (TAKEN + QUEEN_NEXT + " strap=Qs", "A>6d", ["GAME_ALREADY_OVER"]),
    ],
)
def test_what_may_be_hung_and_when(line, word, expected):
    assert findings(straps(line), word) == expected


def test_straps_hang_and_are_played_no_more():
    game = played(straps("A6/B7|9h|t11|d12|-|-|bout 4 last=ABtaken"), "A*B:6c6d")

    assert ([str(c) for c in game.memory.straps], game.hands[0].count) == (["6c", "6d"], 4)
    assert broken_laws(game) == broken_laws(straps(TAKEN))
    assert findings(game, "A>6c")[0] == "CARD_DUPLICATE_SEEN"


def test_the_queen_ends_the_game():
    game = played(straps(TAKEN + QUEEN_NEXT), "A*B:Qs")

    assert (game.result.winner, game.result.loser, game.result.with_straps) == ("A", "B", True)
    assert parse_position(print_position(game), game.rules) == game


def test_in_teams_the_queen_wins_for_the_team():
    teams = {"teams": "2v2", "players": [4], "throw_who": "opponents_of_defender"}
    line = "A6/B7/C6/D6|9h|t1|d2|-|-|bout 4 last=ABtaken" + QUEEN_NEXT
    game = played(straps(line, **teams), "A*B:Qs")

    assert game.result.team == ("A", "C")


TEAMS = {"teams": "2v2", "players": [4], "throw_who": "opponents_of_defender"}
ONLY_STRAPS = "A2/B7/C4/D5|(9h)|t0|d18|-|-|bout 9 last=ABtaken"


@pytest.mark.parametrize(
    ("line", "word", "expected"),
    [
        # Who holds nothing but straps passes them to the next of his team.
        (ONLY_STRAPS, "A*C:6c6d", []),
        (ONLY_STRAPS, "A*B:6c6d", ["STRAP_MUST_BE_PASSED"]),
        (ONLY_STRAPS.replace("C4", "C3"), "A*B:6c6d", ["STRAP_MUST_BE_PASSED?"]),
        (ONLY_STRAPS.replace("C4", "C1(7d)"), "A*B:6c6d", ["STRAP_MUST_BE_PASSED"]),
        # The whole team holds straps only: then they are hung.
        (ONLY_STRAPS.replace("C4", "C1(6s)"), "A*B:6c6d", []),
        (ONLY_STRAPS.replace("C4", "C1(6s)"), "A*C:6c6d", ["STRAP_OUT_OF_PLACE"]),
        (ONLY_STRAPS.replace("C4", "C0"), "A*B:6c6d", []),
        (ONLY_STRAPS.replace("C4", "C0"), "A*C:6c6d", ["STRAP_OUT_OF_PLACE"]),
        # Whoever has other cards keeps them; others than straps are not passed.
        (ONLY_STRAPS.replace("A2", "A3"), "A*C:6c6d", ["STRAP_OUT_OF_PLACE"]),
        (ONLY_STRAPS.replace("A2", "A3"), "A*B:6c6d", []),
        (ONLY_STRAPS, "A*C:7c7d", ["STRAP_WRONG_RANK"]),
    ],
)
def test_in_teams_straps_are_passed_to_a_partner(line, word, expected):
    assert findings(straps(line, **TEAMS), word) == expected


def test_after_straps_were_passed_the_other_team_leads():
    game = played(straps(ONLY_STRAPS, **TEAMS), "A*C:6c6d")

    assert [(hand.count, len(hand.known)) for hand in game.hands][::2] == [(0, 0), (6, 2)]
    assert (game.memory.straps, game.leader) == ((), "B")
    assert parse_position(print_position(game), game.rules) == game


def test_straps_go_round_to_a_partner_who_sits_before():
    game = straps("A4/B7/C2/D5|(9h)|t0|d18|-|-|bout 9 last=DAtaken", **TEAMS)
    after = played(game, "C*A:6c6d")

    assert findings(game, "C*A:6c6d") == []
    assert ([hand.count for hand in after.hands], after.leader) == ([6, 7, 0, 5], "D")


def test_without_straps_nothing_is_hung():
    assert findings(position(TAKEN), "A*B:6c") == ["MOVE_OUT_OF_PLACE~"]
    assert played(straps(TAKEN + " strap=6c hung=AB"), "A*B:6c") == straps(
        TAKEN + " strap=6c hung=AB"
    )


def test_with_the_right_to_lead_straps_it_is_podkidnoy():
    game = straps("A6/B6|9h|t12|d12|-|-|bout 4 last=ABtaken")

    assert findings(game, "A>6c") == []
    assert findings(played(game, "A>6c"), "B:7c/6c") == []


def test_without_that_right_a_strap_that_was_led_must_be_taken():
    game = straps("A6/B6|9h|t12|d12|-|-|bout 4 last=ABtaken", strap_leads=False)

    assert findings(game, "A>6c") == ["STRAP_LED"]
    assert findings(game, "A>6h") == []
    # Nothing but straps in hand: no text says what is led then.
    only = straps("A2/B6|(9h)|t0|d28|-|-|bout 4 last=ABtaken", strap_leads=False)
    assert findings(only, "A>6c6d") == ["STRAP_LED~"]
    assert findings(only, "A>6c") == ["STRAP_LED?"]
    more = straps("A2(9c)/B6|(9h)|t0|d28|-|-|bout 4 last=ABtaken", strap_leads=False)
    assert findings(more, "A>6c") == ["STRAP_LED"]
    assert findings(game, "A>7c") == []
    assert findings(played(game, "A>6c"), "B:7c/6c") == ["STRAP_MUST_BE_TAKEN"]
    assert findings(played(game, "A>6c"), "=B") == []


@pytest.mark.parametrize(
    ("queen", "found"), [("c", []), ("d", []), ("h", []), ("s", ["STRAP_LED"])]
)
def test_of_the_queens_only_the_chosen_one_is_a_strap(queen, found):
    line = "A9/B7|9h|t10|d10(6h)|-|-|bout 4 last=ABtaken" + QUEEN_NEXT
    game = straps(line, strap_leads=False)

    assert findings(game, f"A>Q{queen}") == found
