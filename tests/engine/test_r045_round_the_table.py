"""R045-R073, R084, R116: three to six players, each for himself."""

import pytest

from engine.game import new_game, next_game
from engine.house import adjusted, load_rules
from engine.seats import PLAYERS, Actor
from engine.state import Phase
from tests.engine.builders import findings, flags, played, position

FFA = load_rules("classic-ffa")
HEARD = "|bout 3 calls"
BEATEN = "A5/B5/C6/D6|9h|t10|d2|6c:9c|atk=A def=B ds=6"


def ffa(line, **changed):
    return position(line, adjusted(FFA, changed))


@pytest.mark.parametrize(
    ("line", "leader"),
    [
        ("A6/B6/C6|9h|t10|d8|-|-|bout 3 last=ABbeaten", "B"),
        # The taker loses his turn (R048).
        ("A6/B8/C6|9h|t10|d6|-|-|bout 3 last=ABtaken", "C"),
        ("A6/B6/C8|9h|t10|d6|-|-|bout 3 last=BCtaken", "A"),
        # Who is out is passed over (R116, A22).
        ("A3/B8/C0/D4|(9h)|t0|d21|-|-|bout 8 last=ABtaken", "D"),
        ("A3/B0/C4/D4|(9h)|t0|d25|-|-|bout 8 last=ABbeaten", "C"),
        ("A0/B8/C0/D4|(9h)|t0|d24|-|-|bout 8 last=ABtaken", "D"),
    ],
)
def test_r047_who_leads_next(line, leader):
    game = ffa(line)

    assert game.leader == leader
    assert findings(game, f"{leader}>6c") == []
    others = [seat for seat in game.players if seat != leader and game.hand(seat).count]
    assert all(findings(game, f"{seat}>6c")[0] == "LEAD_WRONG_PLAYER" for seat in others)


@pytest.mark.parametrize(
    ("line", "word", "defender"),
    [
        ("A6/B6/C6|9h|t10|d8|-|-|bout 3 last=CAbeaten", "A>6c", "B"),
        ("A6/B6/C6|9h|t10|d8|-|-|bout 3 last=BCbeaten", "C>6c", "A"),
        ("A3/B0/C4/D4|(9h)|t0|d25|-|-|bout 8 last=DAbeaten", "A>6c", "C"),
    ],
)
def test_r045_the_lead_is_made_against_the_player_on_the_left(line, word, defender):
    assert played(ffa(line), word).bout.defender == defender


def test_r064_the_cap_is_the_hand_of_the_one_who_is_led_against():
    game = ffa("A3/B0/C1/D4|(9h)|t0|d28|-|-|bout 8 last=DAbeaten")

    assert findings(game, "A>6c") == []
    assert findings(game, "A>6c6d") == ["LEAD_EXCEEDS_DEFENDER_HAND"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("A+9d",), []),
        (("C+9d",), ["C+9d THROW_OUT_OF_ORDER"]),
        (("A.", "C+9d"), []),
        (("A.", "D+9d"), ["D+9d THROW_OUT_OF_ORDER"]),
        (("A.", "C.", "D+9d"), []),
        # The leader, having finished, may come again when something new lies there.
        (("A.", "C+9d", "B:Td/9d", "A+Tc"), []),
        (("B+9d",), ["B+9d THROW_BY_DEFENDER"]),
        (("A.", "C+8d"), ["C+8d THROW_RANK_NOT_ON_TABLE"]),
    ],
)
def test_r068_first_the_leader_then_the_others_clockwise(words, expected):
    assert flags(ffa(BEATEN + HEARD), *words) == expected


def test_r068_where_nobody_hears_bito_the_order_cannot_be_checked():
    assert findings(ffa(BEATEN), "C+9d") == ["THROW_OUT_OF_ORDER?"]
    assert findings(ffa(BEATEN, throw_order="free"), "D+9d") == []


def test_r068_a_leader_without_cards_needs_not_say_it():
    line = "A0/B5/C6|(9h)|t0|d23|6c:9c|atk=A def=B ds=6|bout 8 calls"

    assert findings(ffa(line), "C+9d") == []


