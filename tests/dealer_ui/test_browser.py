"""The dealer's page in a real browser: what the dealer sees, presses, and is never shown."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from dealer_ui.commands import Acknowledge, Answer, Button, ButtonName, Correct, Pause
from dealer_ui.prompts import Language, text
from dealer_ui.snapshot import Feed, MatchShown, ThinkingShown
from dealer_ui.tellings import (
    TellCount,
    TellGivesUp,
    TellIncident,
    TellMatchOver,
    TellRedeal,
    TellResult,
    TellScore,
    TellShown,
)
from dealer_ui.training import lessons
from engine.cards import parse_card
from engine.deeds import Deed
from engine.seats import Actor
from engine.verdict import Code
from tests.dealer_ui.conftest import LANGUAGES
from tests.dealer_ui.scenes import (
    BEATING,
    CORRECTED,
    DOUBT,
    DRAWING,
    MOVES,
    OVER,
    SCENES,
    SEEN,
    WRONG_BEAT,
    cards,
)

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

KIOSK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


def open_page(page, table, query=""):
    page.goto(table.url + query)
    page.locator("body[data-link]").wait_for()


def sentence(page):
    return page.locator("#region-prompt .sentence")


def moves_shown(page):
    return page.locator(".lines li").evaluate_all("all => all.map((it) => +it.dataset.number)")


def test_a_state_appears_as_soon_as_it_is_published(page, table):
    open_page(page, table)
    expect(sentence(page)).to_have_text("Ждём первый кадр")

    table.show(BEATING)
    expect(page.locator(".state.clear .word")).to_have_text("Всё верно")
    expect(page.locator(".battle .pair")).to_have_count(3)
    expect(page.locator(".battle .unbeaten")).to_have_count(1)
    expect(page.locator("[data-fact=turn]")).to_have_text("A")
    expect(page.locator("[data-fact=cap]")).to_have_text("3")

    table.show(WRONG_BEAT)
    expect(page.locator(".state.stop .word")).to_have_text("Стоп")
    expect(sentence(page)).to_have_text("К♦ не бьёт Д♣: другая масть")
    expect(page.locator("#say-now")).to_contain_text("К♦ не бьёт Д♣")
    expect(page.locator(".picture svg[aria-label='К♦']")).to_be_visible()


def test_the_draw_order_ticks_off(page, table):
    table.show(DRAWING)
    open_page(page, table)
    expect(page.locator("#region-side .draws .done")).to_have_text(re.compile(r"A\s*\+2"))
    first, second = DRAWING.table.draws
    done = (first, replace(second, done=True))
    table.show(replace(DRAWING, table=replace(DRAWING.table, draws=done)))
    expect(page.locator("#region-side .draws .done")).to_have_count(2)


def test_h17_the_page_shows_the_time_reminds_and_pauses(page, table):
    slow = ThinkingShown(Actor.A, 34, 60)
    table.show(thinking(slow))
    open_page(page, table)
    shown = page.locator("[data-fact=thinking]")
    expect(shown).to_have_text("A 0:34/1:00")
    expect(page.locator("[data-notice=thinking]")).to_have_count(0)

    table.show(thinking(replace(slow, used_s=61, is_over=True)))
    expect(shown).to_have_text("A 1:01/1:00")
    expect(page.locator(".state.clear .word")).to_have_text("Всё верно")
    expect(page.locator("[data-notice=thinking]")).to_contain_text("по регламенту зала")

    page.keyboard.press("F7")
    expect(page.locator("#receipt.received")).to_be_visible()
    assert table.said() == [Pause(begins=True)]
    table.show(thinking(replace(slow, is_running=False), is_paused=True))
    expect(page.locator("[data-paused]")).to_be_visible()
    page.locator("[data-pause]").click()
    expect(page.locator("#receipt[data-command='2']")).to_be_visible()
    assert table.said() == [Pause(begins=False)]


TONES = """
  window.tones = [];
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    const made = make.call(this);
    const set = made.frequency.setValueAtTime.bind(made.frequency);
    made.frequency.setValueAtTime = (hertz, at) => {
      window.tones.push([made.type, hertz]);
      return set(hertz, at);
    };
    return made;
  };
