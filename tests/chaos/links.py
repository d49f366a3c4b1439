"""The links between tables and floor, which can be cut: by the kernel where it lets us.

With root each table lives in a network namespace of its own, and a cut takes the interface away, as
when a plug is pulled: packets are lost and nobody is told. Else a relay between the ports stops.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass, replace
from typing import Protocol

from dealer_ui.floor.passes import Pass
from tests.dealer_ui.cable import Cable

NET = f"10.213.{os.getpid() % 250}"
FLOOR = f"{NET}.1"
"""Where tables reach the floor; nobody outside this machine does."""
HERE = "127.0.0.1"


class Link(Protocol):
    """A table's link to the floor."""

    prefix: tuple[str, ...]
    """What a command begins with that runs at the table."""

    def given(self, given: Pass) -> Pass:
        """Return the pass by which the table reaches the floor over this link."""
        ...

    def pull(self) -> None: ...

    def plug(self) -> None: ...

    def close(self) -> None: ...


class Relay(Link):
    """A relay on this computer."""

    prefix = ()

    def __init__(self, number: int, port: int) -> None:
        del number
        self._cable = Cable(port)
        self.pull, self.plug, self.close = self._cable.pull, self._cable.plug, self._cable.close

    def given(self, given: Pass) -> Pass:
        return replace(given, leaf_port=self._cable.port)


class Namespace(Link):
    """A network namespace of the table's own, joined to the floor's by a pair of interfaces."""

    def __init__(self, number: int, port: int) -> None:
        del port
        self._name = f"kz{os.getpid()}-{number}"
        self._address = f"{NET}.{number + 2}"
        self.prefix = ("ip", "netns", "exec", self._name)
        _ip("netns", "add", self._name)
        peer = ("peer", "name", "floor", "netns", self._name)
        try:
            _ip("link", "add", self._name, "type", "veth", *peer)
            _ip("address", "add", f"{FLOOR}/32", "dev", self._name)
            self.plug()
            for name in ("lo", "floor"):
                self._inside("link", "set", name, "up")
            self._inside("address", "add", f"{self._address}/32", "dev", "floor")
            self._inside("route", "add", FLOOR, "dev", "floor")
        except subprocess.CalledProcessError:
            self.close()
            raise

    def given(self, given: Pass) -> Pass:
        return replace(given, hosts=(FLOOR,))

    def pull(self) -> None:
        _ip("link", "set", self._name, "down")

    def plug(self) -> None:
        _ip("link", "set", self._name, "up")
        _ip("route", "replace", self._address, "dev", self._name)

    def close(self) -> None:
        subprocess.run(["ip", "link", "delete", self._name], check=False, capture_output=True)
        _ip("netns", "delete", self._name)

    def _inside(self, *words: str) -> None:
        _ip("-netns", self._name, *words)


@dataclass(frozen=True)
class Network:
    """How links are made here: of which kind, and where the floor listens and is reached."""

    name: str
    kind: type[Relay | Namespace]
    listen: str
    hosts: tuple[str, ...]


RELAYS = Network("a relay between the ports", Relay, HERE, ("localhost",))
NAMESPACES = Network("network namespaces", Namespace, "0.0.0.0", ("localhost", FLOOR))  # noqa: S104


def network() -> Network:
    """Return namespaces where we may make them, else relays."""
    try:
        Namespace(250, 0).close()
    except (OSError, subprocess.CalledProcessError):
        return RELAYS
    return NAMESPACES


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)
