"""What people decide: rulings, who has seen what, cases. New rows, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from typing import cast

from engine.faults import Cause, CausedError
from engine.moves import Move
from engine.notation import parse_move, print_move
from engine.rows import Row as Payload
from engine.verdict import Code
from journal.personal import FORGOTTEN
from journal.rows import Row

RULING, SIGNATURE, REVIEW, VIEW, CASE, CASE_ITEM, CASE_CLOSED, MISSED = (
    *("ruling", "signature", "review", "view", "case", "case-item", "case-closed", "missed"),
)
"""Kinds of rows that people write."""


@unique
class Decision(StrEnum):
    """What a person decides about an incident; the value is stored and translated."""

    UPHOLD = "uphold"
    """It was as flagged."""
    OVERTURN = "overturn"
    """It was no offence."""
    CAMERA_ERROR = "camera-error"
    """It did not happen: the camera misread."""
    HOUSE = "house-decision"
    """The rules do not decide: the house does."""


@unique
class Reason(StrEnum):
    """Why; the value is stored and translated."""

    SEEN_ON_VIDEO = "seen-on-video"
    MISREAD_CARD = "misread-card"
    MISREAD_ACTOR = "misread-actor"
    MISSED_MOVE = "missed-move"
    PUT_RIGHT_AT_ONCE = "put-right-at-once"
    RULE_SILENT = "rule-silent"
    AGREED = "agreed"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class TrueMove:
    """What a move truly was by a ruling; None: there was no move."""

    step: int
    move: Move | None


def true_move(text: str) -> TrueMove:
    """Read what a move truly was, as ``m12=A>7c``; raises ValueError.

    >>> true_move("m12=").move
    """
    name, _, word = text.partition("=")
    if not name.startswith("m") or not name[1:].isdecimal():
        raise CausedError(f"write m12=A>7c, not {text!r}", Cause("truth-unread", text))
    return TrueMove(int(name[1:]), parse_move(word) if word else None)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision about an incident, by whom and why.

    `truths` say what moves truly were; `winner` is who won by the decision of the house, ``draw``
    for nobody, empty where play decides. `seq` is the number of its row, 0 before it is kept.
    """

    incident: str
    decision: Decision
    reason: Reason
    by: str
    note: str = ""
    truths: tuple[TrueMove, ...] = ()
    winner: str = ""
    seq: int = 0
    is_reversal: bool = False
    """It decides otherwise than a ruling before: it holds once another person has signed it."""
    signed_by: str = ""

    @property
    def holds(self) -> bool:
        """Whether it counts."""
        return not self.is_reversal or bool(self.signed_by)

    def fields(self) -> Payload:
        """Return its row."""
        row: Payload = {
            "incident": self.incident,
            "ruling": str(self.decision),
            "reason": str(self.reason),
            "by": self.by,
        }
        if self.note:
            row["note"] = self.note
        if self.truths:
            row["truths"] = [
                {"move": t.step, "truth": None if t.move is None else print_move(t.move)}
                for t in self.truths
            ]
        if self.winner:
            row["winner"] = self.winner
        return row | ({"reversal": True} if self.is_reversal else {})


@dataclass(frozen=True, slots=True)
class Case:
    """Incidents and notes that belong together."""

    id: str
    title: str
    by: str
    incidents: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    """Who noted what."""
    closed_by: str = ""
    """Who closed it; empty while it is open. What is added later opens it again."""


@dataclass(frozen=True, slots=True)
class Missed:
    """An offence that nobody was told of: found by a person afterwards, in a move of a game."""

    game: int
    step: int
    code: Code
    by: str
    note: str = ""


@dataclass(slots=True)
class Decided:
    """Everything that people wrote into a journal."""

    rulings: dict[str, list[Ruling]] = field(default_factory=dict)
    seen_by: dict[str, list[str]] = field(default_factory=dict)
    cases: dict[str, Case] = field(default_factory=dict)
    missed: list[Missed] = field(default_factory=list)

    def ruling(self, incident: str) -> Ruling | None:
        """Return the ruling of an incident that holds."""
        return next((r for r in reversed(self.rulings.get(incident, [])) if r.holds), None)

    def waiting(self, incident: str) -> Ruling | None:
        """Return the reversal that waits for a second signature."""
        last = self.rulings.get(incident, [])[-1:]
        return last[0] if last and not last[0].holds else None

    @property
    def held(self) -> frozenset[str]:
        """Return the incidents that belong to a case: their evidence is never removed."""
        return frozenset(name for case in self.cases.values() for name in case.incidents)

    @property
    def next_case(self) -> str:
        """Return the name of the next case."""
        return f"c{len(self.cases) + 1}"


def decided(rows: Iterable[Row]) -> Decided:
    """Fold the rows that people wrote."""
    fold = Decided()
    for row in rows:
        match row.kind:
            case "ruling":
                ruling = _ruling(row)
                fold.rulings.setdefault(ruling.incident, []).append(ruling)
            case "signature":
                _sign(fold, row)
            case "review":
                content = row.content
                people = fold.seen_by.setdefault(str(content["incident"]), [])
                if (by := str(content["by"])) not in people:
                    people.append(by)
            case "case":
                content = row.content
                name = str(content["case"])
                fold.cases[name] = Case(name, str(content["title"]), str(content["by"]))
            case "case-item":
                _collect(fold, row)
            case "case-closed":
                case = fold.cases[str(row.content["case"])]
                fold.cases[case.id] = replace(case, closed_by=str(row.content["by"]))
            case "missed":
                fold.missed.append(_missed(row.content))
            case _:
                continue
    return fold


def _missed(content: Mapping[str, object]) -> Missed:
    return Missed(
        int(str(content["game"])),
        int(str(content["move"])),
        Code(str(content["code"])),
        str(content["by"]),
        str(content.get("note", "")),
    )


def _ruling(row: Row) -> Ruling:
    content = row.content
    told = cast("list[dict[str, object]]", content.get("truths") or [])
    truths = tuple(
        TrueMove(
            int(str(one["move"])),
            None if one["truth"] is None else parse_move(str(one["truth"])),
        )
        for one in told
    )
    return Ruling(
        str(content["incident"]),
        Decision(str(content["ruling"])),
        Reason(str(content["reason"])),
        str(content["by"]),
        str(content.get("note", "")),
        truths,
        str(content.get("winner", "")),
        row.seq,
        bool(content.get("reversal")),
    )


def _sign(fold: Decided, row: Row) -> None:
    """Let a second person sign a reversal; nobody signs what is his own."""
    content = row.content
    seq, by = int(str(content["ruling"])), str(content["by"])
    for rulings in fold.rulings.values():
        for place, ruling in enumerate(rulings):
            is_another = by == FORGOTTEN or ruling.by != by  # it was looked at when it was written
            if ruling.seq == seq and is_another:
                rulings[place] = replace(ruling, signed_by=by)


def _collect(fold: Decided, row: Row) -> None:
    content = row.content
    case = replace(fold.cases[str(content["case"])], closed_by="")
    if "incident" in content:
        incidents = tuple(dict.fromkeys((*case.incidents, str(content["incident"]))))
        case = replace(case, incidents=incidents)
    if "note" in content:
        case = replace(case, notes=(*case.notes, (str(content["by"]), str(content["note"]))))
    fold.cases[case.id] = case
