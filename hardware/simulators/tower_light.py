"""Simulated lights that never answer: they decode the bytes and show what their lamps do."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hardware.simulators.peer import Peer
from hardware.tower_light import Lamp, Mode

MODES = {mode.value: mode for mode in Mode}


def row(name: str, mode: Mode) -> str:
    """Draw a lamp, told apart by shape and word.

    >>> row("RED", Mode.BLINK)
    '● RED    BLINK'
    """
    return f"{'○' if mode is Mode.OFF else '●'} {name:<6} {mode.name}"


@dataclass(slots=True)
class TowerLightDevice:
    """What is inside a tower light: lamps that latch."""

    lamps: dict[Lamp, Mode] = field(default_factory=lambda: dict.fromkeys(Lamp, Mode.OFF))

    def power_up(self, now: float) -> None:
        """Go dark."""
        del now
        self.lamps = dict.fromkeys(Lamp, Mode.OFF)

    def take(self, byte: int, now: float) -> bytes:
        """Set the lamps that a byte names; a byte that names no mode changes nothing."""
        del now
        mode = MODES.get(byte & 0xF0)
        if mode is not None:
            self.lamps = self.lamps | {lamp: mode for lamp in Lamp if byte & lamp}
        return b""

    def tick(self, now: float) -> bytes:
        """Say nothing."""
        del now
        return b""

    def rows(self) -> tuple[str, ...]:
        """Draw the tower, the red lamp on top."""
        return tuple(row(lamp.name, mode) for lamp, mode in self.lamps.items())

    def obey(self, words: list[str], now: float) -> bool:
        """Know nothing that could be done to it by hand."""
        del words, now
        return False


class TowerLightPeer(Peer[TowerLightDevice]):
    """A tower light behind a real terminal."""

    def __init__(self, link: Path | str, clock: Callable[[], float] = time.monotonic) -> None:
        """Name the link under which the light will be found."""
        super().__init__(link, TowerLightDevice(), clock)

    @property
    def lamps(self) -> Mapping[Lamp, Mode]:
        """Return what each lamp does now."""
        with self._news:
            return dict(self.device.lamps)
