"""`kozyr floor tell`: what a table is told to do from the floor."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.endings import RunFailedError, bad_input

app = typer.Typer(help="Tell a table to do something; signed by the floor.", no_args_is_help=True)
Folder = Annotated[Path, typer.Argument(help="The floor's folder.")]
Table = Annotated[str, typer.Argument(help="Which table.")]
By = Annotated[str, typer.Option("--by", help="Who says so; can be forgotten.")]
Wait = Annotated[float, typer.Option("--wait", help="Seconds to wait for the outcome.")]


@app.command("ruling")
def ruling(
    folder: Folder,
    table: Table,
    incident: Annotated[str, typer.Argument(help="The incident, such as i57.")],
    decision: Annotated[str, typer.Argument(help="uphold, overturn, camera-error, …")],
    by: By,
    *,
    reason: Annotated[str, typer.Option("--reason")] = "other",
    note: Annotated[str, typer.Option("--note")] = "",
    truth: Annotated[list[str] | None, typer.Option("--truth", help="m12=A>7c")] = None,
    winner: Annotated[str, typer.Option("--winner", help="A … F, draw")] = "",
    wait: Wait = 10.0,
) -> None:
    """Rule an incident, as kozyr journal rule does at the table."""
    told: dict[str, object] = {"kind": "ruling", "incident": incident, "decision": decision}
    told |= {"reason": reason, "note": note, "truths": truth or [], "winner": winner}
    _tell(folder, table, by, told, wait)


@app.command("correction")
def correction(
    folder: Folder,
    table: Table,
    move: Annotated[int, typer.Argument(help="The number of the move.")],
    by: By,
    *,
    seat: Annotated[str | None, typer.Option("--seat", help="Who it was: A, B, …")] = None,
    card: Annotated[list[str] | None, typer.Option("--card", help="As 7c; several times.")] = None,
    on: Annotated[str | None, typer.Option("--on", help="What it beats, as 6c.")] = None,
    nothing: Annotated[bool, typer.Option("--nothing", help="There was no move.")] = False,
    wait: Wait = 10.0,
) -> None:
    """Say what a move truly was, as the dealer's page does."""
    said = {"move": move, "nothing": nothing, "seat": seat, "cards": card, "on": on}
    told: dict[str, object] = {"kind": "correction", "said": {**said, "who": "inspector"}}
    _tell(folder, table, by, told, wait)


@app.command("rules")
def rules(
    folder: Folder,
    table: Table,
    by: By,
    *,
    profile: Annotated[str, typer.Option("--profile", help="A profile by its name.")] = "",
    file: Annotated[Path | None, typer.Option("--file", help="Or FILE.toml.")] = None,
    wait: Wait = 10.0,
) -> None:
    """Let a table play by other house rules from its next start on."""
    with bad_input():
        text = file.read_text(encoding="utf-8") if file else ""
    _tell(folder, table, by, {"kind": "rules", "profile": profile, "text": text}, wait)


@app.command("promotion")
def promotion(
    folder: Folder,
    table: Table,
    candidate: Annotated[str, typer.Argument(help="A folder below the table's candidates.")],
    by: By,
    why: Annotated[str, typer.Option("--why", help="It stands in the registry.")],
    *,
    insists: Annotated[
        bool, typer.Option("--insists", help="Though worse or not measured.")
    ] = False,
    wait: Wait = 30.0,
) -> None:
    """Put other models live at a table from its next start on."""
    told: dict[str, object] = {
        "kind": "promotion",
        "candidate": candidate,
        "why": why,
        "insists": insists,
    }
    _tell(folder, table, by, told, wait)


@app.command("clip")
def clip(
    folder: Folder,
    table: Table,
    incident: Annotated[str, typer.Argument(help="The incident, such as i57.")],
    out: Annotated[Path, typer.Argument(help="Where it is written, OUT.mp4.")],
    by: By,
    *,
    wait: Wait = 60.0,
) -> None:
    """Fetch the clip of an incident; who sees it is a row at the table before it is sent."""
    from dealer_ui.floor.ordering_tables import take_clip

    if name := _tell(folder, table, by, {"kind": "clip", "incident": incident}, wait):
        with bad_input():
            out.write_bytes(asyncio.run(take_clip(folder, table, name)))


def _tell(folder: Path, table: str, by: str, told: dict[str, object], wait_s: float) -> str:
    """Tell a table, say what came of it, and return the file that it sent, if any."""
    from dealer_ui.floor.ordering_tables import Said, order_table
    from dealer_ui.floor.orders import told_to
    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import settings_from

    with bad_input():
        tell = told_to(table, told, by)
        words = Catalogue.load(settings_from(os.environ).lang)
        at = datetime.now(UTC).isoformat()
        heard = asyncio.run(order_table(folder, table, Said(tell, by, at), wait_s))
    if not heard.outcome:
        typer.echo(words.text("floor.order-waits", order=heard.order))
    elif heard.why:
        why = words.text(f"floor.refused.{heard.why}", more=heard.more)
        raise RunFailedError(words.text("floor.order-refused", order=heard.order, why=why))
    else:
        typer.echo(words.text("floor.order-done", order=heard.order))
    return heard.file
