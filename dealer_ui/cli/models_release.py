"""`kozyr models promote`, `rollback` and `compare`: which model is live, and why."""

from __future__ import annotations

import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_ui.endings import BadInputError, RunFailedError, bad_input
from engine.faults import Cause

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.comparison import Comparison
    from vision.sets import PictureSet

Sets = Annotated[Path, typer.Option("--sets", help="File of picture sets; the frozen are used.")]
SHIPPED_SETS = Path("models/sets.toml")
SHOWN = ("cards", "precision", "recall", "rank_precision", "rank_recall", "wrong", "unreadable")


def compare(
    one: Annotated[str, typer.Argument(help="live, the number of a release, or a folder.")],
    other: Annotated[str, typer.Argument(help="live, the number of a release, or a folder.")],
    *,
    sets: Sets = SHIPPED_SETS,
    save: Annotated[
        Path | None, typer.Option("--save", help="Draw the pictures on which they differ here.")
    ] = None,
) -> None:
    """Show the figures of two models side by side, and the pictures on which they differ."""
    from vision.releases import folder_of, stage

    live = _live()
    with bad_input(), tempfile.TemporaryDirectory() as place:
        folders = [
            stage(live, folder_of(live, name), Path(place) / str(n))
            for n, name in enumerate((one, other))
        ]
        for found in _compared(folders[0], folders[1], _frozen(sets, needed=False)):
            _tell(found, save)


def promote(
    candidate: Annotated[Path, typer.Argument(help="A folder with registry.toml and weights.")],
    *,
    sets: Sets = SHIPPED_SETS,
    force: Annotated[
        str, typer.Option("--force", help="Promote all the same, for this reason.", metavar="WHY")
    ] = "",
    save: Annotated[
        Path | None, typer.Option("--save", help="Draw the pictures on which they differ here.")
    ] = None,
) -> None:
    """Put a candidate live, unless it is worse than the live one on any frozen set."""
    from vision.releases import Change, stage
    from vision.releases import promote as put_live

    live = _live()
    with bad_input(), tempfile.TemporaryDirectory() as place:
        staged = stage(live, candidate, Path(place))
        frozen = _frozen(sets, needed=not force)
        results = []
        for found in _compared(live, staged, frozen):
            _tell(found, save)
            results.append(found)
        worse = tuple(f"{r.name}: {figure}" for r in results for figure in r.worse())
        if worse and not force:
            raise RunFailedError(Cause("model-worse", ", ".join(worse)))
        figures = {r.name: r.other for r in results}
        number = put_live(live, staged, Change(_today(), figures, worse, force))
    typer.echo(f"Release {number} is live.")


def rollback(
    number: Annotated[
        int | None, typer.Argument(help="The release; the one before the live one if unset.")
    ] = None,
) -> None:
    """Bring an earlier release back, byte for byte."""
    from vision.releases import Change
    from vision.releases import rollback as bring_back

    with bad_input():
        found = bring_back(_live(), number, Change(_today(), {}))
    typer.echo(f"Release {found} is live again.")


def history() -> None:
    """Tell which releases were live, what they scored, and which were forced and why."""
    from vision.releases import earlier_releases, history_of, live_release

    live = _live()
    with bad_input():
        typer.echo(f"live: {live_release(live)}")
        kept = ", ".join(str(n) for n in earlier_releases(live)) or "none"
        typer.echo(f"can be brought back: {kept}")
        typer.echo(history_of(live))


def _live() -> Path:
    from dealer_ui.settings import settings_from
    from vision.registry import models_folder

    with bad_input():
        return settings_from(os.environ).weights or models_folder()


def _today() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d %H:%M}"


def _frozen(path: Path, *, needed: bool) -> list[PictureSet]:
    from vision.sets import Role, read_sets

    sets = read_sets(path, Role.FROZEN)
    gone = [one.name for one in sets if not one.is_here]
    if gone and needed:
        raise BadInputError(Cause("sets-frozen-gone", ", ".join(gone)))
    for name in gone:
        typer.echo(f"{name}: not here, left out", err=True)
    return [one for one in sets if one.is_here]


def _compared(one: Path, other: Path, sets: list[PictureSet]) -> Iterator[Comparison]:
    from dealer_ui.settings import settings_from
    from dealer_ui.workshop.measuring import compared_on
    from vision.network import Backend

    return compared_on(Backend(settings_from(os.environ).backend), one, other, sets)


def _tell(found: Comparison, save: Path | None) -> None:
    typer.echo(found.name)
    for figure in SHOWN:
        mark = "  worse" if figure in found.worse() else ""
        typer.echo(f"  {figure:<16} {found.one[figure]:>8} {found.other[figure]:>8}{mark}")
    for difference in found.differences:
        typer.echo(f"  differs  {difference.words()}")
    if save is not None:
        _save(found, save / found.name)


def _save(found: Comparison, folder: Path) -> None:
    import cv2

    folder.mkdir(parents=True, exist_ok=True)
    for number, difference in enumerate(found.differences):
        if difference.side_by_side is not None:
            data = cv2.imencode(".png", difference.side_by_side)[1].tobytes()
            (folder / f"{number:03d}.png").write_bytes(data)
