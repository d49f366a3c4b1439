"""One scene: a short script, the right answer beside it, and what is varied to see where it breaks.

A scene is a function that yields what happens. Its first parameter, if it has one, is what a sweep
varies; its usual value is the one that must be right.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from dealer_ui.answers import Flagged, Right
from engine.faults import Fault
from engine.notation import parse_move
from engine.seats import Actor
from engine.verdict import Code
from tests.scenes.faulty_eye import Error
from tests.scenes.table import Table
from vision.scene.acts import Act
from vision.scene.script import Dimming, Knock
from vision.scene.veils import Veil


@dataclass(frozen=True)
class Person:
    """A person tells the line something at a time: `says` gets the standing at that time."""

    at: float
    says: Callable


@dataclass(frozen=True)
class Lost:
    """The camera gives no picture for a while."""

    at: float
    until: float


Happens = Act | Knock | Dimming | Veil | Error | Person | Lost


@dataclass(frozen=True)
class Scene:
    """A scene as it is found by its name."""

    name: str
    reports: tuple[int, ...]
    """The numbers of the public reports that it answers to."""
    acts: Callable[..., Iterator[Happens]]
    right: Right
    table: Table = field(default_factory=Table)
    swept: tuple = ()
    """Values of its parameter, from the easiest to the hardest."""
    quick: bool = False
    """Belongs to the few that every change is tried with."""
    fails: str = ""
    """Why it fails today; a scene that fails no longer must lose this."""
    lies: str | None = None
    """The cards that lie in the battle at the end, if not those that the right moves leave."""

    @property
    def parameter(self) -> str | None:
        """The name of what a sweep varies."""
        return next(iter(inspect.signature(self.acts).parameters), None)

    @property
    def usual(self) -> object:
        """The value of the parameter that must be right."""
        parameters = inspect.signature(self.acts).parameters
        return next((p.default for p in parameters.values()), None)

    @property
    def says(self) -> str:
        """What the scene is about, in a sentence."""
        return inspect.getdoc(self.acts) or ""

    def happenings(self, value=None) -> tuple[Happens, ...]:
        """What happens, with the usual value of the parameter or another one."""
        return tuple(self.acts() if value is None else self.acts(value))

    def with_table(self, value=None) -> Table:
        """The table that the scene plays on; some scenes vary the table itself."""
        changes = getattr(self.acts, "dresses", None)
        chosen = self.usual if value is None else value
        return replace(self.table, **changes(chosen)) if changes else self.table


SCENES: dict[str, Scene] = {}


def scene(
    *reports: int,
    moves: str = "",
    flags: str = "",
    faults: tuple[Fault, ...] = (),
    asks: tuple[str, ...] = (),
    may_ask: bool = False,
    may_miss: bool = False,
    dresses: Callable | None = None,
    **how,
):
    """Make a scene of a function; `moves` and `flags` are the right answer, in the words of DKN."""
    right = Right(
        tuple(parse_move(word.replace("_", " ")) for word in moves.split()),
        tuple(_flag(text) for text in flags.split(",") if text),
        faults,
        asks=asks,
        may_ask=may_ask,
        may_miss=may_miss,
    )

    def made(acts):
        if dresses is not None:
            acts.dresses = dresses
        SCENES[acts.__name__] = Scene(acts.__name__, reports, acts, right, **how)
        return acts

    return made


def _flag(text: str) -> Flagged:
    code, actor = text.split()
    return Flagged(Code(code), Actor(actor))
