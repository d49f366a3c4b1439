"""Scenes of a bout: cards laid, nudged, covered, taken back, taken, swept."""

from __future__ import annotations

from tests.scenes.scene import scene
from tests.scenes.table import DEALER, A, B, beat, lead, spot, sweep, take, throw, withdraw
from vision.scene.acts import Gesture, Nudge


@scene(34, moves="A>7c B:9c/7c", swept=(5, 10, 20, 30, 45, 60), quick=True)
def nudged_card_not_replayed(far_mm=12):
    """A card that is pushed along the cloth is neither lifted nor laid anew."""
    yield lead(1.0, A, "7c")
    yield Nudge(at=2.8, lasts=0.5, actor=DEALER, card=lead(0, A, "7c").cards[0], by=(far_mm, 0))
    yield beat(4.2, B, "9c", "7c")


@scene(5, 2, moves="A>7c B:9c/7c", quick=True, swept=(24, 20, 16, 12, 9, 6))
def covered_to_index_strip(strip_mm=14):
    """Of the attack card only a strip with its index shows under the card that beats it."""
    yield lead(1.0, A, "7c", turned=0)
    yield beat(2.8, B, "9c", "7c", shift=(strip_mm, strip_mm), turned=0)


@scene(23, moves="A>7c B:9c/7c ~B:9c", flags="BEAT_RETRACTED B", quick=True)
def card_taken_back():
    """A card that was laid goes back to the hand: told as such, and the attack is open again."""
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")
    yield withdraw(4.8, B, "9c")


@scene(27, moves="A>7c B:9c/7c", quick=True, swept=(1, 2, 4, 8))
def hands_over_table(seconds=2):
    """Hands that wave over a beaten pair do not end the bout."""
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")
    yield Gesture(at=4.4, lasts=seconds, actor=A, over=spot(420, 400))
    yield Gesture(at=4.8 + seconds, lasts=seconds, actor=DEALER, over=spot(440, 380))


@scene(moves="A>7c =B[7c]", quick=True)
def taken():
    """The defender gathers what lies there into the hand."""
    yield lead(1.0, A, "7c")
    yield take(2.8, B)


@scene(29, moves="A>7c B:9c/7c A+7d =[7c7d9c]", flags="SWEEP_UNBEATEN dealer")
def swept_too_early():
    """The dealer sweeps although a card is not beaten."""
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")
    yield throw(4.4, A, "7d")
    yield sweep(6.2)


@scene(moves="A>7c B:9c/7c A+7d B:9d/7d =[7c7d9c9d]")
def thrown_in():
    """A second card of a rank that lies there is beaten too, and all is swept."""
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")
    yield throw(4.4, A, "7d")
    yield beat(6.0, B, "9d", "7d")
    yield sweep(7.6)
