"""The inspector's desk: a journal read as incidents and games, and what is decided written down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime

from engine.entries import Entry
from engine.faults import Cause, Figures
from engine.rows import Row as Payload
from journal.evidence import EVIDENCE, Kept, files_in
from journal.incidents import Incident, incidents, is_incident
from journal.outcomes import RuledGame, Score, ruled_games, score
from journal.personal import ERASED, Personal, naming, told
from journal.place import Place
from journal.read import read_rows, read_texts
from journal.replay import PlayedGame, Rulebook, replay
from journal.rows import Row, Versions
from journal.rulings import (
    CASE,
    CASE_CLOSED,
    CASE_ITEM,
    MISSED,
    REVIEW,
    RULING,
    SIGNATURE,
    VIEW,
    Decided,
    Missed,
    Ruling,
    decided,
)
from journal.store import SqlJournal, utc_now


class DeskError(ValueError):
    """Something that cannot be decided so; the message says why, the cause says it to people."""

    def __init__(self, said: str, code: str, thing: str, figures: Figures = ()) -> None:
        """Say why for the log; code, thing and figures say it in every language."""
        super().__init__(said)
        self.cause, self.figures = Cause(code, thing), figures


@dataclass(frozen=True, slots=True)
class Change:
    """What a ruling would change: the game's result and the score, before and after."""

    ruling: Ruling
    before: str
    after: str
    score_before: Score
    score_after: Score
    flags_before: int
    flags_after: int


@dataclass(frozen=True, slots=True)
class Desk:
    """A journal as an inspector reads it."""

    path: Place
    rows: tuple[Row, ...]
    """As they were written: the chain is over these."""
    told: tuple[Row, ...]
    """As people read them: with the names and notes that are not forgotten."""
    games: tuple[PlayedGame, ...]
    incidents: tuple[Incident, ...]
    people: Decided

    @staticmethod
    def at(path: Place, rules: Rulebook) -> Desk:
        """Read a journal; raises TableError, RowError and RulesError."""
        rows = read_rows(path)
        readable = told(rows, read_texts(path))
        games = tuple(game for game in replay(readable, rules) if game.is_played)
        return Desk(path, rows, readable, games, incidents(readable), decided(readable))

    def incident(self, name: str) -> Incident:
        """Return an incident by its name; raises DeskError for none such."""
        found = next((one for one in self.incidents if one.id == name), None)
        if found is None:
            raise DeskError(f"there is no incident {name} in {self.path}", "desk-no-incident", name)
        return found

    def clip(self, name: str) -> Kept:
        """Return the clip of an incident; raises DeskError where none was kept."""
        incident = self.incident(name)
        run = 0
        for row in self.rows:
            run = row.seq if row.begins_run else run
            is_its = row.kind == EVIDENCE and run == incident.run
            if is_its and str(row.content["of"]) in incident.names:
                clip = row.content.get("clip")
                if isinstance(clip, dict):
                    return next(files_in(clip))
        raise DeskError(f"no clip was kept for {name}", "desk-no-clip", name)

    @property
    def ruled(self) -> tuple[RuledGame, ...]:
        """Return the games with what was ruled."""
        return ruled_games(self.games, self.incidents, self.people)

    def considered(self, ruling: Ruling) -> Change:
        """Return what a ruling would change; raises DeskError where it makes no sense."""
        incident = self.incident(ruling.incident)
        held = self.people.ruling(ruling.incident)
        if held is not None and held.decision is not ruling.decision:
            ruling = replace(ruling, is_reversal=True)
        game = next((g for g in self.games if g.seq == incident.game), None)
        for truth in ruling.truths:
            if game is None or all(s.number != truth.step for s in game.standing.steps):
                raise DeskError(
                    f"m{truth.step} is no move of the game of {incident.id}",
                    "desk-no-move",
                    incident.id,
                    (("move", truth.step),),
                )
        after = ruled_games(self.games, self.incidents, self.people, (ruling,))
        one, other = _of(self.ruled, incident), _of(after, incident)
        return Change(
            ruling,
            one.result if one else "",
            other.result if other else "",
            score(self.ruled),
            score(after),
            _flags(one),
            _flags(other),
        )


def _flags(game: RuledGame | None) -> int:
    """Count the flags of a game that people look at."""
    held = () if game is None else game.standing.flags.values()
    return sum(is_incident(flag.violation) for _, flag in held)


def _of(games: tuple[RuledGame, ...], incident: Incident) -> RuledGame | None:
    return next((game for game in games if game.played.seq == incident.game), None)