"""
"""Writes down every tone that the page really gives to the browser's sound."""

HEARD = """(least) => new Promise((done) => {
  const look = () =>
    window.tones.length >= least ? done(window.tones.splice(0)) : requestAnimationFrame(look);
  look();
})"""
STOP_TONES, DOUBT_TONES = [["square", 880]] * 3, [["sine", 520]]
FAULT_TONES = [["triangle", 220], ["triangle", 165]]


@pytest.fixture
def heard(page, table):
    """Open a page beside a calm table, and return what has sounded since the last time."""
    page.add_init_script(TONES)
    table.show(BEATING)
    open_page(page, table)
    expect(page.locator(".state.clear")).to_be_visible()
    page.keyboard.press("Shift")

    def tones(least=0):
        return page.evaluate(HEARD, least)

    return tones


def test_a_stop_a_doubt_and_a_fault_sound_each_in_its_own_way(page, table, heard):
    for moment, tones in (
        (WRONG_BEAT, STOP_TONES),
        (DOUBT, DOUBT_TONES),
        (SCENES["fault"], FAULT_TONES),
    ):
        table.show(moment)
        assert heard(len(tones)) == tones
        table.show(BEATING)
        expect(page.locator(".state.clear")).to_be_visible()
        assert heard() == []


def test_what_lasts_sounds_once_and_a_further_stop_again(page, table, heard):
    table.show(WRONG_BEAT)
    assert heard(3) == STOP_TONES
    table.show(replace(WRONG_BEAT, taken_at=99.0, moves=MOVES[:3]))
    expect(page.locator(".lines li")).to_have_count(3)
    assert heard() == []
    other = replace(WRONG_BEAT.prompts[0], id=9, cards=cards("6c"))
    table.show(replace(WRONG_BEAT, prompts=(other,)))
    assert heard(3) == STOP_TONES


def test_what_was_acknowledged_is_silent(page, table, heard):
    table.show(SEEN)
    expect(page.locator(".state.seen")).to_be_visible()
    assert heard() == []


def test_sound_is_muted_by_a_key_and_stays_so_on_this_screen(page, table, heard):
    page.keyboard.press("m")
    expect(page.locator("#mute")).to_have_attribute("aria-pressed", "true")
    table.show(WRONG_BEAT)
    expect(page.locator(".state.stop")).to_be_visible()
    assert heard() == []
    page.reload()
    expect(page.locator("#mute")).to_have_attribute("aria-pressed", "true")
    page.locator("#mute").click()
    table.show(BEATING)
    expect(page.locator(".state.clear")).to_be_visible()
    table.show(WRONG_BEAT)
    assert heard(3) == STOP_TONES


def test_the_volume_is_heard_when_it_is_set_and_nought_is_silence(page, table, heard):
    page.locator("#volume").fill("100")
    assert heard(1) == DOUBT_TONES
    page.locator("#volume").fill("0")
    table.show(WRONG_BEAT)
    expect(page.locator(".state.stop")).to_be_visible()
    assert heard() == []
    page.reload()
    expect(page.locator("#volume")).to_have_value("0")


def test_a_lost_table_sounds_like_a_fault(page, table, heard):
    table.cable.pull()
    page.locator("body[data-link=lost]").wait_for()
    assert heard(2) == FAULT_TONES


