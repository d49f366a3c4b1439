"""The firmware's protocol core, compiled for this machine, with the simulated shoe's face."""

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest

from hardware.shoe_words import Ability, face_byte
from hardware.simulators.shoe import FULL_SHOE

FOLDER = Path(__file__).parents[2] / "hardware" / "firmware"
MOST_SAID = 4096


def compiled():
    """Compile the core; without a compiler the tests that need it are skipped, and say so."""
    if shutil.which("g++") is None or shutil.which("make") is None:
        pytest.skip("NO COMPILER: g++ and make are needed to try the firmware of the shoe")
    subprocess.run(["make", "-C", FOLDER], check=True, capture_output=True)
    core = ctypes.CDLL(str(FOLDER / "build" / "libkozyr_shoe.so"))
    core.shoe_new.restype = ctypes.c_void_p
    core.shoe_said.restype = core.shoe_encode.restype = core.shoe_decode.restype = ctypes.c_size_t
    core.shoe_crc16.restype = ctypes.c_uint16
    core.shoe_bursts_let_through.restype = ctypes.c_uint64
    core.shoe_commands_done.restype = ctypes.c_uint32
    return core


class FirmwareShoe:
    """A shoe whose states are the firmware's; times are seconds, as the simulated one has them."""

    def __init__(self, core, abilities: Ability = FULL_SHOE) -> None:
        self._core = core
        self._shoe = ctypes.c_void_p(core.shoe_new(int(abilities)))
        self._boot = 0

    def close(self) -> None:
        self._core.shoe_delete(self._shoe)

    def power_up(self, now: float) -> None:
        self._boot += 1
        self._core.shoe_power_up(self._shoe, self._boot, _ms(now))

    def take(self, byte: int, now: float) -> bytes:
        self._core.shoe_receive(self._shoe, bytes((byte,)), ctypes.c_size_t(1), _ms(now))
        return self._said()

    def tick(self, now: float) -> bytes:
        self._core.shoe_tick(self._shoe, _ms(now))
        return self._said()

    def pull(self, card=None) -> bool:
        self._core.shoe_card_out(self._shoe, face_byte(card))
        return True

    def obey(self, words, now: float) -> bool:
        match words:
            case ["lid", how]:
                self._core.shoe_lid(self._shoe, int(how == "open"))
            case ["jam" | "free" as how]:
                self._core.shoe_jam(self._shoe, int(how == "jam"))
            case ["empty" | "loaded" as how]:
                self._core.shoe_empty(self._shoe, int(how == "empty"))
            case _:
                return False
        return True

    def rows(self) -> tuple[str, ...]:
        return ()

    @property
    def locked(self) -> bool:
        return bool(self._core.shoe_locked(self._shoe))

    @property
    def amber(self) -> bool:
        return bool(self._core.shoe_amber(self._shoe))

    @property
    def looks(self) -> list[int]:
        return [self._core.shoe_lamp(self._shoe, ctypes.c_uint8(place)) for place in range(7)]

    def _said(self) -> bytes:
        out = ctypes.create_string_buffer(MOST_SAID)
        length = self._core.shoe_said(self._shoe, out)
        return out.raw[:length]


def _ms(seconds: float) -> ctypes.c_uint32:
    return ctypes.c_uint32(round(seconds * 1000))
