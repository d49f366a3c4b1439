"""Fetches what the floor tells a table: one thing after the other, acknowledged when it is done."""

from __future__ import annotations

import asyncio

import nats.errors
import nats.js.errors
from nats.js import JetStreamContext

from dealer_ui.floor.obeying import Obedience
from dealer_ui.floor.subjects import COMMANDS
from engine.faults import TableError

WAIT_S = 5.0
AGAIN_S = 1.0


async def hearken(table: str, stream: JetStreamContext, obedience: Obedience) -> None:
    """Do what comes, for ever; what cannot be written now comes again."""
    coming = await stream.pull_subscribe_bind(table, stream=COMMANDS)
    while True:
        try:
            (message,) = await coming.fetch(1, timeout=WAIT_S)
            await asyncio.to_thread(obedience.obey, message.data)
            await message.ack()
        except TimeoutError:
            continue
        except (TableError, ValueError, OSError, nats.errors.Error, nats.js.errors.Error):
            await asyncio.sleep(AGAIN_S)
