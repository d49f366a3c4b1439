"""Exports of a journal: protocol, record, table, JSON, and a case as one archive."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from dealer_ui.exporting.chapters import moment
from dealer_ui.exporting.games import ToldGame, game_json, told_games
from dealer_ui.exporting.protocol import protocol_pdf, ruling_text
from dealer_ui.exporting.sheets import as_csv
from dealer_ui.prompts import Catalogue
from engine.notation import print_move
from engine.record import Ruling as Remark
from engine.record import print_record
from engine.rows import Row as Payload
from journal.archive import pack
from journal.desk import Desk, DeskError
from journal.evidence import EVIDENCE, EvidenceStore, files_in
from journal.game_records import record_of
from journal.incidents import is_incident
from journal.outcomes import score
from journal.place import evidence_folder
from journal.replay import Rulebook
from journal.rulings import Ruling

FORMAT = "kozyr-journal-export/1"
NO_DATE = 1970


@dataclass(frozen=True, slots=True)
class Exporter:
    """A journal that is to leave the house, in a language."""

    desk: Desk
    rules: Rulebook
    words: Catalogue

    @property
    def games(self) -> tuple[ToldGame, ...]:
        """Return its games."""
        return told_games(self.desk.told, self.rules, self._begun())

    def as_bytes(self, suffix: str) -> bytes:
        """Return the journal in the form that a suffix names; raises DeskError for none such."""
        makers: Mapping[str, Callable[[], bytes]] = {
            ".pdf": lambda: protocol_pdf(self.desk, self.games, self.words),
            ".dkn": lambda: self._records().encode(),
            ".csv": lambda: self._table().encode(),
            ".json": lambda: _text(self.document()).encode(),
        }
        if suffix not in makers:
            kinds = " ".join(makers)
            said = f"{suffix or 'no suffix'}: write one of {kinds}"
            raise DeskError(said, "export-suffix", kinds)
        return makers[suffix]()

    def document(self) -> Payload:
        """Return the whole journal as plain values, in a form that says its version."""
        last = self.desk.rows[-1]
        return {
            "format": FORMAT,
            "journal": self.desk.path.name,
            "rows": last.seq,
            "head": last.hash,
            "score": str(score(self.desk.ruled)),
            "games": [
                {**game_json(game), "ruled": ruled.result}
                for game, ruled in zip(self.games, self.desk.ruled, strict=True)
            ],
            "rulings": [
                {**ruling.fields(), "row": ruling.seq, "holds": ruling.holds}
                for rulings in self.desk.people.rulings.values()
                for ruling in rulings
            ],
            "cases": [_case(self.desk, name) for name in self.desk.people.cases],
        }

    def case(self, name: str, path: Path) -> None:
        """Write a case as one archive; raises DeskError for none such, OSError."""
        if name not in self.desk.people.cases:
            raise DeskError(f"there is no case {name} in {self.desk.path}", "desk-no-case", name)
        case = self.desk.people.cases[name]
        wanted = frozenset(case.incidents)
        files = {
            "protocol.pdf": protocol_pdf(self.desk, self.games, self.words, wanted),
            "case.json": _text(_case(self.desk, name)).encode(),
            "games.dkn": self._records().encode(),
        }
        files |= {f"evidence/{n}": d for n, d in self._evidence(wanted)}
        pack(path, {"case": name, "title": case.title}, files, self.desk.rows)

    def _evidence(self, wanted: frozenset[str]) -> Iterator[tuple[str, bytes]]:
        """Yield every file that is kept for some incidents."""
        store = EvidenceStore(evidence_folder(self.desk.path))
        names = {(i.run, name) for i in self.desk.incidents if i.id in wanted for name in i.names}
        run = 0
        for row in self.desk.rows:
            run = row.seq if row.begins_run else run
            if row.kind == EVIDENCE and (run, str(row.content["of"])) in names:
                for kept in files_in(row.content):
                    if store.path(kept).is_file():
                        yield kept.name.rpartition("/")[2], store.path(kept).read_bytes()

    def _records(self) -> str:
        """Return the records of all games, with the rulings behind the moves."""
        return "\n".join(
            print_record(record_of(game.played, ruled.standing, self._remarks(game)))
            for game, ruled in zip(self.games, self.desk.ruled, strict=True)
        )

    def _remarks(self, game: ToldGame) -> dict[int, list[Remark]]:
        remarks: dict[int, list[Remark]] = {}
        for incident in game.incidents:
            ruling = self.desk.people.ruling(incident.id)
            if ruling is not None and incident.flags:
                step = incident.flags[0].step
                remarks.setdefault(step, []).append(_remark(ruling))
        return remarks

    def _ruled(self, game: ToldGame) -> dict[int, list[str]]:
        """Say for each move, in the language asked for, what was ruled about it."""
        told: dict[int, list[str]] = {}
        for incident in game.incidents:
            ruling = self.desk.people.ruling(incident.id)
            if ruling is not None and incident.flags:
                step = incident.flags[0].step
                told.setdefault(step, []).append(ruling_text(ruling, self.words))
        return told

    def _table(self) -> str:
        names = ("game", "table", "source", "time", "move", "what", "ruling")
        head = [self.words.text(f"report.column.{name}") for name in names]
        return as_csv(head, self._lines())

    def _lines(self) -> Iterator[Sequence[object]]:
        """Yield a line for each move, with what was flagged in it and ruled about it."""
        for game in self.games:
            rulings = self._ruled(game)
            for step in game.steps:
                flags = [
                    self.words.texts[f"code.{flag.violation.code}.title"]
                    for flag in step.flags
                    if is_incident(flag.violation)
                ]
                ruled = "; ".join(rulings.get(step.number, []))
                place = (game.number, game.played.table, game.played.source)
                told = (print_move(step.move), "; ".join(flags), ruled)
                yield (*place, moment(step.taken_at), *told)

    def _begun(self) -> datetime | None:
        """Return the time of day of the camera's zero, as the first row of a move tells it."""
        for row in self.desk.rows:
            if row.kind == "action":
                wall = datetime.fromisoformat(row.wall)
                is_live = row.seq > 1 and self.desk.rows[0].wall != self.desk.rows[-1].wall
                begun = wall - timedelta(seconds=row.taken_at) if is_live else wall
                return None if begun.year <= NO_DATE else begun
        return None


def _remark(ruling: Ruling) -> Remark:
    text = f"{ruling.decision}: {ruling.reason}"
    return Remark("inspector", f"{text}, {ruling.note}" if ruling.note else text)


def _case(desk: Desk, name: str) -> Payload:
    case = desk.people.cases[name]
    return {
        "case": case.id,
        "title": case.title,
        "by": case.by,
        "incidents": list(case.incidents),
        "notes": [{"by": by, "note": note} for by, note in case.notes],
    }


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
