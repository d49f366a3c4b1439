"""Tries a table's link to its floor once, when the table joins."""

from __future__ import annotations

import asyncio
from pathlib import Path

import nats.errors

from dealer_ui.floor.connection import connected
from dealer_ui.floor.joining import Leaf
from dealer_ui.floor.passes import Pass
from dealer_ui.floor.subjects import presence_of

PATIENCE_S = 8.0
AGAIN_S = 0.3


def tried(given: Pass, folder: Path) -> str:
    """Return nothing where the floor answers, else why not; raises FloorError and OSError."""
    leaf = Leaf(given, folder)
    try:
        return asyncio.run(_tried(leaf, given.name))
    finally:
        leaf.broker.stop()


async def _tried(leaf: Leaf, table: str) -> str:
    """Ask as a heartbeat asks, until the floor answers or patience ends."""
    try:
        async with asyncio.timeout(PATIENCE_S), connected(leaf.reached) as client:
            while True:
                try:
                    await client.request(presence_of(table), b"{}", timeout=1.0)
                except nats.errors.NoRespondersError:
                    await asyncio.sleep(AGAIN_S)
                else:
                    return ""
    except (TimeoutError, nats.errors.Error) as error:
        return leaf.broker.last_words or type(error).__name__
