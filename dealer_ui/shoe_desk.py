"""Where the shoe meets the line: its cards complete what the camera saw, the rules lock it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from dealer_ui.watching import Hearing, MoveReading
from engine.faults import Fault
from engine.happenings import Broke, Happening, Mended
from engine.ports import Sighting
from engine.seat_signs import seat_signs
from engine.seats import Actor
from engine.shoe import (
    Allowance,
    CardOut,
    Counted,
    Emptied,
    Jammed,
    LidMoved,
    Shoe,
    ShoeNews,
    allowance,
)
from engine.shoe_reading import ShoeReader
from engine.signals import SeatSign
from engine.standing import Standing
from engine.state import Game
from engine.table import TableState
from hardware.line import Health, LineState


class SeatLights(Protocol):
    """Whatever has lamps at the seats: a strip of lights, or the shoe."""

    def point(self, seats: Mapping[Actor, SeatSign]) -> None:
        """Show signs at seats; never blocks, never raises."""
        ...


class SeatPointer:
    """A page that is the lamps at the seats."""

    def __init__(self, lights: Sequence[SeatLights]) -> None:
        """Point with each of the lights."""
        self._lights = tuple(lights)

    def publish(self, standing: Standing) -> None:
        """Point at whose turn it is, and at whose cards are to be looked at."""
        signs = seat_signs(standing)
        for light in self._lights:
            light.point(signs)


class ShoeDesk:
    """Reader of moves, hearing and page of a table that has a shoe."""

    def __init__(
        self, shoe: Shoe, reading: MoveReading, hearing: Hearing, line_news: deque[Health]
    ) -> None:
        """Stand between a shoe and those who read moves and hear people without it.

        `line_news` is where the shoe's line says how it is, from its own thread.
        """
        self._shoe = shoe
        self._reading = reading
        self._hearing = hearing
        self._reader = ShoeReader()
        self._allowed: tuple[Allowance | None, int] | None = None
        self._line_news = line_news

    def read(self, state: TableState, game: Game) -> Sequence[Sighting]:
        """Return the moves that explain what has settled, with the shoe's counts and faces."""
        seen = (self._reader.complete(s) for s in self._reading.read(state, game))
        return tuple(sighting for sighting in seen if sighting is not None)

    def heard(self, standing: Standing, taken_at: float) -> Iterable[Happening]:
        """Yield what people said, what the shoe told, and packets that the camera missed."""
        yield from self._hearing.heard(standing, taken_at)
        while self._line_news:
            yield from _line_happening(self._line_news.popleft(), taken_at)
        for news in self._shoe.news():
            yield from self._happening(news, taken_at)
        yield from self._reader.overdue(standing.game, taken_at)

    def publish(self, standing: Standing) -> None:
        """Let out of the shoe what the rules let out now."""
        game = standing.game
        wanted = allowance(game), game.talon
        if wanted != self._allowed:  # the same packet once more is another packet: cards have gone
            self._allowed = wanted
            self._shoe.allow(wanted[0])

    def _happening(self, news: ShoeNews, taken_at: float) -> Iterator[Happening]:
        match news:
            case CardOut():
                self._reader.hear(news, taken_at)
            case Jammed(is_stuck=holds):
                yield _condition(Fault.SHOE_JAMMED, holds, taken_at)
            case LidMoved(is_open=holds):
                yield _condition(Fault.SHOE_OPEN, holds, taken_at)
            case Emptied() | Counted():
                return


def _condition(fault: Fault, holds: bool, taken_at: float) -> Happening:  # noqa: FBT001 - as told
    return Broke(fault, "", taken_at) if holds else Mended(fault, taken_at)


def _line_happening(health: Health, taken_at: float) -> Iterator[Happening]:
    match health.state:
        case LineState.DOWN:
            yield Broke(Fault.SHOE_LOST, health.detail, taken_at, cause=health.cause)
        case LineState.UP:
            yield Mended(Fault.SHOE_LOST, taken_at)
        case LineState.OPENING:
            return
