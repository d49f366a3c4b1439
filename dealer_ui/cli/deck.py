"""`kozyr deck`: the deck on the table: enrolled, checked, and taken away again."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_ui.cli.watch import Lang
from dealer_ui.endings import BadInputError, bad_input
from engine.faults import Cause

if TYPE_CHECKING:
    from calibration.profile import TableProfile
    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import Settings
    from vision.deck import Expected
    from vision.enrol_sources import EnrolRefusedError

app = typer.Typer(help="Enrol and check the deck on the table.", no_args_is_help=True)

Source = Annotated[
    str, typer.Argument(help="A folder of pictures, a picture, a film, /dev/video0 or rtsp://…")
]
Table = Annotated[
    Path | None, typer.Option("--table", help="The table profile: letters on the cards, and deck.")
]


@app.command("enrol")
def enrol(
    source: Source,
    *,
    name: Annotated[str, typer.Option("--name", help="A name for the deck.")],
    table: Table = None,
    in_order: Annotated[
        bool,
        typer.Option("--in-order", help="The cards lie in four rows: ♣ ♦ ♥ ♠, each 6 to ace."),
    ] = False,
    as_named: Annotated[
        bool,
        typer.Option("--as-named", help="Believe names and rows even against a sure reading."),
    ] = False,
    lang: Lang = None,
) -> None:
    """Learn a deck from a spread of its 36 cards, or from cards shown one by one.

    Nothing is kept unless all 36 are there and none twice. Pictures may be named after their
    cards: 6c.jpg, Qs-2.jpg, back.jpg.
    """
    from dealer_ui.enrolling import enrol_from
    from vision.enrol import How
    from vision.enrol_sources import EnrolRefusedError

    settings, profile, words = _begun(table, lang)
    if not name.replace("-", "").replace("_", "").isalnum():
        raise BadInputError(Cause("deck-name", name))
    indices = profile.deck.indices if profile else "latin"
    try:
        with bad_input():
            deck = enrol_from(settings, source, name, How(in_order, as_named), datetime.now(UTC))
    except EnrolRefusedError as error:
        raise BadInputError(_refused(error, words, indices)) from error
    typer.echo(words.text("deck.enrolled", name=name, count=deck.expected.views))
    key = "backs-enrolled" if deck.backs else "no-backs"
    typer.echo(words.text(f"deck.{key}", count=len(deck.backs)))
    typer.echo(_expected("expect", deck.expected, words))
    measured = "measured-again" if deck.expected.again else "measured-ends"
    typer.echo(words.text(f"deck.{measured}"))
    typer.echo(words.text("deck.goes-live", how=_live(table, name)))


def _begun(table: Path | None, lang: str | None) -> tuple[Settings, TableProfile | None, Catalogue]:
    from calibration.profile import load_profile
    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import settings_from

    with bad_input():
        settings = settings_from(os.environ, lang=lang)
        profile = load_profile(table) if table else None
    return settings, profile, Catalogue.load(settings.lang)


def _refused(error: EnrolRefusedError, words: Catalogue, indices: str) -> str:
    from dealer_ui.decks import printed

    cards = " ".join(printed(card, indices) for card in error.cards)
    return words.text(f"deck.refusal.{error.refusal}", cards=cards, things=", ".join(error.things))


def _expected(key: str, expected: Expected, words: Catalogue, name: str = "") -> str:
    after, wrong = expected.after
    return words.text(f"deck.{key}", name=name, after=after, wrong=wrong, before=expected.before[0])


def _live(table: Path | None, name: str) -> str:
    """Name the deck in the table's profile, if one was given; return how else to name it."""
    from dealer_ui.decks import put_in_play

    if table is None:
        return f"[deck] enrolled = {name!r}, KOZYR_DECK={name}"
    with bad_input():
        put_in_play(table, name)
    return str(table)


@app.command("unenrol")
def unenrol(name: str, *, table: Table = None, lang: Lang = None) -> None:
    """Take an enrolled deck away; the reader is then exactly as it was."""
    from dealer_ui.decks import decks_folder, put_in_play
    from vision.deck import remove_deck

    settings, _, words = _begun(table, lang)
    with bad_input():
        remove_deck(decks_folder(settings), name)
        if table is not None:
            put_in_play(table, "")
    typer.echo(words.text("deck.removed", name=name))


@app.command("list")
def list_(*, lang: Lang = None) -> None:
    """List the enrolled decks and how well each is read."""
    from dealer_ui.decks import decks_folder
    from vision.deck import enrolled_decks, load_deck
    from vision.registry import read_registry

    settings, _, words = _begun(None, lang)
    folder = decks_folder(settings)
    names = enrolled_decks(folder)
    for name in names:
        with bad_input():
            deck = load_deck(folder, name, read_registry(settings.weights))
        typer.echo(_expected("line", deck.expected, words, name))
    if not names:
        typer.echo(words.text("deck.none"))


@app.command("check")
def check(
    source: Source,
    *,
    table: Table = None,
    journal: Annotated[
        Path | None, typer.Option("--journal", help="Write the result into this journal.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    lang: Lang = None,
) -> None:
    """Check that all 36 cards are there, none twice, and none of another deck."""
    from dealer_ui.deck_words import report_told
    from dealer_ui.enrolling import check_from, keep_check
    from vision.enrol_sources import EnrolRefusedError

    settings, profile, words = _begun(table, lang)
    indices = profile.deck.indices if profile else "latin"
    try:
        with bad_input():
            report, compared = check_from(settings, profile, source)
            if journal is not None:
                keep_check(settings, profile, journal, source, report)
    except EnrolRefusedError as error:
        raise BadInputError(_refused(error, words, indices)) from error
    if as_json:
        typer.echo(json.dumps(report.row()))
    else:
        for line in report_told(report, words, indices, compared=compared):
            typer.echo(line)
    if not report.is_right:
        raise typer.Exit(1)
