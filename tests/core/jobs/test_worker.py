"""Background work: queued in the caller's transaction, retried, given up, counted."""

import asyncio
from datetime import timedelta

import rpc.jobs.worker
import sql.core.job
from rpc.calls.context import Worker
from rpc.jobs.job import job
from rpc.jobs.worker import ListeningDriver
from schema.core.envelope import Nothing
from schema.core.errors import Code, Fault
from tests.support.process.jobs import (
    Word,
    has_run,
    note,
    registry,
    runs,
    wait_until_done,
    worker,
)
from tests.support.timing import wait_until


@job("/test_worker/stumble", attempts=3, to=registry)
async def stumble(ctx: Worker, attributes: Word) -> None:
    """Fail twice, with a write that must not stay."""
    runs.append((attributes.text, ctx.attempt))
    await ctx.db.execute("INSERT INTO trace VALUES ($1)", ctx.attempt)
    if ctx.attempt < 3:
        raise ConnectionError("not yet")


@job("/test_worker/fail", attempts=2, to=registry)
async def fail(ctx: Worker, attributes: Word) -> None:
    """Fail always."""
    runs.append((attributes.text, ctx.attempt))
    raise ConnectionError("never")


@job("/test_worker/refuse", attempts=5, to=registry)
async def refuse(ctx: Worker, attributes: Word) -> None:
    """Refuse."""
    runs.append((attributes.text, ctx.attempt))
    raise Fault(Code.NOT_FOUND)


async def test_job_of_a_rolled_back_transaction_never_runs(resources):
    async with resources.pool.acquire() as db:
        transaction = db.transaction()
        await transaction.start()
        await note.later(db, Word("undone"))
        await transaction.rollback()
        async with db.transaction():
            await note.later(db, Word("kept"))

    async with worker(resources):
        await wait_until_done(resources, note)

    assert runs == [("kept", 1)]


async def test_queued_job_starts_at_once(resources, monkeypatch):
    """By the notification: there is no polling."""
    monkeypatch.setattr(rpc.jobs.worker, "DEQUEUE_TIMEOUT", timedelta(days=1))
    listening, add_listener = [], ListeningDriver.add_listener

    async def listen(driver, *args):
        await add_listener(driver, *args)
        listening.append(driver)

    monkeypatch.setattr(ListeningDriver, "add_listener", listen)
    async with worker(resources):
        await wait_until(lambda: bool(listening))
        await asyncio.sleep(0.5)  # by when it has found nothing
        await note.later(resources.pool, Word("now"))
        await wait_until(has_run)


async def test_failed_job_is_retried_and_its_failures_are_rolled_back(resources):
    await stumble.later(resources.pool, Word("stumble"))

    async with worker(resources):
        await wait_until_done(resources, stumble)

    assert runs == [("stumble", 1), ("stumble", 2), ("stumble", 3)]
    assert await resources.pool.fetch("SELECT attempt FROM trace") == [(3,)]


async def test_job_is_given_up_after_its_last_attempt(resources):
    await fail.later(resources.pool, Word("fail"))

    async with worker(resources):
        await wait_until_done(resources, fail)

    assert runs == [("fail", 1), ("fail", 2)]
    statuses = await resources.pool.fetch(
        "SELECT status::text FROM pgqueuer_log ORDER BY id DESC LIMIT 1"
    )
    assert statuses == [("exception",)]


async def test_job_that_raises_a_fault_is_not_retried(resources):
    await refuse.later(resources.pool, Word("refuse"))

    async with worker(resources):
        await wait_until_done(resources, refuse)

    assert runs == [("refuse", 1)]


async def test_job_with_an_unreadable_payload_is_given_up(resources):
    await note.later(resources.pool, Nothing())  # type: ignore[arg-type]

    async with worker(resources):
        await wait_until_done(resources, note)

    assert runs == []


async def test_jobs_are_counted_as_they_end(resources):
    for _ in range(2):
        await note.later(resources.pool, Word("note"))
    await stumble.later(resources.pool, Word("stumble"))
    await fail.later(resources.pool, Word("fail"))
    await refuse.later(resources.pool, Word("refuse"))

    async with worker(resources):
        for each in (note, stumble, fail, refuse):
            await wait_until_done(resources, each)

    async with resources.pool.acquire() as db:
        found = {(each.path, each.outcome): each.count for each in await sql.core.job.counts(db)}
    assert found == {
        (note.path, "done"): 2,
        (stumble.path, "done"): 1,
        (fail.path, "failed"): 1,
        (refuse.path, "failed"): 1,
    }
