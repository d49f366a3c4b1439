"""Every page in every language: no serious finding of axe, light, quick, and a picture of it."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from axe_playwright_python.sync_playwright import Axe

from dealer_ui.prompts import Language
from dealer_ui.serving import Server, parse_address
from tests.dealer_ui.conftest import log_in
from tests.dealer_ui.every_page import every_page
from tests.dealer_ui.replays import FilmedRoom
from tests.dealer_ui.test_accounts import Floor

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1200)]

IN_FULL = "KOZYR_ALBUM" in os.environ
LANGUAGES = tuple(Language) if IN_FULL else (Language.RU,)
"""What axe finds seldom hangs on the language; make screenshots looks at all of them."""

OTHER_THEMES = ("light", "contrast")
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "kiosk": (1280, 800)}
MOST_BYTES = 500_000
WEIGHT = """() => [...performance.getEntriesByType("navigation"),
  ...performance.getEntriesByType("resource")].filter((it) => it.initiatorType !== "video"
  && !it.name.includes("/video/")).reduce((sum, it) => sum + it.encodedBodySize, 0)"""
PAINT = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0"""


class FilmedCase(FilmedRoom):
    """A filmed evening with a case."""

    def __init__(self, path):
        super().__init__(path)
        self.case = self.pen.open_case(self.desk, "8♠ / 9♠", "inspector")
        self.pen.add_to_case(self.desk, self.case, {"incident": self.name}, "inspector")
        self.pen.add_to_case(self.desk, self.case, {"note": "B"}, "inspector")


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    made = Floor(tmp_path_factory.mktemp("filmed") / "accounts.db", FilmedCase).hire()
    server = Server(made.app, made.hub, parse_address("127.0.0.1:0"))
    server.start()
    made.url = server.address.url
    yield made
    server.stop()
    made.close()


def pages_of(floor):
    (game,) = floor.room.desk.games
    return every_page(game.seq, floor.room.name, floor.room.case)


@pytest.fixture
def opened(floor, visit):
    """Open a page in a language, as who may: one browser for each role."""
    seats, numbers = {}, iter(range(10, 10_000))

    def open_(wanted, language):
        if wanted.role not in seats:
            seats[wanted.role] = visit("login")
            if wanted.role is not None:
                log_in(seats[wanted.role], wanted.role.value)
                seats[wanted.role].wait_for_url(lambda url: "login" not in url)
        page = seats[wanted.role]
        floor.hub.publish(replace(wanted.moment, sequence=next(numbers)))
        sign = "&" if "?" in wanted.path else "?"
        page.goto(f"{floor.url}{wanted.path}{sign}lang={language}")
        page.locator(wanted.ready).first.wait_for()
        return page

    return open_


def findings(page, **options):
    """Return what axe finds grave, by rule and place."""
    found = Axe().run(page, options=options or None).response["violations"]
    return [
        f"{one['id']}: {node['html'][:120]}"
        for one in found
        if one["impact"] in {"serious", "critical"}
        for node in one["nodes"]
    ]


@pytest.mark.pages
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_serious_and_pages_are_light(floor, opened, language, measured):
    found, weights, paints = {}, {}, {}
    for wanted in pages_of(floor):
        page = opened(wanted, language)
        weights[wanted.name] = page.evaluate(WEIGHT)
        paints[wanted.name] = page.evaluate(PAINT)
        if grave := findings(page):
            found[wanted.name] = grave
        for theme in OTHER_THEMES:
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            if grave := findings(page, runOnly=["color-contrast"]):
                found[wanted.name, theme] = grave
    heavy, slow = max(weights, key=weights.get), max(paints, key=paints.get)
    measured(
        f"{language}: {len(weights)} pages, axe serious 0 wanted, {sum(map(len, found.values()))} "
        f"found; heaviest {heavy} {weights[heavy] / 1000:.0f} kB; "
        f"first paint at the latest {paints[slow]:.0f} ms ({slow})"
    )
    assert found == {}
    assert weights[heavy] <= MOST_BYTES


@pytest.mark.skipif(not IN_FULL, reason="make screenshots")
def test_a_picture_of_every_page_in_every_language_and_size(floor, opened, album):
    for language in Language:
        for wanted in pages_of(floor):
            page = opened(wanted, language)
            for size, (width, height) in SIZES.items():
                page.set_viewport_size({"width": width, "height": height})
                page.screenshot(path=album / f"{wanted.name}-{language}-{size}.png")
