"""What the shoe adds to what the camera sees: how many cards went to a hand, and which.

The camera tells to whom a packet went, the shoe how many cards it had and, where it reads faces,
which. What the camera missed the shoe tells alone, after a while, by whom it was told to serve.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.moves import Deal, Draw, Move, ShowTrump
from engine.ports import Sighting
from engine.seats import Actor
from engine.shoe import CardOut, allowance
from engine.state import Game, Phase

PATIENCE_S = 3.0
"""How long after the shoe the camera may still tell of a packet."""

LATE_S = 6.0
"""How long the camera's late news of a packet is taken for the one that was told already."""

SURE = 0.95
"""How sure the shoe's word alone is: it counts, and was told whom to serve."""


@dataclass(frozen=True, slots=True)
class _Out:
    card: CardOut
    at: float


@dataclass(frozen=True, slots=True)
class _Told:
    seat: Actor
    count: int
    at: float


@dataclass(slots=True)
class ShoeReader:
    """Brings together what left the shoe and what the camera saw arrive."""

    _waiting: list[_Out] = field(default_factory=list)
    _told: list[_Told] = field(default_factory=list)

    def hear(self, card: CardOut, taken_at: float) -> None:
        """Take in that a card left the shoe, at the camera's time."""
        self._waiting.append(_Out(card, taken_at))

    def complete(self, sighting: Sighting) -> Sighting | None:
        """Return a sighting with the shoe's count and faces; None if it was told before."""
        match sighting.move:
            case Deal(to=seat) as move:
                return self._completed(sighting, move, self._packet(seat), seat)
            case Draw(seat=seat) as move:
                packet = self._packet(seat, at_most=move.count)
                return self._completed(sighting, move, packet, seat)
            case ShowTrump(card=face):
                self._forget_trump(face)
                return sighting
            case _:
                return sighting

    def overdue(self, game: Game, taken_at: float) -> Iterator[Sighting]:
        """Yield the packets that the camera did not tell of in time."""
        self._told = [told for told in self._told if taken_at - told.at < LATE_S]
        while self._waiting and taken_at - self._waiting[-1].at >= PATIENCE_S:
            expected = allowance(game)
            seat = self._waiting[0].card.seat or (expected.seat if expected is not None else None)
            if seat is None:
                self._waiting.pop(0)  # nobody's: the trump card, which the camera reads
                continue
            packet = self._packet(seat)
            move = _move(game, seat, packet)
            self._told.append(_Told(seat, len(packet), taken_at))
            yield Sighting(move, taken_at, 0, SURE)
            return  # the next one is told when this one has been judged

    def _completed(
        self, sighting: Sighting, move: Deal | Draw, packet: Sequence[_Out], seat: Actor
    ) -> Sighting | None:
        if not packet:
            return None if self._was_told(seat, move.count) else sighting
        faces = tuple(out.card.card for out in packet if out.card.card is not None)
        return replace(sighting, move=replace(move, count=len(packet), cards=faces or move.cards))

    def _packet(self, seat: Actor, at_most: int | None = None) -> Sequence[_Out]:
        """Take the cards out of the waiting ones that make one packet for a seat.

        Cards that left for another seat may have gone to this one all the same: the shoe knows
        whom it was told to serve, the camera where they went.
        """
        if not self._waiting:
            return ()
        served = [out.card.seat for out in self._waiting]
        begin = next((served.index(s) for s in (seat, None) if s in served), 0)
        end = begin + 1
        while end < len(served) and served[end] in {served[begin], None}:
            end += 1
        if at_most is not None:
            end = min(end, begin + at_most)
        packet = self._waiting[begin:end]
        del self._waiting[begin:end]
        return packet

    def _was_told(self, seat: Actor, count: int) -> bool:
        """Tell whether the shoe told of a packet before the camera did; each is told once."""
        for place, told in enumerate(self._told):
            if told.seat is seat:
                left = told.count - count
                self._told[place : place + 1] = [replace(told, count=left)] if left > 0 else []
                return True
        return False

    def _forget_trump(self, face: object) -> None:
        for place, out in enumerate(self._waiting):
            if out.card.card == face or (out.card.card is None and out.card.seat is None):
                del self._waiting[place]
                return


def _move(game: Game, seat: Actor, packet: Sequence[_Out]) -> Move:
    faces = tuple(out.card.card for out in packet if out.card.card is not None)
    dealt = game.phase in {Phase.BEFORE_DEAL, Phase.DEALING, Phase.FIRST_LEAD, Phase.OVER}
    return Deal(seat, len(packet), faces) if dealt else Draw(seat, len(packet), faces)
