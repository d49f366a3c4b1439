"""Values of a file of worked cases, each with its line and its name for messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.cards import Card, parse_card
from engine.seats import PLAYERS, Actor


class CasesError(ValueError):
    """A file of cases that cannot be read; the message gives the line and the field."""

    def __init__(self, line: int, where: str, problem: str) -> None:
        """Name the line, the field and what is wrong with it."""
        super().__init__(f"line {line}: {where}: {problem}" if where else f"line {line}: {problem}")
        self.line = line
        self.where = where
        self.problem = problem

    @property
    def name(self) -> str:
        """The name of the case that is wrong, ``?`` where it has none."""
        is_named = self.where.startswith("case ")
        return self.where.removeprefix("case ").partition(".")[0] if is_named else "?"


@dataclass(frozen=True, slots=True)
class Field:
    """A value of the file with its name and the line of its case, for messages."""

    value: object
    where: str
    line: int

    def refuse(self, problem: str) -> CasesError:
        """Return the error that this value is."""
        return CasesError(self.line, self.where, problem)

    def get(self, name: str) -> Field:
        """Return a member of a table; a missing one is null."""
        if not isinstance(self.value, dict):
            raise self.refuse(f"a table is wanted, not {self.value!r}")
        where = f"{self.where}.{name}" if self.where else name
        return Field(self.value.get(name), where, self.line)

    def has(self, name: str) -> bool:
        """Tell whether a table has a member, null included."""
        return isinstance(self.value, dict) and name in self.value

    def items(self) -> Iterator[tuple[str, Field]]:
        """Yield the members of a table; null has none."""
        if self.value is None:
            return
        if not isinstance(self.value, dict):
            raise self.refuse(f"a table is wanted, not {self.value!r}")
        for name in self.value:
            yield str(name), self.get(str(name))

    def list(self) -> tuple[Field, ...]:
        """Return the members of a list; null has none."""
        if self.value is None:
            return ()
        if not isinstance(self.value, list):
            raise self.refuse(f"a list is wanted, not {self.value!r}")
        return tuple(
            Field(item, f"{self.where}[{n}]", self.line) for n, item in enumerate(self.value)
        )

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            raise self.refuse(f"a text is wanted, not {self.value!r}")
        return self.value

    def number(self, otherwise: int | None = None) -> int:
        """Return a whole number from nought."""
        if self.value is None and otherwise is not None:
            return otherwise
        if isinstance(self.value, bool) or not isinstance(self.value, int) or self.value < 0:
            raise self.refuse(f"a number from 0 is wanted, not {self.value!r}")
        return self.value

    def flag(self) -> bool:
        """Return yes or no; null is no."""
        if self.value is not None and not isinstance(self.value, bool):
            raise self.refuse(f"true or false is wanted, not {self.value!r}")
        return bool(self.value)

    def seat(self) -> Actor:
        """Return a player."""
        if self.value not in PLAYERS:
            raise self.refuse(f"a player from A to F is wanted, not {self.value!r}")
        return Actor(str(self.value))

    def seat_or_none(self) -> Actor | None:
        """Return a player, or nobody for null."""
        return None if self.value is None else self.seat()

    def by_seat(self) -> Mapping[Actor, Field]:
        """Return the members of a table whose names are players."""
        return {Field(name, part.where, self.line).seat(): part for name, part in self.items()}

    def card(self) -> Card:
        """Return a card."""
        try:
            return parse_card(self.text())
        except ValueError as error:
            raise self.refuse(str(error)) from None

    def card_or_none(self) -> Card | None:
        """Return a card, or none for null and for one that nobody knows."""
        return None if self.value is None or self.value == "??" else self.card()

    def cards(self) -> tuple[Card, ...]:
        """Return the cards of a list, without those that nobody knows."""
        return tuple(f.card() for f in self.list() if f.value != "??")
