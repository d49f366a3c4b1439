"""Opens the light and the shoe of a table, and puts them where the line meets them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from dealer_ui.contested import HeldStop
from dealer_ui.device_cards import CardMaker, light_card, shoe_card
from dealer_ui.hearing import Ears
from dealer_ui.settings import Settings
from dealer_ui.shoe_desk import SeatLights, SeatPointer, ShoeDesk
from dealer_ui.watching import Hearing, MoveReading
from engine.ports import Indicator
from engine.signals import Signal
from engine.steady_signal import SteadyLight
from engine.watch import Page
from hardware.choosing import Wishes, light_place, open_light
from hardware.indicators import NoLight
from hardware.line import Health, Listeners
from hardware.quiet import buzzer, quiet_hours
from hardware.shoes import LineShoe, ShoeWishes, open_shoe

LIGHT_STALE_S = 2.0
"""A light that nobody refreshes for so long shows the fault signal by itself."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """Which light and which shoe a table shall have, and whether people wait for what they say."""

    light: str | None
    shoe: str | None
    is_live: bool = True


DeviceLine = tuple[Ears, MoveReading, Callable[[Signal, float], None]]
"""What hears of devices: people's ears, the reader of moves, and who is told what was sent."""


@dataclass(frozen=True, slots=True)
class Devices:
    """The devices of a table, as the line meets them."""

    indicator: Indicator
    hearing: Hearing
    reading: MoveReading
    pages: tuple[Page, ...]
    cards: tuple[CardMaker, ...] = ()
    """What the technician reads of them."""


def open_devices(
    ordered: Ordered,
    settings: Settings,
    line: DeviceLine,
    stack: ExitStack,
) -> Devices:
    """Open what was ordered; raises LineError or ValueError that names the device."""
    ears, reading, on_sent = line
    pages: list[Page] = []
    pointed: list[SeatLights] = []
    cards: list[CardMaker] = []
    indicator: Indicator = NoLight()
    if ordered.light is not None:
        opened = open_light(light_place(ordered.light), _wishes(settings, ears, on_sent))
        stack.callback(opened.close)
        cards.append(partial(light_card, opened))
        steady = SteadyLight(opened, time.monotonic if ordered.is_live else None)
        indicator, pages, pointed = steady, [HeldStop(steady)], [opened]
    if ordered.shoe is None:
        return Devices(indicator, ears, reading, (*pages, SeatPointer(pointed)), tuple(cards))

    news: deque[Health] = deque(maxlen=16)
    shoe = _shoe(ordered.shoe, settings, Listeners(on_health=news.append), stack)
    desk = ShoeDesk(shoe, reading, ears, news)
    shown = (*pages, SeatPointer([*pointed, shoe]), desk)
    return Devices(indicator, desk, desk, shown, (*cards, partial(shoe_card, shoe)))


def _wishes(settings: Settings, ears: Ears, on_sent: Callable[[Signal, float], None]) -> Wishes:
    quiet = quiet_hours(settings.quiet_hours) if settings.quiet_hours else None
    may_buzz = buzzer(
        wanted=settings.light_buzzes,
        quiet=quiet,
        local_time=lambda: datetime.now().time(),  # noqa: DTZ005 - what the clock on the wall says
    )
    return Wishes(LIGHT_STALE_S, may_buzz, on_sent, Listeners(on_health=ears.hear_line))


def _shoe(text: str, settings: Settings, listeners: Listeners, stack: ExitStack) -> LineShoe:
    wishes = ShoeWishes(
        interlock=settings.shoe_interlock,
        stays_locked=settings.shoe_stays_locked,
        listeners=listeners,
    )
    shoe = open_shoe(text, wishes)
    stack.callback(shoe.close)
    return shoe