def test_training_by_keys_alone_from_the_first_lesson_to_the_score(page, table, album):
    page.goto(f"{table.url}training?lang=en")
    for lesson in lessons():
        expect(page.locator("body.training")).to_have_attribute("data-lesson", str(lesson.number))
        expect(page.locator("#answer")).to_be_hidden()
        wrong_on_purpose = lesson.number == 2
        page.keyboard.press("2" if lesson.is_wrong is not wrong_on_purpose else "1")
        outcome = page.locator("#outcome")
        expect(outcome).to_have_attribute("data-outcome", "wrong" if wrong_on_purpose else "right")
        expect(page.locator(f"#answer .state.{lesson.judged.signal}")).to_be_visible()
        if lesson.number == 2:
            expect(page.locator("#answer .sentence")).to_contain_text("9♣ does not beat 10♣")
            page.screenshot(path=album / "training-en.png")
        if lesson.number < len(lessons()):
            page.keyboard.press("Enter")
    expect(outcome).to_contain_text(f"{len(lessons()) - 1} right of {len(lessons())}")
    assert table.said() == []


def test_a_match_shows_who_plays_whom_and_how_it_stands(page, table):
    match = MatchShown("SF2", ("Ада", "Богдан"), (3, 2), 1, 9)
    table.show(replace(BEATING, table=replace(BEATING.table, match=match)))
    open_page(page, table)
    expect(page.locator("[data-fact=score]")).to_have_text("Ада 3 : 2 Богдан")
    expect(page.locator("[data-match=SF2]")).to_contain_text("до 9 побед")
    expect(page.locator("[data-match=SF2]")).to_contain_text("Ничьих: 1")
    over = replace(match, wins=(9, 2), is_over=True)
    table.show(replace(BEATING, table=replace(BEATING.table, match=over)))
    expect(page.locator("[data-match-over]")).to_have_text("Матч окончен: победил Ада")


def test_what_the_score_board_says_is_told_where_a_match_is_played(page, table):
    table.show(BEATING)
    open_page(page, table)
    page.keyboard.press("F9")
    expect(page.locator("#telling .choice:has([value='score'])")).to_be_hidden()
    match = MatchShown("SF2", ("", ""), (3, 0), 0, 9)
    table.show(replace(BEATING, table=replace(BEATING.table, match=match)))
    open_page(page, table)
    page.keyboard.press("F9")
    page.locator("#telling .choice:has([value='score'])").click()
    page.locator("#telling [name=board-first]").fill("3")
    expect(page.locator("#telling .say")).to_be_disabled()
    page.locator("#telling [name=board-second]").fill("0")
    page.locator("#telling .say").click()
    expect(page.locator("#telling")).to_be_hidden()
    tell(page, "match-over", ("told-seat", "B"))
    expect(page.locator("#receipt.received[data-command='2']")).to_be_visible()
    assert table.said() == [TellScore(3, 0), TellMatchOver(Actor.B)]


def thinking(clock, **how):
    return replace(BEATING, table=replace(BEATING.table, thinking=clock, **how))


def test_the_language_changes_without_losing_the_place(page, table):
    table.show(WRONG_BEAT)
    open_page(page, table)
    page.get_by_title("English").click()
    expect(sentence(page)).to_have_text("K♦ does not beat Q♣: another suit")
    page.get_by_title("Беларуская").click()
    expect(sentence(page)).to_have_text("К♦ не б’е Д♣: іншая масць")
    page.goto(table.url)
    table.show(DOUBT)
    expect(sentence(page)).to_have_text("Што адбылося на стале?")


@pytest.mark.parametrize(
    ("button", "key"), list(zip(ButtonName, ("F1", "F2", "F3", "F4"), strict=True))
)
def test_a_button_is_received_by_touch_and_by_key(page, table, button, key):
    table.show(BEATING)
    open_page(page, table)
    label = text(f"button.{button}.label", Language.RU)
    page.locator(f"[data-button={button}]").click()
    expect(page.locator("#receipt.received")).to_have_text(f"Принято: {label}")
    page.keyboard.press(key)
    expect(page.locator("#receipt.received[data-command='2']")).to_be_visible()
    assert table.said() == [Button(button)] * 2


