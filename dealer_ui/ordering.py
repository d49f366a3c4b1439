"""Carries out an order in a terminal: the bar, the verdicts as they come, the summary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import typer

from calibration.profile import load_profile
from dealer_ui.console import Tally
from dealer_ui.endings import BadInputError, RunFailedError
from dealer_ui.floor.rules_choice import chosen_rules
from dealer_ui.house_file import rules_named
from dealer_ui.log_lines import lines_told
from dealer_ui.match_desk import MatchDesk
from dealer_ui.orders import Order, Pace
from dealer_ui.progress import progress_bar
from dealer_ui.prompts import Catalogue
from dealer_ui.running import Ending, run_to_end
from dealer_ui.secrets import with_secrets
from dealer_ui.serving import parse_address
from dealer_ui.settings import Settings
from dealer_ui.wiring import OpenTable, open_table
from engine.faults import Cause
from engine.house import HouseRules
from vision.camera import is_live


def order_from(
    settings: Settings, environment: Mapping[str, str], pace: Pace, *, anew: bool = False
) -> Order:
    """Put an order together from settings; raises BadInputError for what is missing.

    Raises SettingsError, ProfileError and ValueError for what cannot be used.
    """
    if not settings.source:
        raise BadInputError(Cause("order-no-source", ""))
    if settings.profile is None:
        raise BadInputError(Cause("order-no-table", ""))
    profile = load_profile(settings.profile)
    table = settings.table_id or profile.name
    chosen = chosen_rules(settings.journal or settings.data / f"{table}.journal")
    rules = rules_named(chosen or settings.rules or profile.rules)
    return Order(
        source=with_secrets(settings.source, environment),
        profile=profile,
        rules=rules,
        settings=settings,
        light=with_secrets(settings.light, environment) or None,
        shoe=settings.shoe or None,
        journal=settings.journal,
        events=settings.events,
        serve=parse_address(settings.serve) if settings.serve else None,
        video=settings.video,
        pace=pace,
        anew=anew,
        desk=_desk(settings, table, rules),
    )


def _desk(settings: Settings, table: str, rules: HouseRules) -> MatchDesk | None:
    """Open the tournament's desk; raises MatchError, and TableError for a file that is none."""
    if settings.tournament is None:
        if settings.match:
            raise BadInputError(Cause("match-no-tournament", ""))
        return None
    desk = MatchDesk(settings.tournament, settings.match, table)
    if desk.known.rules != rules.label:
        both = f"{desk.known.rules} ≠ {rules.label}"
        raise BadInputError(Cause("match-other-rules", str(settings.tournament)), both)
    return desk


def watch_order(order: Order) -> tuple[Ending, Tally]:
    """Watch what was ordered to its end, and say what it came to.

    Raises CommandError when something cannot be opened or the run fails.
    """
    catalogue = Catalogue.load(order.settings.lang)
    order = with_journal(order)
    with (
        lines_told(order.settings.log),
        progress_bar(order.source_name, catalogue.text("cli.left")) as (bar, say),
        open_table(order, say) as table,
    ):
        table.gauge.progress = bar
        if table.url:
            say(catalogue.text("cli.page-at", url=table.url))
        ending = run_to_end(table)
    _conclude(order, table.tally, ending, catalogue)
    _tell_unkept(table, catalogue)
    return ending, table.tally


def with_journal(order: Order) -> Order:
    """Give a live table a journal even when none was named: nothing live is without a record."""
    if order.journal is not None or not is_live(order.source):
        return order
    return replace(order, journal=order.settings.data / f"{order.table_id}.journal")


def _tell_unkept(table: OpenTable, catalogue: Catalogue) -> None:
    """Raise RunFailedError when the journal lacks rows, and say where they are."""
    rows, kept = table.records.rescue()
    if kept is not None:
        raise RunFailedError(catalogue.text("cli.unkept-at", count=rows, path=kept))
    if rows:
        raise RunFailedError(catalogue.text("cli.unkept", count=rows))


def _conclude(order: Order, tally: Tally, ending: Ending, catalogue: Catalogue) -> None:
    if ending is Ending.STOPPED:
        typer.echo(catalogue.text("cli.stopped"))
    for line in tally.lines(catalogue):
        typer.echo(line)
    if order.journal is not None:
        typer.echo(catalogue.text("cli.journal-at", path=order.journal))
