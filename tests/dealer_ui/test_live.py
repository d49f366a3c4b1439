"""The hub: nothing blocks the watching thread, nothing is lost unnoticed, ages are true."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from threading import Thread

import pytest

from dealer_ui.commands import Button, ButtonName, CommandQueue, CommandsFullError
from dealer_ui.live import Hub
from tests.dealer_ui.scenes import BEATING


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def hub_with(*sequences, keep=512):
    hub = Hub(clock=Clock(), keep=keep)
    for sequence in sequences:
        hub.publish(state(sequence))
    return hub


def state(sequence):
    """Return a state that says something else than the one before."""
    return replace(BEATING, sequence=sequence, table=replace(BEATING.table, talon=sequence))


def missed(hub, after):
    async def fetch():
        with hub.subscribed(after) as subscription:
            return await subscription.fetch(within_s=0)

    return [snapshot.sequence for snapshot in asyncio.run(fetch())]


@pytest.mark.parametrize(
    ("after", "wanted"),
    [
        (None, [5]),  # a page that is new needs only the newest
        (5, [5]),  # nothing was missed: the newest again does no harm
        (3, [4, 5]),
        (1, [2, 3, 4, 5]),
        (0, [5]),  # the first is gone: a whole state instead of a gap
        (900, [5]),  # a number of another run
    ],
)
def test_a_page_that_comes_back_gets_what_it_missed(after, wanted):
    assert missed(hub_with(1, 2, 3, 4, 5, keep=4), after) == wanted


def test_that_nothing_happens_pushes_out_nothing_that_happened():
    hub = hub_with(1, 2, keep=3)
    alive = state(2)
    for sequence in range(3, 2403):  # ten minutes, four times a second
        health = replace(alive.health, frames_per_second=sequence % 7)
        hub.publish(replace(alive, sequence=sequence, taken_at=sequence / 4, health=health))
    hub.publish(replace(state(3), sequence=2403))
    assert missed(hub, 1) == [2402, 2403]
    assert missed(hub, 2000) == [2402, 2403]
    hub.publish(replace(state(4), sequence=2404))
    assert missed(hub, 0) == [2404], "the first is gone: a whole state instead of a gap"


def test_before_the_first_snapshot_there_is_nothing_to_tell():
    hub = hub_with()
    assert missed(hub, None) == []
    assert hub.latest is None
    assert hub.age_s is None


def test_the_age_counts_from_the_newest_snapshot():
    clock = Clock()
    hub = Hub(clock=clock)
    hub.publish(BEATING)
    clock.now += 3.5
    assert hub.age_s == 3.5
    hub.publish(replace(BEATING, sequence=2))
    assert hub.age_s == 0


@pytest.mark.parametrize(("keep", "first"), [(512, 1), (3, 398)])
def test_a_page_that_fetches_late_misses_nothing_that_is_kept_and_blocks_nobody(keep, first):
    hub = hub_with(1, keep=keep)

    async def fetch_late():
        with hub.subscribed(None) as subscription:
            for sequence in range(2, 401):
                hub.publish(state(sequence))
            late = await subscription.fetch(within_s=0)
            hub.publish(state(401))
            return (*late, *await subscription.fetch(within_s=0))

    seen = [s.sequence for s in asyncio.run(fetch_late())]
    assert seen == [1, *range(max(2, first), 402)]


def test_a_snapshot_from_another_thread_wakes_the_page():
    hub = hub_with()

    async def wait_for_it():
        with hub.subscribed(None) as subscription:
            thread = Thread(target=hub.publish, args=(BEATING,))
            thread.start()
            news = await subscription.fetch(within_s=30)
            thread.join()
            return news

    assert asyncio.run(wait_for_it()) == (BEATING,)


def test_closing_ends_the_streams_that_run_and_those_that_come():
    hub = hub_with(1)

    async def wait_for_the_end():
        with hub.subscribed(None) as running:
            await running.fetch(within_s=0)
            Thread(target=hub.close).start()
            assert await running.fetch(within_s=30) == ()
            assert running.closed
        with hub.subscribed(None) as late:
            assert late.closed

    asyncio.run(wait_for_the_end())


def test_a_page_whose_loop_is_gone_harms_nobody():
    hub = hub_with()

    async def leave_badly():
        context = hub.subscribed(None)
        context.__enter__()
        return context

    left = asyncio.run(leave_badly())
    hub.publish(BEATING)
    assert hub.latest == BEATING
    left.__exit__(None, None, None)


def test_commands_come_out_in_order_once_with_their_numbers():
    queue = CommandQueue()
    said = [Button(name) for name in ButtonName]
    assert [queue.accept(command) for command in said] == [1, 2, 3, 4]
    assert [(a.id, a.command) for a in queue.take()] == list(enumerate(said, 1))
    assert queue.take() == ()


def test_when_nobody_takes_commands_they_are_refused_rather_than_forgotten():
    queue = CommandQueue(room=1)
    queue.accept(Button(ButtonName.TAKES))
    with pytest.raises(CommandsFullError):
        queue.accept(Button(ButtonName.BEATEN))
    queue.take()
    assert queue.accept(Button(ButtonName.BEATEN)) == 2
