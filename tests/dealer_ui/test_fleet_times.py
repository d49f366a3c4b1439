"""How an audit's time shrinks with workers, by a simulation with recorded job times."""

from __future__ import annotations

import json

import pytest

from tests.bench.fleet import RECORDED, Job, archive, efficiency, makespan


@pytest.fixture(scope="module")
def recorded():
    return json.loads(RECORDED.read_text(encoding="utf-8"))["jobs"]


@pytest.mark.parametrize(
    ("jobs", "workers", "ends_s"),
    [
        ([Job(10, 0)], 4, 11),
        ([Job(10, 0), Job(10, 0)], 2, 11),
        ([Job(2, 0), Job(2, 0), Job(4, 0)], 2, 5),  # the longest first
        ([Job(10, 3), Job(10, 3)], 2, 17),  # one link: the second waits for the first
    ],
)
def test_a_worker_takes_the_next_job_when_it_is_free_and_the_link_too(jobs, workers, ends_s):
    assert makespan(jobs, workers) == ends_s


@pytest.mark.parametrize("is_shared", [True, False])
@pytest.mark.parametrize("workers", [1, 2, 4, 8, 16, 32, 64])
def test_sixty_four_workers_lose_less_than_a_tenth(recorded, workers, is_shared):
    jobs = archive(64, 7, recorded, is_shared=is_shared)
    assert efficiency(jobs, workers) >= 0.9
