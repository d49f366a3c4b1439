"""`kozyr read`: name the cards on photographs."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_ui.cli.watch import Lang
from dealer_ui.endings import BadInputError, about, bad_input

if TYPE_CHECKING:
    from dealer_ui.prompts import Catalogue
    from vision.crops import Picture
    from vision.eye import Eye
    from vision.seen import SeenCard


def read(
    places: Annotated[
        list[Path], typer.Argument(help="Pictures, or folders of them.", metavar="IMAGE|FOLDER…")
    ],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON list.")] = False,
    save: Annotated[
        Path | None, typer.Option("--save", help="Draw what was read into pictures in this folder.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Name the cards on photographs; what cannot be read is called unreadable, not guessed."""
    from dealer_ui.decks import deck_of
    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import settings_from
    from vision.eye import open_eye
    from vision.network import Backend

    with bad_input():
        settings = settings_from(os.environ, lang=lang)
        paths = photos_in(places)
        eye = open_eye(Backend(settings.backend), folder=settings.weights, deck=deck_of(settings))
    words = Catalogue.load(settings.lang)
    told: list[dict[str, object]] = []
    troubles: list[str] = []
    for path in paths:
        try:
            told.append(_read(path, eye, save, None if as_json else words))
        except BadInputError as error:
            troubles.append(error.said(words))
    if as_json:
        typer.echo(json.dumps(told, ensure_ascii=False))
    if troubles:
        raise BadInputError("; ".join(troubles))


def _read(path: Path, eye: Eye, save: Path | None, words: Catalogue | None) -> dict[str, object]:
    """Read one photograph and tell what was seen; one that is broken raises BadInputError."""
    from vision import photo

    try:
        picture = photo.load_photo(path)
    except photo.PhotoError as error:
        raise about(error) from error
    seen = photo.read_photo(eye, picture)
    if words is not None:
        typer.echo(f"{path}: {', '.join(names(seen, words)) or words.text('cli.no-cards')}")
        if black := black_faces(picture, seen):
            typer.echo(f"{path}: {words.text('deck.black-faces', count=black)}")
    if save is not None:
        _save(photo.annotated(picture, seen), save / f"{path.stem}.png")
    return photo.as_json(path, seen)


def photos_in(places: list[Path]) -> list[Path]:
    """Return every picture in files and folders; raises BadInputError for what is not there."""
    from vision.photo import PhotoError, pictures_in

    try:
        return list(pictures_in(places))
    except PhotoError as error:
        raise about(error) from error


def names(seen: tuple[SeenCard, ...], words: Catalogue) -> list[str]:
    """Name what was seen, each face with how sure the reading is."""
    return [
        f"{words.card(card.card)} {card.probability:.0%}"
        if card.card is not None
        else words.text(f"cli.{card.kind}")
        for card in seen
    ]


def black_faces(picture: Picture, seen: tuple[SeenCard, ...]) -> int:
    """Count cards on black paper where no face can be read; the reader takes them for backs."""
    import numpy as np

    from vision.deck_check import is_black_face
    from vision.seen import Kind

    if any(card.kind is Kind.FACE for card in seen):
        return 0
    unread = (card for card in seen if card.kind in {Kind.UNREADABLE, Kind.BACK})
    return sum(is_black_face(picture, np.array(card.quad, np.float64)) for card in unread)


def _save(picture: object, path: Path) -> None:
    import cv2
    import numpy as np

    with bad_input():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(".png", np.asarray(picture))[1].tobytes())
