"""A second process that speaks for the first one when that has died.

Lamps latch: a program that is killed while the light is green leaves it green. So a small
process waits at the far end of a pipe; when the pipe breaks without a farewell, it opens the
port, which is free by then, and sends the last will.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from hardware.port import DEFAULT_SETTINGS, LineError, Port, PortSettings

REVOKED = b"revoked"
ATTEMPTS = 50
PAUSE_S = 0.1


class LastWill:
    """Bytes that are sent to a port should this process die before it revokes them."""

    def __init__(self, url: str, will: bytes, settings: PortSettings = DEFAULT_SETTINGS) -> None:
        """Start the waiting process; a signal to our group (Ctrl-C) does not reach it."""
        packages = str(Path(__file__).parents[1])
        known = os.environ.get("PYTHONPATH")
        self._executor = subprocess.Popen(  # noqa: S603 (our own module)
            [
                *(sys.executable, "-m", "hardware.last_will", url, will.hex()),
                *(str(settings.baud), settings.parity, str(settings.settle_s)),
            ],
            stdin=subprocess.PIPE,
            start_new_session=True,
            env=os.environ | {"PYTHONPATH": f"{packages}:{known}" if known else packages},
        )

    def revoke(self) -> None:
        """Let the waiting process end in silence."""
        if self._executor.poll() is None:
            self._executor.communicate(REVOKED)


def execute(url: str, will: bytes, settings: PortSettings = DEFAULT_SETTINGS) -> bool:
    """Send a will, trying for some seconds; tell whether the port took it."""
    for _ in range(ATTEMPTS):
        try:
            port = Port(url, settings)
            time.sleep(settings.settle_s)
            port.write(will)
            port.close()
        except LineError:
            time.sleep(PAUSE_S)
        else:
            return True
    return False


if __name__ == "__main__":
    last_words = sys.stdin.buffer.read()
    if last_words != REVOKED:
        name, words, baud, parity, settle_s = sys.argv[1:]
        spoken = PortSettings(int(baud), float(settle_s), parity=parity)
        sys.exit(not execute(name, bytes.fromhex(words), spoken))
