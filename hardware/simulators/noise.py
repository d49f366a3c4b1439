"""What a bad cable does to bytes: it loses, changes and repeats them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(slots=True)
class Noise:
    """Damages a part of all bytes, evenly by losing, changing and repeating; by chance given."""

    chance: Random
    rate: float = 0.0

    def through(self, data: bytes) -> bytes:
        """Return what arrives of some bytes."""
        if self.rate == 0.0:
            return data
        arrived = bytearray()
        for byte in data:
            if self.chance.random() >= self.rate:
                arrived.append(byte)
                continue
            match self.chance.randrange(3):
                case 0:
                    pass
                case 1:
                    arrived.append(byte ^ (1 << self.chance.randrange(8)))
                case _:
                    arrived += bytes((byte, byte))
        return bytes(arrived)


@dataclass(slots=True)
class Mishaps:
    """Single mishaps on demand: so many of the next bytes are garbled, lost or repeated."""

    to_garble: int = 0
    to_drop: int = 0
    to_duplicate: int = 0

    def befall(self, byte: int) -> bytes:
        """Return what arrives of a byte.

        >>> Mishaps(to_garble=1).befall(0x22).hex(), Mishaps(to_duplicate=1).befall(0x22).hex()
        ('a2', '2222')
        """
        if self.to_garble:
            self.to_garble -= 1
            return bytes((byte ^ GARBLED_BIT,))
        if self.to_drop:
            self.to_drop -= 1
            return b""
        if self.to_duplicate:
            self.to_duplicate -= 1
            return bytes((byte, byte))
        return bytes((byte,))


GARBLED_BIT = 0x80
