"""A replayed game as a game record (DKN): its moves as they stand, their flags, the rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.findings import is_shown
from engine.moves import Lead
from engine.record import FORMAT, Entry, Flag, GameRecord, Outcome, Part, Ruling
from engine.results import Result
from engine.seats import Actor
from engine.standing import Standing, Step
from engine.state import Game
from journal.replay import PlayedGame

HUNDREDTHS = 10_000
NOBODY = "?"


def record_of(
    played: PlayedGame,
    standing: Standing | None = None,
    rulings: Mapping[int, Sequence[Ruling]] | None = None,
) -> GameRecord:
    """Return the record of a game; `standing` is how it stands after rulings, if there are any.

    `rulings` are what people decided of moves, by the number of the move.
    """
    after = standing or played.standing
    parts: list[list[Entry]] = [[]]
    for step in after.steps:
        if step.is_void:
            continue
        if isinstance(step.move, Lead) and (len(parts) > 1 or parts[0]):
            parts.append([])
        parts[-1].append(_entry(step, after, (rulings or {}).get(step.number, ())))
    numbered = tuple(Part(number, tuple(entries)) for number, entries in enumerate(parts))
    return GameRecord(tuple(_headers(played, after.game)), (), numbered, _outcome(after.game))


def _headers(played: PlayedGame, game: Game) -> Iterator[tuple[str, str]]:
    yield "Format", FORMAT
    yield "Profile", game.rules.label
    if played.table:
        yield "Table", played.table
    if played.source:
        yield "Source", played.source
    yield "Game", str(game.game_no)
    if game.trump_card is not None:
        yield "Trump", str(game.trump_card)
    if game.previous_winner is not None:
        yield "FirstLead", str(game.previous_winner)
        yield "FirstLeadBy", "winner_prev"
    yield from ((str(seat), NOBODY) for seat in game.players)


def _entry(step: Step, standing: Standing, rulings: Sequence[Ruling]) -> Entry:
    flags = tuple(
        Flag(flag.violation.code, flag.violation.verdict)
        for flag in step.flags
        if flag.id not in standing.dismissed and is_shown(flag.violation)
    )
    tenths = max(0, round(step.taken_at * 10))
    sure = round(step.probability * HUNDREDTHS)
    return Entry(step.move, tenths, sure, flags, tuple(rulings))


def _outcome(game: Game) -> Outcome:
    result = game.result
    if result is None:
        return Outcome(is_finished=False)
    winners = _winners(result, game)
    return Outcome(winners, None if winners or result.loser is None else result.loser)


def _winners(result: Result, game: Game) -> tuple[Actor, ...]:
    if result.is_draw and len(game.players) == 2:
        return ()
    return result.team or (() if result.winner is None else (result.winner,))
