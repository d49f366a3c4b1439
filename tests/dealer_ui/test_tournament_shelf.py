"""Tournaments announced on the page: one at a time, each a journal of its own."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from dealer_ui.prompts import Catalogue
from dealer_ui.tournament_deeds import PayOut, Plan, records_of
from dealer_ui.tournament_office import Office
from dealer_ui.tournament_shelf import TournamentShelf
from engine.tournament import fold
from engine.tournament_refusals import TournamentError
from journal.tournament import TournamentJournal
from tests.dealer_ui.cups import VERSIONS, begun_cup
from tests.engine.tournaments import PLAN, begun, played_out

NOW = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)


def shelf(tmp_path, named=None):
    return TournamentShelf(tmp_path / "tournaments", named, 0.0, lambda: NOW)


def title(office):
    return fold(office.records()).tournament.plan.title


def paid_out(path):
    cup = begun_cup(path)
    journal = TournamentJournal(cup, VERSIONS)
    for event in played_out(begun(9))[1:]:
        journal.keep(event)
    journal.close()
    for making in records_of(PayOut(kind="pay-out"), "manager"):
        Office(cup).keep(making, Catalogue.load("en"), happened=True)
    return cup


def test_nothing_is_played_until_something_is_announced(tmp_path):
    here = shelf(tmp_path)
    assert (here.office(), here.may_announce()) == (None, True)
    path = here.announce(PLAN)
    assert title(here.office()) == PLAN.title
    assert (path.parent, here.may_announce()) == (here.folder, False)
    with pytest.raises(TournamentError, match="opened-already"):
        here.announce(PLAN)


def test_the_settings_own_tournament_is_played_until_its_prizes_are_paid(tmp_path):
    here = shelf(tmp_path, Office(begun_cup(tmp_path / "cup.kozyr")))
    with pytest.raises(TournamentError, match="opened-already"):
        here.announce(PLAN)
    done = shelf(tmp_path, Office(paid_out(tmp_path / "done.kozyr")))
    assert done.may_announce()
    done.announce(Plan(title="Next", fee="5", fund_percent="80").opened())
    assert title(done.office()) == "Next"


@pytest.mark.parametrize(
    "wrong", [{"fee": "much"}, {"fund_percent": "101"}, {"rules": "poker"}, {"fee": "1.234"}]
)
def test_a_plan_that_makes_no_sense_is_refused(wrong):
    plan = Plan(**{"title": "Cup", "fee": "100", "fund_percent": "80"} | wrong)
    with pytest.raises(ValueError, match=r"."):
        plan.opened()
