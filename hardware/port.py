"""A serial port, opened exclusively; every way in which it can fail has a name."""

from __future__ import annotations

import errno
import io
import os
import select
import termios
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path

import serial

from engine.faults import Cause, Fault, TableError
from hardware.finding import ManyPortsError, located


@unique
class Trouble(StrEnum):
    """What is wrong with a port; the value is stored and translated."""

    MISSING = "missing"
    BUSY = "busy"
    FORBIDDEN = "forbidden"
    NOT_A_PORT = "not-a-port"
    UNREACHABLE = "unreachable"
    STUCK = "stuck"
    GONE = "gone"
    MANY = "many"
    SILENT = "silent"
    WRONG_STATE = "wrong-state"
    REFUSED = "refused"
    FOREIGN = "foreign"
    NO_EXTRA = "no-extra"


SENTENCES = {
    Trouble.MISSING: "there is no serial port {url}",
    Trouble.BUSY: "the serial port {url} is in use by another program",
    Trouble.FORBIDDEN: "this user may not open the serial port {url} (group dialout)",
    Trouble.NOT_A_PORT: "{url} is not a serial port",
    Trouble.UNREACHABLE: "nothing answers at {url}",
    Trouble.STUCK: "the device at {url} takes no more bytes",
    Trouble.GONE: "the device at {url} has gone",
    Trouble.MANY: "several serial ports answer to {url}",
    Trouble.SILENT: "the device at {url} does not answer",
    Trouble.WRONG_STATE: "the device at {url} shows something else than it was told",
    Trouble.REFUSED: "the device at {url} refuses what it is told",
    Trouble.FOREIGN: "the device at {url} speaks another version of the protocol",
    Trouble.NO_EXTRA: "{url} needs the extra: pip install 'kozyr[busylight]'",
}

TROUBLES_BY_ERRNO = {
    errno.ENOENT: Trouble.MISSING,
    errno.ENODEV: Trouble.MISSING,
    errno.ENXIO: Trouble.MISSING,
    errno.EAGAIN: Trouble.BUSY,
    errno.EBUSY: Trouble.BUSY,
    errno.EACCES: Trouble.FORBIDDEN,
    errno.EPERM: Trouble.FORBIDDEN,
    errno.EISDIR: Trouble.NOT_A_PORT,
    errno.ENOTTY: Trouble.NOT_A_PORT,
    errno.EIO: Trouble.GONE,
}


class LineError(TableError):
    """A serial line that could not be opened, or was lost; the detail is one sentence."""

    def __init__(self, url: str, trouble: Trouble, fault: Fault = Fault.LIGHT_LOST) -> None:
        """Name the port and its trouble."""
        cause = Cause(f"port-{trouble}", url)
        super().__init__(fault, SENTENCES[trouble].format(url=url), cause=cause)
        self.url = url
        self.trouble = trouble


@dataclass(frozen=True, slots=True)
class PortSettings:
    """How to talk to a port: 8 data bits, 1 stop bit, at `baud`; times in seconds.

    `settle_s` is the silence after opening: opening raises DTR, which resets many boards, and
    what is sent to a booting board is lost.
    """

    baud: int = 9600
    settle_s: float = 0.2
    write_timeout_s: float = 0.5
    parity: str = "N"


DEFAULT_SETTINGS = PortSettings()

UNWATCHED_S = 0.02
"""How often a port is looked at that cannot be waited for."""


class Port:
    """An open port that notices when its far end has gone."""

    def __init__(
        self,
        url: str,
        settings: PortSettings = DEFAULT_SETTINGS,
        fault: Fault = Fault.LIGHT_LOST,
    ) -> None:
        """Open a device path, `loop://`, `socket://host:port` and the like; raises LineError."""
        self.url = url
        self._fault = fault
        try:
            self._path = located(url)
            self._serial = serial.serial_for_url(
                self._path,
                baudrate=settings.baud,
                parity=settings.parity,
                timeout=0,
                write_timeout=settings.write_timeout_s,
                exclusive=True,
            )
        except (OSError, termios.error, ValueError) as error:
            raise LineError(url, _why_not_opened(url, error), fault) from error

    def write(self, data: bytes) -> None:
        """Hand bytes to the operating system; raises LineError when it does not take them."""
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException as error:
            raise LineError(self.url, Trouble.STUCK, self._fault) from error
        except OSError as error:
            raise LineError(self.url, Trouble.GONE, self._fault) from error

    def drain(self) -> bytes:
        """Return what came in; raises LineError when the far end has gone.

        A light never speaks, but only reading tells that it was unplugged: a write to a
        terminal whose far end has gone may well succeed.
        """
        try:
            still_there = self._is_still_there()
            received = self._serial.read(self._serial.in_waiting or 1)
        except OSError as error:
            raise LineError(self.url, Trouble.GONE, self._fault) from error
        if not still_there:
            raise LineError(self.url, Trouble.GONE, self._fault)
        return received

    def wait(self, wake: int, seconds: float) -> None:
        """Wait until something comes in, the `wake` file can be read, or so many seconds passed."""
        try:
            watched = [wake, self._serial.fileno()]
        except io.UnsupportedOperation:  # loop:// and rfc2217:// have no file to wait for
            watched, seconds = [wake], min(seconds, UNWATCHED_S)
        with suppress(OSError):  # a port that has just gone is found out by the next read
            select.select(watched, [], [], max(0.0, seconds))

    def close(self) -> None:
        """Let go of the port, dead or alive."""
        with suppress(OSError, termios.error):
            self._serial.close()

    def _is_still_there(self) -> bool:
        """Tell whether the path still names the device that was opened."""
        if "://" in self._path:
            return True
        return os.path.samestat(Path(self._path).stat(), os.fstat(self._serial.fileno()))


def _why_not_opened(url: str, error: Exception) -> Trouble:
    """Name the trouble; pyserial often keeps the errno only in the error it caught."""
    if isinstance(error, ManyPortsError):
        return Trouble.MANY
    for cause in (error, error.__context__):
        number = getattr(cause, "errno", None) or next(iter(getattr(cause, "args", ())), None)
        if number in TROUBLES_BY_ERRNO:
            return TROUBLES_BY_ERRNO[number]

    if "://" in url and not isinstance(error, ValueError):
        return Trouble.UNREACHABLE
    return Trouble.NOT_A_PORT
