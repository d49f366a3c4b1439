"""`kozyr audit`: recordings and journals run again, far from the table."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperGroup

from dealer_ui.cli.watch import Lang
from dealer_ui.endings import BadInputError, RunFailedError, bad_input
from engine.faults import Cause

if TYPE_CHECKING:
    from dealer_ui.auditing.recordings import Finds
    from dealer_ui.auditing.run import Audited, Elsewhere, Plan
    from dealer_ui.prompts import Catalogue


RUN = "run"


class _RunUnlessNamed(TyperGroup):
    """`kozyr audit FOLDER` is short for `kozyr audit run FOLDER`."""

    def parse_args(self, ctx, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        """Take what is no command of ours for a place or an option of `run`."""
        is_named = not args or args[0] in self.commands or args[0] == "--help"
        return super().parse_args(ctx, args if is_named else [RUN, *args])


app = typer.Typer(
    help="Run recordings again, replay journals, compare two audits.",
    cls=_RunUnlessNamed,
    no_args_is_help=True,
)


@app.command(RUN)
def audit(
    places: Annotated[
        list[str],
        typer.Argument(
            help="Recordings, folders, patterns or journals.", metavar="FILE|FOLDER|GLOB…"
        ),
    ],
    *,
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder for the report and the records.")
    ] = None,
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
    workers: Annotated[
        int,
        typer.Option("--workers", min=0, help="Sittings run at a time; 0: one for each core."),
    ] = 0,
    lang: Lang = None,
) -> None:
    """Run recordings of whole evenings through the line, as fast as the machine can.

    Leaves a record, incidents with clips and a JSON file for every game, a journal for every
    sitting, and one report. Stopped or killed, the same command goes on where it was. A journal is
    replayed without its video: what it derives now is compared with what was written then. Ends
    with 0 where all could be audited and no journal differs, with 1 otherwise.
    """
    from calibration.profile import load_profile
    from dealer_ui.auditing.recordings import find
    from dealer_ui.auditing.rulebook import rulebook
    from dealer_ui.auditing.run import Plan
    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import settings_from

    with bad_input():
        settings = settings_from(os.environ, lang=lang)
        words = Catalogue.load(settings.lang)
        finds = find(places, load_profile(table) if table else None, words)
        rulebook(rules)
    differ = _journals(finds, rules, words)
    bad = 0
    if finds.bookings or finds.bad:
        if out is None:
            raise BadInputError(Cause("audit-no-out", ""))
        bad = run_plan(Plan(finds, out, settings, rules, dealer), words, workers)
    if bad:
        raise RunFailedError(words.text("audit.some-bad", count=bad))
    if differ:
        raise typer.Exit(1)


def _journals(finds: Finds, rules: str, words: Catalogue) -> int:
    """Replay every journal, and return in how many points they differ from what was written."""
    from dealer_ui.auditing.journals import replay_journal, told_lines
    from dealer_ui.auditing.rulebook import rulebook

    differ = 0
    for path in finds.journals:
        with bad_input():
            replayed = replay_journal(path, rulebook(rules))
        for line in told_lines(replayed, words):
            typer.echo(line)
        differ += replayed.differ
    return differ


def run_plan(plan: Plan, words: Catalogue, workers: int, elsewhere: Elsewhere | None = None) -> int:
    """Audit every recording, here or elsewhere; return how many things could not be audited."""
    from dealer_ui.auditing.run import Audit
    from dealer_ui.auditing.sights import OpenedSights
    from dealer_ui.progress import progress_bar

    with progress_bar(words.text("report.audit"), words.text("cli.left")) as (bar, say):
        job = Audit(plan, OpenedSights, words, say, elsewhere=elsewhere)
        job.workers = workers or len(os.sched_getaffinity(0))
        if bar is not None:
            job.advance = bar.advance
        try:
            with bad_input():
                audited = job.run()
        except KeyboardInterrupt:
            raise RunFailedError(words.text("audit.stopped")) from None
    _conclude(audited, plan.out, words)
    return len(audited.bad)


def _conclude(audited: Audited, out: Path, words: Catalogue) -> None:
    from dealer_ui.auditing.products import all_games
    from dealer_ui.auditing.run import REPORT

    if audited.film_s and audited.wall_s:
        times = audited.film_s / audited.wall_s
        figures = {"film_s": audited.film_s, "wall_s": audited.wall_s, "times": times}
        typer.echo(words.text("audit.speed", **figures))
    games = len(all_games(audited.told))
    typer.echo(
        words.text("audit.done", recordings=len(audited.told), games=games, report=out / REPORT)
    )


@app.command("diff")
def diff(
    before: Annotated[Path, typer.Argument(help="The folder that one audit left.")],
    after: Annotated[Path, typer.Argument(help="The folder that another one left.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    lang: Lang = None,
) -> None:
    """Compare two audits of the same recordings: under other models, rules or releases.

    Says which moves, flags and results changed, with the clips that show it. Ends with 0 where
    nothing differs, with 1 otherwise.
    """
    import json

    from dealer_ui.auditing.differing import compare, comparison_json, told_lines
    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import settings_from

    with bad_input():
        words = Catalogue.load(settings_from(os.environ, lang=lang).lang)
        comparison = compare(before, after)
    if as_json:
        typer.echo(json.dumps(comparison_json(comparison), ensure_ascii=False))
    else:
        for line in told_lines(comparison, words, (str(before), str(after))):
            typer.echo(line)
    if not comparison.is_same:
        raise typer.Exit(1)
