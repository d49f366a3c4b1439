"""`make hidden`: a film in which the finder is blind for some faces, scored by its truth.

The faces are drawn by chance from the pack; whatever the finder finds and that reads as one of them
is taken away before the tracker sees it. With `--alone` nothing is looked for where only motion
says that something lies.

Usage: python -m tests.films.hidden FILM [--seed N] [--faces N] [--alone]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from dealer_ui.calibrating import profile_of_film
from dealer_ui.orders import Order
from dealer_ui.running import run_to_end
from dealer_ui.settings import settings_from
from dealer_ui.wiring import open_table, sight_with
from engine.cards import DECK
from engine.house import load_rules
from vision.eye import open_eye

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "films"


class BlindEye:
    """The shipped eye, whose finder never finds some faces."""

    backs = ()

    def __init__(self, hidden, *, alone):
        self._eye, self._hidden, self._alone = open_eye(), hidden, alone

    def look_where(self, picture, window, is_asked):
        seen = self._eye.look_where(picture, window, is_asked)
        return tuple(s for s in seen if not (s.candidates and s.candidates[0][0] in self._hidden))

    def read_at(self, picture, quads):
        return self._eye.read_at(picture, quads)

    def look_at(self, picture, quads):
        return () if self._alone else self._eye.look_at(picture, quads)


def watched(name, eye, folder):
    """Watch a film with an eye; return the file with what was told."""
    events = folder / "out.jsonl"
    film = FOLDER / f"{name}.mp4"
    profile = profile_of_film(FOLDER / f"{name}.input.json", film, folder / "table.toml")
    order = Order(
        source=str(film),
        profile=profile,
        rules=load_rules(profile.rules),
        settings=settings_from(os.environ),
        journal=folder / "film.journal",
        events=events,
    )
    with open_table(order, lambda _line: None, lambda order: sight_with(eye, order)) as line:
        run_to_end(line)
    return events


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("film", help="d01 to d06")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--faces", type=int, default=7)
    words.add_argument("--alone", action="store_true", help="the finder alone proposes boxes")
    asked = words.parse_args()
    hidden = set(Random(asked.seed).sample(sorted(DECK), asked.faces))
    print(f"{asked.film}, hidden from the finder: {' '.join(sorted(map(str, hidden)))}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        events = watched(asked.film, BlindEye(hidden, alone=asked.alone), Path(folder))
        truth = FOLDER / f"{asked.film}.truth.json"
        subprocess.run([sys.executable, FOLDER / "score.py", truth, events], check=True)


if __name__ == "__main__":
    main()
