"""Opens a pit from its file, and looks after it until somebody stops it."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from typing import Literal

import httpx2

from dealer_ui.accounts.opening import open_house, tell_first
from dealer_ui.endings import BadInputError
from dealer_ui.log_lines import lines_told
from dealer_ui.opening_pages import certified
from dealer_ui.operating.notify import heart_of
from dealer_ui.pages.picture import AGE
from dealer_ui.pit.app import create_pit_app
from dealer_ui.pit.following import client_for, follow_all
from dealer_ui.pit.ledger import PitLedger
from dealer_ui.pit.tables import PitFile, PitTable
from dealer_ui.pit.wall import Wall
from dealer_ui.prompts import Catalogue
from dealer_ui.serving import Server, parse_address


@contextmanager
def open_pit(pit: PitFile, say: Callable[[str], None]) -> Iterator[tuple[Wall, str]]:
    """Serve the wall of a pit until this ends; give the wall and its address.

    Raises BadInputError, TableError and OSError that say what cannot be opened, or must not be.
    """
    address, words = parse_address(pit.serve), Catalogue.load(pit.lang)
    if pit.accounts is None and pit.access == "kiosk" and not address.is_local:
        raise BadInputError(words.text("account.kiosk-only", host=address.host))
    with ExitStack() as stack:
        ledger = PitLedger(pit.journal)
        stack.callback(ledger.close)
        names = (table.name for table in pit.tables)
        wall = Wall(names, ledger, time.monotonic, lambda: datetime.now(UTC))
        house = None
        if pit.accounts is not None:
            house = stack.enter_context(open_house(pit.accounts, time.time))
        pictures = {table.name: partial(fetch_picture, table) for table in pit.tables}
        tls = certified(pit.tls_certificate, pit.tls_key)
        server = Server(create_pit_app(wall, pictures, house), wall, address, tls)
        stack.callback(server.stop)
        server.start()
        url = server.address.url
        say(words.text("pit.at", url=f"{url}pit"))
        if house is not None and pit.accounts is not None:
            tell_first(house, pit.accounts, url, words, say, os.environ)
        yield wall, url


def run_pit(pit: PitFile, say: Callable[[str], None]) -> None:
    """Serve the wall and follow its tables until somebody stops the program."""
    how: Literal["text", "json"] = "json" if os.environ.get("KOZYR_LOG") == "json" else "text"
    with lines_told(how), open_pit(pit, say) as (wall, _):
        asyncio.run(_until_stopped(pit, wall))


async def _until_stopped(pit: PitFile, wall: Wall) -> None:
    heart = heart_of(os.environ)
    following = asyncio.ensure_future(_follow(pit, wall, heart.beat))
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, following.cancel)
    with suppress(asyncio.CancelledError):
        await following
    heart.stop()


async def _follow(pit: PitFile, wall: Wall, on_look: Callable[[], None]) -> None:
    """Follow tables by their addresses, and those that have none over the floor."""
    async with asyncio.TaskGroup() as tasks:
        if pit.floor is not None:
            from dealer_ui.pit.over_floor import follow_floor  # noqa: PLC0415 - an extra

            told = frozenset(table.name for table in pit.tables if not table.address)
            tasks.create_task(follow_floor(pit.floor, told, wall))
        reached = [table for table in pit.tables if table.address]
        tasks.create_task(follow_all(reached, wall, on_look))


async def fetch_picture(table: PitTable) -> tuple[bytes, str]:
    """Fetch what a table's camera sees, and its age in milliseconds; raises OSError."""
    if not table.address:
        raise OSError(f"{table.name}: the floor carries no pictures")
    try:
        async with client_for(table) as client:
            answer = await client.get("/api/v1/picture")
            answer.raise_for_status()
    except httpx2.HTTPError as error:
        # Where nothing came in time the error says nothing; its kind does.
        raise OSError(f"{table.name}: {error or type(error).__name__}") from error
    return answer.content, answer.headers.get(AGE, "")
