"""The manager's pages: a tournament from entries to prizes, figures and what is behind them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from dealer_ui.accounts.people import Role
from dealer_ui.app import create_app
from dealer_ui.bracket import rounds_of
from dealer_ui.commands import CommandQueue
from dealer_ui.live import Hub
from dealer_ui.managing import Management
from dealer_ui.pages.figures import month_before
from dealer_ui.plots import WIDTH, bars
from dealer_ui.prompts import Catalogue, Language, text
from dealer_ui.tournament_office import Office
from engine.tournament import fold
from engine.tournament_bracket import Stage
from engine.tournament_events import Entered, Played
from journal.rulings import Decision
from journal.statistics import Rate
from journal.tournament import read_records
from tests.dealer_ui.cups import begun_cup
from tests.dealer_ui.test_accounts import Client, Floor
from tests.engine.tournaments import begun, played_out, told
from tests.journal.played import rules

NAMES = ("Ada", "Bohdan", "Chip", "Dina")


@pytest.fixture
def floor(tmp_path):
    made = Floor(tmp_path / "accounts.db").hire()
    yield made
    made.store.close()


@pytest.fixture
def manager(floor):
    return floor.logged_in(Role.MANAGER)


@pytest.fixture
def do(floor, manager):
    """Do something to the tournament; return what it comes to, or why it is refused."""

    def send(kind, **parts):
        answer = manager.post("/manager/tournament?lang=en", {"kind": kind, **parts})
        refused = answer.json().get("detail", "")
        assert answer.status_code == (422 if refused else 200), refused
        return refused

    return send


def now(floor):
    return fold(read_records(floor.cup)).tournament


def entered(do, names=NAMES):
    assert not do("enter", names="\n".join(names))
    for name in names:
        assert not do("pay", who=name)


def test_a_tournament_goes_from_entries_to_prizes_on_the_page(floor, manager, do):
    entered(do)
    assert not do("draw", lot="the word of the hall", byes=True)
    for match in ("SF1", "SF2", "3P", "F"):
        drawn = now(floor).match(match)
        assert not do("seat", match=match, table="3")
        assert not do("game", match=match)
        for _ in range(drawn.target):
            assert not do("game", match=match, winner=drawn.sides[0])
        assert "Stop playing: the result stands." in do("game", match=match, winner=drawn.sides[0])
    assert "places from 5 on" in do("pay-out")
    assert not do("shares", choice="first-place")
    assert not do("pay-out")

    final = now(floor)
    assert final.payment.names[0] == final.final.winner
    assert sum(final.payment.amounts) == 32_000
    page = manager.get("/manager?lang=en").text
    assert text("manager.paid-out", "en") in page
    assert "Prize fund 320.00 BYN, income of the casino 80.00 BYN." in page
    names, amounts = final.payment.names, [m / 100 for m in final.payment.amounts]
    assert f"Paid out: {', '.join(names)} · {', '.join(f'{m:.2f} BYN' for m in amounts)}" in page
    assert text("manager.matches", "en") not in page


def test_who_did_it_is_whoever_is_logged_in(floor, do):
    entered(do, NAMES[:2])
    do("draw", lot="x")
    winner = now(floor).final.sides[1]
    assert not do("award", match="F", winner=winner, why="did not come")
    (award,) = now(floor).awards
    assert (award.by, award.winner) == ("manager", winner)
    done = [row for what, row in floor.trail.rows if what == "tournament"]
    assert done[-1] == {
        "who": "manager",
        "deed": "award",
        "record": read_records(floor.cup)[-1].number,
    }


def test_what_breaks_a_rule_is_recorded_only_where_it_has_happened(floor, do):
    do("enter", names="Ada, Bohdan")
    do("pay", who="Ada")
    do("draw", lot="x")
    before = len(read_records(floor.cup))
    refused = do("seat", match="F", table="3")
    assert refused.startswith("F: Not all entry fees are in (Bohdan) (clause 125.3).")
    assert refused.endswith(text("manager.not-recorded", "en"))
    assert len(read_records(floor.cup)) == before
    assert not do("seat", match="F", table="3", happened=True)
    assert len(read_records(floor.cup)) == before + 1


@pytest.mark.parametrize(
    ("deed", "parts", "refused"),
    [
        ("enter", {"names": " "}, "A name is wanted"),
        ("enter", {"names": "Ada\nAda"}, "Ada has entered already"),
        ("pay", {"who": "Nobody"}, "Nobody has not entered"),
        ("pay", {"who": "Ada", "amount": "a lot"}, "There is no such amount"),
        ("draw", {"lot": "x"}, "the rules do not say who rests"),
        ("draw", {"order": "Ada, Bohdan"}, "The order drawn and the entrants differ"),
        ("seat", {"match": "F"}, "Lots were not drawn yet"),
        ("game", {"match": "F", "winner": "Ada"}, "Lots were not drawn yet"),
        ("pay-out", {}, "The final is not over"),
        ("correct", {"number": 99, "why": "mistyped"}, "There is no record 99"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(floor, do, deed, parts, refused):
    entered(do, NAMES[:3])
    assert refused in do(deed, **parts)


def test_part_of_a_fee_leaving_and_taking_back(floor, do):
    do("enter", names="Ada, Bohdan, Chip")
    do("pay", who="Ada", amount="40,50")
    assert now(floor).paid == {"Ada": 4050}
    do("leave", who="Chip")
    assert now(floor).entrants == ("Ada", "Bohdan")
    do("correct", number=read_records(floor.cup)[-1].number, why="she is here")
    assert now(floor).entrants == ("Ada", "Bohdan", "Chip")


def test_who_rests_may_be_named_or_follow_the_draw(floor, do):
    entered(do, NAMES[:3])
    assert not do("draw", order="Chip\nAda\nBohdan", rest="Bohdan")
    assert now(floor).resting == ("Bohdan",)


@pytest.mark.parametrize(
    ("deed", "parts"),
    [("resign", {}), ("pay", {}), ("pay", {"who": "A", "by": "B"}), ("shares", {"choice": "me"})],
)
def test_what_no_page_of_ours_sends_is_not_taken(manager, deed, parts):
    answer = manager.post("/manager/tournament", {"kind": deed, **parts})
    assert answer.status_code == 422
    assert isinstance(answer.json()["detail"], list)


@pytest.mark.parametrize("language", Language)
def test_the_page_speaks_every_language(floor, manager, do, language):
    entered(do)
    words = Catalogue.load(language)
    page = manager.get(f"/manager?lang={language}").text
    assert words.text("manager.draw") in page
    do("draw", lot="x")
    page = manager.get(f"/manager?lang={language}").text
    assert words.text("tournament.stage.semifinal") in page
    assert words.text("tournament.drawn", lot="x", order=", ".join(now(floor).order)) in page


def test_names_are_shown_as_they_are_written_and_do_nothing(floor, manager, do):
    do("enter", names="<script>alert(1)</script>")
    page = manager.get("/manager").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in floor.client().get("/screen").text


def test_a_journal_that_cannot_be_read_is_said(floor, manager):
    floor.cup.write_bytes(b"no journal")
    assert manager.get("/manager").status_code == 503
    assert manager.get("/screen").status_code == 503
    assert manager.post("/manager/tournament", {"kind": "pay-out"}).status_code == 503


# The screen in the hall


def test_the_hall_sees_the_bracket_and_no_money(tmp_path):
    cup = begun_cup(tmp_path / "cup.kozyr", *played_out(begun(5))[1:])
    client = Client(create_app(Hub(clock=lambda: 0.0), commands=CommandQueue(), management=of(cup)))
    page = client.get("/screen?lang=en").text
    assert "Quarter-final" in page
    assert page.count('class="match') == 8
    assert "BYN" not in page
    assert "<form" not in page
    assert client.get("/manager").status_code == 404, "nobody manages where nobody logs in"


def test_the_hall_sees_it_later_where_the_house_wants_so(tmp_path):
    cup = begun_cup(tmp_path / "cup.kozyr", Entered("Ada"))
    clock = Clock()
    office = Office(cup, delay_s=60, clock=clock)
    assert office.shown().tournament.plan is None
    clock.now += timedelta(seconds=61)
    assert office.shown().tournament.entrants == ("Ada",)


class Clock:
    def __init__(self):
        self.now = datetime.now(UTC)

    def __call__(self):
        return self.now


def of(cup, journal=None):
    return Management(rules, Office(cup), journal)


@pytest.mark.parametrize(
    ("entrants", "rounds"),
    [
        (2, [(Stage.FINAL, 0, ["F"])]),
        (3, [(Stage.SEMIFINAL, 0, ["SF1", "SF2"]), (Stage.FINAL, 0, ["F"])]),
        (
            4,
            [(Stage.SEMIFINAL, 0, ["SF1", "SF2"]), (Stage.FINAL, 0, ["F", "3P"])],
        ),
    ],
)
def test_a_bracket_is_drawn_round_by_round(entrants, rounds):
    found = rounds_of(told(*begun(entrants)))
    assert [(r.stage, r.number, [d.match.name for d in r.matches]) for r in found] == rounds


def test_preliminary_rounds_are_counted_and_who_won_is_marked():
    found = rounds_of(told(*begun(17, *[Played("P1.1", None)])))
    assert [(r.number, len(r.matches)) for r in found] == [(1, 16), (2, 8), (0, 4), (0, 2), (0, 2)]
    over = rounds_of(told(*played_out(begun(4))))
    assert [side.has_won for side in over[-1].matches[0].sides] == [True, False]
    assert not any(drawing.can_be_played for one in over for drawing in one.matches)


# Figures


@pytest.mark.parametrize("language", Language)
def test_figures_say_how_often_what_happened_and_what_is_behind(floor, manager, language):
    page = manager.get(f"/manager/statistics?lang={language}").text
    words = Catalogue.load(language)
    title = words.text("code.BEAT_WRONG_SUIT.title")
    assert title in page
    assert words.text("report.of", count=1, of=11) in page
    assert words.text("report.little") in page
    behind = manager.get(f"/manager/flags?by=rule&key=BEAT_WRONG_SUIT&lang={language}").text
    assert behind.count('<li class="stop">') == 1
    assert "29.11.2026" in behind


def test_each_way_of_counting_leads_to_the_incidents_it_counts(floor, manager):
    page = manager.get("/manager/statistics").text
    links = [part.split('"')[0].replace("&amp;", "&") for part in page.split('href="')[1:]]
    counted = [link for link in links if link.startswith("/manager/flags")]
    assert {link.split("by=")[1].split("&")[0] for link in counted} >= {"rule", "hour", "day"}
    for link in counted:
        assert manager.get(link).text.count('<li class="stop">') == 1, link


def test_what_was_ruled_to_be_no_offence_is_not_counted(floor, manager):
    floor.room.rule(Decision.OVERTURN)
    assert "BEAT_WRONG_SUIT" not in manager.get("/manager/statistics").text
    link = "/manager/flags?by=rule&key=BEAT_WRONG_SUIT"
    assert '<li class="stop">' not in manager.get(link).text


def test_another_month_has_its_own_figures(floor, manager):
    assert 'href="?month=2026-11"' in manager.get("/manager/statistics").text
    other = manager.get("/manager/statistics?month=2026-10").text
    assert "BEAT_WRONG_SUIT" not in other
    assert manager.get("/manager/statistics?month=soon").status_code == 422


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("month", ["", "2026-11", "2026-12"])
def test_the_report_of_a_month_is_a_pdf(manager, language, month):
    answer = manager.get(f"/manager/month?month={month}&lang={language}")
    assert answer.content.startswith(b"%PDF-")
    assert f'kozyr-{month or "2026-11"}.pdf"' in answer.headers["content-disposition"]


def test_a_table_without_a_tournament_has_figures_only(floor, tmp_path):
    management = Management(rules, None, floor.room.path)
    app = create_app(floor.hub, commands=floor.commands, house=floor.house, management=management)
    client = Client(app)
    client.enter("manager")
    assert client.get("/manager").headers["location"] == "/manager/statistics"
    assert client.get("/manager/statistics").status_code == 200
    assert client.get("/screen").status_code == 404


def test_a_table_without_a_journal_has_the_tournament_only(floor):
    app = create_app(
        floor.hub, commands=floor.commands, house=floor.house, management=of(floor.cup)
    )
    client = Client(app)
    client.enter("manager")
    assert "/manager/statistics" not in client.get("/manager").text
    assert client.get("/manager/statistics").status_code == 404


def test_a_journal_of_a_table_that_cannot_be_read_is_said(floor, manager):
    floor.room.path.write_bytes(b"no journal")
    assert manager.get("/manager/statistics").status_code == 503


def test_bars_are_to_one_scale_and_stay_inside():
    small, large = bars({"a": Rate(0, 10), "b": Rate(50, 100)}, {"a": "A"}, Catalogue.load("ru"))
    assert (small.name, large.name) == ("A", "b")
    assert max(small.high, large.high) == WIDTH
    for bar in (small, large):
        assert 0 <= bar.low <= bar.part <= bar.high <= WIDTH


def test_the_month_before_january_is_december():
    assert month_before("2027-01") == "2026-12"
    assert month_before("2026-11") == "2026-10"
