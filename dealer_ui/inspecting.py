"""The inspector's queue: what a journal's incidents come to on a page, and what is decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from dealer_ui.exporting.chapters import moment, title_of
from dealer_ui.exporting.protocol import ruling_text
from dealer_ui.prompts import Catalogue
from dealer_ui.reels import ReelRoom
from dealer_ui.searching import Wish, found_incidents
from dealer_ui.telling import prompt_for
from journal.desk import Change, Desk, Pen
from journal.incidents import Incident, Sort
from journal.read import JournalReader
from journal.replay import Rulebook
from journal.rows import Versions


@dataclass(frozen=True, slots=True)
class QueueLine:
    """An incident in the queue."""

    id: str
    sort: Sort
    at: str
    title: str
    who: str
    cards: str
    is_withdrawn: bool
    is_seen: bool
    ruled: str


@dataclass(frozen=True, slots=True)
class Queue:
    """The incidents that were asked for, the newest first, and how many of each sort are unseen."""

    lines: tuple[QueueLine, ...]
    unseen: dict[Sort, int]


@dataclass(frozen=True, slots=True)
class Why:
    """Why something was flagged: the sentence, what to do, and the clause."""

    sentence: str
    remedy: str
    clause: str
    code: str


class Inspection:
    """Reads a journal whenever it has more rows: the table that it is of may go on meanwhile."""

    def __init__(
        self, path: Path, rules: Rulebook, software: str, video: Path | None = None
    ) -> None:
        """Look at a journal and the recordings beside it; write under this release."""
        self._path, self.rules, self._software = path, rules, software
        self.reels = ReelRoom(video)
        self._lock = Lock()
        self._read: Desk | None = None

    def desk(self) -> Desk:
        """Read the journal; raises TableError, RowError, RulesError."""
        with self._lock:
            with closing(JournalReader(self._path)) as reader:
                last = reader.last_seq()
            if self._read is None or not self._read.rows or self._read.rows[-1].seq != last:
                self._read = Desk.at(self._path, self.rules)
            return self._read

    def close(self) -> None:
        """Let go of what was made ready to be played."""
        self.reels.close()

    def pen(self, desk: Desk) -> Pen:
        """Return what writes decisions down."""
        last = desk.rows[-1]
        return Pen(desk.path, Versions(self._software, last.models, last.rules))


def queue_of(
    desk: Desk,
    words: Catalogue,
    *,
    sorts: Sequence[Sort] = (),
    unseen_only: bool = False,
    wish: Wish = Wish(),  # noqa: B008 - frozen
) -> Queue:
    """Return what is looked for, with those of some sorts only, or what nobody has looked at."""
    lines = [_line(one, desk, words) for one in found_incidents(desk, wish)]
    unseen = Counter(line.sort for line in lines if not line.is_seen)
    shown = (
        line
        for line in lines
        if (not sorts or line.sort in sorts) and not (unseen_only and line.is_seen)
    )
    return Queue(tuple(shown), {sort: unseen[sort] for sort in Sort})


def _line(incident: Incident, desk: Desk, words: Catalogue) -> QueueLine:
    rulings = desk.people.rulings.get(incident.id)
    return QueueLine(
        incident.id,
        incident.sort,
        moment(incident.began_s),
        title_of(incident, words),
        ", ".join(words.who(seat) for seat in incident.seats),
        words.cards(incident.cards),
        incident.is_withdrawn,
        bool(desk.people.seen_by.get(incident.id)) or rulings is not None,
        ruling_text(rulings[-1], words) if rulings else "",
    )


def reasons(incident: Incident, words: Catalogue) -> tuple[Why, ...]:
    """Say why an incident was flagged, each rule once."""
    told = []
    for flag in incident.flags:
        wording = words.wording(prompt_for(flag.violation, 0, acknowledged=True))
        told.append(Why(wording.sentence, wording.remedy, wording.clause, str(flag.violation.code)))
    return tuple(dict.fromkeys(told))


def change_told(change: Change, words: Catalogue) -> tuple[str, ...]:
    """Say what a ruling changes, before it is kept."""
    none = words.text("report.unfinished")
    result: dict[str, object] = {"before": change.before or none, "after": change.after or none}
    score: dict[str, object] = {
        "before": str(change.score_before),
        "after": str(change.score_after),
    }
    flags: dict[str, object] = {"before": change.flags_before, "after": change.flags_after}
    parts: dict[str, dict[str, object]] = {"result": result, "score": score, "flags": flags}
    lines = [words.text(f"ruling.{name}", **told) for name, told in parts.items()]
    return (*lines, words.text("ruling.waits")) if change.ruling.is_reversal else tuple(lines)
