"""Queues of their own: neither waits behind the other, and a job that lingers sees that it is to stop."""

import time

from rpc.jobs.worker import BATCH
from rpc.process.resources import Resources
from tests.support.process.jobs import (
    Word,
    apart,
    linger,
    note,
    occupy,
    runs,
    wait_until,
    wait_until_done,
    worker,
)

SOON = 3.0
"""Seconds, where a job that waited for a place would wait for ever."""


async def test_a_job_apart_waits_for_none_of_the_usual_queue(resources: Resources) -> None:
    for number in range(2 * BATCH):
        await occupy.later(resources.pool, Word(str(number)))
    async with worker(resources):

        async def all_places_taken() -> bool:
            return len(runs) == 2 * BATCH

        await wait_until(all_places_taken)
        await note.later(resources.pool, Word("waits"))
        await apart.later(resources.pool, Word("apart"))
        began = time.monotonic()
        await wait_until_done(resources, apart)
        assert time.monotonic() - began < SOON
        assert ("apart", 1) in runs
        assert ("waits", 1) not in runs  # the control: it is the usual queue that is full


async def test_none_of_the_usual_queue_waits_for_jobs_apart(resources: Resources) -> None:
    for number in range(4):
        await linger.later(resources.pool, Word(str(number)))
    async with worker(resources):

        async def one_lingers() -> bool:
            return bool(runs)

        await wait_until(one_lingers)
        await note.later(resources.pool, Word("note"))
        began = time.monotonic()
        await wait_until_done(resources, note)
        assert time.monotonic() - began < SOON


async def test_what_lingers_ends_when_the_worker_is_to_stop(resources: Resources) -> None:
    await linger.later(resources.pool, Word("lingers"))
    async with worker(resources) as stop:

        async def it_lingers() -> bool:
            return bool(runs)

        await wait_until(it_lingers)
        began = time.monotonic()
        stop.set()
    assert time.monotonic() - began < SOON
