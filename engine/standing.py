"""How the table stands: the game, the moves read so far, and what is open. Pure values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from engine.faults import Fault
from engine.findings import Finding, closing_by, is_shown
from engine.game import Game, apply, next_game
from engine.moves import Deal, Move
from engine.ports import Doubt, Sighting
from engine.referee import judge
from engine.signals import Signal, signal_for
from engine.verdict import Violation


@dataclass(frozen=True, slots=True)
class Flag:
    """A violation with its number in this run."""

    id: int
    violation: Violation


@dataclass(frozen=True, slots=True)
class Step:
    """A move that was taken as read, numbered from 1, with everything the referee found in it."""

    number: int
    move: Move
    taken_at: float
    frame: int
    probability: float
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True, slots=True)
class AskedDoubt:
    """A doubt with its number in this run."""

    id: int
    doubt: Doubt
    taken_at: float


@dataclass(frozen=True, slots=True)
class BrokenThing:
    """A fault that lasts; the detail names the thing for the technician."""

    fault: Fault
    detail: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Everything that a page or a light needs to know about the table now."""

    start: Game
    """The game before the first step; a correction judges anew from here."""
    game: Game
    taken_at: float = 0.0
    frame: int = 0
    steps: tuple[Step, ...] = ()
    open: tuple[Finding, ...] = ()
    doubt: AskedDoubt | None = None
    faults: tuple[BrokenThing, ...] = ()
    dismissed: frozenset[int] = frozenset()
    """Numbers of the flags that a person called wrong."""
    moved: int = 0
    """How many moves were numbered in this run; a number is never given twice."""
    found: int = 0
    """How many violations were numbered in this run."""
    asked: int = 0
    """How many doubts were numbered in this run."""

    @property
    def flags(self) -> dict[int, tuple[Step, Flag]]:
        """Return the flags that hold, by number, with the step that made each."""
        return {
            flag.id: (step, flag)
            for step in self.steps
            for flag in step.flags
            if flag.id not in self.dismissed
        }

    @property
    def signal(self) -> Signal:
        """Return what the light shows; what was acknowledged is quiet, and a fault is above all."""
        if self.faults:
            return Signal.FAULT
        loud = [f.violation for f in self.open if not f.acknowledged]
        waiting = self.game.is_waiting
        return signal_for(loud, doubt=self.doubt is not None, waiting=waiting)


def after_sighting(standing: Standing, sighting: Sighting) -> Standing:
    """Return the standing after a sighting: a move is judged and applied, a doubt is asked."""
    seen = replace(standing, taken_at=sighting.taken_at, frame=sighting.frame)
    if sighting.move is None:
        # A sighting without a move and without a doubt says only that the table was seen.
        return seen if sighting.doubt is None else _asked(seen, sighting.doubt)
    return _moved(replace(seen, doubt=None), sighting.move, sighting.probability)


def after_saying(standing: Standing, move: Move, taken_at: float) -> Standing:
    """Return the standing after a person told a move by a button; whoever tells is sure."""
    return _moved(replace(standing, taken_at=taken_at), move, probability=1.0)


def _asked(standing: Standing, doubt: Doubt) -> Standing:
    if standing.doubt is not None and standing.doubt.doubt == doubt:
        return standing
    number = standing.asked + 1
    return replace(standing, asked=number, doubt=AskedDoubt(number, doubt, standing.taken_at))


def _moved(standing: Standing, move: Move, probability: float) -> Standing:
    if isinstance(move, Deal) and standing.game.result is not None:
        standing = _with_next_game(standing)
    step = Step(standing.moved + 1, move, standing.taken_at, standing.frame, probability)
    return _with_step(replace(standing, moved=step.number), step)


def _with_next_game(standing: Standing) -> Standing:
    """Return the standing with the next game begun: whoever deals has closed the last one."""
    game = next_game(standing.game)
    return replace(
        standing, start=game, game=game, steps=(), open=(), doubt=None, dismissed=frozenset()
    )


def _with_step(standing: Standing, step: Step) -> Standing:
    move = step.move
    step = replace(step, flags=_numbered(judge(standing.game, move), step.flags, standing.found))
    still_open = tuple(f for f in standing.open if closing_by(f, move) is None)
    return replace(
        standing,
        game=apply(standing.game, move),
        steps=(*standing.steps, step),
        open=still_open + findings_of(step),
        found=max((standing.found, *(flag.id for flag in step.flags))),
    )


def _numbered(
    violations: Sequence[Violation], known: Sequence[Flag], found: int
) -> tuple[Flag, ...]:
    """Give every violation a number: a known one keeps its own, a new one gets the next."""
    old = {flag.violation: flag.id for flag in known}
    fresh = count(found + 1)
    return tuple(Flag(old.get(v) or next(fresh), v) for v in violations)


def findings_of(step: Step) -> tuple[Finding, ...]:
    """Return the findings that a step opens."""
    return tuple(
        Finding(flag.id, flag.violation, step.number, step.move, step.taken_at)
        for flag in step.flags
        if is_shown(flag.violation)
    )


def after_acknowledging(standing: Standing, finding: int) -> Standing:
    """Return the standing with a finding gone quiet; it stays until the table is right."""
    return replace(
        standing,
        open=tuple(
            replace(f, acknowledged=f.acknowledged or f.id == finding) for f in standing.open
        ),
    )


def broken(standing: Standing, fault: Fault, detail: str) -> Standing:
    """Return the standing with a fault that lasts until it is mended."""
    others = tuple(b for b in standing.faults if b.fault is not fault)
    return replace(standing, faults=(*others, BrokenThing(fault, detail)))


def mended(standing: Standing, fault: Fault) -> Standing:
    """Return the standing without a fault."""
    return replace(standing, faults=tuple(b for b in standing.faults if b.fault is not fault))


def after_answer(standing: Standing, doubt: int, choice: int) -> Standing:
    """Return the standing after a person answered a doubt; a late answer changes nothing."""
    if standing.doubt is None or standing.doubt.id != doubt:
        return standing
    answers = standing.doubt.doubt.answers
    told = replace(standing, doubt=None)
    return _moved(told, answers[choice - 1], 1.0) if 0 < choice <= len(answers) else told


def after_correction(standing: Standing) -> Standing:
    """Return the standing after the dealer said that the assistant is wrong.

    What is wrong is what the dealer sees: the open findings; else the doubt; else the last move.
    """
    if loud := {f.id for f in standing.open if not f.acknowledged}:
        still_open = tuple(f for f in standing.open if f.id not in loud)
        return replace(standing, open=still_open, dismissed=standing.dismissed | loud)
    if standing.doubt is not None:
        return replace(standing, doubt=None)
    return rederived(standing, standing.steps[:-1])


def rederived(standing: Standing, steps: Sequence[Step]) -> Standing:
    """Return the standing with these steps judged anew from the start of the game."""
    again = replace(standing, game=standing.start, steps=(), open=(), doubt=None)
    for step in steps:
        again = _with_step(again, step)
    quiet = {f.id for f in standing.open if f.acknowledged}
    still_open = (replace(f, acknowledged=f.id in quiet) for f in again.open)
    return replace(again, open=tuple(f for f in still_open if f.id not in standing.dismissed))
