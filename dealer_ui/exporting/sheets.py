"""Tables for a spreadsheet that opens them right in Russian: a byte order mark, semicolons."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

BOM = "\ufeff"
RISKY = ("=", "+", "-", "@", "\t")
"""A cell that begins so would be worked out as a formula."""


def as_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    r"""Return a table as text; numbers get a decimal comma.

    >>> as_csv(["a", "b"], [["6♥; 7♥", 1.5]])
    '\ufeffa;b\r\n"6♥; 7♥";1,5\r\n'
    """
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return BOM + text.getvalue()


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".").replace(".", ",")
    text = str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(RISKY) else text
