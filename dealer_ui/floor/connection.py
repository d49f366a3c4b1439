"""A connection to the broker that is never given up: it waits for as long as it takes."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial

import nats
from nats.aio.client import Client

from dealer_ui.floor.subjects import inbox_of

FOR_EVER = -1
AGAIN_S = 1.0
PING_S = 5
AT_FIRST_S = 10.0
FAREWELL_S = 2.0


@dataclass(frozen=True, slots=True)
class Reached:
    """How somebody reaches the broker: by a password on this computer, or by a key and TLS.

    `name` is whose answers nobody else may read; `ca` is the text of the house's authority (PEM).
    """

    address: str
    name: str
    user: str = ""
    password: str = ""
    seed: str = ""
    ca: str = ""


@asynccontextmanager
async def connected(to: Reached) -> AsyncIterator[Client]:
    """Connect; a link that is lost comes back by itself. Raises OSError, nats.errors.Error."""
    closed = asyncio.Event()
    client = await nats.connect(
        to.address,
        name=to.name,
        user=to.user or None,
        password=to.password or None,
        nkeys_seed_str=to.seed or None,
        tls=ssl.create_default_context(cadata=to.ca) if to.ca else None,
        inbox_prefix=inbox_of(to.name),
        max_reconnect_attempts=FOR_EVER,
        reconnect_time_wait=AGAIN_S,
        ping_interval=PING_S,
        connect_timeout=int(AT_FIRST_S),
        error_cb=_quietly,
        closed_cb=partial(_tell, closed),
    )
    logging.getLogger("asyncio").addFilter(_is_no_farewell)
    try:
        yield client
    finally:
        await client.close()
        # A broker that turned us out had the client close by itself, perhaps only just now: whoever
        # ends the loop before that is done leaves its socket open.
        with suppress(TimeoutError):
            await asyncio.wait_for(closed.wait(), FAREWELL_S)


def _is_no_farewell(record: logging.LogRecord) -> bool:
    """Leave out what the event loop says whenever a TLS connection ends in order."""
    return "eof_received" not in record.getMessage()


async def _tell(closed: asyncio.Event) -> None:
    closed.set()


async def _quietly(error: Exception) -> None:
    """Say nothing: whoever asks something of the broker is told that it cannot be had."""
    del error
