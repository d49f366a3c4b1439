"""How cards come to the players of a scripted game: dealt at first, drawn between the bouts."""

from __future__ import annotations

from engine import moves
from engine.seats import Actor
from vision.scene.acts import Deal, Draw, OpenTrump, PickUp, Slip
from vision.scene.gathering import ends_at
from vision.scene.play import SEATS, Play, ended
from vision.scene.slips import give_back, other
from vision.scene.wishes import Error

PACKETS = 6


def deal(play: Play) -> None:
    """Deal six cards to each in packets of two, open the trump, let the players pick up."""
    first = SEATS[int(play.rng.integers(2))]
    order = [first, other(first)] * 3
    twice = play.granted(Error.DEAL_TWICE) if play.wants(Error.DEAL_TWICE) else None
    if twice:
        order = [first, other(first), other(first), first, other(first), first]
    early = play.granted(Error.TRUMP_EARLY) if play.wants(Error.TRUMP_EARLY) else None
    for number, seat in enumerate(order):
        if early and number == PACKETS - 1:
            _open_trump(play, early)
        _packet(play, seat, number, twice if number == 2 else None)
    if not early:
        _open_trump(play, None)
    for seat in SEATS:
        _pick_up(play, seat, 0.25)
    play.clock = round(play.clock + 0.6, 2)


def _packet(play: Play, seat: Actor, number: int, slip: Slip | None) -> None:
    """Deal a packet of two, or by mistake of three."""
    count = 2
    if number == 4 and play.wants(Error.DEAL_COUNT):
        slip, count = play.granted(Error.DEAL_COUNT), 3
    lasts = play.between(play.tempo.dealing)
    act = Deal(at=play.clock, lasts=lasts, slip=slip, to=seat, count=count)
    play.drawn(seat, count)
    play.record(act, moves.Deal(seat, count), ended(act) + play.between((0.5, 0.65)))


def _open_trump(play: Play, slip: Slip | None) -> None:
    """Show the top card and lay it under the talon."""
    trump = play.pack.pop(0)
    play.pack.append(trump)
    at, lasts = round(play.clock + 0.3, 2), play.between((1.7, 2.1))
    opened = OpenTrump(at=at, lasts=lasts, slip=slip)
    play.record(opened, moves.ShowTrump(trump), ended(opened) + 0.8)


def _pick_up(play: Play, seat: Actor, pause: float) -> None:
    """Let a player lift what lies before him."""
    act = PickUp(at=play.clock, lasts=play.between((0.6, 0.8)), seat=seat)
    play.record(act, None, act.at + pause)


def refill(play: Play) -> Slip | None:
    """Let the players draw up to six, the attacker first, unless an error is wished for.

    Returns the error that shows with the next lead: somebody was not given what he is due.
    """
    due = play.game.due()
    if due and play.game.talon > sum(one.count for one in due) and play.wants(Error.LEAD_UNDRAWN):
        slip = play.granted(Error.LEAD_UNDRAWN)
        for one in due[:-1]:
            _draw(play, one.seat, one.count, None)
        return slip
    ordered: Slip | None = None
    if len(due) == 2 and play.wants(Error.DRAW_ORDER):
        ordered = play.granted(Error.DRAW_ORDER)
        due = (due[1], due[0])
    for number, one in enumerate(due):
        more = _draws_too_many(play) if number == 0 and ordered is None else None
        count = one.count + 1 if more else one.count
        undoes = _draw(play, one.seat, count, more or (ordered if number == 0 else None))
        if more:
            give_back(play, one.seat, undoes)
    return None


def _draws_too_many(play: Play) -> Slip | None:
    """Return how drawing one card too many is named, if it is to happen now."""
    if play.game.talon > 13 and play.wants(Error.DRAW_TOO_MANY):
        return play.granted(Error.DRAW_TOO_MANY)
    return None


def _draw(play: Play, seat: Actor, count: int, slip: Slip | None) -> int:
    """Give a player cards from the talon, and let him pick them up; return the draw's index."""
    play.clock = round(play.clock + play.between((0.4, 0.7)), 2)
    lasts = play.between(play.tempo.dealing)
    act = Draw(at=play.clock, lasts=lasts, slip=slip, seat=seat, count=count)
    play.drawn(seat, count)
    ends = ends_at(act, count) + play.between((0.6, 0.8))
    number = play.record(act, moves.Draw(seat, count), ends)
    _pick_up(play, seat, 0.9)
    return number
