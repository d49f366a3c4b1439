"""Whether the floor's own loop goes round: what systemd and /healthz are told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from dealer_ui.operating.notify import Heart, Notifier
from dealer_ui.operating.readiness import STALE_S

BEAT_S = 0.5


@dataclass(frozen=True, slots=True)
class Pulse:
    """How the floor's loop is: `waiting` at first, `live`, or `silent`, and since when."""

    status: str
    age_ms: int | None

    @property
    def is_silent(self) -> bool:
        """Whether the loop hangs."""
        return self.status == "silent"


class Loop:
    """Beats from the loop that serves tables, so that nothing beats in its place."""

    def __init__(
        self, heart: Heart | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Beat for whoever started the program, if anybody wants to know."""
        self._heart, self._clock = heart or Heart(Notifier()), clock
        self._beat_at: float | None = None

    async def beat(self) -> None:
        """Beat for ever; the first time says that the floor is ready."""
        while True:
            self._beat_at = self._clock()
            self._heart.beat()
            await asyncio.sleep(BEAT_S)

    @property
    def age_s(self) -> float | None:
        """Return the seconds since the last beat; None before the first."""
        return None if self._beat_at is None else self._clock() - self._beat_at

    @property
    def pulse(self) -> Pulse:
        """Return how the loop is now; any thread may ask."""
        age_s = self.age_s
        if age_s is None:
            return Pulse("waiting", None)
        return Pulse("live" if age_s < STALE_S else "silent", round(1000 * age_s))
