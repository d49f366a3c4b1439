"""The technician's pages in a real browser: a deck learnt, a model put live, limits, the bundle."""

from __future__ import annotations

import threading
import zipfile
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from calibration.profile import load_profile
from dealer_ui.prompts import text
from dealer_ui.serving import Server, parse_address
from tests.dealer_ui.benches import CANDIDATE, INCOMPLETE
from tests.dealer_ui.conftest import fill, log_in
from tests.dealer_ui.every_page import BEFORE
from tests.dealer_ui.test_accounts import Floor
from tests.vision.test_releases import held

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture
def floor(tmp_path):
    made = Floor(tmp_path / "accounts.db").hire()
    made.hub.publish(replace(BEFORE, sequence=2))
    server = Server(made.app, made.hub, parse_address("127.0.0.1:0"))
    server.start()
    made.url = server.address.url
    yield made
    server.stop()
    made.close()


@pytest.fixture
def page(floor, visit):
    page = visit("login")
    log_in(page, "technician")
    page.wait_for_url(f"{floor.url}technician")
    return page


def go(page, room):
    page.goto(page.url.split("/technician")[0] + "/technician")
    page.locator(f"[data-room={room}] h2 a").click()
    page.wait_for_url(f"**/{room}")


def send(page, form):
    with page.expect_navigation():
        form.locator("button").click()


@pytest.mark.pages
def test_a_technician_looks_after_everything_from_one_page(floor, page, album):
    page.screenshot(path=album / "technician.png", full_page=True)
    go(page, "health")
    expect(page.locator("[data-state=faulty]")).to_have_count(0)
    expect(page.locator("[data-clock] em")).to_be_visible()  # the table's clock stands still

    go(page, "models")
    form = page.locator("[data-deed=promote]")
    fill(form, why="read better in autumn light")
    form.locator("button").click()
    expect(page.locator("#said")).to_have_text(text("workshop.unmeasured", "ru", where=""))
    page.locator(f"[data-candidate={CANDIDATE}] form").first.locator("button").click()
    expect(page.locator("#work [data-stage=done]")).to_be_visible()
    fill(form, why="read better in autumn light")
    send(page, form)
    expect(page.locator("[data-stale]")).to_be_visible()
    assert held(floor.told.live)["finder"] == "new"
    back = page.locator("[data-deed=rollback-1]")
    fill(back, why="worse on court cards")
    send(page, back)
    assert held(floor.told.live)["finder"] == "old"

    go(page, "retention")
    fill(page.locator("[data-deed=retention]"), evidence_days="30")
    send(page, page.locator("[data-deed=retention]"))
    assert floor.told.bench.retention.now().evidence_days == 30

    go_home = page.locator("[data-back]")
    go_home.click()
    with page.expect_download() as saved:
        page.locator("[data-room=support] a").click()
    with zipfile.ZipFile(saved.value.path()) as archive:
        assert "log.txt" in archive.namelist()


@pytest.mark.pages
def test_a_deck_is_learnt_before_the_technician_s_eyes(floor, page, album):
    goes_on, shots = threading.Event(), floor.told.shots

    def held_up(source):
        yield from shots(source)
        assert goes_on.wait(120)

    go(page, "decks")
    form = page.locator("[data-deed=enrol]")
    fill(form, name="two words")
    form.locator("button").click()
    assert page.url.endswith("/technician/decks")  # the field itself refuses it
    fill(form, name="house", source=INCOMPLETE)
    send(page, form)
    expect(page.locator("#work")).to_contain_text("Q♠")

    floor.told.shots = held_up
    fill(page.locator("[data-deed=enrol]"), name="house")
    send(page, page.locator("[data-deed=enrol]"))
    expect(page.locator("#work progress")).to_be_visible()
    expect(page.locator("#work")).to_contain_text("· 4")
    page.screenshot(path=album / "decks-learning.png", full_page=True)
    goes_on.set()
    expect(page.locator("[data-deck=house]")).to_contain_text("97,0")
    send(page, page.locator("[data-deck=house] [data-deed=play]"))
    assert load_profile(floor.told.profile).deck.enrolled == "house"
