"""Scenes of hands and things: what rests, waves, hovers, or is put on the table is no move."""

from __future__ import annotations

from engine.cards import parse_card
from tests.scenes.scene import scene
from tests.scenes.table import DEALER, A, B, beat, lead, spot, throw
from vision.scene.acts import FalseStart, Gesture, Put, Rest
from vision.scene.things import Thing


@scene(19)
def empty_table_no_cards():
    """Nothing lies in the battle, hands wave over it: nothing is told."""
    yield Gesture(at=1.0, lasts=1.0, actor=A, over=spot(500, 400))
    yield Gesture(at=2.6, lasts=1.0, actor=DEALER, over=spot(420, 300))
    yield Gesture(at=4.2, lasts=1.0, actor=B, over=spot(600, 220))


@scene(27, moves="A>7c B:9c/7c", swept=(1, 2, 4, 8))
def hands_over_table(seconds=1.5):
    """Hands that wave over a beaten pair do not end the bout."""
    yield lead(1.0, A, "7c")
    yield beat(2.6, B, "9c", "7c")
    yield Gesture(at=4.2, lasts=seconds, actor=A, over=spot(420, 400))
    yield Gesture(at=4.6 + seconds, lasts=seconds, actor=DEALER, over=spot(440, 380))


@scene(moves="A>7c B:9c/7c", swept=(1, 3, 6, 12))
def hand_rests_on_a_card(seconds=3):
    """A hand that rests on the attack card hides it; it is not gone, and can be beaten after."""
    yield lead(1.0, A, "7c")
    yield Rest(at=2.6, lasts=seconds, actor=A, over=spot(410, 420))
    yield beat(3.6 + seconds, B, "9c", "7c")


@scene(moves="A>7c B:9c/7c", swept=(1, 3, 6))
def beaten_beside_a_resting_hand(seconds=3):
    """One player's hand rests beside the attack while the other beats it."""
    yield lead(1.0, A, "7c")
    yield Rest(at=2.4, lasts=seconds, actor=A, over=spot(560, 470))
    yield beat(3.2, B, "9c", "7c")


@scene(moves="A>7c B:9c/7c")
def dealer_points_and_waves():
    """The dealer points at cards and waves between two moves."""
    yield lead(1.0, A, "7c")
    yield Gesture(at=2.4, lasts=0.8, actor=DEALER, over=spot(380, 400))
    yield beat(4.2, B, "9c", "7c")
    yield Gesture(at=5.6, lasts=1.0, actor=DEALER, over=spot(400, 380))


@scene(moves="A>7c B:9c/7c", swept=(0.8, 1.5, 3, 5))
def held_over_and_taken_back(lasts_s=2.0):
    """A card is held over the table and never let go of: no move."""
    yield lead(1.0, A, "7c")
    yield FalseStart(at=2.6, lasts=lasts_s, seat=B, card=parse_card("Kc"))
    yield beat(3.6 + lasts_s, B, "9c", "7c")


@scene(moves="A>7c A+7d B:9c/7c", quick=True, swept=(0.6, 0.3, 0.0))
def two_hands_at_once(apart_s=0.0):
    """A throws in at the very moment at which B beats: each card is the one's who laid it."""
    yield lead(1.0, A, "7c")
    yield beat(3.0, B, "9c", "7c")
    yield throw(3.0 + apart_s, A, "7d")


@scene(moves="A>7c B:9c/7c")
def chips_moved():
    """Chips are put down beside the cards and pushed away again."""
    yield lead(1.0, A, "7c")
    yield Put(at=2.6, actor=DEALER, thing=Thing.CHIPS, to=spot(520, 300))
    yield beat(4.4, B, "9c", "7c")
    yield Put(at=5.8, actor=DEALER, thing=Thing.CHIPS, to=spot(820, 320))


@scene(moves="A>7c B:9c/7c")
def glass_put_down():
    """A glass is put down near the cards."""
    yield lead(1.0, A, "7c")
    yield Put(at=2.6, actor=B, thing=Thing.GLASS, to=spot(640, 200))
    yield beat(4.4, B, "9c", "7c")


@scene(moves="A>7c B:9c/7c")
def phone_put_down():
    """A phone is put down at the edge of the battle."""
    yield lead(1.0, A, "7c")
    yield Put(at=2.6, actor=A, thing=Thing.PHONE, to=spot(700, 400))
    yield beat(4.4, B, "9c", "7c")


@scene(
    10,
    moves="A>7c B:9c/7c",
    may_ask=True,
    lies="7c 9c",
    fails="the picture of a card on a screen is tracked as a card, though it is told as no move",
)
def phone_that_shows_a_card():
    """A phone whose screen shows an ace is no ace."""
    yield lead(1.0, A, "7c")
    yield Put(at=2.6, actor=A, thing=Thing.PHONE_WITH_A_CARD, to=spot(700, 400))
    yield beat(4.4, B, "9c", "7c")
