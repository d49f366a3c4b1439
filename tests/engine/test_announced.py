"""B1-B9: what people tell at the table is judged like a move; an inspector's word ends a game."""

import pytest

from engine.cards import DECK
from engine.choices import options_for
from engine.claims import INCIDENTS
from engine.faults import Fault
from engine.game import next_game
from engine.happenings import Acknowledged, Broke, Retold, Said
from engine.house import load_rules
from engine.ledger import broken_laws
from engine.moves import Deal
from engine.notation import parse_move, parse_position, print_position
from engine.seats import Actor
from engine.signals import Signal
from engine.state import Phase
from engine.table import Zone
from engine.verdict import Severity
from tests.engine.builders import AFTER_DEAL, CASINO, findings, only, played, position
from tests.engine.test_watch import LED, WRONG_BEAT, A, B, Table, card

LINE = "A5/B6|9h|t12|d12|7c:-|atk=A def=B ds=6|bout 3 last=BAbeaten"
FOUR = load_rules("team-2v2")
THREE = "A5/B6/C6|9h|t12|d6|7c:-|atk=A def=B ds=6|bout 2 last=ABbeaten"


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("&won=A", ["RESULT_TALON_NOT_EMPTY"]),
        ("&drawn", ["RESULT_TALON_NOT_EMPTY"]),
        ("&fool=B", ["RESULT_TALON_NOT_EMPTY"]),
        ("&straps=B", ["LABEL_WRONG"]),
        ("&redeal", ["REDEAL_NOT_PROVIDED"]),
        ("&lead=B", ["LEAD_WRONG_PLAYER"]),
        ("B&gives-up=B", ["GAME_GIVEN_UP~"]),
        ("&discard=A", ["DISCARD_INSPECTED"]),
        ("&count=A5,B6,talon12,discard12", []),
        ("&count=A4", ["HAND_COUNT_MISMATCH"]),
        ("&count=talon11", ["TALON_COUNT_MISMATCH"]),
        ("&count=A5,B6,talon12,discard13,table1", ["CARD_37TH"]),
        ("&count=A5,B6,talon12,discard11,table1", ["CARD_MISSING"]),
        ("&deck=35:", ["DECK_COUNT"]),
        ("&time=A:61/60", ["TIMEOUT"]),
        ("&revealed=A:7c", ["CARD_DUPLICATE_SEEN"]),
        ("&noticed=PEEK_TALON:A:", ["PEEK_TALON"]),
        ("&noticed=BOXED_CARD:dealer:8c", ["BOXED_CARD"]),
        ("&noticed=BOXED_CARD:dealer:7c", ["BOXED_CARD", "CARD_DUPLICATE_SEEN"]),
    ],
)
def test_what_is_told_is_judged_by_the_ledger(word, found):
    assert findings(position(LINE), word) == found


@pytest.mark.parametrize("code", sorted(INCIDENTS))
def test_every_incident_of_the_catalogue_can_be_told(code):
    assert only(position(LINE), f"&noticed={code}:A:").code is code


@pytest.mark.parametrize("word", ["&won=A", "&drawn", "&redeal", "&count=A1", "B&gives-up=B"])
def test_a_claim_changes_nothing(word):
    assert played(position(LINE), word) == position(LINE)


@pytest.mark.parametrize(
    ("line", "word", "award", "winner", "loser"),
    [
        (LINE, "inspector&won=A", "A/B", A, B),
        (LINE, "inspector&won=B/A", "B/A", B, A),
        (LINE, "inspector&fool=A", "B/A", B, A),
        (LINE, "inspector&drawn", "draw", None, None),
        (THREE, "inspector&fool=C", "/C", None, Actor.C),
        (THREE, "inspector&won=A/C", "A/C", A, Actor.C),
    ],
)
def test_a_ruling_ends_the_game(line, word, award, winner, loser):
    rules = CASINO if line == LINE else load_rules("classic-ffa")
    before = position(line, rules)
    ruled = played(before, word)

    assert findings(before, word) == []
    assert ruled.phase is Phase.OVER
    assert (ruled.result.winner, ruled.result.loser) == (winner, loser)
    assert broken_laws(ruled) == ()
    assert f"award={award}" in print_position(ruled)
    assert parse_position(print_position(ruled), rules) == ruled
    assert findings(ruled, "A>8c") == ["GAME_ALREADY_OVER"]
    assert next_game(ruled).previous_winner == (winner if rules is CASINO else None)


def test_r104_a_ruling_for_one_is_for_the_team():
    ruled = played(
        position("A5/B6/C6/D6|9h|t12|d0|7c:-|atk=A def=B ds=6", FOUR), "inspector&team=C"
    )

    assert set(ruled.result.team) == {Actor.A, Actor.C}
    assert parse_position(print_position(ruled), FOUR) == ruled


@pytest.mark.parametrize(
    "word",
    ["inspector&won=A", "inspector&fool=F", "inspector&won=B/B", "inspector&won=F/A"],
)
def test_a_ruling_that_names_no_loser_among_several_rules_nothing(word):
    rules = load_rules("classic-ffa")

    assert played(position(THREE, rules), word) == position(THREE, rules)


@pytest.mark.parametrize("word", ["inspector&team=F", "inspector&team="])
def test_a_team_that_does_not_play_has_won_nothing(word):
    line = "A5/B6/C6/D6|9h|t12|d0|7c:-|atk=A def=B ds=6"

    assert played(position(line, FOUR), word).result is None


def test_125_4_before_the_first_lead_a_game_can_be_ruled_too():
    ruled = played(position("A6/B6|9h|t24|d0|-|-|bout 1"), "inspector&won=B")

    assert (ruled.phase, ruled.result.winner) == (Phase.OVER, B)