def test_no_press_is_lost_while_the_page_is_still_loading(page, table):
    table.show(WRONG_BEAT)
    held = []
    page.route("**/static/dealer.js", lambda route: held.append(route))  # noqa: PLW0108 - the browser needs a plain function
    page.goto(table.url, wait_until="commit")
    takes = page.locator("[data-button=takes]")
    takes.wait_for()
    assert page.locator("body").get_attribute("inert") is not None
    held[0].continue_()
    takes.click()
    expect(page.locator("#receipt.received")).to_be_visible()
    expect(page.locator(".unready")).to_be_hidden()
    assert table.said() == [Button(ButtonName.TAKES)]


@pytest.mark.parametrize("script", ["dealer.js", "regions.js", "ready.js"])
def test_a_page_whose_scripts_do_not_come_says_so(page, table, script):
    table.show(WRONG_BEAT)
    page.emulate_media(reduced_motion="reduce")
    page.route(f"**/static/{script}", lambda route: route.abort())
    page.goto(table.url)
    expect(page.locator(".unready")).to_be_visible(timeout=20_000)
    expect(page.locator(".unready")).to_have_text(text("page.unready", "ru"))


def test_a_button_is_let_go_when_the_table_has_acted(page, table):
    table.show(BEATING)
    page.clock.install()
    open_page(page, table)
    page.keyboard.press("F2")
    expect(page.locator("[data-button=takes].received")).to_be_visible()
    table.show(replace(BEATING, handled_command=1))
    expect(page.locator("[data-button=takes].received")).to_have_count(0)


@pytest.mark.parametrize(
    ("key", "choice"), [("Digit1", 1), ("Digit2", 2), ("Digit0", 0), ("Numpad2", 2)]
)
def test_a_doubt_is_answered_by_one_key(page, table, key, choice):
    table.show(DOUBT)
    open_page(page, table)
    expect(page.locator(".answer svg[aria-label='К♣']")).to_be_visible()
    page.keyboard.press(key)
    expect(page.locator("#receipt.received")).to_be_visible()
    assert table.said() == [Answer(7, choice)]


def test_what_is_acknowledged_is_quiet_but_not_gone(page, table):
    table.show(WRONG_BEAT)
    open_page(page, table)
    page.keyboard.press("Enter")
    expect(page.locator("#receipt.received")).to_be_visible()
    assert table.said() == [Acknowledge(1)]
    table.show(SEEN)
    expect(page.locator(".state.seen .word")).to_have_text("Увидено")
    expect(sentence(page)).to_have_text("К♦ не бьёт Д♣: другая масть")


def test_a_late_answer_is_refused_in_words(page, table):
    table.show(DOUBT)
    open_page(page, table)
    expect(page.locator("[data-choice='1']")).to_be_visible()
    page.evaluate("() => (document.querySelector('[data-choice=\"1\"]').dataset.doubt = '6')")
    page.keyboard.press("Digit1")
    expect(page.locator("#receipt.refused")).to_have_text("Этот вопрос уже закрыт")
    assert table.said() == []


def test_keys_stay_quiet_while_somebody_writes(page, table):
    table.show(BEATING)
    open_page(page, table)
    page.evaluate("() => document.querySelector('main').append(document.createElement('input'))")
    page.locator("main input").focus()
    page.keyboard.press("F1")
    page.locator("main input").blur()
    page.keyboard.press("F4")
    expect(page.locator("#receipt.received")).to_be_visible()
    assert table.said() == [Button(ButtonName.CALL_INSPECTOR)]


def test_the_list_of_keys_opens_with_a_question_mark(page, table):
    open_page(page, table)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("F1")
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    assert table.said() == []


