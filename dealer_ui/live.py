"""The hub between the watching thread and the pages: never blocks, never lies."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from threading import Lock

from dealer_ui.snapshot import Health, Snapshot

LONG_AGO = datetime.min.replace(tzinfo=UTC)


class Subscription:
    """One page's place in what the hub keeps: a page that is slow misses nothing that is kept."""

    def __init__(self, news: Callable[[int | None], tuple[Snapshot, ...]]) -> None:
        """Fetch with `news`: what came after a number; call it in the event loop that will read."""
        self._loop = asyncio.get_running_loop()
        self._since = news
        self._seen: int | None = None
        self._news = asyncio.Event()
        self._missed: tuple[Snapshot, ...] = ()
        self.closed = False

    def begin(self, missed: tuple[Snapshot, ...]) -> None:
        """Begin with what the page has missed."""
        self._missed = missed
        self._seen = missed[-1].sequence if missed else None

    def wake(self) -> None:
        """Say that there is news, from any thread."""
        with suppress(RuntimeError):  # the loop is gone, and its page with it
            self._loop.call_soon_threadsafe(self._news.set)

    def close(self) -> None:
        """End the stream, from any thread."""
        self.closed = True
        self.wake()

    async def fetch(self, *, within_s: float) -> tuple[Snapshot, ...]:
        """Return what has come, the oldest first; nothing when nothing came in time."""
        self._news.clear()
        taken = self._take()
        if not taken and not self.closed:
            with suppress(TimeoutError):
                async with asyncio.timeout(within_s):
                    await self._news.wait()
            taken = self._take()
        return taken

    def _take(self) -> tuple[Snapshot, ...]:
        missed, self._missed = self._missed, ()
        taken = (*missed, *self._since(self._seen))
        if taken:
            self._seen = taken[-1].sequence
        return taken


def _said(snapshot: Snapshot) -> Snapshot:
    """Return what a snapshot says, without what changes while nothing happens."""
    thinking = snapshot.table.thinking
    table = replace(snapshot.table, thinking=thinking and replace(thinking, used_s=0))
    return replace(
        snapshot, sequence=0, taken_at=0.0, wall_time=LONG_AGO, health=Health(), table=table
    )


class Hub:
    """Keeps the last snapshots and hands each new one to every page."""

    def __init__(self, *, clock: Callable[[], float], keep: int = 512) -> None:
        """Tell ages by this clock (seconds); keep so many states for pages that come back.

        Of snapshots in a row that say the same the newest is kept: a table says several times a
        second that it lives, and what happened in ten minutes shall not be pushed out by that.
        """
        self._clock = clock
        self._kept: deque[Snapshot] = deque(maxlen=keep)
        self._whole_after = 0
        """Whoever has seen this number has missed nothing that is not kept."""
        self._published_at: float | None = None
        self._subscriptions: set[Subscription] = set()
        self._lock = Lock()
        self._closed = False

    def publish(self, snapshot: Snapshot) -> None:
        """Show a snapshot on every page; called by the watching thread, at least once a second."""
        with self._lock:
            self._keep(snapshot)
            self._published_at = self._clock()
            for subscription in self._subscriptions:
                subscription.wake()

    def _keep(self, snapshot: Snapshot) -> None:
        if not self._kept:
            self._whole_after = snapshot.sequence - 1
        elif _said(self._kept[-1]) == _said(snapshot):
            self._kept.pop()
        elif len(self._kept) == self._kept.maxlen:
            self._whole_after = self._kept[0].sequence
        self._kept.append(snapshot)

    @property
    def latest(self) -> Snapshot | None:
        """Return the newest snapshot; None before the first."""
        with self._lock:
            return self._kept[-1] if self._kept else None

    @property
    def age_s(self) -> float | None:
        """Return the seconds since the newest snapshot came; None before the first."""
        with self._lock:
            return None if self._published_at is None else self._clock() - self._published_at

    def _since(self, sequence: int | None) -> tuple[Snapshot, ...]:
        kept = tuple(self._kept)
        if not kept or sequence is None:
            return kept[-1:]
        if not self._whole_after <= sequence < kept[-1].sequence:
            return kept[-1:]  # a gap, or another run: the newest is whole in itself
        return tuple(snapshot for snapshot in kept if snapshot.sequence > sequence)

    def _news(self, seen: int | None) -> tuple[Snapshot, ...]:
        """Return what is kept of what came after a number that was seen in this run."""
        with self._lock:
            return tuple(it for it in self._kept if seen is None or it.sequence > seen)

    @contextmanager
    def subscribed(self, after: int | None) -> Iterator[Subscription]:
        """Give a page its stream: what came after that sequence number, or the newest."""
        with self._lock:
            subscription = Subscription(self._news)
            subscription.begin(self._since(after))
            subscription.closed = self._closed
            self._subscriptions.add(subscription)
        try:
            yield subscription
        finally:
            with self._lock:
                self._subscriptions.discard(subscription)

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        with self._lock:
            self._closed = True
            for subscription in self._subscriptions:
                subscription.close()
