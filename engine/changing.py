"""Changing a frozen value quickly, and finding only once what follows from its fields.

A game is a new value after every move, so nothing happens more often. `dataclasses.replace` asks
every field anew; here they are copied as they lie, many times as quickly. Such a class has no
slots: its fields lie in its `__dict__`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # to the type checker they are what they stand for
    from collections.abc import Callable
    from dataclasses import replace as changed
    from functools import cached_property as derived
else:
    _DERIVED: dict[type, tuple[str, ...]] = {}
    _new, _set = object.__new__, object.__setattr__

    class derived:  # noqa: N801 - used like property
        """A property that is found once; `functools.cached_property` takes a lock for it."""

        def __init__(self, find: Callable[[object], object]) -> None:
            """Find it by this function."""
            self.find = find
            self.name = find.__name__
            self.__doc__ = find.__doc__

        def __set_name__(self, kind: type, name: str) -> None:
            """Note that it follows from the fields: a changed copy finds it anew."""
            _DERIVED[kind] = (*_DERIVED.get(kind, ()), name)

        def __get__(self, value: object, kind: type) -> object:
            """Find it, and leave it where it shadows this property."""
            found = value.__dict__[self.name] = self.find(value)
            return found

    def changed(value: object, /, **parts: object) -> object:
        """Return a copy with some fields changed."""
        kind = type(value)
        fields = value.__dict__ | parts
        if kind in _DERIVED:
            for name in _DERIVED[kind]:
                fields.pop(name, None)
        copy = _new(kind)
        _set(copy, "__dict__", fields)
        return copy


__all__ = ["changed", "derived"]
