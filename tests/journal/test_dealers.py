"""Who dealt when: by the shift, else by the setting that the run was begun with."""

from __future__ import annotations

import pytest

from dealer_ui.exporting.games import game_json, told_games
from engine.entries import Entry
from journal.dealers import Dealers
from journal.personal import Personal, told
from journal.read import read_rows, read_texts
from journal.rows import RESUMES
from journal.store import SqlJournal
from tests.journal.played import VERSIONS, Evening, rules


def begun(**more):
    return Entry("start", 0.0, {"source": "film.mp4", "table": "7", **more})


def shift(by=""):
    return Entry("shift", 0.0, {"ready": True} | ({"by": Personal(by)} if by else {}))


NAMED = begun(dealer=Personal("Nina"))
PLAY = Entry("mark", 1.0, {})


@pytest.mark.parametrize(
    ("entries", "dealt"),
    [
        ([], []),
        ([begun(), PLAY], ["", ""]),
        ([NAMED, PLAY], ["Nina", "Nina"]),
        ([begun(), PLAY, shift("Olga"), PLAY], ["", "", "Olga", "Olga"]),
        ([NAMED, shift("Olga"), PLAY, shift("Nina")], ["Nina", "Olga", "Olga", "Nina"]),
        ([NAMED, shift(), PLAY], ["Nina", "Nina", "Nina"]),
        ([begun(), shift("Olga"), begun(**{RESUMES: 1}), PLAY], ["", "Olga", "Olga", "Olga"]),
        ([begun(), shift("Olga"), begun(), PLAY], ["", "Olga", "", ""]),
    ],
)
def test_the_dealer_of_a_row(tmp_path, entries, dealt):
    path = tmp_path / "table.journal"
    journal = SqlJournal(path, VERSIONS)
    journal.record_all(entries)
    journal.close()
    dealers = Dealers(told(read_rows(path), read_texts(path)))
    assert [dealers.at(seq) for seq in range(1, len(entries) + 1)] == dealt
    assert dealers.at(0) == ""


def test_a_game_is_counted_to_whoever_began_the_shift(tmp_path):
    evening = Evening(seed=3)
    evening.play(6)
    start, *game = evening.entries
    path = tmp_path / "table.journal"
    journal = SqlJournal(path, VERSIONS)
    journal.record_all([start, shift("Olga"), *game])
    journal.close()
    (played,) = told_games(tuple(told(read_rows(path), read_texts(path))), rules)
    assert game_json(played)["dealer"] == played.counted.dealer == "Olga"
