"""What a correction writes down: who said what, what is taken back, what holds instead."""

from __future__ import annotations

from engine.deeds import Deed
from engine.happenings import Acknowledged, Corrected, LetGo, Paused, Retold
from engine.moves import Beat, Sweep
from engine.ports import Doubt, Sighting
from engine.seats import Actor
from engine.signals import Signal
from engine.truths import Truth
from engine.verdict import Code
from tests.engine.test_watch import DEALT, LED, WRONG_BEAT, Table, card

A, B, DEALER = Actor.A, Actor.B, Actor.DEALER
LEAD, BEAT = len(LED), len(LED) + 1


def corrected(moves, step, truth, who=DEALER):
    """Return a table after a correction, with only the rows that it left."""
    table = Table(moves)
    table.records.rows.clear()
    table.take(Retold(step, truth, table.tick(), who))
    return table


def test_a_flag_that_falls_away_is_taken_back_by_a_row():
    table = corrected([*LED, WRONG_BEAT], BEAT, Truth(cards=(card("9c"),)))
    assert table.records.rows == [
        (
            "correction",
            {
                "who": "dealer",
                "move": BEAT,
                "before": {
                    "id": f"m{BEAT}",
                    "type": "beat",
                    "actor": "B",
                    "cards": ["9s"],
                    "on": "7c",
                },
                "after": {
                    "id": f"m{BEAT}.1",
                    "type": "beat",
                    "actor": "B",
                    "cards": ["9c"],
                    "on": "7c",
                },
            },
        ),
        ("retract", {"retracts": f"m{BEAT}"}),
        ("retract", {"retracts": "f1"}),
        (
            "action",
            {
                "id": f"m{BEAT}.1",
                "type": "beat",
                "actor": "B",
                "cards": ["9c"],
                "on": "7c",
                "frame": 135,
                "probability": 1.0,
            },
        ),
    ]
    assert (table.signal, table.open_codes) == (Signal.CLEAR, [])


def test_what_follows_from_a_correction_is_told_anew_too():
    lawful = Beat(B, card("9c"), card("7c"))
    table = corrected([*LED, lawful], LEAD, Truth(cards=(card("Tc"),)), Actor.INSPECTOR)
    assert table.rows("correction")[0]["who"] == "inspector"
    assert [row["retracts"] for row in table.rows("retract")] == [f"m{LEAD}", f"m{BEAT}"]
    assert [(row["id"], row.get("on")) for row in table.rows("action")] == [
        (f"m{LEAD}.1", None),
        (f"m{BEAT}.1", "Tc"),
    ]
    assert [(row["code"], row["action"]) for row in table.rows("flag")] == [
        ("BEAT_NOT_HIGHER", f"m{BEAT}.1")
    ]
    assert table.signal is Signal.STOP


def test_no_move_is_taken_back_and_nothing_takes_its_place():
    table = corrected([*LED, WRONG_BEAT], BEAT, None)
    assert table.rows("correction")[0]["after"] is None
    assert [row["retracts"] for row in table.rows("retract")] == [f"m{BEAT}", "f1"]
    assert not table.rows("action")


def test_a_name_is_never_given_twice():
    table = corrected([*LED, WRONG_BEAT], BEAT, None)
    for truth in (Truth(), None, Truth(cards=(card("8s"),)), Truth(cards=(card("9s"),))):
        table.take(Retold(BEAT, truth, table.tick()))
    names = [row["id"] for kind, row in table.records.rows if kind in {"action", "flag"}]
    assert names == [f"m{BEAT}.1", "f2", f"m{BEAT}.2", "f3", f"m{BEAT}.3", "f4"]
    taken_back = [row["retracts"] for row in table.rows("retract")]
    assert sorted({f"m{BEAT}", "f1", *names} - set(taken_back)) == ["f4", f"m{BEAT}.3"]


