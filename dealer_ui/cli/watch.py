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
        str, typer.Argument(help="A film, a folder of pictures, /dev/video0, or rtsp://…")
    ],
    *,
    table: Annotated[Path, typer.Option("--table", help="The table profile, PROFILE.toml.")],
    rules: Annotated[
        str | None, typer.Option("--rules", help="House rules; the profile's own if unset.")
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
    realtime: Annotated[
        bool, typer.Option("--realtime", help="Play a recording at its own pace.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Watch a table: judge every move, show the light, keep the journal, serve the page.

    A recording is watched to its end, as fast as possible, unless --realtime is given.
    """
    from calibration.profile import load_profile
    from dealer_ui.ordering import watch_order
    from dealer_ui.serving import parse_address
    from dealer_ui.settings import settings_from
    from dealer_ui.wiring import Order, Pace
    from engine.house import load_rules

    with bad_input():
        profile = load_profile(table)
        order = Order(
            source=source,
            profile=profile,
            rules=load_rules(rules or profile.rules),
            settings=settings_from(os.environ, lang=lang),
            light=light,
            shoe=shoe,
            journal=journal,
            events=events,
            serve=parse_address(serve) if serve else None,
            pace=Pace.LIVE if realtime else Pace.FAST,
        )
    watch_order(order)
