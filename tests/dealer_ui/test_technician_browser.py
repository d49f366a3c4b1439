"""The calibration page in a real browser: find the table, drag zones, be refused, save, undo."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import cv2
import pytest
from playwright.sync_api import expect

from calibration.lens import Lens
from calibration.lens_profile import LensProfile
from calibration.profile import load_profile
from dealer_ui.calibrating_table import Wish
from dealer_ui.live import Hub
from dealer_ui.prompts import Catalogue, Language, text
from dealer_ui.serving import Server, parse_address
from dealer_ui.technician_app import create_technician_app
from dealer_ui.zone_desk import Task, ZoneDesk
from engine.table import Zone
from tests.calibration.drawn import DrawnCamera
from tests.calibration.drawn_table import DrawnTable
from tests.dealer_ui.conftest import PATIENCE_MS, keep_trace, traced
from vision.camera import open_source

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

CAMERA = DrawnCamera((1280, 720), barrel=-0.25, noise=1.0)
POSE = CAMERA.pose(12, 2, (550, 310), 1230, 50)
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def photograph(tmp_path_factory):
    path = tmp_path_factory.mktemp("photograph") / "table.png"
    cv2.imwrite(str(path), DrawnTable().with_markers().seen_by(CAMERA, POSE))
    return path


class Technician:
    """A served calibration of one photograph."""

    def __init__(self, photograph, profile):
        known = CAMERA.lens
        lens = LensProfile(
            "cam", (1280, 720), known.matrix, known.distortion, 0.1, 9, 0.9, "A", NOON
        )
        task = Task(str(photograph), profile, Wish(lens=lens), lambda _: [], "Anna", lambda: NOON)
        self.profile = profile
        self.camera = open_source(str(photograph))
        hub = Hub(clock=lambda: 0.0)
        app = create_technician_app(ZoneDesk(task, self.camera))
        self.server = Server(app, hub, parse_address("127.0.0.1:0"))
        self.server.start()
        self.url = self.server.address.url

    def close(self):
        self.server.stop()
        self.camera.close()


@pytest.fixture
def technician(photograph, tmp_path):
    served = Technician(photograph, tmp_path / "table.toml")
    yield served
    served.close()


@pytest.fixture
def page(browser, technician, request):
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="ru-RU")
    page.set_default_timeout(PATIENCE_MS)
    traced(page.context)
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(technician.url)
    page.locator("body[data-version]").wait_for()
    yield page
    keep_trace(request, [page.context])
    page.close()
    assert complaints == []


def find_by_markers(page):
    page.locator("#search button").click()
    expect(page.locator("#said")).to_have_text("Сохранено, версия 1")


def screen_spot(page, technician, x_mm, y_mm):
    """Return where a spot of the table is on the screen, by the saved profile."""
    camera = load_profile(technician.profile).camera
    from calibration.error_picture import to_pixels

    lens = Lens(camera.matrix, camera.distortion)
    x, y = to_pixels(lens, camera.homography_px_to_mm, [[x_mm, y_mm]])[0]
    box = page.locator("#drawing").bounding_box()
    return box["x"] + x / 1280 * box["width"], box["y"] + y / 720 * box["height"]


def drag(page, start, end):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def test_a_table_is_found_and_its_zones_are_drawn_where_they_lie(page, technician, album):
    expect(page.locator("#said")).to_have_text("Стола ещё нет: выберите, как его найти.")
    find_by_markers(page)
    profile = load_profile(technician.profile)
    expect(page.locator("#drawing polygon")).to_have_count(len(profile.zones_mm))
    corner = page.locator("[data-key='battle-0']").bounding_box()
    there = screen_spot(page, technician, *profile.zones_mm[Zone.BATTLE][0])
    middle = (corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2)
    assert middle == pytest.approx(there, abs=1.0)
    page.screenshot(path=album / "technician-zones.png")
    page.locator("#show-errors").click()
    expect(page.locator("#errors")).to_be_visible()
    page.wait_for_function("() => document.getElementById('errors').naturalWidth === 1280")
    page.screenshot(path=album / "technician-errors.png")


def test_a_corner_is_dragged_saved_and_taken_back(page, technician):
    find_by_markers(page)
    before = load_profile(technician.profile).zones_mm
    corner = before[Zone.DISCARD][2]
    start = screen_spot(page, technician, *corner)
    end = screen_spot(page, technician, corner[0] + 30, corner[1] + 20)
    drag(page, start, end)
    page.locator("#save").click()
    expect(page.locator("#said")).to_have_text("Сохранено, версия 2")
    after = load_profile(technician.profile).zones_mm
    assert after[Zone.DISCARD][2] == pytest.approx((corner[0] + 30, corner[1] + 20), abs=1.5)
    assert after[Zone.BATTLE] == before[Zone.BATTLE]

    page.locator("#undo").click()
    expect(page.locator("#said")).to_have_text("Сохранено, версия 3")
    assert load_profile(technician.profile).zones_mm == before


def test_a_whole_zone_is_dragged_and_moved_by_keys(page, technician):
    find_by_markers(page)
    before = load_profile(technician.profile).zones_mm[Zone.DISCARD]
    middle = [sum(axis) / 4 for axis in zip(*before, strict=True)]
    start = screen_spot(page, technician, *middle)
    drag(page, start, screen_spot(page, technician, middle[0] + 20, middle[1] + 12))
    page.locator("polygon[data-zone=discard]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.locator("#save").click()
    expect(page.locator("#said")).to_have_text("Сохранено, версия 2")
    after = load_profile(technician.profile).zones_mm[Zone.DISCARD]
    moved = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(before, after, strict=True)]
    assert all(m == pytest.approx((20, 14), abs=2.5) for m in moved)


def test_zones_that_overlap_are_refused_and_nothing_is_written(page, technician):
    find_by_markers(page)
    written = technician.profile.read_bytes()
    corner = load_profile(technician.profile).zones_mm[Zone.DISCARD][0]
    start = screen_spot(page, technician, *corner)
    drag(page, start, screen_spot(page, technician, corner[0] - 90, corner[1]))
    page.locator("#save").click()
    expect(page.locator("#said.refused")).to_have_text(re.compile("перекрываются. Раздвиньте"))
    assert technician.profile.read_bytes() == written


def test_another_layout_is_laid_out_and_saved(page, technician):
    find_by_markers(page)
    page.locator("#layout select").select_option("seats-4")
    page.locator("#layout button").click()
    expect(page.locator("polygon.hand")).to_have_count(4)
    page.locator("#save").click()
    expect(page.locator("#said")).to_have_text("Сохранено, версия 2")
    assert len(load_profile(technician.profile).seats) == 4


def test_the_corners_of_the_felt_are_marked_by_hand(page, technician):
    page.locator("#search select").select_option("felt")
    page.evaluate("() => document.querySelector('[name=width]').focus()")
    corners = CAMERA.pixels([(0, 0), (1100, 0), (1100, 620), (0, 620)], POSE)
    box = page.locator("#drawing").bounding_box()
    for number, (x, y) in enumerate(corners):
        knob = page.locator(f"[data-key='felt-{number}']").bounding_box()
        start = (knob["x"] + knob["width"] / 2, knob["y"] + knob["height"] / 2)
        drag(page, start, (box["x"] + x / 1280 * box["width"], box["y"] + y / 720 * box["height"]))
    page.locator("#search button").click()
    expect(page.locator("#said")).to_have_text("Сохранено, версия 1")
    profile = load_profile(technician.profile)
    assert profile.provenance.method == "felt"
    assert profile.zones_mm[Zone.BATTLE][0] == (300.0, 138.0)


def test_what_is_not_found_is_said_and_the_old_profile_stays(page, technician):
    find_by_markers(page)
    written = technician.profile.read_bytes()
    page.locator("#search select").select_option("cards")
    page.locator("#search button").click()
    expect(page.locator("#said.refused")).to_have_text(re.compile("видно 0 из 4"))
    assert technician.profile.read_bytes() == written


def test_a_foreign_page_changes_nothing(technician):
    import httpx2

    answer = httpx2.post(f"{technician.url}undo", headers={"Origin": "http://elsewhere"})
    assert answer.status_code == 403


@pytest.mark.parametrize("language", Language)
def test_the_page_speaks_every_language(page, technician, language):
    page.goto(f"{technician.url}?lang={language}")
    expect(page.locator("h1")).to_have_text(text("calibrate.page.title", language))
    options = page.locator("#search option").all_text_contents()
    words = Catalogue.load(language)
    assert options == [
        words.text(f"calibrate.thing.{m}") for m in ("markers", "cards", "board", "felt")
    ]