def test_a_pulled_cable_is_told_within_two_seconds_and_caught_up_with(page, table):
    page.clock.install()
    table.show(replace(BEATING, moves=MOVES[:3]))
    open_page(page, table)
    page.locator("body[data-link=live]").wait_for()

    table.cable.pull()
    page.clock.run_for(2000)
    expect(page.locator("#banner")).to_be_visible()
    expect(page.locator("#banner b")).to_have_text("Связь со столом потеряна")
    expect(page.locator("main")).to_have_css("filter", re.compile("grayscale"))
    page.clock.run_for(3000)
    expect(page.locator("#banner span")).to_have_text(re.compile(r"данным ([5-9]|\d\d) с"))
    page.keyboard.press("F1")
    page.clock.run_for(3500)
    expect(page.locator("#receipt.refused")).to_have_text("Не принято: нет связи со столом")

    for last in range(4, len(MOVES) + 1):
        table.show(replace(BEATING, moves=MOVES[max(0, last - 3) : last]))
    table.cable.plug()
    page.clock.run_for(3500)
    expect(page.locator("body[data-link=live]")).to_be_attached()
    expect(page.locator("#banner")).to_be_hidden()
    expect(page.locator(".lines li")).to_have_count(len(MOVES))
    assert moves_shown(page) == sorted((line.number for line in MOVES), reverse=True)


def test_a_program_that_starts_anew_is_found_again(page, table):
    for _ in range(3):
        table.show(BEATING)
    open_page(page, table)
    page.locator("body[data-link=live]").wait_for()
    table.sequence = 0
    table.restart()
    table.show(WRONG_BEAT)
    expect(sentence(page)).to_have_text("К♦ не бьёт Д♣: другая масть")
    table.show(BEATING)
    expect(page.locator(".state.clear")).to_be_visible()


def test_a_table_that_falls_silent_is_not_shown_as_present(page, table):
    table.show(BEATING)
    open_page(page, table)
    table.clock.now += 4
    expect(page.locator("#banner b")).to_have_text("Стол молчит")
    expect(page.locator("body[data-link=stale]")).to_be_attached()
    table.show(BEATING)
    expect(page.locator("#banner")).to_be_hidden()


def test_an_ended_recording_is_old_but_not_silent(page, table):
    table.show(replace(BEATING, feed=Feed.ENDED))
    page.clock.install()
    open_page(page, table)
    page.clock.run_for(1000)
    expect(page.locator("#region-prompt .remedy")).to_have_text("Запись закончилась")
    assert page.locator("body[data-link=stale]").count() == 0


def test_a_correction_takes_moves_out_of_the_list(page, table):
    table.show(WRONG_BEAT)
    open_page(page, table)
    expect(page.locator(".lines li").first).to_have_attribute("data-number", "21")
    table.show(BEATING)
    expect(page.locator(".lines li").first).to_have_attribute("data-number", "20")


def test_a_move_is_corrected_by_touch(page, table):
    table.show(CORRECTED)
    open_page(page, table)
    page.locator(".lines li[data-number='17']").click()
    expect(page.locator("#correction .number")).to_have_text("17")
    expect(page.locator("#correction [name=rank]:checked")).to_have_value("Q")
    page.locator("#correction .choice:has([name=rank][value='9'])").click()
    page.locator("#correction .choice:has([name=suit][value='c'])").click()
    page.locator("#correction .choice:has([name=seat][value='B'])").click()
    page.locator("#correction .say").click()
    expect(page.locator("#receipt.received")).to_have_text("Принято: Исправление хода")
    expect(page.locator("#correction")).to_be_hidden()
    assert table.said() == [Correct(17, seat=Actor.B, cards=cards("9c"))]


def test_a_move_is_corrected_by_keys(page, table):
    table.show(BEATING)
    open_page(page, table)
    page.keyboard.press("F8")
    expect(page.locator("#correction .number")).to_have_text("20")
    page.keyboard.press("PageUp")
    expect(page.locator("#correction .number")).to_have_text("19")
    page.keyboard.press("0")
    page.keyboard.press("KeyS")
    page.keyboard.press("Enter")
    expect(page.locator("#receipt.received[data-command='1']")).to_be_visible()
    page.keyboard.press("F8")
    page.keyboard.press("Delete")
    expect(page.locator("#receipt.received[data-command='2']")).to_be_visible()
    page.keyboard.press("F8")
    page.keyboard.press("Escape")
    expect(page.locator("#correction")).to_be_hidden()
    assert table.said() == [Correct(19, cards=cards("10s")), Correct(20, nothing=True)]


