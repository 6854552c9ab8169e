"""When jobs run: once, later, periodically, and to their end although a worker stops."""

import asyncio
import sys
from datetime import timedelta

from rpc.calls.context import Worker
from rpc.jobs.job import job
from rpc.jobs.worker import queue_periodic
from schema.core.envelope import Nothing
from tests.support.process import killed_worker
from tests.support.process.jobs import (
    Word,
    count_queued,
    has_run,
    note,
    periodic,
    registry,
    runs,
    wait_until_done,
    worker,
)
from tests.support.timing import wait_until

DRAIN = "import asyncio, sys; from tests.support.process.killed_worker import drain; asyncio.run(drain(*sys.argv[1:]))"


@job("/test_worker_timing/rest", to=registry)
async def rest(ctx: Worker, attributes: Word) -> None:
    """Take a while."""
    runs.append((attributes.text, ctx.attempt))
    await asyncio.sleep(0.5)
    runs.append(("rested", ctx.attempt))


@job("/test_worker_timing/sweep", every=timedelta(days=1), to=periodic)
async def sweep(ctx: Worker, attributes: Nothing) -> None:
    """Sweep."""
    runs.append(("sweep", ctx.attempt))


async def test_only_one_job_per_key_is_queued(resources):
    assert await note.later(resources.pool, Word("first"), key="k") is True
    assert await note.later(resources.pool, Word("second"), key="k") is False

    async with worker(resources):
        await wait_until_done(resources, note)

    assert runs == [("first", 1)]
    assert await note.later(resources.pool, Word("third"), key="k") is True


async def test_delayed_job_waits_until_its_time(resources):
    await note.later(resources.pool, Word("later"), after=timedelta(days=1))
    await note.later(resources.pool, Word("now"))

    async with worker(resources):
        await wait_until(has_run)
        early = list(runs)
        await resources.pool.execute("UPDATE pgqueuer SET execute_after = now()")
        await wait_until_done(resources, note)

    assert early == [("now", 1)]
    assert runs == [("now", 1), ("later", 1)]


async def test_concurrent_requests_queue_a_periodic_job_once(resources):
    async def ask() -> None:
        async with resources.pool.acquire() as db:
            await queue_periodic(periodic, db)

    await asyncio.gather(ask(), ask(), ask())

    assert await count_queued(resources, sweep) == 1


async def test_periodic_job_runs_when_due(resources):
    due = "SELECT max(execute_after) - now() FROM pgqueuer"

    async def is_queued() -> bool:
        return await count_queued(resources, sweep) == 1

    async with worker(resources, periodic):
        await wait_until(is_queued)
        wait = await resources.pool.fetchval(due)
        early = list(runs)
        await resources.pool.execute("UPDATE pgqueuer SET execute_after = now()")
        await wait_until(has_run)

    assert timedelta(hours=23) < wait <= timedelta(days=1)
    assert early == []
    assert runs == [("sweep", 1)]


async def test_a_running_job_is_finished_before_the_worker_ends(resources):
    await rest.later(resources.pool, Word("rest"))

    async with worker(resources) as stop:
        await wait_until(has_run)
        stop.set()

    assert runs == [("rest", 1), ("rested", 1)]
    assert await count_queued(resources, rest) == 0


async def test_completed_job_is_not_repeated_after_its_worker_dies(resources):
    await note.later(resources.pool, Word("once"))
    await resources.pool.execute("INSERT INTO job_start SELECT id, 1, true, now() FROM pgqueuer")

    async with worker(resources):
        await wait_until_done(resources, note)

    assert runs == []


async def test_job_that_kills_its_worker_is_given_up(resources, url, tmp_path):
    await killed_worker.die.later(resources.pool, Nothing())
    code = []

    for _ in range(killed_worker.ATTEMPTS + 1):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", DRAIN, url, str(tmp_path))
        )
        code.append(await process.wait())
        await asyncio.sleep(killed_worker.LEASE.total_seconds())

    assert code == [9] * killed_worker.ATTEMPTS + [0]
    assert await count_queued(resources, killed_worker.die) == 0
