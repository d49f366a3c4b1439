"""Words for the tournament tests: a tournament told by its events."""

from __future__ import annotations

from engine.tournament import apply_event, check, fold
from engine.tournament_bracket import bye_count
from engine.tournament_events import Drawn, Entered, FeePaid, Opened, Played, Record

FEE = 10_000
PLAN = Opened("Cup", "casino-by-2001@1", FEE, 8000, "BYN")


def names(number):
    return tuple(f"E{n:02d}" for n in range(1, number + 1))


def records(*events):
    return tuple(Record(number, event) for number, event in enumerate(events, 1))


def told(*events):
    return fold(records(*events)).tournament


def begun(number, *events):
    """Return the events of a tournament whose lots are drawn in the order of entry."""
    order = names(number)
    return (
        PLAN,
        *(Entered(name) for name in order),
        *(FeePaid(name, FEE) for name in order),
        Drawn(order, order[: bye_count(number)]),
        *events,
    )


def won(match, winner, times):
    return [Played(match, winner)] * times


def flags(events, event):
    """Return the codes that an event earns next."""
    return [found.violation.code for found in check(records(*events), event)]


def played_out(events, winner_of=lambda match: match.sides[0]):
    """Play every match that can be played until none is left."""
    events, tournament = list(events), told(*events)
    while True:
        ready = [m for m in tournament.matches if m.is_ready and not m.is_over]
        if not ready:
            return events
        for match in ready:
            games = won(match.name, winner_of(match), match.target)
            events += games
            for game in games:
                tournament = apply_event(tournament, game)
