"""House rules by the name of a profile, or out of a file of the house's own."""

from __future__ import annotations

from pathlib import Path

from dealer_ui.texts import text_of
from engine.house import HouseRules, RulesError, load_rules, parse_rules


def rules_named(name: str) -> HouseRules:
    """Return the profile of a name; a name that ends with `.toml` is a file.

    Raises RulesError naming the parameter that is wrong, CausedError for a file that is no text,
    OSError where it cannot be read.
    """
    if not name.endswith(".toml"):
        return load_rules(name)
    text, damage = text_of(Path(name))
    if damage:
        raise damage
    try:
        return parse_rules(text)
    except RulesError as error:
        raise error.within(name) from None
