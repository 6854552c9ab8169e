"""Jobs that record when they ran, and a worker that runs them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from rpc.calls.context import Worker
from rpc.calls.registry import Registry
from rpc.jobs.job import Job, job
from rpc.jobs.worker import work
from rpc.process.resources import Resources
from tests.support.timing import wait_until

registry, periodic = Registry(), Registry()


runs: list[tuple[str, int]] = []
"""Which job ran, and the how-manieth start it was."""


class Word(msgspec.Struct, frozen=True):
    text: str


@job("/jobs/note", to=registry)
async def note(ctx: Worker, attributes: Word) -> None:
    """Record a word."""
    runs.append((attributes.text, ctx.attempt))


@job("/jobs/apart", queue="apart", to=registry)
async def apart(ctx: Worker, attributes: Word) -> None:
    """Record a word, in a queue of its own."""
    runs.append((attributes.text, ctx.attempt))


@job("/jobs/linger", queue="apart", to=registry)
async def linger(ctx: Worker, attributes: Word) -> None:
    """Wait for something that never comes, until the worker is to stop."""
    runs.append((attributes.text, ctx.attempt))
    await ctx.stop.wait()


@job("/jobs/occupy", to=registry)
async def occupy(ctx: Worker, attributes: Word) -> None:
    """Take a place of the usual queue, until the worker is to stop."""
    runs.append((attributes.text, ctx.attempt))
    await ctx.stop.wait()


@asynccontextmanager
async def worker(resources: Resources, jobs: Registry = registry) -> AsyncIterator[asyncio.Event]:
    stop = asyncio.Event()
    working = asyncio.create_task(work(jobs, resources, stop))
    try:
        yield stop
    finally:
        stop.set()
        await working


def has_run() -> bool:
    return bool(runs)


async def count_queued(resources: Resources, job: Job) -> int:
    return await resources.pool.fetchval(
        "SELECT count(*) FROM pgqueuer WHERE entrypoint = $1", job.path
    )


async def wait_until_done(resources: Resources, job: Job) -> None:
    async def nothing_waits() -> bool:
        return await count_queued(resources, job) == 0

    await wait_until(nothing_waits)
