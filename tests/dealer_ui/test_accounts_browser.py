"""Accounts in a real browser: the first one, others, logging in by badge, what a role may do."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from dealer_ui.accounts.people import Role
from dealer_ui.commands import Button, ButtonName, LetGo
from dealer_ui.prompts import text
from dealer_ui.serving import Server, parse_address
from journal.rulings import Decision
from tests.dealer_ui.conftest import LANGUAGES, fill, log_in
from tests.dealer_ui.scenes import BEATING, WRONG_BEAT
from tests.dealer_ui.test_accounts import PASSWORD, Floor

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture
def floor(tmp_path):
    made = Floor(tmp_path / "accounts.db")
    server = Server(made.app, made.hub, parse_address("127.0.0.1:0"))
    server.start()
    made.url = server.address.url
    yield made
    server.stop()
    made.close()


def test_from_the_first_account_to_a_dealer_with_a_badge(floor, visit, album):
    page = visit("first")
    fill(page.locator("form"), key=floor.first_key, name="Анна", password=PASSWORD)
    page.locator("button.say").click()
    page.wait_for_url("**/login")
    page.screenshot(path=album / "login.png")
    log_in(page, "Анна")
    page.wait_for_url("**/technician")
    page.goto(f"{floor.url}accounts")

    form = page.locator("form[data-send='/accounts']")
    fill(form, name="Ольга", badge="041755", pin="1234")
    form.locator("[value=dealer]").check()
    form.locator("button").click()
    expect(page.locator("#said")).to_have_text(text("account.refused.pin-common", "ru"))
    fill(form, badge="041755", pin="8301")
    form.locator("button").click()
    expect(page.locator("[data-person='Ольга']")).to_be_visible()
    page.screenshot(path=album / "accounts.png", full_page=True)

    kiosk = visit("login", (1024, 768))
    fill(kiosk.locator("form").first, badge="041755", pin="8301")
    kiosk.keyboard.press("Enter")
    kiosk.locator("#region-prompt").wait_for()
    kiosk.locator("[data-button=takes]").click()
    expect(kiosk.locator("#receipt.received")).to_be_visible()
    (accepted,) = floor.commands.take()
    assert accepted.command == Button(ButtonName.TAKES)


def test_whoever_is_not_logged_in_comes_back_to_where_they_wanted(floor, visit):
    floor.hire()
    page = visit("equipment")
    page.wait_for_url("**/login?next=/equipment")
    log_in(page, "technician")
    page.wait_for_url("**/equipment")
    expect(page.locator("h1")).to_contain_text(text("equipment.title", "ru"))


def test_a_wrong_password_is_said_and_the_field_is_emptied(floor, visit):
    floor.hire()
    page = visit("login")
    form = page.locator("form:has([name=password])")
    fill(form, name="dealer", password=PASSWORD.upper())
    form.locator("button").click()
    expect(page.locator("#said")).to_have_text(text("account.refused.unknown", "ru"))
    expect(form.locator("[name=password]")).to_have_value("")


def test_logging_out_everywhere_ends_the_other_screen_too(floor, visit):
    floor.hire()
    one, two = visit("login"), visit("login")
    for page in (one, two):
        log_in(page, "manager")
        page.wait_for_url("**/manager")
    one.goto(f"{floor.url}account")
    one.locator("[data-everywhere] button").click()
    one.wait_for_url("**/login")
    two.reload()
    two.wait_for_url("**/login?next=/manager")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "kiosk"])
def test_the_pages_fit_in_every_language(floor, visit, language, size, album):
    floor.hire()
    floor.hub.publish(replace(WRONG_BEAT, sequence=2))
    page = visit(f"login?lang={language}", size)
    log_in(page, Role.TECHNICIAN.value)
    page.wait_for_url("**/technician*")
    for path in ("login", "account", "accounts"):
        page.goto(f"{floor.url}{path}?lang={language}")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, path
        page.screenshot(path=album / f"{path}-{language}-{size[0]}.png", full_page=True)


def test_an_inspector_rules_by_keys_alone_and_lets_a_stop_go(floor, visit, album):
    floor.hire()
    page = visit("inspector")
    log_in(page, "inspector")
    page.wait_for_url("**/inspector")
    assert page.locator(".incidents a").first.bounding_box()["width"] > 400
    page.screenshot(path=album / "inspector.png")
    page.evaluate("() => { window.isSame = true; }")
    page.locator(".held button").click()
    expect(page.locator(".held button")).to_be_disabled()
    floor.hub.publish(replace(BEATING, sequence=3))
    expect(page.locator(".held")).to_have_count(0)
    assert page.evaluate("() => window.isSame"), "nothing was loaded anew"
    expect(page.locator("#said")).to_be_hidden()

    page.locator(f"[data-incident={floor.room.name}]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/inspector/{floor.room.name}")
    page.keyboard.press("2")
    expect(page.locator("#changes li").first).to_be_visible()
    page.screenshot(path=album / "incident.png")
    page.keyboard.press("Enter")
    page.wait_for_url("**/inspector")
    assert floor.room.holds is Decision.OVERTURN
    (accepted,) = floor.commands.take()
    assert accepted.command == LetGo(WRONG_BEAT.prompts[0].id, "inspector")
