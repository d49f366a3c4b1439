"""What a sentence needs of the thing that it speaks of."""

from __future__ import annotations

from typing import Protocol

from engine.cards import Card
from engine.faults import Cause, Fault, Figures
from engine.parameters import Choice
from engine.seats import Actor
from engine.table import Zone
from engine.verdict import Code, Severity, Verdict


class Judged(Protocol):
    """What a sentence needs of a violation."""

    @property
    def code(self) -> Code:
        """Return which rule."""
        ...

    @property
    def actor(self) -> Actor:
        """Who broke it."""
        ...

    @property
    def cards(self) -> tuple[Card, ...]:
        """Which cards, the offending one first."""
        ...

    @property
    def on(self) -> Card | None:
        """The attack card that was covered."""
        ...

    @property
    def limit(self) -> int | None:
        """How many would be allowed."""
        ...

    @property
    def clause(self) -> str:
        """Where the rule stands."""
        ...

    @property
    def count(self) -> int | None:
        """How many there were."""
        ...

    @property
    def severity(self) -> Severity:
        """What it asks of people."""
        ...

    @property
    def verdict(self) -> Verdict:
        """How sure the rules are."""
        ...


class Chosen(Protocol):
    """What a sentence needs of a choice."""

    @property
    def choice(self) -> Choice:
        """Return what may be chosen."""
        ...

    @property
    def seats(self) -> tuple[Actor, ...]:
        """Return whom it would favour."""
        ...


class Broken(Protocol):
    """What a sentence needs of a fault."""

    @property
    def fault(self) -> Fault:
        """Return what is broken."""
        ...

    @property
    def detail(self) -> str:
        """Return which thing, for the technician."""
        ...

    @property
    def zones(self) -> tuple[Zone, ...]:
        """Return where on the table; nowhere means everywhere."""
        ...

    @property
    def figures(self) -> Figures:
        """Return what was measured."""
        ...

    @property
    def cause(self) -> Cause | None:
        """Return why, where that is known."""
        ...
