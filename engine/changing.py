"""Changing a frozen value quickly, and what follows from its fields found only once.

A game is a new value after every move, so nothing happens more often. `dataclasses.replace` would
ask every field anew; here the fields are copied as they lie, ten times as quickly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # to the type checker they are what they stand for
    from dataclasses import replace as changed
    from functools import cached_property as derived
else:

    class derived:  # noqa: N801 - a decorator, like property
        """A property that is found once; `functools.cached_property` takes a lock for it."""

        def __init__(self, find):
            self.find = find
            self.name = find.__name__
            self.__doc__ = find.__doc__

        def __get__(self, value, owner):
            """Find it, and leave it where it shadows this property."""
            found = value.__dict__[self.name] = self.find(value)
            return found

    def changed(value, /, **parts):
        """Return a copy with some fields changed; the class keeps its fields without slots."""
        copy = object.__new__(type(value))
        fields = copy.__dict__
        fields.update(value.__dict__)
        for name in _derived_in(type(value)):
            fields.pop(name, None)
        fields.update(parts)
        return copy

    _KNOWN = {}

    def _derived_in(kind):
        """Return the names of what follows from the fields of a class."""
        names = _KNOWN.get(kind)
        if names is None:
            found = (name for name, part in vars(kind).items() if isinstance(part, derived))
            names = _KNOWN[kind] = tuple(found)
        return names


__all__ = ["changed", "derived"]
