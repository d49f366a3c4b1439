"""Scenes of light, lens and camera: glare, shadows, dusk, dust, knocks, lost pictures."""

from __future__ import annotations

from engine.faults import Fault
from tests.scenes.scene import Lost, scene
from tests.scenes.table import A, B, beat, lead, spot, throw
from vision.scene.script import Dimming, Knock
from vision.scene.veils import Defocus, Dust, Glare, Haze, Shade

ALWAYS = 1e9
SLOT = (400, 382)
"""Where the first attack card comes to lie, about."""


def pair():
    yield lead(1.0, A, "7c")
    yield beat(2.8, B, "9c", "7c")


@scene(1, moves="A>7c B:9c/7c", swept=(0.8, 0.6, 0.45, 0.3, 0.2, 0.12))
def light_goes_down(share=0.45):
    """A lamp goes out between two moves and comes on again: no card is laid or gone."""
    yield lead(1.0, A, "7c")
    yield Dimming(at=2.6, until=5.6, share=share)
    yield beat(3.6, B, "9c", "7c")


@scene(moves="A>7c B:9c/7c", swept=(1.1, 1.25, 1.5, 1.8))
def exposure_step(share=1.25):
    """The camera exposes more from one frame to the next."""
    yield lead(1.0, A, "7c")
    yield Dimming(at=2.6, until=ALWAYS, share=share)
    yield beat(3.6, B, "9c", "7c")


@scene(
    18,
    moves="A>7c B:9c/7c",
    may_ask=True,
    may_miss=True,
    faults=(Fault.CAMERA_DARK,),
    swept=(0.2, 0.12, 0.08, 0.05),
)
def too_dark_to_read(share=0.08):
    """In the dark less may be told, but nothing that is not so."""
    yield Dimming(at=0.0, until=ALWAYS, share=share)
    yield from pair()


@scene(16, moves="A>7c B:9c/7c", may_ask=True, swept=(0.2, 0.4, 0.6, 0.8, 1.0))
def glare_spot(strength=0.4):
    """A lamp is mirrored in the index of the attack card."""
    yield Glare(0.5, ALWAYS, spot(SLOT[0] - 25, SLOT[1] - 30), 28, strength)
    yield from pair()


@scene(16, moves="A>7c B:9c/7c", may_ask=True, swept=(20, 40, 60, 90))
def glare_on_an_empty_place(radius_mm=40):
    """A lamp is mirrored in the cloth beside the cards for a while."""
    yield Glare(2.4, 5.0, spot(600, 300), radius_mm, 0.6)
    yield from pair()


@scene(17, moves="A>7c B:9c/7c", swept=(0.1, 0.2, 0.3, 0.45))
def glossy_cover(strength=0.2):
    """Cards in glossy covers: a broad gleam over everything in the battle."""
    yield Glare(0.5, ALWAYS, spot(480, 340), 150, strength)
    yield from pair()


@scene(17, moves="A>7c B:9c/7c", swept=(0.1, 0.2, 0.3, 0.45, 0.6))
def plexi_divider(share=0.2):
    """A clear sheet stands over half of the battle and mirrors the room."""
    yield Haze(0.0, ALWAYS, spot(380, 100), spot(760, 520), share)
    yield from pair()


@scene(26, moves="A>7c B:9c/7c", swept=(0.2, 0.35, 0.5, 0.65))
def moving_shadow(dark=0.35):
    """A shadow walks over cards that lie there."""
    yield from pair()
    yield Shade(4.2, 6.4, spot(200, 500), spot(800, 250), 90, dark)


@scene(moves="A>7c B:9c/7c", swept=(1.0, 1.5, 2.0, 2.6, 3.2))
def out_of_focus(soft_px=1.2):
    """The lens is a little out of focus."""
    yield Defocus(0.0, ALWAYS, soft_px)
    yield from pair()


@scene(moves="A>7c B:9c/7c", swept=(3, 6, 10, 16))
def dust_on_lens(radius_px=6):
    """Specks on the lens, one of them over the index of the attack card."""
    specks = ((0.335, 0.58), (0.5, 0.4), (0.62, 0.55), (0.2, 0.3), (0.8, 0.7), (0.4, 0.66))
    yield Dust(0.0, ALWAYS, specks, radius_px)
    yield from pair()


@scene(25, moves="A>7c B:9c/7c", swept=(2, 4, 8, 14, 22))
def camera_bumped(by_mm=8):
    """Somebody knocks the camera between two moves: the cards still lie where they lay."""
    yield lead(1.0, A, "7c")
    yield Knock(2.8, 0.4, (by_mm, -by_mm / 2))
    yield beat(4.6, B, "9c", "7c")


@scene(25, moves="A>7c B:9c/7c", dresses=lambda mm: {"off_mm": (mm, -mm)}, swept=(2, 5, 10, 20, 35))
def calibration_offset(off_mm=5):
    """The camera hangs elsewhere than the profile says, from the first frame on."""
    yield from pair()


