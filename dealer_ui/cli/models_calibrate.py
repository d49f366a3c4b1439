"""`kozyr models calibrate`: how sure a reading must be, chosen from a price."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_ui.endings import BadInputError, bad_input
from engine.faults import Cause

if TYPE_CHECKING:
    from vision.fitting import Fit
    from vision.sets import PictureSet

CURVE_ROWS = 24


def calibrate(
    sets: Annotated[
        Path,
        typer.Argument(help="File of picture sets.", metavar="SETS"),
    ] = Path("models/sets.toml"),
    *,
    wrong_costs: Annotated[
        float,
        typer.Option("--wrong-costs", help="How many times worse a wrong card is.", min=1.0),
    ] = 50.0,
    keep: Annotated[
        bool, typer.Option("--keep/--dry-run", help="Write the choice into the registry.")
    ] = True,
) -> None:
    """Fit honest probabilities, price every threshold, and keep the cheapest in the registry."""
    from dealer_ui.settings import settings_from
    from vision.eye import open_eye
    from vision.fitting import fit, judged_in
    from vision.network import Backend
    from vision.registry import models_folder

    with bad_input():
        settings = settings_from(os.environ)
        used = _sets_here(sets)
        eye = open_eye(Backend(settings.backend), folder=settings.weights)
        judged = [j for one in used for j in judged_in(eye, one.pictures())]
        found = fit(judged, wrong_costs)
    _tell(found, wrong_costs)
    if keep:
        with bad_input():
            _keep(settings.weights or models_folder(), found, wrong_costs, used)


def _sets_here(path: Path) -> list[PictureSet]:
    from vision.sets import Role, read_sets

    sets = read_sets(path, Role.CALIBRATION)
    for one in sets:
        if not one.is_here:
            typer.echo(f"{one.name}: {one.place} is not here, left out", err=True)
    here = [one for one in sets if one.is_here]
    if not here:
        raise BadInputError(Cause("sets-no-calibration", str(path)))
    return here


def _tell(found: Fit, wrong_costs: float) -> None:
    from vision.confidence import cheapest

    typer.echo(f"cards                {len(found.samples)}")
    sureness = found.sureness
    typer.echo(f"temperature          {sureness.temperature}")
    typer.echo(f"slope, shift         {sureness.slope}, {sureness.shift}")
    typer.echo(f"calibration error    {found.error_before:.4f} -> {found.error_after:.4f}")
    typer.echo(f"\nA wrong card costs {wrong_costs:g}, an unreadable one 1:")
    typer.echo(f"{'threshold':>10} {'read':>6} {'wrong':>6} {'unreadable':>11} {'cost':>8}")
    best = found.chosen
    step = max(1, len(found.curve) // CURVE_ROWS)
    least = cheapest(found.curve)
    rows = {*found.curve[::step], found.curve[-1], best, least}
    for row in sorted(rows, key=lambda r: r.threshold):
        mark = "  <- cheapest" if row == least else ""
        mark = "  <- chosen: as cheap, but for chance" if row == best else mark
        typer.echo(
            f"{row.threshold:>10.4f} {row.read:>6} {row.wrong:>6} {row.unreadable:>11} "
            f"{row.cost:>8.0f}{mark}"
        )


def _keep(folder: Path, found: Fit, wrong_costs: float, used: list[PictureSet]) -> None:
    from vision.registry import read_registry, write_choice

    networks = read_registry(folder)
    best = found.chosen
    write_choice(
        folder,
        found.sureness,
        readable=round(best.threshold, 4),
        fitted={
            "at": f"{datetime.now(UTC):%Y-%m-%d}",
            "sets": [one.name for one in used],
            "wrong_costs": wrong_costs,
            "cards": len(found.samples),
            "read": best.read,
            "wrong": best.wrong,
            "unreadable": best.unreadable,
            "error_before": round(found.error_before, 4),
            "error_after": round(found.error_after, 4),
            "whole": networks["whole"].sha256,
            "index": networks["index"].sha256,
        },
    )
    typer.echo(f"\n{folder / 'registry.toml'}: faces are believed from {best.threshold:.4f} on.")
