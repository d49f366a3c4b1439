"""`kozyr album`: recorded clips with their right answers, tried again after every change."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_ui.cli.watch import Lang
from dealer_ui.endings import RUN_FAILED, bad_input

if TYPE_CHECKING:
    from dealer_ui.answers import Difference
    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import Settings

app = typer.Typer(help="Keep clips with their right answers, and check them.", no_args_is_help=True)

Folder = Annotated[
    Path | None, typer.Option("--album", help="The album's folder; among the data if unset.")
]


@app.command("add")
def add(
    clip: Annotated[Path, typer.Argument(help="The recording, CLIP.mp4.")],
    *,
    truth: Annotated[
        Path | None,
        typer.Option("--truth", help="Its right answer; CLIP.truth.json beside it if unset."),
    ] = None,
    table: Annotated[
        Path | None,
        typer.Option("--table", help="Its table profile; CLIP.input.json beside it if unset."),
    ] = None,
    name: Annotated[str, typer.Option("--name", help="A name; that of the file if unset.")] = "",
    album: Folder = None,
    lang: Lang = None,
) -> None:
    """Add a recorded clip with its right answer to the album.

    A right answer is FILE.toml with moves = ["A>7c", "B:9c/7c"], flags = ["BEAT_WRONG_SUIT B"] and,
    where the clip begins in the middle of a game, start = "A6/B6|9h|t24|d0|-|-|bout 2"; or the
    FILE.json that comes with a film.
    """
    from dealer_ui.album import Clip, add_page

    settings, words = _begun(lang)
    with bad_input():
        page, right = add_page(_folder(album, settings), Clip(clip, truth, table, name))
    moves, flags = len(right.right.moves), len(right.right.flags)
    typer.echo(words.text("album.added", name=page.name, moves=moves, flags=flags))


@app.command("check")
def check(
    folder: Annotated[
        Path | None, typer.Argument(help="The album's folder; among the data if unset.")
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    lang: Lang = None,
) -> None:
    """Watch every clip of the album and say what differs from its right answer.

    Ends with 0 where nothing differs, with 1 where something does.
    """
    from dealer_ui.album import check_page, pages_of

    settings, words = _begun(lang)
    found: dict[str, tuple[Difference, ...]] = {}
    with bad_input():
        for page in pages_of(_folder(folder, settings)):
            found[page.name] = check_page(page, settings)
            if not as_json:
                typer.echo("\n".join(_lines(page.name, found[page.name], words)))
    wrong = sum(bool(differs) for differs in found.values())
    if as_json:
        rows = {name: [[d.kind, d.what] for d in differs] for name, differs in found.items()}
        typer.echo(json.dumps({"clips": rows}, ensure_ascii=False))
    else:
        key = "album.wrong" if wrong else "album.right"
        typer.echo(words.text(key, clips=len(found), wrong=wrong))
    if wrong:
        raise typer.Exit(RUN_FAILED)


def _begun(lang: str | None) -> tuple[Settings, Catalogue]:
    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import settings_from

    with bad_input():
        settings = settings_from(os.environ, lang=lang)
    return settings, Catalogue.load(settings.lang)


def _folder(given: Path | None, settings: Settings) -> Path:
    return given or settings.data / "album"


def _lines(name: str, differs: tuple[Difference, ...], words: Catalogue) -> list[str]:
    """Return what is said of one clip."""
    if not differs:
        return [words.text("album.clip-right", name=name)]
    told = [f"  {words.text(f'album.{one.kind}', what=one.what)}" for one in differs]
    return [words.text("album.clip-wrong", name=name), *told]
