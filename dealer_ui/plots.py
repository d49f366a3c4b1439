"""Rates as they are plotted: a bar for what was counted, a line for the band of the true rate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dealer_ui.prompts import Catalogue
from journal.statistics import Rate

WIDTH = 400
"""Of the longest plot, in units of the drawing."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of a plot; places are in units of the drawing, from the left."""

    key: str
    name: str
    rate: Rate
    told: str
    """The rate per hundred moves."""
    band: str
    """Where it lies for all that chance does."""
    part: float
    low: float
    high: float


def bars(rates: Mapping[str, Rate], names: Mapping[str, str], words: Catalogue) -> Iterator[Bar]:
    """Yield the lines of a plot, all to one scale."""
    most = max((rate.band[1] for rate in rates.values()), default=0.0) or 1.0
    for key, rate in rates.items():
        places = [end / most * WIDTH for end in (min(rate.part, most), *rate.band)]
        told, low, high = (words.number(100 * end, 1) for end in (rate.part, *rate.band))
        yield Bar(key, names.get(key, key), rate, told, f"{low} – {high}", *places)
