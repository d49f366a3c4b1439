"""What comes in at the floor is sorted out; a table may say anything, and does no harm by it."""

import asyncio
from types import SimpleNamespace

import pytest

from dealer_ui.floor import folding
from dealer_ui.floor.folding import AT_ONCE_BYTES, parted, sorted_out
from dealer_ui.floor.presence import Lacking, read_beat, read_lacking, written_lacking
from dealer_ui.floor.subjects import FloorError
from engine.faults import Fault, TableError
from journal.floor.sheaf import written, written_text
from journal.personal import Told
from tests.journal.test_floor_ledger import NAME, ROWS


def said(subject, data):
    return SimpleNamespace(subject=subject, data=data)


def test_rows_and_texts_are_told_apart():
    told = Told("ab", "cd", "Anna")
    rows = said(f"kozyr.3.rows.{NAME}", written(ROWS))
    texts = said(f"kozyr.3.texts.{NAME}.ab", written_text(told))
    came = sorted_out([rows, texts])
    assert [(s.table, s.journal, len(s.rows)) for s in came.sheaves] == [("3", NAME, 12)]
    assert came.texts == [(("3", NAME), told)]
    assert not came.unreadable


@pytest.mark.parametrize(
    ("subject", "data"),
    [
        ('kozyr.3.rows.x","public', written(ROWS)),
        ("kozyr.3.rows.", written(ROWS)),
        (f"kozyr.3.rows.{NAME}0", written(ROWS)),
        (f"kozyr.3.rows.{NAME.upper()}X", written(ROWS)),
        (f"kozyr.3.rows.{NAME}", b"no rows"),
        (f"kozyr.3.texts.{NAME}.ab", b"{}"),
    ],
)
def test_what_cannot_be_read_is_left_out_and_named(subject, data):
    came = sorted_out([said(subject, data)])
    assert (came.sheaves, came.texts) == ([], [])
    assert came.unreadable == [subject]


@pytest.mark.parametrize(
    ("sizes", "parts"),
    [([], []), ([1, 1], [2]), ([AT_ONCE_BYTES, 1, 1], [2, 1]), ([AT_ONCE_BYTES + 1] * 2, [1, 1])],
)
def test_messages_are_parted_in_order(sizes, parts):
    messages = [said("", bytes(size)) for size in sizes]
    found = list(parted(messages))
    assert [len(some) for some in found] == parts
    assert [message for some in found for message in some] == messages


def test_the_floor_s_answer_says_what_it_lacks():
    assert read_lacking(written_lacking({NAME: 4})) == (Lacking(NAME, 4),)


@pytest.mark.parametrize("came", [b"", b"[]", b"1", b'{"a": "b"}', b'{"a": null}'])
def test_another_answer_is_none(came):
    with pytest.raises(FloorError):
        read_lacking(came)


@pytest.mark.parametrize("came", [b"", b"[]", b'{"seq": "x"}'])
def test_what_is_no_heartbeat_is_none(came):
    with pytest.raises(FloorError):
        read_beat(came)


class Ledger:
    """A ledger that is away twice; notes what was told of it meanwhile."""

    def __init__(self):
        self.folding, self.told, self.away = None, [], 2

    def answer(self):
        self.told.append(self.folding.folds.is_kept)
        if self.away:
            self.away -= 1
            raise TableError(Fault.DISK_FULL, "away")

    def open_again(self):
        raise TableError(Fault.DISK_FULL, "still away")


def test_an_idle_ledger_that_is_away_is_told_until_it_is_back(monkeypatch):
    monkeypatch.setattr(folding, "AGAIN_S", 0.0)
    ledger, said = Ledger(), []
    ledger.folding = folding.Folding(None, ledger, say=said.append)
    asyncio.run(ledger.folding._idle())
    assert ledger.told == [True, False, False]
    assert (said, ledger.folding.folds.is_kept) == (["away", "away"], True)
