"""What the referee says about a move: codes, severities, verdicts. Codes are stored and stable."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum, unique

from engine.cards import Card
from engine.seats import Actor


@unique
class Verdict(StrEnum):
    """How a move stands against the rules."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNVERIFIABLE = "unverifiable"
    UNDEFINED = "undefined"


@unique
class Severity(IntEnum):
    """What a finding asks of people."""

    LOG = 0
    HINT = 1
    STOP = 2
    CALL_INSPECTOR = 3
    FREEZE = 4


@unique
class Code(StrEnum):
    """Stable reason codes of the error catalogue; the value is stored and translated."""

    DEAL_COUNT = "DEAL_COUNT"
    DEAL_ORDER = "DEAL_ORDER"
    DEAL_PACKET = "DEAL_PACKET"
    TRUMP_NOT_13TH = "TRUMP_NOT_13TH"
    TRUMP_PEEKED_REPLACED = "TRUMP_PEEKED_REPLACED"
    FIRST_LEAD_WRONG = "FIRST_LEAD_WRONG"
    FIRST_LEAD_UNDEFINED = "FIRST_LEAD_UNDEFINED"
    LEAD_WRONG_PLAYER = "LEAD_WRONG_PLAYER"
    LEAD_BEFORE_DRAW = "LEAD_BEFORE_DRAW"
    LEAD_MIXED_RANKS = "LEAD_MIXED_RANKS"
    LEAD_EXCEEDS_CAP = "LEAD_EXCEEDS_CAP"
    LEAD_EXCEEDS_DEFENDER_HAND = "LEAD_EXCEEDS_DEFENDER_HAND"
    GAME_ALREADY_OVER = "GAME_ALREADY_OVER"
    BEAT_NOT_HIGHER = "BEAT_NOT_HIGHER"
    BEAT_WRONG_SUIT = "BEAT_WRONG_SUIT"
    BEAT_NONTRUMP_VS_TRUMP = "BEAT_NONTRUMP_VS_TRUMP"
    BEAT_TRUMP_NOT_HIGHER = "BEAT_TRUMP_NOT_HIGHER"
    BEAT_TARGET_ALREADY_BEATEN = "BEAT_TARGET_ALREADY_BEATEN"
    BEAT_NOT_DEFENDER = "BEAT_NOT_DEFENDER"
    BEAT_AFTER_TAKE = "BEAT_AFTER_TAKE"
    BEAT_RETRACTED = "BEAT_RETRACTED"
    BEAT_PAIRING_UNCLEAR = "BEAT_PAIRING_UNCLEAR"
    TRUMP_WHILE_SUIT_AVAILABLE = "TRUMP_WHILE_SUIT_AVAILABLE"
    THROW_RANK_NOT_ON_TABLE = "THROW_RANK_NOT_ON_TABLE"
    THROW_RANK_NOT_LEAD_RANK = "THROW_RANK_NOT_LEAD_RANK"
    THROW_EXCEEDS_CAP = "THROW_EXCEEDS_CAP"
    THROW_EXCEEDS_FIRST_CAP = "THROW_EXCEEDS_FIRST_CAP"
    THROW_EXCEEDS_DEFENDER_HAND = "THROW_EXCEEDS_DEFENDER_HAND"
    THROW_BY_DEFENDER = "THROW_BY_DEFENDER"
    THROW_NOT_ALLOWED_AFTER_TAKE = "THROW_NOT_ALLOWED_AFTER_TAKE"
    SWEEP_UNBEATEN = "SWEEP_UNBEATEN"
    SWEEP_BEFORE_PASS = "SWEEP_BEFORE_PASS"
    SWEEP_COUNT_MISMATCH = "SWEEP_COUNT_MISMATCH"
    TAKEN_TO_DISCARD = "TAKEN_TO_DISCARD"
    TAKE_PARTIAL = "TAKE_PARTIAL"
    TAKE_WRONG_PLAYER = "TAKE_WRONG_PLAYER"
    TAKE_AFTER_FULL_BEAT = "TAKE_AFTER_FULL_BEAT"
    ATTACKER_TAKES_BACK = "ATTACKER_TAKES_BACK"
    DRAW_ORDER = "DRAW_ORDER"
    DRAW_TOO_MANY = "DRAW_TOO_MANY"
    DRAW_HAND_FULL = "DRAW_HAND_FULL"
    DRAW_SKIPPED = "DRAW_SKIPPED"
    DRAW_DURING_BOUT = "DRAW_DURING_BOUT"
    TRUMP_DRAWN_EARLY = "TRUMP_DRAWN_EARLY"
    RESULT_TALON_NOT_EMPTY = "RESULT_TALON_NOT_EMPTY"
    CARD_DUPLICATE_SEEN = "CARD_DUPLICATE_SEEN"
    CARD_IN_DISCARD_REAPPEARS = "CARD_IN_DISCARD_REAPPEARS"
    CARD_KNOWN_ELSEWHERE = "CARD_KNOWN_ELSEWHERE"
    ENDGAME_IMPOSSIBLE = "ENDGAME_IMPOSSIBLE"
    HAND_COUNT_MISMATCH = "HAND_COUNT_MISMATCH"
    MOVE_OUT_OF_PLACE = "MOVE_OUT_OF_PLACE"
    DEALT_BEFORE_FEES = "DEALT_BEFORE_FEES"
    WRONG_PLAYER_SEATED = "WRONG_PLAYER_SEATED"
    SCORE_WRONG = "SCORE_WRONG"
    SCORE_DRAW_COUNTED = "SCORE_DRAW_COUNTED"
    MATCH_TARGET_NOT_REACHED = "MATCH_TARGET_NOT_REACHED"
    MATCH_CONTINUED_AFTER_TARGET = "MATCH_CONTINUED_AFTER_TARGET"
    STAGE_WRONG = "STAGE_WRONG"
    PAYOUT_WRONG = "PAYOUT_WRONG"
    PAYOUT_SUM = "PAYOUT_SUM"
    PAYOUT_UNDEFINED = "PAYOUT_UNDEFINED"
    RATING_WRONG = "RATING_WRONG"
    RATING_UNDEFINED = "RATING_UNDEFINED"


@dataclass(frozen=True, slots=True)
class Violation:
    """A finding of the referee: which rule, by whom, with which cards, how grave, how sure."""

    code: Code
    actor: Actor
    cards: tuple[Card, ...] = ()
    severity: Severity = Severity.STOP
    verdict: Verdict = Verdict.ILLEGAL
    clause: str = ""
    limit: int | None = None
    """How many there may be, or should have been."""
    on: Card | None = None
    """The attack card that a wrong defence was laid over."""
    count: int | None = None
    """How many there were where `limit` says how many there should be."""
