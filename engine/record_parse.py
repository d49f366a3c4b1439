"""Reading a game record: an error names line and column and keeps what was understood so far."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from engine.cards import DECK
from engine.moves import Deal, Draw, Move, Return
from engine.notation import NotationError
from engine.record import FORMAT, Entry, GameRecord, Obscured, Outcome, Part, Ruling, Undo
from engine.record_words import (
    WrongTokenError,
    flag_of,
    is_move,
    sure_of,
    tenths_of,
    understood,
    unquoted,
)
from engine.seats import Actor


class RecordError(NotationError):
    """Text that is no game record; `partial` is what was understood before it.

    `line` and `column` count from 1.
    """

    def __init__(self, reason: str, line: int, column: int, partial: GameRecord) -> None:
        """Name the place and the reason."""
        super().__init__(f"line {line}, column {column}: {reason}")
        self.reason = reason
        self.line = line
        self.column = column
        self.partial = partial


TOKEN = re.compile(
    r"""
    (?P<space>\s+)
    | (?P<header>\[[A-Za-z]\w*\s+"(?:[^"\\\n]|\\.)*"\])
    | (?P<remark>\{(?:[^}\\]|\\.)*\})
    | (?P<ruling>\#[^\s:"{}]+:"(?:[^"\\]|\\.)*")
    | (?P<outcome>\*[^\n{]*)
    | (?P<number>\d+\.(?=\s|$))
    | (?P<note>[@%!][^\s{}"]+)
    | (?P<word>[^\s{}"[][^\s{}"]*)
    """,
    re.VERBOSE | re.DOTALL,
)
OUTCOME = re.compile(
    r"\*\s*(?:(?P<open>unfinished)|result\s+(?P<who>[A-F](?:,[A-F])*|draw|fool\s+[A-F])"
    r"(?:\s+\[(?P<first>\d{1,3})-(?P<second>\d{1,3})\])?)\s*"
)
VERB = re.compile(r"~?[a-z]+")


@dataclass(slots=True)
class _Reading:
    """What has been understood so far."""

    headers: list[tuple[str, str]] = field(default_factory=list)
    preface: list[str] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    outcome: Outcome | None = None
    verb: str = ""
    verb_waits: bool = False
    verb_at: int = 0
    at: int = 0
    given: int = 0

    @property
    def record(self) -> GameRecord:
        parts, preface = tuple(self.parts), tuple(self.preface)
        return GameRecord(tuple(self.headers), preface, parts, self.outcome)

    def take(self, kind: str, text: str) -> None:
        """Understand one token; raises WrongTokenError."""
        if not self.headers and kind not in {"header", "remark"}:
            raise WrongTokenError(f'a record begins with [Format "{FORMAT}"]')
        if self.verb_waits and kind != "word":
            raise self.wrong_verb()
        if self.outcome is not None and kind not in {"remark", "outcome"}:
            raise WrongTokenError(f"after the result there is nothing more: {text!r}")
        takers: Mapping[str, Callable[[str], None]] = {
            "header": self.take_header,
            "remark": self.take_remark,
            "ruling": self.take_ruling,
            "outcome": self.take_outcome,
            "number": self.take_number,
            "note": self.take_note,
            "word": self.take_word,
        }
        takers[kind](text)

    def take_header(self, text: str) -> None:
        name, value = text[1:-1].split(maxsplit=1)
        if self.parts:
            raise WrongTokenError(f"headers stand before the game: {name}")
        if name in dict(self.headers):
            raise WrongTokenError(f"the header {name} stands here twice")
        if not self.headers and (name, unquoted(value)) != ("Format", FORMAT):
            raise WrongTokenError(f'a record begins with [Format "{FORMAT}"]')
        self.headers.append((name, unquoted(value)))

    def take_remark(self, text: str) -> None:
        remark = re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL)
        if self.parts and self.parts[-1].entries:
            self.note(lambda entry: replace(entry, remarks=(*entry.remarks, remark)))
        else:
            self.preface.append(remark)

    def take_ruling(self, text: str) -> None:
        by, _, quoted = text[1:].partition(":")
        ruling = Ruling(by, unquoted(quoted))
        self.note(lambda entry: replace(entry, rulings=(*entry.rulings, ruling)))

    def take_outcome(self, text: str) -> None:
        match = OUTCOME.fullmatch(text)
        if match is None or self.outcome is not None:
            raise WrongTokenError(f"not a result: {text.strip()!r}")
        who = match["who"] or "draw"
        fool = Actor(who[-1]) if who.startswith("fool") else None
        named = () if fool or who == "draw" else who.split(",")
        score = (int(match["first"]), int(match["second"])) if match["first"] else None
        self.outcome = Outcome(
            tuple(map(Actor, named)), fool, score, is_finished=match["open"] is None
        )

    def take_number(self, text: str) -> None:
        wanted = max((part.number for part in self.parts), default=0) + 1
        if int(text[:-1]) != wanted:
            raise WrongTokenError(f"bout {wanted} is next, not {text[:-1]}")
        self.parts.append(Part(wanted))
        self.verb = ""

    def take_note(self, text: str) -> None:
        if text[0] == "@":
            tenths = tenths_of(text)
            self.note(lambda entry: replace(entry, tenths=tenths))
        elif text[0] == "%":
            sure = sure_of(text)
            self.note(lambda entry: replace(entry, sure=sure))
        else:
            flag = flag_of(text)
            self.note(lambda entry: replace(entry, flags=(*entry.flags, flag)))

    def note(self, change: Callable[[Entry], Entry]) -> None:
        """Write a note on the move before it."""
        if not self.parts or not self.parts[-1].entries:
            raise WrongTokenError("there is no move before this note")
        last = self.parts[-1]
        entries = (*last.entries[:-1], change(last.entries[-1]))
        self.parts[-1] = replace(last, entries=entries)

    def take_word(self, word: str) -> None:
        if VERB.fullmatch(word):
            if self.verb_waits:
                raise self.wrong_verb()
            self.verb, self.verb_waits, self.verb_at = word, True, self.at
            return
        if self.verb_waits and is_move(word):
            raise self.wrong_verb()
        what, used_verb = understood(word, self.verb, verb_first=self.verb_waits)
        self.verb = self.verb if used_verb else ""
        self.verb_waits = False
        self.count(what)
        if not self.parts:
            self.parts.append(Part(0))
        last = self.parts[-1]
        self.parts[-1] = Part(last.number, (*last.entries, Entry(what)))

    def wrong_verb(self) -> WrongTokenError:
        """Return the error of a verb that nothing follows."""
        return WrongTokenError(f"not understood: {self.verb!r}", self.verb_at - self.at)

    def count(self, what: Move | Undo | Obscured) -> None:
        """Count the cards that left the pack; there are 36, whatever was played."""
        match what:
            case Undo(move=move):
                self.undo(move)
            case Deal(count=count) | Draw(count=count):
                self.given += count
            case Return(count=count):
                self.given = max(0, self.given - count)
            case _:
                pass
        if self.given > len(DECK):
            raise WrongTokenError(
                f"{self.given} cards were given out, and the pack has {len(DECK)}"
            )

    def undo(self, move: Move) -> None:
        made = sum(e.what == move for part in self.parts for e in part.entries)
        undone = sum(e.what == Undo(move) for part in self.parts for e in part.entries)
        if undone >= made:
            raise WrongTokenError("there is no such move to take back")
        if isinstance(move, Deal | Draw):
            self.given -= move.count


def parse_record(text: str) -> GameRecord:
    r"""Read a game record; raises RecordError with line, column and what was understood.

    >>> parse_record('[Format "DKN/1"]\n* unfinished').outcome.is_finished
    False
    """
    reading, at = _Reading(), 0
    while at < len(text):
        token = TOKEN.match(text, at)
        reading.at = at
        try:
            if token is None:
                begun = 'not [Name "value"]' if text[at] == "[" else "this never ends"
                raise WrongTokenError(begun)  # noqa: TRY301 - all errors leave by one door
            if token.lastgroup is not None and token.lastgroup != "space":
                reading.take(token.lastgroup, token[0])
        except WrongTokenError as wrong:
            raise _error(text, at + wrong.offset, wrong.reason, reading) from None
        at = token.end()
    if reading.verb_waits:
        raise _error(text, reading.verb_at, f"not understood: {reading.verb!r}", reading)
    if reading.outcome is None:
        wanted = "the record ends before its result" if reading.headers else "an empty record"
        raise _error(text, len(text), wanted, reading)
    return reading.record


def _error(text: str, at: int, reason: str, reading: _Reading) -> RecordError:
    line = text.count("\n", 0, at) + 1
    column = at - (text.rfind("\n", 0, at) + 1) + 1
    return RecordError(reason, line, column, reading.record)
