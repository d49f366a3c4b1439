"""Clips through the floor: only when somebody asks, and gone after a day."""

from __future__ import annotations

import hashlib
from pathlib import Path

import nats.errors
import nats.js.errors
from nats.aio.client import Client
from nats.js import JetStreamContext

from dealer_ui.floor.streams import DAY_S, NS_PER_S, lay_out_stream
from dealer_ui.floor.subjects import FloorError, bucket_of
from engine.faults import Cause

MOST_BYTES = 2 * 10**9


async def lay_out_clips(client: Client, table: str) -> None:
    """Lay out where a table may put a clip; raises what asking the broker raises."""
    bucket = bucket_of(table)
    told = {
        "subjects": [f"$O.{bucket}.C.>", f"$O.{bucket}.M.>"],
        "max_age": DAY_S * NS_PER_S,
        "max_bytes": MOST_BYTES,
        "discard": "new",
        "allow_rollup_hdrs": True,
        "allow_direct": True,
    }
    await lay_out_stream(client, f"OBJ_{bucket}", told)


async def send_clip(stream: JetStreamContext, table: str, name: str, path: Path) -> None:
    """Put a clip where the floor finds it; raises OSError, and what the broker raises."""
    shelf = await stream.object_store(bucket_of(table))
    with path.open("rb") as file:
        await shelf.put(name, file)


async def fetch_clip(client: Client, table: str, name: str) -> bytes:
    """Return a clip that a table has put; raises FloorError for another one.

    Its name is its hash, which a row of the table's journal names too.
    """
    try:
        shelf = await client.jetstream().object_store(bucket_of(table))
        found = (await shelf.get(name)).data or b""
    except (nats.errors.Error, nats.js.errors.Error) as error:
        cause = Cause("floor-no-clip", name)
        raise FloorError(f"{table}: {name}: {error}", cause, table) from error
    if hashlib.sha256(found).hexdigest() != Path(name).stem:
        told = f"{table}: {name} is not what the table's journal lists"
        raise FloorError(told, Cause("floor-other-clip", name), table)
    return found
