"""Amounts of money as people write them, and as whole minor units."""

from __future__ import annotations

import re

from engine.faults import Cause, CausedError


def parse_money(text: str, decimals: int) -> int:
    """Return an amount in minor units; raises ValueError for what is no such amount.

    >>> parse_money("12.5", 2), parse_money("12,50", 2), parse_money("12", 0)
    (1250, 1250, 12)
    """
    match = re.fullmatch(r"(\d{1,12})(?:[.,](\d+))?", text.strip())
    fraction = match[2] or "" if match else ""
    if match is None or len(fraction) > decimals:
        figures = f" with at most {decimals} figures after the point" if decimals else ""
        cause = Cause("money-figures" if decimals else "money-wrong", text)
        raise CausedError(f"not an amount of money{figures}: {text!r}", cause, str(decimals))
    return int(match[1] + fraction.ljust(decimals, "0"))


def print_money(amount: int, decimals: int, currency: str = "") -> str:
    """Write an amount of minor units.

    >>> print_money(1250, 2, "BYN")
    '12.50 BYN'
    """
    whole, rest = divmod(amount, 10**decimals)
    figures = f"{whole}.{rest:0{decimals}d}" if decimals else str(whole)
    return f"{figures} {currency}".rstrip()
