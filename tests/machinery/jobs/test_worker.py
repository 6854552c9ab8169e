"""Background work: queued with the caller's transaction, tried again, given up, counted."""

import asyncio

import sql.core.job
from rpc.calls.context import Worker
from rpc.jobs.job import job
from schema.core.envelope import Nothing
from schema.core.errors import Code, Fault
from tests.support.process.jobs import (
    Word,
    done,
    note,
    ran,
    registry,
    runs,
    until,
    worker,
)


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


async def test_a_job_of_a_transaction_that_is_undone_does_not_exist(resources):
    async with resources.pool.acquire() as db:
        transaction = db.transaction()
        await transaction.start()
        await note.later(db, Word("undone"))
        await transaction.rollback()
        async with db.transaction():
            await note.later(db, Word("kept"))

    async with worker(resources):
        await done(resources, note)

    assert runs == [("kept", 1)]


async def test_a_waiting_job_is_begun_at_once(resources):
    async with worker(resources):
        await asyncio.sleep(0.5)
        began = asyncio.get_running_loop().time()
        await note.later(resources.pool, Word("now"))
        await until(ran)

        assert asyncio.get_running_loop().time() - began < 1


async def test_a_failed_job_is_tried_again_and_leaves_nothing_of_its_failures(resources):
    await stumble.later(resources.pool, Word("stumble"))

    async with worker(resources):
        await done(resources, stumble)

    assert runs == [("stumble", 1), ("stumble", 2), ("stumble", 3)]
    assert await resources.pool.fetch("SELECT attempt FROM trace") == [(3,)]


async def test_after_its_last_attempt_it_is_given_up(resources):
    await fail.later(resources.pool, Word("fail"))

    async with worker(resources):
        await done(resources, fail)

    assert runs == [("fail", 1), ("fail", 2)]
    statuses = await resources.pool.fetch(
        "SELECT status::text FROM pgqueuer_log ORDER BY id DESC LIMIT 1"
    )
    assert statuses == [("exception",)]


async def test_a_fault_is_final(resources):
    await refuse.later(resources.pool, Word("refuse"))

    async with worker(resources):
        await done(resources, refuse)

    assert runs == [("refuse", 1)]


async def test_a_payload_nobody_can_read_any_more_is_given_up(resources):
    await note.later(resources.pool, Nothing())  # type: ignore[arg-type]

    async with worker(resources):
        await done(resources, note)

    assert runs == []


async def test_jobs_are_counted_as_they_end(resources):
    for _ in range(2):
        await note.later(resources.pool, Word("note"))
    await stumble.later(resources.pool, Word("stumble"))
    await fail.later(resources.pool, Word("fail"))
    await refuse.later(resources.pool, Word("refuse"))

    async with worker(resources):
        for each in (note, stumble, fail, refuse):
            await done(resources, each)

    async with resources.pool.acquire() as db:
        found = {(each.path, each.outcome): each.count for each in await sql.core.job.counts(db)}
    assert found == {
        (note.path, "done"): 2,
        (stumble.path, "done"): 1,
        (fail.path, "failed"): 1,
        (refuse.path, "failed"): 1,
    }
