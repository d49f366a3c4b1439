"""A running table whose pages are served by a certificate of its own: the rest of what people do.

As in the scenes of the running table a number says what a scene is about, and what one leaves
behind the next one finds. They run with `make pages`.
"""

from __future__ import annotations

import json
import ssl
from datetime import UTC, datetime, timedelta

import httpx2
import pytest
from playwright.sync_api import expect

from dealer_ui.accounts.house import FREE_TRIES
from dealer_ui.accounts.people import Role
from dealer_ui.prompts import text
from engine.seats import Actor
from engine.signals import Signal
from engine.verdict import Code
from journal.read import read_rows
from tests.dealer_ui.conftest import PASSWORD, fill, log_in
from tests.dealer_ui.running_table import STOP_S, TABLE, RunningTable, until
from tests.dealer_ui.test_browser import DOUBT_TONES, HEARD
from tests.dealer_ui.test_running_table_browser import (  # noqa: F401 - fixtures
    BYTES,
    boss,
    dealer,
    enter,
    staff,
    stopped,
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.pages,
    pytest.mark.in_order,
    pytest.mark.timeout(600),
]
BARE_S = 1.0
"""Where the film is held before anything is dealt."""
GAMES_OF_A_FINAL = 11


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    made = RunningTable(tmp_path_factory.mktemp("rooms"), has_tls=True)
    made.play_to(BARE_S)
    yield made
    made.close()


def send(page, form):
    """Send a form and wait for the page that comes after it."""
    with page.expect_navigation():
        form.locator("button").click()


def rows(floor, kind):
    return [row for row in read_rows(floor.journal) if row.kind == kind]


def test_4_pages_come_by_the_house_s_own_certificate(floor):
    trusted = ssl.create_default_context(cafile=str(floor.authority))
    assert httpx2.get(f"{floor.url}healthz", verify=trusted).status_code == 200
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(f"{floor.url}healthz")
    with pytest.raises(httpx2.HTTPError):
        httpx2.get(f"{floor.url.replace('https', 'http')}healthz")


def test_1_a_shift_begins_with_everything_tried_and_the_deck_looked_at(floor, dealer, boss):  # noqa: F811
    dealer.goto(f"{floor.url}shift")
    for part in ("light", "journal", "camera"):
        expect(dealer.locator(f"[data-part={part}]")).to_have_attribute("data-state", "working")
    expect(dealer.locator("[data-part=deck]")).not_to_have_attribute("data-state", "working")
    dealer.locator("form[data-send='/shift/deck'] button").click()
    expect(dealer.locator("#deck li").first).to_contain_text("36")
    expect(dealer.locator("[data-part=deck]")).to_have_attribute("data-state", "faulty")
    assert rows(floor, "deck-check")
    dealer.locator("form[data-send='/shift'] button").click()
    expect(boss.locator(f"[data-table={TABLE}] .dealer")).to_have_text("Ольга")


def test_1_sound_is_muted_and_its_volume_tried(floor, dealer):  # noqa: F811
    dealer.keyboard.press("m")
    expect(dealer.locator("#mute")).to_have_attribute("aria-pressed", "true")
    floor.hooked.answer = 503
    floor.play_to(STOP_S)
    expect(stopped(dealer)).to_be_visible()
    until(lambda: floor.lit() == BYTES[Signal.STOP])
    assert dealer.evaluate(HEARD, 0) == []
    dealer.reload()
    expect(dealer.locator("#mute")).to_have_attribute("aria-pressed", "true")
    dealer.locator("#mute").click()
    dealer.evaluate(HEARD, 0)
    dealer.locator("#volume").fill("100")
    assert dealer.evaluate(HEARD, 1) == DOUBT_TONES
    dealer.reload()
    expect(dealer.locator("#volume")).to_have_value("100")


def test_6_a_program_that_was_away_is_told_again(floor):
    until(lambda: len(floor.hooked.calls) > 1)
    floor.hooked.answer = 200
    (first, body), (again, same) = floor.hooked.calls[:2]
    assert (again["webhook-id"], same) == (first["webhook-id"], body)
    assert json.loads(body)["data"]["code"] == Code.BEAT_NOT_HIGHER


def searched(page, **wish):
    """Search as the form does, and return how many incidents are found."""
    form = page.locator("form.search")
    for name, value in wish.items():
        field = form.locator(f"[name={name}]")
        is_chosen = field.evaluate("it => it.tagName") == "SELECT"
        field.select_option(value) if is_chosen else field.fill(value)
    send(page, form)
    found = page.locator("[data-incident]").count()
    page.locator("form.search a").click()
    return found


def test_2_incidents_are_found_by_all_that_is_known_of_them(floor, enter):  # noqa: F811
    until(lambda: rows(floor, "evidence"))
    page, today = enter(Role.INSPECTOR, "inspector"), datetime.now(UTC).date()
    before = str(today - timedelta(days=2))
    for wish in (
        {"card": "7s"},
        {"rule": Code.BEAT_NOT_HIGHER},
        {"seat": Actor.A},
        {"dealer": "Ольга"},
        {"table": TABLE},
        {"since": before},
        {"card": "7s", "seat": Actor.A, "dealer": "Ольга", "since": before},
    ):
        assert searched(page, **wish) == 1, wish
    for other in (
        {"card": "Ac"},
        {"seat": Actor.B},
        {"dealer": "Нина"},
        {"table": "9"},
        {"until": before},
        {"card": "7s", "dealer": "Нина"},
    ):
        assert searched(page, **other) == 0, other


