"""`kozyr tournament`: what is declared, decided and corrected beside the games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.cli.watch import Lang
from dealer_ui.endings import BadInputError, one_of
from engine.faults import Cause

File = Annotated[Path, typer.Argument(help="The tournament's journal.")]
MatchName = Annotated[str, typer.Argument(help="The match: F, 3P, SF1, QF3, P1.5", metavar="MATCH")]
Happened = Annotated[
    bool, typer.Option("--happened", help="It has happened already: record it with its flag.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON; amounts in minor units.")]
By = Annotated[str, typer.Option("--by", help="Who decided.")]
Why = Annotated[str, typer.Option("--why", help="The reason.")]


def score(
    file: File,
    match: MatchName,
    shown: Annotated[str, typer.Argument(help="The score board, such as 4-2.")],
    *,
    happened: Happened = False,
    lang: Lang = None,
) -> None:
    """Compare the score board with the record."""
    from dealer_ui.tournament_desk import catalogue, keep
    from engine.tournament_events import ScoreShown

    left, dash, right = shown.partition("-")
    if not (dash and left.isdecimal() and right.isdecimal()):
        raise BadInputError(Cause("score-unread", shown))
    event = ScoreShown(match.upper(), int(left), int(right))
    keep(file, lambda _: event, catalogue(lang), happened=happened)


def over(
    file: File, match: MatchName, winner: str, *, happened: Happened = False, lang: Lang = None
) -> None:
    """Call a match over."""
    from dealer_ui.tournament_desk import catalogue, keep
    from engine.tournament_events import CalledOver

    event = CalledOver(match.upper(), winner)
    keep(file, lambda _: event, catalogue(lang), happened=happened)


def award(
    file: File, match: MatchName, winner: str, *, by: By, why: Why, lang: Lang = None
) -> None:
    """Give a match to a side, where the rules are silent: the inspector decides."""
    from dealer_ui.tournament_desk import catalogue, keep
    from engine.tournament_events import Awarded

    keep(file, lambda _: Awarded(match.upper(), winner, by, why), catalogue(lang))


def shares(
    file: File,
    choice: Annotated[str, typer.Argument(help="first-place, in-proportion or equally")],
    *,
    by: By,
    lang: Lang = None,
) -> None:
    """Choose who gets the shares of places that nobody took (fewer than eight entrants)."""
    from dealer_ui.tournament_desk import catalogue, keep
    from engine.prizes import EmptyPlaces
    from engine.tournament_events import SharesChosen

    one_of("CHOICE", choice, EmptyPlaces)
    keep(file, lambda _: SharesChosen(EmptyPlaces(choice), by), catalogue(lang))


def correct(file: File, number: int, *, by: By, why: Why, lang: Lang = None) -> None:
    """Take a record back; it stays in the journal, and everything after it is judged anew."""
    from dealer_ui.tournament_desk import catalogue, keep
    from engine.tournament_events import Corrected

    keep(file, lambda _: Corrected(number, by, why), catalogue(lang))
