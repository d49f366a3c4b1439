"""Worked cases: what the rules say of a position and a move, checked against the referee."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.cases_actions import claim_of, moves_of
from engine.cases_fields import CasesError
from engine.cases_money import judge_money
from engine.cases_reading import Case, read_cases, split_cases
from engine.cases_table import game_of, ordered_freely
from engine.clauses import finding
from engine.game import apply, new_game
from engine.moves import Deal, ShowTrump
from engine.referee import judge
from engine.referee_claims import judge_claim
from engine.seats import Actor
from engine.state import Game
from engine.verdict import Code, Verdict, Violation

__all__ = [
    "Case",
    "CaseDifference",
    "CasesError",
    "Outcome",
    "check_cases",
    "judged",
    "read_cases",
    "split_cases",
]

LAWFUL = "OK"
"""The reason code of what breaks no rule."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the referee says of a case: the verdict, and every code, the cause first."""

    verdict: Verdict
    codes: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        """The first code, or OK."""
        return self.codes[0] if self.codes else LAWFUL


@dataclass(frozen=True, slots=True)
class CaseDifference:
    """A case that the referee judges otherwise than the file: which verdict or code is meant."""

    id: str
    line: int
    field: str
    wanted: str
    found: str

    def __str__(self) -> str:
        """Return one line for people."""
        return f"line {self.line}: {self.id}: {self.field}: {self.wanted}, found {self.found}"


def check_cases(text: str) -> tuple[CaseDifference, ...]:
    """Judge every case of a file and return those that differ.

    A case that cannot be read or makes no sense differs too; the others are judged all the same.
    Raises CasesError for a text that is no file of cases, naming the line and the field.
    """
    return tuple(found for case in split_cases(text) for found in _checked(case))


def _checked(case: Case | CasesError) -> tuple[CaseDifference, ...]:
    if isinstance(case, CasesError):
        return (_unreadable(case.name, case),)
    try:
        return tuple(_differences(case))
    except CasesError as error:
        return (_unreadable(case.id, error),)


def _unreadable(name: str, error: CasesError) -> CaseDifference:
    return CaseDifference(name, error.line, error.where, "a case that makes sense", error.problem)


def _differences(case: Case) -> Iterator[CaseDifference]:
    known, seen = judged(case, open_hands=True), judged(case, open_hands=False)
    if known.verdict is not case.expected:
        yield _difference(case, "expected", case.expected, known)
    elif known.code not in case.codes:
        yield _difference(case, "reason_code", " or ".join(sorted(case.codes)), known)
    if seen.verdict is not case.camera:
        yield _difference(case, "camera_expected", case.camera, seen)


def _difference(case: Case, name: str, wanted: str, found: Outcome) -> CaseDifference:
    told = f"{found.verdict} ({', '.join(found.codes) or LAWFUL})"
    return CaseDifference(case.id, case.line, name, wanted, told)


def judged(case: Case, *, open_hands: bool) -> Outcome:
    """Judge a case with the faces that it names known, or as the camera sees it."""
    violations = judge_money(case)
    if violations is None:
        violations = tuple(_findings(ordered_freely(case), open_hands=open_hands))
    for verdict in (Verdict.ILLEGAL, Verdict.UNDEFINED, Verdict.UNVERIFIABLE):
        codes = tuple(str(v.code) for v in violations if v.verdict is verdict)
        if codes:
            return Outcome(verdict, codes)
    return Outcome(Verdict.LEGAL)


def _findings(case: Case, *, open_hands: bool) -> Iterator[Violation]:
    game = game_of(case, open_hands=open_hands)
    claim = claim_of(case)
    if claim is not None:
        yield from judge_claim(game, claim)
        return
    moves = moves_of(case, game)
    if moves is None:
        kind = case.action.get("type")
        raise kind.refuse(f"nothing that happens at a table: {kind.value!r}")
    if moves and isinstance(moves[0], Deal):
        yield from _judge_fees(case)
        game = new_game(case.rules, case.seats)
    for move in moves:
        if isinstance(move, ShowTrump):
            yield from _judge_place_of_trump(case, game)
        yield from judge(game, move)
        game = apply(game, move)
    yield from _judge_draws_left(case, game)


def _judge_fees(case: Case) -> Iterator[Violation]:
    paid = case.action.get("fees_paid")
    if case.rules.fees_first and paid.value is not None and not paid.flag():
        yield finding(Code.DEALT_BEFORE_FEES, Actor.DEALER)


def _judge_place_of_trump(case: Case, game: Game) -> Iterator[Violation]:
    """Judge a card that was burnt before the trump: a shoe counts it, the table does not show."""
    place = case.action.get("trump_position")
    dealt = sum(hand.count for hand in game.hands)
    right = dealt if game.talon == 0 else dealt + 1
    if place.value is not None and place.number() != right:
        cards = () if game.trump_card is None else (game.trump_card,)
        yield finding(Code.TRUMP_NOT_13TH, Actor.DEALER, cards, limit=right, count=place.number())


def _judge_draws_left(case: Case, game: Game) -> Iterator[Violation]:
    """Name who is short of six although the drawing is told to its end."""
    action = case.action
    if action.get("type").text() != "draw" or game.bout.runs or action.get("during_bout").flag():
        return
    for due in game.due():
        drawn = game.hand(due.seat).drawn
        code = Code.DRAW_TOO_FEW if drawn else Code.DRAW_SKIPPED
        yield finding(code, due.seat, limit=due.count + drawn, count=drawn)
