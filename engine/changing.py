"""Values that are laid and changed quickly, and finding only once what follows from their fields.

A game is a new value after every move, so nothing happens more often. A frozen dataclass lays each
field by way of `object.__setattr__`, and `dataclasses.replace` asks every field anew: both take
several times as long. So it is the type checker alone that keeps these values from being written
to, and changed copies are made by a function that is written for their class, just as
`dataclasses` itself writes `__init__`: `game_with`, `bout_with` and `memory_with`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # to the type checker they are what they stand for
    from dataclasses import dataclass as value
    from functools import cached_property as derived
else:

    def value(*, frozen: bool, slots: bool = False) -> Callable[[type], type]:
        """Make a dataclass that nobody writes to, by its word alone."""
        return dataclass(unsafe_hash=frozen, slots=slots)

    class derived:  # noqa: N801 - used like property
        """A property that is found once; `functools.cached_property` takes a lock for it.

        It is no field, so a changed copy finds it anew. Such a class has no slots.
        """

        def __init__(self, find: Callable[[object], object]) -> None:
            """Find it by this function."""
            self.find = find
            self.name = find.__name__
            self.__doc__ = find.__doc__

        def __get__(self, value: object, kind: type) -> object:
            """Find it, and leave it where it shadows this property."""
            found = self.find(value)
            setattr(value, self.name, found)
            return found


_KEPT = object()


def copier(kind: type[Any]) -> Callable[..., Any]:
    """Write the function that copies a value of this class, but for the fields it is given."""
    names = [field.name for field in fields(kind)]
    given = ", ".join(f"{name}=_KEPT" for name in names)
    laid = [f" copy.{name} = value.{name} if {name} is _KEPT else {name}" for name in names]
    lines = [f"def copied(value, /, *, {given}):", " copy = new(kind)", *laid, " return copy"]
    space: dict[str, Any] = {"_KEPT": _KEPT, "kind": kind, "new": object.__new__}
    exec("\n".join(lines), space)  # noqa: S102 - made of the names of fields and nothing else
    copied: Callable[..., Any] = space["copied"]
    return copied


__all__ = ["copier", "derived", "value"]
