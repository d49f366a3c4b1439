"""`kozyr calibrate`: table profiles."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.cli import calibrate_check, calibrate_lens, calibrate_table, calibrate_zones
from dealer_ui.endings import bad_input

app = typer.Typer(help="Make and check table profiles.", no_args_is_help=True)


app.command("sheets")(calibrate_lens.sheets)
app.command("lens")(calibrate_lens.lens)
app.command("table")(calibrate_table.table)
app.command("zones")(calibrate_zones.zones)
app.command("check")(calibrate_check.check)
app.command("history")(calibrate_check.history)
app.command("diff")(calibrate_check.diff)
app.command("undo")(calibrate_check.undo)


@app.command("import")
def import_(
    film: Annotated[Path, typer.Argument(help="The film's description, FILM.input.json.")],
    profile: Annotated[Path, typer.Argument(help="The table profile to write, PROFILE.toml.")],
    video: Annotated[
        Path | None,
        typer.Option("--video", help="The film itself; FILM.mp4 beside the description if unset."),
    ] = None,
) -> None:
    """Turn the description that comes with a film into a table profile.

    A film with markers is calibrated from the markers in its pictures.
    """
    from dealer_ui.calibrating import profile_of_film

    with bad_input():
        made = profile_of_film(film, video or film.with_name(film_name(film)), profile)
    how = made.provenance.method
    error = made.provenance.error_mm
    accuracy = "" if error is None else f", {error:.2f} mm off on average"
    typer.echo(f"{profile}: table {made.name}, calibration {how}{accuracy}.")


def film_name(description: Path) -> str:
    """Return the name of the film that a description belongs to.

    >>> film_name(Path("d01.input.json"))
    'd01.mp4'
    """
    return description.name.removesuffix(".json").removesuffix(".input") + ".mp4"
