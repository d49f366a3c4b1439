"""Scenes of faces: ranks and suits that look alike, other decks, other sizes, every place."""

from __future__ import annotations

from tests.scenes.scene import scene
from tests.scenes.table import A, B, Table, beat, lead, spot, throw
from vision.scene.look import CLOTHS
from vision.scene.sprites import Deck

PLACES = ((330, 180), (586, 180), (840, 180), (330, 430), (586, 310), (840, 430))
"""Spots of the battle area, its middle and its ends."""

LIKE = Table(hand_a="6s 8s 8d 9h 6h Ah", hand_b="7s 9s 9d Jd Kc Qh", trump="Th")
TENS = Table(hand_a="9d 9c 9s 8s 6h Ah", hand_b="Td Tc Ts Jd Kc Qh")
SUITS = Table(hand_a="7c 7d 7s 7h Tc Ah", hand_b="Jc Jd Js Jh Kc Qh")


@scene(9, moves="A>8s B:9s/8s A+8d B:9d/8d", table=LIKE)
def confusable_ranks():
    """Eights and nines of the same suit, laid over each other."""
    yield lead(1.0, A, "8s")
    yield beat(2.6, B, "9s", "8s")
    yield throw(4.2, A, "8d")
    yield beat(5.8, B, "9d", "8d")


@scene(9, moves="A>6s B:7s/6s", table=LIKE)
def six_is_no_nine():
    """A six lies upside down, as it mostly does for somebody."""
    yield lead(1.0, A, "6s", turned=180)
    yield beat(2.6, B, "7s", "6s", turned=180)


@scene(11, moves="A>9d A+9c A+9s B:Td/9d B:Tc/9c B:Ts/9s", table=TENS)
def ten_two_glyphs():
    """Three tens are read, each with its index of two signs."""
    yield lead(1.0, A, "9d 9c 9s")
    for number, suit in enumerate("dcs"):
        yield beat(6.0 + 1.5 * number, B, f"T{suit}", f"9{suit}")


@scene(15, moves="A>7c A+7d A+7s A+7h B:Jc/7c B:Jd/7d B:Js/7s B:Jh/7h", table=SUITS)
def per_suit_parity():
    """One rank in all four suits, beaten in all four."""
    yield lead(1.0, A, "7c 7d 7s 7h", lasts=0.7)
    for number, suit in enumerate("cdsh"):
        yield beat(7.2 + 1.4 * number, B, f"J{suit}", f"7{suit}", lasts=0.7)


@scene(14, moves="A>Qc", table=Table(hand_a="Qc 7c 7d Tc 6h Ah", hand_b="8c 9c 9d Jd Kc Qh"),
       swept=PLACES)  # fmt: skip
def position_dependent_misread(place=(840, 430)):
    """A queen of clubs is read wherever she lies."""
    yield lead(1.0, A, "Qc", to=(spot(*place),))


@scene(moves="A>7c B:9c/7c", swept=(0, 10, 30, 50, 70, 90))
def laid_beyond_the_battle(beyond_mm=20):
    """A card that is laid sloppily, partly outside the battle area, is in the battle."""
    yield lead(1.0, A, "7c", to=(spot(820 + beyond_mm, 440),))
    yield beat(2.8, B, "9c", "7c", shift=(-18, -14))


@scene(moves="A>7c B:9c/7c", swept=(0, 45, 90, 135, 180, 225, 270, 315))
def laid_at_any_turn(turned_deg=225):
    """Cards are point-symmetric: whichever way up they lie, they are read."""
    yield lead(1.0, A, "7c", turned=turned_deg)
    yield beat(2.8, B, "9c", "7c")


def sized(width_mm):
    return {"look": {"card_mm": (width_mm, 88.0)}}


@scene(7, moves="A>7c B:9c/7c", dresses=sized, swept=(66, 63, 60, 57, 54))
def card_scale(width_mm=57):
    """Narrow cards (57 mm, bridge) are cards like others where the profile says so."""
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")


def pictured(width_px):
    return {"size_px": (width_px, width_px * 9 // 16)}


@scene(3, moves="A>7c B:9c/7c", dresses=pictured, swept=(1920, 1280, 1120, 960, 800, 640))
def source_resolution(width_px=960):
    """Another camera, another picture size."""
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")


@scene(6, moves="A>Tc B:Kc/Tc A+Ts B:Js/Ts", may_ask=False,
       table=Table(hand_a="Tc Ts 7d 6c 6h Ah", hand_b="Kc Js 9d Jd Jc Qh",
                   look={"deck": Deck.CYRILLIC}))  # fmt: skip
def foreign_deck():
    """A deck whose courts bear В Д К Т."""
    yield lead(1.0, A, "Tc")
    yield beat(2.6, B, "Kc", "Tc")
    yield throw(4.2, A, "Ts")
    yield beat(5.8, B, "Js", "Ts")


@scene(moves="A>7c B:9c/7c A+7d B:9d/7d", table=Table(look={"four_colours": True}))
def four_colour_deck():
    """Clubs are green and diamonds blue."""
    yield lead(1.0, A, "7c")
    yield beat(2.6, B, "9c", "7c")
    yield throw(4.2, A, "7d")
    yield beat(5.8, B, "9d", "7d")


def jumbo(times):
    return {"look": {"jumbo": times}}


@scene(moves="A>7c B:9c/7c A+7d B:Jd/7d", dresses=jumbo, swept=(1.0, 1.3, 1.6, 2.0))
def jumbo_index(times=1.6):
    """A deck with large indices."""
    yield lead(1.0, A, "7c")
    yield beat(2.6, B, "9c", "7c")
    yield throw(4.2, A, "7d")
    yield beat(5.8, B, "Jd", "7d")


def clothed(grey):
    return {"look": {"cloth": (grey, grey, max(0, grey - 12))}}


@scene(1, moves="A>7c B:9c/7c", dresses=clothed, swept=(60, 100, 140, 170, 195, 215))
def light_felt(grey=140):
    """White cards on a cloth that is nearly as bright."""
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")


def other_cloth(number):
    return {"look": {"cloth": CLOTHS[number]}}


@scene(moves="A>7d B:9d/7d", dresses=other_cloth, swept=(0, 1, 2, 3, 4, 5))
def red_cloth(number=2):
    """Red cards on red cloth; the sweep tries every cloth."""
    yield lead(1.0, A, "7d")
    yield beat(2.8, B, "9d", "7d")
