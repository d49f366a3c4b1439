"""What an audit leaves of each sitting: a record and a JSON file for every game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from dealer_ui.auditing.sittings import Sat
from dealer_ui.exporting.games import ToldGame, game_json, told_games
from engine.record import print_record
from journal.evidence import EvidenceStore
from journal.game_records import record_of
from journal.read import read_rows
from journal.replay import Rulebook
from journal.rows import Row


@dataclass(frozen=True, slots=True)
class Told:
    """One sitting with its games; `head` is the hash that proves its journal."""

    sat: Sat
    games: tuple[ToldGame, ...]
    rows: int
    head: str
    last: Row

    @property
    def store(self) -> EvidenceStore:
        """Return the evidence of the sitting."""
        return self.sat.store


def tell(sat: Sat, rules: Rulebook, begun: datetime | None) -> Told:
    """Write the files of every game of a sitting, and return what they tell.

    Raises TableError, RowError, RulesError and OSError.
    """
    rows = read_rows(sat.journal)
    for left in (
        "-wal",
        "-shm",
    ):  # what reading leaves beside a journal that nobody writes any more
        sat.journal.with_name(sat.journal.name + left).unlink(missing_ok=True)
    games = told_games(rows, rules, begun)
    for game in games:
        stem = sat.folder / f"game-{game.number}"
        stem.with_suffix(".dkn").write_text(print_record(record_of(game.played)), encoding="utf-8")
        write_json(stem.with_suffix(".json"), game_json(game))
    return Told(sat, games, len(rows), rows[-1].hash, rows[-1])


def write_json(path: Path, value: object) -> None:
    """Write a value as JSON that people can read, the same bytes each time."""
    text = json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")


def all_games(told: Sequence[Told]) -> list[ToldGame]:
    """Return the games of all sittings."""
    return [game for one in told for game in one.games]
