"""Folds what comes in from all tables into the floor's ledger; acknowledged when it is kept."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from math import inf
from typing import TypeVar

import nats.errors
import nats.js.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy

from dealer_ui.floor.folds import Folds
from dealer_ui.floor.presence import Beat
from dealer_ui.floor.streams import ask
from dealer_ui.floor.subjects import ROWS, FloorError, text_of
from engine.faults import TableError
from journal.floor.following import Flaw
from journal.floor.ledger import Folded, Key, KeyedText, Ledger
from journal.floor.sheaf import NAME_LENGTH, Sheaf, SheafError, read_sheaf, read_text

Done = TypeVar("Done")

CONSUMER = "ledger"
JOURNAL = re.compile(f"[0-9a-f]{{{NAME_LENGTH}}}")
AT_ONCE, AT_ONCE_BYTES = 1000, 4 * 1024 * 1024
WAIT_S = 0.25
AGAIN_S = 1.0
ACK_WAIT_S = 60.0
IDLE_S = 5.0
"""When nothing has come for so long, the stream holds nothing more."""
COUNT_S = 2.0
ASK_S = 5.0
"""A ledger that has nothing to do is asked so often whether it is there."""


@dataclass(slots=True)
class Came:
    """What came in one go, sorted; what cannot be read is counted and left out."""

    sheaves: list[Sheaf] = field(default_factory=list)
    texts: list[KeyedText] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)


def sorted_out(messages: Iterable[Msg]) -> Came:
    """Read what came: the subject says whose it is, and the broker saw to that.

    The name of a journal becomes that of a schema, and a table may say anything.
    """
    came = Came()
    for message in messages:
        _, table, kind, journal, *_ = message.subject.split(".")
        try:
            if not JOURNAL.fullmatch(journal):
                raise SheafError(journal)  # noqa: TRY301 - one kind of trouble, in one place
            if kind == "rows":
                came.sheaves.append(read_sheaf(table, journal, message.data))
            else:
                came.texts.append(((table, journal), read_text(message.data)))
        except SheafError:
            came.unreadable.append(message.subject)
    return came


def parted(messages: Sequence[Msg]) -> Iterator[Sequence[Msg]]:
    """Yield messages in transactions of a size that neither side minds."""
    begun, size = 0, 0
    for number, message in enumerate(messages):
        size += len(message.data)
        if size > AT_ONCE_BYTES:
            yield messages[begun : number + 1]
            begun, size = number + 1, 0
    if begun < len(messages):
        yield messages[begun:]


class Folding:
    """Takes what the stream has, in order, and keeps it."""

    def __init__(
        self,
        client: Client,
        ledger: Ledger,
        on_folded: Callable[[Folded], None] = lambda _folded: None,
        say: Callable[[str], None] = lambda _told: None,
        folds: Folds | None = None,
    ) -> None:
        """Tell `on_folded` what is new once it is kept, and count in `folds`."""
        self._client, self._ledger, self._on_folded, self._say = client, ledger, on_folded, say
        self.folds = folds or Folds()
        self._clock, self._busy_at, self._asked_at = time.monotonic, time.monotonic(), 0.0

    def lacking(self, table: str, beat: Beat) -> dict[str, int]:
        """Return the journals of a table of which rows are missing, and behind which row.

        Either a gap was found; or the table has published more than has come, and nothing is
        coming: then the broker has lost it.
        """
        known = self._ledger.known
        lacks = {
            journal: standing.end.seq
            for (name, journal), standing in known.items()
            if name == table and standing.finding and standing.finding.flaw is Flaw.GAP
        }
        standing = known.get((table, beat.journal))
        if beat.journal and (standing is None or standing.finding is None):
            have = standing.end.seq if standing else 0
            if beat.seq > have and self._clock() - self._busy_at > IDLE_S:
                lacks[beat.journal] = have
        return lacks

    async def follow(self) -> None:
        """Fold what comes, for ever; while the ledger is away what came waits in the stream."""
        while True:
            try:
                await self._follow()
            except (nats.errors.Error, nats.js.errors.Error, FloorError, OSError) as error:
                self._say(f"{type(error).__name__}: {error}")
                await asyncio.sleep(AGAIN_S)

    async def _follow(self) -> None:
        config = ConsumerConfig(
            durable_name=CONSUMER,
            deliver_policy=DeliverPolicy.ALL,
            ack_policy=AckPolicy.ALL,
            ack_wait=ACK_WAIT_S,
            max_ack_pending=20 * AT_ONCE,
        )
        stream = self._client.jetstream()
        await stream.add_consumer(ROWS, config)
        coming = await stream.pull_subscribe_bind(CONSUMER, stream=ROWS)
        while True:
            try:
                messages = await coming.fetch(AT_ONCE, timeout=WAIT_S)
            except TimeoutError:
                await self._idle()
                continue
            for some in parted(messages):
                self._busy_at = inf
                await self._fold(some)
                await some[-1].ack()
                self._busy_at = self._clock()

    async def count_waiting(self) -> None:
        """Count what the broker has that is not kept yet, for ever."""
        while True:
            with suppress(nats.errors.Error):
                told = await self._client.jetstream().consumer_info(ROWS, CONSUMER)
                self.folds.waiting = (told.num_pending or 0) + (told.num_ack_pending or 0)
            await asyncio.sleep(COUNT_S)

    async def _idle(self) -> None:
        """Ask now and then whether the ledger is there, though there is nothing to keep."""
        self.folds.idle()
        if self._clock() - self._asked_at >= ASK_S:
            await self._insist(self._ledger.answer)
            self._asked_at = self._clock()

    async def _fold(self, messages: Sequence[Msg]) -> None:
        came = sorted_out(messages)
        for subject in came.unreadable:
            self._say(f"{subject}: not readable, left out")
        self.folds.unreadable += len(came.unreadable)
        self.folds.began(messages[0].metadata.timestamp.timestamp())
        begun, now = self._clock(), datetime.now(UTC)
        folded = await self._insist(partial(self._ledger.fold, came.sheaves, came.texts, now))
        self.folds.kept(sum(map(len, folded.rows.values())), self._clock() - begun)
        await self._forget(folded.forgotten)
        self._on_folded(folded)

    async def _insist(self, deed: Callable[[], Done]) -> Done:
        """Let the ledger do it, however long it is away."""
        while True:
            try:
                done = await asyncio.to_thread(deed)
            except TableError as error:
                self.folds.is_kept = False
                self._say(error.detail)
                await asyncio.sleep(AGAIN_S)
                await asyncio.to_thread(self._reopened)
            else:
                self.folds.is_kept = True
                return done

    def _reopened(self) -> None:
        try:
            self._ledger.open_again()
        except TableError:
            return

    async def _forget(self, forgotten: dict[Key, tuple[str, ...]]) -> None:
        """Let the stream forget the texts that a table has forgotten."""
        for (table, journal), tokens in forgotten.items():
            for token in tokens:
                wanted = {"filter": text_of(table, journal, token)}
                await ask(self._client, f"$JS.API.STREAM.PURGE.{ROWS}", wanted)
