"""Everything that the suite lives in: a ledger's server, a floor and its tables, each a program.

Whatever is killed is begun again by whoever watches over it, as an operating system would.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

from dealer_ui.floor.broker_files import PID
from dealer_ui.floor.passes import Pass, write_pass
from dealer_ui.floor.register import read_register
from dealer_ui.floor.setting_up import admit, set_up
from journal.floor.sheaf import journal_name
from journal.place import place_of
from journal.read import read_rows
from journal.rows import Row
from tests.chaos.links import Link, network
from tests.dealer_ui.floors import free_port, here
from tests.journal.postgres import program
from vision.scene.bundled import DEMO_PROFILE

ROOT = Path(__file__).parents[2]
READY_S = 60.0
DISK_MB = 48


class LedgerServer:
    """A PostgreSQL server of our own that may be killed and begun again."""

    def __init__(self, folder: Path) -> None:
        self._user = "postgres" if os.geteuid() == 0 else None
        self._folder, self._data = folder, folder / "data"
        if self._user:
            os.chown(folder, pwd.getpwnam(self._user).pw_uid, -1)
        self._run("initdb", "-D", self._data, "-U", "floor", "-A", "trust", "-E", "UTF8")
        self.begin()

    @property
    def address(self) -> str:
        return f"postgresql://floor@/postgres?host={self._folder}"

    def begin(self) -> None:
        here_only = f"-k {self._folder} -c listen_addresses=''"
        self._run("pg_ctl", "-D", self._data, "-w", "-l", self._folder / "log", "-o", here_only,
                  "start")  # fmt: skip

    def kill(self) -> None:
        """End it as a power cut would."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", "immediate", "stop")

    def _run(self, name: str, *words: object) -> None:
        command = [str(program(name)), *map(str, words)]
        subprocess.run(command, user=self._user, check=True, stdout=subprocess.DEVNULL)


@dataclass
class Program:
    """One of our programs: its command, and the process that runs it now."""

    name: str
    command: list[str]
    prefix: tuple[str, ...] = ()
    settings: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[str] | None = None
    said: list[str] = field(default_factory=list)
    begun: int = 0
    _hearing: Thread | None = None

    def begin(self) -> None:
        self.begun += 1
        self.process = subprocess.Popen(
            [*self.prefix, sys.executable, *self.command],
            cwd=ROOT,
            env={**os.environ, **self.settings},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1,
        )
        self._hearing = Thread(target=self._hear, args=(self.process,), daemon=True)
        self._hearing.start()

    def _hear(self, process: subprocess.Popen[str]) -> None:
        with process.stdout or nullcontext(()) as lines:
            for line in lines:
                self.said.append(line.rstrip())

    def tell(self, line: str) -> None:
        with suppress(OSError):  # it has just been killed, and begins again
            if self.process is not None and self.process.stdin is not None:
                self.process.stdin.write(f"{line}\n")
                self.process.stdin.flush()

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def watch_over(self) -> None:
        """Begin it again if it has ended."""
        if self.process is None or self.process.poll() is not None:
            self.begin()

    def end(self) -> None:
        """Let it end in order: its input ends, and it is asked to."""
        if self.process is None:
            return
        with suppress(OSError):
            self.process.stdin.close()
        self.process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(READY_S / 2)
        self.kill()
        self._hearing.join()


@dataclass
class Table:
    """A simulated table: its folder, what it was given, the link to the floor."""

    folder: Path
    seed: int
    given: Pass
    link: Link
    program: Program

    @property
    def disk(self) -> Path:
        return self.folder / "disk"

    @property
    def path(self) -> Path:
        return self.disk / "table.journal"

    def rows(self) -> tuple[Row, ...]:
        return read_rows(self.path)


@dataclass
class Watched:
    """A table that a camera sees: the whole line, with a lamp on a serial line."""

    folder: Path
    given: Pass
    link: Link
    camera: Program
    lamp: Program
    program: Program

    @property
    def path(self) -> Path:
        return self.folder / "table.journal"

    def rows(self) -> tuple[Row, ...]:
        return read_rows(self.path)


