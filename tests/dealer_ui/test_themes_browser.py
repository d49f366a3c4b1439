"""For every eye: themes, less motion, colours that are told apart, and never colour alone."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from dealer_ui.prompts import text
from tests.dealer_ui.scenes import BEATING, DOUBT, FAULT, WRONG_BEAT

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

SIGNALS = {"clear": BEATING, "doubt": DOUBT, "fault": FAULT, "stop": WRONG_BEAT}
APART = 40.0
"""So far two signal colours lie apart at least, of 441 between black and white."""
GROUND = "() => getComputedStyle(document.documentElement).backgroundColor"
MOVING = "() => document.getAnimations().length"


def theme_of(page):
    return page.evaluate("() => document.documentElement.dataset.theme")


def opened(page, table, moment=WRONG_BEAT):
    table.show(moment)
    page.goto(table.url)
    page.locator("body[data-link=live]").wait_for()


def test_a_theme_is_chosen_for_this_screen_and_stays(page, table, album):
    opened(page, table)
    button, grounds = page.locator("#theme"), []
    for theme in ("dark", "light", "contrast"):
        assert theme_of(page) == theme
        expect(button).to_have_attribute("aria-label", text(f"page.theme.{theme}", "ru"))
        grounds.append(page.evaluate(GROUND))
        page.screenshot(path=album / f"theme-{theme}.png")
        button.click()
    assert len(set(grounds)) == 3
    page.keyboard.press("Enter")  # the button has the focus
    assert theme_of(page) == "light"
    page.reload()
    assert theme_of(page) == "light"


def test_a_system_that_asks_for_contrast_gets_it_unless_this_screen_chose(page, table):
    page.emulate_media(contrast="more")
    opened(page, table)
    assert theme_of(page) == "contrast"
    page.emulate_media(contrast="no-preference")
    expect(page.locator("html[data-theme=dark]")).to_be_attached()
    page.locator("#theme").click()
    page.emulate_media(contrast="more")
    page.reload()
    assert theme_of(page) == "light"


def test_who_asks_for_less_motion_sees_none(page, table):
    opened(page, table, FAULT)
    assert page.evaluate(MOVING) > 0, "the fault's lamp blinks"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(MOVING) == 0
    expect(page.locator(".lamp .word")).to_be_visible()


def rim(page):
    """Return the colour of the prompt's rim as it is seen: blue, green, red."""
    picture = np.frombuffer(page.locator(".state").screenshot(), np.uint8)
    image = cv2.imdecode(picture, cv2.IMREAD_COLOR)
    return image[image.shape[0] // 2, 1].astype(float)


@pytest.mark.pages
@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_every_eye_tells_the_signals_apart(page, table, measured, theme):
    opened(page, table)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    eyes = page.context.new_cdp_session(page)
    seen = {}
    for name, moment in SIGNALS.items():
        table.show(moment)
        page.locator(f".state.{name}").wait_for()
        for eye in ("none", "protanopia", "deuteranopia", "tritanopia"):
            eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": eye})
            seen.setdefault(eye, {})[name] = rim(page)
    apart = {
        (eye, one, other): float(np.linalg.norm(rims[one] - rims[other]))
        for eye, rims in seen.items()
        for one, other in combinations(rims, 2)
    }
    nearest = min(apart, key=apart.get)
    measured(f"{theme}: nearest {' '.join(nearest)}, {apart[nearest]:.0f} of 441")
    assert apart[nearest] >= APART


def test_no_signal_is_told_by_colour_alone(page, table):
    opened(page, table)
    told = set()
    for name, moment in SIGNALS.items():
        table.show(moment)
        lamp = page.locator(f".state.{name} .lamp")
        lamp.wait_for()
        shape = lamp.locator("use").first.get_attribute("href")
        told.add((shape, lamp.locator(".word").inner_text()))
    assert len(told) == len(SIGNALS) == len({shape for shape, _ in told})
