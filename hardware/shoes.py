"""The shoe that the engine calls, at the end of a line."""

from __future__ import annotations

import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from engine.faults import Fault
from engine.seats import PLAYERS, Actor
from engine.shoe import Allowance, ShoeNews
from engine.signals import SeatSign
from hardware.finding import lasting_name
from hardware.line import DEFAULT_TIMING, NOBODY, Line, Listeners, Timing
from hardware.port import Port, PortSettings
from hardware.shoe_belief import Belief
from hardware.shoe_host import Done, Event, Felt, Greeted, HostNews, Lost, ShoeHost
from hardware.shoe_words import (
    LOCK,
    UNLOCK,
    Ability,
    ShoeLook,
    allow,
    light,
    seat_byte,
)

SCHEME = "shoe:"
SETTINGS = PortSettings(baud=115200, settle_s=2.0)
"""Opening raises DTR, which resets most Arduino boards: their bootloader listens for 1 to 2 s."""

MOST_NEWS = 256
LOOKS = {SeatSign.TURN: ShoeLook.TURN, SeatSign.STOP: ShoeLook.STOP}


@dataclass(frozen=True, slots=True)
class ShoeWishes:
    """How a shoe shall be driven.

    With the interlock the shoe holds cards back while the rules allow none; `stays_locked` keeps it
    locked when the assistant dies, which no house should want that would rather play on.
    """

    interlock: bool = False
    stays_locked: bool = False
    listeners: Listeners = NOBODY
    timing: Timing = DEFAULT_TIMING
    settles: bool = True
    clock: Callable[[], float] = time.monotonic


DEFAULT_WISHES = ShoeWishes()


class LineShoe:
    """A shoe at the end of a line."""

    def __init__(self, url: str, wishes: ShoeWishes = DEFAULT_WISHES) -> None:
        """Name the port; `start` opens it."""
        self._interlock = wishes.interlock
        self._lock = threading.Lock()
        self._news: deque[ShoeNews] = deque(maxlen=MOST_NEWS)
        self._signs: dict[Actor, SeatSign] = {}
        self.belief = Belief()
        self.lost = 0
        """How many commands were reported lost."""
        self.host = ShoeHost(
            lambda: secrets.randbelow(65536), self._hear, stays_locked=wishes.stays_locked
        )
        settings = SETTINGS if wishes.settles else PortSettings(SETTINGS.baud, settle_s=0.0)
        self.line = Line(
            url,
            self.host,
            settings,
            wishes.timing,
            wishes.listeners,
            clock=wishes.clock,
            fault=Fault.SHOE_LOST,
        )

    def start(self) -> None:
        """Open the port and greet the shoe, and go on until closed."""
        self._order_gate(None)
        self.line.start()

    @property
    def abilities(self) -> Ability:
        """Return what the shoe can do, as far as it has told."""
        welcome = self.host.welcome
        return Ability(0) if welcome is None else welcome.abilities

    def allow(self, allowance: Allowance | None) -> None:
        """Let cards out to a seat, or none; never blocks, never raises."""
        self._order_gate(allowance)

    def point(self, seats: Mapping[Actor, SeatSign]) -> None:
        """Show signs at seats, where the shoe has lamps for them."""
        for seat in PLAYERS:
            if seats.get(seat) != self._signs.get(seat):
                look = LOOKS[seats[seat]] if seat in seats else ShoeLook.DARK
                self.host.order(light(seat_byte(seat), look))
                self.line.wake()
        self._signs = dict(seats)

    def news(self) -> tuple[ShoeNews, ...]:
        """Return what the shoe told since the last time, in its order; never blocks."""
        with self._lock:
            news = tuple(self._news)
            self._news.clear()
        return news

    def close(self) -> None:
        """Unlock the shoe and let go of the line."""
        self.line.close()

    def _order_gate(self, allowance: Allowance | None) -> None:
        if allowance is not None:
            seat, count = allowance.seat, allowance.count
            self.host.order(allow(seat, count, locks_after=self._interlock))
        else:
            self.host.order(LOCK if self._interlock else UNLOCK)
        self.line.wake()

    def _hear(self, news: HostNews) -> None:
        """Take in what the shoe told; called from the line's thread."""
        match news:
            case Event(kind=kind, payload=payload):
                self._tell(self.belief.told(kind, payload))
            case Felt(pulse=pulse):
                self._tell(self.belief.felt(pulse))
            case Greeted(welcome=welcome):
                self.belief.greeted(welcome.boot)
            case Lost():
                self.lost += 1
            case Done():
                return

    def _tell(self, news: Iterable[ShoeNews]) -> None:
        with self._lock:
            self._news.extend(news)


def shoe_port(text: str) -> str:
    """Return the port of a shoe from the words after --shoe.

    >>> shoe_port("shoe:/dev/ttyACM0"), shoe_port("/dev/ttyACM0")
    ('/dev/ttyACM0', '/dev/ttyACM0')
    """
    return text.removeprefix(SCHEME)


def open_shoe(text: str, wishes: ShoeWishes = DEFAULT_WISHES) -> LineShoe:
    """Open a shoe and begin to talk to it; raises LineError when its port cannot be opened."""
    url = lasting_name(shoe_port(text))
    Port(url, PortSettings(SETTINGS.baud, settle_s=0.0), Fault.SHOE_LOST).close()
    shoe = LineShoe(url, wishes)
    shoe.start()
    return shoe
