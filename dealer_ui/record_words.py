"""What people read about a judged game record, as lines of text or as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from dealer_ui.prompts import Catalogue
from engine.choices import options_for
from engine.findings import is_shown
from engine.notation import print_move, print_position
from engine.record import Entry, GameRecord, Obscured, Part, Undo, print_part
from engine.record_judge import JudgedEntry, JudgedRecord
from engine.rows import Row, violation_row
from engine.state import Game
from engine.verdict import Violation


def word_of(entry: Entry) -> str:
    """Return the move of an entry as the record writes it."""
    match entry.what:
        case Undo(move=move):
            return f"~{print_move(move)}"
        case Obscured(word=word):
            return word
        case move:
            return print_move(move)


def judged_lines(record: GameRecord, judged: JudgedRecord, words: Catalogue) -> Iterator[str]:
    """Tell a record bout by bout: its moves, and under them what is wrong."""
    for part in record.parts:
        yield _heading(part, words)
        for one in judged.entries:
            if one.part == part.number:
                yield from (f"    {line}" for line in _entry_lines(one, judged.game, words))
    for violation in judged.frame:
        yield _sentence(violation, words)
    if not judged.outcome_agrees:
        yield f"{words.text('game.outcome-differs')}."
    yield from (_sentence(violation, words) for violation in judged.ending)
    yield words.text("game.position", line=print_position(judged.game))


def _heading(part: Part, words: Catalogue) -> str:
    name = words.text("game.bout", number=part.number) if part.number else words.text("game.deal")
    return f"{name}: {print_part(part)}"


def _entry_lines(one: JudgedEntry, game: Game, words: Catalogue) -> Iterator[str]:
    word = word_of(one.entry)
    if isinstance(one.entry.what, Obscured):
        yield f"{word}: {words.text('game.obscured')}"
    for violation in one.found:
        said = _sentence(violation, words) + _choices(violation, game, words)
        yield f"{word}: {said} [{_remark(one, violation, words)}]"
    for flag in one.unfounded:
        title = words.texts[f"code.{flag.code}.title"]
        yield f"{word}: {words.text('game.unfounded', title=title)}"


def _remark(one: JudgedEntry, violation: Violation, words: Catalogue) -> str:
    flagged = any(flag.code == violation.code for flag in one.entry.flags)
    if flagged:
        notes = [words.text("game.flagged")]
    else:
        notes = [words.text("game.unflagged" if is_shown(violation) else "game.silent")]
    return ", ".join([*notes, words.text("game.undone")] if one.is_undone else notes)


def _choices(violation: Violation, game: Game, words: Catalogue) -> str:
    """Say what the inspector may choose, where the rules are silent."""
    choices = words.choices(options_for(game, violation))
    return f" {choices}." if choices else ""


def _sentence(violation: Violation, words: Catalogue) -> str:
    wording = words.wording(violation)
    verdict = words.texts[f"verdict.{violation.verdict}"]
    clause = f" ({wording.clause})" if wording.clause else ""
    return f"{wording.sentence}{clause}, {verdict}. {wording.remedy}"


def summary(judged: JudgedRecord, words: Catalogue) -> str:
    """Say whether record and referee agree."""
    moves = len(judged.entries)
    if judged.agrees:
        flags = sum(len(one.entry.flags) for one in judged.entries)
        return words.text("game.agrees", moves=moves, flags=flags)
    return words.text("game.differs", moves=moves, flags=differences(judged))


def differences(judged: JudgedRecord) -> int:
    """Count the points on which record and referee differ."""
    flags = sum(len(one.unflagged) + len(one.unfounded) for one in judged.entries)
    return flags + len(judged.frame) + (not judged.outcome_agrees)


def judged_json(record: GameRecord, judged: JudgedRecord) -> Row:
    """Return a judged record as plain values."""
    return {
        "headers": dict(record.headers),
        "moves": [_entry_json(one) for one in judged.entries],
        "frame": [violation_row(violation) for violation in judged.frame],
        "outcome_agrees": judged.outcome_agrees,
        "ending": [violation_row(violation) for violation in judged.ending],
        "agrees": judged.agrees,
        "differences": differences(judged),
        "position": print_position(judged.game),
    }


def _entry_json(one: JudgedEntry) -> Row:
    return {
        "bout": one.part,
        "word": word_of(one.entry),
        "undone": one.is_undone,
        "found": [violation_row(violation) for violation in one.found],
        "unflagged": [str(violation.code) for violation in one.unflagged],
        "unfounded": [str(flag.code) for flag in one.unfounded],
    }
