"""`kozyr calibrate check`, `history`, `diff` and `undo`: is a profile right, and was it before."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from typing import Annotated

import typer

from dealer_ui.cli.calibrate_lens import ByOption, SourceArgument
from dealer_ui.cli.calibrate_table import ProfileArgument, size_mm
from dealer_ui.cli.watch import Lang
from dealer_ui.endings import RunFailedError, bad_input


def check(
    source: SourceArgument,
    profile: ProfileArgument,
    *,
    card: Annotated[
        str | None, typer.Option("--card", help="Size of the card in mm; the profile's if unset.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Lang = None,
) -> None:
    """Measure a card at nine places of the battle area, and print the error at each in mm.

    Lay one card after the other, or nine at once. Ends with 1 when the errors are too large.
    """
    from calibration.profile import load_profile
    from dealer_ui.checking import KnownTable, check_source, grid_lines, verdict
    from dealer_ui.prompts import Catalogue
    from dealer_ui.seeing import cards_of
    from dealer_ui.settings import settings_from
    from vision.table_look import load_look

    with bad_input():
        settings = settings_from(os.environ, lang=lang)
        words = Catalogue.load(settings.lang)
        known = load_profile(profile)
        card_mm = size_mm("--card", card) if card else known.deck.card_mm
        table = KnownTable(known, load_look(profile, known))
        done = check_source(source, table, card_mm, cards_of(settings), words)
    if as_json:
        errors = {str(place + 1): round(error, 2) for place, error in done.places.errors.items()}
        drift = None if done.drift is None else done.drift.figures
        told = {f"drift_{name}": round(value, 2) for name, value in drift or ()}
        typer.echo(json.dumps({"errors_mm": errors, **told, "good": done.is_good}))
    else:
        for line in [*grid_lines(done.places), *verdict(done, words)]:
            typer.echo(line)
    if not done.is_good:
        raise RunFailedError(words.text("calibrate.check.bad"))


def history(profile: ProfileArgument) -> None:
    """List the versions of a profile: when, who, how, how far off."""
    from calibration.history import versions
    from calibration.profile import load_profile

    with bad_input():
        now = load_profile(profile)
        for number, path in versions(profile).items():
            told = load_profile(path).provenance
            mark = "*" if number == now.provenance.version else " "
            when = f"{told.at:%Y-%m-%d %H:%M}" if told.at else "-"
            error = "-" if told.error_mm is None else f"{told.error_mm:.2f} mm"
            typer.echo(f"{mark} {number:>3}  {when}  {told.by or '-':<12} {told.method:<8} {error}")


def diff(
    profile: ProfileArgument,
    before: Annotated[int | None, typer.Argument(help="A version; the last but one.")] = None,
    after: Annotated[int | None, typer.Argument(help="Another; the present one.")] = None,
) -> None:
    """Show what changed between two versions of a profile."""
    from calibration.history import changes, load_version, versions
    from calibration.profile import load_profile

    with bad_input():
        now = load_profile(profile)
        numbers = [n for n in versions(profile) if n < (after or now.provenance.version)]
        if before is None and not numbers:
            return
        one = load_version(profile, numbers[-1] if before is None else before)
        two = now if after is None else load_version(profile, after)
        for change in changes(one, two):
            typer.echo(f"{change.field}: {_shown(change.before)} -> {_shown(change.after)}")


def undo(
    profile: ProfileArgument,
    *,
    to: Annotated[int | None, typer.Option("--to", help="The version to go back to.")] = None,
    by: ByOption = None,
) -> None:
    """Put an earlier version of a profile back; nothing is lost, undo can be undone."""
    from calibration.history import undo as put_back
    from dealer_ui.calibrating import somebody

    with bad_input():
        written = put_back(profile, by or somebody(), datetime.now(UTC), to)
    typer.echo(f"{profile}: version {written.provenance.version}")


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:117]}..."
