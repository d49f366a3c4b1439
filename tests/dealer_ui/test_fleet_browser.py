"""The page of a fleet's audit in a real browser: nothing serious by axe, it fits, it looks anew."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from dealer_ui.fleet.board import serve_board
from dealer_ui.fleet.letters import State
from dealer_ui.fleet.sending import Orders
from dealer_ui.prompts import text
from dealer_ui.serving import Server
from tests.dealer_ui.conftest import LANGUAGES
from tests.dealer_ui.fleets import four_wanted, progress
from tests.dealer_ui.test_every_page_browser import OTHER_THEMES, SIZES, findings

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


@dataclass
class Board:
    """An audit of four recordings whose page is served; conftest opens browsers at its address."""

    orders: Orders
    server: Server

    @property
    def url(self):
        return self.server.address.url


@pytest.fixture
def floor(tmp_path):
    orders = four_wanted(tmp_path)
    made = Board(orders, serve_board(orders, "127.0.0.1:0"))
    made.server.start()
    yield made
    made.server.stop()


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_serious_and_the_page_fits(visit, language, album):
    page = visit(f"audit?lang={language}")
    found = findings(page)
    for theme in OTHER_THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        found += findings(page, runOnly=["color-contrast"])
    assert found == []
    page.reload()
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=album / f"fleet-{language}-{size}.png")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, size


def test_the_page_looks_anew_by_itself_and_says_when_it_cannot(floor, visit):
    page = visit("audit")
    expect(page.locator("[data-job=b] td").last).to_have_text("50 %")
    progress(floor.orders, "b", State.RUNNING, worker="pc-2", frames=75, tries=1)
    expect(page.locator("[data-job=b] td").last).to_have_text("75 %")
    page.context.set_offline(True)
    expect(page.locator("#lost")).to_have_text(text("fleet.lost", "ru"))
