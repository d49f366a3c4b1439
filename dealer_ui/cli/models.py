"""`kozyr models`: the trained networks that read cards."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_ui.cli.models_calibrate import calibrate
from dealer_ui.cli.models_floor import harvest
from dealer_ui.cli.models_release import compare, history, promote, rollback
from dealer_ui.endings import bad_input

if TYPE_CHECKING:
    from vision.evaluate import Score
    from vision.registry import Weights

app = typer.Typer(help="Look after the networks that read cards.", no_args_is_help=True)
app.command("calibrate")(calibrate)
app.command("compare")(compare)
app.command("harvest")(harvest)
app.command("promote")(promote)
app.command("rollback")(rollback)
app.command("history")(history)


def _registry() -> dict[str, Weights]:
    from dealer_ui.settings import settings_from
    from vision.registry import read_registry

    with bad_input():
        return read_registry(settings_from(os.environ).weights)


@app.command("list")
def list_() -> None:
    """List the networks with their files, versions and figures."""
    for weights in _registry().values():
        figures = ", ".join(f"{name} {value}" for name, value in weights.figures.items())
        typer.echo(
            f"{weights.name:<10} {weights.version or '-':<10} {weights.path.name}  {figures}"
        )


@app.command("verify")
def verify() -> None:
    """Check that every network is the one that the registry names."""
    from dealer_ui.settings import settings_from
    from vision.registry import checked, read_choice

    for weights in _registry().values():
        with bad_input():
            path = checked(weights)
        typer.echo(f"{weights.name:<10} {path.name}  sha256 {weights.sha256[:12]}… is right")
    with bad_input():
        choice = read_choice(settings_from(os.environ).weights)
    belongs = "fitted to these readers" if choice.fits(_registry()) else "not fitted to them"
    typer.echo(
        f"{'reading':<10} temperature {choice.sureness.temperature}, "
        f"believed from {choice.readable} on: {belongs}"
    )


@app.command("evaluate")
def evaluate(
    places: Annotated[
        list[Path],
        typer.Argument(help="Folders with labels.json, or films with .truth.json beside them."),
    ],
    *,
    only: Annotated[
        str,
        typer.Option("--only", help="Only pictures whose path has one of these,but,!not,this."),
    ] = "",
    save: Annotated[
        Path | None, typer.Option("--save", help="Keep confusion, failures and sureness here.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure how many cards are read right, wrong and not at all, by rank and suit too."""
    from dealer_ui.decks import deck_of
    from dealer_ui.settings import settings_from
    from vision.evaluate import evaluate as measure
    from vision.eye import open_eye
    from vision.network import Backend
    from vision.sets import PictureSet

    with bad_input():
        settings = settings_from(os.environ)
        labelled = {place: PictureSet(place.stem, place, only).pictures() for place in places}
        eye = open_eye(Backend(settings.backend), folder=settings.weights, deck=deck_of(settings))
    figures: dict[str, object] = {}
    for place, pictures in labelled.items():
        with bad_input():
            score = measure(eye, pictures)
        figures[str(place)] = {**score.figures(), "recall_by": score.by_part()}
        if save is not None:
            _save(score, save / place.stem)
        if not as_json:
            _tell(place, score)
    if as_json:
        typer.echo(json.dumps(figures))


def _tell(place: Path, score: Score) -> None:
    from vision.confidence import reliability

    typer.echo(f"{place}")
    for name, value in score.figures().items():
        typer.echo(f"  {name:<18} {value}")
    by_part = "  ".join(f"{part} {share:.2f}" for part, share in score.by_part().items())
    typer.echo(f"  recall of       {by_part}")
    typer.echo("  sure       right    cards")
    for group in reliability(score.samples):
        typer.echo(f"  {group.sure:<10.3f} {group.right:<8.3f} {group.count}")


def _save(score: Score, folder: Path) -> None:
    import cv2

    from vision.failures import album, confusion_picture

    pictures = {
        "confusion.png": confusion_picture(score.confusion),
        "failures.png": album(score.failures),
    }
    with bad_input():
        folder.mkdir(parents=True, exist_ok=True)
        for name, picture in pictures.items():
            (folder / name).write_bytes(cv2.imencode(".png", picture)[1].tobytes())
        sureness = [[s.probability, s.right] for s in score.samples]
        (folder / "sureness.json").write_text(json.dumps(sureness), encoding="utf-8")
