"""TOML and JSON from outside: what is nested without end is refused as whatever else is wrong."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from typing import Any

TOO_DEEP = "nested too deeply"
DEEPEST = 32
"""No file of ours is nested half as deep; whoever prints a value of more runs out of stack."""


def toml_of(text: str) -> dict[str, Any]:
    """Read TOML; raises TOMLDecodeError, also where the standard reader runs out of stack.

    >>> toml_of("x = [1, 2]")
    {'x': [1, 2]}
    """
    try:
        document = tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError(TOO_DEEP) from None
    if _is_too_deep(document):
        raise tomllib.TOMLDecodeError(TOO_DEEP)
    return document


def json_of(
    text: str | bytes,
    pairs: Callable[[list[tuple[str, object]]], object] | None = None,
) -> Any:  # noqa: ANN401 - what JSON says may be anything
    """Read JSON; `pairs` makes an object of its fields. Raises JSONDecodeError, as `toml_of` does.

    >>> json_of(b'{"x": [1, 2]}')
    {'x': [1, 2]}
    """
    try:
        return json.loads(text, object_pairs_hook=pairs)
    except RecursionError:
        raise json.JSONDecodeError(TOO_DEEP, "", 0) from None


def _is_too_deep(document: object) -> bool:
    """Tell it without recursion."""
    level = [document]
    for _ in range(DEEPEST):
        if not level:
            return False
        level = [inner for thing in level for inner in _inside(thing)]
    return bool(level)


def _inside(thing: object) -> list[object]:
    if isinstance(thing, dict):
        return list(thing.values())
    return thing if isinstance(thing, list) else []
