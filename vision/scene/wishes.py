"""Errors that a film is to show, and how each of them is named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique

import numpy as np

from engine.verdict import Code
from vision.scene.acts import Outcome, Slip


@unique
class Error(StrEnum):
    """An error that a scripted player or dealer makes."""

    BEAT_TOO_LOW = "beat-too-low"
    BEAT_WRONG_SUIT = "beat-wrong-suit"
    THROW_WRONG_RANK = "throw-wrong-rank"
    LEAD_OUT_OF_TURN = "lead-out-of-turn"
    DRAW_ORDER = "draw-order"
    DRAW_TOO_MANY = "draw-too-many"
    SWEEP_UNBEATEN = "sweep-unbeaten"
    DEAL_COUNT = "deal-count"
    DEAL_TWICE = "deal-twice"
    TRUMP_EARLY = "trump-early"
    LEAD_MIXED = "lead-mixed"
    LEAD_UNDRAWN = "lead-undrawn"
    BEAT_TRUMP_PLAIN = "beat-trump-plain"
    BEAT_TRUMP_LOW = "beat-trump-low"
    BEAT_TAKEN_BACK = "beat-taken-back"
    ATTACK_TAKEN_BACK = "attack-taken-back"
    THROW_TOO_MANY = "throw-too-many"
    THROW_BY_DEFENDER = "throw-by-defender"
    DRAW_IN_BOUT = "draw-in-bout"


@dataclass(frozen=True, slots=True)
class Wish:
    """An error that is to happen at the first chance from this bout on (the first is 1)."""

    error: Error
    from_bout: int = 1


SLIPS: Mapping[Error, Slip] = {
    Error.BEAT_TOO_LOW: Slip(Code.BEAT_NOT_HIGHER, Outcome.CORRECTED, "125.6"),
    Error.BEAT_WRONG_SUIT: Slip(Code.BEAT_WRONG_SUIT, Outcome.STANDS, "125.6"),
    Error.THROW_WRONG_RANK: Slip(Code.THROW_RANK_NOT_ON_TABLE, Outcome.CORRECTED, "125.8"),
    Error.LEAD_OUT_OF_TURN: Slip(Code.LEAD_WRONG_PLAYER, Outcome.CORRECTED, "125.7"),
    Error.DRAW_ORDER: Slip(Code.DRAW_ORDER, Outcome.STANDS, "house rule H4", any_actor=True),
    Error.DRAW_TOO_MANY: Slip(
        Code.DRAW_TOO_MANY, Outcome.CORRECTED, "125.8", (Code.DRAW_HAND_FULL,), any_actor=True
    ),
    Error.SWEEP_UNBEATEN: Slip(Code.SWEEP_UNBEATEN, Outcome.STANDS, "125.7", any_actor=True),
    Error.DEAL_COUNT: Slip(
        Code.DEAL_COUNT,
        Outcome.STANDS,
        "125.4",
        (Code.DEAL_PACKET, Code.TRUMP_NOT_13TH),
        any_actor=True,
        window_s=8.0,
    ),
    Error.DEAL_TWICE: Slip(Code.DEAL_ORDER, Outcome.STANDS, "125.4", any_actor=True),
    Error.TRUMP_EARLY: Slip(Code.TRUMP_NOT_13TH, Outcome.STANDS, "125.4", any_actor=True),
    Error.LEAD_MIXED: Slip(
        Code.LEAD_MIXED_RANKS, Outcome.CORRECTED, "125.6", (Code.THROW_RANK_NOT_ON_TABLE,)
    ),
    Error.LEAD_UNDRAWN: Slip(
        Code.DRAW_SKIPPED,
        Outcome.STANDS,
        "125.8",
        (Code.LEAD_BEFORE_DRAW, Code.DRAW_TOO_FEW),
        any_actor=True,
    ),
    Error.BEAT_TRUMP_PLAIN: Slip(Code.BEAT_NONTRUMP_VS_TRUMP, Outcome.CORRECTED, "125.6"),
    Error.BEAT_TRUMP_LOW: Slip(Code.BEAT_TRUMP_NOT_HIGHER, Outcome.CORRECTED, "125.6"),
    Error.BEAT_TAKEN_BACK: Slip(Code.BEAT_RETRACTED, Outcome.STANDS, "house rule H20"),
    Error.ATTACK_TAKEN_BACK: Slip(Code.ATTACKER_TAKES_BACK, Outcome.STANDS, "house rule H20"),
    Error.THROW_TOO_MANY: Slip(
        Code.THROW_EXCEEDS_DEFENDER_HAND,
        Outcome.CORRECTED,
        "125.6",
        (Code.THROW_EXCEEDS_CAP,),
    ),
    Error.THROW_BY_DEFENDER: Slip(
        Code.THROW_BY_DEFENDER, Outcome.CORRECTED, "125.8", (Code.LEAD_WRONG_PLAYER,)
    ),
    Error.DRAW_IN_BOUT: Slip(Code.DRAW_DURING_BOUT, Outcome.CORRECTED, "125.8", any_actor=True),
}
AT_THE_DEAL = {Error.DEAL_COUNT, Error.DEAL_TWICE, Error.TRUMP_EARLY}
"""One deal, one error."""

AT_THE_DRAW = {Error.LEAD_UNDRAWN, Error.DRAW_ORDER, Error.DRAW_TOO_MANY}
"""Whoever was skipped once has a count that a camera cannot be sure of later."""


def any_wishes(seed: int) -> tuple[Wish, ...]:
    """Choose none to four errors for a film."""
    rng = np.random.default_rng([seed, 6])
    count = int(rng.integers(5))
    chosen = rng.permutation(len(Error))[:count]
    errors = [list(Error)[number] for number in chosen]
    for kind in (AT_THE_DEAL, AT_THE_DRAW):
        made = [error for error in errors if error in kind]
        errors = [error for error in errors if error not in made[1:]]
    bouts = rng.integers(1, 5, count).tolist()
    return tuple(
        Wish(error, 1 if error in AT_THE_DEAL else bout)
        for error, bout in zip(errors, bouts, strict=False)
    )
