"""A table hears of its match from the tournament's journal, while people work at the desk."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dealer_ui.endings import BadInputError
from dealer_ui.main import app
from dealer_ui.match_desk import MatchDesk, MatchError
from dealer_ui.ordering import order_from
from dealer_ui.orders import Pace
from dealer_ui.settings import settings_from
from dealer_ui.wiring import begun
from engine.entries import Entry, entries_between, game_row
from engine.game import match_now
from engine.house import load_rules
from engine.notation import parse_move
from engine.ports import Sighting
from engine.seats import Actor
from engine.standing import Standing
from engine.tournament_events import Drawn, Entered, FeePaid, Opened, Played, Seated
from engine.watch import follow
from journal.rows import Versions
from journal.store import SqlJournal
from journal.tournament import TournamentJournal

CASINO = load_rules("casino-by-2001")
VERSIONS = Versions("0.1.0", "", CASINO.label)
FOUR = ("Ada", "Bohdan", "Chip", "Dina")
A, B = Actor.A, Actor.B
PROFILE = Path(__file__).with_name("table.toml")


class Cup:
    """A tournament of four that people run at its desk."""

    def __init__(self, folder):
        self.file, self.now, self.written = folder / "cup.kozyr", 0.0, 1e9
        self.say(Opened("Cup", CASINO.label, 100, 8000), begin=True)
        for who in FOUR:
            self.say(Entered(who))
        self.say(Drawn(FOUR))

    def say(self, event, *, begin=False):
        journal = TournamentJournal(self.file, VERSIONS, begin=begin)
        journal.keep(event)
        journal.close()
        self.written += 1.0  # the clock of a disk may be coarse
        os.utime(self.file, (self.written, self.written))

    def pays(self, *names):
        for who in names:
            self.say(FeePaid(who, 100))

    def desk(self, match="SF1", table="3"):
        return MatchDesk(self.file, match, table)

    def heard(self, desk, standing, after_s=5.0):
        """Return the standing after the table has listened to the desk."""
        self.now += after_s
        for happening in desk.heard(standing, self.now):
            standing = follow(standing, happening)
        return standing


def standing_of(desk):
    game = desk.known.next_game(CASINO, calls_heard=True)
    return Standing(start=game, game=game)


@pytest.fixture
def cup(tmp_path):
    return Cup(tmp_path)


def test_who_sits_where_what_it_goes_to_and_how_many_fees_lack(cup):
    cup.pays("Ada")
    known = cup.desk().known
    assert (known.names, known.match.target, known.match.unpaid) == (("Ada", "Bohdan"), 9, 3)


def test_the_table_hears_when_fees_come_in(cup):
    desk = cup.desk()
    standing = standing_of(desk)
    cup.pays("Ada")
    standing = cup.heard(desk, standing)
    assert standing.game.setting.match.unpaid == 3
    cup.pays("Bohdan", "Chip", "Dina")
    assert cup.heard(desk, standing).game.setting.match.unpaid == 0


def test_the_desk_is_looked_at_now_and_then_only_and_old_news_is_no_news(cup):
    desk = cup.desk()
    standing = cup.heard(desk, standing_of(desk))
    cup.pays("Ada")
    assert list(desk.heard(standing, cup.now + 0.2)) == []
    told = cup.heard(desk, standing)
    assert cup.heard(desk, told) == told


def test_what_happens_in_other_matches_is_nobodys_business_here(cup):
    cup.pays(*FOUR)
    desk = cup.desk()
    standing = standing_of(desk)
    cup.say(Played("SF2", "Chip"))
    assert cup.heard(desk, standing) == standing


def test_the_score_of_the_table_is_its_own(cup):
    cup.pays(*FOUR)
    cup.say(Played("SF1", "Ada"))
    desk = cup.desk()
    assert desk.known.match.wins == (1, 0)
    standing = standing_of(desk)
    cup.say(Played("SF1", None))
    assert match_now(cup.heard(desk, standing).game).wins == (1, 0)


@pytest.mark.parametrize(
    ("results", "game_no", "previous", "last"),
    [
        ((), 1, None, None),
        (("Ada", "Bohdan"), 3, B, B),
        (("Ada", None), 3, None, A),
    ],
)
def test_a_match_goes_on_where_it_stood(cup, results, game_no, previous, last):
    cup.pays(*FOUR)
    for winner in results:
        cup.say(Played("SF1", winner))
    setting = standing_of(cup.desk()).game.setting
    assert (setting.game_no, setting.previous_winner, setting.last_winner) == (
        game_no,
        previous,
        last,
    )


def test_the_seats_are_those_of_the_seating_not_of_the_bracket(cup):
    cup.pays(*FOUR)
    cup.say(Seated("SF1", "Bohdan", "Ada", "3"))
    cup.say(Played("SF1", "Ada"))
    known = cup.desk().known
    assert (known.names, known.match.wins, known.winners) == (("Bohdan", "Ada"), (0, 1), (B,))


def test_without_a_name_the_match_that_is_seated_at_this_table_is_played(cup):
    cup.pays(*FOUR)
    cup.say(Seated("SF2", "Chip", "Dina", "3"))
    assert cup.desk(match="").known.match.name == "SF2"


def test_somebody_of_another_match_sits_there(cup):
    cup.pays(*FOUR)
    cup.say(Seated("SF1", "Ada", "Dina", "3"))
    assert cup.desk().known.match.misseated == (B,)


@pytest.mark.parametrize(
    ("match", "why"),
    [("SF9", "there is no match SF9"), ("F", "nobody knows yet"), ("", "no match is seated")],
)
def test_a_match_that_cannot_be_played_is_named(cup, match, why):
    with pytest.raises(MatchError, match=why):
        cup.desk(match=match)


def test_a_match_that_is_over_is_not_played_again(cup):
    cup.pays(*FOUR)
    for _ in range(9):
        cup.say(Played("SF1", "Ada"))
    with pytest.raises(MatchError, match="Ada has won it"):
        cup.desk()


def test_a_desk_that_is_at_work_is_asked_again(cup, monkeypatch):
    desk = cup.desk()
    standing = standing_of(desk)
    cup.pays("Ada")
    whole = cup.file.read_bytes()
    cup.file.write_bytes(b"half")
    assert cup.heard(desk, standing) == standing
    cup.file.write_bytes(whole)
    os.utime(cup.file, (cup.written + 9, cup.written + 9))
    assert cup.heard(desk, standing).game.setting.match.unpaid == 3


def ordered(**given):
    return order_from(settings_from({}, source="film.mp4", profile=PROFILE, **given), {}, Pace.FAST)


def test_a_table_that_is_ordered_for_a_match_begins_with_it(cup):
    cup.pays(*FOUR)
    cup.say(Played("SF1", "Bohdan"))
    order = ordered(tournament=cup.file, match="sf1")
    setting = begun(order).game.setting
    assert (setting.match.name, setting.game_no, setting.previous_winner) == ("SF1", 2, B)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"match": "SF1"}, "--tournament"),
        ({"tournament": "cup", "match": "SF1", "rules": "classic-ffa"}, "say which with --rules"),
    ],
)
def test_an_order_that_makes_no_sense_is_refused(cup, given, why):
    given = {name: cup.file if name == "tournament" else word for name, word in given.items()}
    with pytest.raises(BadInputError, match=why):
        ordered(**given)


def played_at(path, desk, *words):
    """Keep the journal of a table at which these moves were seen and these results ruled."""
    standing = standing_of(desk)
    entries = [Entry("start", 0.0, {"source": "cam", "table": "3"})]
    entries.append(Entry("game", 0.0, game_row(standing.game)))
    for number, word in enumerate(words):
        seen = Sighting(parse_move(word), float(number), number)
        before, standing = standing, follow(standing, seen)
        entries += entries_between(before, standing, seen)
    journal = SqlJournal(path, VERSIONS)
    journal.record_all(entries)
    journal.close()
    return standing


def test_the_desk_takes_over_what_the_table_has_played_once(cup, tmp_path):
    cup.pays(*FOUR)
    cup.say(Played("SF1", "Ada"))
    journal = tmp_path / "table3.journal"
    results = ("won=B", "drawn", "won=A")
    words = [word for how in results for word in ("deal A2", f"inspector&{how}")]
    standing = played_at(journal, cup.desk(), *words, "deal A2")
    assert match_now(standing.game).wins == (2, 1)

    collect = ["tournament", "collect", str(cup.file), "sf1", str(journal), "--lang", "en"]
    first, again = (CliRunner().invoke(app, collect) for _ in range(2))

    assert first.output.splitlines()[-1] == "3 games were taken over."
    assert again.output == "0 games were taken over.\n"
    known = cup.desk().known
    assert (known.winners, known.match.wins, known.match.draws) == ((A, B, None, A), (2, 1), 1)
    assert replace(match_now(standing.game), draws=1) == known.match


def test_games_of_another_match_are_left_where_they_are(cup, tmp_path):
    cup.pays(*FOUR)
    journal = tmp_path / "table3.journal"
    played_at(journal, cup.desk("SF2"), "deal A2", "inspector&won=A")
    collect = ["tournament", "collect", str(cup.file), "SF1", str(journal), "--lang", "en"]
    assert CliRunner().invoke(app, collect).output == "0 games were taken over.\n"
