"""Which rules a journal or a recording is judged by."""

from __future__ import annotations

from dealer_ui.house_file import rules_named
from engine.faults import Cause
from engine.house import HouseRules, RulesError, load_rules
from journal.replay import Rulebook


def rulebook(given: str = "") -> Rulebook:
    """Return what finds rules by their label; `given` rules hold for everything.

    The rulebook raises RulesError for a label of a house's own file, or of another version.
    """
    chosen = rules_named(given) if given else None

    def find(label: str) -> HouseRules:
        if chosen is not None:
            return chosen
        rules = load_rules(label.partition("@")[0])
        if "@" in label and label != rules.label:
            told = f"judged by {label}; there is {rules.label}: name it with --rules"
            raise RulesError(told, Cause("rules-other", label), rules.label)
        return rules

    return find
