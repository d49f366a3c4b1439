"""The ground of every code: the clause it rests on, how grave it is, and what can show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique

from engine.verdict import Code, Severity, Verdict


@unique
class Clause(StrEnum):
    """A clause of the regulation of 2001, a requirement of another game, or a house rule.

    The value is stored. A house rule bears the number of the open question that it answers.
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
    NOBODY_HAS_A_TRUMP = "H7"
    LEAD_AFTER_A_DRAW = "H8"
    TRUMP_CARD_LAST = "H9"
    SAYING_BEATEN = "H10"
    CLOSED_DISCARD = "H11"
    LEAD_AFTER_A_TAKING = "H12"
    FIRST_PACKET = "H13"
    UNDEFINED_PLACES = "H14"
    IRREGULARITY = "H16"
    CLOCK = "H17"
    ENDLESS_TAKING = "H18"
    TAKING_AFTER_THE_BEAT = "H19"
    CARD_LAID_IS_PLAYED = "H20"
    THROWING_ORDER = "R068"
    WHO_THROWS = "R069"
    NOT_TO_A_PARTNER = "R071"
    NO_DRAW = "R093"
    TEAM_RESULT = "R095"
    TRANSFER = "R110"
    TRANSFER_BEFORE_BEATING = "R111"
    TRANSFER_LIMIT = "R113"
    TRANSFER_BY_SHOWING = "R114"
    TRANSFER_SHOWN_ONCE = "R115"
    LABEL = "R120"
    STRAPS = "R122"
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


LOG, HINT, STOP = Severity.LOG, Severity.HINT, Severity.STOP
CALL, FREEZE = Severity.CALL_INSPECTOR, Severity.FREEZE


def _rows(text: str) -> dict[Code, Ground]:
    """Read a table of code, clause, severity and evidence letters."""
    table: dict[Code, Ground] = {}
    for line in text.strip().splitlines():
        code, clause, severity, letters = line.split()
        shown = frozenset(Evidence(letter) for letter in letters)
        table[Code(code)] = Ground(Clause[clause], Severity(int(severity)), shown)
    return table


