"""The page's web server in a thread of its own."""

from __future__ import annotations

import socket
import ssl
import threading
from dataclasses import dataclass
from typing import Protocol

import uvicorn
from fastapi import FastAPI

from dealer_ui.tls import Certified
from engine.faults import Cause, CausedError

STOP_WITHIN_S = 5.0


@dataclass(frozen=True, slots=True)
class Address:
    """Where the page is served."""

    host: str
    port: int
    is_secure: bool = False

    @property
    def url(self) -> str:
        """Return what to type into a browser; a server for everybody is reached here too."""
        host = "127.0.0.1" if self.host in {"0.0.0.0", "::", ""} else self.host  # noqa: S104 - read, not bound
        scheme = "https" if self.is_secure else "http"
        return (
            f"{scheme}://[{host}]:{self.port}/"
            if ":" in host
            else f"{scheme}://{host}:{self.port}/"
        )

    @property
    def is_local(self) -> bool:
        """Whether only this computer reaches it."""
        return self.host in {"127.0.0.1", "::1", "localhost"}


def parse_address(text: str) -> Address:
    """Read HOST:PORT; raises ValueError that names it.

    >>> parse_address("127.0.0.1:8080").url
    'http://127.0.0.1:8080/'
    """
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdigit() or int(port) > 65535:
        told = f"{text}: not an address to serve at; write HOST:PORT, as 127.0.0.1:8080"
        raise CausedError(told, Cause("address-wrong", text))
    return Address(host.strip("[]"), int(port))


def free_address(wanted: Address) -> Address:
    """Return the wanted address, or another port of the same host where that one is taken."""
    try:
        _listening(wanted).close()
    except OSError:
        with _listening(Address(wanted.host, 0)) as listener:
            return Address(wanted.host, listener.getsockname()[1])
    return wanted


class Streams(Protocol):
    """What keeps pages up to date."""

    def close(self) -> None:
        """End every stream."""
        ...


class Server:
    """Serves the pages until it is stopped; the port is taken at once, so that trouble is told."""

    def __init__(
        self, app: FastAPI, hub: Streams, address: Address, tls: Certified | None = None
    ) -> None:
        """Take the port; raises OSError that names the address, CausedError for wrong TLS."""
        if tls is not None:
            _check(tls)
        self._hub = hub
        self._socket = _listening(address)
        port = self._socket.getsockname()[1]
        self.address = Address(address.host, port, is_secure=tls is not None)
        config = uvicorn.Config(app, log_level="warning", access_log=False, lifespan="off")
        if tls is not None:
            config.ssl_certfile, config.ssl_keyfile = tls.certificate, tls.key
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


def _check(tls: Certified) -> None:
    """Raise CausedError that names a certificate or a key that cannot be used."""
    try:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(tls.certificate, tls.key)
    except ssl.SSLError as error:
        both = f"{tls.certificate}, {tls.key}"
        told = f"{both}: not a certificate with its key"
        raise CausedError(told, Cause("tls-wrong", both)) from error
    except OSError as error:
        raise OSError(error.errno, error.strerror, f"{tls.certificate}, {tls.key}") from error


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
