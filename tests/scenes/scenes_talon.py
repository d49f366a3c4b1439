"""Scenes of talon, discard and deal: drawn, touched, lifted, spilled, exposed."""

from __future__ import annotations

from engine.table import Zone
from tests.scenes.scene import scene
from tests.scenes.table import DEALER, A, B, Table, lead, spot, take
from vision.scene.acts import (
    Deal,
    Draw,
    Expose,
    Gesture,
    Nudge,
    OpenTrump,
    PickUp,
    Spill,
    Spread,
)

ENDING = Table(talon=2)
PACK = Table(whole_pack=True)


def dealt():
    """Six packets of two, the trump card, and both players pick up."""
    for number in range(6):
        yield Deal(at=1.2 + 1.1 * number, lasts=0.55, to=(A, B)[number % 2])
    yield OpenTrump(at=8.2, lasts=1.8)
    yield PickUp(at=10.8, lasts=0.7, seat=A)
    yield PickUp(at=11.0, lasts=0.7, seat=B)


DEAL = "deal_A2 deal_B2 deal_A2 deal_B2 deal_A2 deal_B2"


@scene(moves=f"{DEAL} ^9h A>7c", table=PACK)
def dealt_two_at_a_time():
    """A deal by the book, and the first lead."""
    yield from dealt()
    yield lead(12.6, A, "7c")


@scene(moves="A>7c =B[7c] d_A1")
def drawn():
    """After a taking the attacker draws one card."""
    yield lead(1.0, A, "7c")
    yield take(2.6, B)
    yield Draw(at=5.2, lasts=0.6, seat=A, count=1)
    yield PickUp(at=6.8, lasts=0.7, seat=A)


@scene(moves="A>7c A+7d =B[7c7d] d_A1 d_A1", table=ENDING)
def trump_drawn_last():
    """Two cards are left; the second that is drawn is the trump card."""
    yield lead(1.0, A, "7c 7d")
    yield take(4.6, B)
    yield Draw(at=7.4, lasts=0.6, seat=A, count=2)
    yield PickUp(at=10.2, lasts=0.7, seat=A)


@scene(moves="A>7c", swept=(3, 6, 10, 16))
def talon_straightened(far_mm=6):
    """The dealer straightens the talon: nobody drew."""
    yield lead(1.0, A, "7c")
    yield Nudge(at=2.8, lasts=0.6, actor=DEALER, zone=Zone.TALON, by=(far_mm, far_mm / 2), turn=3)


@scene(moves="A>7c", may_ask=True)
def talon_touched_by_a_player():
    """A player's hand goes to the talon and comes back with nothing."""
    yield lead(1.0, A, "7c")
    yield Gesture(at=3.0, lasts=0.8, actor=A, over=spot(170, 330))


@scene(moves="A>7c", asks=("card-exposed",))
def talon_exposed():
    """A player turns the top card of the talon up and down again."""
    yield lead(1.0, A, "7c")
    yield Expose(at=3.0, lasts=0.6, actor=A, zone=Zone.TALON)
    yield Expose(at=7.0, lasts=0.6, actor=A, zone=Zone.TALON)


@scene(moves="A>7c", may_ask=True, swept=(1, 3, 6))
def talon_spilled(count=3):
    """Cards slide off the talon and are pushed back: nobody drew."""
    yield lead(1.0, A, "7c")
    yield Spill(at=3.0, lasts=0.6, actor=DEALER, zone=Zone.TALON, count=count, by=(0, 16))
    yield Spill(at=5.4, lasts=0.6, actor=DEALER, zone=Zone.TALON, count=count)


@scene(moves="A>7c", table=Table(talon=14), may_ask=True)
def discard_spilled():
    """Cards slide off the discard, face down, and are pushed back."""
    yield lead(1.0, A, "7c")
    yield Spill(at=3.0, lasts=0.6, actor=DEALER, zone=Zone.DISCARD, count=3, by=(-14, 18))
    yield Spill(at=5.4, lasts=0.6, actor=DEALER, zone=Zone.DISCARD, count=3)


@scene(moves="A>7c", table=Table(talon=14), asks=("card-exposed",))
def discard_exposed():
    """A player turns the top card of the discard up: the discard is closed."""
    yield lead(1.0, A, "7c")
    yield Expose(at=3.0, lasts=0.6, actor=B, zone=Zone.DISCARD)
    yield Expose(at=7.0, lasts=0.6, actor=B, zone=Zone.DISCARD)


@scene(36, table=PACK, lies="")
def spread_for_deck_check():
    """The dealer spreads the pack face up before the deal and gathers it again: no move."""
    yield Spread(at=1.2, lasts=1.2)
    yield Spread(at=5.0, lasts=1.2, gathers=True)
