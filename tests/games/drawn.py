"""Whole games as pictures: drawn in memory, seen by the shipped networks, judged by the line."""

from __future__ import annotations

import json
import tempfile
from difflib import SequenceMatcher
from pathlib import Path

from calibration.film import import_film
from dealer_ui.answers import Listener, differences, words_of
from dealer_ui.calibrating import PICTURES_FOR_MARKERS
from dealer_ui.watching import Line, Watching
from engine.game import new_game
from engine.house import load_rules
from engine.reading import MoveReader
from engine.standing import Standing
from engine.unseen import WHOLE_TABLE
from engine.watch import Watch
from tests.games.following import Followed, counts_of, right_of, script_of, true_counts
from tests.scenes.playing import Light, NoPage, NoRecords, eye
from vision.scene.camera import camera_for
from vision.scene.film import Drawing, Film
from vision.scene.look import look_for
from vision.scene.telling import moves_told
from vision.scene.truth import input_document
from vision.sight import Sight


class DrawnGame:
    """A film that is drawn while it is watched; nobody speaks and no device reports."""

    length = None

    def __init__(self, script, seed):
        self.film = Film(f"game-{seed}", script, camera_for(seed), look_for(seed), seed)
        self.drawing = Drawing(self.film)
        self.number = 0

    def now(self):
        return self.number / self.film.camera.fps

    def read(self):
        if self.number >= self.drawing.frame_count:
            return None
        frame, _ = self.drawing.frame(self.number)
        self.number += 1
        return frame

    def heard(self, standing, taken_at):
        return ()

    def profile(self):
        """Return what a technician would have calibrated from the first pictures."""
        film = self.film
        known = input_document(film.name, film.camera, film.look, film.camera.fps)
        pictures = (self.drawing.frame(number)[0].image for number in range(PICTURES_FOR_MARKERS))
        with tempfile.TemporaryDirectory() as folder:
            description = Path(folder) / "game.input.json"
            description.write_text(json.dumps(known), encoding="utf-8")
            return import_film(description, pictures)


def line_for(drawn, standing):
    """Return the watch of a drawn game, and the whole line in front of it."""
    seeing = eye()
    sight = Sight(drawn.profile(), seeing.look_where, seeing)
    watch = Watch(standing, Light(), NoRecords(), NoPage())
    return watch, Watching(Line(drawn, sight, MoveReader(), drawn, watch), drawn.now)


def watched(seed):
    """Watch a drawn game; return what was told beside what happened."""
    drawn, listener = DrawnGame(script_of(seed), seed), Listener()
    game = new_game(load_rules("casino-by-2001"))
    watch, watching = line_for(drawn, Standing(start=game, game=game, unseen=WHOLE_TABLE))
    while watching.turn():
        listener.note(watch.standing)
    done = drawn.drawing.performance.done
    told, right = listener.told(), right_of(done)
    ends_right = counts_of(watch.standing.game) == true_counts(done[-1].after)
    differs = differences(right, told)
    truth = [(one.move, one.rests_at) for one in moves_told(done)]
    lost = lost_for(truth, told.moves, drawn.film.script.ends_at)
    return Followed(seed, right, differs, ends_right, len(told.doubts), lost)


def lost_for(truth, told, ends_at):
    """Return the longest time in seconds in which nothing that happened was told.

    `truth` are moves, each with the moment when its last card came to rest.
    """
    wanted = [(word, rests_at) for move, rests_at in truth for word in _plain([move])]
    said = _plain(told)
    words = [word for word, _ in wanted]
    blocks = SequenceMatcher(None, words, said, autojunk=False).get_matching_blocks()
    met = {place for block in blocks for place in range(block.a, block.a + block.size)}
    longest, since = 0.0, None
    for place, (_, rests_at) in enumerate(wanted):
        if place in met:
            longest = max(longest, 0.0 if since is None else rests_at - since)
            since = None
        elif since is None:
            since = rests_at
    return max(longest, 0.0 if since is None else ends_at - since)


def _plain(moves):
    """Return the words of moves, each by itself; a lead and a card thrown in after it are alike."""
    words = (word for move in moves for word in words_of([move]))
    return [word.replace(">", "+").partition("[")[0] for word in words]
