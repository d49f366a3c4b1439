"""`kozyr watch`: watch a table, live or recorded."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.endings import bad_input

Lang = Annotated[
    str | None, typer.Option("--lang", help="Language of prompts: ru, be or en.", metavar="LANG")
]


def watch(
    source: Annotated[
        str | None,
        typer.Argument(help="A film, a folder of pictures, /dev/v4l/by-id/…, or rtsp://…"),
    ] = None,
    *,
    table: Annotated[
        Path | None, typer.Option("--table", help="The table profile, PROFILE.toml.")
    ] = None,
    settings: Annotated[
        Path | None,
        typer.Option("--settings", help="The table's file, SETTINGS.toml, with all of the above."),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option("--rules", help="House rules or FILE.toml; the table's own if unset."),
    ] = None,
    tournament: Annotated[
        Path | None,
        typer.Option("--tournament", help="The tournament's journal, of kozyr tournament."),
    ] = None,
    match: Annotated[
        str | None,
        typer.Option("--match", help="The match played here; else the one seated at this table."),
    ] = None,
    light: Annotated[
        str | None,
        typer.Option("--light", help="The light, as /dev/serial/by-id/…, sl60:…, wled:…"),
    ] = None,
    shoe: Annotated[
        str | None, typer.Option("--shoe", help="Serial port of the card shoe.")
    ] = None,
    events: Annotated[
        Path | None, typer.Option("--events", help="Write moves and flags as JSON lines.")
    ] = None,
    journal: Annotated[
        Path | None,
        typer.Option("--journal", help="The journal; of a live table kept anyway if unset."),
    ] = None,
    serve: Annotated[
        str | None, typer.Option("--serve", help="Serve the dealer's page at HOST:PORT.")
    ] = None,
    video: Annotated[
        Path | None, typer.Option("--video", help="Keep the judged frames as video in this folder.")
    ] = None,
    dealer: Annotated[
        str | None, typer.Option("--dealer", help="Who deals, for the statistics.")
    ] = None,
    realtime: Annotated[
        bool, typer.Option("--realtime", help="Play a recording at its own pace.")
    ] = False,
    anew: Annotated[
        bool,
        typer.Option("--anew", help="Begin another game though the last one was broken off."),
    ] = False,
    lang: Lang = None,
) -> None:
    """Watch a table: judge every move, show the light, keep the journal, serve the page.

    A recording is watched to its end, as fast as possible, unless --realtime is given. A live
    table goes on with the game that a crash or a stop broke off within the last 15 minutes.
    """
    from dealer_ui.ordering import order_from, watch_order
    from dealer_ui.orders import Pace
    from dealer_ui.settings import settings_from

    with bad_input():
        known = settings_from(
            os.environ,
            settings,
            lang=lang,
            source=source,
            profile=table,
            rules=rules,
            tournament=tournament,
            match=match,
            light=light,
            shoe=shoe,
            journal=journal,
            events=events,
            serve=serve,
            video=video,
            dealer=dealer,
        )
        order = order_from(known, os.environ, Pace.LIVE if realtime else Pace.FAST, anew=anew)
    watch_order(order)
