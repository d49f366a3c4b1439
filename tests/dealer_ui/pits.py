"""A pit with people and tables that say what they are told."""

from __future__ import annotations

import asyncio
import gc
import warnings
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from dealer_ui.accounts.house import House
from dealer_ui.accounts.people import Role
from dealer_ui.accounts.proofs import Prover
from dealer_ui.accounts.store import AccountStore
from dealer_ui.pit.app import create_pit_app
from dealer_ui.pit.ledger import PitLedger
from dealer_ui.pit.wall import Wall
from dealer_ui.serving import Server, parse_address
from tests.dealer_ui.conftest import PASSWORD
from tests.dealer_ui.scenes import BEATING
from tests.dealer_ui.test_accounts import QUICK, Client, Trail

NINE = datetime(2026, 11, 30, 21, 0, tzinfo=UTC)
JPEG = b"\xff\xd8 a picture"


async def leave(following):
    """Follow no more.

    httpx2 leaves a socket to the collector where a handshake is cancelled; it is collected here,
    or whichever test comes next would be told of it.
    """
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


class Clocks:
    """The time of day and the clock that only runs, put forward together."""

    def __init__(self):
        self.passed_s = 0.0

    def clock(self):
        return self.passed_s

    def wall_clock(self):
        return NINE + timedelta(seconds=self.passed_s)


class Pit:
    """A wall with its journal, and people of every role at it."""

    def __init__(self, folder, names="1 2 3", *, has_house=True, wall_clock=None):
        self.clocks = Clocks()
        self.path = folder / "pit.journal"
        self.ledger = PitLedger(self.path)
        self.now = wall_clock or self.clocks.wall_clock
        self.wall = Wall(names.split(), self.ledger, self.clocks.clock, self.now)
        self.store = AccountStore(folder / "pit.db")
        self.house = House(self.store, Trail(), lambda: 1_800_000_000.0, Prover(QUICK))
        self.pictures = dict.fromkeys(names.split(), self.picture)
        self.app = create_pit_app(self.wall, self.pictures, self.house if has_house else None)
        self.sequence, self.server = 0, None

    async def picture(self):
        return JPEG, "40"

    def hire(self):
        self.house.begin(self.house.first_key, "technician", PASSWORD)
        for role in Role:
            if role is not Role.TECHNICIAN:
                self.house.add("technician", role.value, {role}, PASSWORD)
        return self

    def show(self, name, snapshot=BEATING):
        """Let a table say how it stands, at the time of day that it is."""
        self.sequence += 1
        self.wall.hear(name, replace(snapshot, sequence=self.sequence, wall_time=self.now()))

    def pass_(self, seconds, *heard):
        """Let time pass; tables that are heard meanwhile are heard at its end."""
        self.clocks.passed_s += seconds
        for name in heard:
            self.wall.beat(name, is_silent=False)
        self.wall.look()

    def client(self):
        return Client(self.app)

    def logged_in(self, role):
        client = self.client()
        assert client.enter(role.value).status_code == 200
        return client

    def serve(self):
        self.server = Server(self.app, self.wall, parse_address("127.0.0.1:0"))
        self.server.start()
        self.url = self.server.address.url
        return self

    def close(self):
        if self.server is not None:
            self.server.stop()
        self.ledger.close()
        self.store.close()
