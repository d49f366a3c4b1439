"""What the page promises in a real browser: ten minutes without a network, and how fast it is."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from datetime import UTC, datetime
from statistics import median

import pytest
from playwright.sync_api import expect

from dealer_ui.console import Tally
from dealer_ui.prompts import Language, text
from dealer_ui.records import RunRecords
from dealer_ui.showing import Equipment, ShownTable, Sign
from engine.cards import parse_card
from engine.deeds import Deed
from engine.moves import Beat
from engine.ports import Sighting
from engine.seats import Actor
from engine.watch import Watch
from hardware.indicators import NoLight
from journal.rows import Versions
from journal.store import SqlJournal
from tests.dealer_ui.scenes import BEATING, told
from tests.dealer_ui.test_browser import moves_shown, open_page
from tests.dealer_ui.test_showing import LED, standing_after

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

TEN_MINUTES_S, A_SECOND = 600, 4
"""So long, and so often a table says how it stands."""
A_MOVE_S = 5

PROMPTS = 21
SEEN = """() => { window.seen = [];
  new MutationObserver(() => {
    const id = document.querySelector(".state.stop [data-prompt]")?.dataset.prompt;
    if (id && window.last !== id) seen.push(Date.now());
    window.last = id;
  }).observe(document.getElementById("region-prompt"), { childList: true, subtree: true }); }"""


def play(table, seconds, first):
    """Play on: a move now and then, and in between the table says that it lives."""
    moves = [told(number, Deed.LEAD, Actor.A, "7h") for number in range(1, first)]
    for tick in range(seconds * A_SECOND):
        if tick % (A_MOVE_S * A_SECOND) == 0:
            moves.append(told(len(moves) + 1, Deed.LEAD, Actor.A, "7h"))
        table.clock.now += 1 / A_SECOND
        at = table.clock.now
        table.show(replace(BEATING, moves=tuple(moves[-10:]), taken_at=at, moves_from=1))
    return len(moves)


@pytest.mark.pages
def test_ten_minutes_without_a_network_are_told_timed_and_caught_up_with(page, table):
    page.clock.install()
    before = play(table, 10, 1)
    open_page(page, table)
    page.locator("body[data-link=live]").wait_for()

    table.cable.pull()
    page.clock.run_for(2000)
    expect(page.locator("#banner b")).to_have_text(text("page.offline", Language.RU))
    played = play(table, TEN_MINUTES_S, before + 1)
    page.clock.fast_forward(TEN_MINUTES_S * 1000)
    page.clock.run_for(1000)
    expect(page.locator("#banner span")).to_have_text(re.compile(r"данным 60\d с"))
    expect(page.locator("main")).to_have_css("filter", re.compile("grayscale"))
    assert moves_shown(page)[0] == before, "nothing of it is known here"

    table.cable.plug()
    page.clock.run_for(3500)
    expect(page.locator("body[data-link=live]")).to_be_attached()
    expect(page.locator("#banner")).to_be_hidden()
    expect(page.locator(".lines li").first).to_have_attribute("data-number", str(played))
    assert played == before + TEN_MINUTES_S // A_MOVE_S
    assert moves_shown(page) == list(range(played, 0, -1)), "no move is left out"
    later = play(table, A_MOVE_S, played + 1)
    expect(page.locator(".lines li").first).to_have_attribute("data-number", str(later))
    assert moves_shown(page) == list(range(later, 0, -1)), "what was caught up with stays"


@pytest.mark.pages
def test_a_prompt_is_on_the_page_soon_after_the_verdict(page, table, tmp_path, measured):
    journal = SqlJournal(tmp_path / "table.journal", Versions("1", "2", "3"))
    sign, has = Sign("7", "casino-by-2001@1"), Equipment(journal=True)
    shown = ShownTable(sign, has, table.hub, lambda: datetime.now(UTC))
    shown.publish(standing_after(LED))
    open_page(page, table)
    page.locator("body[data-link=live]").wait_for()
    page.evaluate(SEEN)
    wrong = Beat(Actor.B, parse_card("9s"), parse_card("7c"))
    judged_ms = []
    for _ in range(PROMPTS):
        watch = Watch(standing_after(LED), NoLight(), RunRecords(Tally(), journal, None), shown)
        judged_ms.append(time.time() * 1000)
        watch.take(Sighting(wrong, 9.0, 3))
        expect(page.locator(".state.stop")).to_be_visible()
        shown.publish(standing_after(LED))
        expect(page.locator(".state.stop")).to_have_count(0)
    journal.close()
    seen_ms = page.evaluate("() => seen")
    assert len(seen_ms) == PROMPTS
    took = [seen - judged for seen, judged in zip(seen_ms, judged_ms, strict=True)]
    measured(
        f"a prompt on the page after the verdict, row on the disk: median {median(took):.0f} ms "
        f"(400 wanted), the longest {max(took):.0f} ms"
    )
