"""The two halves of the sight: one may run ahead, and the eye may look less often."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.seats import Actor
from tests.vision.table_scene import FPS, PROFILE, Film, back, face
from vision.frames import Frame
from vision.sight import Patience, Sight

A, B = Actor.A, Actor.B


@dataclass
class Remembered(Film):
    """Keeps every frame, and what its eye would find there."""

    kept: list = field(default_factory=list)

    def _show(self, image):
        self.kept.append((image, tuple(self._seen(card) for card in self.cards)))
        super()._show(image)


def played():
    """A card led and beaten while the camera is nudged."""
    film = Remembered()
    film.cards.append(back(140, 310))
    film.wait(0.5).reach(A, 450, 330, carrying=face("7c", 450, 300)).wait(1.0)
    film.shift_px = (4.0, 0.0)
    film.wait(1.5).reach(B, 450, 250, carrying=face("9c", 466, 318, 10)).wait(1.0)
    return film


def seen_again(film, ahead):
    """Let a fresh sight see a film, its first half so many frames ahead of the second."""
    found = {id(image): cards for image, cards in film.kept}
    sight = Sight(
        PROFILE, lambda picture, _w, asked: [c for c in found[id(picture)] if asked(c.quad)]
    )
    frames = [Frame(image, n / FPS, n) for n, (image, _) in enumerate(film.kept)]
    states, waiting = [], []
    for frame in frames:
        waiting.append((frame, sight.sense(frame)))
        if len(waiting) > ahead:
            states.append(sight.judge(*waiting.pop(0)))
    states += [sight.judge(*left) for left in waiting]
    return [state for state in states if state is not None], sight.looks


def test_what_is_seen_does_not_depend_on_how_far_the_first_half_is_ahead():
    film = played()
    together, looks = seen_again(film, ahead=0)
    assert seen_again(film, ahead=9) == (together, looks)
    assert {str(card.card) for card in together[-1].cards} == {"7c", "9c"}


def test_an_eye_that_looks_less_often_sees_the_same_cards():
    often, seldom = Film(), Film()
    seldom.sight = Sight(PROFILE, seldom.look, patience=Patience(every_s=0.12))
    for film in (often, seldom):
        film.cards.append(back(140, 310))
        film.wait(0.5).reach(A, 450, 330, carrying=face("7c", 450, 300)).wait(1.0)
        film.reach(B, 450, 250, carrying=face("9c", 466, 318, 10)).wait(1.0)
    assert seldom.faces == often.faces == {"7c", "9c"}
    assert [cover.key for cover in seldom.lying("9c").covers] == [seldom.lying("7c").key]
    assert seldom.sight.looks < 0.85 * often.sight.looks
