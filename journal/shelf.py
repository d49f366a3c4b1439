"""A journal of years, game by game: the newest games listed, any one opened without the rest."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass

from journal.personal import told
from journal.place import Place
from journal.read import JournalReader
from journal.replay import PlayedGame, Rulebook, replay
from journal.rows import START, Row
from journal.rulings import (
    CASE,
    CASE_CLOSED,
    CASE_ITEM,
    MISSED,
    REVIEW,
    RULING,
    SIGNATURE,
    Decided,
    decided,
)
from journal.trouble import trouble

PEOPLE = (RULING, SIGNATURE, REVIEW, CASE, CASE_ITEM, CASE_CLOSED, MISSED)
GAME, RESULT = "game", "result"
LISTED = 50


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list: its name (the number of its first row), when it began, how it ended."""

    seq: int
    wall: str
    number: int
    result: str


@dataclass(frozen=True, slots=True)
class OneGame:
    """A game with the rows that it needs, and what people decided in the whole journal."""

    rows: tuple[Row, ...]
    told: tuple[Row, ...]
    game: PlayedGame
    people: Decided


def newest_games(place: Place, before: int | None = None, limit: int = LISTED) -> list[GameLine]:
    """Return the games that began last, or last before a row, the newest first.

    Raises TableError.
    """
    with closing(JournalReader(place)) as reader:
        begun = reader.back((GAME,), before, limit)
        if not begun:
            return []
        results = _results(reader.back((RESULT,), before, 2 * limit), [row.seq for row in begun])
    return [
        GameLine(row.seq, row.wall, int(str(row.content.get("game", 1))), results.get(row.seq, ""))
        for row in begun
    ]


def _results(rows: Iterable[Row], begun: list[int]) -> dict[int, str]:
    """Return the result of each game by its number: the row that comes before the next game."""
    found: dict[int, str] = {}
    for row in rows:
        game = next((seq for seq in begun if seq < row.seq), None)
        if game is not None:
            found[game] = str(row.content.get("result", ""))
    return found


def open_game(place: Place, seq: int, rules: Rulebook) -> OneGame:
    """Read one game; raises TableError for none such, RowError and RulesError.

    The game before it is read along: what nobody saw then may still be out of sight.
    """
    with closing(JournalReader(place)) as reader:
        starts = [row for row in reader.back((START,), seq, LISTED) if row.begins_run]
        begun = reader.back((GAME,), seq + 1, 2)
        if not starts or not begun or begun[0].seq != seq:
            raise trouble("journal-no-game", place, row=seq)
        first = begun[-1].seq if begun[-1].seq > starts[0].seq else seq
        after = reader.since(seq, (GAME,), 1)
        run = reader.since(seq, (START,), 1)
        ends = [row.seq for row in (*after, *run) if row.kind == GAME or row.begins_run]
        rows = (starts[0], *reader.span(first, min(ends, default=None)))
        people = tuple(reader.pages(0, PEOPLE))
        texts = reader.texts() if people or any("personal" in r.payload for r in rows) else {}
    readable = told(rows, texts)
    game = next(one for one in replay(readable, rules) if one.seq == seq)
    return OneGame(rows, readable, game, decided(told(people, texts)))
