"""A table that runs as a user runs it: film in, a simulated light beside, pages, hook and wall."""

from __future__ import annotations

import re
import time

from typer.testing import CliRunner

from dealer_ui.accounts.opening import open_house
from dealer_ui.accounts.people import Role
from dealer_ui.main import app
from journal.read import read_rows
from tests.chaos.house import Program
from tests.dealer_ui.conftest import PASSWORD, PATIENCE_MS
from tests.dealer_ui.floors import free_port
from tests.dealer_ui.test_hooks import Receiver
from vision.scene.bundled import DEMO_PROFILE, DEMO_VIDEO

STOP_S, BEATEN_S, SWEPT_S = 19.4, 24.0, 28.7
"""Where the film is held: a seven on an eight, the nine in its place, the pair swept away."""
TABLE = "demo"
BADGE, PIN = "041755", "8301"
LOOK_S = 0.05
OURS = dict.fromkeys(("KOZYR_ALBUM", "KOZYR_TRACES"), "")
"""What these variables say is said to the tests: a program would refuse them as no settings."""


class RunningTable:
    """Programs of their own, as they are called in a terminal; their folder is temporary."""

    def __init__(self, folder, video=DEMO_VIDEO, profile=DEMO_PROFILE, *, has_tls=False):
        self.journal = folder / "table.journal"
        self.authority = folder / "tls" / "ca.pem" if has_tls else None
        self.hooked, self.noted = Receiver(), {}
        hook = ("hook", "add", folder / "hooks.db", "board", self.hooked.address)
        told = ("--scope", "state:read", "--event", "flag", "--event", "closed")
        self.secret = self._says(*hook, *told)
        accounts = folder / "accounts.db"
        self.token = self._token(accounts, "board", "state:read")
        port, lamp, kozyr = free_port(), folder / "lamp", ("-m", "dealer_ui.main")
        self.url = f"http{'s' * has_tls}://127.0.0.1:{port}/"
        simulated = [*kozyr, "devices", "simulate", "tower-light", "--link", str(lamp)]
        watched = ["-m", "tests.dealer_ui.held_film", str(video), "--table", str(profile),
                   "--light", str(lamp), "--journal", str(self.journal), "--video",
                   str(folder / "video"), "--serve", f"127.0.0.1:{port}"]  # fmt: skip
        settings = {"ACCOUNTS": accounts, "HOOKS": folder / "hooks.db", "DATA": folder / "data"}
        if has_tls:
            self._says("accounts", "tls", folder / "tls", "127.0.0.1")
            settings |= {"TLS_CERTIFICATE": folder / "tls" / "server.pem"}
            settings |= {"TLS_KEY": folder / "tls" / "server.key"}
        named = {f"KOZYR_{name}": str(path) for name, path in settings.items()}
        self.lamp = Program("lamp", simulated, settings=OURS)
        self.table = Program("table", watched, settings=OURS | named)
        self.wall = self._wall(folder, self._token(accounts, "pit", "state:read", "picture:read"))
        self.lamp.begin()
        until(lamp.exists)
        self.table.begin()
        self.wall.begin()
        until(lambda: self._first)

    @property
    def _first(self):
        """What the program says of the first account, in its own words."""
        return re.search(r"(\S+/first)\b.* (\S+)$", "\n".join(self.table.said), re.MULTILINE)

    @property
    def first_key(self):
        return self._first.group(2)

    def play_to(self, second):
        """Let the film go on to a second, and stand still there."""
        self.table.tell(str(second))

    def lit(self):
        """Return the bytes that the light was told last, as the simulated light prints them."""
        return " ".join(re.findall(r"\b[0-9a-f]{2}\b", self.lamp.said[-1])[-4:])

    def _wall(self, folder, token):
        with open_house(folder / "pit.db", time.time) as house:
            house.begin(house.first_key, Role.TECHNICIAN.value, PASSWORD)
            house.add("technician", Role.PIT_BOSS.value, {Role.PIT_BOSS}, PASSWORD)
        port = free_port()
        self.wall_url = f"http://127.0.0.1:{port}/"
        file = folder / "pit.toml"
        file.write_text(
            f'serve = "127.0.0.1:{port}"\naccounts = "pit.db"\n[[tables]]\nname = "{TABLE}"\n'
            f'address = "{self.url}"\ntoken = "{token}"\n'
            + (f'ca = "{self.authority}"\n' if self.authority else "")
        )
        return Program("wall", ["-m", "dealer_ui.main", "pit", str(file)], settings=OURS)

    def _token(self, accounts, name, *scopes):
        asked = [word for scope in scopes for word in ("--scope", scope)]
        return self._says("accounts", "token", "make", accounts, name, *asked)

    @staticmethod
    def _says(*words):
        answer = CliRunner().invoke(app, [str(word) for word in words], env=OURS)
        assert answer.exit_code == 0, answer.exception
        return answer.output.split()[-1]

    def close(self):
        for program in (self.wall, self.table, self.lamp):
            program.end()
        self.hooked.close()


def is_flagged(table):
    """Tell whether the journal has a flag."""
    return any(row.kind == "flag" for row in read_rows(table.journal))


def until(told):
    """Wait until something is told; what never is fails by its own name."""
    ends_at = time.monotonic() + PATIENCE_MS / 1000
    while not told():
        assert time.monotonic() < ends_at, told
        time.sleep(LOOK_S)
