"""What counts only after it has held for a while, and ends only after it has been away."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Lasting:
    """A condition with patience; moments are seconds on the camera's clock."""

    begins_s: float
    """It counts once it has held for so long."""
    ends_s: float
    """It is over once it has been away for so long."""
    holds: bool = False
    _turned_at: float | None = None

    @property
    def is_doubtful(self) -> bool:
        """Whether it holds now but has not held for long, or is away but not for long."""
        return self._turned_at is not None

    def see(self, *, so: bool, moment: float) -> bool:
        """Take in whether it is so now; tell whether it counts."""
        if so == self.holds:
            self._turned_at = None
            return self.holds
        if self._turned_at is None or moment < self._turned_at:
            self._turned_at = moment
        if moment - self._turned_at >= (self.begins_s if so else self.ends_s):
            self.holds, self._turned_at = so, None
        return self.holds
