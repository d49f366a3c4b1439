"""What a table shall be made of: what was ordered, before anything is opened."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path

from calibration.profile import TableProfile
from dealer_ui.match_desk import MatchDesk
from dealer_ui.serving import Address
from dealer_ui.settings import Settings
from engine.house import HouseRules
from engine.state import Game
from vision.camera import camera_name, is_live


@unique
class Pace(StrEnum):
    """How fast a recording is watched."""

    FAST = "fast"
    """As fast as the computer can; every frame counts."""
    STEADY = "steady"
    """At its own pace; every frame counts."""
    LIVE = "live"
    """At its own pace; the latest frame wins, as with a camera."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a table shall be made of."""

    source: str
    profile: TableProfile
    rules: HouseRules
    settings: Settings
    light: str | None = None
    shoe: str | None = None
    journal: Path | None = None
    events: Path | None = None
    serve: Address | None = None
    video: Path | None = None
    pace: Pace = Pace.FAST
    start: Game | None = None
    """The game under way when the source begins; None: the pack before the deal."""
    anew: bool = False
    """Begin another game even where the journal's last one was broken off."""
    desk: MatchDesk | None = None
    """The tournament's desk, where a match of a tournament is played here."""

    @property
    def source_name(self) -> str:
        """Return what names the source where people read: no password is in it."""
        return camera_name(self.source) if is_live(self.source) else self.source

    @property
    def table_id(self) -> str:
        """Return the name of the table."""
        return self.settings.table_id or self.profile.name

    @property
    def is_live(self) -> bool:
        """Whether people wait for what is told: a camera, or a recording played as one."""
        return is_live(self.source) or self.pace is Pace.LIVE