@pytest.mark.parametrize("again", ["C.", "B."])
def test_r068_bito_said_twice_or_by_the_defender_changes_nothing(again):
    done = played(ffa(f"{BEATEN}{HEARD}"), "A.", "C.")

    assert played(done, again) == done


def test_r069_an_option_lets_only_neighbours_throw_in():
    line = "A5/B5/C6/D6/E6|9h|t6|d0|6c:9c|atk=A def=B ds=6|bout 3"
    game = ffa(line, throw_who="neighbours", throw_order="free")

    assert findings(game, "C+9d") == []
    assert findings(game, "D+9d") == ["THROW_NOT_NEIGHBOUR"]
    assert findings(game, "E+9d") == ["THROW_NOT_NEIGHBOUR"]


def test_r084_the_leader_draws_first_then_the_others_clockwise_the_defender_last():
    game = ffa("A5/B4/C4/D6|9h|t9|d8|-|-|bout 3 last=BCbeaten")

    assert [(due.seat, due.count) for due in game.due()] == [("B", 2), ("A", 1), ("C", 2)]
    assert flags(game, "d B2", "d A1", "d C2") == []
    assert flags(game, "d A1") == ["d A1 DRAW_ORDER"]
    assert flags(game, "d B1", "d A1") == ["d A1 DRAW_TOO_FEW"]
    assert flags(game, "d B2", "d A1", "C>6c") == ["C>6c DRAW_SKIPPED"]
    assert flags(game, "d B2", "d A1", "d C1", "C>6c") == ["C>6c DRAW_TOO_FEW"]


@pytest.mark.parametrize(
    ("line", "words", "loser", "places"),
    [
        # Three are out one after the other; whoever is left is the fool.
        ("A1/B0/C0/D3|(9h)|t0|d32|-|-|bout 9 out=C5 out=B7 last=DAbeaten", (), None, ""),
        ("A0/B0/C0/D3|(9h)|t0|d33|-|-|bout 9 out=C5 out=B7 last=DAbeaten", (), "D", "C B A D"),
        ("A0/B2/C0/D0|(9h)|t0|d34|-|-|bout 9 out=C5 last=ABtaken", (), "B", "C AD B"),
        # The last two run out together: a draw (R094).
        ("A0/B0/C0|(9h)|t0|d36|-|-|bout 9 out=C5 last=ABbeaten", (), None, "C AB"),
    ],
)
def test_r094_who_is_the_fool(line, words, loser, places):
    result = played(ffa(line), *words).result

    if not places:
        assert result is None
        return
    assert result.loser == loser
    assert " ".join("".join(group) for group in result.places) == places
    assert result.winner == "C"


def test_r093_where_no_draw_is_known_whoever_beat_off_last_is_the_fool():
    rules = load_rules("classic-nodraw")
    result = position("A0/B0/C0|(9h)|t0|d36|-|-|bout 9 out=C5 last=ABbeaten", rules).result

    assert (result.loser, result.is_draw) == ("B", False)
    assert " ".join("".join(group) for group in result.places) == "C A B"


def test_r043_in_the_next_game_the_player_on_the_left_of_the_fool_leads():
    over = ffa("A0/B2/C0|(9h)|t0|d34|-|-|bout 9 out=C5 last=ABtaken")
    following = next_game(over)
    dealt = played(following, *[f"deal {seat}3" for seat in "CABCAB"], "^9h")

    assert (following.setting.dealer, dealt.leader) == ("B", "C")
    assert findings(dealt, "C>6c") == []
    assert findings(dealt, "A>6c") == ["FIRST_LEAD_WRONG"]


def test_r043_after_a_drawn_game_the_inspector_rules_who_leads():
    over = ffa("A0/B0/C0|(9h)|t0|d36|-|-|bout 9 last=ABbeaten")
    dealt = played(next_game(over), *[f"deal {seat}3" for seat in "ABCABC"], "^9h")

    assert findings(dealt, "C>6c") == ["FIRST_LEAD_UNDEFINED~"]
    assert findings(dealt, "lead=C") == []
    assert findings(played(dealt, "lead=C"), "C>6c") == []
    assert findings(played(dealt, "lead=C"), "A>6c") == ["FIRST_LEAD_WRONG"]


