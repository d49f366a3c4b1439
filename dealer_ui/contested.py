"""Stops that the dealer calls wrong: no flag any more, yet the lamp stays red.

Who deals does not also rule. A stop is let go by the table (put right, or played past), or by a
correction of the move, a dealer's or an inspector's, that leaves nothing to flag; or by the
inspector, who says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.findings import Finding, closing_by, is_shown
from engine.standing import Standing, Step
from engine.steady_signal import SteadyLight
from engine.verdict import Severity


def contested(standing: Standing) -> tuple[Finding, ...]:
    """Return the stops that were called wrong and that play has neither put right nor passed."""
    found = (
        Finding(flag.id, flag.violation, step.number, step.move, step.taken_at, acknowledged=True)
        for step in standing.steps
        for flag in step.flags
        if flag.id in standing.dismissed - standing.let_go
        and flag.violation.severity >= Severity.STOP
        if is_shown(flag.violation)
    )
    return tuple(finding for finding in found if not _is_over(finding, standing.steps))


def _is_over(finding: Finding, steps: Sequence[Step]) -> bool:
    later = (step for step in steps if step.number > finding.step and not step.is_void)
    return any(closing_by(finding, step.move) is not None for step in later)


class HeldStop:
    """A page that lets a steady light hold a stop for as long as it is contested."""

    def __init__(self, light: SteadyLight) -> None:
        """Stand before the light."""
        self._light = light

    def publish(self, standing: Standing) -> None:
        """Tell the light of what is contested as well as of what is open."""
        self._light.publish(replace(standing, open=(*standing.open, *contested(standing))))
