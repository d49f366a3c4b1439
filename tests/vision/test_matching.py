"""The best assignment is the best of all assignments."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.matching import best_match

COSTS = st.integers(1, 5).flatmap(
    lambda columns: st.integers(1, columns).flatmap(
        lambda rows: st.lists(
            st.lists(st.integers(0, 9), min_size=columns, max_size=columns),
            min_size=rows,
            max_size=rows,
        )
    )
)


@given(COSTS)
def test_no_other_assignment_costs_less(table):
    costs = np.array(table, np.float64)
    rows, columns = costs.shape
    found = best_match(costs)
    assert len(set(found)) == rows
    least = min(
        sum(costs[n, c] for n, c in enumerate(p)) for p in permutations(range(columns), rows)
    )
    assert sum(costs[n, c] for n, c in enumerate(found)) == least
