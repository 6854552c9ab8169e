"""Separate queues: neither waits for the other, and a long job notices a stop."""

from rpc.jobs.worker import BATCH
from rpc.process.resources import Resources
from tests.support.process.jobs import (
    Word,
    apart,
    has_run,
    linger,
    note,
    occupy,
    runs,
    wait_until_done,
    worker,
)
from tests.support.timing import no_hang, wait_until


async def test_job_of_a_separate_queue_does_not_wait_for_the_default_queue(
    resources: Resources,
) -> None:
    for number in range(2 * BATCH):
        await occupy.later(resources.pool, Word(str(number)))
    async with worker(resources):
        await wait_until(lambda: len(runs) == 2 * BATCH)  # for ever
        await note.later(resources.pool, Word("waits"))
        await apart.later(resources.pool, Word("apart"))
        await wait_until_done(resources, apart)
        assert ("apart", 1) in runs
        assert ("waits", 1) not in runs  # the control: it is the usual queue that is full


async def test_job_of_the_default_queue_does_not_wait_for_a_separate_queue(
    resources: Resources,
) -> None:
    for number in range(4):
        await linger.later(resources.pool, Word(str(number)))
    async with worker(resources):
        await wait_until(has_run)  # and goes on for ever
        await note.later(resources.pool, Word("note"))
        await wait_until_done(resources, note)


async def test_long_running_job_ends_when_the_worker_stops(resources: Resources) -> None:
    await linger.later(resources.pool, Word("lingers"))
    async with no_hang(), worker(resources) as stop:
        await wait_until(has_run)
        stop.set()
    assert runs == [("lingers", 1)]
