"""A simulated stack light on Modbus RTU: a block of coils or registers, read by pymodbus."""

from __future__ import annotations

from dataclasses import dataclass, field

from pymodbus.constants import ExcCodes
from pymodbus.exceptions import ModbusException
from pymodbus.framer import FramerRTU
from pymodbus.pdu import DecodePDU, ExceptionResponse, ModbusPDU
from pymodbus.pdu.bit_message import ReadCoilsResponse, WriteMultipleCoilsResponse
from pymodbus.pdu.register_message import (
    ReadHoldingRegistersResponse,
    WriteMultipleRegistersResponse,
)

from hardware.modbus_maps import RegisterMap, Table

SILENCE_S = 0.1
"""After such a silence a new frame begins, whatever was read before."""


@dataclass(slots=True)
class ModbusLightDevice:
    """What is inside the light: its block of numbers, and the frame that is being read."""

    known: RegisterMap
    unit: int = 1
    block: list[int] = field(default_factory=list)
    frame: bytearray = field(default_factory=bytearray)
    last_at: float = 0.0
    framer: FramerRTU = field(default_factory=lambda: FramerRTU(DecodePDU(is_server=True)))

    def power_up(self, now: float) -> None:
        """Go dark."""
        del now
        self.block = [0] * self.known.count
        self.frame.clear()

    def take(self, byte: int, now: float) -> bytes:
        """Collect a frame and answer it when it is whole and ours."""
        if now - self.last_at > SILENCE_S:
            self.frame.clear()
        self.last_at = now
        self.frame.append(byte)
        try:
            _, request = self.framer.handleFrame(bytes(self.frame), self.unit, 0)
        except ModbusException:
            request = None
        if request is None:
            return b""
        self.frame.clear()
        answer = self._answer(request)
        answer.dev_id = self.unit
        return self.framer.buildFrame(answer)

    def _answer(self, request: ModbusPDU) -> ModbusPDU:
        first, count = request.address, request.count
        start = first - self.known.first
        if start < 0 or start + count > len(self.block):
            return ExceptionResponse(request.function_code, ExcCodes.ILLEGAL_ADDRESS)
        match (self.known.table, request.function_code):
            case (Table.COILS, 15):
                self.block[start : start + count] = [int(bit) for bit in request.bits[:count]]
                return WriteMultipleCoilsResponse(address=first, count=count)
            case (Table.COILS, 1):
                return ReadCoilsResponse(bits=[bool(n) for n in self.block[start : start + count]])
            case (Table.REGISTERS, 16):
                self.block[start : start + count] = list(request.registers)
                return WriteMultipleRegistersResponse(address=first, count=count)
            case (Table.REGISTERS, 3):
                return ReadHoldingRegistersResponse(registers=self.block[start : start + count])
            case _:
                return ExceptionResponse(request.function_code, ExcCodes.ILLEGAL_FUNCTION)

    def tick(self, now: float) -> bytes:
        """Say nothing without being asked."""
        del now
        return b""

    def rows(self) -> tuple[str, ...]:
        """Name every lamp and its number."""
        return tuple(
            f"{'○' if self.block[place] == 0 else '●'} {lamp:<6} {self.block[place]}"
            for lamp, place in self.known.lamps.items()
        )

    def obey(self, words: list[str], now: float) -> bool:
        """Know nothing that could be done to it by hand."""
        del words, now
        return False
