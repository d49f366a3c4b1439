"""How the table stands: the game, the moves read so far, and what is open. Pure values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from engine.faults import BrokenThing, Noted
from engine.findings import Finding, closing_by, is_shown, quieted
from engine.game import Game, apply, next_game
from engine.moves import Deal, Lead, Move, Sweep, Take
from engine.ports import Doubt, Sighting
from engine.referee import judge
from engine.signals import Signal, signal_for
from engine.state import Phase
from engine.table import Zone
from engine.thinking import Thinking
from engine.unseen import counts_lost, hidden_by, miscounted_after, softened
from engine.verdict import Violation


@dataclass(frozen=True, slots=True)
class Flag:
    """A violation with its number in this run."""

    id: int
    violation: Violation


@dataclass(frozen=True, slots=True)
class Naming:
    """What a step was said to be, by the reader at first and by people later; None: no move.

    `at` numbers all namings of a run.
    """

    move: Move | None
    at: int
    since: int
    """The naming with whose names it speaks of the cards that lie there: its own or an earlier."""
    in_bout: bool = False
    """Whether a bout ran before the move."""
    clears: bool = False
    """Whether the table was empty after it."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move that was taken as read, numbered from 1, with everything the referee found in it."""

    number: int
    move: Move
    taken_at: float
    frame: int
    probability: float
    flags: tuple[Flag, ...] = ()
    namings: tuple[Naming, ...] = ()
    revision: int = 0
    """How often the move became another one; with the number it makes the name in the journal."""
    is_void: bool = False
    """A person said that nothing happened: `move` is what had been read."""
    withdrawn: tuple[Flag, ...] = ()
    """What was flagged in it once and no longer holds."""
    unseen: frozenset[Zone] = frozenset()
    """Zones that nobody saw for a while before it: what rests on them accuses nobody."""

    @property
    def name(self) -> str:
        """Return the name under which the journal knows the move as it is now."""
        return f"m{self.number}.{self.revision}" if self.revision else f"m{self.number}"


@dataclass(frozen=True, slots=True)
class Seen:
    """A person acknowledged a flag when the step of this number was the last one."""

    flag: int
    after: int


@dataclass(frozen=True, slots=True)
class AskedDoubt:
    """A doubt with its number in this run."""

    id: int
    doubt: Doubt
    taken_at: float


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
    noted: tuple[Noted, ...] = ()
    """The last notices, the oldest first."""
    unseen: frozenset[Zone] = frozenset()
    """Zones that nobody sees now, or did not see at some time since the last lead."""
    miscounted: frozenset[Zone] = frozenset()
    """Hands, and the talon, about whose count something was found that was not put right."""
    dismissed: frozenset[int] = frozenset()
    """Numbers of the flags that a person called wrong."""
    let_go: frozenset[int] = frozenset()
    """Numbers of the flags that the inspector lets go: they hold, and hold up nobody."""
    seen: tuple[Seen, ...] = ()
    """What people have acknowledged in this game."""
    moved: int = 0
    """How many moves were numbered in this run; a number is never given twice."""
    found: int = 0
    """How many violations were numbered in this run."""
    asked: int = 0
    """How many doubts were numbered in this run."""
    named: int = 0
    """How often a step was said to be something in this run."""
    thinking: Thinking = Thinking()  # noqa: RUF009 - frozen
    """Whose turn is timed."""
    is_called: bool = False
    """The inspector was called to the table, and nobody has said since that play goes on."""

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
        """Return what the light shows; what was acknowledged is quiet, and a fault is above all.

        Where only some zones cannot be judged, a stop for the others still stops.
        """
        loud = [f.violation for f in self.open if not f.acknowledged]
        waiting = self.game.is_waiting
        signal = signal_for(loud, doubt=self.doubt is not None, waiting=waiting)
        is_partial = all(thing.zones for thing in self.faults)
        if not self.faults or (is_partial and signal is Signal.STOP):
            return signal
        return Signal.FAULT


