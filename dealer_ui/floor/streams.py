"""The streams of the floor: laid out when it begins, and when a table joins."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from nats.aio.client import Client

from dealer_ui.floor.subjects import (
    COMMANDS,
    ROWS,
    FloorError,
    commands_for,
    rows_of,
    text_of,
)

NS_PER_S = 1_000_000_000
DAY_S = 86_400
ASK_S = 10.0
TWICE_NS = 600 * NS_PER_S
"""What comes twice within so long is dropped by its message id; the ledger drops the rest."""
NO_STREAM = 10059
Asked = dict[str, object]


async def ask(client: Client, subject: str, told: Mapping[str, object] | None = None) -> Asked:
    """Ask JetStream; raises FloorError with its words where it refuses, nats.errors.Error."""
    answer = await client.request(subject, json.dumps(told or {}).encode(), timeout=ASK_S)
    known: Asked = json.loads(answer.data)
    refused = known.get("error")
    if isinstance(refused, dict):
        raise RefusedByBrokerError(subject, int(refused["err_code"]), str(refused["description"]))
    return known


class RefusedByBrokerError(FloorError):
    """The broker will not; `code` says why."""

    def __init__(self, subject: str, code: int, words: str) -> None:
        """Keep what was asked and why it was refused."""
        super().__init__(f"{subject}: {words}")
        self.code = code


async def lay_out(client: Client, tables: Iterable[str], days: float) -> None:
    """Lay out the floor's streams for these tables; raises what asking raises."""
    known = sorted(tables)
    kept_ns = round(days * DAY_S * NS_PER_S)
    rows = {"subjects": [rows_of("*", "*"), text_of("*", "*", "*")], "duplicate_window": TWICE_NS}
    await lay_out_stream(client, ROWS, {**rows, "max_age": kept_ns})
    await lay_out_stream(client, COMMANDS, {"subjects": [commands_for("*")], "max_age": kept_ns})
    for table in known:
        await _commands_of(client, table)


async def lay_out_stream(client: Client, name: str, told: Asked) -> None:
    """Lay a stream out, or change how it was laid out; raises what asking raises."""
    whole = {"name": name, "storage": "file", "retention": "limits", "num_replicas": 1, **told}
    try:
        await ask(client, f"$JS.API.STREAM.UPDATE.{name}", whole)
    except RefusedByBrokerError as error:
        if error.code != NO_STREAM:
            raise
        await ask(client, f"$JS.API.STREAM.CREATE.{name}", whole)


async def _commands_of(client: Client, table: str) -> None:
    """Let a table fetch its own commands: it may not lay out anything itself."""
    config = {
        "durable_name": table,
        "filter_subject": commands_for(table),
        "ack_policy": "explicit",
        "deliver_policy": "all",
        "max_ack_pending": 1,
    }
    told: Asked = {"stream_name": COMMANDS, "config": config}
    await ask(client, f"$JS.API.CONSUMER.DURABLE.CREATE.{COMMANDS}.{table}", told)
