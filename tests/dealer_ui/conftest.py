"""A served table and a browser in front of it."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from dealer_ui.app import create_app
from dealer_ui.commands import CommandQueue
from dealer_ui.live import Hub
from dealer_ui.prompts import Language
from dealer_ui.serving import Server, parse_address
from tests.dealer_ui.cable import Cable

PASSWORD = "seven blue herons"  # noqa: S105 - of people who do not exist

CHROMIUMS = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
"""Debian's own, the one without windows first, as Playwright does it: the same pages for less."""
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


TRACES = Path(__file__).parents[2] / "build" / "traces"
"""What a scenario did that failed: playwright show-trace FILE shows it step by step."""
FAILED = pytest.StashKey[bool]()

LANGUAGES = tuple(Language) if "KOZYR_ALBUM" in os.environ else (Language.RU,)
"""Whether pages fit is seen in Russian with every change, in full with make screenshots."""

SNAPSHOTS = "KOZYR_TRACES" in os.environ
"""With it traces show how the page stood at each step; that takes a fifth longer."""

PATIENCE_MS = 120_000
"""How long a thing may take to appear before it counts as never: a busy machine is slow."""

expect.set_options(timeout=PATIENCE_MS)


class Clock:
    """Stands still until it is put forward: a slow machine makes no table look silent."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


class ServedTable:
    """A table whose page is served, and reached through a cable."""

    def __init__(self):
        self.clock = Clock()
        self.commands = CommandQueue()
        self.hub, self.server = self._served("127.0.0.1:0")
        self.cable = Cable(self.server.address.port)
        self.url = f"http://127.0.0.1:{self.cable.port}/"
        self.sequence = 0

    def _served(self, address):
        hub = Hub(clock=self.clock)
        server = Server(create_app(hub, commands=self.commands), hub, parse_address(address))
        server.start()
        return hub, server

    def show(self, snapshot):
        self.sequence += 1
        self.hub.publish(replace(snapshot, sequence=self.sequence))

    def restart(self):
        """Stop the program and start it anew at the same address."""
        port = self.server.address.port
        self.server.stop()
        self.hub, self.server = self._served(f"127.0.0.1:{port}")

    def said(self):
        return [accepted.command for accepted in self.commands.take()]

    def close(self):
        self.server.stop()
        self.cable.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Remember that a test failed, for whoever tidies up after it."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Keep the scenes of one film in the order in which they happen; the rest is shuffled."""
    places = [n for n, item in enumerate(items) if item.get_closest_marker("in_order")]
    in_order = sorted(
        (items[n] for n in places),
        key=lambda item: (item.path, item.function.__code__.co_firstlineno),
    )
    for place, item in zip(places, in_order, strict=True):
        items[place] = item


def traced(context, *, snapshots=SNAPSHOTS):
    """Let a browser's steps be noted."""
    context.tracing.start(snapshots=snapshots)
    return context


def keep_trace(request, contexts):
    """Keep the steps where the test has failed, else drop them."""
    for number, context in enumerate(contexts):
        if not request.node.stash.get(FAILED, False):
            context.tracing.stop()
            continue
        TRACES.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^\w.-]+", "-", request.node.name)
        context.tracing.stop(path=TRACES / f"{request.path.stem}-{name}-{number}.zip")


@pytest.fixture
def table():
    served = ServedTable()
    yield served
    served.close()


@pytest.fixture(scope="module")
def browser():
    """Give a browser; while it is open its event loop holds this thread, so one module has it."""
    found = next((path for path in CHROMIUMS if path.exists()), None)
    own = {"executable_path": found, "args": QUIET} if found else {}
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(**own)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser, table, request):
    """Give a page at the kiosk's size; at the end it must have asked nobody else for anything."""
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="ru-RU")
    page.set_default_timeout(PATIENCE_MS)
    traced(page.context)
    requests, complaints = [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    keep_trace(request, [page.context])
    page.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith(table.url)] == []


@pytest.fixture
def album(tmp_path_factory):
    """Return the folder for pictures of the pages: KOZYR_ALBUM, or a temporary one."""
    return Path(os.environ.get("KOZYR_ALBUM") or tmp_path_factory.mktemp("album"))


@pytest.fixture
def measured(request):
    """Return what prints a figure among the results; no figure fails a test."""
    return request.config.pluginmanager.get_plugin("terminalreporter").write_line


@contextmanager
def visitors(browser, url, request):
    """Give what opens browsers of their own at pages; none may complain or ask elsewhere."""
    contexts, complaints = [], []

    def open_(path="", size=(1280, 800)):
        width, height = size
        # A browser has its authorities from its computer, which the tests leave as it is.
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale="ru-RU",
            ignore_https_errors=url.startswith("https:"),
        )
        contexts.append(traced(context))
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request",
            lambda asked: None if asked.url.startswith(url) else complaints.append(asked.url),
        )
        page.goto(url + path)
        return page

    yield open_
    keep_trace(request, contexts)
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def visit(browser, floor, request):
    """Open browsers of their own at the floor's pages."""
    with visitors(browser, floor.url, request) as open_:
        yield open_


def fill(form, **fields):
    for name, value in fields.items():
        form.locator(f"[name={name}]").fill(value)


def log_in(page, name):
    form = page.locator("form:has([name=password])")
    fill(form, name=name, password=PASSWORD)
    form.locator("button").click()
