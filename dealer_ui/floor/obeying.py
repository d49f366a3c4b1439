"""A table does what its floor tells it: once, with a row before and a row after."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from dealer_ui.auditing.rulebook import rulebook
from dealer_ui.commands import CommandsFullError, CommandSink, Correct
from dealer_ui.floor.orders import (
    FloorOrder,
    Refusal,
    RefusedError,
    TellClip,
    TellCorrection,
    TellPromotion,
    TellRules,
    TellRuling,
    read_order,
)
from dealer_ui.floor.rules_choice import choose_rules
from dealer_ui.workshop.model_shelf import ModelShelf, NotPromotedError
from engine.entries import Entry
from engine.house import RulesError
from engine.row_reading import RowError
from journal.desk import Change, Desk, DeskError, Pen
from journal.floor.sheaf import journal_name
from journal.personal import Personal
from journal.place import evidence_folder
from journal.read import JournalReader
from journal.rows import Versions
from journal.rulings import Ruling, true_move
from journal.store import SqlJournal
from vision.registry import WeightsError

COMMAND, OUTCOME = "command", "command-outcome"
"""The rows: what was told by whom, before it is done; and what came of it."""
DONE = "done"


@dataclass(frozen=True, slots=True)
class Hands:
    """By what a table does what it is told: the line's commands, its models, its rules."""

    commands: CommandSink
    models: ModelShelf
    rules: str
    """The rules that a journal is read by; empty: those that each row names."""