GROUNDS: Mapping[Code, Ground] = _rows("""
    DEALT_BEFORE_FEES               FEES                     2 D
    WRONG_PLAYER_SEATED             TOURNAMENT               2 D
    DECK_COUNT                      DECK                     4 VS
    DECK_CONTENT                    DECK                     4 VS
    DECK_NOT_SHUFFLED               IRREGULARITY             1 M
    NO_CUT                          IRREGULARITY             1 M
    BOXED_CARD                      IRREGULARITY             2 V
    DEAL_COUNT                      DEAL_AND_LEAD            2 NS
    DEAL_ORDER                      DEAL_AND_LEAD            2 M
    DEAL_PACKET                     DEAL_AND_LEAD            2 MS
    DEAL_EXPOSED                    IRREGULARITY             2 V
    DEAL_WRONG_FIRST                FIRST_PACKET             1 M
    DEAL_BOTTOM                     DEAL_AND_LEAD            3 MS
    TRUMP_NOT_13TH                  DEAL_AND_LEAD            2 NS
    TRUMP_PEEKED_REPLACED           DEAL_AND_LEAD            4 V
    TRUMP_COVERED                   DEAL_AND_LEAD            1 V
    REDEAL_NOT_PROVIDED             DEAL_AND_LEAD            3 MD
    PLAYER_TOUCHED_DEAL             IRREGULARITY             1 M
    FIRST_LEAD_WRONG                DEAL_AND_LEAD            2 KSD
    FIRST_LEAD_MISDECLARED          DEAL_AND_LEAD            3 RK
    FIRST_LEAD_UNDEFINED            LEAD_AFTER_A_DRAW        3 DS
    LEAD_WRONG_PLAYER               ENDING_A_BOUT            2 M
    LEAD_BEFORE_DRAW                DRAWING_AND_THROWING_IN  2 N
    LEAD_MIXED_RANKS                BEATING                  2 V
    LEAD_EXCEEDS_CAP                BEATING                  2 VN
    LEAD_EXCEEDS_DEFENDER_HAND      CAP_BY_HAND              2 VN
    GAME_ALREADY_OVER               AIM                      2 N
    BEAT_NOT_HIGHER                 BEATING                  2 V
    BEAT_WRONG_SUIT                 BEATING                  2 V
    BEAT_NONTRUMP_VS_TRUMP          BEATING                  2 V
    BEAT_TRUMP_NOT_HIGHER           BEATING                  2 V
    BEAT_TARGET_ALREADY_BEATEN      BEATING                  2 V
    BEAT_NOT_DEFENDER               BEATING                  2 M
    BEAT_AFTER_TAKE                 CARD_LAID_IS_PLAYED      2 DM
    BEAT_RETRACTED                  CARD_LAID_IS_PLAYED      2 VM
    BEAT_PAIRING_UNCLEAR            BEATING                  1 V
    TRUMP_WHILE_SUIT_AVAILABLE      BEATING                  3 KRS
    THROW_RANK_NOT_ON_TABLE         DRAWING_AND_THROWING_IN  2 V
    THROW_RANK_NOT_LEAD_RANK        DRAWING_AND_THROWING_IN  2 V
    THROW_EXCEEDS_CAP               BEATING                  2 V
    THROW_EXCEEDS_FIRST_CAP         CAP_OF_THE_BEGINNING     2 V
    THROW_EXCEEDS_DEFENDER_HAND     CAP_BY_HAND              2 VN
    THROW_BY_DEFENDER               DRAWING_AND_THROWING_IN  2 M
    THROW_BY_PARTNER                NOT_TO_A_PARTNER         2 M
    THROW_NOT_NEIGHBOUR             WHO_THROWS               2 M
    THROW_OUT_OF_ORDER              THROWING_ORDER           1 MD
    THROW_NOT_ALLOWED_AFTER_TAKE    THROWING_ON_TAKE         2 DV
    THROW_AFTER_SWEEP               DRAWING_AND_THROWING_IN  2 M
    LATE_THROW                      DRAWING_AND_THROWING_IN  2 M
    THROW_FACE_DOWN                 IRREGULARITY             2 V
    TWO_CARDS_STUCK                 IRREGULARITY             2 VN
    TRANSFER_NOT_ALLOWED            TRANSFER                 2 V
    TRANSFER_RANK_MISMATCH          TRANSFER                 2 V
    TRANSFER_NEXT_HAND_TOO_SMALL    TRANSFER_LIMIT           2 VN
    TRANSFER_AT_EQUALITY            TRANSFER_LIMIT           2 VN
    TRANSFER_AFTER_BEAT             TRANSFER_BEFORE_BEATING  2 V
    TRANSFER_FIRST_BOUT             TRANSFER                 2 VN
    TRANSFER_SHOW_REPEAT            TRANSFER_SHOWN_ONCE      2 V
    TRANSFER_SHOW_NOT_TRUMP         TRANSFER_BY_SHOWING      2 V
    TRANSFER_SEVERAL_UNDEFINED      TRANSFER                 3 V
    SWEEP_UNBEATEN                  ENDING_A_BOUT            2 V
    SWEEP_BEFORE_PASS               SAYING_BEATEN            1 DM
    SWEEP_COUNT_MISMATCH            ENDING_A_BOUT            3 VM
    SWEEP_MISSED                    ENDING_A_BOUT            1 V
    TAKEN_TO_DISCARD                ENDING_A_BOUT            3 MD
    BEATEN_TO_HAND                  ENDING_A_BOUT            3 M
    TAKE_PARTIAL                    ENDING_A_BOUT            2 V
    TAKE_WRONG_PLAYER               ENDING_A_BOUT            2 M
    TAKE_AFTER_FULL_BEAT            TAKING_AFTER_THE_BEAT    2 VD
    ATTACKER_TAKES_BACK             CARD_LAID_IS_PLAYED      2 VM
    DISCARD_INSPECTED               CLOSED_DISCARD           3 MV
    DISCARD_SPILLED_OPEN            CLOSED_DISCARD           1 V
    DRAW_ORDER                      DRAW_ORDER               2 M
    DRAW_TOO_MANY                   DRAWING_AND_THROWING_IN  2 NS
    DRAW_TOO_FEW                    DRAWING_AND_THROWING_IN  2 N
    DRAW_HAND_FULL                  DRAWING_AND_THROWING_IN  2 NS
    DRAW_SKIPPED                    DRAWING_AND_THROWING_IN  2 N
    DRAW_DURING_BOUT                DRAWING_AND_THROWING_IN  2 M
    DRAW_EXPOSED                    IRREGULARITY             1 V
    TRUMP_DRAWN_EARLY               TRUMP_CARD_LAST          3 VN
    TALON_COUNT_MISMATCH            DECK                     1 VSD
    RESULT_TALON_NOT_EMPTY          AIM                      2 N
    RESULT_NOT_REACHED              AIM                      2 N
    RESULT_WRONG_WINNER             AIM                      2 N
    RESULT_DRAW_EXPECTED            AIM                      2 VN
    RESULT_DRAW_NOT_ALLOWED         NO_DRAW                  2 VN
    RESULT_TEAM_NOT_FINISHED        TEAM_RESULT              2 N
    LAST_CARDS_NOT_ANSWERED         AIM                      2 VN
    LABEL_WRONG                     LABEL                    2 V
    ENDLESS_TAKING                  ENDLESS_TAKING           3 N
    GAME_GIVEN_UP                   IRREGULARITY             3 D
    SCORE_WRONG                     TOURNAMENT               2 D
    SCORE_DRAW_COUNTED              TOURNAMENT               2 D
    MATCH_TARGET_NOT_REACHED        TOURNAMENT               2 D
    MATCH_CONTINUED_AFTER_TARGET    TOURNAMENT               2 D
    STAGE_WRONG                     TOURNAMENT               2 D
    PAYOUT_WRONG                    PRIZES                   3 D
    PAYOUT_SUM                      PRIZES                   3 D
    PAYOUT_UNDEFINED                UNDEFINED_PLACES         3 D
    RATING_WRONG                    RATING                   2 D
    RATING_UNDEFINED                RATING                   3 D
    TIMEOUT                         CLOCK                    2 D
    STRAP_WRONG_RANK                STRAPS                   2 V
    STRAP_TRUMP_ALONE               STRAPS                   2 V
    STRAP_QUEEN                     STRAPS                   2 V
    STRAP_OUT_OF_PLACE              STRAPS                   2 VM
    STRAP_LED                       STRAPS                   2 V
    STRAP_MUST_BE_TAKEN             STRAPS                   2 V
    STRAP_MUST_BE_PASSED            STRAPS                   2 VN
    CARD_DUPLICATE_SEEN             DECK                     4 V
    CARD_IN_DISCARD_REAPPEARS       DECK                     4 V
    CARD_KNOWN_ELSEWHERE            DECK                     4 K
    CARD_NOT_IN_SHOE_HAND           DECK                     4 S
    CARD_37TH                       DECK                     4 NS
    CARD_MISSING                    DECK                     4 NS
    ENDGAME_IMPOSSIBLE              DECK                     4 K
    HAND_COUNT_MISMATCH             DECK                     3 ND
    FOREIGN_CARD                    DECK                     4 V
    BACK_MISMATCH                   DECK                     4 V
    MARKED_CARD                     DECK                     4 V
    CARD_LEFT_TABLE                 IRREGULARITY             3 M
    CARD_FROM_LAP                   IRREGULARITY             3 M
    HAND_EXCHANGE                   IRREGULARITY             4 M
    PEEK_TALON                      IRREGULARITY             3 M
    EXPOSED_HAND                    IRREGULARITY             1 V
    CLAIM_INCONSISTENT              IRREGULARITY             3 DR
    VISION_LOW_CONFIDENCE           NONE                     1 V
    MOVE_OUT_OF_PLACE               NONE                     1 M
""")

VERDICTS: Mapping[Code, Verdict] = {
    Code.FIRST_LEAD_UNDEFINED: Verdict.UNDEFINED,
    Code.BEAT_PAIRING_UNCLEAR: Verdict.UNDEFINED,
    Code.TRANSFER_SEVERAL_UNDEFINED: Verdict.UNDEFINED,
    Code.ENDLESS_TAKING: Verdict.UNDEFINED,
    Code.GAME_GIVEN_UP: Verdict.UNDEFINED,
    Code.PAYOUT_UNDEFINED: Verdict.UNDEFINED,
    Code.RATING_UNDEFINED: Verdict.UNDEFINED,
    Code.VISION_LOW_CONFIDENCE: Verdict.UNVERIFIABLE,
    Code.MOVE_OUT_OF_PLACE: Verdict.UNDEFINED,
}
"""What is no offence: a gap in the rules, no sense in the move, a face that nobody can read."""

INSPECTOR_ONLY: frozenset[Code] = frozenset(
    {Code.TRUMP_WHILE_SUIT_AVAILABLE, Code.FIRST_LEAD_MISDECLARED, Code.CLAIM_INCONSISTENT}
)
"""Proven by a later card: the journal and the inspector hear of it, the dealer's light does not."""
