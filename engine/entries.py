"""The journal rows that one happening leaves: the difference between two standings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.choices import options_for
from engine.faults import BrokenThing, Figures, Noted
from engine.findings import Closing, closing_by
from engine.game import Game
from engine.happenings import (
    Acknowledged,
    Answered,
    Broke,
    Corrected,
    Happening,
    InspectorCalled,
    LetGo,
    Mended,
    Paused,
    Retold,
    Said,
    Ticked,
)
from engine.ports import Sighting
from engine.position import print_position
from engine.results import result_word
from engine.rows import Row, move_row, violation_row
from engine.seats import Actor
from engine.standing import Flag, Standing, Step


@dataclass(frozen=True, slots=True)
class Entry:
    """One row for the journal; `taken_at` is camera time in seconds."""

    kind: str
    taken_at: float
    payload: Row


def entries_between(before: Standing, after: Standing, happening: Happening) -> Iterator[Entry]:
    """Yield what happened, what was taken back, what was added, and what was closed."""
    taken_at = happening.taken_at
    rows = (
        *_told(happening),
        *_corrected(before, after, happening),
        *_begun(before, after),
        *_retracted(before, after),
        *_added(before, after),
        *_closed(before, after),
        *_decided(before, after),
        *_doubted(before, after),
        *_equipment(before, after),
    )
    yield from (Entry(kind, taken_at, row) for kind, row in rows)


def _told(happening: Happening) -> Iterator[tuple[str, Row]]:
    match happening:
        case Acknowledged(finding=finding):
            yield "acknowledged", {"flag": f"f{finding}"}
        case Answered(doubt=doubt, choice=choice):
            yield "answer", {"doubt": f"d{doubt}", "choice": choice}
        case LetGo(finding=finding, by=by):
            yield "let-go", {"flag": f"f{finding}", "who": str(Actor.INSPECTOR), "by": by}
        case InspectorCalled():
            yield "call", {"who": "inspector"}
        case Paused(begins=begins):
            yield "pause", {"begins": begins}
        case Noted(notice=notice, figures=figures):
            yield "notice", {"notice": str(notice), **_measured(figures)}
        case Sighting() | Said() | Broke() | Mended() | Corrected() | Retold() | Ticked():
            return


def _corrected(
    before: Standing, after: Standing, happening: Happening
) -> Iterator[tuple[str, Row]]:
    """Yield who corrected, and what: a move before and after, or what was called wrong."""
    if not isinstance(happening, Corrected | Retold):
        return
    who = happening.who if isinstance(happening, Retold) else Actor.DEALER
    row: Row = {"who": str(who)}
    named = next((step for step in after.steps if _is_news(step, before)), None)
    if named is not None:
        was = next(step for step in before.steps if step.number == named.number)
        row |= {"move": named.number, "before": _said(was), "after": _said(named)}
    elif isinstance(happening, Retold):
        row |= {"move": happening.step, "changed": False}
    if wrong := after.dismissed & before.flags.keys():
        row["flags"] = [f"f{number}" for number in sorted(wrong)]
    yield "correction", row


def _is_news(step: Step, before: Standing) -> bool:
    """Tell whether a step was said to be something after the standing before."""
    return step.namings[-1].at > before.named


def _said(step: Step) -> Row | None:
    """Return the row of a step as it stands; no move is no row."""
    return None if step.is_void else {"id": step.name, **move_row(step.move)}


def _begun(before: Standing, after: Standing) -> Iterator[tuple[str, Row]]:
    if before.start is not after.start:
        yield "game", game_row(after.start)


def game_row(game: Game) -> Row:
    """Return the row with which a game begins: under which rules, and from which position."""
    return {
        "game": game.game_no,
        "rules": game.rules.label,
        "players": [str(seat) for seat in game.players],
        "position": print_position(game),
    }


def _retracted(before: Standing, after: Standing) -> Iterator[tuple[str, Row]]:
    if before.start is not after.start:  # another game: what was read of the last one holds
        return
    kept = {step.name for step in after.steps if not step.is_void}
    flags = after.flags
    for step in before.steps:
        if not step.is_void and step.name not in kept:
            yield "retract", {"retracts": step.name}
    for number in before.flags:
        if number not in flags:
            yield "retract", {"retracts": f"f{number}"}


def _added(before: Standing, after: Standing) -> Iterator[tuple[str, Row]]:
    known = {step.name for step in before.steps if not step.is_void}
    flags = before.flags
    for step in after.steps:
        if not step.is_void and step.name not in known:
            yield "action", _step_row(step)
    for number, (step, flag) in after.flags.items():
        if number not in flags:
            yield "flag", _flag_row(step, flag, after.game)


def _step_row(step: Step) -> Row:
    return {
        "id": step.name,
        **move_row(step.move),
        "frame": step.frame,
        "probability": round(step.probability, 4),
    }


def _flag_row(step: Step, flag: Flag, game: Game) -> Row:
    row = {"id": f"f{flag.id}", "action": step.name, **violation_row(flag.violation)}
    choices = [str(option.choice) for option in options_for(game, flag.violation)]
    return {**row, "choices": choices} if choices else row


def _closed(before: Standing, after: Standing) -> Iterator[tuple[str, Row]]:
    open_now = {finding.id for finding in after.open}
    hold = after.flags
    last = next((step.move for step in reversed(after.steps) if not step.is_void), None)
    for finding in before.open:
        if finding.id in open_now or finding.id not in hold:
            continue
        how = closing_by(finding, last) if last is not None else None
        yield "closed", {"flag": f"f{finding.id}", "how": str(how or Closing.RULED)}


def _decided(before: Standing, after: Standing) -> Iterator[tuple[str, Row]]:
    """Yield how the game ended; a correction may take a result back, and then it is empty."""
    if before.start is not after.start:
        return
    was, now = (result_word(s.game.result, s.game.players) for s in (before, after))
    if was != now:
        yield "result", {"result": now}


def _doubted(before: Standing, after: Standing) -> Iterator[tuple[str, Row]]:
    if before.doubt is not None and before.doubt != after.doubt:
        yield "doubt-closed", {"doubt": f"d{before.doubt.id}"}
    if after.doubt is not None and before.doubt != after.doubt:
        asked = after.doubt.doubt
        answers = [move_row(move) for move in asked.answers]
        yield (
            "doubt",
            {"id": f"d{after.doubt.id}", "question": asked.question, "answers": answers},
        )


def _equipment(before: Standing, after: Standing) -> Iterator[tuple[str, Row]]:
    for thing in after.faults:
        if thing not in before.faults:
            yield "fault", _fault_row(thing)
    lasting = {thing.fault for thing in after.faults}
    for thing in before.faults:
        if thing.fault not in lasting:
            yield "mended", {"fault": str(thing.fault)}


def _fault_row(thing: BrokenThing) -> Row:
    row: Row = {"fault": str(thing.fault), "detail": thing.detail}
    if thing.zones:
        row["zones"] = [str(zone) for zone in thing.zones]
    if thing.cause is not None:
        row |= {"cause": thing.cause.code, "thing": thing.cause.thing}
    return {**row, **_measured(thing.figures)}


def _measured(figures: Figures) -> Row:
    """Return measured values as fields of a row, to a hundredth."""
    return {name: round(value, 2) for name, value in figures}
