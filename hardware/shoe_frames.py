"""Frames of the shoe protocol: COBS between zeros, with a CRC over the bytes as they are sent.

The CRC stands outside the COBS block. Inside it, one flipped bit in a COBS count would move every
zero of the frame, and no longer be the short burst that a CRC is sure to find; outside it, every
burst of up to 16 bits on the wire is found (`hardware/PROTOCOL.md` has the reasons at length).
"""

from __future__ import annotations

from binascii import crc_hqx
from collections.abc import Iterator
from dataclasses import dataclass, field

from cobs import cobs

END = b"\x00"
VERSION = 1
HEADER_BYTES = 4
MAX_PAYLOAD = 24
CRC_BYTES = 3
MARK = 0x80
"""The highest bit of each CRC byte is set, so that none of them is the zero that ends a frame."""
MAX_BODY = HEADER_BYTES + MAX_PAYLOAD
MAX_PIECE = MAX_BODY + 1 + CRC_BYTES

REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class FrameError(ValueError):
    """Bytes between two zeros that are no frame; the message says why."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What is told in one piece: a number that tells repetitions apart, what it is, and more."""

    sequence: int
    kind: int
    payload: bytes = b""


def crc16(data: bytes) -> int:
    """Return the CRC-16/MCRF4XX of some bytes: polynomial 1021, lowest bit first, as UARTs send.

    >>> hex(crc16(b"123456789"))
    '0x6f91'
    """
    plain = crc_hqx(data.translate(REVERSED), 0xFFFF)
    return int.from_bytes(plain.to_bytes(2, "big").translate(REVERSED), "little")


def encode(frame: Frame) -> bytes:
    """Return a frame as it is sent, with a zero before and behind it.

    >>> encode(Frame(1, 0x11)).hex(" ")
    '00 05 01 04 01 11 96 87 8e 00'
    """
    body = bytes((VERSION, HEADER_BYTES + len(frame.payload), frame.sequence, frame.kind))
    block: bytes = cobs.encode(body + frame.payload)
    crc = crc16(block)
    check = bytes((MARK | crc & 0x3F, MARK | crc >> 6 & 0x1F, MARK | crc >> 11))
    return END + block + check + END


def decode(piece: bytes) -> Frame:
    """Return the frame that stands between two zeros; raises FrameError."""
    if len(piece) < HEADER_BYTES + 1 + CRC_BYTES:
        raise FrameError("too short")
    block, check = piece[:-CRC_BYTES], piece[-CRC_BYTES:]
    crc = crc16(block)
    if check != bytes((MARK | crc & 0x3F, MARK | crc >> 6 & 0x1F, MARK | crc >> 11)):
        raise FrameError("wrong CRC")
    try:
        body = cobs.decode(block)
    except cobs.DecodeError as error:
        raise FrameError("no COBS block") from error
    if len(body) < HEADER_BYTES or body[1] != len(body):
        raise FrameError("wrong length")
    if body[0] != VERSION:
        raise FrameError(f"version {body[0]}")
    return Frame(body[2], body[3], bytes(body[HEADER_BYTES:]))


@dataclass(slots=True)
class Splitter:
    """Cuts what comes in at its zeros and counts the pieces that are no frames."""

    damaged: int = 0
    _piece: bytearray = field(default_factory=bytearray)

    def split(self, data: bytes) -> Iterator[Frame]:
        """Yield every frame that is whole now; the rest is kept for the next time."""
        for byte in data:
            if byte:
                if len(self._piece) <= MAX_PIECE:
                    self._piece.append(byte)
                continue
            piece = bytes(self._piece)
            self._piece.clear()
            if not piece:
                continue
            try:
                yield decode(piece)
            except FrameError:
                self.damaged += 1
