"""Follows the tables of a pit over its floor's broker: no address of a table is needed then."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from pathlib import Path

import nats.errors
from nats.aio.msg import Msg
from pydantic import ValidationError

from dealer_ui.floor.connection import connected
from dealer_ui.floor.passes import read_pass
from dealer_ui.floor.setting_up import reached_by
from dealer_ui.floor.subjects import snapshot_of
from dealer_ui.pages.api import SNAPSHOT
from dealer_ui.pit.alarms import Unheard
from dealer_ui.pit.wall import Wall

AGAIN_S = 2.0


async def follow_floor(file: Path, names: Collection[str], wall: Wall) -> None:
    """Tell the wall what tables show, for ever; raises FloorError and OSError for a wrong pass."""
    reached = reached_by(read_pass(file, "walls"))

    async def hear(message: Msg) -> None:
        name = message.subject.split(".")[1]
        if name in names:
            try:
                wall.hear(name, SNAPSHOT.validate_json(message.data))
            except ValidationError:
                wall.miss(name, Unheard.FOREIGN)

    while True:
        try:
            async with connected(reached) as client:
                await client.subscribe(snapshot_of("*"), cb=hear)
                await asyncio.Event().wait()  # a link that is lost comes back by itself
        except (nats.errors.Error, OSError):
            for name in names:
                wall.miss(name, Unheard.UNREACHABLE)
            await asyncio.sleep(AGAIN_S)
