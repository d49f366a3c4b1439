"""Follow a table: judge each move as it is seen, show the signal, keep the record."""

from __future__ import annotations

from collections import deque
from typing import Protocol

from engine.entries import Entry, entries_between
from engine.faults import Fault, TableError
from engine.happenings import (
    Acknowledged,
    Answered,
    Broke,
    Corrected,
    Happening,
    InspectorCalled,
    Mended,
    Said,
)
from engine.ports import Indicator, Journal, Sighting
from engine.standing import (
    Standing,
    after_acknowledging,
    after_answer,
    after_correction,
    after_saying,
    after_sighting,
    broken,
    mended,
)

JOURNAL_FAULTS = frozenset({Fault.DISK_FULL, Fault.JOURNAL_BUSY})


class Page(Protocol):
    """Who shows the standing to people; never blocks the line."""

    def publish(self, standing: Standing) -> None:
        """Show how the table stands now."""
        ...


def follow(  # noqa: PLR0911 - one line for each kind of happening
    standing: Standing, happening: Happening
) -> Standing:
    """Return the standing after something happened."""
    match happening:
        case Sighting():
            return after_sighting(standing, happening)
        case Said(move=move, taken_at=taken_at):
            return after_saying(standing, move, taken_at)
        case Acknowledged(finding=finding):
            return after_acknowledging(standing, finding)
        case Answered(doubt=doubt, choice=choice):
            return after_answer(standing, doubt, choice)
        case Corrected():
            return after_correction(standing)
        case InspectorCalled():
            return standing
        case Broke(fault=fault, detail=detail):
            return broken(standing, fault, detail)
        case Mended(fault=fault):
            return mended(standing, fault)


class Watch:
    """The end of the straight line: what was seen goes in, light, journal and page come out."""

    def __init__(
        self, standing: Standing, indicator: Indicator, journal: Journal, page: Page
    ) -> None:
        """Begin with a standing; the light comes before the journal, and the page last."""
        self.standing = standing
        self._indicator = indicator
        self._journal = journal
        self._page = page
        self._unkept: deque[Entry] = deque()

    def take(self, happening: Happening) -> None:
        """Follow one happening to its end: signal, rows, page."""
        before, after = self.standing, follow(self.standing, happening)
        self.standing = after
        self._indicator.show(after.signal)
        self._unkept.extend(entries_between(before, after, happening))
        self._keep(happening.taken_at)
        self._page.publish(self.standing)

    def rest(self, taken_at: float) -> None:
        """Use the time when nothing happens: keep what could not be kept, show that we live."""
        self._keep(taken_at)
        self._indicator.show(self.standing.signal)
        self._page.publish(self.standing)

    def _keep(self, taken_at: float) -> None:
        """Write what is not yet kept, in order; what cannot be kept now waits for the next time."""
        try:
            while self._unkept:
                entry = self._unkept[0]
                self._journal.record(entry.kind, entry.taken_at, entry.payload)
                self._unkept.popleft()
        except TableError as error:
            self._note(Broke(error.fault, error.detail, taken_at))
        else:
            for fault in JOURNAL_FAULTS & {broken.fault for broken in self.standing.faults}:
                self._note(Mended(fault, taken_at))

    def _note(self, happening: Broke | Mended) -> None:
        """Show what became of the journal itself; its row waits with the others."""
        before, self.standing = self.standing, follow(self.standing, happening)
        self._unkept.extend(entries_between(before, self.standing, happening))
        self._indicator.show(self.standing.signal)
