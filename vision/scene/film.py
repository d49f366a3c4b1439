"""Films of a drawn game: frames with their truth, and the files that go with them.

Run as a module:  python -m vision.scene.film OUT --seed 7
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import av

from vision.frames import Frame
from vision.scene.camera import Camera, camera_for
from vision.scene.look import Look, look_for
from vision.scene.paint import Painter, Seen
from vision.scene.perform import Performance, perform
from vision.scene.plot import game_script
from vision.scene.script import Script
from vision.scene.sprites import Deck
from vision.scene.stage import Stage
from vision.scene.truth import (
    SAMPLED_EVERY,
    Document,
    Sample,
    action_document,
    film_card,
    flags_expected,
    flags_optional,
    input_document,
    sampled_document,
)
from vision.scene.wishes import any_wishes


@dataclass(frozen=True, slots=True)
class Film:
    """Everything that a film is drawn from: drawn twice, it is the same film."""

    name: str
    script: Script
    camera: Camera
    look: Look
    seed: int
    note: str = ""


class Drawing:
    """A film being drawn: its performance, and a painter for the camera before and after a knock.

    A table is dressed when its first frame is drawn; the performance alone costs little.
    """

    def __init__(self, film: Film, painters: dict[Camera, Painter] | None = None) -> None:
        """Play the script; films that look the same may share their painters."""
        self.film = film
        self.performance: Performance = perform(film.script, film.seed)
        self._cameras = [(0.0, film.camera)]
        for knock in film.script.knocks:
            knocked = self._cameras[-1][1].knocked(knock.turned_deg, knock.shifted_mm)
            self._cameras.append((knock.at, knocked))
        self._painters = {} if painters is None else painters

    @property
    def frame_count(self) -> int:
        """How many frames the film has."""
        return int(self.film.script.ends_at * self.film.camera.fps)

    def painter_at(self, time: float) -> Painter:
        """Return the painter whose camera looks at that time."""
        camera = next(camera for at, camera in reversed(self._cameras) if at <= time)
        if camera not in self._painters:
            self._painters[camera] = Painter(camera, self.film.look, self.film.seed)
        return self._painters[camera]

    def frame(self, number: int) -> tuple[Frame, Stage]:
        """Draw one frame; the stage is that at the end of its exposure."""
        film = self.film
        time = number / film.camera.fps
        movements = self.performance.movements
        stage = movements.at(time)
        earlier = movements.at(time - film.look.sensor.exposure)
        seen = seen_through(film.script, time, number)
        image = self.painter_at(time).paint(stage, earlier, seen)
        return Frame(image, time, number), stage


def seen_through(script: Script, time: float, number: int) -> Seen:
    """Return what light and lens add to a frame."""
    dimmed = min((d.share for d in script.dimmings if d.at <= time < d.until), default=1.0)
    veils = tuple(veil for veil in script.veils if veil.at <= time < veil.until)
    return Seen(number, time, dimmed, veils)


def draw_film(
    script: Script, camera: Camera, look: Look, seed: int
) -> Iterator[tuple[Frame, Stage]]:
    """Yield the frames of a script with the stage that each of them shows."""
    drawing = Drawing(Film("", script, camera, look, seed))
    for number in range(drawing.frame_count):
        yield drawing.frame(number)


def write_film(film: Film, folder: Path, quality: int = 24) -> Path:
    """Write NAME.mp4, NAME.input.json and NAME.truth.json; return the path of the video.

    `quality` is the encoder's constant rate factor: higher is smaller and worse.
    """
    folder.mkdir(parents=True, exist_ok=True)
    drawing = Drawing(film)
    video = folder / f"{film.name}.mp4"
    samples = _encode(drawing, video, quality)
    known = input_document(film.name, film.camera, film.look, film.camera.fps)
    _write_json(folder / f"{film.name}.input.json", known)
    _write_json(folder / f"{film.name}.truth.json", known | truth_document(drawing, samples))
    return video


def truth_document(drawing: Drawing, samples: Sequence[Document]) -> Document:
    """Return what the truth file says beyond the input file."""
    film, done = drawing.film, drawing.performance.done
    return {
        "duration_s": round(film.script.ends_at, 2),
        "trump": next((film_card(one.cards[0]) for one in done if one.shown_at), None),
        "actions": [action_document(number, one) for number, one in enumerate(done)],
        "flags_expected": flags_expected(done),
        "flags_optional": flags_optional(done),
        "events": {
            "bump": [knock.at for knock in film.script.knocks] or None,
            "dim": [dimming.at for dimming in film.script.dimmings] or None,
        },
        "note": film.note,
        "generator": {"seed": film.seed},
        "sampled_frames": list(samples),
    }


def _encode(drawing: Drawing, path: Path, quality: int) -> list[Document]:
    """Draw and encode every frame; return the cards of every fifteenth."""
    samples = []
    width, height = drawing.film.camera.size_px
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=drawing.film.camera.fps)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.options = {"crf": str(quality), "preset": "medium"}
        for number in range(drawing.frame_count):
            frame, stage = drawing.frame(number)
            if number % SAMPLED_EVERY == 0:
                sample = Sample(number, frame.taken_at, stage)
                samples.append(sampled_document(sample, drawing.painter_at(frame.taken_at)))
            picture = av.VideoFrame.from_ndarray(frame.image, format="bgr24")
            container.mux(stream.encode(picture))
        container.mux(stream.encode())
    return samples


def _write_json(path: Path, document: Document) -> None:
    """Write a document the same way every time."""
    text = json.dumps(document, ensure_ascii=False, separators=(", ", ": "))
    path.write_text(text + "\n", encoding="utf-8")


def film_for(seed: int, name: str, deck: Deck = Deck.LATIN) -> Film:
    """Return a film of a whole game with the errors that the seed chooses."""
    script = game_script(seed, any_wishes(seed), all_wishes=False)
    return Film(name, script, camera_for(seed), look_for(seed, deck=deck), seed, "drawn by seed")


def main() -> None:
    """Draw a film from the command line."""
    parser = argparse.ArgumentParser(description="Draw a film of a game, with its truth.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--name", default="scene")
    parser.add_argument("--deck", type=Deck, choices=list(Deck), default=Deck.LATIN)
    given = parser.parse_args()
    write_film(film_for(given.seed, given.name, given.deck), given.folder)


if __name__ == "__main__":
    main()
