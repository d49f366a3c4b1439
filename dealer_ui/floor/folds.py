"""What folding has come to since the floor's program began."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Folds:
    """Counted by the loop that folds, read by whoever asks for figures."""

    clock: Callable[[], float] = field(default=time.time, repr=False)
    """The wall clock in seconds: the broker stamps by it what comes, on this computer."""
    rows: int = 0
    times: int = 0
    seconds: float = 0.0
    unreadable: int = 0
    waiting: int = 0
    """What the broker has that is not kept yet."""
    is_kept: bool = True
    """Whether the ledger took what it was given last."""
    since: float | None = None
    """When the oldest of what is being folded now came; None while nothing is."""
    last_lag_s: float = 0.0

    @property
    def lag_s(self) -> float:
        """Return how long the oldest row that is not kept has been here, in seconds."""
        since = self.since
        return self.last_lag_s if since is None else max(0.0, self.clock() - since)

    def began(self, came_at: float) -> None:
        """Note that rows are folded of which the oldest came then."""
        self.since = came_at

    def kept(self, rows: int, seconds: float) -> None:
        """Note that so many new rows are kept, and how long that took."""
        self.last_lag_s = self.lag_s
        self.since = None
        self.rows += rows
        self.times += 1
        self.seconds += seconds

    def idle(self) -> None:
        """Note that nothing has come: nothing lags."""
        self.last_lag_s = 0.0
