"""Scenes of a bout: cards laid, nudged, covered, lifted, taken back, taken, swept."""

from __future__ import annotations

from engine.cards import parse_card
from engine.table import Zone
from tests.scenes.scene import scene
from tests.scenes.table import (
    DEALER,
    A,
    B,
    Table,
    beat,
    lead,
    nudge,
    spot,
    sweep,
    take,
    throw,
    withdraw,
)
from vision.scene.acts import Drop, LiftToLook, Nudge

SIX_PAIRS = Table(hand_a="6c 6d 6s 7c 7d 7s", hand_b="7h 8c 8d 8s Td Ts")


@scene(34, moves="A>7c B:9c/7c", swept=(5, 10, 20, 30, 45, 60))
def nudged_card_not_replayed(far_mm=12):
    """A card that is pushed along the cloth is neither lifted nor laid anew."""
    yield lead(1.0, A, "7c")
    yield nudge(2.8, DEALER, "7c", by=(far_mm, 0))
    yield beat(4.2, B, "9c", "7c")


@scene(2, moves="A>7c B:9c/7c", swept=(24, 20, 16, 12, 9, 6))
def covered_to_index_strip(strip_mm=14):
    """Of the attack card only a strip with its index shows under the card that beats it."""
    yield lead(1.0, A, "7c", turned=0)
    yield beat(2.8, B, "9c", "7c", shift=(strip_mm, strip_mm), turned=0)


@scene(5, moves="A>7c A+7d B:9c/7c B:9d/7d", swept=(40, 30, 20, 12, 6, 2))
def attack_defence_overlap(shift_mm=20):
    """Two pairs as they lie in every bout; both attacks stay known under their defences."""
    yield lead(1.0, A, "7c 7d")
    yield beat(4.6, B, "9c", "7c", shift=(shift_mm, shift_mm))
    yield beat(6.2, B, "9d", "7d", shift=(shift_mm, shift_mm))


@scene(moves="A>7c B:9c/7c", swept=(0, 45, 90, 135))
def beat_laid_across(turned_deg=90):
    """A defence card may lie across its attack card."""
    yield lead(1.0, A, "7c", turned=0)
    yield beat(2.8, B, "9c", "7c", shift=(6, 10), turned=turned_deg)


@scene(
    30,
    moves="A>6c B:7h/6c A+6d A+6s A+7c A+7d A+7s B:8d/6d B:8s/6s B:8c/7c B:Td/7d B:Ts/7s",
    table=SIX_PAIRS,
)
def six_pairs_on_table():
    """Twelve cards lie there, and each of them is known."""
    yield lead(1.0, A, "6c")
    yield beat(2.6, B, "7h", "6c")
    yield throw(4.2, A, "6d 6s 7c 7d 7s", lasts=0.7)
    for number, (card, attack) in enumerate(
        (("8d", "6d"), ("8s", "6s"), ("8c", "7c"), ("Td", "7d"), ("Ts", "7s"))
    ):
        yield beat(11.0 + 1.3 * number, B, card, attack, lasts=0.7)


@scene(23, moves="A>7c B:9c/7c ~B:9c", flags="BEAT_RETRACTED B")
def card_taken_back():
    """A card that was laid goes back to the hand: told as such, and the attack is open again."""
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")
    yield withdraw(4.8, B, "9c")


@scene(23, moves="A>7c B:9c/7c", swept=(0.5, 1.5, 3, 5), quick=True)
def half_placed_card(seconds=1.5):
    """A card that is laid, kept under the fingers and pushed to its place was laid once."""
    yield lead(1.0, A, "7c", to=(spot(470, 420),), stays=seconds + 0.6)
    yield nudge(1.9 + seconds, A, "7c", by=(-40, -40))
    yield beat(4.2 + seconds, B, "9c", "7c")


@scene(moves="A>7c A+7d", swept=(70, 50, 35, 25, 18))
def laid_several_at_once(apart_mm=35):
    """Two cards laid with one movement, fanned."""
    yield lead(1.0, A, "7c 7d", to=(spot(420, 382), spot(420 + apart_mm, 382)), at_once=True)


@scene(moves="A>7c A+7d B:9d/7d B:9c/7c")
def beat_out_of_order():
    """The second attack card is beaten before the first."""
    yield lead(1.0, A, "7c 7d")
    yield beat(4.6, B, "9d", "7d")
    yield beat(6.2, B, "9c", "7c")


@scene(moves="A>7c A+7d B:9c/7c B:9d/7d", swept=(1.0, 0.6, 0.3, 0.0, -0.4))
def thrown_in_before_the_beat(after_s=0.3):
    """A card is thrown in while the first is still unbeaten, or even while it is being beaten."""
    yield lead(1.0, A, "7c")
    yield throw(2.6, A, "7d")
    yield beat(3.4 + after_s, B, "9c", "7c")
    yield beat(6.0 + after_s, B, "9d", "7d")


