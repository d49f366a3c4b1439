"""The clause behind every code: what it rests on, how grave it is, and what can show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique

from engine.cards import Card
from engine.seats import Actor
from engine.verdict import Code, Severity, Verdict, Violation


@unique
class Clause(StrEnum):
    """A clause of the regulation of 2001, or a house rule; the value is stored.

    A house rule bears the number of the open question that it answers.
    """

    TOURNAMENT = "124"
    DECK = "125.1"
    FEES = "125.3"
    DEAL_AND_LEAD = "125.4"
    AIM = "125.5"
    BEATING = "125.6"
    ENDING_A_BOUT = "125.7"
    DRAWING_AND_THROWING_IN = "125.8"
    PRIZES = "127"
    CAP_BY_HAND = "H2"
    THROWING_ON_TAKE = "H3"
    DRAW_ORDER = "H4"
    CAP_OF_THE_BEGINNING = "H5"
    LEAD_AFTER_A_DRAW = "H8"
    TRUMP_CARD_LAST = "H9"
    SAYING_BEATEN = "H10"
    LEAD_AFTER_A_TAKING = "H12"
    UNDEFINED_PLACES = "H14"
    TAKING_AFTER_THE_BEAT = "H19"
    CARD_LAID_IS_PLAYED = "H20"
    ONLINE_BANK = "R130"
    RATING = "R133"
    NONE = ""

    @property
    def is_house_rule(self) -> bool:
        """Whether it is shown as a rule of the house, never as a breach of the regulation."""
        return self.value.startswith("H")


@unique
class Evidence(StrEnum):
    """What can show an offence; the value is the letter of the error catalogue."""

    FACE = "V"
    MOTION = "M"
    COUNT = "N"
    KNOWN_CARD = "K"
    DEALER = "D"
    LATER_PROOF = "R"
    SENSOR = "S"


@dataclass(frozen=True, slots=True)
class Ground:
    """What a code rests on: its clause, its severity unless said otherwise, its evidence."""

    clause: Clause
    severity: Severity
    evidence: frozenset[Evidence]


def _ground(clause: Clause, severity: Severity, letters: str) -> Ground:
    return Ground(clause, severity, frozenset(Evidence(letter) for letter in letters))


def _grounds(clause: Clause, rows: Mapping[Code, tuple[Severity, str]]) -> dict[Code, Ground]:
    return {code: _ground(clause, severity, letters) for code, (severity, letters) in rows.items()}


LOG, HINT, STOP = Severity.LOG, Severity.HINT, Severity.STOP
CALL, FREEZE = Severity.CALL_INSPECTOR, Severity.FREEZE

GROUNDS: Mapping[Code, Ground] = {
    **_grounds(
        Clause.DEAL_AND_LEAD,
        {
            Code.DEAL_COUNT: (STOP, "NS"),
            Code.DEAL_ORDER: (STOP, "M"),
            Code.DEAL_PACKET: (STOP, "MS"),
            Code.TRUMP_NOT_13TH: (STOP, "NS"),
            Code.TRUMP_PEEKED_REPLACED: (FREEZE, "V"),
            Code.FIRST_LEAD_WRONG: (STOP, "KSD"),
        },
    ),
    **_grounds(
        Clause.BEATING,
        {
            Code.LEAD_MIXED_RANKS: (STOP, "V"),
            Code.LEAD_EXCEEDS_CAP: (STOP, "VN"),
            Code.BEAT_NOT_HIGHER: (STOP, "V"),
            Code.BEAT_WRONG_SUIT: (STOP, "V"),
            Code.BEAT_NONTRUMP_VS_TRUMP: (STOP, "V"),
            Code.BEAT_TRUMP_NOT_HIGHER: (STOP, "V"),
            Code.BEAT_TARGET_ALREADY_BEATEN: (STOP, "V"),
            Code.BEAT_NOT_DEFENDER: (STOP, "M"),
            Code.BEAT_PAIRING_UNCLEAR: (HINT, "V"),
            Code.TRUMP_WHILE_SUIT_AVAILABLE: (CALL, "KRS"),
            Code.THROW_EXCEEDS_CAP: (STOP, "V"),
        },
    ),
    **_grounds(
        Clause.ENDING_A_BOUT,
        {
            Code.LEAD_WRONG_PLAYER: (STOP, "M"),
            Code.SWEEP_UNBEATEN: (STOP, "V"),
            Code.SWEEP_COUNT_MISMATCH: (CALL, "VM"),
            Code.TAKEN_TO_DISCARD: (CALL, "MD"),
            Code.TAKE_PARTIAL: (STOP, "V"),
            Code.TAKE_WRONG_PLAYER: (STOP, "M"),
        },
    ),
    **_grounds(
        Clause.DRAWING_AND_THROWING_IN,
        {
            Code.LEAD_BEFORE_DRAW: (STOP, "N"),
            Code.THROW_RANK_NOT_ON_TABLE: (STOP, "V"),
            Code.THROW_RANK_NOT_LEAD_RANK: (STOP, "V"),
            Code.THROW_BY_DEFENDER: (STOP, "M"),
            Code.DRAW_TOO_MANY: (STOP, "N"),
            Code.DRAW_HAND_FULL: (STOP, "N"),
            Code.DRAW_SKIPPED: (STOP, "N"),
            Code.DRAW_DURING_BOUT: (STOP, "M"),
        },
    ),
    **_grounds(
        Clause.AIM,
        {
            Code.GAME_ALREADY_OVER: (STOP, "N"),
            Code.RESULT_TALON_NOT_EMPTY: (STOP, "N"),
        },
    ),
    **_grounds(
        Clause.CAP_BY_HAND,
        {
            Code.LEAD_EXCEEDS_DEFENDER_HAND: (STOP, "VN"),
            Code.THROW_EXCEEDS_DEFENDER_HAND: (STOP, "VN"),
        },
    ),
    **_grounds(
        Clause.DECK,
        {
            Code.CARD_DUPLICATE_SEEN: (FREEZE, "V"),
            Code.CARD_IN_DISCARD_REAPPEARS: (FREEZE, "V"),
            Code.CARD_KNOWN_ELSEWHERE: (FREEZE, "K"),
            Code.ENDGAME_IMPOSSIBLE: (FREEZE, "K"),
            Code.HAND_COUNT_MISMATCH: (CALL, "N"),
        },
    ),
    **_grounds(
        Clause.CARD_LAID_IS_PLAYED,
        {
            Code.BEAT_RETRACTED: (STOP, "VM"),
            Code.ATTACKER_TAKES_BACK: (STOP, "VM"),
            Code.BEAT_AFTER_TAKE: (STOP, "DM"),
        },
    ),
    **_grounds(
        Clause.TOURNAMENT,
        {
            Code.WRONG_PLAYER_SEATED: (STOP, "D"),
            Code.SCORE_WRONG: (STOP, "D"),
            Code.SCORE_DRAW_COUNTED: (STOP, "D"),
            Code.MATCH_TARGET_NOT_REACHED: (STOP, "D"),
            Code.MATCH_CONTINUED_AFTER_TARGET: (STOP, "D"),
            Code.STAGE_WRONG: (STOP, "D"),
        },
    ),
    **_grounds(Clause.PRIZES, {Code.PAYOUT_WRONG: (CALL, "D"), Code.PAYOUT_SUM: (CALL, "D")}),
    **_grounds(Clause.RATING, {Code.RATING_WRONG: (STOP, "D"), Code.RATING_UNDEFINED: (CALL, "D")}),
    Code.DEALT_BEFORE_FEES: _ground(Clause.FEES, STOP, "D"),
    Code.PAYOUT_UNDEFINED: _ground(Clause.UNDEFINED_PLACES, CALL, "D"),
    Code.THROW_EXCEEDS_FIRST_CAP: _ground(Clause.CAP_OF_THE_BEGINNING, STOP, "V"),
    Code.MOVE_OUT_OF_PLACE: _ground(Clause.NONE, HINT, "M"),
    Code.FIRST_LEAD_UNDEFINED: _ground(Clause.LEAD_AFTER_A_DRAW, CALL, "DS"),
    Code.THROW_NOT_ALLOWED_AFTER_TAKE: _ground(Clause.THROWING_ON_TAKE, STOP, "DV"),
    Code.DRAW_ORDER: _ground(Clause.DRAW_ORDER, STOP, "M"),
    Code.TAKE_AFTER_FULL_BEAT: _ground(Clause.TAKING_AFTER_THE_BEAT, STOP, "VD"),
    Code.TRUMP_DRAWN_EARLY: _ground(Clause.TRUMP_CARD_LAST, CALL, "VN"),
    Code.SWEEP_BEFORE_PASS: _ground(Clause.SAYING_BEATEN, HINT, "DM"),
}

VERDICTS: Mapping[Code, Verdict] = {
    Code.FIRST_LEAD_UNDEFINED: Verdict.UNDEFINED,
    Code.BEAT_PAIRING_UNCLEAR: Verdict.UNDEFINED,
    Code.MOVE_OUT_OF_PLACE: Verdict.UNDEFINED,
    Code.PAYOUT_UNDEFINED: Verdict.UNDEFINED,
    Code.RATING_UNDEFINED: Verdict.UNDEFINED,
}
"""What is no offence but a gap in the rules, or no sense in the move."""


def finding(  # noqa: PLR0913 - a finding has this many sides
    code: Code,
    actor: Actor,
    cards: tuple[Card, ...] = (),
    *,
    on: Card | None = None,
    limit: int | None = None,
    count: int | None = None,
    clause: Clause | None = None,
    severity: Severity | None = None,
    verdict: Verdict | None = None,
) -> Violation:
    """Return a violation with the clause, severity and verdict of its code unless given."""
    ground = GROUNDS[code]
    return Violation(
        code,
        actor,
        cards,
        ground.severity if severity is None else severity,
        VERDICTS.get(code, Verdict.ILLEGAL) if verdict is None else verdict,
        ground.clause if clause is None else clause,
        limit,
        on,
        count,
    )
