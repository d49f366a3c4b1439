"""The demo recording that ships with the program, and how it was made.

To draw it anew:  python -m vision.scene.bundled
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import tomlkit

from calibration.film import import_film
from calibration.profile import profile_document
from vision.scene.camera import camera_for
from vision.scene.film import Drawing, Film, write_film
from vision.scene.look import CLOTHS, Print, Rail, look_for
from vision.scene.plot import game_script
from vision.scene.wishes import Error, Wish

DEMO = Path(__file__).parent / "demo"
DEMO_VIDEO = DEMO / "demo.mp4"
DEMO_INPUT = DEMO / "demo.input.json"
DEMO_TRUTH = DEMO / "demo.truth.json"
DEMO_PROFILE = DEMO / "demo.toml"

SEED = 41
UNTIL_S = 66.0
WISHES = (
    Wish(Error.BEAT_TOO_LOW),
    Wish(Error.THROW_WRONG_RANK, 2),
    Wish(Error.DRAW_ORDER, 3),
)


def demo_film() -> Film:
    """Return the film that ships with the program: three errors, two of them put right."""
    look = replace(
        look_for(SEED, markers=True), cloth=CLOTHS[0], printed=Print.OVAL, rail=Rail.WOOD
    )
    note = "the bundled demo: a beat too low, a wrong rank thrown in, the defender draws first"
    script = game_script(SEED, WISHES, until_s=UNTIL_S)
    return Film("demo", script, camera_for(SEED), look, SEED, note)


def write_demo(folder: Path = DEMO) -> None:
    """Write the demo's film and documents, and its table profile."""
    film = demo_film()
    write_film(film, folder)
    write_profile(folder)


def write_profile(folder: Path = DEMO) -> None:
    """Write the table profile that follows from the demo's description and its markers."""
    drawing = Drawing(demo_film())
    pictures = (drawing.frame(number)[0].image for number in range(3))
    profile = import_film(folder / DEMO_INPUT.name, pictures)
    text = tomlkit.dumps(profile_document(profile))
    (folder / DEMO_PROFILE.name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_demo()
