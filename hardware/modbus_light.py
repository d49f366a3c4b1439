"""A stack light on Modbus RTU, by a register map: written as one block, and read back.

Frames are made and read by pymodbus; here is only when which of them is due. A request is followed
by nothing until its answer has come, since the bus has one speaker at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import cycle

from pymodbus.exceptions import ModbusException
from pymodbus.framer import FramerRTU
from pymodbus.pdu import DecodePDU, ExceptionResponse, ModbusPDU
from pymodbus.pdu.bit_message import ReadCoilsRequest, WriteMultipleCoilsRequest
from pymodbus.pdu.register_message import (
    ReadHoldingRegistersRequest,
    WriteMultipleRegistersRequest,
)

from engine.signals import Signal
from hardware.endpoint import MisbehavedError
from hardware.looks import LOOKS, PHASES, Rhythm, Shown
from hardware.modbus_maps import BUZZER, RegisterMap, Table
from hardware.port import PortSettings, Trouble
from hardware.slot import Slot, Wanted

REFRESH_S = 1.0
ANSWER_S = 0.5
SILENCE_S = 0.005
"""Between an answer and the next request: 3.5 characters, 4 ms at 9600 baud (Modbus RTU 2.5.1)."""
PATIENCE = 2
BUZZ_S = 0.3

Block = tuple[int, ...]


def settings_of(known: RegisterMap) -> PortSettings:
    """Return how the port of a mapped light is opened."""
    return PortSettings(baud=known.baud, parity=known.parity)


def write_frame(known: RegisterMap, unit: int, block: Block) -> bytes:
    """Return the request that writes a whole block (function 15 or 16)."""
    pdu: ModbusPDU
    if known.table is Table.COILS:
        bits = [bool(number) for number in block]
        pdu = WriteMultipleCoilsRequest(address=known.first, bits=bits, dev_id=unit)
    else:
        pdu = WriteMultipleRegistersRequest(
            address=known.first, count=len(block), registers=list(block), dev_id=unit
        )
    return FramerRTU(DecodePDU(is_server=False)).buildFrame(pdu)


def read_frame(known: RegisterMap, unit: int) -> bytes:
    """Return the request that reads a whole block (function 1 or 3)."""
    kind = ReadCoilsRequest if known.table is Table.COILS else ReadHoldingRegistersRequest
    pdu = kind(address=known.first, count=known.count, dev_id=unit)
    return FramerRTU(DecodePDU(is_server=False)).buildFrame(pdu)


def blocks(known: RegisterMap, shown: Shown) -> Iterator[tuple[Block, float]]:
    """Yield each block of a state and how long it stands: what the device cannot blink, we do."""
    look = LOOKS[shown.signal]
    if shown.buzzes and BUZZER in known.lamps:
        yield known.block({str(look.place): Rhythm.STEADY, BUZZER: Rhythm.STEADY}), BUZZ_S
    if known.keeps(look.rhythm):
        yield from cycle([(known.block({str(look.place): look.rhythm}), REFRESH_S)])
    lit, dark = known.block({str(look.place): Rhythm.STEADY}), known.block({})
    yield from cycle([(lit if on else dark, seconds) for on, seconds in PHASES[look.rhythm]])


@dataclass(slots=True)
class ModbusLight:
    """Our end of the line to a mapped light: writes a block, reads it back, writes the next."""

    slot: Slot
    known: RegisterMap
    unit: int = 1
    is_up: bool = False
    answers: bool = True
    confirmed: Wanted | None = None
    """The state that was read back last."""
    _framer: FramerRTU = field(default_factory=lambda: FramerRTU(DecodePDU(is_server=False)))
    _wanted: Wanted | None = None
    _blocks: Iterator[tuple[Block, float]] = field(default_factory=lambda: iter(()))
    _block: Block | None = None
    """What was written last; None before the first answer."""
    _to_read: bool = True
    _awaited: bool = False
    _answer_by: float = 0.0
    _free_at: float = 0.0
    _due: float = 0.0
    _failures: int = 0
    _received: bytearray = field(default_factory=bytearray)
    _is_news: bool = False
    _opened: int = -1

    def begin(self, now: float) -> None:
        """Read the block first: whoever answers is there."""
        self._wanted, self._block, self._awaited = None, None, False
        self._to_read, self._free_at, self._due, self._failures = True, now, now, 0
        self.is_up = False

    def receive(self, data: bytes, now: float) -> None:
        """Take in an answer; raises MisbehavedError when it refuses, or is wrong again."""
        self._received += data
        if not self._awaited:
            return
        try:
            _, answer = self._framer.handleFrame(bytes(self._received), self.unit, 0)
        except ModbusException:
            answer = None
        if answer is not None:
            self._awaited, self._free_at = False, now + SILENCE_S
            self._hear(answer)

    def send(self, now: float) -> bytes:
        """Return the next request, once the last one was answered or given up."""
        self._is_news = False
        if self._awaited:
            if now < self._answer_by:
                return b""
            self._awaited = False
            self._to_read = self._block is None
            self._due = min(self._due, now)
            self._fail(Trouble.SILENT)
        if now < self._free_at:
            return b""
        self._choose(now)
        if self._to_read:
            return self._ask(read_frame(self.known, self.unit), now)
        if self._wanted is None or now < self._due:
            return b""
        self._block, seconds = next(self._blocks)
        self._due = now + seconds
        self._is_news = True
        return self._ask(write_frame(self.known, self.unit, self._block), now)

    def sent(self, now: float) -> None:
        """Tell the slot that its state is out."""
        if self._is_news and self._wanted is not None:
            self.slot.sent(self._wanted, now)

    def due(self) -> float:
        """Return when there is something to ask, or an answer is overdue."""
        if self._awaited:
            return self._answer_by
        if self._to_read:
            return self._free_at
        return max(self._due, self._free_at) if self._wanted is not None else float("inf")

    @property
    def about(self) -> str:
        """Name the light by its map and its number on the bus."""
        return f"{self.known.name}, unit {self.unit}"

    def farewell(self) -> bytes:
        """Return what puts the light out."""
        return write_frame(self.known, self.unit, self.known.block({}))

    def _choose(self, now: float) -> None:
        """Begin a new state, which goes before everything else."""
        wanted = self.slot.wanted(now)
        if self.is_up and wanted is not None and wanted != self._wanted:
            buzzes = wanted.shown.buzzes and wanted.number != self._opened
            self._wanted, self._opened = wanted, wanted.number
            self._blocks = blocks(self.known, replace(wanted.shown, buzzes=buzzes))
            self._to_read, self._due = False, now

    def _ask(self, frame: bytes, now: float) -> bytes:
        self._received.clear()
        self._awaited, self._answer_by = True, now + ANSWER_S
        return frame

    def _hear(self, answer: ModbusPDU) -> None:
        if isinstance(answer, ExceptionResponse):
            raise MisbehavedError(Trouble.REFUSED)
        self.is_up = True
        if not self._to_read:
            self._to_read = True  # it says that it has done so; see for ourselves
            return
        self._to_read = False
        found = answer.bits if self.known.table is Table.COILS else answer.registers
        block = tuple(int(number) for number in found[: self.known.count])
        if self._block is None:
            self._failures = 0
        elif block == self._block:
            self._failures, self.confirmed = 0, self._wanted
        else:
            self._due = self._free_at
            self._fail(Trouble.WRONG_STATE)

    def _fail(self, trouble: Trouble) -> None:
        self._failures += 1
        if self._failures > PATIENCE:
            raise MisbehavedError(trouble)


def last_will(known: RegisterMap, unit: int) -> bytes:
    """Return what the light shall show when the program has died: it can no longer blink for it."""
    place = str(LOOKS[Signal.FAULT].place)
    rhythm = Rhythm.BLINK if known.keeps(Rhythm.BLINK) else Rhythm.STEADY
    return write_frame(known, unit, known.block({place: rhythm}))
