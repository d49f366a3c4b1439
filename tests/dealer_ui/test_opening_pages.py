"""Where the pages are served: to this computer, to everybody, to people with accounts, by TLS."""

from __future__ import annotations

import ssl
import urllib.request
from contextlib import ExitStack
from datetime import UTC, datetime
from urllib.error import HTTPError

import pytest

from dealer_ui.commands import CommandQueue
from dealer_ui.endings import BadInputError
from dealer_ui.live import Hub
from dealer_ui.opening_pages import open_pages
from dealer_ui.prompts import text
from dealer_ui.serving import parse_address
from dealer_ui.settings import settings_from
from dealer_ui.tls import made_tls
from engine.faults import CausedError
from tests.dealer_ui.cups import begun_cup
from tests.engine.tournaments import PLAN

NOW = datetime.now(UTC)


@pytest.fixture
def opened():
    """Open pages; return their address and what was said about them."""
    with ExitStack() as stack:

        def open_(address="127.0.0.1:0", **settings):
            said = []
            url = open_pages(
                parse_address(address) if address else None,
                settings_from({}, **settings),
                None,
                Hub(clock=lambda: 0.0),
                CommandQueue(),
                [],
                said.append,
                stack,
            )
            return url, said

        yield open_


def asked(url, context=None):
    with urllib.request.urlopen(url, context=context) as answer:  # noqa: S310 - our own server
        return answer.status, answer.url


def test_nobody_asked_for_pages(opened):
    assert opened(None) == (None, [])


def test_without_accounts_only_this_computer_is_served_unless_told_otherwise(opened):
    assert asked(opened()[0])[0] == 200
    with pytest.raises(BadInputError, match=r"not at 0\.0\.0\.0: serve at 127"):
        opened("0.0.0.0:0", lang="en")
    assert asked(opened("0.0.0.0:0", access="open")[0])[0] == 200


def test_a_new_file_of_accounts_asks_for_the_first_one_by_a_key_that_is_told(opened, tmp_path):
    url, said = opened("0.0.0.0:0", accounts=tmp_path / "accounts.db", lang="en")
    begin, end = text("account.first-told", "en", url=f"{url}first", key="|").split("|")
    (line,) = said
    assert line.startswith(begin)
    assert len(line.removeprefix(begin).removesuffix(end)) >= 40
    assert asked(f"{url}first")[0] == 200


@pytest.mark.parametrize(("delay_s", "is_shown"), [(0.0, True), (3600.0, False)])
def test_the_hall_sees_the_tournament_that_is_named(opened, tmp_path, delay_s, is_shown):
    cup = begun_cup(tmp_path / "cup.kozyr")
    url, _ = opened(tournament=cup, screen_delay_s=delay_s)
    with urllib.request.urlopen(f"{url}screen") as answer:  # noqa: S310 - our own server
        assert (PLAN.title in answer.read().decode()) is is_shown


def test_without_a_tournament_the_hall_sees_nothing(opened):
    with pytest.raises(HTTPError, match="404"):
        asked(f"{opened()[0]}screen")


def test_what_is_no_file_of_accounts_is_named(opened, tmp_path):
    file = tmp_path / "accounts.db"
    file.write_bytes(b"this is no database, it only has the name of one" * 40)
    with pytest.raises(BadInputError, match=r"accounts.db: not a file of accounts"):
        opened(accounts=file)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_pages_are_served_by_a_certificate_of_our_own_authority(opened, tmp_path, host):
    made = made_tls(tmp_path, ["localhost", "127.0.0.1"], NOW)
    url, _ = opened(tls_certificate=made.certificate, tls_key=made.key)
    assert url.startswith("https://")
    trusting = ssl.create_default_context(cafile=tmp_path / "ca.pem")
    assert asked(url.replace("127.0.0.1", host), trusting)[0] == 200
    with pytest.raises(OSError, match="CERTIFICATE_VERIFY_FAILED"):
        asked(url, ssl.create_default_context())


def test_another_certificate_comes_from_the_same_authority(tmp_path):
    made_tls(tmp_path, ["table1"], NOW)
    before = (tmp_path / "ca.pem").read_bytes()
    made = made_tls(tmp_path, ["table2", "10.0.0.7"], NOW)
    assert (tmp_path / "ca.pem").read_bytes() == before
    assert made.key.stat().st_mode & 0o077 == 0


def test_a_certificate_that_cannot_be_used_is_named(opened, tmp_path):
    made = made_tls(tmp_path, ["localhost"], NOW)
    with pytest.raises(BadInputError, match="belong together"):
        opened(tls_certificate=made.certificate)
    made.key.write_text("no key", encoding="ascii")
    with pytest.raises(CausedError, match=r"server.key: not a certificate with its key"):
        opened(tls_certificate=made.certificate, tls_key=made.key)
