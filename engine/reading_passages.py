"""Which move it is when face-down cards are carried from one zone to another."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.moves import Deal, Draw, Move, Return
from engine.seats import Actor
from engine.state import HAND_SIZE, Game, Phase
from engine.table import HANDS, Passage, Zone

COUNTED = 0.9
"""From this probability on the count of a packet is believed against the habit of the house."""

SEEN = 0.55
"""A packet that is dealt must have been seen to arrive, unless it is this player's turn for one."""

UNASKED = 0.8
"""A draw that nobody is due must be seen so clearly."""


PUT_BACK_S = 10.0
"""So soon a player puts back what the dealer gave him by mistake."""


@dataclass(slots=True)
class Undue:
    """A card that the dealer may have given to a player who was due none.

    His hand came from the talon, yet nothing more shows: a card may lie squarely on those before
    it, or he may just have waved. Whether there was one, the player tells who puts it back.
    """

    _seat: Actor = Actor.UNKNOWN
    _at: float = -1e9

    def note(self, passage: Passage, at: float, game: Game) -> None:
        """Remember what was too faint to be told."""
        seat = HANDS.get(passage.target, Actor.UNKNOWN)
        is_full = game.is_player(seat) and game.hand(seat).count >= HAND_SIZE
        if passage.by is Actor.DEALER and is_full and game.is_between_bouts and game.talon > 0:
            self._seat, self._at = seat, at

    def put_back(self, passage: Passage, at: float) -> Draw | None:
        """Return the draw that a player's way to the talon and back makes certain, if any does."""
        if passage.by is not self._seat or at - self._at > PUT_BACK_S:
            return None
        self._at = -1e9
        return Draw(passage.by, 1)


def passage_move(passage: Passage, game: Game, faces: tuple[Card, ...]) -> Move | None:
    """Return the move that a passage makes; `faces` are those known to be among its cards."""
    if passage.target in HANDS:
        seat = HANDS[passage.target]
        if not game.is_player(seat):
            return None
        if passage.by is seat and passage.probability < UNASKED and _has_too_many(seat, game):
            return Return(seat, 1)
        if passage.by is Actor.DEALER and _is_dealing(seat, game):
            is_told = passage.probability >= SEEN or _is_dealt_next(seat, game)
            return Deal(seat, _packet(passage, game)) if is_told else None
        return _draw(passage, seat, game, faces)
    if passage.target is Zone.TALON and passage.source in HANDS:
        return _brought_back(passage, game, faces)
    return None


def _brought_back(passage: Passage, game: Game, faces: tuple[Card, ...]) -> Move | None:
    """Return the return of a card; nobody brings back what he lacks, whatever one look saw."""
    seat = HANDS[passage.source]
    if passage.probability < UNASKED and any(due.seat == seat for due in game.due()):
        return _draw(passage, seat, game, faces)
    return Return(seat, passage.count) if _may_return(passage, seat, game) else None


def _is_dealing(seat: Actor, game: Game) -> bool:
    """Tell whether cards that come to a hand now are dealt and not drawn.

    Where the trump was opened too early, what a hand lacks then is dealt all the same.
    """
    if game.phase is Phase.FIRST_LEAD:
        return game.hand(seat).count < HAND_SIZE
    return game.phase in {Phase.BEFORE_DEAL, Phase.DEALING, Phase.OVER}


def _is_dealt_next(seat: Actor, game: Game) -> bool:
    """Tell whether the next packet is a player's: it may lie so squarely that nothing shows."""
    last = game.memory.dealt_to
    is_next = last is not None and game.clockwise(last)[1] == seat
    return is_next and game.hand(seat).count < HAND_SIZE


def _packet(passage: Passage, game: Game) -> int:
    """Return the size of a packet: the packet of the house, unless plainly more cards show.

    Two cards that lie squarely on each other look like one from above, so that a camera can prove
    a card too many but never one too few; what a hand lacks in the end shows in the counts.
    """
    usual = max(game.rules.deal_packets)
    return passage.count if passage.probability >= COUNTED and passage.count > usual else usual


def sureness(passage: Passage, move: Move) -> float:
    """Return how sure a move is; a packet of the house of which less was seen is not sure."""
    is_seen = not isinstance(move, Deal) or move.count == passage.count
    return passage.probability if is_seen else min(passage.probability, SEEN)


def _draw(passage: Passage, seat: Actor, game: Game, faces: tuple[Card, ...]) -> Move | None:
    """Cards are drawn one by one; what nobody is due must be seen clearly."""
    if game.talon == 0:
        return None
    is_due = any(due.seat == seat for due in game.due())
    if not is_due and passage.probability < UNASKED:
        return None
    return Draw(seat, 1, faces[:1])


def _has_too_many(seat: Actor, game: Game) -> bool:
    """Tell whether a player has drawn more than he may hold: he will put it right."""
    hand, bout = game.hand(seat), game.bout
    laid = sum(bout.owner_of(card) is seat for card in bout.cards)
    return hand.drawn > 0 and hand.count + laid > HAND_SIZE


def _may_return(passage: Passage, seat: Actor, game: Game) -> bool:
    """Tell whether a card may have gone back: by a hand that drew of late, or seen well."""
    drew = game.hand(seat).drawn > 0 and not game.bout.runs
    likely = drew or _has_too_many(seat, game) or passage.probability >= UNASKED
    return game.hand(seat).count > 0 and likely
