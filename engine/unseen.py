"""What nobody saw: a finding that rests on a part of the table out of sight accuses nobody."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import replace

from engine.faults import Fault
from engine.table import HANDS, Zone
from engine.verdict import Code, Verdict, Violation

WHOLE_TABLE = frozenset(Zone)

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
        Fault.MODEL_BROKEN,
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


def rests_on(code: Code) -> frozenset[Zone]:
    """Return the zones that must have been seen for a finding to be sure."""
    if code in COUNTED:
        return frozenset({Zone.BATTLE, Zone.TALON, Zone.TRUMP, *HANDS})
    return frozenset({Zone.BATTLE, Zone.DISCARD} if code in DISCARDED else {Zone.BATTLE})


def softened(violations: Iterable[Violation], unseen: AbstractSet[Zone]) -> tuple[Violation, ...]:
    """Return findings, those that rest on what was not seen as unverifiable."""
    return tuple(
        replace(v, verdict=Verdict.UNVERIFIABLE) if unseen & rests_on(v.code) else v
        for v in violations
    )
