"""A scene goes through the whole line: drawn in memory, seen by the shipped networks, judged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from dealer_ui.answers import Difference, Listener, Told, cards_apart, differences
from dealer_ui.watching import Line, Watching
from engine.cards import parse_card
from engine.faults import Fault, TableError
from engine.house import load_rules
from engine.notation import parse_position
from engine.reading import MoveReader
from engine.signals import Signal
from engine.standing import Standing
from engine.table import TableState, Zone
from engine.watch import Watch
from tests.scenes.faulty_eye import Error, FaultyEye
from tests.scenes.scene import Lost, Person, Scene
from tests.scenes.table import SEED
from vision.eye import open_eye
from vision.frames import Frame
from vision.scene.acts import Draw, Lead, ThrowIn, Timed
from vision.scene.camera import Camera
from vision.scene.film import Drawing, Film
from vision.scene.gathering import spans_of
from vision.scene.paint import Painter
from vision.scene.script import Dimming, Knock, Script
from vision.scene.veils import Veil
from vision.sight import Sight

AFTERWARDS_S = 1.6
"""How long a scene goes on when nothing more happens: every finding is told by then."""

LASTING_S = 1e6
"""What goes on for so long does not make a scene longer."""

eye = cache(open_eye)


@dataclass(frozen=True)
class Played:
    """What came of a scene."""

    told: Told
    differs: tuple[Difference, ...]
    signals: tuple[Signal, ...]
    frames: int
    looks: int


def played(scene: Scene, value=None) -> Played:
    """Play a scene, with the usual value of its parameter or another one."""
    stage = Stage(scene, value)
    while stage.watching.turn():
        stage.listener.note(stage.watch.standing)
    told = stage.listener.told()
    differs = differences(scene.right, told)
    if not scene.right.may_miss:
        differs += cards_apart(_should_lie(scene, stage), stage.sight.faces)
    return Played(told, differs, tuple(stage.light.shown), stage.number, stage.sight.looks)


def _should_lie(scene: Scene, stage: Stage):
    if scene.lies is not None:
        return [parse_card(name) for name in scene.lies.split()]
    return scene.right.cards_on(stage.watch.standing.start)


class Stage:
    """A scene with the line in front of it: it is the line's camera and its hearing too."""

    length = None

    def __init__(self, scene: Scene, value=None) -> None:
        happens = scene.happenings(value)
        table = scene.with_table(value)
        self.drawing = _drawing(_film(table, happens))
        self._people = [one for one in happens if isinstance(one, Person)]
        self._lost = [one for one in happens if isinstance(one, Lost)]
        self.number, self._fps = 0, table.fps
        errors = [one for one in happens if isinstance(one, Error)]
        self.sight = RememberingSight(table, errors)
        self.light, self.listener = Light(), Listener()
        game = parse_position(table.position, load_rules("casino-by-2001"))
        self.watch = Watch(Standing(start=game, game=game), self.light, NoRecords(), NoPage())
        line = Line(self, self.sight, MoveReader(), self, self.watch)
        self.watching = Watching(line, self.now)

    def now(self):
        return self.number / self._fps

    def read(self):
        """Draw the next frame; a lost camera gives none."""
        time = self.now()
        self.number += 1
        if time >= self.drawing.film.script.ends_at:
            return None
        if any(lost.at <= time < lost.until for lost in self._lost):
            raise TableError(Fault.CAMERA_LOST, "scene")
        image = self.drawing.frame(self.number - 1)[0].image
        return Frame(image, time, self.number - 1)

    def heard(self, standing, taken_at):
        """Let people speak whose time has come."""
        due = [person for person in self._people if person.at <= taken_at]
        self._people = [person for person in self._people if person not in due]
        return [person.says(standing, taken_at) for person in due]


class RememberingSight:
    """Sees with the shipped networks, and remembers what lies in the battle."""

    def __init__(self, table, errors):
        camera = table.camera
        self._eye = FaultyEye(eye(), errors, camera.pixels) if errors else eye()
        self._sight = Sight(table.profile(), self._eye.look_where, self._eye)
        self._last: TableState | None = None

    @property
    def looks(self):
        return self._sight.looks

    @property
    def faces(self):
        lying = self._last.lying_in(Zone.BATTLE) if self._last else ()
        return [card.card for card in lying if card.card is not None]

    def see(self, frame):
        if isinstance(self._eye, FaultyEye):
            self._eye.now = frame.taken_at
        state = self._sight.see(frame)
        self._last = state or self._last
        return state

    def news(self):
        return self._sight.news()


class Light:
    """Remembers every signal that was shown, once while it lasts."""

    def __init__(self):
        self.shown: list[Signal] = []

    def show(self, signal):
        if self.shown[-1:] != [signal]:
            self.shown.append(signal)

    def close(self):
        pass


class NoRecords:
    def keep(self, entries):
        pass


class NoPage:
    def publish(self, standing):
        pass


def _drawing(film: Film) -> Drawing:
    """Draw a film; scenes on the same table share what is dressed once."""
    return Drawing(film, _painters_for(repr(film.look)))


@lru_cache(maxsize=1)
def _painters_for(_look: str) -> dict[Camera, Painter]:
    return {}


def scripted(table, happens) -> Script:
    """Sort what happens in a scene into a script."""
    acts = tuple(sorted((h for h in happens if isinstance(h, Timed)), key=lambda act: act.at))
    return Script(
        table.pack,
        acts,
        max(map(_over, happens), default=2.0) + AFTERWARDS_S,
        tuple(h for h in happens if isinstance(h, Knock)),
        tuple(h for h in happens if isinstance(h, Dimming)),
        tuple(h for h in happens if isinstance(h, Veil)),
        table.setting,
    )


def _film(table, happens) -> Film:
    camera = table.camera
    if table.off_deg or table.off_mm != (0.0, 0.0):
        camera = camera.knocked(table.off_deg, table.off_mm)
    return Film("scene", scripted(table, happens), camera, table.dressed(), SEED)


def _over(happens) -> float:
    """When something is over; what lasts till the end of the scene does not make it longer."""
    if isinstance(happens, Lead | ThrowIn) and not happens.at_once:
        return spans_of(happens, len(happens.cards))[-1].ends + happens.stays
    if isinstance(happens, Draw):
        return spans_of(happens, happens.count)[-1].ends
    if isinstance(happens, Timed):
        return happens.at + happens.lasts + happens.stays
    until = getattr(happens, "until", happens.at)
    return until if until < LASTING_S else happens.at
