"""The page's web server in a thread of its own."""

from __future__ import annotations

import socket
import threading
from dataclasses import dataclass

import uvicorn
from fastapi import FastAPI

from dealer_ui.live import Hub

STOP_WITHIN_S = 5.0


@dataclass(frozen=True, slots=True)
class Address:
    """Where the page is served."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """Return what to type into a browser; a server for everybody is reached here too."""
        host = "127.0.0.1" if self.host in {"0.0.0.0", "::", ""} else self.host  # noqa: S104 - read, not bound
        return f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"


def parse_address(text: str) -> Address:
    """Read HOST:PORT; raises ValueError that names it.

    >>> parse_address("127.0.0.1:8080").url
    'http://127.0.0.1:8080/'
    """
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdigit() or int(port) > 65535:
        raise ValueError(f"{text}: not an address to serve at; write HOST:PORT, as 127.0.0.1:8080")
    return Address(host.strip("[]"), int(port))


def free_address(wanted: Address) -> Address:
    """Return the wanted address, or another port of the same host where that one is taken."""
    try:
        _listening(wanted).close()
    except OSError:
        with _listening(Address(wanted.host, 0)) as listener:
            return Address(wanted.host, listener.getsockname()[1])
    return wanted


class Server:
    """Serves the pages until it is stopped; the port is taken at once, so that trouble is told."""

    def __init__(self, app: FastAPI, hub: Hub, address: Address) -> None:
        """Take the port; raises OSError that names the address when it cannot be had."""
        self._hub = hub
        self._socket = _listening(address)
        self.address = Address(address.host, self._socket.getsockname()[1])
        config = uvicorn.Config(app, log_level="warning", access_log=False, lifespan="off")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, args=([self._socket],), name="pages", daemon=True
        )

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def stop(self) -> None:
        """End every stream and let go of the port."""
        self._hub.close()
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(STOP_WITHIN_S)
        self._socket.close()


def _listening(address: Address) -> socket.socket:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address.host, address.port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise OSError(error.errno, error.strerror, f"{address.host}:{address.port}") from error
    return listener
