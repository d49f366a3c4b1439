"""What two tellings of one game differ in: moves, flags, result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum, unique

from engine.notation import print_move
from engine.results import result_word
from engine.row_reading import read_move, read_violation
from engine.rows import names
from engine.standing import Standing
from engine.verdict import Violation
from journal.happened import step_number
from journal.replay import PlayedGame
from journal.rows import Row


@unique
class Fact(StrEnum):
    """What a telling consists of; the value is stored and translated."""

    ACTION = "action"
    FLAG = "flag"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that is told of a game: a move or a flag in one word, and when it was seen."""

    word: str
    taken_at: float


@dataclass(frozen=True, slots=True)
class Telling:
    """All that is told of one game."""

    actions: tuple[Told, ...]
    flags: tuple[Told, ...]
    result: str
    """``A``, ``draw``, ``fool B``, or nothing while the game has no result."""
    ended_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is told in only one of two tellings; the other word is empty then."""

    fact: Fact
    before: str
    after: str
    taken_at: float


def derived(standing: Standing) -> Telling:
    """Return what a standing tells."""
    steps = [step for step in standing.steps if not step.is_void]
    return Telling(
        tuple(Told(print_move(step.move), step.taken_at) for step in steps),
        tuple(Told(flag_word(f.violation), s.taken_at) for s, f in standing.flags.values()),
        result_word(standing.game.result, standing.game.players),
        standing.taken_at,
    )


def recorded(game: PlayedGame) -> Telling:
    """Return what the rows of a game say, as they were written then."""
    actions: dict[str, Told] = {}
    flags: dict[str, Told] = {}
    for row in game.rows:
        content = row.content
        match row.kind:
            case "action":
                actions[str(content["id"])] = Told(print_move(read_move(content)), row.taken_at)
            case "flag":
                word = flag_word(read_violation(content))
                flags[str(content["id"])] = Told(word, row.taken_at)
            case "retract":
                actions.pop(str(content["retracts"]), None)
                flags.pop(str(content["retracts"]), None)
            case _:
                continue
    return Telling(
        tuple(actions[name] for name in sorted(actions, key=step_number)),
        tuple(flags.values()),
        _recorded_result(game.rows),
        game.rows[-1].taken_at,
    )


def _recorded_result(rows: Sequence[Row]) -> str:
    results = [str(row.content["result"]) for row in rows if row.kind == "result"]
    return results[-1] if results else ""


def flag_word(violation: Violation) -> str:
    """Write a flag in one line.

    >>> from engine.clauses import finding
    >>> from engine.seats import Actor
    >>> from engine.verdict import Code
    >>> flag_word(finding(Code.DRAW_ORDER, Actor.B))
    'DRAW_ORDER B illegal'
    """
    parts = [str(violation.code), str(violation.actor), *names(violation.cards)]
    return " ".join([*parts, str(violation.verdict)])


def differences(one: Telling, other: Telling) -> Iterator[Difference]:
    """Yield what differs, in the order of the game."""
    yield from sorted(
        (*_actions(one.actions, other.actions), *_flags(one.flags, other.flags)),
        key=lambda difference: difference.taken_at,
    )
    if one.result != other.result:
        at = max(one.ended_s, other.ended_s)
        yield Difference(Fact.RESULT, one.result, other.result, at)


def _actions(one: Sequence[Told], other: Sequence[Told]) -> Iterator[Difference]:
    left, right = [told.word for told in one], [told.word for told in other]
    for how, low, high, from_, to in SequenceMatcher(
        None, left, right, autojunk=False
    ).get_opcodes():
        if how == "equal":
            continue
        pairs = max(high - low, to - from_)
        for n in range(pairs):
            before = one[low + n] if low + n < high else None
            after = other[from_ + n] if from_ + n < to else None
            at = (after or before or Told("", 0.0)).taken_at
            yield Difference(Fact.ACTION, _word(before), _word(after), at)


def _word(told: Told | None) -> str:
    return "" if told is None else told.word


def _flags(one: Sequence[Told], other: Sequence[Told]) -> Iterator[Difference]:
    yield from (Difference(Fact.FLAG, told.word, "", told.taken_at) for told in _less(one, other))
    yield from (Difference(Fact.FLAG, "", told.word, told.taken_at) for told in _less(other, one))


def _less(one: Iterable[Told], other: Iterable[Told]) -> Iterator[Told]:
    """Yield what is told once more in one than in the other."""
    there = Counter(told.word for told in other)
    for told in one:
        if there[told.word]:
            there[told.word] -= 1
        else:
            yield told
