"""Publishes a table's rows: the journal's own file is the outbox, and nothing is kept beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import nats.errors
import nats.js.errors
from nats.js import JetStreamContext

from dealer_ui.floor.progress import Progress, ProgressFile
from dealer_ui.floor.subjects import rows_of, text_of
from engine.faults import TableError
from journal.floor.sheaf import Sheaf, journal_name, parted, written, written_text
from journal.personal import Told, mentioned
from journal.read import JournalReader
from journal.rows import Row

LOOK_S = 0.1
"""A row waits at most so long before it is published."""
AGAIN_S = (0.2, 0.5, 1.0, 2.0)
"""The pauses while the floor cannot be reached, the last one for ever."""
AT_ONCE = 500
SHEAF_BYTES = 256 * 1024
ANSWER_S = 10.0
LATER = (nats.errors.Error, nats.js.errors.Error, TableError, OSError, TimeoutError)
"""What is over by itself: the link, the broker, the journal's disk."""


class Publisher:
    """Follows one journal; a row counts as published when the floor's broker has it on its disk."""

    def __init__(
        self, table: str, path: Path, progress: ProgressFile, stream: JetStreamContext
    ) -> None:
        """Publish to a stream."""
        self._table, self._path, self._progress, self._stream = table, path, progress, stream
        self._reader: JournalReader | None = None
        self._file = 0
        self._version: int | None = None
        """That of the journal when the last of its rows was read."""
        self.journal, self.seq = "", 0
        """Which journal it is and how far it has come, for the heartbeat."""

    async def follow(self) -> None:
        """Publish rows as they are written, for ever; what fails is tried again."""
        failed = 0
        while True:
            try:
                has_more = await self.round()
            except LATER:
                self.close()
                await asyncio.sleep(AGAIN_S[min(failed, len(AGAIN_S) - 1)])
                failed += 1
            else:
                failed = 0
                if not has_more:
                    await asyncio.sleep(LOOK_S)

    async def round(self) -> bool:
        """Publish what is there; tell whether there may be more. Raises what is in LATER."""
        reader = self._opened()
        if reader is None:
            return False
        progress, version = self._progress.of(self.journal), reader.version()
        self.seq = progress.seq
        if version == self._version:
            return False
        rows = reader.since(progress.seq, limit=AT_ONCE)
        if len(rows) < AT_ONCE:  # all there was; where sending fails the journal is opened anew
            self._version = version
        if not rows:
            return False
        texts = _texts_of(rows, reader)
        for sheaf in self._sheaves(rows, progress):
            await self._publish(sheaf, texts)
        return len(rows) == AT_ONCE

    def close(self) -> None:
        """Let go of the journal."""
        self._version = None
        if self.journal:
            with suppress(OSError):
                self._progress.keep(self.journal, self._progress.of(self.journal))
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def _opened(self) -> JournalReader | None:
        """Return a reader of the journal that lies there now; None before its first row."""
        if not self._path.exists():
            self.close()
            return None
        file = self._path.stat().st_ino
        if self._reader is None or file != self._file:
            self.close()
            self._reader, self._file, self.journal = JournalReader(self._path), file, ""
        if not self.journal:
            first = self._reader.since(0, limit=1)
            self.journal = journal_name(first[0]) if first else ""
        return self._reader if self.journal else None

    def again(self, journal: str, after: int) -> None:
        """Begin anew behind a row, because the floor lacks what comes next; raises OSError."""
        known = self._progress.of(journal)
        if after < known.seq:
            self._version = None
            self._progress.keep(journal, Progress(after, known.round + 1))

    def _sheaves(self, rows: Sequence[Row], progress: Progress) -> list[tuple[Row, ...]]:
        """Part rows as they were parted when this was broken off."""
        begun = [row for row in rows if row.seq <= progress.until]
        rest = [row for row in rows if row.seq > progress.until]
        return [*parted(begun, SHEAF_BYTES), *parted(rest, SHEAF_BYTES)]

    async def _publish(self, rows: tuple[Row, ...], texts: Mapping[str, Told]) -> None:
        sheaf = Sheaf(self._table, self.journal, rows)
        progress = replace(self._progress.of(sheaf.journal), until=rows[-1].seq)
        self._progress.keep(sheaf.journal, progress)
        for token in {token for row in rows for token in mentioned(row.payload)} & texts.keys():
            where = text_of(self._table, sheaf.journal, token)
            await self._send(where, written_text(texts[token]), f"{token}:{progress.round}")
        where = rows_of(self._table, sheaf.journal)
        await self._send(where, written(rows), f"{sheaf.name}:{progress.round}")
        # The floor may have asked for earlier rows meanwhile: then that stands.
        if self._progress.of(sheaf.journal) == progress:
            self._progress.note(sheaf.journal, replace(progress, seq=rows[-1].seq))
            self.seq = rows[-1].seq

    async def _send(self, subject: str, told: bytes, name: str) -> None:
        named = {"Nats-Msg-Id": name}
        await self._stream.publish(subject, told, timeout=ANSWER_S, headers=named)


def _texts_of(rows: Sequence[Row], reader: JournalReader) -> dict[str, Told]:
    """Return the names and notes that rows speak of, where they are not forgotten."""
    if not any(mentioned(row.payload) for row in rows):
        return {}
    return {one["token"]: Told(**one) for one in reader.kept_texts()}