def after_sighting(standing: Standing, sighting: Sighting) -> Standing:
    """Return the standing after a sighting: a move is judged and applied, a doubt is asked."""
    seen = replace(standing, taken_at=sighting.taken_at, frame=sighting.frame)
    if sighting.move is None:
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
    if isinstance(move, Deal) and standing.game.phase is Phase.BEFORE_DEAL:
        standing = seen_again(standing)
    number, named = standing.moved + 1, standing.named + 1
    step = Step(
        number,
        move,
        standing.taken_at,
        standing.frame,
        probability,
        namings=(naming_of(move, named, standing.game),),
        unseen=standing.unseen,
    )
    after = with_step(replace(standing, moved=number, named=named), step)
    return seen_again(after, counts_lost(standing.unseen)) if isinstance(move, Lead) else after


def seen_again(standing: Standing, lost: frozenset[Zone] = frozenset()) -> Standing:
    """Return the standing where a new start is made: only what is hidden now is not seen."""
    hidden = (hidden_by(thing.fault, thing.zones) for thing in standing.faults)
    return replace(standing, unseen=lost.union(*hidden))


def naming_of(move: Move | None, at: int, game: Game) -> Naming:
    """Return a naming with what the game before the move tells about it."""
    leaves = isinstance(move, Take | Sweep) and game.bout.runs
    clears = leaves and move is not None and not apply(game, move).bout.runs
    return Naming(move, at, at, game.bout.runs, clears)


def _with_next_game(standing: Standing) -> Standing:
    """Return the standing with the next game begun: whoever deals has closed the last one."""
    game = next_game(standing.game)
    return replace(
        standing,
        start=game,
        game=game,
        steps=(),
        open=(),
        doubt=None,
        miscounted=frozenset(),
        dismissed=frozenset(),
        let_go=frozenset(),
        seen=(),
    )


def with_step(standing: Standing, step: Step) -> Standing:
    """Return the standing after a step: judged, applied, findings opened and closed."""
    move = step.move
    in_doubt = step.unseen | standing.miscounted
    found = softened(judge(standing.game, move), in_doubt, standing.game.talon, move)
    flags = _numbered(found, step.flags, standing.found)
    step = replace(step, flags=flags, withdrawn=fallen(step, flags))
    still_open = tuple(f for f in standing.open if closing_by(f, move) is None)
    return replace(
        standing,
        game=apply(standing.game, move),
        steps=(*standing.steps, step),
        open=still_open + findings_of(step),
        miscounted=miscounted_after(
            standing.miscounted, standing.open, found, (standing.game, move)
        ),
        found=max((standing.found, *(flag.id for flag in step.flags))),
    )


def fallen(step: Step, flags: Sequence[Flag]) -> tuple[Flag, ...]:
    """Return what was flagged in a step and is no longer among its flags."""
    hold = {flag.violation for flag in flags}
    return tuple(f for f in (*step.withdrawn, *step.flags) if f.violation not in hold)


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
    if not any(f.id == finding and not f.acknowledged for f in standing.open):
        return standing
    return replace(
        standing,
        open=quieted(standing.open, {finding}),
        seen=(*standing.seen, Seen(finding, standing.moved)),
    )


def after_letting_go(standing: Standing, finding: int) -> Standing:
    """Return the standing after the inspector let a finding go; what is not flagged stays."""
    made = {flag.id for step in standing.steps for flag in step.flags}
    if finding not in made:
        return standing
    return replace(
        standing,
        open=tuple(f for f in standing.open if f.id != finding),
        let_go=standing.let_go | {finding},
    )


def after_answer(standing: Standing, doubt: int, choice: int) -> Standing:
    """Return the standing after a person answered a doubt; a late answer changes nothing."""
    if standing.doubt is None or standing.doubt.id != doubt:
        return standing
    answers = standing.doubt.doubt.answers
    told = replace(standing, doubt=None)
    return _moved(told, answers[choice - 1], 1.0) if 0 < choice <= len(answers) else told