def test_a7_a_redeal_that_is_ruled_begins_the_game_anew():
    again = played(position("A5/B6|9h|t24|d0|7c:-|atk=A def=B ds=6|bout 1"), "inspector&redeal")

    assert (again.phase, again.talon, again.trump_card) == (Phase.BEFORE_DEAL, 36, None)
    assert findings(played(again, *AFTER_DEAL), "^9h") == []


def test_h16_who_gives_up_loses_only_when_the_inspector_says_so():
    game = position(LINE)
    violation = only(game, "&gives-up=B")

    assert (violation.severity, violation.clause) == (Severity.CALL_INSPECTOR, "H16")
    told = [f"{o.choice} {''.join(o.seats)}".strip() for o in options_for(game, violation)]
    assert told == ["others_win A", "play_on"]
    assert findings(played(game, "inspector&fool=B"), "&gives-up=B") == []


def test_b6_a_face_of_the_discard_that_lay_open_is_known_from_then_on():
    seen = played(position(LINE), "&noticed=DISCARD_SPILLED_OPEN:A:KsKs7c")

    assert seen.discard.known == {card("Ks")}
    assert findings(seen, "B:Ks/7c")[0] == "CARD_IN_DISCARD_REAPPEARS"
    assert played(position(LINE), "&noticed=DISCARD_SPILLED_OPEN:A:7c") == position(LINE)
    full = played(
        position("A5/B6|9h|t23|d1(6s)|7c:-|atk=A def=B ds=6"),
        "&noticed=DISCARD_SPILLED_OPEN:A:Ks",
    )
    assert full.discard.known == {card("6s")}


# At the table


def say(table, word):
    table.take(Said(parse_move(word), table.tick()))


def test_a_wrong_claim_stops_until_another_one_takes_its_place():
    table = Table(LED)
    say(table, "&won=A")
    assert (table.signal, table.open_codes) == (Signal.STOP, ["RESULT_TALON_NOT_EMPTY"])
    say(table, "&count=A4")
    say(table, "&count=A5,B6")
    assert table.rows("closed")[-1]["how"] == "corrected"
    say(table, "&drawn")
    assert table.open_codes == ["RESULT_TALON_NOT_EMPTY"]
    table.see(WRONG_BEAT)
    assert "RESULT_TALON_NOT_EMPTY" not in table.open_codes


def test_what_people_have_seen_holds_whatever_the_camera_saw():
    table = Table(LED)
    table.take(Broke(Fault.CAMERA_GLARE, "", table.tick(), (Zone.BATTLE, Zone.HAND_A)))
    say(table, "&noticed=PEEK_TALON:A:")
    say(table, "&count=A4")
    say(table, "A![8c]")
    assert table.open_codes == ["PEEK_TALON", "HAND_COUNT_MISMATCH", "EXPOSED_HAND"]


def test_a_ruling_settles_everything_and_the_next_deal_begins_the_next_game():
    table = Table([*LED, WRONG_BEAT])
    say(table, "&gives-up=B")
    assert table.rows("flag")[-1]["choices"] == ["others_win", "play_on"]
    say(table, "inspector&won=A")
    assert (table.signal, table.open_codes) == (Signal.WAITING, [])
    assert {row["how"] for row in table.rows("closed")} == {"ruled"}
    table.see(Deal(A, 2))
    game = table.watch.standing.game
    assert (game.game_no, game.previous_winner) == (2, A)


def test_after_a_ruling_no_count_is_in_doubt():
    table = Table(LED)
    say(table, "&count=A4")
    say(table, "inspector&won=A")
    table.see(*LED[-1:])
    assert table.open_codes == ["GAME_ALREADY_OVER"]


def test_a_ruling_can_be_taken_back_like_any_move():
    table = Table(LED)
    say(table, "inspector&won=A")
    last = table.watch.standing.steps[-1].number
    table.take(Retold(last, None, table.tick()))
    assert table.watch.standing.game.phase is Phase.BOUT


def test_the_inspectors_word_on_who_leads_settles_the_question():
    line = "A6(6c,8c,9c,Tc,Jc,Qd)/B6(6d,8d,9d,Td,Jd,Qs)|9h|t24|d0|-|-|bout 1"
    table = Table()
    game = position(line)
    table.watch.standing = type(table.watch.standing)(start=game, game=game)
    say(table, "&lead=A")
    assert table.open_codes == ["FIRST_LEAD_UNDEFINED"]
    say(table, "lead=A")
    assert table.open_codes == []


def test_an_incident_waits_until_somebody_has_seen_it():
    table = Table(LED)
    say(table, "&noticed=HAND_EXCHANGE:A:")
    table.see(WRONG_BEAT)
    assert "HAND_EXCHANGE" in table.open_codes
    number = next(f.id for f in table.watch.standing.open if f.violation.code == "HAND_EXCHANGE")
    table.take(Acknowledged(number, table.tick()))
    table.see(*LED[-1:])
    assert "HAND_EXCHANGE" not in table.open_codes


def test_a_whole_pack_that_was_spread_is_as_it_should_be():
    assert findings(position(LINE), "&deck=36:" + "".join(map(str, sorted(DECK)))) == []


@pytest.mark.parametrize(
    "word", ["&", "&won", "&won=Z", "&count=A5,,x", "&noticed=BEAT_WRONG_SUIT:A:"]
)
def test_what_is_no_claim_is_no_move(word):
    with pytest.raises(ValueError, match=r"no such claim|not a move"):
        parse_move(word)
