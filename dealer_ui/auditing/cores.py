"""On which cores workers run: each has its own, so that none waits for another's."""

from __future__ import annotations

from collections.abc import Sequence


def cores_for(workers: int, cores: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return on which cores each worker runs: none shares one while there are enough.

    >>> cores_for(2, (0, 1, 2, 3))
    ((0, 2), (1, 3))
    >>> cores_for(3, (0, 1))
    ((0,), (1,), (0,))
    """
    if workers <= len(cores):
        return tuple(tuple(cores[number::workers]) for number in range(workers))
    return tuple((cores[number % len(cores)],) for number in range(workers))
