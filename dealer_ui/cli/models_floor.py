"""`kozyr models harvest`: doubted and corrected cards become pictures to train with."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.endings import BadInputError, bad_input
from engine.faults import Cause


def harvest(
    journal: Annotated[Path, typer.Argument(help="The table's journal.")],
    film: Annotated[str, typer.Argument(help="The recording that the journal was kept of.")],
    into: Annotated[Path, typer.Argument(help="A new folder for the cards to review.")],
) -> None:
    """Gather the cards that were doubted or corrected, under the names that people gave them.

    Review the folder crops/: move a crop into the folder of its true card, or delete it. Training
    reads what is left: python -m models.draw.floor FOLDER.
    """
    from dealer_ui.harvesting import harvest as gather
    from dealer_ui.settings import settings_from

    if into.exists() and any(into.iterdir()):
        raise BadInputError(Cause("harvest-not-empty", str(into)))
    with bad_input():
        doubts, cards = gather(settings_from(os.environ), journal, film, into)
    typer.echo(f"{doubts} doubts and corrections, {cards} cards for review in {into}")
