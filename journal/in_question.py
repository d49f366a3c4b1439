"""What a person will want to look at: flags and doubts, each with the position before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.cards import Card
from engine.notation import print_position
from engine.row_reading import Fields, cards_in, read_doubt, read_violation
from engine.rows import Row as Payload
from engine.rows import move_row
from journal.happened import step_number
from journal.incidents import is_incident
from journal.replay import Replay, Rulebook
from journal.rows import Row


@dataclass(frozen=True, slots=True)
class InQuestion:
    """A flag or a doubt: its name in the rows, when and in which frame it was seen.

    `rule` names the rule, `clause` where it stands; both are empty for a doubt.
    """

    of: str
    taken_at: float
    frame: int
    position: str
    """The game before the move, as a position line."""
    cards: tuple[Card, ...] = ()
    move: Payload | None = None
    rule: str = ""
    clause: str = ""

    def fields(self) -> Payload:
        """Return what a row of evidence says of it."""
        row: Payload = {"of": self.of, "frame": self.frame, "position": self.position}
        if self.move is not None:
            row["move"] = self.move
        if self.rule:
            row["rule"] = {"code": self.rule, "clause": self.clause}
        return row


def in_question(rows: Iterable[Row], rules: Rulebook) -> Iterator[InQuestion]:
    """Yield what rows put in question, in their order; raises RowError, RulesError."""
    again = Replay(rules)
    before: dict[int, str] = {}
    frames: dict[int, int] = {}
    for row in rows:
        content = row.content
        if row.begins_run:
            before, frames = {}, {}
        if row.kind == "action" and "." not in str(content["id"]):
            number = step_number(str(content["id"]))
            before[number], frames[number] = _position(again), int(str(content.get("frame", 0)))
        if row.kind == "flag" and is_incident(read_violation(content)):
            yield _flagged(row, before, frames)
        elif row.kind == "doubt":
            yield _asked(row, _position(again), max(frames.values(), default=0))
        again.take(row)


def _position(again: Replay) -> str:
    return "" if again.standing is None else print_position(again.standing.game)


def _flagged(row: Row, before: dict[int, str], frames: dict[int, int]) -> InQuestion:
    content = row.content
    violation, number = read_violation(content), step_number(str(content["action"]))
    on = () if violation.on is None else (violation.on,)
    return InQuestion(
        str(content["id"]),
        row.taken_at,
        frames.get(number, 0),
        before.get(number, ""),
        (*violation.cards, *on),
        rule=str(violation.code),
        clause=violation.clause,
    )


def _asked(row: Row, position: str, frame: int) -> InQuestion:
    content: Fields = row.content
    doubt = read_doubt(content)
    answers = [move_row(move) for move in doubt.answers]
    cards = tuple(dict.fromkeys(card for answer in answers for card in cards_in(answer)))
    return InQuestion(str(content["id"]), row.taken_at, frame, position, cards)
