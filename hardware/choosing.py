"""Which light hangs where: the words after --light, and the indicator that they choose."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from typing import Protocol
from urllib.parse import parse_qsl

from engine.faults import Cause, CausedError
from engine.seats import PLAYERS, Actor
from engine.signals import Signal
from hardware import modbus_light, stack_light, tower_light, wled
from hardware.busylights import BusyLight, find_lamp
from hardware.endpoint import Endpoint
from hardware.finding import lasting_name
from hardware.indicators import LineLight
from hardware.last_will import LastWill
from hardware.line import DEFAULT_TIMING, NOBODY, Line, Listeners, Timing
from hardware.looks import Shown
from hardware.modbus_maps import RegisterMap, load_map
from hardware.port import DEFAULT_SETTINGS, Port, PortSettings
from hardware.slot import OnSent, Slot, Wanted
from hardware.telling import Telling, Words


@unique
class Kind(StrEnum):
    """A kind of light; the value is the scheme before its port."""

    TOWER = "tower"
    SL60 = "sl60"
    WLED = "wled"
    MODBUS = "modbus"
    BUSYLIGHT = "busylight"


WORDS = {Kind.TOWER: tower_light.WORDS, Kind.SL60: stack_light.WORDS}


@dataclass(frozen=True, slots=True)
class Place:
    """What the words after --light say: which kind of light, at which port, with what besides.

    `tower:`, `sl60:`, `wled:`, `modbus:` and `busylight:` choose the kind; a port alone is an
    Adafruit tower light. Options follow a question mark.
    """

    kind: Kind
    port: str
    options: tuple[tuple[str, str], ...] = ()

    def option(self, name: str, default: str) -> str:
        """Return an option."""
        return dict(self.options).get(name, default)


OPTIONS = {
    Kind.TOWER: frozenset[str](),
    Kind.SL60: frozenset[str](),
    Kind.WLED: frozenset({"leds", "seats", "per-seat"}),
    Kind.MODBUS: frozenset({"map", "unit", "baud", "parity"}),
    Kind.BUSYLIGHT: frozenset[str](),
}


def light_place(text: str) -> Place:
    """Read the words after --light; raises ValueError for an option that means nothing.

    >>> light_place("modbus:/dev/ttyUSB0?map=relays&unit=3").port
    '/dev/ttyUSB0'
    >>> light_place("/dev/ttyUSB0").kind, light_place("socket://shelf:4001").kind
    (<Kind.TOWER: 'tower'>, <Kind.TOWER: 'tower'>)
    """
    scheme, colon, rest = text.partition(":")
    if not colon or rest.startswith("//") or scheme not in set(Kind):
        return Place(Kind.TOWER, text)
    kind = Kind(scheme)
    port, _, query = rest.partition("?")
    options = tuple(parse_qsl(query, keep_blank_values=True))
    for name, _value in options:
        if name not in OPTIONS[kind]:
            told = f"{text}: a light of the kind {kind} has no option {name!r}"
            raise CausedError(told, Cause("light-no-option", text), name)
    return Place(kind, port, options)


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a light shall be driven, whatever kind it is."""

    stale_s: float | None = None
    may_buzz: Callable[[], bool] = lambda: False
    on_sent: OnSent | None = None
    listeners: Listeners = NOBODY
    timing: Timing = DEFAULT_TIMING
    clock: Callable[[], float] = time.monotonic
    has_will: bool = True
    settles: bool = True
    """Give the board time after opening; a simulated one needs none."""


DEFAULT_WISHES = Wishes()


class LightEndpoint(Endpoint, Protocol):
    """Our end of a line to a light."""

    @property
    def confirmed(self) -> Wanted | None:
        """Return the state that was read back last."""
        ...


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks to a light on a serial line, how its port is opened, and what is said at death."""

    endpoint: LightEndpoint
    settings: PortSettings
    will: bytes


def speaker(place: Place, slot: Slot) -> Speaker:
    """Return who speaks to a light; raises ValueError for options that cannot be used."""
    match place.kind:
        case Kind.TOWER | Kind.SL60:
            words = WORDS[place.kind]
            return Speaker(Telling(slot, words), DEFAULT_SETTINGS, fault_bytes(words))
        case Kind.WLED:
            strip = strip_of(place)
            return Speaker(wled.WledLight(slot, strip), wled.SETTINGS, wled.last_will(strip))
        case Kind.MODBUS:
            known, unit = register_map(place), int(place.option("unit", "1"))
            end = modbus_light.ModbusLight(slot, known, unit)
            will = modbus_light.last_will(known, unit)
            return Speaker(end, modbus_light.settings_of(known), will)
        case Kind.BUSYLIGHT:
            told = "a busy light hangs on no serial line"
            raise CausedError(told, Cause("light-no-line", ""))


def fault_bytes(words: Words) -> bytes:
    """Return what a light shall show when the program has died: never a green nobody stands for."""
    return words.outgoing(Shown(Signal.FAULT)).cycle[0].data


def register_map(place: Place) -> RegisterMap:
    """Return the register map of a light, with the port's own speed and parity if given."""
    known = load_map(place.option("map", "relays"))
    baud, parity = place.option("baud", str(known.baud)), place.option("parity", known.parity)
    if parity not in {"N", "E", "O"}:
        told = f"a parity is N, E or O, not {parity!r}"
        raise CausedError(told, Cause("light-parity", parity))
    return replace(known, baud=int(baud), parity=parity)


def strip_of(place: Place) -> wled.Strip:
    """Return how the LEDs of a strip are shared out; raises ValueError."""
    seats = tuple(Actor(seat) for seat in place.option("seats", ""))
    if strange := [seat for seat in seats if seat not in PLAYERS]:
        raise CausedError(f"there is no seat {strange[0]}", Cause("light-seat", strange[0]))
    tower, per_seat = int(place.option("leds", "30")), int(place.option("per-seat", "5"))
    if tower < 3 or per_seat < 1:
        told = "a strip needs three LEDs, and one at each seat"
        raise CausedError(told, Cause("light-strip", ""))
    return wled.Strip(tower, per_seat, seats)


def open_light(place: Place, wishes: Wishes = DEFAULT_WISHES) -> LineLight | BusyLight:
    """Open a light and begin to drive it.

    Raises LineError when its port cannot be opened now, ValueError for options that cannot be used.
    """
    slot = Slot(wishes.stale_s, wishes.on_sent, wishes.clock)
    if place.kind is Kind.BUSYLIGHT:
        find_lamp(place.port).release()  # trouble is told before anything is begun
        busy = BusyLight(place.port, slot, on_health=wishes.listeners.on_health)
        busy.start()
        return busy
    place = replace(place, port=lasting_name(place.port))
    spoken = speaker(place, slot)
    if not wishes.settles:
        spoken = replace(spoken, settings=replace(spoken.settings, settle_s=0.0))
    Port(place.port, spoken.settings).close()  # trouble is told before anything is begun
    line = Line(
        place.port,
        spoken.endpoint,
        spoken.settings,
        wishes.timing,
        wishes.listeners,
        clock=wishes.clock,
    )
    will = LastWill(place.port, spoken.will, spoken.settings) if wishes.has_will else None
    line.start()
    return LineLight(line, slot, wishes.may_buzz, will)