def test_a_correction_that_changes_nothing_is_written_down_as_such():
    table = corrected([*LED, WRONG_BEAT], BEAT, Truth(seat=B))
    assert table.records.rows == [("correction", {"who": "dealer", "move": BEAT, "changed": False})]
    table.take(Retold(99, None, table.tick()))
    assert table.rows("correction")[1] == {"who": "dealer", "move": 99, "changed": False}


def test_the_button_says_of_the_last_move_that_it_was_none():
    table = Table([*LED, Beat(B, card("9c"), card("7c"))])
    table.take(Corrected(table.tick()))
    (row,) = table.rows("correction")
    assert (row["move"], row["after"]) == (BEAT, None)
    table.take(Retold(BEAT, Truth(), table.tick()))
    assert table.watch.standing.game.bout.unbeaten == ()


def test_what_a_person_has_called_wrong_stays_wrong_when_it_comes_back():
    table = Table([*LED, WRONG_BEAT])
    table.take(Corrected(table.tick()))
    table.take(Retold(BEAT, None, table.tick()))
    table.take(Retold(BEAT, Truth(), table.tick()))
    assert (table.signal, table.open_codes) == (Signal.CLEAR, [])


def test_what_a_person_has_seen_is_quiet_when_it_comes_back():
    table = Table([*LED, WRONG_BEAT])
    table.take(Acknowledged(1, table.tick()))
    table.take(Retold(BEAT, None, table.tick()))
    table.take(Retold(BEAT, Truth(), table.tick()))
    assert (table.signal, table.open_codes) == (Signal.CLEAR, [Code.BEAT_WRONG_SUIT])


def test_an_open_question_names_the_corrected_card():
    table = Table(LED)
    answers = (Beat(B, card("9c"), card("7c")), Sweep(DEALER, (card("7c"),)))
    table.take(Sighting(None, table.tick(), 1, doubt=Doubt("which-card", answers)))
    table.take(Retold(LEAD, Truth(cards=(card("8c"),)), table.tick()))
    asked = table.watch.standing.doubt
    assert (asked.id, asked.doubt.answers[0]) == (2, Beat(B, card("9c"), card("8c")))
    assert table.rows("doubt-closed") == [{"doubt": "d1"}]


def test_a_move_of_the_deal_can_be_corrected():
    table = corrected(LED, len(DEALT), Truth(cards=(card("6s"),)))
    assert table.watch.standing.game.trump_card == card("6s")
    table = corrected(LED, 1, Truth(deed=Deed.DEAL, seat=B))
    assert [table.watch.standing.game.hand(seat).count for seat in (A, B)] == [3, 8]


def test_what_the_inspector_lets_go_is_closed_by_name_and_stays_flagged():
    table = Table([*LED, WRONG_BEAT])
    table.take(LetGo(1, "Petrov", table.tick()))
    assert table.rows("let-go") == [{"flag": "f1", "who": "inspector", "by": "Petrov"}]
    assert table.rows("closed") == [{"flag": "f1", "how": "ruled"}]
    assert table.rows("retract") == []
    assert (table.signal, table.open_codes) == (Signal.CLEAR, [])


def test_what_was_let_go_stays_so_when_it_comes_back_and_what_was_never_found_is_not_let_go():
    table = Table([*LED, WRONG_BEAT])
    table.take(LetGo(9, "Petrov", table.tick()))
    assert table.open_codes == [Code.BEAT_WRONG_SUIT]
    table.take(LetGo(1, "Petrov", table.tick()))
    table.take(Retold(BEAT, None, table.tick()))
    table.take(Retold(BEAT, Truth(), table.tick()))
    assert (table.signal, table.open_codes) == (Signal.CLEAR, [])


def test_a_pause_and_its_end_are_rows():
    table = Table(LED)
    table.take(Paused(True, table.tick()))
    table.take(Paused(False, table.tick()))
    assert table.rows("pause") == [{"begins": True}, {"begins": False}]