def test_another_kind_of_move_has_its_own_actor(page, table):
    table.show(BEATING)
    open_page(page, table)
    page.locator(".lines li[data-number='13']").click()
    expect(page.locator("#correction [name=rank]").first).to_be_disabled()
    page.locator("#correction .choice:has([name=deed][value='lead'])").click()
    expect(page.locator("#correction .say")).to_be_disabled()
    page.locator("#correction .choice:has([name=deed][value='take'])").click()
    page.locator("#correction .say").click()
    expect(page.locator("#receipt.received")).to_be_visible()
    assert table.said() == [Correct(13, deed=Deed.TAKE)]


def test_a_beat_is_said_to_lie_over_another_card(page, table):
    table.show(BEATING)
    open_page(page, table)
    page.locator(".lines li[data-number='17']").click()
    page.locator("#correction .choice:has([name=on][value='Qc'])").click()
    page.locator("#correction .say").click()
    expect(page.locator("#receipt.received")).to_be_visible()
    assert table.said() == [Correct(17, on=parse_card("Qc"))]


def test_one_of_several_cards_is_corrected(page, table):
    lead = replace(MOVES[3], told=replace(MOVES[3].told, cards=cards("10s 10h")))
    table.show(replace(BEATING, moves=(lead,)))
    open_page(page, table)
    page.keyboard.press("F8")
    page.locator("#correction .laid .choice").nth(1).click()
    page.keyboard.press("KeyC")
    page.keyboard.press("Enter")
    expect(page.locator("#receipt.received")).to_be_visible()
    assert table.said() == [Correct(16, cards=cards("10s 10c"))]


def test_what_was_withdrawn_is_struck_out(page, table):
    table.show(CORRECTED)
    open_page(page, table)
    gone = page.locator(".lines li[data-number='19'] em.withdrawn")
    expect(gone).to_contain_text("снято")
    expect(gone.locator("s")).to_have_css("text-decoration-line", "line-through")
    expect(page.locator(".lines li[data-number='20'] > span > s")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [KIOSK, PHONE], ids=["kiosk", "phone"])
def test_the_correction_sheet_fits(page, table, language, size, album):
    page.set_viewport_size(size)
    table.show(CORRECTED)
    open_page(page, table, f"?lang={language}")
    page.locator(".lines li[data-number='19']").click()
    page.screenshot(path=album / f"correction-{language}-{size['width']}.png")
    assert page.evaluate(SMALL) == []
    assert page.evaluate(SMALL.replace("button, nav a", "#correction .choice")) == []
    assert page.evaluate("() => document.querySelector('#correction').scrollWidth <= innerWidth")
    if size is KIOSK:
        assert page.evaluate(
            "() => { const it = document.querySelector('#correction');"
            " return it.scrollHeight <= it.clientHeight; }"
        )


def test_a_foreign_request_is_stopped_by_the_policy(page, table):
    open_page(page, table)
    blocked = page.evaluate(
        """() => new Promise((tell) => {
            document.addEventListener("securitypolicyviolation", (e) => tell(e.effectiveDirective));
            fetch("http://127.0.0.1:9/").then(() => tell("sent"), () => {});
        })"""
    )
    assert blocked == "connect-src"


def test_four_colours_of_suits_stay_with_the_screen(page, table):
    table.show(BEATING)
    open_page(page, table)
    queen = page.locator(".battle .suit-c .ink").first
    two = queen.evaluate("(ink) => getComputedStyle(ink).fill")
    page.locator("#four-colours").click()
    page.reload()
    expect(page.locator("#four-colours")).to_have_attribute("aria-pressed", "true")
    assert queen.evaluate("(ink) => getComputedStyle(ink).fill") != two


def test_who_wants_no_motion_sees_none(page, table):
    table.show(SCENES["fault"])
    page.emulate_media(reduced_motion="reduce")
    open_page(page, table)
    expect(page.locator(".lamp .shape")).to_have_css("animation-name", "none")
    page.emulate_media(reduced_motion="no-preference")
    expect(page.locator(".lamp .shape")).to_have_css("animation-name", "blink")


