"""A game record (DKN/1): the text of a whole game, as values, and how they are printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.moves import Move
from engine.notation import print_move
from engine.seats import Actor
from engine.verdict import Code, Verdict

FORMAT = "DKN/1"


@dataclass(frozen=True, slots=True)
class Undo:
    """A correction: the last such move did not happen, and all after it is judged anew."""

    move: Move


@dataclass(frozen=True, slots=True)
class Obscured:
    """A move with a card that nobody could read (``A>??``): kept as written, and not judged."""

    word: str


@dataclass(frozen=True, slots=True)
class Flag:
    """What the record itself says against a move."""

    code: Code
    verdict: Verdict = Verdict.ILLEGAL


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a person decided."""

    by: str
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One move of a record with all that was noted on it.

    `tenths` is the time since the beginning in tenths of a second; `sure` is how sure the reading
    was, in hundredths of a per cent.
    """

    what: Move | Undo | Obscured
    tenths: int | None = None
    sure: int | None = None
    flags: tuple[Flag, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A line of the record: the deal (number 0), or a bout with its draws."""

    number: int
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended: winners or a fool, neither in a draw; the score of the match after it."""

    winners: tuple[Actor, ...] = ()
    fool: Actor | None = None
    score: tuple[int, int] | None = None
    is_finished: bool = True


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A whole game, or as much of it as was understood: then the outcome is missing."""

    headers: tuple[tuple[str, str], ...] = ()
    preface: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    outcome: Outcome | None = None

    def header(self, name: str) -> str | None:
        """Return what a header says, if it is there."""
        return dict(self.headers).get(name)


def print_record(record: GameRecord) -> str:
    """Return the text of a record, one line for each bout."""
    heads = [f'[{name} "{_escaped(value)}"]' for name, value in record.headers]
    lines = [*heads, "", *(_remark(text) for text in record.preface)]
    for part in record.parts:
        number = f"{part.number}. " if part.number else ""
        lines.append((number + print_part(part)).rstrip())
    if record.outcome is not None:
        lines.append(_outcome(record.outcome))
    return "\n".join(lines).strip() + "\n"


def print_part(part: Part) -> str:
    """Return the moves of a bout, or of the deal, on one line."""
    return " ".join(_words(part.entries))


def _words(entries: tuple[Entry, ...]) -> Iterator[str]:
    """Yield the words of a line; a verb such as ``d`` stands once for all that follow it."""
    verb = ""
    for entry in entries:
        word = _word(entry.what)
        head, space, rest = word.partition(" ")
        yield rest if space and head == verb else word
        verb = head if space else ""
        yield from _notes(entry)


def _word(what: Move | Undo | Obscured) -> str:
    match what:
        case Undo(move=move):
            return f"~{print_move(move)}"
        case Obscured(word=word):
            return word
        case _:
            return print_move(what)


def _notes(entry: Entry) -> Iterator[str]:
    if entry.tenths is not None:
        minutes, tenths = divmod(entry.tenths, 600)
        yield f"@{minutes:02d}:{tenths // 10:02d}.{tenths % 10}"
    if entry.sure is not None:
        yield f"%{_decimal(entry.sure)}"
    for flag in entry.flags:
        doubt = "" if flag.verdict is Verdict.ILLEGAL else f"?{flag.verdict}"
        yield f"!{flag.code}{doubt}"
    for ruling in entry.rulings:
        yield f'#{ruling.by}:"{_escaped(ruling.text)}"'
    yield from (_remark(text) for text in entry.remarks)


def _decimal(sure: int) -> str:
    whole, rest = divmod(sure, 10_000)
    figures = f"{rest:04d}".rstrip("0")
    return f"{whole}.{figures:0<2}"


def _remark(text: str) -> str:
    return "{" + re.sub(r"([\\}])", r"\\\1", text) + "}"


def _escaped(text: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", text).replace("\n", r"\n")


def _outcome(outcome: Outcome) -> str:
    if not outcome.is_finished:
        return "* unfinished"
    told = f"fool {outcome.fool}" if outcome.fool else ",".join(outcome.winners) or "draw"
    score = "" if outcome.score is None else f" [{outcome.score[0]}-{outcome.score[1]}]"
    return f"* result {told}{score}"