@dataclass(frozen=True, slots=True)
class Pen:
    """Writes what people decide into the journal; each row is on the disk when it returns.

    The table that the journal is of may be watched meanwhile. Names and notes stand apart from the
    chain, and can be forgotten.
    """

    path: Place
    versions: Versions
    wall_clock: Callable[[], datetime] = utc_now

    def rule(
        self, change: Change, before: Sequence[Entry] = (), after: Sequence[Entry] = ()
    ) -> int:
        """Keep a ruling that was considered, with what it changes; raises TableError.

        Rows that belong to it are kept before and after it, all or none.
        """
        was = {"result": change.before, "score": str(change.score_before)}
        becomes = {"result": change.after, "score": str(change.score_after)}
        row = change.ruling.fields()
        if "note" in row:
            row["note"] = Personal(str(row["note"]))
        row |= {"before": was, "after": becomes, "by": Personal(str(row["by"]))}
        with closing(self._opened()) as journal:
            numbers = journal.record_all([*before, Entry(RULING, 0.0, row), *after])
        return numbers[len(before)]

    def sign(self, desk: Desk, incident: str, by: str) -> int:
        """Sign the reversal that waits; raises DeskError for the wrong person, TableError."""
        waiting = desk.people.waiting(desk.incident(incident).id)
        if waiting is None:
            raise DeskError(
                f"nothing about {incident} waits for a signature", "desk-none-waits", incident
            )
        if waiting.by == by:
            raise DeskError(f"{by} ruled this: another person has to sign", "desk-same-person", by)
        return self._write(SIGNATURE, {"ruling": waiting.seq, "by": by})

    def review(self, desk: Desk, incident: str, by: str) -> int:
        """Note that a person has looked at an incident; raises DeskError, TableError."""
        return self._write(REVIEW, {"incident": desk.incident(incident).id, "by": by})

    def view(self, desk: Desk, incident: str, sha256: str, by: str) -> int:
        """Note that a person was shown a clip; raises DeskError, TableError."""
        name = desk.incident(incident).id
        return self._write(VIEW, {"incident": name, "sha256": sha256, "by": by})

    def view_case(self, desk: Desk, case: str, by: str) -> int:
        """Note that a person was given the clips and pictures of a case; raises TableError."""
        if case not in desk.people.cases:
            raise DeskError(f"there is no case {case} in {self.path}", "desk-no-case", case)
        return self._write(VIEW, {"case": case, "by": by})

    def view_recording(self, run: int, span_s: tuple[float, float], by: str) -> int:
        """Note that a person was shown the recording of a run from one time to another (s)."""
        from_s, to_s = (round(end, 4) for end in span_s)
        return self._write(VIEW, {"run": run, "from": from_s, "to": to_s, "by": by})

    def miss(self, desk: Desk, missed: Missed) -> int:
        """Note an offence that nobody was told of; raises DeskError, TableError."""
        game = next((one for one in desk.games if one.seq == missed.game), None)
        if game is None or all(step.number != missed.step for step in game.standing.steps):
            raise DeskError(
                f"no game {missed.game} of {desk.path} has a move m{missed.step}",
                "desk-no-step",
                str(missed.game),
                (("move", missed.step),),
            )
        row: Payload = {"game": missed.game, "move": missed.step, "code": str(missed.code)}
        row |= {"note": Personal(missed.note)} if missed.note else {}
        return self._write(MISSED, {**row, "by": missed.by})

    def open_case(self, desk: Desk, title: str, by: str) -> str:
        """Open a case and return its name; raises TableError."""
        name = desk.people.next_case
        self._write(CASE, {"case": name, "title": title, "by": by})
        return name

    def add_to_case(self, desk: Desk, case: str, item: Payload, by: str) -> int:
        """Add an incident or a note to a case; raises DeskError, TableError."""
        if case not in desk.people.cases:
            raise DeskError(f"there is no case {case} in {self.path}", "desk-no-case", case)
        if "incident" in item:
            desk.incident(str(item["incident"]))
        kept = {**item, "note": Personal(str(item["note"]))} if "note" in item else item
        return self._write(CASE_ITEM, {"case": case, **kept, "by": by})

    def close_case(self, desk: Desk, case: str, by: str) -> int:
        """Close a case; raises DeskError for none such that is open, TableError."""
        if case not in desk.people.cases or desk.people.cases[case].closed_by:
            raise DeskError(
                f"there is no open case {case} in {self.path}", "desk-no-open-case", case
            )
        return self._write(CASE_CLOSED, {"case": case, "by": by})

    def forget(self, desk: Desk, name: str, by: str) -> int:
        """Forget a name and the notes that hold it; return how many texts. Raises TableError."""
        tokens = naming(desk.rows, read_texts(desk.path), name)
        if not tokens:
            raise DeskError(f"nothing in {desk.path} names {name}", "desk-unnamed", name)
        entry = Entry(ERASED, 0.0, {"tokens": tokens, "by": Personal(by)})
        with closing(self._opened()) as journal:
            journal.forget(tokens, entry)
        return len(tokens)

    def _opened(self) -> SqlJournal:
        return SqlJournal(self.path, self.versions, self.wall_clock, alone=False)

    def _write(self, kind: str, payload: Payload) -> int:
        """Write one row; its camera time is 0: people write when the table is over."""
        row = {k: Personal(str(v)) if k == "by" else v for k, v in payload.items()}
        with closing(self._opened()) as journal:
            return journal.record(kind, 0.0, row)
