"""`kozyr audit send` and `kozyr audit worker`: one audit on many machines."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_ui.cli.audit import run_plan
from dealer_ui.cli.watch import Lang
from dealer_ui.endings import RunFailedError, bad_input
from engine.faults import Cause

if TYPE_CHECKING:
    from dealer_ui.fleet.sending import Orders

Floor = Annotated[
    Path, typer.Argument(help="The floor's folder, or a pass of kozyr floor add-worker.")
]
Share = Annotated[
    Path | None,
    typer.Option("--share", help="A folder that all machines share, wherever each has it."),
]


def send(
    floor: Floor,
    places: Annotated[
        list[str],
        typer.Argument(help="Recordings, folders, patterns.", metavar="FILE|FOLDER|GLOB…"),
    ],
    *,
    out: Annotated[Path, typer.Option("--out", help="Folder for the report and the records.")],
    name: Annotated[
        str, typer.Option("--name", help="The audit's name on the floor; that of --out if unset.")
    ] = "",
    table: Annotated[
        Path | None,
        typer.Option("--table", help="Table profile of recordings that have none beside them."),
    ] = None,
    rules: Annotated[
        str, typer.Option("--rules", help="House rules or FILE.toml; the tables' own if unset.")
    ] = "",
    dealer: Annotated[
        str, typer.Option("--dealer", help="Who dealt, where one dealer dealt all of it.")
    ] = "",
    share: Share = None,
    database: Annotated[
        str,
        typer.Option("--database", help="Copy journals there: postgresql://USER@HOST/DATABASE."),
    ] = "",
    serve: Annotated[
        str, typer.Option("--serve", help="Show how it stands at HOST:PORT of this computer.")
    ] = "",
    lang: Lang = None,
) -> None:
    """Have recordings audited by the workers of a floor, and write the same report as here.

    Recordings below --share do not travel, others go through the floor's broker. Stopped or
    killed, the workers go on, and the same command gathers what they did. What three workers
    could not do is laid aside, named in the report, and tried anew by the same command.
    """
    from calibration.profile import load_profile
    from dealer_ui.auditing.recordings import find
    from dealer_ui.auditing.run import Plan
    from dealer_ui.fleet.opening import Fleet, into_ledger, nowhere, way_to
    from dealer_ui.fleet.sending import Orders
    from dealer_ui.floor.subjects import checked_name
    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import settings_from

    with bad_input():
        settings = settings_from(os.environ, lang=lang)
        words = Catalogue.load(settings.lang)
        orders = Orders(checked_name(name or out.name))
        finds = find(places, load_profile(table) if table else None, words)
        laid = into_ledger(database, orders.audit) if database else nowhere
        fleet = Fleet(way_to(floor, settings, share), orders, laid)
    with ExitStack() as stack, _broker_told():
        if serve:
            with bad_input():
                typer.echo(words.text("fleet.at", url=_board(orders, serve, stack)))
        bad = run_plan(Plan(finds, out, settings, rules, dealer), words, 1, fleet)
    if bad:
        raise RunFailedError(words.text("audit.some-bad", count=bad))


def worker(
    floor: Floor,
    *,
    workers: Annotated[
        int, typer.Option("--workers", min=0, help="How many, each on a core; 0: one a core.")
    ] = 0,
    work: Annotated[
        Path | None, typer.Option("--work", help="Folder for jobs that are being run.")
    ] = None,
    share: Share = None,
    lang: Lang = None,
) -> None:
    """Run audits that a floor sends, until stopped: on any computer of the same release.

    A job that is being run when this is stopped is given back; what was begun is lost with it.
    """
    from dealer_ui.auditing.sights import OpenedSights
    from dealer_ui.fleet.crew import Crew, run_crew
    from dealer_ui.fleet.opening import way_to
    from dealer_ui.settings import settings_from

    with bad_input():
        settings = settings_from(os.environ, lang=lang)
        way = way_to(floor, settings, share)
        folder = work or settings.data / "fleet"
        crew = Crew(way, OpenedSights, settings, folder, socket.gethostname())
    stopped: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _frame: stopped.append(number))
    run_crew(crew, workers or len(os.sched_getaffinity(0)), lambda: bool(stopped))


@contextmanager
def _broker_told() -> Iterator[None]:
    """Say in one sentence that the broker cannot be asked."""
    import nats.errors

    try:
        yield
    except (nats.errors.Error, ConnectionError) as error:
        raise RunFailedError(
            Cause("broker-broken", ""), f"{type(error).__name__}: {error}"
        ) from error


def _board(orders: Orders, serve: str, stack: ExitStack) -> str:
    """Serve how the audit stands, and return where."""
    from dealer_ui.fleet.board import serve_board

    server = serve_board(orders, serve)
    stack.callback(server.stop)
    server.start()
    return f"{server.address.url}audit"
