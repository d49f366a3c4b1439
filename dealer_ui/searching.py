"""Searching a journal: by card, rule, seat, dealer, table and date."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from dealer_ui.exporting.chapters import moment
from dealer_ui.prompts import Catalogue
from dealer_ui.telling import tell
from engine.cards import Card, parse_card
from engine.row_reading import cards_in
from engine.rows import move_row
from engine.seats import Actor
from engine.standing import Step
from engine.verdict import Code
from journal.dealers import Dealers
from journal.desk import Desk
from journal.incidents import Incident

MOST_MOVES = 100


@dataclass(frozen=True, slots=True)
class Wish:
    """What is looked for; what is empty does not matter. Dates are this computer's."""

    card: Card | None = None
    rule: Code | None = None
    seat: Actor | None = None
    dealer: str = ""
    table: str = ""
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class FoundMove:
    """A move with the card that was looked for, and where it is looked at."""

    game: int
    number: int
    at: str
    told: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where and when something happened."""

    table: str
    dealer: str
    day: date


def found_incidents(desk: Desk, wish: Wish) -> Iterator[Incident]:
    """Yield the incidents that are looked for, the newest first."""
    places = _Places(desk)
    for incident in reversed(desk.incidents):
        if _is_meant(incident, wish) and _is_there(places.of(incident.seq), wish):
            yield incident


def found_moves(desk: Desk, wish: Wish, words: Catalogue) -> tuple[FoundMove, ...]:
    """Return the last moves with the card that is looked for; none where none is."""
    if wish.card is None:
        return ()
    places, found = _Places(desk), []
    for game in reversed(desk.games):
        if not _is_there(places.of(game.seq), wish):
            continue
        for step in reversed(game.standing.steps):
            if wish.card in _cards_of(step) and not step.is_void:
                told = words.told(tell(step.move))
                found.append(FoundMove(game.seq, step.number, moment(step.taken_at), told))
    return tuple(found[:MOST_MOVES])


def _cards_of(step: Step) -> set[Card]:
    row = move_row(step.move)
    on = row.get("on")
    return {*cards_in(row), *([parse_card(str(on))] if on else [])}


def _is_meant(incident: Incident, wish: Wish) -> bool:
    on = {flag.violation.on for flag in incident.flags}
    return (
        (wish.card is None or wish.card in {*incident.cards, *on})
        and (wish.rule is None or wish.rule in incident.codes)
        and (wish.seat is None or wish.seat in incident.seats)
    )


def _is_there(place: Place, wish: Wish) -> bool:
    return (
        wish.dealer.casefold() in place.dealer.casefold()
        and wish.table.casefold() in place.table.casefold()
        and (wish.since is None or place.day >= wish.since)
        and (wish.until is None or place.day <= wish.until)
    )


class _Places:
    """Remembers which run every row belongs to, and who dealt."""

    def __init__(self, desk: Desk) -> None:
        self._rows = desk.told
        self._runs = [row for row in desk.told if row.begins_run]
        self._dealers = Dealers(desk.told)

    def of(self, seq: int) -> Place:
        run = next((r for r in reversed(self._runs) if r.seq <= seq), self._rows[0])
        day = datetime.fromisoformat(self._rows[seq - 1].wall).astimezone().date()
        return Place(str(run.content.get("table", "")), self._dealers.at(seq), day)
