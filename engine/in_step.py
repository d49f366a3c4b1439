"""In step: whether the moves that were told can be the game that is played at the table.

One missed card can make every later lawful move look wrong. People put a mistake right or call the
inspector; where play goes on over one alleged mistake after another, it is Kozyr who is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, groupby

from engine.faults import Fault
from engine.findings import Closing, closing_by
from engine.happenings import Broke, Happening, Mended
from engine.moves import Deal, Draw, Lead
from engine.standing import Standing, Step, findings_of
from engine.verdict import Code, Severity

WINDOW = 5
"""So many moves back the moves are looked at; cards drawn one after the other are one."""

ENOUGH = 3
"""So many of them that would be stopped, and were not put right, are no accident."""

FAR = 6 * WINDOW
"""Nobody draws more than six cards at a time."""

OF_FACES = frozenset(
    {
        Code.BEAT_NOT_HIGHER,
        Code.BEAT_WRONG_SUIT,
        Code.BEAT_NONTRUMP_VS_TRUMP,
        Code.BEAT_TRUMP_NOT_HIGHER,
        Code.THROW_RANK_NOT_ON_TABLE,
        Code.THROW_RANK_NOT_LEAD_RANK,
        Code.LEAD_MIXED_RANKS,
    }
)
"""What two plainly read cards prove, wherever the game may stand."""


def step_news(standing: Standing, taken_at: float) -> Iterator[Happening]:
    """Yield that the moves have parted from the table, or that they are the same game again.

    The next lead on a cleared table, and the next deal, show anew who plays: judging begins there.
    """
    lost = next((f for f in standing.faults if f.fault is Fault.OUT_OF_STEP), None)
    if lost is None:
        first = _parted_at(standing)
        if first is not None:
            last = standing.steps[-1].number
            figures = (("first", float(first)), ("last", float(last)))
            yield Broke(Fault.OUT_OF_STEP, "", taken_at, figures=figures)
        return
    last = int(dict(lost.figures)["last"])
    if any(s.number > last and isinstance(s.move, Lead | Deal) for s in _played(standing)):
        yield Mended(Fault.OUT_OF_STEP, taken_at)


def _parted_at(standing: Standing) -> int | None:
    """Return the number of the first of too many moves that cannot be right, if there are any."""
    stretches = _stretches(_played(standing)[-FAR:])[-WINDOW:]
    odd = [
        stretch
        for place, stretch in enumerate(stretches)
        if any(_is_odd(standing, step, chain(*stretches[place + 1 :])) for step in stretch)
    ]
    return odd[0][0].number if len(odd) >= ENOUGH else None


def _played(standing: Standing) -> tuple[Step, ...]:
    return tuple(step for step in standing.steps if not step.is_void)


def _stretches(steps: Iterable[Step]) -> list[tuple[Step, ...]]:
    """Split the moves: what is drawn between two bouts is one mistake at most."""
    drawn = groupby(steps, key=lambda step: isinstance(step.move, Draw) or step.number)
    return [tuple(together) for _, together in drawn]


def _is_odd(standing: Standing, step: Step, later: Iterable[Step]) -> bool:
    """Tell whether a move would be stopped, yet nobody has put it right or said a word about it."""
    answered = standing.dismissed | standing.let_go | {seen.flag for seen in standing.seen}
    moves = [s.move for s in later]
    return any(
        finding.id not in answered
        and finding.violation.severity >= Severity.STOP
        and finding.violation.code not in OF_FACES
        and all(closing_by(finding, move) in {None, Closing.STOOD} for move in moves)
        for finding in findings_of(step)
    )