def test_a_glare_on_one_zone_is_named_and_leaves_a_stop_elsewhere_to_be_read(page, table):
    table.show(SCENES["glare"])
    open_page(page, table)
    expect(sentence(page)).to_have_text("Блик: середина стола, отбой")
    table.show(SCENES["glare-and-stop"])
    expect(page.locator(".state.stop .word")).to_have_text("Стоп")
    expect(page.locator(".notices .warn")).to_have_text("Блик: отбой")


def test_an_old_picture_is_never_shown_in_a_calm_colour(page, table):
    table.show(SCENES["nudged"])
    open_page(page, table)
    expect(page.locator(".health .age")).to_have_text("кадру 0,1 с")
    expect(page.locator(".health .old")).to_have_count(0)
    calm = page.locator(".health .age").evaluate("it => getComputedStyle(it).color")
    table.show(SCENES["behind"])
    expect(page.locator(".health .age.old")).to_have_text("кадру 55,2 с устарел")
    expect(page.locator(".health li.old")).to_have_count(2)
    expect(page.locator(".notices .warn")).to_have_text("Разбор отстаёт на 55 с.")
    assert page.locator(".health .age").evaluate("it => getComputedStyle(it).color") != calm


def test_a_nudge_is_told_without_an_alarm(page, table):
    table.show(SCENES["nudged"])
    open_page(page, table)
    expect(page.locator(".state.clear .word")).to_have_text("Всё верно")
    expect(page.locator(".notices li")).to_have_text(
        "Камеру задели (4,0 мм, 0,1°). Козырь подстроился сам."
    )


CRAMPED = """() => [...document.querySelectorAll(
    "h1, .word, .sentence, .remedy, .big .label, .chip, .phase, .lines li, .health li, .notices li"
)].filter((it) => it.scrollWidth > it.clientWidth + 1 && getComputedStyle(it).display !== "inline")
  .map((it) => it.className + ": " + it.textContent.trim())"""
SMALL = """() => [...document.querySelectorAll("button, nav a")].filter((it) => {
    const box = it.getBoundingClientRect();
    return box.width > 0 && (box.height < 48 || box.width < 48);
}).map((it) => it.outerHTML.slice(0, 90))"""
TOO_WIDE = "() => document.documentElement.scrollWidth > innerWidth"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [KIOSK, PHONE], ids=["kiosk", "phone"])
def test_every_scene_fits_in_every_language(page, table, language, size, album):
    page.set_viewport_size(size)
    open_page(page, table, f"?lang={language}")
    for name, scene in SCENES.items():
        table.show(scene)
        page.locator(f"body[data-link=live][data-after='{table.sequence}']").wait_for()
        page.screenshot(path=album / f"dealer-{name}-{language}-{size['width']}.png")
        assert page.evaluate(CRAMPED) == []
        assert page.evaluate(SMALL) == []
        assert not page.evaluate(TOO_WIDE)


def test_the_sentence_is_read_from_afar(page, table):
    table.show(WRONG_BEAT)
    open_page(page, table)
    # In one step: the page may put a new sentence in the place of this one at any time.
    height = page.evaluate(
        "name => getComputedStyle(document.querySelector(name)).fontSize",
        "#region-prompt .sentence",
    )
    assert float(height.removesuffix("px")) >= 48


@pytest.mark.parametrize("scene", [OVER, BEATING, WRONG_BEAT], ids=["over", "beating", "wrong"])
def test_the_whole_kiosk_page_is_seen_without_scrolling(page, table, scene):
    table.show(scene)
    open_page(page, table)
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")


