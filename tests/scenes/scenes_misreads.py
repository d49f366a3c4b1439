"""Scenes of an eye that errs: misreads, phantoms, doubles, and people who put it right."""

from __future__ import annotations

from engine.cards import parse_card
from engine.happenings import Retold
from engine.truths import Truth
from tests.scenes.faulty_eye import Jitter, Misread, Nested, Phantom, Unseen
from tests.scenes.scene import Person, scene
from tests.scenes.table import A, B, beat, lead, throw

ALWAYS = 1e9
EMPTY_PLACE = ((692, 182), (755, 182), (755, 270), (692, 270))
"""A card's corners on bare cloth, in millimetres."""


def says(step, **truth):
    """A person who says what a step truly was."""
    return lambda _standing, now: Retold(step, Truth(**truth), now)


@scene(
    21,
    moves="A>7c B:9c/7c",
    swept=(0.05, 0.1, 0.2, 0.3, 0.4, 0.5),
    fails="two misreads running settle a card, and its true face then is a card laid on it",
)
def label_flicker(share=0.2):
    """A card that lies still is read as another one, surely, in a share of the looks."""
    yield Misread(0.0, ALWAYS, "7c", "7s", share)
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")


@scene(
    20,
    moves="A>7c B:9c/7c A+7d",
    may_ask=True,
    swept=(0.2, 0.5, 1.0),
    fails="a defence that is read as the card under it is taken for that card, pushed",
)
def impossible_duplicate_card(share=1.0):
    """The defence is read as the card that lies under it: there cannot be two."""
    yield Misread(0.0, 4.4, "9c", "7c", share)
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")
    yield throw(5.6, A, "7d")


@scene(
    21,
    moves="A>7c B:9c/7c A+7d B:9d/7d",
    may_ask=True,
    fails="a card once told is not told anew when the eye comes to itself: only people correct it",
)
def state_lockout_recovery():
    """A card is read as another one until well after it was told; then the eye comes to itself."""
    yield Misread(0.0, 4.4, "7c", "7s")
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")
    yield throw(5.0, A, "7d")
    yield beat(6.6, B, "9d", "7d")


@scene(21, moves="A>7c A+7d B:9c/7c", swept=(2.6, 3.2, 3.8))
def eye_that_comes_to_itself(until_s=3.0):
    """An open card is read as another one, and told so; once it is read rightly, so is the game."""
    yield Misread(0.0, until_s, "7c", "7s")
    yield lead(1.0, A, "7c")
    yield throw(3.2, A, "7d")
    yield beat(6.6, B, "9c", "7c")


@scene(22, moves="A>7c B:9c/7c", lies="7s 9c", quick=True)
def human_override_mid_game():
    """A card is read wrongly for good; one tap puts it right, and the flag it made falls away."""
    yield Misread(0.0, ALWAYS, "7c", "7s")
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")
    yield Person(4.6, says(1, cards=(parse_card("7c"),)))


@scene(32, 37, moves="A>7c B:9c/7c A+7d B:9d/7d", lies="7s 9c 7d 9d")
def correction_rederives_everything():
    """The first card is put right after the bout has gone on: all that follows is judged anew."""
    yield Misread(0.0, ALWAYS, "7c", "7s")
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")
    yield throw(4.4, A, "7d")
    yield beat(6.0, B, "9d", "7d")
    yield Person(7.6, says(1, cards=(parse_card("7c"),)))


@scene(13, moves="A>7c B:9c/7c", swept=(0.5, 1.0, 2.0, 4.0))
def missing_card_found_late(seconds=1.0):
    """A card that lies there plainly is not found for a while."""
    yield Unseen(1.8, 1.8 + seconds, "7c")
    yield lead(1.0, A, "7c")
    yield beat(3.4 + seconds, B, "9c", "7c")


@scene(37, moves="A>7c B:9c/7c A+7d")
def unseen_card():
    """The finder never finds one attack card; that something lies there tells where to read."""
    yield Unseen(0.0, ALWAYS, "7d")
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")
    yield throw(4.4, A, "7d")


@scene(37, moves="A>7c B:9c/7c A+7d B:Jd/7d")
def unseen_beat():
    """The finder never finds a card that lies over another one."""
    yield Unseen(0.0, ALWAYS, "Jd")
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")
    yield throw(4.4, A, "7d")
    yield beat(6.0, B, "Jd", "7d")


@scene(35, moves="A>7c B:9c/7c", swept=(0.05, 0.12, 0.2, 0.3))
def nested_boxes(inside=0.12):
    """Every card is found twice, the second time smaller and read as something else."""
    yield Nested(0.0, ALWAYS, "Ks", inside)
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")


@scene(24, moves="A>7c B:9c/7c", swept=(0.5, 1, 2, 3, 5))
def calibration_jitter(by_px=1.5):
    """Corners of cards that lie still are found a little elsewhere in every look."""
    yield Jitter(0.0, ALWAYS, by_px)
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")


@scene(10, moves="A>7c B:9c/7c")
def phantom_card_impossible_count():
    """A card is found where only cloth is."""
    yield Phantom(2.0, ALWAYS, "8d", EMPTY_PLACE)
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")
