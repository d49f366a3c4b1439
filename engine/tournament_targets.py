"""What the rules of a tournament say: the wins of each stage (124), the prizes (127)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.house import RulesError, load_rules
from engine.prizes import PLACE_PERCENT
from engine.tournament_bracket import Stage

TARGETS: Mapping[Stage, int] = {
    Stage.PRELIMINARY: 5,
    Stage.QUARTERFINAL: 7,
    Stage.SEMIFINAL: 9,
    Stage.THIRD_PLACE: 9,
    Stage.FINAL: 11,
}
"""What the regulation says (124, R012); there is no lead of two wins (R014)."""
PARAMETERS: Mapping[Stage, str] = {
    Stage.PRELIMINARY: "preliminary",
    Stage.QUARTERFINAL: "quarter_final",
    Stage.SEMIFINAL: "semi_final",
    Stage.THIRD_PLACE: "third_place",
    Stage.FINAL: "final",
}
"""The stages by their names in a profile."""


@cache
def percents_of(label: str) -> tuple[int, ...]:
    """Return what the places get of the prize fund by a profile; else as the regulation has it."""
    try:
        rules = load_rules(label.partition("@")[0])
    except RulesError:
        return PLACE_PERCENT
    return rules.prize_percent or PLACE_PERCENT


@cache
def targets_of(label: str) -> Mapping[Stage, int]:
    """Return the wins of each stage by a profile and its version, ``casino-by-2001@1``.

    What the profile does not say, or a profile that there is no more, is as the regulation has it.
    """
    try:
        rules = load_rules(label.partition("@")[0])
    except RulesError:
        return TARGETS
    told = rules.stage_wins if label in {rules.label, rules.profile} else {}
    return {stage: told.get(PARAMETERS[stage], wins) for stage, wins in TARGETS.items()}
