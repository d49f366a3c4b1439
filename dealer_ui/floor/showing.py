"""A table shows the floor how it stands, as its own page shows it: live, and kept by nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import nats.errors
from nats.aio.client import Client

from dealer_ui.floor.subjects import snapshot_of
from dealer_ui.pages.api import SNAPSHOT
from dealer_ui.snapshot import Snapshot

LOOK_S = 0.25

Latest = Callable[[], Snapshot | None]
"""Gives the newest state of a table; None before the first."""


async def show(table: str, client: Client, latest: Latest) -> None:
    """Show each new state, at most four a second, for ever."""
    shown = None
    while True:
        now = latest()
        if now is not None and now is not shown:
            with suppress(nats.errors.Error, OSError):
                await client.publish(snapshot_of(table), SNAPSHOT.dump_json(now))
            shown = now
        await asyncio.sleep(LOOK_S)
