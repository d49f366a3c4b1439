"""What befalls the house, by name. Each act does its harm, waits, and takes it back."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from dealer_ui.floor.broker_files import PID
from dealer_ui.floor.connection import Reached, connected
from dealer_ui.floor.register import read_register
from dealer_ui.floor.subjects import DOMAIN, rows_of
from journal.floor.sheaf import journal_name, written
from tests.chaos.house import House, Program, Table

HOUR_S = 3600


def table_is_killed(house: House, chance: Random) -> str:
    table = chance.choice(house.journals)
    table.program.kill()
    time.sleep(chance.uniform(0, 2))
    table.program.watch_over()
    return table.given.name


def floor_is_killed(house: House, chance: Random) -> str:
    house.server.kill()
    time.sleep(chance.uniform(0, 4))
    house.server.watch_over()
    return "serve"


def broker_is_killed(house: House, chance: Random) -> str:
    return _killed(house.floor / "broker")


def leaf_is_killed(house: House, chance: Random) -> str:
    return _killed(chance.choice(house.tables).folder / "floor")


def ledger_is_killed(house: House, chance: Random) -> str:
    house.ledger.kill()
    time.sleep(chance.uniform(0, 6))
    house.ledger.begin()
    return "PostgreSQL"


def camera_is_lost(house: House, chance: Random) -> str:
    return _away(house.watched.camera, chance.uniform(2, 6))


def lamp_is_unplugged(house: House, chance: Random) -> str:
    return _away(house.watched.lamp, chance.uniform(1, 5))


def link_is_cut(house: House, chance: Random) -> str:
    cut = chance.sample(house.journals, chance.randint(1, len(house.journals)))
    lasts = chance.uniform(2, 12)
    for table in cut:
        table.link.pull()
    time.sleep(lasts)
    for table in cut:
        table.link.plug()
    return f"{len(cut)} tables, {lasts:.0f} s"


def rows_come_twice_and_out_of_order(house: House, chance: Random) -> str:
    table = chance.choice(house.tables)
    count = asyncio.run(_sent_again(house, table, chance))
    return f"{table.given.name}, {count} sheaves"


def disk_is_full(house: House, chance: Random) -> str:
    tables = [table for table in house.tables if table.disk in house.mounted]
    if not tables:
        return "not tried: mounting a small disk needs root"
    table, lasts = chance.choice(tables), chance.uniform(1, 5)
    filler = table.disk / "filler"
    with suppress(OSError), filler.open("wb") as file:
        while True:
            file.write(bytes(4096))
            file.flush()
    time.sleep(lasts)
    filler.unlink()
    return f"{table.given.name}, {lasts:.0f} s"


def clock_is_stepped(house: House, chance: Random) -> str:
    table, by = chance.choice(house.tables), chance.choice((-HOUR_S, HOUR_S, 0))
    table.program.tell(f"clock {by}")
    return f"{table.given.name}, {by:+} s"


def memory_is_short(house: House, chance: Random) -> str:
    """Take what is free but for a tenth, for some seconds."""
    free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    take = min(int(free * 0.9), 2 << 30)
    hog = f"import time; held = bytearray(b'x') * {take}; time.sleep(3)"
    subprocess.run(["python3", "-c", hog], check=False)
    return f"{take >> 20} MB"


ACTS = (
    table_is_killed,
    floor_is_killed,
    broker_is_killed,
    leaf_is_killed,
    ledger_is_killed,
    camera_is_lost,
    lamp_is_unplugged,
    link_is_cut,
    rows_come_twice_and_out_of_order,
    disk_is_full,
    clock_is_stepped,
    memory_is_short,
)


def _away(program: Program, lasts: float) -> str:
    program.kill()
    time.sleep(lasts)
    program.watch_over()
    return f"{lasts:.0f} s"


def _killed(folder: Path) -> str:
    """Kill the broker that keeps its files in a folder."""
    try:
        number = int((folder / PID).read_text())
        os.kill(number, signal.SIGKILL)
    except (OSError, ValueError) as error:
        return f"was not there ({error})"
    return f"process {number}"


async def _sent_again(house: House, table: Table, chance: Random) -> int:
    """Send pieces of what a table has, overlapping, in any order and under new names."""
    rows = table.rows()
    name = journal_name(rows[0])
    pieces = [rows[at : at + chance.randint(1, 9)] for at in range(0, len(rows), 5)][-40:]
    chance.shuffle(pieces)
    address = f"tls://localhost:{read_register(house.floor).port}"
    reached = Reached(address, table.given.name, seed=table.given.seed, ca=table.given.ca)
    async with asyncio.timeout(20), connected(reached) as client:
        stream = client.jetstream(domain=DOMAIN)
        for piece in pieces:
            named = {"Nats-Msg-Id": f"again:{chance.getrandbits(64)}"}
            await stream.publish(
                rows_of(table.given.name, name), written(piece), timeout=5, headers=named
            )
    return len(pieces)
