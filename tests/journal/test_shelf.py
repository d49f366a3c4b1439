"""A journal of years: any game is opened by itself as it is found when everything is read."""

from __future__ import annotations

from contextlib import closing

import pytest

from engine.entries import Entry
from engine.faults import TableError
from journal.desk import Desk
from journal.personal import told
from journal.read import JournalReader, read_rows, read_texts
from journal.replay import replay
from journal.shelf import newest_games, open_game
from journal.store import SqlJournal
from tests.journal.played import VERSIONS, Evening, rules


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """Two runs of three games each, and what people wrote after them."""
    path = tmp_path_factory.mktemp("shelf") / "table-7.journal"
    with closing(SqlJournal(path, VERSIONS)) as journal:
        for run in range(2):
            evening = Evening(run)
            evening.play(35)
            journal.record_all(evening.entries)
            for game in range(1, 3):
                another = Evening(10 * run + game)
                another.play(35)
                journal.record_all(another.entries[1:])
            journal.record_all([Entry("end", 1.0, {"how": "over"})])
    return path


def test_the_newest_games_come_first_and_page_by_page(path):
    everything = [game.seq for game in reversed(replay(read_rows(path), rules))]
    first = newest_games(path, limit=4)
    assert [line.seq for line in first] == everything[:4]
    assert [line.seq for line in newest_games(path, first[-1].seq, 4)] == everything[4:]
    assert newest_games(path, everything[-1]) == []


def test_a_game_by_itself_is_the_game_among_all(path):
    for whole in replay(told(read_rows(path), read_texts(path)), rules):
        one = open_game(path, whole.seq, rules)
        assert one.game.standing.game == whole.standing.game
        assert [step.move for step in one.game.standing.steps] == [
            step.move for step in whole.standing.steps
        ]
        assert one.game.rows == whole.rows


def test_results_stand_in_the_list(tmp_path):
    evening = Evening(4, errs=False)
    evening.play(300)
    path = tmp_path / "t.journal"
    with closing(SqlJournal(path, VERSIONS)) as journal:
        journal.record_all(evening.entries)
    (line,) = newest_games(path)
    desk = Desk.at(path, rules)
    assert line.result == desk.ruled[0].result


@pytest.mark.parametrize("seq", [0, 1, 4, 9999])
def test_what_is_no_game_is_refused(path, seq):
    with pytest.raises(TableError, match=f"no game of .* begins with row {seq}"):
        open_game(path, seq, rules)


def test_lists_and_games_are_found_by_an_index(path):
    """Reading a page must not look at every row of a journal of years."""
    with closing(JournalReader(path)) as reader:
        for query in (
            "SELECT * FROM journal WHERE kind IN ('game') AND seq < 9 ORDER BY seq DESC LIMIT 50",
            "SELECT * FROM journal WHERE kind IN ('ruling', 'review') AND seq > 0 ORDER BY seq",
        ):
            plan = reader._connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}").all()
            assert any("ix_journal_kind" in str(step) for step in plan), plan
