"""The manager's pages in a real browser: a cup from entries to prizes, the hall, the figures."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import expect

from dealer_ui.prompts import Language, text
from dealer_ui.serving import Server, parse_address
from engine.tournament import fold
from journal.tournament import TournamentJournal, read_records
from tests.dealer_ui.conftest import log_in
from tests.dealer_ui.cups import VERSIONS
from tests.dealer_ui.test_accounts import Floor
from tests.engine.tournaments import begun, played_out

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

LANGUAGES = tuple(Language) if "KOZYR_ALBUM" in os.environ else (Language.RU,)
"""The longest words are Russian; make screenshots tries all of them."""


@pytest.fixture
def floor(tmp_path):
    made = Floor(tmp_path / "accounts.db").hire()
    server = Server(made.app, made.hub, parse_address("127.0.0.1:0"))
    server.start()
    made.url = server.address.url
    yield made
    server.stop()
    made.store.close()


@pytest.fixture
def manage(floor, visit):
    """Log in as the manager, at a page."""

    def open_(path="manager", size=(1280, 800)):
        page = visit(path, size)
        log_in(page, "manager")
        page.wait_for_url(floor.url + path)
        return page

    return open_


def send(page, form):
    """Send a form and wait for the page that comes after it."""
    with page.expect_navigation():
        form.locator("button").click()


def now(floor):
    return fold(read_records(floor.cup)).tournament


@pytest.mark.pages
def test_two_enter_pay_are_drawn_play_and_are_paid(floor, manage, visit, album):
    page = manage()
    entering = page.locator("[data-deed=enter]")
    entering.locator("textarea").fill("Ада\nБогдан")
    send(page, entering)
    send(page, page.locator("[data-entrant='Ада'] [data-deed=pay]"))
    page.screenshot(path=album / "manager-entries.png", full_page=True)
    drawing = page.locator("[data-deed=draw]")
    drawing.locator("[name=lot]").fill("слово зала")
    send(page, drawing)

    match = page.locator("[data-match=F]")
    seating = match.locator("[data-deed=seat]")
    seating.locator("[name=table]").fill("3")
    seating.locator("button").click()
    expect(page.locator("#said")).to_contain_text("125.3")
    send(page, page.locator("[data-entrant='Богдан'] [data-deed=pay]"))
    seating.locator("[name=table]").fill("3")
    send(page, seating)
    expect(page.locator("[data-drawn=F]")).to_contain_text("3")

    hall = visit("screen", (1920, 1080))
    game = match.locator("[data-deed=game]")
    for _ in range(11):
        game.locator("[name=winner]").select_option("Ада")
        send(page, game)
    expect(page.locator("[data-drawn=F] .won")).to_contain_text("Ада")
    expect(hall.locator("[data-drawn=F] .won")).to_contain_text("Ада")  # by itself
    hall.screenshot(path=album / "screen.png")

    places = page.locator("[data-part=places]")
    places.locator("[data-deed=pay-out] button").click()
    expect(page.locator("#said")).not_to_be_empty()
    send(page, places.locator("[data-deed=shares]"))
    send(page, places.locator("[data-deed=pay-out]"))
    expect(places).to_contain_text(text("manager.paid-out", "ru"))
    assert sum(now(floor).payment.amounts) == 16_000
    page.screenshot(path=album / "manager-paid.png", full_page=True)


def test_a_tournament_is_announced_once_none_is_played(floor, manage, album):
    page = manage()
    expect(page.locator("[data-deed=new]")).to_have_count(0)  # one is played
    floor.cup.unlink()
    floor.tournaments._named = None
    page.reload()
    form = page.locator("[data-deed=new]")
    page.screenshot(path=album / "manager-new.png", full_page=True)
    for name, value in {"title": "Кубок зимы", "fee": "много", "fund_percent": "80"}.items():
        form.locator(f"[name={name}]").fill(value)
    form.locator("button").click()
    expect(page.locator("#said")).to_have_text(text("tournament.refused.bad-amount", "ru"))
    form.locator("[name=fee]").fill("100,00")
    send(page, form)
    expect(page.locator("h1")).to_have_text("Кубок зимы")
    expect(page.locator("[data-deed=enter]")).to_be_visible()
    plan = fold(floor.tournaments.office().records()).tournament.plan
    assert (plan.fee, plan.fund_part) == (10_000, 8_000)


@pytest.mark.pages
def test_the_hall_is_told_when_its_screen_is_old(floor, visit):
    hall = visit("screen")
    expect(hall.locator("#lost")).to_be_hidden()
    hall.context.set_offline(True)
    expect(hall.locator("#lost")).to_be_visible()
    hall.context.set_offline(False)
    expect(hall.locator("#lost")).to_be_hidden()


def test_a_bar_leads_to_the_incidents_behind_it(floor, manage, album):
    page = manage("manager/statistics")
    title = text("code.BEAT_WRONG_SUIT.title", "ru")
    page.screenshot(path=album / "figures.png", full_page=True)
    page.locator("[data-plot=rule] a", has_text=title).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/manager/flags*")
    expect(page.locator("h1")).to_have_text(title)
    expect(page.locator(".incidents li.stop")).to_have_count(1)
    page.screenshot(path=album / "figures-behind.png", full_page=True)
    page.go_back()
    with page.expect_download() as saved:
        page.locator(".months .print").click()
    assert re.fullmatch(r"kozyr-2026-11\.pdf", saved.value.suggested_filename)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_the_pages_fit_in_every_language(floor, manage, language, size, album):
    filled(floor.cup)
    page = manage("manager", size)
    for path in ("manager", "manager/statistics", "screen"):
        page.goto(f"{floor.url}{path}?lang={language}")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        name = path.replace("/", "-")
        page.screenshot(path=album / f"{name}-{language}-{size[0]}.png", full_page=True)
        assert wide <= 0, path


def filled(cup):
    """Let nine enter and play all but the final."""
    events = played_out(begun(9))
    last = next(n for n, event in enumerate(events) if getattr(event, "match", "") == "F")
    journal = TournamentJournal(cup, VERSIONS)
    for event in events[1 : last + 4]:
        journal.keep(event)
    journal.close()
