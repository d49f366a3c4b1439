"""A network answers the same however many pictures it is given, and keeps what is bounded."""

from __future__ import annotations

import numpy as np
import pytest

from vision.crops import WHOLE_SIZE
from vision.network import AT_ONCE, OpenVinoNetwork, parted
from vision.registry import checked, read_registry

HIGH, WIDE = WHOLE_SIZE


class Request:
    """What OpenVINO is asked through, which notes the sizes that it is asked with."""

    def __init__(self, request):
        self._request, self.sizes = request, set()

    def infer(self, inputs, **how):
        self.sizes.add(len(inputs[0]))
        return self._request.infer(inputs, **how)

    def __getattr__(self, name):
        return getattr(self._request, name)


@pytest.fixture(scope="module")
def network():
    network = OpenVinoNetwork(checked(read_registry()["whole"]))
    network._request = Request(network._request)
    return network


@pytest.fixture(scope="module")
def pictures():
    return np.random.default_rng(7).random((60, 3, HIGH, WIDE), np.float32)


def test_however_many_cards_lie_there_few_sizes_are_prepared_for(network, pictures):
    for count in range(1, len(pictures) + 1):
        outputs = network.run_all(pictures[:count])
        assert {len(output) for output in outputs} == {count}
    assert network._request.sizes <= set(AT_ONCE)


@pytest.mark.parametrize("count", [2, 9, 31, 60])
def test_what_is_parted_is_answered_as_one_by_one(network, pictures, count):
    one_by_one = np.concatenate([network.run(pictures[n : n + 1]) for n in range(count)])
    np.testing.assert_allclose(network.run(pictures[:count]), one_by_one, atol=1e-3)


@pytest.mark.parametrize("count", range(70))
def test_parts_are_whole_and_in_order(count):
    parts = [range(count)[part] for part in parted(count)]
    assert [n for part in parts for n in part] == list(range(count))
    assert all(len(part) in AT_ONCE for part in parts)
