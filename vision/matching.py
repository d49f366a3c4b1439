"""Which cards a spread shows when each can be there only once: the best assignment."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def best_match(costs: npt.NDArray[np.float64]) -> tuple[int, ...]:
    """Return a column of its own for each row, so that the costs add up to the least.

    The Hungarian method with potentials; there are no more rows than columns.

    >>> best_match(np.array([[1.0, 2.0, 9.0], [1.0, 9.0, 9.0]]))
    (1, 0)
    """
    rows, columns = costs.shape
    row_price, column_price = np.zeros(rows + 1), np.zeros(columns + 1)
    owner = np.zeros(columns + 1, int)
    for row in range(1, rows + 1):
        owner[0], column = row, 0
        least, before = np.full(columns + 1, np.inf), np.zeros(columns + 1, int)
        visited = np.zeros(columns + 1, bool)
        while owner[column]:
            visited[column] = True
            reduced = costs[owner[column] - 1] - row_price[owner[column]] - column_price[1:]
            nearer = ~visited[1:] & (reduced < least[1:])
            least[1:][nearer], before[1:][nearer] = reduced[nearer], column
            following = 1 + int(np.where(visited[1:], np.inf, least[1:]).argmin())
            step = least[following]
            row_price[owner[visited]] += step
            column_price[visited] -= step
            least[~visited] -= step
            column = following
        while column:
            owner[column] = owner[before[column]]
            column = before[column]
    found = {int(owner[c]) - 1: c - 1 for c in range(1, columns + 1) if owner[c]}
    return tuple(found[row] for row in range(rows))
