"""Whether the table can be seen: a trouble is told, blinds what it must, and passes by itself."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from engine.faults import Fault, Noted, Notice, TableError
from engine.happenings import Broke, Mended
from engine.seats import Actor
from engine.table import Zone
from tests.vision.table_scene import FPS, PROFILE, SCALE, Film, back, face
from vision.footing import TOO_FAR_MM
from vision.frames import Frame
from vision.sight import Patience, Sight
from vision.table_look import look_of

A, B = Actor.A, Actor.B


@dataclass
class Seen(Film):
    """A drawn table before a real sensor: it stirs, and what is told of its pictures is kept."""

    alter: object = None
    """Changes the picture that the camera gives."""
    told: list = field(default_factory=list)
    """Every change of what is broken, with its time."""
    turn_deg: float = 0.0

    def __post_init__(self):
        super().__post_init__()
        self._broken = None
        self.clock_s = 0.0

    def at(self):
        return self.number / FPS

    def _show(self, image):
        if self.turn_deg:
            middle = cv2.getRotationMatrix2D((320, 180), self.turn_deg, 1)
            image = cv2.warpAffine(image, middle, (640, 360), borderMode=cv2.BORDER_REPLICATE)
        image = image if self.alter is None else self.alter(image)
        taken_at = self.at()
        self._see(Frame(image, taken_at, self.number, taken_at + self.clock_s))

    def _see(self, frame):
        self.number += 1
        try:
            state = self.sight.see(frame)
        except TableError as error:
            if self._broken != error.fault:
                self._broken = error.fault
                self.told.append((error.fault, frame.taken_at, error.figures))
        else:
            if self._broken:
                self.told.append((None, frame.taken_at, ()))
            self._broken = None
            self.states += [state] if state is not None else []
        self.told += [(one, frame.taken_at, ()) for one in self.sight.news()]

    @property
    def faults(self):
        """What was broken and mended, in its order, the happenings by name."""
        return [name for one, _, _ in self.told if (name := named(one))]

    @property
    def notices(self):
        return [one for one, _, _ in self.told if isinstance(one, Noted)]


def named(one):
    if isinstance(one, Broke):
        return (one.fault, one.zones)
    if isinstance(one, Mended):
        return "over"
    return None if isinstance(one, Noted) else (one or "over")


def begun(seconds=4.0, **how):
    """A table with a talon and a led seven, looked at for a while."""
    film = Seen(**how)
    film.cards.append(back(140, 310))
    film.wait(0.5).reach(A, 450, 330, carrying=face("7c", 450, 300))
    return film.wait(seconds)


def dim(share):
    return lambda image: np.clip(image * share, 0, 255).astype(np.uint8)


def blur(sigma):
    return lambda image: cv2.GaussianBlur(image, (0, 0), sigma)


def glare(x_mm, y_mm, radius_mm, strength=1.1):
    """Mirror a lamp in a spot of the table."""
    down, across = np.mgrid[0:360, 0:640].astype(np.float32)
    away = (across - x_mm / SCALE) ** 2 + (down - y_mm / SCALE) ** 2
    light = 255 * strength * np.exp(-((away / (radius_mm / SCALE) ** 2) ** 2))
    return lambda image: np.clip(image + light[..., None], 0, 255).astype(np.uint8)


WHOLE = [
    pytest.param(dim(0.2), Fault.CAMERA_DARK, id="dark"),
    pytest.param(dim(0.02), Fault.CAMERA_DARK, id="black"),
    pytest.param(blur(2.0), Fault.CAMERA_BLURRED, id="blurred"),
    pytest.param(blur(4.0), Fault.CAMERA_BLURRED, id="blurred-badly"),
]


@pytest.mark.parametrize(("alter", "fault"), WHOLE)
def test_a_picture_that_cannot_be_read_is_told_soon_and_ends_by_itself(alter, fault):
    film = begun()
    film.alter, since = alter, film.at()
    film.wait(4.0)
    (told, moment, _) = film.told[-1]
    assert told is fault
    assert moment - since <= 2.5
    film.alter, since = None, film.at()
    film.wait(3.0)
    assert film.faults == [fault, "over"]
    assert film.told[-1][1] - since <= 2.0


@pytest.mark.parametrize(("alter", "fault"), WHOLE)
def test_nothing_is_read_or_missed_while_the_picture_cannot_be_read(alter, fault):
    film = begun()
    key, film.alter = film.lying("7c").key, alter
    film.wait(2.0)
    states = len(film.states)
    film.reach(B, 450, 250, carrying=face("9c", 466, 318, 10)).wait(2.0)
    assert len(film.states) == states
    film.alter = None
    film.wait(4.0)
    assert film.faces == {"7c", "9c"}
    assert film.lying("7c").key == key
    assert film.lifted == []


@pytest.mark.parametrize(
    "alter",
    [dim(0.62), dim(0.45), dim(1.25), glare(600, 300, 40, 0.4), glare(600, 300, 20)],
    ids=["dimmed", "half-light", "brighter", "gleam", "small-glint"],
)
def test_what_the_reader_copes_with_is_no_fault(alter):
    film = begun()
    film.alter = alter
    film.wait(4.0)
    assert film.told == []


@pytest.mark.parametrize("alter", [dim(0.1), blur(4.0), glare(600, 300, 70)])
def test_a_moment_is_no_fault(alter):
    film = begun()
    for _ in range(3):
        film.alter = alter
        film.wait(0.4)
        film.alter = None
        film.wait(2.5)
    assert film.told == []
    assert film.faces == {"7c"}


def test_a_table_that_was_dark_from_the_beginning_is_told_too():
    film = Seen(alter=dim(0.1))
    film.wait(2.0)
    assert film.faults == [Fault.CAMERA_DARK]


def test_a_lens_may_be_a_little_softer_than_at_first():
    film = begun(alter=blur(0.8))
    film.alter = blur(0.95)
    film.wait(4.0)
    assert film.told == []


def test_a_table_that_is_soft_from_the_beginning_is_taken_as_it_is():
    assert begun(alter=blur(1.0)).told == []


# Glare


def test_a_glare_is_told_with_its_zone_and_ends_by_itself():
    film = begun()
    film.alter, since = glare(600, 300, 70), film.at()
    film.wait(2.5)
    assert film.faults == [(Fault.CAMERA_GLARE, (Zone.BATTLE,))]
    assert film.told[-1][1] - since <= 1.5
    film.alter = None
    film.wait(1.5)
    assert film.faults == [(Fault.CAMERA_GLARE, (Zone.BATTLE,)), "over"]


@pytest.mark.parametrize(
    ("x", "y", "zones"),
    [
        (960, 310, (Zone.DISCARD,)),
        (580, 580, (Zone.HAND_A,)),
        (140, 310, (Zone.TALON,)),
        (880, 310, (Zone.DISCARD, Zone.BATTLE)),
    ],
)
def test_a_glare_names_every_zone_that_it_lies_on(x, y, zones):
    film = begun()
    film.alter = glare(x, y, 70)
    film.wait(2.5)
    ((_, told),) = film.faults
    assert set(zones) == set(told) - {Zone.TRUMP}


def test_a_glare_that_wanders_on_is_told_anew():
    film = begun()
    for x in (700, 960):
        film.alter = glare(x, 310, 70)
        film.wait(3.0)
    assert film.faults[0] == (Fault.CAMERA_GLARE, (Zone.BATTLE,))
    assert film.faults[-1] == (Fault.CAMERA_GLARE, (Zone.DISCARD,))


def test_a_card_under_a_glare_is_not_gone_and_one_laid_there_is_read_afterwards():
    film = begun()
    key = film.lying("7c").key
    film.alter = glare(460, 310, 90)
    film.unseen |= {card.face for card in film.cards if card.face}
    film.wait(1.5).reach(B, 450, 250, carrying=face("9c", 466, 318, 10)).wait(2.0)
    assert film.faces == {"7c"}
    assert film.lifted == []
    film.alter = None
    film.unseen.clear()
    film.wait(2.0)
    assert film.faces == {"7c", "9c"}
    assert (film.lying("7c").key, film.lying("9c").covers[0].key) == (key, key)
    assert film.lifted == []


def test_what_lies_elsewhere_is_judged_on():
    film = begun()
    film.alter = glare(960, 310, 70)
    film.wait(2.0).reach(B, 450, 250, carrying=face("9c", 466, 318, 10)).wait(1.0)
    assert film.faces == {"7c", "9c"}


def test_a_hand_in_a_glare_carries_nothing_from_the_talon():
    film = begun()
    film.alter = glare(580, 575, 80)
    film.wait(1.5).reach(Actor.DEALER, 560, 545, carrying=back(560, 545)).wait(2.0)
    film.alter = None
    film.wait(2.0)
    assert film.passages == []


def test_white_cards_that_are_blown_out_are_no_glare():
    film = begun()
    film.cards += [face("9c", 600, 300, 8), face("Jd", 660, 320, -4), face("Qh", 430, 420, 60)]
    film.alter = lambda image: np.clip(image * 1.3, 0, 255).astype(np.uint8)
    film.wait(4.0)
    assert film.told == []


# Frozen, repeated, slow, a clock that jumps


@dataclass
class Still(Seen):
    """A camera that may give what it gave before: its last pictures, over and over."""

    loops: int = 0
    """How many of its last pictures it repeats; none while it is right."""
    kept: list = field(default_factory=list)

    def _see(self, frame):
        if self.loops:
            image = self.kept[self.number % self.loops]
            frame = Frame(image, frame.taken_at, frame.number)
        else:
            self.kept = [*self.kept, frame.image][-40:]
        super()._see(Frame(frame.image, frame.taken_at, frame.number))


@pytest.mark.parametrize(("length", "within_s"), [(1, 2.0), (2, 3.0), (40, 6.0)])
def test_a_camera_that_repeats_itself_is_told_and_forgiven(length, within_s):
    film = Still()
    film.sight = Sight(PROFILE, film.look, patience=Patience(still_s=1.5))
    film.wait(3.0)
    film.loops = length
    film.wait(within_s)
    assert film.faults == [Fault.CAMERA_REPEATS]
    film.loops = 0
    film.wait(2.5)
    assert film.faults == [Fault.CAMERA_REPEATS, "over"]


def test_a_camera_of_three_frames_a_second_is_too_slow():
    film = Seen()
    film.wait(2.0)
    begun_at = film.at()
    for n in range(20):
        picture = film._chance.integers(60, 66, (360, 640, 3)).astype(np.uint8)
        film._see(Frame(picture, begun_at + n / 3, 30 + n))
    assert film.faults == [Fault.CAMERA_SLOW]
    assert film.told[0][2][0] == ("rate", pytest.approx(3.0, abs=0.2))


@pytest.mark.parametrize("step_s", [-120.0, 3600.0])
def test_a_camera_whose_clock_is_set_is_noticed_and_judged_on(step_s):
    film = begun()
    film.clock_s = step_s
    film.wait(1.0)
    ((notice, figures),) = [(n.notice, n.figures) for n in film.notices]
    assert notice is Notice.CAMERA_CLOCK_STEPPED
    assert figures == (("seconds", pytest.approx(step_s)),)
    assert film.faults == []


# Moved


def drawn(film):
    """Return the picture that a film would show now, without its being seen."""
    shown = []
    film._see, kept = shown.append, film._see
    film.wait(1 / FPS)
    film._see = kept
    return shown[0].image


def test_a_nudge_is_followed_and_noticed_with_its_measure():
    film = begun()
    film.shift_px = (4.0, 0.0)
    film.wait(3.0)
    assert film.faults == []
    (note,) = film.notices
    figures = dict(note.figures)
    assert note.notice is Notice.CAMERA_ADJUSTED
    assert figures["mm"] == pytest.approx(4 * SCALE, abs=1.0)
    assert figures["degrees"] == pytest.approx(0.0, abs=0.1)
    assert film.lifted == []


def test_a_turn_is_measured_in_degrees():
    film = begun()
    film.turn_deg = 0.8
    film.wait(3.0)
    (note,) = film.notices
    assert dict(note.figures)["degrees"] == pytest.approx(0.8, abs=0.1)


def test_less_than_a_nudge_is_followed_in_silence():
    film = begun()
    film.shift_px = (1.0, 0.5)
    film.wait(5.0)
    assert film.told == []


def test_a_slow_drift_adds_up_to_a_notice():
    film = begun()
    for step in range(1, 21):
        film.shift_px = (step / 2.5, 0.0)
        film.wait(1.0)
    told = [dict(note.figures)["mm"] for note in film.notices]
    assert len(told) >= 2
    assert told == sorted(told)
    assert told[0] < 6.0
    assert film.faults == []


def test_a_camera_that_was_moved_too_far_is_a_fault_until_it_is_put_back():
    film = begun()
    states = len(film.states)
    film.shift_px = (45.0, 0.0)
    film.wait(3.0)
    ((fault, _, figures),) = [t for t in film.told if not isinstance(t[0], Noted)]
    assert fault is Fault.CAMERA_MOVED
    assert dict(figures)["mm"] > TOO_FAR_MM
    assert len(film.states) == states
    film.shift_px = (0.0, 0.0)
    film.wait(3.0)
    assert film.faults == [Fault.CAMERA_MOVED, "over"]
    assert film.faces == {"7c"}
    assert film.lifted == []


def test_a_nudge_while_nobody_watched_is_seen_in_the_first_picture():
    calibrated = drawn(begun(0.2))
    film = Seen(shift_px=(5.0, -3.0))
    film.sight = Sight(PROFILE, film.look, looked=look_of(calibrated, PROFILE))
    film.cards.append(back(140, 310))
    film.wait(0.5).reach(A, 450, 330, carrying=face("7c", 450, 300)).wait(1.0)
    (note,) = film.notices
    assert note.notice is Notice.CAMERA_ADJUSTED
    assert dict(note.figures)["mm"] == pytest.approx(np.hypot(5, 3) * SCALE, abs=1.0)
    assert film.lying("7c").at.x_mm == pytest.approx(450, abs=2)


def test_a_camera_that_was_moved_far_while_nobody_watched_judges_nothing():
    calibrated = drawn(begun(0.2))
    film = Seen(shift_px=(50.0, 0.0))
    film.sight = Sight(PROFILE, film.look, looked=look_of(calibrated, PROFILE))
    film.wait(2.0)
    assert film.faults == [Fault.CAMERA_MOVED]
    film.shift_px = (0.0, 0.0)
    film.wait(2.0)
    assert film.faults == [Fault.CAMERA_MOVED, "over"]


def test_where_the_look_of_calibration_is_not_found_again_it_is_said():
    chance = np.random.default_rng(8)
    other = chance.integers(0, 255, (360, 640, 3)).astype(np.uint8)
    film = Seen()
    film.sight = Sight(PROFILE, film.look, looked=look_of(other, PROFILE))
    film.wait(1.0)
    assert [n.notice for n in film.notices] == [Notice.CAMERA_UNCHECKED]
    assert film.faults == []