def tell(page, kind, *choices, by=None):
    """Open the sheet, choose what is told and of whom, and say it."""
    page.keyboard.press("F9")
    page.locator(f"#telling .choice:has([name=kind][value='{kind}'])").click()
    for name, value in choices:
        page.locator(f"#telling .choice:has([name={name}][value='{value}'])").click()
    if by:
        page.locator(f"#telling .choice:has([name=told-by][value='{by}'])").click()
    page.locator("#telling .say").click()
    expect(page.locator("#telling")).to_be_hidden()


def test_what_the_camera_does_not_see_is_told(page, table):
    table.show(BEATING)
    open_page(page, table)
    tell(page, "result", ("told-seat", "A"), by="inspector")
    tell(page, "gives-up", ("told-seat", "B"))
    tell(page, "shown", ("told-seat", "B"), ("told-card", "6c"), ("told-card", "Th"))
    tell(page, "redeal")
    expect(page.locator("#receipt.received[data-command='4']")).to_be_visible()
    shown = TellShown(Actor.B, (parse_card("Th"), parse_card("6c")))
    assert table.said() == [
        TellResult((Actor.A,), who="inspector"),
        TellGivesUp(Actor.B),
        shown,
        TellRedeal(),
    ]


def test_a_count_and_an_incident_are_told_by_touch(page, table):
    table.show(BEATING)
    open_page(page, table)
    page.locator("[data-tell]").click()
    expect(page.locator("#telling .say")).to_be_disabled()
    page.locator("#telling .choice:has([value='count'])").click()
    expect(page.locator("#telling .say")).to_be_disabled()
    page.locator("#telling [name=A]").fill("5")
    page.locator("#telling [name=talon]").fill("0")
    page.locator("#telling .say").click()
    expect(page.locator("#receipt.received[data-command='1']")).to_be_visible()
    page.locator("[data-tell]").click()
    page.locator("#telling .choice:has([value='incident'])").click()
    page.locator("#telling [name=code]").select_option("PEEK_TALON")
    page.locator("#telling .choice:has([name=told-seat][value='A'])").click()
    page.locator("#telling .say").click()
    expect(page.locator("#receipt.received[data-command='2']")).to_be_visible()
    assert table.said() == [
        TellCount({Actor.A: 5}, talon=0),
        TellIncident(Code.PEEK_TALON, Actor.A),
    ]


def test_a_sheet_that_is_closed_tells_nothing(page, table):
    table.show(BEATING)
    open_page(page, table)
    page.keyboard.press("F9")
    page.locator("#telling .choice:has([value='drawn'])").click()
    page.keyboard.press("Escape")
    expect(page.locator("#telling")).to_be_hidden()
    assert table.said() == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["incident", "count", "lead"])
@pytest.mark.parametrize("size", [KIOSK, PHONE], ids=["kiosk", "phone"])
def test_the_sheet_for_what_is_told_fits(page, table, language, kind, size, album):
    page.set_viewport_size(size)
    match = MatchShown("SF2", ("Ada", "Bohdan"), (3, 2), 1, 9)
    table.show(replace(BEATING, table=replace(BEATING.table, match=match)))
    open_page(page, table, f"?lang={language}")
    page.keyboard.press("F9")
    page.locator(f"#telling .choice:has([name=kind][value='{kind}'])").click()
    page.screenshot(path=album / f"telling-{kind}-{language}-{size['width']}.png")
    assert page.evaluate(SMALL) == []
    assert page.evaluate("() => document.querySelector('#telling').scrollWidth <= innerWidth")
    if size is KIOSK:
        assert page.evaluate(
            "() => { const it = document.querySelector('#telling');"
            " return it.scrollHeight <= it.clientHeight; }"
        )


def test_the_clause_of_a_prompt_is_read_without_leaving_the_table(page, table):
    table.show(WRONG_BEAT)
    page.goto(table.url)
    page.locator("body[data-link=live]").wait_for()
    page.locator("a.clause").click()
    dialog = page.locator("#clause")
    expect(dialog).to_contain_text(text("code.BEAT_WRONG_SUIT.title", "ru"))
    expect(dialog.locator("h2")).to_contain_text("125.6")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert page.url == table.url
