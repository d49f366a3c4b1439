"""Several pages of one table, shown as one."""

from __future__ import annotations

from collections.abc import Sequence

from engine.standing import Standing
from engine.watch import Page


class Pages:
    """Several pages as one."""

    def __init__(self, pages: Sequence[Page]) -> None:
        """Show everything on each of the pages, in their order."""
        self._pages = tuple(pages)

    def publish(self, standing: Standing) -> None:
        """Show how the table stands now."""
        for page in self._pages:
            page.publish(standing)
