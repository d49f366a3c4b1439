"""`kozyr calibrate sheets` and `lens`: what to print, and measuring the camera's lens."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.cli.watch import Lang
from dealer_ui.endings import bad_input, one_of

SourceArgument = Annotated[
    str, typer.Argument(help="A camera, a film, a photograph or a folder of them.")
]
ByOption = Annotated[
    str | None, typer.Option("--by", help="Who calibrates; the name of the user if unset.")
]


def sheets(
    folder: Annotated[Path, typer.Argument(help="Where to put the sheets (PDF).")],
    *,
    marker_mm: Annotated[
        float, typer.Option("--marker", min=20, max=150, help="Side of the table markers in mm.")
    ] = 60.0,
    lang: Lang = None,
) -> None:
    """Make the sheets to print, to scale: boards for the lens, markers for the table."""
    from calibration.board import BOARDS
    from calibration.keeping import write_whole
    from calibration.sheets import SheetWords, as_pdf, board_sheet, marker_sheet
    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import settings_from

    with bad_input():
        words = Catalogue.load(settings_from(os.environ, lang=lang).lang)
        advice, proof = words.text("calibrate.sheet.advice"), words.text("calibrate.sheet.proof")
        pages = {}
        for board in BOARDS.values():
            title = words.text("calibrate.sheet.board", paper=board.name.upper())
            source = board_sheet(board, SheetWords(title, advice, proof))
            pages[folder / f"board-{board.name}.pdf"] = as_pdf(source)
        title = words.text("calibrate.sheet.marker", side=f"{marker_mm:g}")
        source = marker_sheet(range(4), marker_mm, SheetWords(title, advice, proof))
        pages[folder / "markers.pdf"] = as_pdf(source)
        for path, page in pages.items():
            write_whole(path, page)
            typer.echo(str(path))
    typer.echo(words.text("calibrate.sheet.printed"))


def lens(
    source: SourceArgument,
    out: Annotated[Path, typer.Argument(help="The lens file to write, LENS.toml.")],
    *,
    board: Annotated[
        str | None, typer.Option("--board", help="a3 or a4; told by its markers if unset.")
    ] = None,
    by: ByOption = None,
    lang: Lang = None,
) -> None:
    """Measure the lens: hold the printed board into every part of the picture, at many angles.

    A live camera is looked at until there is enough; Ctrl-C ends it earlier.
    """
    from datetime import UTC, datetime

    from calibration.board import BOARDS
    from calibration.lens_profile import lens_profile, save_lens
    from dealer_ui.calibrating import somebody
    from dealer_ui.calibrating_lens import measured, watch_board
    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import settings_from
    from vision.camera import camera_name

    one_of("--board", board, BOARDS)
    with bad_input():
        words = Catalogue.load(settings_from(os.environ, lang=lang).lang)
        collected = watch_board(source, BOARDS.get(board or ""), words)
        fit = measured(collected, words)
        camera, who = camera_name(source), by or somebody()
        save_lens(lens_profile(fit, camera, who, datetime.now(UTC)), out)
    quality = words.text(f"calibrate.quality.{fit.quality}")
    typer.echo(
        words.text(
            "calibrate.lens.done",
            path=out,
            error=words.number(fit.error_px, 2),
            views=fit.views,
            coverage=round(100 * fit.coverage),
            quality=quality,
        )
    )
