"""A running table with a film of trouble: doubts, the same mistake three times, a camera pushed.

What one leaves behind the next one finds, as in the scenes of the bundled film; a number in a name
is what the scene is about. They run with `make pages`.
"""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from calibration.history import versions
from calibration.profile import load_profile
from dealer_ui.accounts.people import Role
from dealer_ui.prompts import text
from dealer_ui.training import lessons
from engine.signals import Signal
from engine.table import Zone
from engine.verdict import Code
from tests.dealer_ui.running_table import RunningTable, until
from tests.dealer_ui.test_browser import HEARD, STOP_TONES
from tests.dealer_ui.test_running_table_browser import (  # noqa: F401 - fixtures
    BYTES,
    boss,
    dealer,
    enter,
    httpx_state,
    staff,
)
from tests.dealer_ui.troubled_film import (
    BARE_S,
    BEATEN_S,
    ERRORS_S,
    EXPOSED_S,
    write_troubled,
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.in_order,
    pytest.mark.pages,
    pytest.mark.timeout(600),
]
SAID = {"8d": "8♦", "9d": "9♦", "Jd": "В♦"}


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    folder = tmp_path_factory.mktemp("troubled")
    video, profile = write_troubled(folder)
    made = RunningTable(folder, video, profile)
    made.profile = profile
    yield made
    made.close()


def state(floor):
    return json.loads(httpx_state(floor))


def test_3_the_table_is_calibrated_through_its_own_camera(floor, enter):  # noqa: F811
    floor.play_to(BARE_S)
    page = enter(Role.TECHNICIAN, "technician/calibration/")
    page.locator("body[data-version]").wait_for()
    page.wait_for_function("() => document.getElementById('picture').naturalWidth === 1280")
    page.locator("#search select").select_option("markers")
    page.locator("#search button").click()
    expect(page.locator("#said")).to_have_text(text("calibrate.page.saved", "ru", version=2))
    before = load_profile(floor.profile)
    assert (before.provenance.by, before.provenance.method) == ("technician", "markers")
    assert before.provenance.error_mm < 2.0
    page.locator("polygon[data-zone=discard]").focus()
    page.keyboard.press("ArrowDown")
    page.locator("#save").click()
    expect(page.locator("#said")).to_have_text(text("calibrate.page.saved", "ru", version=3))
    after = load_profile(floor.profile)
    assert after.zones_mm[Zone.DISCARD] != before.zones_mm[Zone.DISCARD]
    assert 3 in versions(floor.profile)
    page.locator("#undo").click()
    expect(page.locator("#said")).to_have_text(text("calibrate.page.saved", "ru", version=4))
    assert load_profile(floor.profile).zones_mm == before.zones_mm


def test_1_the_same_mistake_is_told_anew_each_time(floor, dealer, enter, boss):  # noqa: F811
    tile = boss.locator("#wall .tile").first
    for card, at in ERRORS_S.items():
        floor.play_to(at)
        told = text("code.BEAT_WRONG_SUIT.sentence", "ru", card=SAID[card], on="7♣")
        prompt = dealer.locator(f".state.stop:not(.seen) [data-code={Code.BEAT_WRONG_SUIT}]")
        expect(prompt.locator(".sentence")).to_have_text(told)
        expect(prompt.locator("[data-acknowledge]")).to_be_visible()
        assert dealer.evaluate(HEARD, len(STOP_TONES)) == STOP_TONES
        until(lambda: floor.lit() == BYTES[Signal.STOP])
        expect(tile).to_have_attribute("data-grade", "stop")
        dealer.keyboard.press("Enter")
        expect(dealer.locator(".state.stop.seen")).to_be_visible()
        floor.play_to(at + 2.0)
        expect(dealer.locator(".state.clear")).to_be_visible()
    page = enter(Role.INSPECTOR, "inspector")
    expect(page.locator("[data-sort=stop] b")).to_have_text(str(len(ERRORS_S)))
    expect(page.locator(".incidents li.stop")).to_have_count(len(ERRORS_S))


def answer(page, key):
    """Answer the doubt on the page by a key, and return the words of that answer."""
    chosen = page.locator(f".answers [data-choice='{key}']")
    words = chosen.locator("span").inner_text()
    number = chosen.get_attribute("data-doubt")
    page.keyboard.press(key)
    expect(page.locator(f"[data-doubt='{number}']")).to_have_count(0)
    return words


def test_1_a_doubt_is_one_question_that_a_key_answers(floor, dealer):  # noqa: F811
    floor.play_to(BEATEN_S)
    expect(dealer.locator(".lines li[data-deed=beat][data-cards='9c']")).to_be_visible()
    for key, seen in zip("12", EXPOSED_S, strict=True):
        floor.play_to(seen)
        expect(dealer.locator(".state.doubt .answers .answer:not(.none)")).to_have_count(2)
        words = answer(dealer, key)
        expect(dealer.locator(".lines li").filter(has_text=words).first).to_be_visible()
        if dealer.locator("[data-acknowledge]").count():
            dealer.keyboard.press("Enter")


def test_1_a_scripted_mistake_is_judged_in_training_and_no_table_hears_of_it(
    floor,
    dealer,  # noqa: F811
):
    before, lit = state(floor)["moves"], floor.lit()
    number = next(one.number for one in lessons() if one.is_wrong)
    dealer.goto(f"{floor.url}training/{number}")
    dealer.locator("body.training").wait_for()
    dealer.keyboard.press("2")
    expect(dealer.locator("#outcome")).to_have_attribute("data-outcome", "right")
    expect(dealer.locator("#answer .state.stop .sentence")).to_be_visible()
    expect(dealer.locator("#answer .clause")).to_be_visible()
    assert (state(floor)["moves"], floor.lit()) == (before, lit)
