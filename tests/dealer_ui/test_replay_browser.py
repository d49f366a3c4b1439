"""A game and an incident looked at again in a real browser: every picture is the right one."""

from __future__ import annotations

import os
from time import perf_counter

import pytest
from playwright.sync_api import expect

from dealer_ui.prompts import Language
from dealer_ui.serving import Server, parse_address
from journal.rulings import Decision
from tests.dealer_ui.conftest import log_in, visitors
from tests.dealer_ui.replays import BIT_PX, BITS, BOX, LEFT, RATE, TOP, FilmedRoom, LateRoom
from tests.dealer_ui.test_accounts import Floor

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

LANGUAGES = tuple(Language) if "KOZYR_ALBUM" in os.environ else (Language.RU,)
"""The longest words are Russian; make screenshots tries all of them."""

NUMBER = """async ([left, top, size, bits]) => {
  const video = document.querySelector("video");
  while (video.seeking || video.readyState < 2) await new Promise(requestAnimationFrame);
  const { videoWidth: width, videoHeight: height } = video;
  const pen = new OffscreenCanvas(width, height).getContext("2d");
  pen.drawImage(video, 0, 0);
  const at = (bit) => pen.getImageData(left + (bit + 0.5) * size, top + size / 2, 1, 1);
  const light = (bit) => at(bit).data[0] > 125;
  return [...Array(bits).keys()].reduce((sum, bit) => sum + (light(bit) ? 2 ** bit : 0), 0);
}"""

FRAME_COMES = """async ([rate, wanted]) => {
  const shown = () => Math.round(document.querySelector("[data-again]").dataset.frame * rate);
  while (shown() !== wanted) await new Promise(requestAnimationFrame);
}"""
PLAYS = """async () => {
  const video = document.querySelector("video");
  while (video.currentTime < 0.3) await new Promise(requestAnimationFrame);
}"""

FOLLOWED = """() => {
  window.followed = [];
  new MutationObserver((seen) => {
    for (const { target: it } of seen)
      if (it.hasAttribute("aria-current")) window.followed.push(Number(it.dataset.move));
  }).observe(document.querySelector(".moves-again"), {
    subtree: true, attributeFilter: ["aria-current"],
  });
}"""


@pytest.fixture(scope="module")
def filmed(tmp_path_factory):
    made = Floor(tmp_path_factory.mktemp("filmed") / "accounts.db", FilmedRoom).hire()
    yield made
    made.close()


@pytest.fixture(scope="module")
def floor(filmed):
    server = Server(filmed.app, filmed.hub, parse_address("127.0.0.1:0"))
    server.start()
    filmed.url = server.address.url
    yield filmed
    server.stop()


@pytest.fixture
def inspector(visit):
    page = visit("login")
    log_in(page, "inspector")
    page.wait_for_url("**/inspector")
    return page


def open_game(page, floor, query=""):
    (game,) = floor.room.desk.games
    page.goto(f"{floor.url}inspector/games/{game.seq}{query}")
    page.locator("[data-ready]").wait_for()


def frame_shown(page, box=(0, 0)):
    """Return the number that the picture itself carries."""
    return page.evaluate(NUMBER, [LEFT - box[0], TOP - box[1], BIT_PX, BITS])


def at_move(page, number):
    """Wait until the list and the drawn table stand at a move."""
    expect(page.locator(f"[data-move='{number}'][aria-current]")).to_be_visible()
    page.locator(f"#drawn[data-after='{number}']").wait_for()


def test_the_video_shows_every_move_within_a_frame(floor, inspector, album, measured):
    open_game(inspector, floor)
    off = []
    for step in floor.room.steps:
        if step.number > 1:
            inspector.keyboard.press("ArrowRight")
        at_move(inspector, step.number)
        off.append(abs(frame_shown(inspector) - step.frame))
    inspector.screenshot(path=album / "replay.png")
    assert max(off) <= 1
    measured(f"seek to {len(off)} moves: worst {max(off)} frames off")


def test_bouts_violations_frames_and_ends_have_their_keys(floor, inspector):
    open_game(inspector, floor)
    keys = inspector.keyboard
    for key, number in (
        ("Shift+ArrowRight", 8),
        ("Shift+ArrowRight", 18),
        ("Shift+ArrowLeft", 8),
        ("v", 11),
        ("v", 20),
        ("Shift+V", 11),
    ):
        keys.press(key)
        at_move(inspector, number)
    before = frame_shown(inspector)
    assert before == floor.room.steps[10].frame
    for key, wanted in ((".", before + 1), (".", before + 2), (",", before + 1)):
        keys.press(key)
        inspector.evaluate(FRAME_COMES, [RATE, wanted])
        assert frame_shown(inspector) == wanted
    keys.press("End")
    at_move(inspector, 20)
    assert frame_shown(inspector) == floor.room.frames - 1
    keys.press("Home")
    inspector.locator("#drawn[data-after='0']").wait_for()
    assert frame_shown(inspector) == 0
    keys.press("?")
    expect(inspector.locator("dialog#keys")).to_be_visible()


