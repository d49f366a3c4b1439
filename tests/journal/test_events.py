"""The lines of the events file, move by move, and how the films' scorer reads them."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import journal
from engine.cards import Card, parse_card
from engine.claims import WinCalled
from engine.faults import Fault, TableError
from engine.moves import (
    Announce,
    Appoint,
    Beat,
    Deal,
    Declare,
    Draw,
    Expose,
    Hang,
    Lead,
    Move,
    Return,
    SayBeaten,
    SayTakes,
    ShowTrump,
    Sweep,
    Take,
    ThrowIn,
    Transfer,
    Withdraw,
)
from engine.rows import move_row, violation_row
from engine.seats import Actor
from engine.verdict import Code, Severity, Verdict, Violation
from journal.events import EventsFile

SCHEMA = json.loads((Path(journal.__file__).parent / "lines_schema.json").read_text())
A, B, DEALER = Actor.A, Actor.B, Actor.DEALER


def cards(names: str) -> tuple[Card, ...]:
    return tuple(parse_card(name) for name in names.split())


def card(name: str) -> Card:
    return parse_card(name)


MOVES: list[tuple[Move, dict[str, object]]] = [
    (Deal(A, 2), {"type": "deal", "actor": "dealer", "to": "A", "count": 2}),
    (ShowTrump(card("Ac")), {"type": "trump", "actor": "dealer", "cards": ["Ac"]}),
    (Lead(A, cards("6h 6d")), {"type": "lead", "actor": "A", "cards": ["6h", "6d"]}),
    (ThrowIn(A, cards("10s")), {"type": "throw", "actor": "A", "cards": ["Ts"]}),
    (Beat(B, card("9c"), card("7c")), {"type": "beat", "actor": "B", "cards": ["9c"], "on": "7c"}),
    (SayBeaten(A), {"type": "say-beaten", "actor": "A"}),
    (SayTakes(B), {"type": "say-takes", "actor": "B"}),
    (Take(B, cards("6h 6d")), {"type": "take", "actor": "B", "cards": ["6h", "6d"]}),
    (Sweep(DEALER, cards("7c 9c")), {"type": "sweep", "actor": "dealer", "cards": ["7c", "9c"]}),
    (Draw(A, 2), {"type": "draw", "actor": "A", "count": 2, "cards": []}),
    (
        Draw(A, 3, cards("Jc")),
        {"type": "draw", "actor": "A", "count": 3, "cards": ["Jc"]},
    ),
    (Withdraw(B, card("7s")), {"type": "withdraw", "actor": "B", "cards": ["7s"]}),
    (Return(A, 1), {"type": "return", "actor": "A", "count": 1}),
    (
        Deal(B, 2, cards("6c 7c")),
        {"type": "deal", "actor": "dealer", "to": "B", "count": 2, "cards": ["6c", "7c"]},
    ),
    (
        Transfer(B, cards("7d")),
        {"type": "transfer", "actor": "B", "cards": ["7d"], "mode": "lay"},
    ),
    (
        Transfer(B, cards("7h"), shown=True, to=A),
        {"type": "transfer", "actor": "B", "cards": ["7h"], "mode": "show", "to": "A"},
    ),
    (Declare(A, card("7h")), {"type": "declare", "actor": "A", "cards": ["7h"]}),
    (Declare(B, None), {"type": "declare", "actor": "B", "cards": []}),
    (Appoint(B), {"type": "appoint", "actor": "inspector", "to": "B"}),
    (Expose(A, cards("9c")), {"type": "expose", "actor": "A", "cards": ["9c"]}),
    (
        Announce(Actor.INSPECTOR, WinCalled(A)),
        {"type": "announce", "actor": "inspector", "claim": "won", "word": "won=A"},
    ),
    (Hang(A, B, cards("6c")), {"type": "hang", "actor": "A", "to": "B", "cards": ["6c"]}),
]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out.jsonl"


@pytest.fixture
def events(out: Path) -> Iterator[EventsFile]:
    file = EventsFile(out)
    yield file
    file.close()


def lines(out: Path) -> list[dict[str, object]]:
    """Return what another process reads at this moment."""
    read = [json.loads(line) for line in out.read_text().splitlines()]
    for line in read:
        Draft202012Validator(SCHEMA).validate(line)
    return read


@pytest.mark.parametrize(("move", "line"), MOVES)
def test_move_is_one_line_at_once(
    events: EventsFile, out: Path, move: Move, line: dict[str, object]
) -> None:
    events.record("action", 24.4, {"id": "m1", **move_row(move)})

    assert lines(out) == [{"t": 24.4, "kind": "action", "id": "m1", **line}]


def test_every_kind_of_move_has_its_line() -> None:
    assert {type(move) for move, _ in MOVES} == set(Move.__args__)


def test_violation_is_a_flag_line(events: EventsFile, out: Path) -> None:
    violation = Violation(
        Code.BEAT_WRONG_SUIT,
        B,
        cards("9c"),
        Severity.STOP,
        Verdict.ILLEGAL,
        clause="125.6",
        on=card("7d"),
    )

    events.record("flag", 24.53333333, {"id": "f1", **violation_row(violation)})

    assert lines(out) == [
        {
            "t": 24.5333,
            "kind": "flag",
            "id": "f1",
            "code": "BEAT_WRONG_SUIT",
            "actor": "B",
            "cards": ["9c"],
            "severity": 2,
            "verdict": "illegal",
            "clause": "125.6",
            "evidence": "V",
            "on": "7d",
        }
    ]


def test_line_is_taken_back_by_a_later_one(events: EventsFile, out: Path) -> None:
    assert events.record("action", 1, {"id": "m1", **move_row(Lead(A, cards("6h")))}) == 1
    assert events.record("retract", 2, {"retracts": "m1"}) == 2

    assert lines(out)[1] == {"t": 2, "kind": "retract", "retracts": "m1"}


def test_schema_refuses_what_the_scorer_could_not_read() -> None:
    validator = Draft202012Validator(SCHEMA)
    good = {"t": 1, "kind": "action", "type": "beat", "actor": "B", "cards": ["9c"], "on": "7c"}
    assert validator.is_valid(good)
    for wrong in ({"cards": ["9x"]}, {"cards": []}, {"actor": "Z"}, {"type": "hit"}, {"t": -1}):
        assert not validator.is_valid(good | wrong), wrong
    assert not validator.is_valid({k: v for k, v in good.items() if k != "on"})


def test_new_run_begins_a_new_file(out: Path) -> None:
    for _ in range(2):
        events = EventsFile(out)
        events.record("action", 0, move_row(SayBeaten(A)))
        events.close()

    assert len(lines(out)) == 1


def test_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(TableError) as caught:
        EventsFile(tmp_path / "nowhere" / "out.jsonl")

    assert caught.value.fault is Fault.JOURNAL_BROKEN
    assert str(tmp_path / "nowhere" / "out.jsonl") in caught.value.detail


FILMS = Path(__file__).parents[3] / "shared" / "films"


@pytest.mark.films
@pytest.mark.skipif(not FILMS.is_dir(), reason="no acceptance films beside the checkout")
def test_scorer_finds_every_action_of_a_film_told_in_these_lines(
    events: EventsFile, out: Path
) -> None:
    """The truth of film d02, told as moves, scores full marks: the format is understood."""
    truth = json.loads((FILMS / "d02.truth.json").read_text())
    for action in truth["actions"]:
        if not action.get("optional"):
            events.record("action", action["t_rest"], move_row(told(action)))
    for flag in truth["flags_expected"]:
        violation = Violation(Code(flag["code"]), Actor(flag["actor"]), cards_of(flag))
        events.record("flag", flag["t"], violation_row(violation))

    score = scored(FILMS / "d02.truth.json", out)
    assert score["actions"]["precision"] == score["actions"]["recall"] == 1
    assert score["flags"]["precision"] == score["flags"]["recall"] == 1
    assert score["card_identity"]["accuracy"] == 1
    assert lines(out)


def scored(truth: Path, out: Path) -> dict:
    """Run the films' scorer as anybody would."""
    command = [sys.executable, FILMS / "score.py", truth, out, "--json"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)[0]


def cards_of(action) -> tuple[Card, ...]:
    return tuple(parse_card(name) for name in action.get("cards", ()))


READ = {
    "deal": lambda a, seen: Deal(Actor(a["to"]), a["count"]),
    "trump": lambda _, seen: ShowTrump(*seen),
    "lead": lambda a, seen: Lead(Actor(a["actor"]), seen),
    "throw": lambda a, seen: ThrowIn(Actor(a["actor"]), seen),
    "beat": lambda a, seen: Beat(Actor(a["actor"]), *seen, parse_card(a["on"])),
    "take": lambda a, seen: Take(Actor(a["actor"]), seen),
    "sweep": lambda a, seen: Sweep(Actor(a["actor"]), seen),
    "draw": lambda a, seen: Draw(Actor(a["actor"]), a["count"]),
    "withdraw": lambda a, seen: Withdraw(Actor(a["actor"]), *seen),
    "return": lambda a, seen: Return(Actor(a["actor"]), a["count"]),
}


def told(action) -> Move:
    return READ[action["type"]](action, cards_of(action))
