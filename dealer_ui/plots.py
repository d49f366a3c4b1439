"""Rates as they are plotted: a bar for what was counted, a line for the band of the true rate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from journal.statistics import Rate

WIDTH = 400
"""Of the longest plot, in units of the drawing."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of a plot; places are in units of the drawing, from the left."""

    key: str
    name: str
    rate: Rate
    part: float
    low: float
    high: float

    @property
    def told(self) -> str:
        """The rate per hundred moves."""
        return f"{100 * self.rate.part:.1f}"

    @property
    def band(self) -> str:
        """The band per hundred moves."""
        low, high = self.rate.band
        return f"{100 * low:.1f} – {100 * high:.1f}"


def bars(rates: Mapping[str, Rate], names: Mapping[str, str]) -> Iterator[Bar]:
    """Yield the lines of a plot, all to one scale."""
    most = max((rate.band[1] for rate in rates.values()), default=0.0) or 1.0
    for key, rate in rates.items():
        places = [end / most * WIDTH for end in (min(rate.part, most), *rate.band)]
        yield Bar(key, names.get(key, key), rate, *places)