@pytest.mark.parametrize("count", range(2, 7))
def test_r021_six_cards_each_and_the_trump_after_them(count):
    seats = PLAYERS[:count]
    deal = [f"deal {seat}2" for _ in range(3) for seat in seats]
    game = new_game(FFA, seats)

    assert flags(game, *deal, "^9h") == []
    whole = played(game, *deal, "^9h")
    assert (whole.phase, whole.talon) == (Phase.FIRST_LEAD, 36 - 6 * count)
    assert flags(game, *deal[:-1], "^9h") == ([] if count == 6 else ["^9h TRUMP_NOT_13TH"])


def test_r027_where_the_whole_pack_is_dealt_the_last_hand_holds_the_trump_card():
    deal = [f"deal {seat}2" for _ in range(3) for seat in PLAYERS]
    game = played(new_game(FFA, PLAYERS), *deal, "^9h")

    assert not game.trump_lies
    assert [str(card) for card in game.hand(Actor.F).known] == ["9h"]


def test_a_packet_out_of_turn_is_named():
    game = new_game(FFA, PLAYERS[:3])

    assert flags(game, "deal A2", "deal C2") == ["deal C2 DEAL_ORDER"]
    assert flags(game, "deal A2", "deal A2") == ["deal A2 DEAL_ORDER"]
    # Whoever was passed over may be caught up.
    assert flags(game, "deal A2", "deal A2", "deal B2", "deal C2", "deal B2") == [
        "deal A2 DEAL_ORDER"
    ]


def test_the_house_may_have_the_first_packet_go_to_the_dealers_left():
    game = new_game(adjusted(FFA, {"first_packet": "dealers_left"}), PLAYERS[:3])

    assert findings(game, "deal A2") == []
    assert findings(game, "deal B2") == ["DEAL_WRONG_FIRST"]


def test_r026_a_trump_pulled_before_the_deal_waits_for_the_cards():
    rules = load_rules("perevodnoy")
    game = played(new_game(rules, PLAYERS[:3]), "^9h")
    deal = [f"deal {seat}3" for seat in "ABCABC"]

    assert flags(new_game(rules, PLAYERS[:3]), "^9h", *deal) == []
    assert (game.phase, played(game, deal[0]).phase) == (Phase.BEFORE_DEAL, Phase.DEALING)
    assert played(game, *deal).phase is Phase.FIRST_LEAD


def test_a_shoe_tells_the_cards_it_deals():
    game = played(new_game(FFA, PLAYERS[:2]), "deal A2[6c7c]", "deal B2")

    assert {str(card) for card in game.hand(Actor.A).known} == {"6c", "7c"}
    assert findings(game, "deal B2[6c7d]") == ["DEAL_ORDER", "CARD_KNOWN_ELSEWHERE"]
    assert findings(game, "deal A2[8c9c]") == []


def test_a18_endless_taking_is_told_to_the_inspector_once():
    line = "A3/B4|(9h)|t0|d28|6c:-|atk=A def=B ds=4|bout 30 stall={} last=ABtaken"

    assert findings(ffa(line.format(10)), "=B") == []
    assert findings(ffa(line.format(11)), "=B") == ["ENDLESS_TAKING~"]
    assert findings(ffa(line.format(12)), "=B") == []


def test_h3_whoever_throws_while_the_cards_are_picked_up_is_late():
    game = played(ffa("A5/B6|9h|t12|d12|7c:- 7d:-|atk=A def=B ds=6"), "B^", "=B[7c]")

    assert findings(game, "A+7s") == ["LATE_THROW"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("A>6c", "=B", "A>6d", "=B", "A>6s", "=B"), ["=B ENDLESS_TAKING"]),
        # What is beaten in between ends the row.
        (("A>6c", "=B", "A>6d", "=B", "A>6s", "B:7s/6s", "=", "B>8c", "=A"), []),
    ],
)
def test_a18_takings_are_counted_one_by_one_and_only_in_a_row(words, told):
    rules = adjusted(load_rules("classic-ffa"), {"endless_after": 3})

    assert flags(position("A6/B6|(9h)|t0|d24|-|-|bout 9 last=ABtaken", rules), *words) == told
