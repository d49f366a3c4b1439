"""`kozyr calibrate table`: where the table lies before the camera, and its first zones."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.cli.calibrate_lens import ByOption, SourceArgument
from dealer_ui.cli.watch import Lang
from dealer_ui.endings import BadInputError, bad_input, one_of
from engine.faults import Cause

ProfileArgument = Annotated[Path, typer.Argument(help="The table profile, PROFILE.toml.")]


def table(
    source: SourceArgument,
    profile: ProfileArgument,
    *,
    lens: Annotated[
        Path | None, typer.Option("--lens", help="The lens file; a straight lens if unset.")
    ] = None,
    method: Annotated[
        str | None,
        typer.Option("--method", help="markers, cards, board or felt; by what is seen if unset."),
    ] = None,
    marker: Annotated[float, typer.Option("--marker", help="Side of a marker in mm.")] = 60.0,
    card: Annotated[str, typer.Option("--card", help="Size of a card in mm.")] = "63x88",
    felt: Annotated[
        str | None, typer.Option("--felt", help="Size of the felt in mm, as 1100x620.")
    ] = None,
    corners: Annotated[
        str | None,
        typer.Option("--corners", help="The felt's corners in pixels, clockwise: X,Y X,Y X,Y X,Y."),
    ] = None,
    layout: Annotated[
        str, typer.Option("--layout", help="First zones: casino, or seats-2 to seats-6.")
    ] = "casino",
    at: Annotated[
        float, typer.Option("--at", min=0.0, help="Of a recording: the second to look at.")
    ] = 0.0,
    name: Annotated[str, typer.Option("--name", help="Name of the table.")] = "",
    cyrillic: Annotated[bool, typer.Option("--cyrillic", help="Cards with В Д К Т.")] = False,
    anew: Annotated[bool, typer.Option("--anew", help="Forget zones and seats of before.")] = False,
    by: ByOption = None,
    lang: Lang = None,
) -> None:
    """Find the table in a picture, and write its profile and a picture of the errors.

    Lay four markers near the corners of the table, wherever you like, or four cards, or the board.
    Of a table that is known already, the zones stay; the version before is kept.
    """
    from calibration.layouts import LAYOUTS
    from calibration.lens_profile import load_lens
    from calibration.profile import load_profile
    from calibration.table_fit import Method
    from dealer_ui.calibrating_table import Wish, finish_table, found_table, still_of
    from dealer_ui.prompts import Catalogue
    from dealer_ui.seeing import cards_of
    from dealer_ui.settings import settings_from

    one_of("--method", method, tuple(Method))
    one_of("--layout", layout, LAYOUTS)
    with bad_input():
        settings = settings_from(os.environ, lang=lang)
        words = Catalogue.load(settings.lang)
        wish = Wish(
            method=Method(method) if method else None,
            lens=load_lens(lens) if lens else None,
            marker_mm=marker,
            card_mm=size_mm("--card", card),
            felt_mm=size_mm("--felt", felt) if felt else None,
            corners=_corners(corners) if corners else (),
            layout=layout,
            name=name,
            indices="cyrillic" if cyrillic else "latin",
        )
        old = None if anew or not profile.exists() else load_profile(profile)
        found = found_table(still_of(source, at), wish, cards_of(settings), words, old)
        lines = finish_table(found, wish, profile, old, by, words)
    for line in lines:
        typer.echo(line)


def size_mm(option: str, text: str) -> tuple[float, float]:
    """Read a size as 63x88; raises BadInputError that names the option.

    >>> size_mm("--card", "63x88")
    (63.0, 88.0)
    """
    try:
        width, height = (float(part) for part in text.lower().replace("×", "x").split("x"))
    except ValueError:
        raise BadInputError(Cause("size-unread", option), text) from None
    if not (10 < width < 5000 and 10 < height < 5000):
        raise BadInputError(Cause("size-absurd", option), text)
    return width, height


def _corners(text: str) -> tuple[tuple[float, float], ...]:
    try:
        pairs = [tuple(float(n) for n in pair.split(",")) for pair in text.split()]
        return tuple((x, y) for x, y in pairs)
    except ValueError:
        raise BadInputError(Cause("corners-unread", text)) from None
