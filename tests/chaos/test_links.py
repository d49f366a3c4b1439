"""A link that is cut says nothing and loses nothing that TCP will send again."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from dealer_ui.floor.passes import Pass
from tests.chaos.links import NAMESPACES, RELAYS, network

SAYS = """
import socket, sys
with socket.create_connection((sys.argv[1], int(sys.argv[2]))) as there:
    for line in sys.stdin:
        there.sendall(line.encode())
"""


@pytest.fixture(params=[RELAYS, NAMESPACES], ids=lambda kind: kind.kind.__name__)
def joined(request):
    """Join a table's program to a port of the floor; give the link, both ends, and what it says."""
    kind = request.param
    if kind is NAMESPACES and network() is not NAMESPACES:
        pytest.skip("making network namespaces needs root here: only the relay is tried")
    with socket.create_server((kind.listen, 0)) as floor:
        port = floor.getsockname()[1]
        link = kind.kind(1, port)
        given = link.given(Pass("tables", "t", kind.hosts[-1:], port, port, "", "", ""))
        command = [*link.prefix, sys.executable, "-c", SAYS, given.hosts[0], str(given.leaf_port)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, text=True, bufsize=1) as table:
            end, _ = floor.accept()
            with end:
                yield link, table, end
            table.kill()
        link.close()


def said(table, word):
    table.stdin.write(f"{word}\n")
    table.stdin.flush()


def test_a_cut_link_is_silent_and_carries_all_when_it_is_back(joined):
    link, table, end = joined
    end.settimeout(10)
    said(table, "one")
    assert end.recv(100) == b"one\n"
    link.pull()
    said(table, "two")
    end.settimeout(0.5)
    with pytest.raises(TimeoutError):
        end.recv(100)
    link.plug()
    end.settimeout(30)
    assert end.recv(100) == b"two\n"
