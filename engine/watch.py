"""Follow a table: judge each move as it is seen, show the signal, keep the record."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from engine.correcting import after_correction, after_rereading, after_truth
from engine.entries import Entry, entries_between
from engine.faults import Fault, Noted, TableError
from engine.happenings import (
    Acknowledged,
    Answered,
    Broke,
    Corrected,
    Happening,
    InspectorCalled,
    LetGo,
    Mended,
    Paused,
    Retold,
    Said,
    Ticked,
)
from engine.ports import Indicator, Misread, Sighting
from engine.recounting import after_counting, recounted
from engine.standing import (
    Standing,
    after_acknowledging,
    after_answer,
    after_letting_go,
    after_saying,
    after_sighting,
)
from engine.timekeeping import after_call, after_pause, after_tick, with_turn
from engine.troubles import broken, mended

JOURNAL_FAULTS = frozenset({Fault.DISK_FULL, Fault.JOURNAL_BUSY, Fault.JOURNAL_BROKEN})


NOTES_KEPT = 8
"""How many notices are remembered; a page shows the newest for a while."""


class Records(Protocol):
    """Where everything that happened is kept."""

    def keep(self, entries: Sequence[Entry]) -> None:
        """Keep rows for good, all or none, in order.

        Raises TableError when they cannot be kept now; they then wait for the next call and are
        not given again.
        """
        ...


class Page(Protocol):
    """Who shows the standing to people; never blocks the line."""

    def publish(self, standing: Standing) -> None:
        """Show how the table stands now."""
        ...


def follow(standing: Standing, happening: Happening) -> Standing:
    """Return the standing after something happened; the clock of the turn comes last."""
    return with_turn(standing, _followed(standing, happening), happening.taken_at)


def _followed(  # noqa: C901, PLR0911, PLR0912 - one line for each kind of happening
    standing: Standing, happening: Happening
) -> Standing:
    match happening:
        case Sighting(misread=Misread()):
            return after_rereading(standing, happening)
        case Sighting():
            return recounted(after_sighting(standing, happening))
        case Said(move=move, taken_at=taken_at):
            return after_counting(after_saying(standing, move, taken_at), move)
        case Acknowledged(finding=finding):
            return after_acknowledging(standing, finding)
        case Answered(doubt=doubt, choice=choice):
            return after_answer(standing, doubt, choice)
        case Corrected():
            return after_correction(standing)
        case Retold(step=step, truth=truth):
            return after_truth(standing, step, truth)
        case LetGo(finding=finding):
            return after_letting_go(standing, finding)
        case InspectorCalled():
            return after_call(standing)
        case Paused(begins=begins):
            return after_pause(standing, begins=begins)
        case Ticked(taken_at=taken_at):
            return after_tick(standing, taken_at)
        case Broke():
            return broken(standing, happening.thing)
        case Noted():
            return replace(standing, noted=(*standing.noted, happening)[-NOTES_KEPT:])
        case Mended(fault=fault):
            return mended(standing, fault)


class Watch:
    """The end of the straight line: what was seen goes in, light, journal and page come out."""

    def __init__(
        self, standing: Standing, indicator: Indicator, records: Records, page: Page
    ) -> None:
        """Begin with a standing; the light comes before the journal, and the page last."""
        self.standing = standing
        self._indicator = indicator
        self._records = records
        self._page = page

    def take(self, happening: Happening) -> None:
        """Follow one happening to its end: signal, rows, page."""
        self._keep(self._follow(happening), happening.taken_at)
        self._page.publish(self.standing)

    def rest(self, taken_at: float) -> None:
        """Use the time when nothing happens: keep what could not be kept, show that we live."""
        self._indicator.show(self.standing.signal)
        if self._journal_faults():
            self._keep((), taken_at)
        self._page.publish(self.standing)

    def _follow(self, happening: Happening) -> tuple[Entry, ...]:
        """Move on and show the signal; return the rows that this leaves."""
        before, self.standing = self.standing, follow(self.standing, happening)
        self._indicator.show(self.standing.signal)
        return tuple(entries_between(before, self.standing, happening))

    def _keep(self, entries: Sequence[Entry], taken_at: float) -> None:
        """Keep rows, or show that they cannot be kept; what broke and was mended is kept too."""
        try:
            self._records.keep(entries)
            for fault in self._journal_faults():
                self._records.keep(self._follow(Mended(fault, taken_at)))
        except TableError as error:
            self._wait_for_journal(Broke.by(error, taken_at))

    def _wait_for_journal(self, broke: Broke) -> None:
        if entries := self._follow(broke):
            with suppress(TableError):  # known already: the row waits with the others
                self._records.keep(entries)

    def _journal_faults(self) -> frozenset[Fault]:
        return JOURNAL_FAULTS & {broken.fault for broken in self.standing.faults}
