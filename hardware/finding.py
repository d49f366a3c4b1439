"""Where a device is plugged in now: by path, by pattern, or by the number of its USB plug."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path

from serial.tools import list_ports

from engine.faults import Cause, CausedError

BY_ID = Path("/dev/serial/by-id")
BY_PATH = Path("/dev/serial/by-path")
USB = "usb:"
PATTERN = frozenset("*?[")


class ManyPortsError(CausedError):
    """Several devices answer to one name: which of them is meant, nobody can tell."""

    def __init__(self, url: str) -> None:
        """Say which name it is."""
        super().__init__(url, Cause("port-many", url))


@unique
class Likely(StrEnum):
    """What may hang on a port, by the USB chip that it shows; the value is translated."""

    LIGHT = "light"
    ESP = "esp"
    ARDUINO = "arduino"
    BUS = "bus"
    UNKNOWN = "unknown"


CHIPS: Mapping[int, Likely] = {
    0x1A86: Likely.LIGHT,
    0x303A: Likely.ESP,
    0x10C4: Likely.ESP,
    0x2341: Likely.ARDUINO,
    0x0403: Likely.BUS,
}
"""USB vendors: WCH (CH340), Espressif, Silicon Labs (CP210x), Arduino, FTDI."""


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A serial port of this machine, under the name that stays the same in every socket."""

    name: str
    path: str
    described: str
    serial_number: str | None
    vendor: int | None
    product: int | None


def located(url: str) -> str:
    """Return the path or address to open for a name.

    `/dev/serial/by-id/*1a86*` finds the one device that fits, `usb:SERIAL` the one with this serial
    number; anything else stands for itself. Raises FileNotFoundError when nothing fits, and
    ManyPortsError when several devices do.
    """
    if url.startswith(USB):
        wanted = url.removeprefix(USB)
        paths = {port.device for port in list_ports.comports() if port.serial_number == wanted}
    elif "://" not in url and PATTERN & set(url):
        folder, pattern = Path(url).parent, Path(url).name
        paths = {str(path) for path in folder.glob(pattern)}
    else:
        return url
    if len({Path(path).resolve() for path in paths}) > 1:
        raise ManyPortsError(url)
    if not paths:
        raise FileNotFoundError(errno.ENOENT, "no such serial port", url)
    return min(paths)


def lasting_name(url: str) -> str:
    """Return a name for a port that outlives its number: `ttyUSB0` may come back as `ttyUSB1`.

    By its plug if it shows a number there, else by its socket; what has neither stands for itself.
    """
    path = Path(url)
    if "://" in url or path.parent in {BY_ID, BY_PATH} or not path.exists():
        return url
    links = (link for folder in (BY_ID, BY_PATH) for link in sorted(folder.glob("*")))
    return next((str(link) for link in links if link.exists() and link.samefile(path)), url)


def likely(port: FoundPort) -> Likely:
    """Guess what hangs on a port; only the self-test knows."""
    return CHIPS.get(port.vendor or 0, Likely.UNKNOWN)


def found_ports(by_id: Path = BY_ID) -> tuple[FoundPort, ...]:
    """Return the serial ports of this machine; names by id come first."""
    stable = {link.resolve(): str(link) for link in sorted(by_id.glob("*"))}
    return tuple(
        FoundPort(
            name=stable.get(Path(port.device).resolve(), port.device),
            path=port.device,
            described=port.description or "",
            serial_number=port.serial_number,
            vendor=port.vid,
            product=port.pid,
        )
        for port in sorted(list_ports.comports(), key=lambda port: str(port.device))
    )
