"""What nobody saw: a finding that rests on a part of the table out of sight accuses nobody."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import replace

from engine.counting import count_told
from engine.faults import Fault
from engine.findings import Finding, is_corrected_by
from engine.game_rulings import is_ruling
from engine.moves import Announce, Appoint, Declare, Expose, Move
from engine.state import Game
from engine.table import HANDS, Zone
from engine.verdict import Code, Verdict, Violation

WHOLE_TABLE = frozenset(Zone)

COUNTS = frozenset({Zone.TALON, Zone.TRUMP, *HANDS})
"""Where the cards lie that are counted, not read."""

BLINDING = frozenset(
    {
        Fault.CAMERA_LOST,
        Fault.CAMERA_FROZEN,
        Fault.CAMERA_MOVED,
        Fault.CAMERA_CHANGED,
        Fault.CAMERA_BLURRED,
        Fault.CAMERA_DARK,
        Fault.CAMERA_GLARE,
        Fault.CAMERA_SLOW,
        Fault.CAMERA_REPEATS,
        Fault.FRAMES_MISSED,
        Fault.MODEL_BROKEN,
        Fault.OUT_OF_STEP,
    }
)
"""While one of these lasts, nobody sees the table, or the zones that it names."""

COUNTED = frozenset(
    {
        Code.DEAL_COUNT,
        Code.DEAL_ORDER,
        Code.DEAL_PACKET,
        Code.TRUMP_NOT_13TH,
        Code.LEAD_EXCEEDS_DEFENDER_HAND,
        Code.THROW_EXCEEDS_DEFENDER_HAND,
        Code.DRAW_ORDER,
        Code.DRAW_TOO_MANY,
        Code.DRAW_TOO_FEW,
        Code.DRAW_HAND_FULL,
        Code.DRAW_SKIPPED,
        Code.TRUMP_DRAWN_EARLY,
        Code.TALON_COUNT_MISMATCH,
        Code.HAND_COUNT_MISMATCH,
        Code.CARD_NOT_IN_SHOE_HAND,
        Code.ENDGAME_IMPOSSIBLE,
        Code.GAME_ALREADY_OVER,
    }
)
"""What rests on the cards that went from the talon to the players."""

OF_ONE_HAND = frozenset(
    {
        Code.DRAW_TOO_FEW,
        Code.DRAW_TOO_MANY,
        Code.DRAW_HAND_FULL,
        Code.DRAW_SKIPPED,
        Code.HAND_COUNT_MISMATCH,
    }
)
"""What rests on the count of one hand: that of the player who is named."""

OF_SOME_PILE = frozenset({Code.CARD_MISSING, Code.CARD_37TH, Code.TALON_COUNT_MISMATCH})
"""A card is too many or lacks: in which hand it was looked for in vain, nobody knows."""

HAND_OF = {seat: zone for zone, seat in HANDS.items()}

LAST_CARDS = 4
"""With so few cards left a miscount may already have taken the last one."""

TOLD_BY_PEOPLE = (Announce, Appoint, Declare, Expose)
"""Kinds of moves that no camera reads."""

DISCARDED = frozenset(
    {
        Code.SWEEP_COUNT_MISMATCH,
        Code.SWEEP_MISSED,
        Code.TAKEN_TO_DISCARD,
        Code.BEATEN_TO_HAND,
        Code.CARD_IN_DISCARD_REAPPEARS,
        Code.DISCARD_INSPECTED,
        Code.DISCARD_SPILLED_OPEN,
    }
)
"""What rests on the cards that went to the discard."""


def hidden_by(fault: Fault, zones: Iterable[Zone]) -> frozenset[Zone]:
    """Return the zones that nobody sees while a fault lasts; a camera's fault hides them all."""
    if fault not in BLINDING:
        return frozenset()
    return frozenset(zones) or WHOLE_TABLE


def counts_lost(unseen: AbstractSet[Zone]) -> frozenset[Zone]:
    """Return the zones whose counts nobody knows before the next deal.

    Where the battle itself was out of sight, any number of cards may have been played and drawn: a
    new lead shows who plays, but not how many cards anybody holds.
    """
    return frozenset(COUNTS & unseen) if Zone.BATTLE in unseen else frozenset()


def miscounted_by(violations: Iterable[Violation]) -> frozenset[Zone]:
    """Return the zones whose counts are in doubt after these findings.

    Either the mistake stands, or it was the camera that missed a card: a second finding about the
    same hand would rest on the first.
    """
    sure = [v for v in violations if v.verdict is Verdict.ILLEGAL]
    if any(v.code in OF_SOME_PILE for v in sure):
        return COUNTS
    hands = {HAND_OF[v.actor] for v in sure if v.code in OF_ONE_HAND and v.actor in HAND_OF}
    return frozenset({*hands, Zone.TALON} if hands else ())


def miscounted_after(
    miscounted: frozenset[Zone],
    findings: Iterable[Finding],
    found: Iterable[Violation],
    step: tuple[Game, Move],
) -> frozenset[Zone]:
    """Return the counts in doubt after a move; a count that adds up leaves none."""
    game, move = step
    if count_told(game, move) is not None:
        return frozenset()
    return still_miscounted(miscounted, findings, move) | miscounted_by(found)


def still_miscounted(
    miscounted: frozenset[Zone], findings: Iterable[Finding], move: Move
) -> frozenset[Zone]:
    """Return the counts still in doubt after a move; what it puts right is certain again.

    A game that the inspector has ended rests on no count.
    """
    if isinstance(move, Announce) and is_ruling(move):
        return frozenset()
    right = (f.violation for f in findings if is_corrected_by(f, move))
    left = miscounted - miscounted_by(right)
    return left | {Zone.TALON} if left else left


def rests_on(violation: Violation, talon: int = 0) -> frozenset[Zone]:
    """Return the zones that must have been seen for a finding to be sure.

    `talon` is how many cards are left by the count: of a large talon one more or less is nothing.
    """
    code, hand = violation.code, HAND_OF.get(violation.actor)
    if code in OF_ONE_HAND and hand is not None:
        return frozenset({Zone.BATTLE, hand} | ({Zone.TALON} if talon <= LAST_CARDS else set()))
    if code in COUNTED:
        return COUNTS | {Zone.BATTLE}
    return frozenset({Zone.BATTLE, Zone.DISCARD} if code in DISCARDED else {Zone.BATTLE})


def softened(
    violations: Iterable[Violation],
    unseen: AbstractSet[Zone],
    talon: int = 0,
    move: Move | None = None,
) -> tuple[Violation, ...]:
    """Return findings, those that rest on what was not seen as unverifiable.

    What people tell they have seen themselves, whatever the camera saw.
    """
    if isinstance(move, TOLD_BY_PEOPLE):
        return tuple(violations)
    return tuple(
        replace(v, verdict=Verdict.UNVERIFIABLE) if unseen & rests_on(v, talon) else v
        for v in violations
    )
