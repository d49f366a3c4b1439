"""Every page that people open: its name, who opens it, and where it is."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer_ui.accounts.people import Role
from dealer_ui.snapshot import Phase, Snapshot
from tests.dealer_ui.scenes import BEATING, DOUBT, DRAWING, FAULT, WRONG_BEAT

BEFORE = replace(BEATING, phase=Phase.SETUP)


@dataclass(frozen=True, slots=True)
class PageToSee:
    """A page; `moment` is how the table stands meanwhile, `role` None: nobody is logged in."""

    name: str
    path: str
    role: Role | None
    moment: Snapshot = WRONG_BEAT
    ready: str = "main"


def every_page(game: int, incident: str, case: str) -> tuple[PageToSee, ...]:
    """Return every page of a house with a game, an incident and a case."""
    dealer, inspector, technician = Role.DEALER, Role.INSPECTOR, Role.TECHNICIAN
    live = "body[data-link=live]"
    return (
        PageToSee("login", "login", None),
        PageToSee("dealer-clear", "", dealer, BEATING, live),
        PageToSee("dealer-stop", "", dealer, WRONG_BEAT, live),
        PageToSee("dealer-doubt", "", dealer, DOUBT, live),
        PageToSee("dealer-fault", "", dealer, FAULT, live),
        PageToSee("dealer-draw", "", dealer, DRAWING, live),
        PageToSee("training", "training/1", dealer),
        PageToSee("rules", "rules", dealer),
        PageToSee("shift", "shift", dealer, BEFORE),
        PageToSee("account", "account", dealer),
        PageToSee("queue", "inspector", inspector),
        PageToSee("incident", f"inspector/{incident}", inspector, ready="[data-ready]"),
        PageToSee("games", "inspector/games", inspector),
        PageToSee("game", f"inspector/games/{game}?move=11", inspector, ready="[data-ready]"),
        PageToSee("cases", "inspector/cases", inspector),
        PageToSee("case", f"inspector/cases/{case}", inspector),
        PageToSee("technician", "technician", technician),
        PageToSee("health", "technician/health", technician),
        PageToSee("models", "technician/models", technician, BEFORE),
        PageToSee("decks", "technician/decks", technician, BEFORE),
        PageToSee("retention", "technician/retention", technician),
        PageToSee("calibration", "technician/calibration/", technician, ready="body[data-version]"),
        PageToSee("equipment", "equipment", technician),
        PageToSee("accounts", "accounts", technician),
        PageToSee("manager", "manager", Role.MANAGER),
        PageToSee("figures", "manager/statistics", Role.MANAGER),
        PageToSee("screen", "screen", None),
    )
