"""Follows every table of a pit by its event stream, and begins again wherever one breaks off."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from functools import cache
from pathlib import Path

import httpx2
from pydantic import ValidationError

from dealer_ui.pages.api import SNAPSHOT
from dealer_ui.pit.alarms import Unheard
from dealer_ui.pit.tables import PitTable
from dealer_ui.pit.wall import Wall

QUIET_S = 3.0
"""A stream without a word for so long is opened anew: tables tell twice a second that they live."""
AGAIN_S = (0.5, 1.0, 2.0, 4.0)
"""The pauses before a table is asked again, the last one for ever."""
LOOK_S = 0.5


def client_for(table: PitTable) -> httpx2.AsyncClient:
    """Return what asks a table; raises OSError for an authority that cannot be read."""
    headers = {"Authorization": f"Bearer {table.token}"} if table.token else {}
    timeout = httpx2.Timeout(QUIET_S)
    return httpx2.AsyncClient(
        base_url=table.address, headers=headers, timeout=timeout, verify=_trust(table.ca)
    )


@cache
def _trust(authority: Path | None) -> ssl.SSLContext:
    """Trust the house's own authority, else those of this computer."""
    return ssl.create_default_context(cafile=None if authority is None else str(authority))


class Follower:
    """Follows one table from state to state; a lost stream goes on after the last one seen."""

    def __init__(self, table: PitTable, client: httpx2.AsyncClient, wall: Wall) -> None:
        """Tell the wall what is heard."""
        self._name, self._client, self._wall = table.name, client, wall
        self._after = ""
        self._failed = 0

    async def follow(self) -> None:
        """Follow the table for ever."""
        while True:
            try:
                await self.listen()
            except httpx2.HTTPStatusError as error:
                code = error.response.status_code
                self._wall.miss(
                    self._name, Unheard.REFUSED if code in {401, 403} else Unheard.FOREIGN
                )
            except (httpx2.HTTPError, httpx2.StreamError):
                self._wall.miss(self._name, Unheard.UNREACHABLE)
            except ValidationError:
                self._wall.miss(self._name, Unheard.FOREIGN)
            pause_s = AGAIN_S[min(self._failed, len(AGAIN_S) - 1)]
            self._failed += 1
            await asyncio.sleep(pause_s)

    async def listen(self) -> None:
        """Take in one stream to its end; raises what the client and a foreign state raise."""
        resume = {"Last-Event-ID": self._after} if self._after else {}
        async with self._client.sse("/api/v1/events", headers=resume) as stream:
            stream.response.raise_for_status()
            async for event in stream:
                self._failed = 0
                if event.event == "beat":
                    told = event.json()
                    is_silent = isinstance(told, dict) and told.get("status") == "silent"
                    self._wall.beat(self._name, is_silent=is_silent)
                elif event.event == "state":
                    self._wall.hear(self._name, SNAPSHOT.validate_json(event.data))
                    self._after = event.id


async def follow_all(
    tables: Iterable[PitTable], wall: Wall, on_look: Callable[[], None] = lambda: None
) -> None:
    """Follow every table, until this is cancelled; `on_look` hears that the wall was looked at."""
    async with AsyncExitStack() as clients, asyncio.TaskGroup() as followers:
        for table in tables:
            client = await clients.enter_async_context(client_for(table))
            followers.create_task(Follower(table, client, wall).follow())
        while True:
            await asyncio.sleep(LOOK_S)
            wall.look()
            on_look()
