"""A row's hash is taken over a byte string that anybody can build again."""

import hashlib
from dataclasses import fields, replace
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import parse_card
from engine.seats import Actor
from engine.verdict import Code, Severity
from journal.rows import GENESIS, Row, Versions, canonical_bytes, canonical_json, draft, seal

VERSIONS = Versions("0.1.0", "cards-1", "casino-by-2001@1")
MINSK = timezone(timedelta(hours=3))

TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
ROWS = st.builds(
    Row, st.integers(1, 9), st.integers(0, 99), TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT
)


def test_worked_example_of_the_documentation() -> None:
    """The same bytes stand in docs/journal.md; they must never change for this format."""
    row = draft(
        "action",
        24.4,
        {"type": "beat", "actor": Actor.B, "cards": ["9♥"], "on": parse_card("7h")},
        datetime(2026, 11, 29, 23, 12, 44, 123456, MINSK),
        VERSIONS,
    )

    sealed = seal(row, 1, GENESIS)

    assert canonical_bytes(sealed).decode() == (
        "kozyr-journal-row-1\n"
        "1:1\n"
        "11:24400000000\n"
        "27:2026-11-29T20:12:44.123456Z\n"
        "6:action\n"
        '54:{"actor":"B","cards":["9♥"],"on":"7h","type":"beat"}\n'
        "5:0.1.0\n"
        "7:cards-1\n"
        "16:casino-by-2001@1\n"
        f"64:{GENESIS}\n"
    )
    assert sealed.hash == hashlib.sha256(canonical_bytes(sealed)).hexdigest()
    assert sealed.hash == "9e57a8f839661e7e06573be5ec95e7af2edeb0667eea38e5c090c1c8fa8ba12c"
    assert sealed.taken_at == 24.4


@given(ROWS, ROWS)
def test_different_rows_never_share_a_byte_string(one: Row, other: Row) -> None:
    assert (canonical_bytes(one) == canonical_bytes(other)) == (one == other)


@given(ROWS, st.sampled_from([f.name for f in fields(Row) if f.name not in {"seq", "hash"}]))
def test_every_field_is_in_the_hash(row: Row, name: str) -> None:
    value = getattr(row, name)
    other = replace(row, **{name: value + 1 if isinstance(value, int) else value + "x"})

    assert seal(row, 1, row.prev_hash).hash != seal(other, 1, other.prev_hash).hash


@pytest.mark.parametrize(
    ("payload", "text"),
    [
        ({"b": 1, "a": 2}, '{"a":2,"b":1}'),
        (
            {"code": Code.DRAW_ORDER, "severity": Severity.STOP},
            '{"code":"DRAW_ORDER","severity":2}',
        ),
        ({"cards": frozenset({parse_card("Th"), parse_card("6c")})}, '{"cards":["6c","Th"]}'),
        ({"cards": (parse_card("Д♠"),)}, '{"cards":["Qs"]}'),
        ({"question": "Кто взял?"}, '{"question":"Кто взял?"}'),
        ({"probability": 0.9987, "on": None}, '{"on":null,"probability":0.9987}'),
    ],
)
def test_payload_has_one_text(payload: dict[str, object], text: str) -> None:
    assert canonical_json(payload) == text


@pytest.mark.parametrize(
    ("payload", "refusal"),
    [
        ({"probability": float("nan")}, ValueError),
        ({"name": "\ud800"}, ValueError),
        ({"frame": object()}, TypeError),
    ],
)
def test_payload_without_a_text_is_refused(payload: dict[str, object], refusal: type) -> None:
    with pytest.raises(refusal):
        canonical_json(payload)


def test_time_of_day_needs_its_zone() -> None:
    naive = datetime(2026, 11, 29)  # noqa: DTZ001 (that is what is tested)
    with pytest.raises(ValueError, match="needs its zone"):
        draft("action", 0, {}, naive, VERSIONS)
