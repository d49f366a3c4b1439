"""The list to tick off at the beginning of a shift: what works, as devices and people say."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from dealer_ui.device_words import tick_line
from dealer_ui.endings import BadInputError
from dealer_ui.prompts import Catalogue
from dealer_ui.settings import settings_from
from hardware.choosing import light_place
from hardware.self_test import Check, Tick, light_test
from hardware.shoe_test import shoe_test
from hardware.shoes import SCHEME, shoe_port


def devices_of(file: Path | None, lang: str | None) -> list[str]:
    """Return the words of a table's light and shoe; raises BadInputError where it has neither."""
    known = settings_from(os.environ, file, lang=lang)
    shoe = [SCHEME + shoe_port(known.shoe)] if known.shoe else []
    devices = ([known.light] if known.light else []) + shoe
    if not devices:
        raise BadInputError(Catalogue.load(known.lang).text("devices.which"))
    return devices


def ticks_of(device: str, seconds: float) -> Iterator[Tick]:
    """Go through a device by its words, each signal of a light for so many seconds."""
    if device.startswith(SCHEME):
        return shoe_test(shoe_port(device))
    return light_test(light_place(device), time.sleep, seconds)


@dataclass(slots=True)
class TickList:
    """Writes a line for each check; of what no device can say, somebody who looks is asked."""

    words: Catalogue
    say: Callable[[str], None]
    ask: Callable[[str], bool] | None = None
    failed: int = 0

    def go_through(self, device: str, ticks: Iterable[Tick]) -> None:
        """Tick off one device."""
        self.say(device)
        says_so, unseen = device.startswith(SCHEME), 0
        for tick in ticks:
            says_so = says_so or tick.check is Check.ANSWERS
            looked = tick if says_so else self._looked(tick)
            self.say(tick_line(looked, self.words))
            self.failed += not looked.passed
            unseen += tick.check is Check.SHOWS and not says_so and self.ask is None
        if unseen:
            self.say(self.words.text("devices.compare"))

    def _looked(self, tick: Tick) -> Tick:
        """Return a tick as somebody saw it who was asked."""
        if self.ask is None or tick.signal is None or not tick.passed:
            return tick
        look = self.words.text(f"devices.look.{tick.signal}")
        return replace(tick, passed=self.ask(self.words.text("devices.ask", look=look)))
