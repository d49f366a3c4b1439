"""The pit boss's wall: what wants somebody, since when, who sees to it, and what is kept of it."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import pytest

from dealer_ui.accounts.people import Role
from dealer_ui.pit.alarms import Grade, Shelf, Unheard
from dealer_ui.pit.doors import PIT_DOORS
from dealer_ui.pit.ledger import PitLedger
from dealer_ui.pit.play import TurnClock, pace_in
from dealer_ui.pit.tiles import Link
from dealer_ui.pit.wall import ALARM_S, OLD_S, RefusedError, Wall
from dealer_ui.prompts import Language, text
from dealer_ui.snapshot import ClaimTold, Feed, ThinkingShown
from engine.claim_words import Telling
from engine.faults import Fault, TableError
from engine.verdict import Severity
from journal.personal import told
from journal.read import read_rows, read_texts
from journal.verify import verify
from tests.dealer_ui.pits import JPEG, NINE, Pit
from tests.dealer_ui.scenes import (
    BEATING,
    DOUBT,
    FAULT,
    MOVED,
    MOVES,
    OVER,
    SEEN,
    TABLE,
    THINKING,
    WRONG_BEAT,
    A,
)
from tests.dealer_ui.test_accounts import answered, routes_of, wanted

CALLED = replace(
    WRONG_BEAT, prompts=(replace(WRONG_BEAT.prompts[0], severity=Severity.CALL_INSPECTOR),)
)
HINT = replace(BEATING, prompts=(replace(WRONG_BEAT.prompts[0], severity=Severity.HINT),))
LOGGED = replace(BEATING, prompts=(replace(WRONG_BEAT.prompts[0], severity=Severity.LOG),))
CODE = str(WRONG_BEAT.prompts[0].code)


@pytest.fixture
def pit(tmp_path):
    made = Pit(tmp_path)
    yield made
    made.close()


@pytest.fixture
def hired(pit):
    return pit.hire()


def first(pit, name="1"):
    return pit.wall.tile(name).first


def kept(pit):
    rows = told(read_rows(pit.path), read_texts(pit.path))
    return [(row.kind, row.content) for row in rows]


# What wants somebody


@pytest.mark.parametrize(
    ("snapshot", "grade"),
    [
        (BEATING, Grade.CALM),
        (LOGGED, Grade.CALM),
        (DOUBT, Grade.DOUBT),
        (HINT, Grade.HINT),
        (FAULT, Grade.FAULT),
        (WRONG_BEAT, Grade.STOP),
        (SEEN, Grade.STOP),
        (CALLED, Grade.CALL),
        (replace(BEATING, table=replace(BEATING.table, is_called=True)), Grade.CALL),
        (replace(WRONG_BEAT, feed=Feed.ENDED), Grade.CALM),
    ],
)
def test_how_soon_somebody_is_wanted(pit, snapshot, grade):
    pit.show("1", snapshot)
    assert pit.wall.tile("1").grade is grade


def test_the_gravest_comes_first_what_has_an_owner_later_what_is_older_sooner(tmp_path):
    pit = Pit(tmp_path, "1 2 3 4 5 6")
    for name, snapshot in {"2": FAULT, "3": WRONG_BEAT, "5": DOUBT}.items():
        pit.show(name, snapshot)
    pit.pass_(1, "1", "4", "6")
    pit.show("4", WRONG_BEAT)
    pit.show("6", CALLED)
    assert pit.wall.changes().order == ("6", "3", "4", "2", "5", "1")
    pit.wall.take("3", first(pit, "3").alarm.key, "Olga")
    assert pit.wall.changes().order == ("6", "4", "3", "2", "5", "1")
    pit.close()


def test_an_alarm_keeps_its_age_and_is_over_when_the_table_is_right(pit):
    pit.show("1", WRONG_BEAT)
    pit.pass_(40)
    pit.show("1", SEEN)
    assert first(pit).since == NINE, "that the dealer has seen it does not make it new"
    pit.show("1", BEATING)
    assert first(pit) is None
    pit.pass_(5)
    pit.show("1", WRONG_BEAT)
    assert first(pit).since == NINE + timedelta(seconds=45)


def test_figures_that_change_all_the_time_change_no_tile(pit):
    pit.show("1", MOVED)
    number = pit.wall.changes().number
    nearer = replace(MOVED.faults[0], figures=(("mm", 70.0), ("degrees", 2.0)))
    pit.show("1", replace(MOVED, faults=(nearer,), taken_at=99.0))
    assert pit.wall.changes(number).changed == ()


def test_only_tables_that_changed_are_told(pit):
    for name in "123":
        pit.show(name)
    number = pit.wall.changes().number
    assert pit.wall.changes().order == ("1", "2", "3")
    pit.show("1")
    pit.show("2", WRONG_BEAT)
    assert [tile.name for tile in pit.wall.changes(number).changed] == ["2"]


def thinking(used_s, **how):
    return replace(THINKING, table=replace(TABLE, thinking=ThinkingShown(A, used_s, 60, **how)))


def test_a_clock_that_only_goes_on_changes_no_tile(pit):
    pit.show("1", thinking(10))
    assert pit.wall.tile("1").clock == TurnClock(A, 60, NINE - timedelta(seconds=10), 0)
    number = pit.wall.changes().number
    for used_s in (11, 11, 13):
        pit.pass_(1)
        pit.show("1", thinking(used_s))
    assert "1" not in {tile.name for tile in pit.wall.changes(number).changed}


@pytest.mark.parametrize(
    ("then", "clock"),
    [
        (thinking(4), TurnClock(A, 60, NINE - timedelta(seconds=3), 0)),
        (thinking(12, is_running=False), TurnClock(A, 60, None, 12)),
        (BEATING, None),
    ],
)
def test_a_clock_that_is_set_anew_or_halted_is_told(pit, then, clock):
    pit.show("1", thinking(10))
    pit.pass_(1)
    pit.show("1", then)
    assert pit.wall.tile("1").clock == clock


def test_nobody_is_shown_thinking_at_a_table_that_is_not_heard(pit):
    pit.show("1", thinking(10))
    pit.pass_(OLD_S + 1)
    assert pit.wall.tile("1").clock is None


@pytest.mark.parametrize(
    ("moves_at", "now", "pace"),
    [
        ((), 0, None),
        ((3,), 4, None),
        ((0, 10, 20, 30), 31, 6),
        ((0, 10, 20, 30), 90, 6),
        ((0, 10, 20, 30), 90.1, 0),
    ],
)
def test_moves_a_minute_are_those_of_the_last_moves_until_none_comes(moves_at, now, pace):
    moves = tuple(replace(MOVES[0], taken_at=float(at)) for at in moves_at)
    assert pace_in(replace(BEATING, moves=moves, taken_at=float(now))) == pace


def test_what_was_no_move_or_was_only_said_makes_no_pace():
    at = [replace(MOVES[0], taken_at=float(second)) for second in (0, 10, 20)]
    said = replace(at[1].told, claim=ClaimTold(Telling.WON))
    moves = (at[0], replace(at[1], is_void=True), replace(at[1], told=said), at[2])
    assert pace_in(replace(BEATING, moves=moves, taken_at=21.0)) == 3


def test_a_tile_knows_who_deals_and_the_score(pit):
    pit.show("1", THINKING)
    tile = pit.wall.tile("1")
    assert (tile.dealer, tile.match.wins) == ("Ольга", (2, 1))


# A table that is not heard


def test_a_silent_table_says_so_with_its_age_and_becomes_an_alarm(pit):
    pit.show("1")
    pit.pass_(OLD_S + 0.1)
    tile = pit.wall.tile("1")
    assert (tile.link, tile.as_of, tile.grade) == (Link.OLD, NINE, Grade.CALM)
    pit.pass_(ALARM_S)
    assert first(pit).alarm.thing is Unheard.SILENT
    assert first(pit).since == NINE
    pit.show("1")
    assert (pit.wall.tile("1").link, first(pit)) == (Link.LIVE, None)


def test_a_table_that_beats_is_heard_until_it_says_itself_that_it_is_silent(pit):
    pit.show("1")
    pit.pass_(60, "1")
    assert pit.wall.tile("1").link is Link.LIVE
    pit.wall.beat("1", is_silent=True)
    assert (pit.wall.tile("1").link, first(pit).alarm.thing) == (Link.OLD, Unheard.SILENT)


@pytest.mark.parametrize("why", [Unheard.UNREACHABLE, Unheard.REFUSED, Unheard.FOREIGN])
def test_why_a_table_is_not_heard_is_said(pit, why):
    pit.wall.miss("1", why)
    assert pit.wall.tile("1").link is Link.WAITING
    pit.pass_(ALARM_S + 1)
    assert first(pit).alarm.thing is why


def test_what_stood_at_a_table_that_fell_silent_still_stands(pit):
    pit.show("1", WRONG_BEAT)
    pit.pass_(ALARM_S + 1)
    assert [raised.alarm.grade for raised in pit.wall.tile("1").alarms] == [Grade.STOP, Grade.FAULT]


def test_a_table_that_was_closed_wants_nobody_however_long(pit):
    pit.show("1", OVER)
    pit.pass_(3600)
    tile = pit.wall.tile("1")
    assert (tile.link, tile.alarms, tile.as_of) == (Link.ENDED, (), None)


# What people say


def test_an_alarm_gets_an_owner_and_is_no_less_an_alarm(pit):
    pit.show("1", WRONG_BEAT)
    pit.wall.take("1", first(pit).alarm.key, "Olga")
    assert (first(pit).owner.by, first(pit).owner.at) == ("Olga", NINE)
    assert pit.wall.tile("1").grade is Grade.STOP
    with pytest.raises(RefusedError):
        pit.wall.take("1", "p999", "Olga")


def test_a_shelf_holds_a_kind_of_alarm_at_one_table_until_its_end(pit):
    for name in "12":
        pit.show(name, FAULT)
    code = first(pit).alarm.code
    pit.wall.shelve("1", code, Shelf("Olga", "cleaning", NINE + timedelta(minutes=5)))
    assert [pit.wall.tile(name).grade for name in "12"] == [Grade.CALM, Grade.FAULT]
    pit.show("1", BEATING)
    pit.pass_(100, "1", "2")
    pit.show("1", FAULT)
    assert pit.wall.tile("1").grade is Grade.CALM, "it comes back while its kind is on the shelf"
    pit.pass_(200, "1", "2")
    assert pit.wall.tile("1").grade is Grade.FAULT


def test_something_graver_is_not_hidden_by_a_shelf(pit):
    pit.show("1", FAULT)
    pit.wall.shelve("1", first(pit).alarm.code, Shelf("O", "cleaning", NINE + timedelta(hours=1)))
    pit.show("1", replace(FAULT, prompts=WRONG_BEAT.prompts))
    assert pit.wall.tile("1").grade is Grade.STOP


def test_what_is_on_the_shelf_is_taken_down_before_its_time(pit):
    pit.show("1", FAULT)
    code = first(pit).alarm.code
    with pytest.raises(RefusedError):
        pit.wall.unshelve("1", code, "Olga")
    pit.wall.shelve("1", code, Shelf("Olga", "cleaning", NINE + timedelta(hours=1)))
    pit.wall.unshelve("1", code, "Ivan")
    assert pit.wall.tile("1").grade is Grade.FAULT


# What is kept


def test_who_when_why_until_stand_in_a_chained_journal(pit):
    pit.show("1", FAULT)
    alarm = first(pit).alarm
    pit.wall.take("1", alarm.key, "Olga")
    until = NINE + timedelta(minutes=5)
    pit.wall.shelve("1", alarm.code, Shelf("Olga", "cleaning", until))
    pit.wall.unshelve("1", alarm.code, "Ivan")
    pit.pass_(2)
    pit.show("1", BEATING)
    of = {"table": "1", "alarm": "camera-lost"}
    assert kept(pit) == [
        ("pit-alarm", {**of, "code": "camera-lost", "since": NINE.isoformat()}),
        ("pit-seen", {**of, "at": NINE.isoformat(), "by": "Olga"}),
        (
            "pit-shelf",
            {
                "table": "1",
                "code": "camera-lost",
                "until": until.isoformat(),
                "why": "cleaning",
                "by": "Olga",
            },
        ),
        ("pit-unshelf", {"table": "1", "code": "camera-lost", "by": "Ivan"}),
        ("pit-over", {**of, "at": (NINE + timedelta(seconds=2)).isoformat()}),
    ]
    assert verify(pit.path).flaw is None
    assert "Olga" not in "".join(row.payload for row in read_rows(pit.path))


def restarted(pit, names="1 2 3"):
    pit.ledger.close()
    pit.ledger = PitLedger(pit.path)
    pit.wall = Wall(names.split(), pit.ledger, pit.clocks.clock, pit.clocks.wall_clock)


def test_a_wall_that_starts_anew_knows_age_owner_and_shelf(pit):
    pit.show("1", WRONG_BEAT)
    pit.show("2", FAULT)
    pit.show("3", WRONG_BEAT)
    pit.wall.take("1", first(pit).alarm.key, "Olga")
    until = NINE + timedelta(hours=1)
    pit.wall.shelve("2", first(pit, "2").alarm.code, Shelf("Olga", "cleaning", until))
    number = pit.wall.changes().number
    pit.pass_(30, *"123")
    restarted(pit)
    assert pit.wall.changes(number).changed != (), "pages of the last run get everything anew"
    pit.show("1", WRONG_BEAT)
    pit.show("2", FAULT)
    pit.show("3", BEATING)
    assert (first(pit).since, first(pit).owner.by) == (NINE, "Olga")
    assert pit.wall.tile("2").alarms[0].shelf == Shelf("Olga", "cleaning", until)
    over = [content for kind, content in kept(pit) if kind == "pit-over"]
    assert [content["table"] for content in over] == ["3"]


def test_another_run_s_alarm_of_the_same_number_is_a_new_one(pit):
    pit.show("1", WRONG_BEAT)
    pit.wall.take("1", first(pit).alarm.key, "Olga")
    restarted(pit)
    pit.pass_(9)
    other = replace(WRONG_BEAT.prompts[0], cards=BEATING.moves[-1].told.cards)
    pit.show("1", replace(WRONG_BEAT, prompts=(other,)))
    assert first(pit).owner is None
    assert first(pit).since == NINE + timedelta(seconds=9)


def test_a_journal_that_fails_hides_no_alarm_and_gets_its_rows_later(pit, monkeypatch):
    def full(_entries):
        raise TableError(Fault.DISK_FULL, "full")

    monkeypatch.setattr(pit.ledger, "keep", full)
    pit.show("1", WRONG_BEAT)
    assert pit.wall.tile("1").grade is Grade.STOP
    assert not pit.wall.is_kept
    with pytest.raises(TableError):
        pit.wall.take("1", first(pit).alarm.key, "Olga")
    assert first(pit).owner is None
    monkeypatch.undo()
    pit.wall.take("1", first(pit).alarm.key, "Olga")
    assert [kind for kind, _ in kept(pit)] == ["pit-alarm", "pit-seen"]
    assert pit.wall.is_kept


def test_one_wall_for_each_journal(pit):
    with pytest.raises(TableError, match="in use"), closing(PitLedger(pit.path)):
        pass


# Who may


def test_every_route_of_the_wall_has_its_door(pit):
    there = sorted(set(routes_of(pit.app.routes)))
    assert sorted((method, path) for method, path, _ in PIT_DOORS) == there


@pytest.mark.parametrize("role", [None, *Role])
def test_every_route_of_the_wall_lets_in_its_roles_and_nobody_else(hired, role):
    hired.wall.close()  # so that streams end
    found = {}
    for method, path, _ in PIT_DOORS:
        client = hired.client() if role is None else hired.logged_in(role)
        found[method, path] = answered(client, method, path.replace("{name}", "1"))
    assert found == {(method, path): wanted(roles, role) for method, path, roles in PIT_DOORS}


def test_a_pit_boss_takes_and_shelves_in_his_own_name(hired):
    hired.show("1", WRONG_BEAT)
    boss = hired.logged_in(Role.PIT_BOSS)
    alarm = first(hired).alarm.key
    assert boss.post("/pit/tables/1/take", {"alarm": alarm}).status_code == 200
    assert first(hired).owner.by == "pit-boss"
    said = {"code": CODE, "why": " asked the inspector ", "minutes": 15}
    assert boss.post("/pit/tables/1/shelve", said).status_code == 200
    (raised,) = hired.wall.tile("1").alarms
    until = NINE + timedelta(minutes=15)
    assert raised.shelf == Shelf("pit-boss", "asked the inspector", until)
    assert boss.post("/pit/tables/1/unshelve", {"code": CODE}).status_code == 200
    assert boss.post("/pit/tables/1/unshelve", {"code": CODE}).status_code == 409


@pytest.mark.parametrize(
    ("what", "said", "status"),
    [
        ("take", {"alarm": "p99"}, 409),
        ("shelve", {"code": CODE, "why": " ", "minutes": 5}, 422),
        ("shelve", {"code": CODE, "why": "x", "minutes": 0}, 422),
        ("shelve", {"code": CODE, "why": "x", "minutes": 9999}, 422),
        ("shelve", {"code": "doubt", "why": "x", "minutes": 5}, 409),
    ],
)
def test_what_makes_no_sense_is_refused(hired, what, said, status):
    hired.show("1", WRONG_BEAT)
    boss = hired.logged_in(Role.PIT_BOSS)
    assert boss.post(f"/pit/tables/1/{what}", said).status_code == status
    assert boss.post(f"/pit/tables/9/{what}", said).status_code in {404, 422}


def test_an_alarm_leads_to_its_own_line_of_the_rules(pit, hired):
    pit.show("1", WRONG_BEAT)
    boss = hired.logged_in(Role.PIT_BOSS)
    place = f"/rules?lang=ru#{CODE}"
    assert f'href="{place}"' in boss.get("/pit/tables/1?lang=ru").text
    assert f'id="{CODE}"' in boss.get(place).text


def test_without_accounts_the_wall_is_only_looked_at(tmp_path):
    pit = Pit(tmp_path, has_house=False)
    pit.show("1", WRONG_BEAT)
    client = pit.client()
    assert client.get("/pit").status_code == 200
    page = client.get("/pit/tables/1").text
    assert "data-take" not in page
    assert "data-watch" not in page
    alarm = first(pit).alarm.key
    assert client.post("/pit/tables/1/take", {"alarm": alarm}).status_code == 403
    assert client.get("/pit/tables/1/picture").status_code == 403
    pit.close()


def test_who_looks_at_the_live_picture_stands_in_the_journal_once(hired):
    boss = hired.logged_in(Role.PIT_BOSS)
    for _ in range(3):
        answer = boss.get("/pit/tables/2/picture")
    assert (answer.content, answer.headers["kozyr-age-ms"]) == (JPEG, "40")
    assert kept(hired) == [("pit-view", {"table": "2", "by": "pit-boss"})]


def test_a_table_that_gives_no_picture_is_said_so(hired):
    async def none():
        raise OSError("not there")

    hired.pictures["2"] = none
    assert hired.logged_in(Role.PIT_BOSS).get("/pit/tables/2/picture").status_code == 504


@pytest.mark.parametrize("language", Language)
def test_the_wall_speaks_every_language(hired, language):
    hired.show("1", WRONG_BEAT)
    hired.pass_(ALARM_S + 1, "1")
    boss = hired.logged_in(Role.PIT_BOSS)
    page = boss.get(f"/pit?lang={language}").text
    assert text("pit.unheard.unreachable", language) in page
    assert text("pit.grade.stop", language) in page
    table = boss.get(f"/pit/tables/1?lang={language}").text
    assert text("pit.take", language) in table
    assert text("pit.minutes.many", language, count=5) in table
