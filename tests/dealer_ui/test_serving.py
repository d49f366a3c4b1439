"""The page's server takes its port at once, and says so when it cannot."""

from __future__ import annotations

import json
import urllib.request

import pytest

from dealer_ui.app import create_app
from dealer_ui.commands import CommandQueue
from dealer_ui.live import Hub
from dealer_ui.serving import Server, parse_address


def make_server(address="127.0.0.1:0"):
    hub = Hub(clock=lambda: 0.0)
    return Server(create_app(hub, commands=CommandQueue()), hub, parse_address(address))


def test_it_answers_until_it_is_stopped():
    server = make_server()
    server.start()
    try:
        with urllib.request.urlopen(server.address.url + "healthz") as answer:  # noqa: S310
            assert json.load(answer)["status"] == "waiting"
    finally:
        server.stop()
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(server.address.url)  # noqa: S310


def test_a_port_that_is_taken_is_named():
    first = make_server()
    taken = f"127.0.0.1:{first.address.port}"
    with pytest.raises(OSError, match="in use") as caught:
        make_server(taken)
    assert caught.value.filename == taken
    first.stop()


@pytest.mark.parametrize("text", ["8080", "localhost", "localhost:", ":x", "h:99999"])
def test_what_is_no_address_is_named(text):
    with pytest.raises(ValueError, match=text):
        parse_address(text)


def test_a_server_for_everybody_is_opened_here():
    assert parse_address("0.0.0.0:80").url == "http://127.0.0.1:80/"