@scene(moves="A>7c B:9c/7c A+7d B:9d/7d =[7c7d9c9d]")
def thrown_in_and_swept():
    """A second card of a rank that lies there is beaten too, and all is swept."""
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")
    yield throw(4.4, A, "7d")
    yield beat(6.0, B, "9d", "7d")
    yield sweep(7.6)


@scene(moves="A>7c B:9c/7c", swept=(0.9, 1.5, 2.5, 4.0), quick=True)
def lifted_to_look(seconds=1.8):
    """A defence card is lifted, what lies under it is looked at, and it is laid back."""
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")
    yield LiftToLook(at=4.6, lasts=seconds, actor=A, card=parse_card("9c"))


@scene(moves="A>7c B:9c/7c", swept=(4, 8, 15, 25, 40))
def straightened(turn_deg=15):
    """Both cards of a pair are turned straight, first the upper one."""
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")
    yield nudge(4.4, B, "9c", turn=-turn_deg, by=(-4, -3))
    yield nudge(6.0, A, "7c", turn=-turn_deg, by=(3, -4))


@scene(moves="A>7c B:9c/7c", swept=(10, 25, 45, 70, 100))
def pair_pushed_aside(far_mm=25):
    """A whole pair is pushed aside to make room."""
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")
    yield Nudge(at=4.6, lasts=0.7, actor=DEALER, zone=Zone.BATTLE, by=(far_mm, 0), turn=4)


@scene(
    moves="A>7c A+Tc",
    flags="THROW_RANK_NOT_ON_TABLE A",
    may_ask=True,
    swept=((0, 2), (3, 5), (10, 12)),
)
def two_cards_stuck(sticks_out_mm=(2, 3)):
    """Under the card that is led sticks another; pushed apart, both lie there, both were laid."""
    yield lead(1.0, A, "7c", under=parse_card("Tc"), sticks_out=sticks_out_mm, to=(spot(430, 382),))
    yield nudge(3.4, A, "7c", by=(48, 4), turn=3)


@scene(moves="A>7c", lies="7c")
def card_dropped_face_up():
    """A card falls on the cloth far from the battle: no move of the game."""
    yield lead(1.0, A, "7c")
    yield Drop(at=2.8, lasts=0.4, seat=A, card=parse_card("Tc"), to=spot(965, 500))


@scene(moves="A>7c", may_ask=True, lies="7c")
def card_laid_face_down():
    """A card is laid face down among the attack cards: no face, no move, at most a question."""
    yield lead(1.0, A, "7c")
    yield Drop(at=2.8, seat=A, card=parse_card("7d"), to=spot(562, 382), face_up=False)


@scene(
    31,
    moves="A>7c B:9d/7c A+7d B:Jd/7d A+9s",
    flags="BEAT_WRONG_SUIT B",
    table=Table(hand_a="6c 7c 7d 9s 6h Ah"),
)
def illegal_move_stands():
    """A wrong defence stands: it is flagged once, and play is followed and judged on."""
    yield lead(1.0, A, "7c")
    yield beat(2.6, B, "9d", "7c")
    yield throw(4.8, A, "7d")
    yield beat(6.2, B, "Jd", "7d")
    yield throw(7.6, A, "9s")


@scene(28, moves="A>7c B:9d/7c ~B:9d B:9c/7c", flags="BEAT_WRONG_SUIT B")
def offence_put_right():
    """A wrong defence is taken back and the right one laid: the stop goes out again."""
    yield lead(1.0, A, "7c")
    yield beat(2.6, B, "9d", "7c")
    yield withdraw(4.8, B, "9d")
    yield beat(6.4, B, "9c", "7c")


@scene(moves="A>7c =B[7c]", quick=True)
def taken():
    """The defender gathers what lies there into the hand."""
    yield lead(1.0, A, "7c")
    yield take(2.8, B)


@scene(moves="A>7c B:9c/7c A+7d =[7c7d9c]", flags="SWEEP_UNBEATEN dealer")
def swept_too_early():
    """The dealer sweeps although a card is not beaten."""
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")
    yield throw(4.4, A, "7d")
    yield sweep(6.2)


@scene(29, moves="A>7c B:9c/7c =[7c9c]")
def sweep_to_discard_is_not_a_move():
    """A swept bout is swept once; straightening the discard afterwards is nothing."""
    yield lead(1.0, A, "7c")
    yield beat(2.6, B, "9c", "7c")
    yield sweep(4.4)
    yield Nudge(at=7.0, lasts=0.6, actor=DEALER, zone=Zone.DISCARD, by=(6, 4), turn=5)


@scene(moves="A>7c B:9c/7c", swept=(0.6, 0.4, 0.25, 0.15, 0.08))
def thrown_fast(lasts_s=0.25):
    """Cards that fly onto the table leave a blur, and then lie there."""
    yield lead(1.0, A, "7c", lasts=lasts_s)
    yield beat(2.8, B, "9c", "7c", lasts=lasts_s)