@scene(24, moves="A>7c B:9c/7c", dresses=lambda deg: {"off_deg": deg}, swept=(0.3, 0.6, 1, 2, 3))
def calibration_turned(off_deg=0.6):
    """The camera is turned against the profile."""
    yield from pair()


@scene(33, moves="A>7c B:9c/7c", faults=(Fault.CAMERA_LOST,), swept=(1, 3, 8))
def device_lost_mid_match(seconds=2):
    """The camera is gone for a while in which nothing happens; the game goes on where it was."""
    yield lead(1.0, A, "7c")
    yield Lost(2.6, 2.6 + seconds)
    yield beat(3.2 + seconds, B, "9c", "7c")


@scene(24, moves="A>7c B:9c/7c A+7d", faults=(Fault.CAMERA_LOST,), may_ask=True)
def played_while_the_camera_was_gone():
    """What was laid meanwhile is read off the table when the picture is back."""
    yield lead(1.0, A, "7c")
    yield Lost(2.6, 4.6)
    yield beat(3.0, B, "9c", "7c")
    yield throw(6.0, A, "7d")


def at_rate(fps):
    return {"fps": fps}


@scene(moves="A>7c B:9c/7c", dresses=at_rate, swept=(60, 30, 15, 10, 7, 5))
def frame_rate(fps=10):
    """Cameras give from 5 to 60 frames a second."""
    yield from pair()


def noisy(grey_levels):
    return {"sensor": {"noise": grey_levels}}


@scene(moves="A>7c B:9c/7c", dresses=noisy, swept=(2, 4, 7, 10, 14))
def sensor_noise(grey_levels=5.0):
    """A cheap sensor in poor light."""
    yield from pair()


@scene(
    16,
    moves="A>7c B:9c/7c",
    faults=(Fault.CAMERA_GLARE,),
    may_ask=True,
    swept=(0.9, 1.2, 2.0),
)
def glare_blots_out_the_battle(strength=1.2):
    """A lamp blots out where the cards lie; a card is laid there meanwhile and read afterwards."""
    yield lead(1.0, A, "7c")
    yield Glare(3.2, 7.0, spot(*SLOT), 90, strength)
    yield beat(4.4, B, "9c", "7c")


@scene(16, moves="A>7c B:9d/7c", faults=(Fault.CAMERA_GLARE,), may_ask=True)
def wrong_beat_behind_a_glare():
    """What was laid out of sight accuses nobody, however wrong it is."""
    yield lead(1.0, A, "7c")
    yield Glare(3.2, 7.0, spot(*SLOT), 90, 1.2)
    yield beat(4.4, B, "9d", "7c")


@scene(16, moves="A>7c B:9d/7c", flags="BEAT_WRONG_SUIT B", faults=(Fault.CAMERA_GLARE,))
def wrong_beat_beside_a_glare():
    """A glare on the discard hides no wrong beat."""
    yield lead(1.0, A, "7c")
    yield Glare(2.4, 9.0, spot(960, 310), 80, 1.2)
    yield beat(4.4, B, "9d", "7c")


@scene(16, moves="A>7c B:9c/7c A+7d", faults=(Fault.CAMERA_GLARE,), swept=(0.9, 1.2, 2.0))
def glare_on_the_discard(strength=1.2):
    """A lamp blots out the discard: the battle is judged on."""
    yield lead(1.0, A, "7c")
    yield Glare(2.4, 9.0, spot(960, 310), 80, strength)
    yield beat(3.4, B, "9c", "7c")
    yield throw(6.0, A, "7d")


@scene(moves="A>7c B:9c/7c", faults=(Fault.CAMERA_BLURRED,), swept=(2.0, 3.0, 5.0))
def focus_lost_for_a_while(soft_px=3.0):
    """The lens loses its focus between two moves and finds it again."""
    yield lead(1.0, A, "7c")
    yield Defocus(4.4, 8.4, soft_px)
    yield beat(9.6, B, "9c", "7c")


@scene(1, moves="A>7c B:9c/7c", faults=(Fault.CAMERA_DARK,), swept=(0.15, 0.08, 0.02))
def lights_out_for_a_while(share=0.08):
    """The light goes out between two moves, for longer than a moment."""
    yield lead(1.0, A, "7c")
    yield Dimming(at=4.4, until=7.4, share=share)
    yield beat(8.6, B, "9c", "7c")


@scene(25, moves="A>7c B:9c/7c", faults=(Fault.CAMERA_MOVED,), swept=(75, 90, 120))
def camera_pushed_aside_and_back(by_mm=90):
    """The camera is pushed so far that nothing may be judged, and is put back."""
    yield lead(1.0, A, "7c")
    yield Knock(3.4, 0.0, (by_mm, 0.0))
    yield Knock(6.4, 0.0, (-by_mm, 0.0))
    yield beat(7.6, B, "9c", "7c")
