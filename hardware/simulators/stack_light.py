"""A simulated SL60USB2: takes frames of four bytes, and none whose checksum is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field

from hardware.simulators.tower_light import row
from hardware.stack_light import FLASH, HEADER, Lamp
from hardware.tower_light import Mode

FRAME_BYTES = 4
ORDER = (Lamp.RED, Lamp.YELLOW, Lamp.GREEN, Lamp.BUZZER)


@dataclass(slots=True)
class StackLightDevice:
    """What is inside the light: lamps that latch, and the frame that is being read."""

    lamps: dict[Lamp, Mode] = field(default_factory=lambda: dict.fromkeys(ORDER, Mode.OFF))
    frame: bytearray = field(default_factory=bytearray)

    def power_up(self, now: float) -> None:
        """Go dark."""
        del now
        self.lamps = dict.fromkeys(ORDER, Mode.OFF)
        self.frame.clear()

    def take(self, byte: int, now: float) -> bytes:
        """Collect a frame; a header that stands where none can be begins another."""
        del now
        self.frame.append(byte)
        if self.frame[0] != HEADER:
            self.frame.clear()
        elif len(self.frame) == FRAME_BYTES:
            self._obey(*self.frame)
        return b""

    def _obey(self, header: int, number: int, state: int, checksum: int) -> None:
        plain = (header + number + state) & 0xFF
        modes = {plain: Mode.ON if state else Mode.OFF, (plain + FLASH) & 0xFF: Mode.BLINK}
        if number in set(Lamp) and state <= 1 and checksum in modes:
            self.lamps = self.lamps | {Lamp(number): modes[checksum]}
            self.frame.clear()
        else:
            del self.frame[0]
            while self.frame and self.frame[0] != HEADER:
                del self.frame[0]

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
