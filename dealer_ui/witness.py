"""Keeps evidence while a table is watched: a thread of its own cuts clips, the line never waits."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from dealer_ui.evidence import AFTER_S, Gathering
from dealer_ui.sweeping import Keeping
from engine.entries import Entry
from engine.faults import TableError
from engine.game import apply
from engine.notation import print_position
from engine.row_reading import cards_in
from engine.rows import move_row
from engine.standing import AskedDoubt, Flag, Standing, Step
from journal.in_question import InQuestion
from journal.incidents import is_incident
from vision.footage import Footage
from vision.frames import Frame

SETTLED_S = 2.0
"""The recorder has a second on the disk so long after it was seen."""
AGAIN_S = 5.0
"""What could not be kept is tried again after so long, in seconds of the day."""


class RunFootage:
    """The video of the run that goes on: what has been written of it so far."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Look into folders of segments on one clock: a run that goes on has several."""
        self._folders = folders

    def frames(self, from_s: float, to_s: float) -> Iterator[Frame]:
        """Yield the frames taken in a time."""
        for folder in self._folders:
            yield from Footage(folder).frames(from_s, to_s)


class Witness:
    """A page that nobody reads: it sees what is flagged and asked, and keeps what was seen."""

    def __init__(
        self,
        opened: Callable[[], Gathering],
        records: Keeping,
        known: Collection[str] = (),
    ) -> None:
        """Gather with what `opened` opens, in a thread.

        Evidence for what is `known` was kept before a crash.
        """
        self._opened, self._records = opened, records
        self._known = frozenset(known)
        self._flags = self._doubts = 0
        self._now = 0.0
        self._wanted: deque[InQuestion] = deque()
        self._ends = False
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="witness", daemon=True)
        self._thread.start()

    def publish(self, standing: Standing) -> None:
        """See what is new; never blocks the line."""
        fresh = [w for w in standing.flags.items() if w[0] > self._flags]
        self._flags = max(self._flags, standing.found)
        wanted = [flagged(standing, *two) for _, two in fresh if is_incident(two[1].violation)]
        wanted = [one for one in wanted if one.of not in self._known]
        if standing.doubt is not None and standing.doubt.id > self._doubts:
            self._doubts = standing.doubt.id
            if f"d{self._doubts}" not in self._known:
                wanted.append(asked(standing, standing.doubt))
        if wanted:
            with self._news:
                self._wanted.extend(wanted)

    def at(self, taken_at: float) -> None:
        """Hear how far the camera is."""
        if self._wanted and taken_at >= self._wanted[0].taken_at + AFTER_S + SETTLED_S:
            with self._news:
                self._now = taken_at
                self._news.notify()

    def close(self) -> None:
        """Keep what is still wanted, with the video that there is, and end."""
        with self._news:
            self._ends = True
            self._news.notify()
        self._thread.join(timeout=60)

    def _run(self) -> None:
        gathering: Gathering | None = None
        while (wanted := self._next()) is not None:
            try:
                gathering = gathering or self._opened()
                entry = gathering.gather(wanted)
            except (OSError, ValueError, TableError):
                entry = Entry("evidence", wanted.taken_at, wanted.fields())
            self._keep((entry,))

    def _next(self) -> InQuestion | None:
        """Wait for what is due; None when all is kept and the run is over."""
        with self._news:
            while not self._is_due():
                if self._ends and not self._wanted:
                    return None
                self._news.wait()
            return self._wanted.popleft()

    def _is_due(self) -> bool:
        if not self._wanted:
            return False
        return self._ends or self._now >= self._wanted[0].taken_at + AFTER_S + SETTLED_S

    def _keep(self, entries: Sequence[Entry]) -> None:
        """Keep rows, as often as it takes; at the end of the run one more time."""
        while entries:
            try:
                self._records.keep_aside(entries)
            except TableError:
                with self._news:
                    if self._ends:
                        return
                    self._news.wait(AGAIN_S)
            else:
                return


def flagged(standing: Standing, step: Step, flag: Flag) -> InQuestion:
    """Return what a flag puts in question, with the position before its move."""
    game = standing.start
    for earlier in standing.steps:
        if earlier.number == step.number:
            break
        game = game if earlier.is_void else apply(game, earlier.move)
    violation = flag.violation
    on = () if violation.on is None else (violation.on,)
    return InQuestion(
        f"f{flag.id}",
        step.taken_at,
        step.frame,
        print_position(game),
        (*violation.cards, *on),
        rule=str(violation.code),
        clause=violation.clause,
    )


def asked(standing: Standing, doubt: AskedDoubt) -> InQuestion:
    """Return what a doubt puts in question."""
    rows = [move_row(move) for move in doubt.doubt.answers]
    cards = tuple(dict.fromkeys(card for row in rows for card in cards_in(row)))
    position = print_position(standing.game)
    return InQuestion(f"d{doubt.id}", doubt.taken_at, standing.frame, position, cards)
