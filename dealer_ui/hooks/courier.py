"""Carries rows to hooks, in order, each until it has arrived: a crash or a restart loses none."""

from __future__ import annotations

import json
import ssl
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event, Thread
from typing import Protocol

import httpx2
from sqlalchemy.exc import SQLAlchemyError

from dealer_ui.hooks.events import TEST, told_of
from dealer_ui.hooks.signing import signed
from dealer_ui.hooks.store import Hook, HookError, HookStore, Progress
from engine.faults import TableError
from journal.read import JournalReader

PATIENCE_S = 5.0
"""A receiver answers within this time, or the call has failed."""
FIRST_WAIT_S, LONGEST_WAIT_S = 2.0, 900.0
LOOK_S = 0.5
AT_ONCE = 100


class Post(Protocol):
    """Sends a call."""

    def __call__(self, hook: Hook, body: bytes, headers: Mapping[str, str]) -> str:
        """Return nothing when it has arrived, else why not."""
        ...


def post(hook: Hook, body: bytes, headers: Mapping[str, str]) -> str:
    """Send a call; what is no 2xx has not arrived, and a redirection is not followed."""
    try:
        trust = ssl.create_default_context(cafile=hook.ca or None)
        with httpx2.Client(timeout=PATIENCE_S, verify=trust) as client:
            content_type = {"content-type": "application/json"}
            answer = client.post(hook.address, content=body, headers=content_type | dict(headers))
    except (httpx2.HTTPError, OSError) as error:
        return f"{type(error).__name__}: {error}"[:200]
    return "" if answer.is_success else f"HTTP {answer.status_code}"


def wait_s(tries: int) -> float:
    """Return how long to wait after so many failures in a row.

    >>> [wait_s(n) for n in (1, 2, 3, 30)]
    [2.0, 4.0, 8.0, 900.0]
    """
    return float(min(FIRST_WAIT_S * 2 ** min(tries - 1, 20), LONGEST_WAIT_S))


@dataclass(frozen=True, slots=True)
class Table:
    """Of which table a courier carries the rows."""

    name: str
    journal: Path


class Courier:
    """Carries one table's rows; how far it has come stands in the store, not in memory."""

    def __init__(
        self, store: HookStore, table: Table, clock: Callable[[], float], send: Post = post
    ) -> None:
        """Tell the time by the clock, in seconds since 1970."""
        self._store, self._table, self._clock, self._send = store, table, clock, send
        self._looked: dict[str, int] = {}
        """Rows up to here hold nothing for a hook; found anew after a restart."""

    def hooks(self) -> tuple[str, ...]:
        """Return the names of the hooks that there are now; raises SQLAlchemyError."""
        return tuple(hook.name for hook in self._store.all())

    def carry_to(self, name: str) -> None:
        """Carry what is due to one hook; raises HookError, TableError and SQLAlchemyError.

        Several threads may call it, each for a hook of its own.
        """
        hook = self._store.named(name)
        with closing(JournalReader(self._table.journal)) as reader:
            progress = self._progress(hook, reader)
            if progress.next_at <= self._clock():
                self._carry(hook, progress, reader)

    def test(self, hook: Hook) -> str:
        """Send a call that tells nothing; return nothing when it has arrived, else why not."""
        name = f"test-{self._clock():.3f}"
        return self._call(hook, name, {"type": TEST, "data": {}})

    def _progress(self, hook: Hook, reader: JournalReader) -> Progress:
        """Return how far a hook has come; a new one begins with what happens from now on."""
        journal = str(self._table.journal.resolve())
        known = {one.journal: one for one in self._store.progress(hook.name)}
        if journal not in known:
            known[journal] = Progress(hook.name, journal, reader.last_seq())
            self._store.keep(known[journal])
        return known[journal]

    def _carry(self, hook: Hook, progress: Progress, reader: JournalReader) -> None:
        """Carry rows in order until none is left, or one does not arrive."""
        after = max(progress.seq, self._looked.get(hook.name, 0))
        ends_at = reader.last_seq()
        rows = reader.since(after, sorted(hook.events), AT_ONCE)
        for row in rows:
            if why := self._call(hook, f"row-{row.hash}", told_of(row)):
                now = self._clock()
                self._store.keep(progress.failed(now, wait_s(progress.tries + 1), why))
                return
            progress = replace(progress, seq=row.seq, tries=0, next_at=0.0)
            self._store.keep(progress)
        if len(rows) < AT_ONCE:
            self._looked[hook.name] = max(after, ends_at)

    def _call(self, hook: Hook, name: str, told: Mapping[str, object]) -> str:
        whole = {**told, "table": self._table.name}
        body = json.dumps(whole, ensure_ascii=False, sort_keys=True).encode()
        return self._send(hook, body, signed(hook.secret, name, int(self._clock()), body))


class Ways:
    """Lets a courier go to each hook on a way of its own, beside a running table.

    A receiver that is slow, or never answers, holds up neither the table nor another hook.
    """

    def __init__(self, courier: Courier) -> None:
        """Begin."""
        self._stopping = Event()
        self._courier = courier
        self._ways: dict[str, Thread] = {}
        self._thread = Thread(target=self._look, name="hooks", daemon=True)
        self._thread.start()

    def _look(self) -> None:
        """Begin a way for each hook that has none: hooks are added while a table runs."""
        is_last = False
        while not is_last:
            is_last = self._stopping.wait(LOOK_S)
            with suppress(SQLAlchemyError):  # the next look finds them
                for name in self._courier.hooks():
                    if name not in self._ways or not self._ways[name].is_alive():
                        self._ways[name] = Thread(target=self._go, args=(name,), daemon=True)
                        self._ways[name].start()

    def _go(self, name: str) -> None:
        is_last = False
        while not is_last:
            is_last = self._stopping.wait(LOOK_S)  # the end of a run is carried too
            try:
                self._courier.carry_to(name)
            except HookError:
                return  # it was removed
            except (TableError, SQLAlchemyError, OSError):
                continue  # the next round finds it all

    def stop(self) -> None:
        """End after a last round; whoever has not answered by then is told by the next run."""
        self._stopping.set()
        until = time.monotonic() + PATIENCE_S + LOOK_S
        self._thread.join(PATIENCE_S + LOOK_S)
        for way in self._ways.values():
            way.join(max(0.0, until - time.monotonic()))
