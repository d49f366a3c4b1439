"""A network cable that can be pulled: bytes stop, and nothing says so."""

from __future__ import annotations

import socket
from contextlib import suppress
from select import select
from threading import Event, Thread

POLL_S = 0.05


class Cable:
    """Relays one local port to another while it is plugged in."""

    def __init__(self, to_port: int):
        self._to_port = to_port
        self._plugged = Event()
        self._plugged.set()
        self._cut = Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(POLL_S)
        self.port = self._listener.getsockname()[1]
        self._threads = [Thread(target=self._accept)]
        self._threads[0].start()

    def pull(self):
        self._plugged.clear()

    def plug(self):
        self._plugged.set()

    def close(self):
        self._cut.set()
        self._plugged.set()
        for thread in self._threads:
            thread.join()

    def _accept(self):
        with self._listener:
            while not self._cut.is_set():
                try:
                    near, _ = self._listener.accept()
                except TimeoutError:
                    continue
                self._join(near)

    def _join(self, near):
        try:
            far = socket.create_connection(("127.0.0.1", self._to_port))
        except OSError:  # nobody serves at the other end now
            near.close()
            return
        near.settimeout(None)
        ends = Ends(near, far)
        for source, sink in ((near, far), (far, near)):
            thread = Thread(target=self._carry, args=(source, sink, ends))
            self._threads.append(thread)
            thread.start()

    def _carry(self, source, sink, ends):
        with ends, suppress(OSError, ValueError):  # the other direction may have closed both
            while not self._cut.is_set():
                self._plugged.wait()
                if not select([source], [], [], POLL_S)[0]:
                    continue
                carried = source.recv(65536)
                self._plugged.wait()
                if not carried:
                    break
                sink.sendall(carried)


class Ends:
    """Both ends of one connection, closed together."""

    def __init__(self, *sockets):
        self._sockets = sockets

    def __enter__(self):
        return self

    def __exit__(self, *error):
        for end in self._sockets:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