def test_the_list_follows_the_video_and_the_video_the_list(floor, inspector):
    open_game(inspector, floor, "?move=12")
    at_move(inspector, 12)
    for _ in range(2):
        inspector.keyboard.press("Shift+Period")
    expect(inspector.locator("#speed")).to_have_text("4×")
    inspector.evaluate(FOLLOWED)
    inspector.keyboard.press("Space")
    at_move(inspector, 20)
    followed = inspector.evaluate("window.followed")
    assert followed == sorted(followed)
    assert followed[-1] == 20
    inspector.locator("[data-move='9']").click()
    at_move(inspector, 9)
    assert frame_shown(inspector) == floor.room.steps[8].frame
    assert inspector.evaluate("document.querySelector('video').paused")
    inspector.locator("header nav a[hreflang=be]").click()
    inspector.locator("html[lang=be] [data-ready]").wait_for()


def test_an_incident_is_reviewed_by_keys_alone(floor, inspector, album, measured):
    room, keys = floor.room, inspector.keyboard
    assert room.holds is None
    begun = perf_counter()
    keys.press("e")
    inspector.locator("[data-ready]").wait_for()
    keys.press("e")  # the newest is the throw; the beat is the one before it
    inspector.wait_for_url(f"**/inspector/{room.name}")
    inspector.locator("[data-ready]").wait_for()
    assert frame_shown(inspector, BOX[:2]) == room.steps[10].frame
    keys.press("z")
    expect(inspector.locator(".overlay")).to_be_visible()
    inspector.screenshot(path=album / "incident.png", full_page=True)
    keys.press("2")
    expect(inspector.locator("#changes li").first).to_be_visible()
    keys.press("Enter")
    inspector.wait_for_url("**/inspector")
    taken = perf_counter() - begun
    assert room.holds is Decision.OVERTURN
    measured(f"an incident looked at, considered and ruled by keys: {taken:.1f} s")


def test_what_just_happened_plays_by_one_key(floor, inspector):
    inspector.keyboard.press("i")
    inspector.wait_for_url("**/inspector/games/*?last=30*")
    inspector.locator("[data-ready]").wait_for()
    inspector.evaluate(PLAYS)


def test_a_case_is_made_from_an_incident_and_taken_out(floor, inspector, album):
    page = inspector
    page.goto(f"{floor.url}inspector/{floor.room.name}")
    page.locator(".into-case [name=title]").fill("Восьмёрка на девятку")
    page.locator(".into-case button").click()
    page.wait_for_url("**/inspector/cases/c1")
    page.locator("[name=note]").fill("Спросить игрока B")
    page.locator("form:has([name=note]) button").click()
    expect(page.locator(".notes li")).to_have_text("inspector Спросить игрока B")
    page.screenshot(path=album / "case.png")
    with page.expect_download() as given:
        page.locator("a[href*='/archive']").click()
    assert given.value.suggested_filename == "c1.zip"
    page.locator("[data-send$='/close'] button").click()
    page.wait_for_url("**/inspector/cases")
    expect(page.locator(".incidents li em")).to_contain_text("inspector")


@pytest.fixture
def late(tmp_path):
    made = Floor(tmp_path / "accounts.db", LateRoom).hire()
    server = Server(made.app, made.hub, parse_address("127.0.0.1:0"))
    server.start()
    made.url = server.address.url
    yield made
    server.stop()
    made.close()


@pytest.mark.parametrize("is_written_to", [False, True])
def test_evidence_that_comes_late_is_shown_and_takes_nothing_written_away(
    late, browser, request, is_written_to
):
    with visitors(browser, late.url, request) as visit:
        page = visit(f"login?next=/inspector/{late.room.name}")
        log_in(page, "inspector")
        page.locator("[data-ready]").wait_for()
        expect(page.locator(".read img")).to_have_count(0)
        note = page.locator(".ruling [name=note]")
        if is_written_to:
            note.fill("спросить B")
        late.room.gather_now()
        if is_written_to:
            expect(page.locator("#fresh")).to_be_visible()
            expect(note).to_have_value("спросить B")
            page.locator("#fresh button").click()
        expect(page.locator(".read img").first).to_be_visible()
        expect(page.locator("#fresh")).to_be_hidden()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_inspectors_pages_fit_on_a_phone_and_a_kiosk(floor, visit, language, album):
    page = visit("login")
    log_in(page, "inspector")
    page.wait_for_url("**/inspector")
    (game,) = floor.room.desk.games
    pages = (
        "inspector",
        f"inspector/games/{game.seq}",
        "inspector/games",
        f"inspector/{floor.room.name}",
    )
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for path in pages:
            page.goto(f"{floor.url}{path}?lang={language}")
            name = path.replace("/", "-")
            page.screenshot(path=album / f"{name}-{language}-{width}.png", full_page=True)
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, (path, width)


def test_the_list_follows_and_the_page_stays_where_the_video_is(inspector, floor):
    inspector.goto(f"{floor.url}inspector/{floor.room.name}")
    inspector.locator("[data-ready]").wait_for()
    current = inspector.locator(".moves-again [aria-current]")
    first = current.get_attribute("data-move")
    inspector.keyboard.press("End")
    expect(current).not_to_have_attribute("data-move", first)
    inside = """it => { const list = it.closest(".moves-again").getBoundingClientRect();
      const box = it.getBoundingClientRect(); return box.bottom <= list.bottom + 1; }"""
    assert current.evaluate(inside)
    assert inspector.evaluate("scrollY") == 0
