"""Where a device is plugged in now: by path, by pattern, or by the number of its USB plug."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports

BY_ID = Path("/dev/serial/by-id")
USB = "usb:"
PATTERN = frozenset("*?[")


class ManyPortsError(ValueError):
    """Several devices answer to one name: which of them is meant, nobody can tell."""


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
