"""The whole firmware on an emulated ATmega328P: sketch, Arduino core, pins and serial port."""

import shutil
import subprocess
import time
from pathlib import Path
from threading import Condition

import pytest

from engine.seats import Actor
from engine.shoe import Allowance, CardOut, LidMoved
from hardware.line import Listeners
from hardware.shoe_words import Ability, Flags
from hardware.shoes import ShoeWishes, open_shoe
from tests.hardware.conftest import QUICK
from tests.hardware.firmware import FOLDER

CORE = Path("/usr/share/arduino/hardware/arduino/avr/cores/arduino")
SIMAVR = Path("/usr/include/simavr/sim_avr.h")
WITHIN_S = 60.0


@pytest.fixture(scope="module")
def firmware():
    missing = [str(path) for path in (CORE, SIMAVR) if not path.exists()]
    missing += [tool for tool in ("avr-g++", "g++", "make") if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"NO BOARD: the sketch is not tried, for want of {', '.join(missing)}")
    subprocess.run(["make", "-C", FOLDER, "board"], check=True, capture_output=True)
    return FOLDER / "build"


class Board:
    """An emulated board with the sketch, and our end of its line."""

    def __init__(self, folder, link):
        self._process = subprocess.Popen(
            [folder / "board", folder / "kozyr_shoe.elf", link],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._stir = Condition()
        self.told = []
        begun = time.monotonic()
        while not link.is_symlink():
            assert self._process.poll() is None
            assert time.monotonic() - begun < WITHIN_S
            time.sleep(0.01)  # another process makes the link
        listeners = Listeners(on_bytes=self._on_bytes)
        self.shoe = open_shoe(str(link), ShoeWishes(True, listeners=listeners, timing=QUICK))

    def _on_bytes(self, way, data, at):
        with self._stir:
            self.told += self.shoe.news()
            self._stir.notify_all()

    def do(self, words):
        self._process.stdin.write(f"{words}\n")
        self._process.stdin.flush()

    def until(self, condition):
        with self._stir:
            return self._stir.wait_for(condition, WITHIN_S)

    @property
    def pulse(self):
        return self.shoe.host.pulse

    def close(self):
        """Leave the shoe, end the board, and return what its pins did."""
        self.shoe.close()
        out, _ = self._process.communicate("quit\n", timeout=WITHIN_S)
        return [line for line in out.splitlines() if line.endswith((" on", " off"))]


@pytest.fixture
def board(firmware, link):
    board = Board(firmware, link)
    yield board
    if board._process.poll() is None:
        board.close()


def test_a_real_board_serves_locks_counts_and_tells_its_lid(board):
    assert board.until(lambda: board.shoe.host.is_up)
    assert board.shoe.abilities == (
        Ability.COUNTS | Ability.LOCKS | Ability.SEAT_LIGHTS | Ability.LAMP
    )

    board.shoe.allow(Allowance(Actor.B, 2))
    assert board.until(lambda: board.pulse and board.pulse.allowed == 2)
    board.do("card")
    board.do("card")
    assert board.until(lambda: len(board.told) == 2)
    board.do("lid open")
    assert board.until(lambda: len(board.told) == 3)
    board.do("lid closed")
    assert board.until(lambda: len(board.told) == 4)

    cards = [CardOut(1, Actor.B), CardOut(2, Actor.B)]
    assert board.told == [*cards, LidMoved(True), LidMoved(False)]
    assert board.until(lambda: board.pulse.flags & Flags.LOCKED), "both cards have left"
    pins = board.close()
    amber = [pin for pin in pins if pin.startswith("amber")]
    assert amber[:3] == ["amber off", "amber on", "amber off"], "dark, alone, greeted"
    assert {"lock on", "lock off"} <= set(pins)
    assert [pin for pin in pins if pin.startswith("lock")][-1] == "lock off", "farewell"
