"""What people correct: a step is said to be another move or none, and all after it is judged anew.

A step is never taken out of the list: what was read, and what people said since, stays with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.findings import quieted
from engine.game import Game
from engine.moves import Announce, Move
from engine.ports import Sighting
from engine.retelling import names_since, retold
from engine.seats import Actor
from engine.standing import (
    AskedDoubt,
    Naming,
    Seen,
    Standing,
    Step,
    fallen,
    naming_of,
    with_step,
)
from engine.truths import Truth, faces_laid, truly


def after_correction(standing: Standing) -> Standing:
    """Return the standing after the dealer said that the assistant is wrong.

    What is wrong is what the dealer sees: the open findings; else the doubt; else the last move.
    """
    if loud := {f.id for f in standing.open if not f.acknowledged}:
        still_open = tuple(f for f in standing.open if f.id not in loud)
        return replace(standing, open=still_open, dismissed=standing.dismissed | loud)
    if standing.doubt is not None:
        return replace(standing, doubt=None)
    last = next((step for step in reversed(standing.steps) if _was_read(step)), None)
    return standing if last is None else after_truth(standing, last.number, None)


def _was_read(step: Step) -> bool:
    """Tell whether a step is a move that may be wrong; that a clock ran out is none."""
    by_clock = isinstance(step.move, Announce) and step.move.seat is Actor.UNKNOWN
    return not (step.is_void or by_clock)


def after_truth(standing: Standing, number: int, truth: Truth | None) -> Standing:
    """Return the standing after a person said what a step truly was; None says no move at all.

    A step that is not of this game, or that was just this already, changes nothing.
    """
    place = next((i for i, step in enumerate(standing.steps) if step.number == number), None)
    if place is None:
        return standing
    step = standing.steps[place]
    before, bout = _replayed(_at_the_start(standing), (), standing.steps[:place])
    move = None if truth is None else truly(step.move, truth, before.game)
    if move == (None if step.is_void else step.move):
        return standing

    named = standing.named + 1
    naming = _known_naming(step, move, before.game, bout) or naming_of(move, named, before.game)
    corrected = replace(step, namings=(*step.namings, replace(naming, at=named)))
    later = (corrected, *standing.steps[place + 1 :])
    return _reopened(*_replayed(replace(before, named=named), bout, later))


def after_rereading(standing: Standing, sighting: Sighting) -> Standing:
    """Return the standing after the eye came to itself about a card that lies there."""
    misread = sighting.misread
    now = replace(standing, taken_at=sighting.taken_at, frame=sighting.frame)
    if misread is None or misread.now in standing.game.bout.cards:
        return now
    laid = ((s.number, faces_laid(s.move)) for s in reversed(standing.steps) if not s.is_void)
    number, faces = next(((n, cards) for n, cards in laid if misread.was in cards), (0, ()))
    named = (misread.now if card == misread.was else card for card in faces)
    true = tuple(card for card in named if card is not None)
    return after_truth(now, number, Truth(cards=true) if true else None)


def _known_naming(step: Step, move: Move | None, game: Game, bout: Sequence[Step]) -> Naming | None:
    """Return the naming of before that a person comes back to, with all that was seen then."""
    return next(
        (
            naming
            for naming in reversed(step.namings)
            if naming.move is not None and _retold(naming, naming.move, game, bout) == move
        ),
        None,
    )


def _retold(naming: Naming, move: Move, game: Game, bout: Sequence[Step]) -> Move:
    return retold(move, naming, names_since(bout, naming.since), game)


def rederived(standing: Standing, steps: Sequence[Step]) -> Standing:
    """Return the standing with these steps read and judged anew from the start of the game."""
    return _reopened(*_replayed(_at_the_start(standing), (), steps))


def _reopened(again: Standing, bout: Sequence[Step]) -> Standing:
    """Return the standing with what people let go closed again, and its question asked anew."""
    held = tuple(f for f in again.open if f.id not in again.dismissed | again.let_go)
    return _with_doubt_retold(replace(again, open=held), bout)


def _at_the_start(standing: Standing) -> Standing:
    return replace(standing, game=standing.start, steps=(), open=(), miscounted=frozenset())


def _replayed(
    again: Standing, before: Sequence[Step], steps: Sequence[Step]
) -> tuple[Standing, tuple[Step, ...]]:
    """Return the standing after more steps, and all steps that lie in the running bout.

    `before` are those of the running bout that went before.
    """
    bout = list(before)
    for step in steps:
        again = _with_naming(again, step, bout)
        bout.append(step)
        if not again.game.bout.runs:
            bout.clear()
        noticed = {seen.flag for seen in again.seen if seen.after == step.number}
        again = replace(again, open=quieted(again.open, noticed)) if noticed else again
    return again, tuple(bout)


def _with_naming(standing: Standing, step: Step, bout: Sequence[Step]) -> Standing:
    """Return the standing after a step as its last naming has it; no move leaves the game."""
    naming = step.namings[-1]
    if naming.move is None:
        void = replace(step, is_void=True, flags=(), withdrawn=fallen(step, ()))
        return replace(standing, steps=(*standing.steps, void))

    move = _retold(naming, naming.move, standing.game, bout)
    is_same = move == step.move and not step.is_void
    revision = step.revision if is_same else step.revision + 1
    again = replace(step, move=move, is_void=False, revision=revision)
    return _with_rulings(with_step(standing, again), step)


def _with_rulings(standing: Standing, step: Step) -> Standing:
    """Let what people said of a flag hold for the same flag when it comes back."""
    before = {flag.violation: flag.id for flag in step.withdrawn}
    back = {
        before[flag.violation]: flag.id
        for flag in standing.steps[-1].flags
        if flag.violation in before
    }
    if not back:
        return standing
    wrong = frozenset(back[old] for old in back if old in standing.dismissed)
    seen = tuple(Seen(back[s.flag], s.after) for s in standing.seen if s.flag in back)
    gone = frozenset(back[old] for old in back if old in standing.let_go)
    return replace(
        standing,
        dismissed=standing.dismissed | wrong,
        let_go=standing.let_go | gone,
        seen=(*standing.seen, *seen),
    )


def _with_doubt_retold(standing: Standing, bout: Sequence[Step]) -> Standing:
    """Ask the open question anew where its answers name a card that is now another."""
    if standing.doubt is None:
        return standing
    doubt, game = standing.doubt.doubt, standing.game
    names = names_since(bout, standing.named)
    answers = tuple(
        retold(move, naming_of(move, standing.named, game), names, game) for move in doubt.answers
    )
    if answers == doubt.answers:
        return standing
    number = standing.asked + 1
    asked = AskedDoubt(number, replace(doubt, answers=answers), standing.doubt.taken_at)
    return replace(standing, asked=number, doubt=asked)