def test_2_a_game_is_seen_slower_faster_and_frame_by_frame(floor, enter):  # noqa: F811
    page = enter(Role.INSPECTOR, "inspector/games")
    page.locator("a[href*='/inspector/games/']:not([href*=export])").first.click()
    page.locator("[data-ready]").wait_for()
    for key, speed in (("Shift+Period", "2×"), ("Shift+Comma", "1×"), ("Shift+Comma", "0,5×")):
        page.keyboard.press(key)
        expect(page.locator("#speed")).to_have_text(speed)
    page.keyboard.press("v")
    expect(page.locator(".moves-again [aria-current]")).to_have_attribute("data-move", "9")
    shown = "document.querySelector('[data-again]').dataset.frame"
    before = float(page.evaluate(shown))
    for key, later in ((".", True), (",", False)):
        page.keyboard.press(key)
        sign = "!==" if later else "==="
        page.wait_for_function(f"before => Number({shown}) {sign} before", arg=before)
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".moves-again [aria-current]")).not_to_have_attribute("data-move", "9")


def test_2_a_case_is_made_written_to_and_taken_out(floor, enter):  # noqa: F811
    page = enter(Role.INSPECTOR, "inspector")
    page.locator("[data-incident]").first.click()
    page.locator(".into-case [name=title]").fill("Семёрка на восьмёрку")
    page.locator(".into-case button").click()
    page.wait_for_url("**/inspector/cases/c1")
    fill(page.locator("form:has([name=note])"), note="Спросить игрока B")
    page.locator("form:has([name=note]) button").click()
    expect(page.locator(".notes li")).to_have_text("inspector Спросить игрока B")
    with page.expect_download() as given:
        page.locator("a[href*='/archive']").click()
    assert given.value.suggested_filename == "c1.zip"
    page.locator("[data-send$='/close'] button").click()
    page.wait_for_url("**/inspector/cases")
    assert [row.kind for row in read_rows(floor.journal) if row.kind.startswith("case")]


def test_3_a_cup_is_drawn_played_and_paid(enter, visit):  # noqa: F811
    page = enter(Role.MANAGER, "manager")
    fill(page.locator("[data-deed=new]"), title="Кубок", fee="100,00", fund_percent="80")
    send(page, page.locator("[data-deed=new]"))
    page.locator("[data-deed=enter] textarea").fill("Ада\nБогдан")
    send(page, page.locator("[data-deed=enter]"))
    for who in ("Ада", "Богдан"):
        send(page, page.locator(f"[data-entrant='{who}'] [data-deed=pay]"))
    fill(page.locator("[data-deed=draw]"), lot="слово зала")
    send(page, page.locator("[data-deed=draw]"))
    match = page.locator("[data-match=F]")
    fill(match.locator("[data-deed=seat]"), table=TABLE)
    send(page, match.locator("[data-deed=seat]"))
    hall, game = visit("screen"), match.locator("[data-deed=game]")
    for _ in range(GAMES_OF_A_FINAL):
        game.locator("[name=winner]").select_option("Ада")
        send(page, game)
    expect(hall.locator("[data-drawn=F] .won")).to_contain_text("Ада")
    places = page.locator("[data-part=places]")
    send(page, places.locator("[data-deed=shares]"))
    send(page, places.locator("[data-deed=pay-out]"))
    expect(places).to_contain_text(text("manager.paid-out", "ru"))
    expect(places).to_contain_text("160,00")


def test_3_models_decks_and_what_is_kept_are_looked_after(floor, enter):  # noqa: F811
    page = enter(Role.TECHNICIAN, "technician/models")
    expect(page.locator("[data-part=releases] [data-release] .chip")).to_have_text(
        text("workshop.live", "ru")
    )
    page.goto(f"{floor.url}technician/decks")
    expect(page.locator("main")).to_contain_text(text("deck.none", "ru"))
    page.goto(f"{floor.url}technician/retention")
    expect(page.locator("[data-used=evidence]")).not_to_be_empty()
    form = page.locator("[data-deed=retention]")
    fill(form, evidence_days="30")
    send(page, form)
    page.reload()
    expect(form.locator("[name=evidence_days]")).to_have_value("30")


def test_4_one_word_ends_every_screen_and_too_many_tries_lock_a_name(floor, enter):  # noqa: F811
    one, two = enter(Role.MANAGER, "manager"), enter(Role.MANAGER, "manager")
    one.goto(f"{floor.url}account")
    one.locator("[data-everywhere] button").click()
    one.wait_for_url("**/login")
    two.reload()
    two.wait_for_url("**/login?next=/manager")
    said = text("account.refused.unknown", "ru")
    for _ in range(FREE_TRIES):
        form = two.locator("form:has([name=password])")
        fill(form, name=Role.MANAGER.value, password=PASSWORD.upper())
        form.locator("button").click()
        expect(two.locator("#said")).to_have_text(said)
        expect(form.locator("[name=password]")).to_have_value("")
    log_in(two, Role.MANAGER.value)
    before, _, after = text("account.refused.locked", "ru", seconds="#").partition("#")
    expect(two.locator("#said")).to_contain_text(before)
    expect(two.locator("#said")).to_contain_text(after)