class Obedience:
    """Does orders about one journal; what was begun once is never begun again."""

    def __init__(
        self,
        table: str,
        key: str,
        journal: Path,
        hands: Hands,
        send: Callable[[str, Path], None] | None = None,
    ) -> None:
        """Believe the floor with this public key; `send` a file to it under a name."""
        self._send = send
        self._table, self._key, self._journal, self._hands = table, key, journal, hands
        self._begun: set[str] | None = None

    def obey(self, came: bytes) -> str:
        """Do what came, unless it was done; return what came of it.

        Raises TableError where the journal cannot be written: then it has to come again.
        """
        name, rows = self._read()
        if self._begun is None:
            self._begun = self._recovered(rows)
        try:
            order = read_order(came, self._key, self._table)
        except RefusedError as error:
            self._finish("", error)
            return str(error.why)
        if order.id in self._begun:
            return DONE
        refused = self._done(order, name)
        return DONE if refused is None else str(refused.why)

    def _done(self, order: FloorOrder, journal: str) -> RefusedError | None:
        """Do it, or return why it is not done."""
        if order.journal != journal:
            return self._refuse(order, RefusedError(Refusal.OTHER_JOURNAL, order.journal))
        match order.tell:
            case TellRuling():
                return self._ruled(order, order.tell)
            case TellCorrection(said=said):
                self._begin(order)
                return self._finish(order.id, self._said(said))
            case TellRules() | TellPromotion():
                self._begin(order)
                return self._finish(order.id, self._changed(order.tell))
            case TellClip(incident=incident):
                self._begin(order)
                return self._shown(order, incident)

    def _ruled(self, order: FloorOrder, told: TellRuling) -> RefusedError | None:
        """Keep a ruling and the rows around it, all or none."""
        try:
            change = self._considered(order.by, told)
        except RefusedError as error:
            return self._refuse(order, error)
        self._pen().rule(change, (_taken(order),), (_outcome(order.id),))
        self._know(order)
        return None

    def _shown(self, order: FloorOrder, incident: str) -> RefusedError | None:
        """Send a clip, after the row that says who sees it."""
        if self._send is None:
            return self._finish(order.id, RefusedError(Refusal.NOT_HERE))
        try:
            desk = Desk.at(self._journal, rulebook(self._hands.rules))
            clip = desk.clip(incident)
            path = evidence_folder(self._journal) / clip.name
            path.stat()
            self._pen().view(desk, incident, clip.sha256, order.by)
            self._send(clip.name, path)
        except (DeskError, RowError, RulesError, OSError) as error:
            return self._finish(order.id, RefusedError(Refusal.REFUSED, str(error)))
        return self._finish(order.id, None, clip.name)

    def _said(self, said: Correct) -> RefusedError | None:
        """Say it to the running line; return why not."""
        try:
            self._hands.commands.accept(said)
        except CommandsFullError:
            return RefusedError(Refusal.REFUSED, "nobody listens")
        return None

    def _changed(self, told: TellRules | TellPromotion) -> RefusedError | None:
        """Change what holds from the next start on; return why not."""
        try:
            if isinstance(told, TellRules):
                choose_rules(self._journal, told.profile, told.text)
            else:
                models = self._hands.models
                models.promote(told.candidate, told.why, insists=told.insists)
        except NotPromotedError as error:
            return RefusedError(Refusal.REFUSED, f"worse, or not measured: {error}")
        except (RulesError, WeightsError, OSError) as error:
            return RefusedError(Refusal.REFUSED, str(error))
        return None

    def _considered(self, by: str, told: TellRuling) -> Change:
        try:
            truths = tuple(map(true_move, told.truths))
            ruling = Ruling(
                told.incident, told.decision, told.reason, by, told.note, truths, told.winner
            )
            return Desk.at(self._journal, rulebook(self._hands.rules)).considered(ruling)
        except (DeskError, RowError, RulesError, ValueError) as error:
            raise RefusedError(Refusal.REFUSED, str(error)) from None

    def _begin(self, order: FloorOrder) -> None:
        """Write down what was told; from here on it is not begun again."""
        self._write(_taken(order))
        self._know(order)

    def _know(self, order: FloorOrder) -> None:
        if self._begun is not None:
            self._begun.add(order.id)

    def _refuse(self, order: FloorOrder, refused: RefusedError) -> RefusedError:
        """Write down what was told and why nothing was done."""
        self._begin(order)
        self._finish(order.id, refused)
        return refused

    def _finish(
        self, order: str, refused: RefusedError | None, file: str = ""
    ) -> RefusedError | None:
        """Write down what came of it, and return why it was not done."""
        self._write(_outcome(order, refused, file))
        return refused

    def _recovered(self, rows: Iterable[tuple[str, str]]) -> set[str]:
        """Return the orders that were begun; say of those that were broken off that they were."""
        begun = {name for kind, name in rows if kind == COMMAND}
        over = {name for kind, name in rows if kind == OUTCOME}
        for order in sorted(begun - over):
            self._finish(order, RefusedError(Refusal.BROKEN_OFF))
        return begun

    def _read(self) -> tuple[str, list[tuple[str, str]]]:
        """Return the journal's name, and the orders that it knows already."""
        with closing(JournalReader(self._journal)) as reader:
            first = reader.since(0, limit=1)
            rows = list(reader.pages(0, (COMMAND, OUTCOME))) if self._begun is None else []
        name = journal_name(first[0]) if first else ""
        return name, [(row.kind, str(row.content.get("id", ""))) for row in rows]

    def _pen(self) -> Pen:
        with closing(JournalReader(self._journal)) as reader:
            last = reader.since(reader.last_seq() - 1, limit=1)
        judged = (last[0].models, last[0].rules) if last else ("", "")
        return Pen(self._journal, Versions(version("kozyr"), *judged))

    def _write(self, entry: Entry) -> None:
        pen = self._pen()
        with closing(SqlJournal(pen.path, pen.versions, alone=False)) as journal:
            journal.record_all([entry])


def _taken(order: FloorOrder) -> Entry:
    said = order.tell.model_dump(mode="json", exclude={"note", "text"})
    told = {"id": order.id, "by": Personal(order.by), "at": order.at, "tell": said}
    return Entry(COMMAND, 0.0, told)


def _outcome(order: str, refused: RefusedError | None = None, file: str = "") -> Entry:
    told: dict[str, object] = {"id": order, "outcome": DONE}
    if file:
        told["file"] = file
    if refused is not None:
        told |= {"outcome": "refused", "why": str(refused.why)}
        told |= {"more": refused.more} if refused.more else {}
    return Entry(OUTCOME, 0.0, told)