class House:
    """A floor and its tables; `pause_s` is how long a table waits between two moves."""

    def __init__(self, folder: Path, seed: int, tables: int, pause_s: float) -> None:
        self.folder, self.floor = folder, folder / "floor"
        pg = folder / "pg"
        pg.mkdir()
        self.ledger = LedgerServer(pg)
        self.network = network()
        at = {"listen": self.network.listen, "hosts": self.network.hosts}
        told = {**here(), **at, "database": self.ledger.address}
        set_up(self.floor, told, datetime.now(UTC))
        self.server = Program("floor", ["-m", "dealer_ui.main", "floor", "serve", str(self.floor)])
        self.tables = [self._table(number, seed, pause_s) for number in range(tables)]
        self.watched = self._watched()
        self.mounted = [table.disk for table in self.tables if _mounted(table.disk)]
        for one in self.programs:
            one.begin()

    @property
    def programs(self) -> list[Program]:
        seen = self.watched
        players = (table.program for table in self.tables)
        return [self.server, *players, seen.camera, seen.lamp, seen.program]

    @property
    def journals(self) -> list[Table | Watched]:
        """Every table, played or seen."""
        return [*self.tables, self.watched]

    def _table(self, number: int, seed: int, pause_s: float) -> Table:
        folder = self.folder / f"table-{number}"
        (folder / "disk").mkdir(parents=True)
        given = admit(self.floor, "tables", f"t{number}")
        link = self._link(number, given, folder)
        command = ["-m", "tests.chaos.table", str(folder), str(seed + number), str(pause_s)]
        played = Program(f"t{number}", command, link.prefix)
        return Table(folder, seed + number, given, link, played)

    def _link(self, number: int, given: Pass, folder: Path) -> Link:
        """Link a table to the floor, and lay down the pass that it uses."""
        link = self.network.kind(number, read_register(self.floor).leaf_port)
        write_pass(folder / "table.pass", link.given(given))
        return link

    def _watched(self) -> Watched:
        folder = self.folder / "seen"
        folder.mkdir()
        given = admit(self.floor, "tables", "seen")
        link = self._link(len(self.tables), given, folder)
        port, lamp, kozyr = str(free_port()), folder / "lamp", ("-m", "dealer_ui.main")
        watch = [*kozyr, "watch", f"http://127.0.0.1:{port}/", "--table", str(DEMO_PROFILE),
                 "--light", str(lamp), "--journal", str(folder / "table.journal")]  # fmt: skip
        settings = {"KOZYR_FLOOR": str(folder / "table.pass"), "KOZYR_DATA": str(folder / "data")}
        return Watched(
            folder,
            given,
            link,
            Program("camera", ["-m", "tests.chaos.camera", port], link.prefix),
            Program("lamp", [*kozyr, "devices", "simulate", "tower-light", "--link", str(lamp)]),
            Program("seen", watch, link.prefix, settings),
        )

    def folded(self, table: Table | Watched) -> tuple[Row, ...]:
        """Return what the floor has of a table's journal."""
        name = journal_name(table.rows()[0])
        return read_rows(place_of(f"{self.ledger.address}&journal=t-{table.given.name}-{name}"))

    def watch_over(self) -> None:
        for one in self.programs:
            one.watch_over()

    def close(self) -> None:
        for one in reversed(self.programs):
            one.end()
        for left in self.folder.rglob(PID):  # of a table that was killed last
            with suppress(OSError, ValueError):
                os.kill(int(left.read_text()), signal.SIGTERM)
        for table in self.journals:
            table.link.close()
        with suppress(subprocess.CalledProcessError):
            self.ledger.kill()
        for disk in self.mounted:
            subprocess.run(["umount", "--lazy", disk], check=False)


def _mounted(disk: Path) -> bool:
    """Give a table a small disk of its own, which can be filled; tell whether we may."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "kozyr-chaos", disk]
    return subprocess.run(mount, check=False, capture_output=True).returncode == 0


@contextmanager
def opened(seed: int, tables: int, pause_s: float) -> Iterator[House]:
    """Open a house in a folder of its own; nothing of it is left when all went well."""
    folder = Path(tempfile.mkdtemp(prefix="kozyr-chaos-"))
    folder.chmod(0o755)  # the ledger's server is another user
    house = House(folder, seed, tables, pause_s)
    try:
        yield house
    finally:
        house.close()
    shutil.rmtree(folder)


def wait_for(told, wanted, patience_s: float) -> bool:
    """Wait until something is told as it is wanted; tell whether it was."""
    until = time.monotonic() + patience_s
    while time.monotonic() < until:
        with suppress(Exception):  # what fails meanwhile is looked at again
            if told() == wanted:
                return True
        time.sleep(0.2)
    return False
