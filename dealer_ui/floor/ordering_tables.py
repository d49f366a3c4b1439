"""Tells a table to do something, and hears from its own journal what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import nats.errors
from nats.aio.client import Client

from dealer_ui.floor.clips import fetch_clip, lay_out_clips
from dealer_ui.floor.connection import connected
from dealer_ui.floor.obeying import OUTCOME
from dealer_ui.floor.orders import FloorOrder, Tell, TellClip, signed
from dealer_ui.floor.presence import read_beat
from dealer_ui.floor.register import Register, read_register
from dealer_ui.floor.setting_up import floor_itself
from dealer_ui.floor.signing import signing_key_at
from dealer_ui.floor.subjects import FloorError, commands_for, presence_of, rows_of
from engine.faults import Cause
from journal.floor.sheaf import SheafError, read_sheaf

AT_FIRST_S = 5.0
BEAT_WITHIN_S = 4.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a table made of an order: `done`, `refused` and why, or nothing heard yet."""

    order: str
    outcome: str = ""
    why: str = ""
    more: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """What is to be done, by whose word, and when it was said."""

    tell: Tell
    by: str
    at: str


async def order_table(folder: Path, table: str, said: Said, patience_s: float) -> Outcome:
    """Give an order and wait so long for its outcome; raises FloorError, OSError.

    One that finds the table away waits for it in the stream.
    """
    register = read_register(folder)
    if table not in register.tables:
        told = f"{table}: the floor knows no such table"
        raise FloorError(told, Cause("floor-no-table", table))
    async with _served(folder, register) as client:
        if isinstance(said.tell, TellClip):
            await lay_out_clips(client, table)
        journal = await _journal_of(client, table)
        parts = {"table": table, "journal": journal, "by": said.by, "at": said.at}
        order = FloorOrder(id=uuid4().hex, tell=said.tell, **parts)
        rows = await client.subscribe(rows_of(table, journal))
        text = signed(order, signing_key_at(folder)).written()
        named = {"Nats-Msg-Id": order.id}
        await client.jetstream().publish(commands_for(table), text, headers=named)
        try:
            async with asyncio.timeout(patience_s):
                while True:
                    message = await rows.next_msg(timeout=patience_s)
                    if heard := _outcome_in(table, journal, message.data, order.id):
                        return heard
        except (TimeoutError, nats.errors.TimeoutError):
            return Outcome(order.id)


async def take_clip(folder: Path, table: str, name: str) -> bytes:
    """Return a clip that a table has sent; raises FloorError and OSError."""
    async with _served(folder, read_register(folder)) as client:
        return await fetch_clip(client, table, name)


@asynccontextmanager
async def _served(folder: Path, register: Register) -> AsyncIterator[Client]:
    """Connect to a floor; raises FloorError where nobody serves it."""
    floor = floor_itself(folder, register)
    async with AsyncExitStack() as stack:
        try:
            async with asyncio.timeout(AT_FIRST_S):
                client = await stack.enter_async_context(connected(floor))
        except (TimeoutError, nats.errors.Error, OSError) as error:
            told = f"{folder}: nobody answers for the floor ({error})"
            raise FloorError(told, Cause("floor-not-served", str(folder))) from error
        yield client


async def _journal_of(client: Client, table: str) -> str:
    """Return the journal that a table writes now; raises FloorError for one that is away."""
    beats = await client.subscribe(presence_of(table))
    try:
        beat = read_beat((await beats.next_msg(timeout=BEAT_WITHIN_S)).data)
    except nats.errors.TimeoutError:
        told = f"{table}: away, and which journal is meant is not known"
        raise FloorError(told, Cause("floor-table-away", table)) from None
    finally:
        await beats.unsubscribe()
    if not beat.journal:
        told = f"{table}: the table has no journal yet"
        raise FloorError(told, Cause("floor-no-journal", table))
    return beat.journal


def _outcome_in(table: str, journal: str, came: bytes, order: str) -> Outcome | None:
    try:
        sheaf = read_sheaf(table, journal, came)
    except SheafError:
        return None
    for row in sheaf.rows:
        if row.kind == OUTCOME and row.content.get("id") == order:
            told = row.content
            parts = (str(told.get(name, "")) for name in ("outcome", "why", "more", "file"))
            return Outcome(order, *parts)
    return None
