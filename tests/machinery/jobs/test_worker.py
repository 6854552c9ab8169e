"""Background work: queued with the caller's transaction, tried again, given up, never lost."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

import rpc.jobs.worker
import sql.core.job
from rpc.calls.context import Worker
from rpc.calls.registry import Registry
from rpc.config.settings import Settings
from rpc.jobs.job import Job, job
from rpc.jobs.worker import queue_periodic, work
from rpc.resources.resources import Resources, open_resources
from schema.core.envelope import Nothing
from schema.core.errors import Code, Fault
from tests.conftest import MakeDatabase
from tests.support import dying

registry, periodic = Registry(), Registry()
runs: list[tuple[str, int]] = []
"""Which job ran, and the how-manieth start it was."""


DRAIN = (
    "import asyncio, sys; from tests.support.dying import drain; asyncio.run(drain(*sys.argv[1:]))"
)


class Word(msgspec.Struct, frozen=True):
    text: str


@job("/test_worker/note", to=registry)
async def note(ctx: Worker, attributes: Word) -> None:
    """Note a word."""
    runs.append((attributes.text, ctx.attempt))


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


@job("/test_worker/rest", to=registry)
async def rest(ctx: Worker, attributes: Word) -> None:
    """Take a while."""
    runs.append((attributes.text, ctx.attempt))
    await asyncio.sleep(0.5)
    runs.append(("rested", ctx.attempt))


@job("/test_worker/sweep", every=timedelta(seconds=1), to=periodic)
async def sweep(ctx: Worker, attributes: Nothing) -> None:
    """Sweep."""
    runs.append(("sweep", ctx.attempt))


@pytest.fixture
def url(make_database: MakeDatabase) -> str:
    return make_database()


@pytest.fixture
async def resources(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Resources]:
    monkeypatch.setattr(rpc.jobs.worker, "backoff", lambda _: timedelta(milliseconds=50))
    runs.clear()
    settings = Settings.from_environment({"DATA_DIR": str(tmp_path)})
    async with open_resources(settings, url) as resources:
        await resources.pool.execute("CREATE TABLE trace (attempt int)")
        yield resources


@asynccontextmanager
async def worker(resources: Resources, jobs: Registry = registry) -> AsyncIterator[asyncio.Event]:
    stop = asyncio.Event()
    working = asyncio.create_task(work(jobs, resources, stop))
    yield stop
    stop.set()
    await working


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(20):
        while not await true():
            await asyncio.sleep(0.02)


async def ran() -> bool:
    return bool(runs)


async def queued(resources: Resources, job: Job) -> int:
    return await resources.pool.fetchval(
        "SELECT count(*) FROM pgqueuer WHERE entrypoint = $1", job.path
    )


async def done(resources: Resources, job: Job) -> None:
    async def nothing_waits() -> bool:
        return await queued(resources, job) == 0

    await until(nothing_waits)


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


async def test_of_one_key_only_one_job_waits(resources):
    assert await note.later(resources.pool, Word("first"), key="k") is True
    assert await note.later(resources.pool, Word("second"), key="k") is False

    async with worker(resources):
        await done(resources, note)

    assert runs == [("first", 1)]
    assert await note.later(resources.pool, Word("third"), key="k") is True


async def test_a_job_for_later_waits(resources):
    await note.later(resources.pool, Word("later"), after=timedelta(seconds=1))

    async with worker(resources):
        await asyncio.sleep(0.5)
        early = list(runs)
        await done(resources, note)

    assert early == []
    assert runs == [("later", 1)]


async def test_a_periodic_job_is_queued_once_whoever_asks(resources):
    async def ask() -> None:
        async with resources.pool.acquire() as db:
            await queue_periodic(periodic, db)

    await asyncio.gather(ask(), ask(), ask())

    assert await queued(resources, sweep) == 1


async def test_a_periodic_job_runs_when_it_is_due(resources):
    async with worker(resources, periodic):
        await asyncio.sleep(0.5)
        early = list(runs)
        await until(ran)

    assert early == []
    assert runs == [("sweep", 1)]


async def test_a_running_job_is_finished_before_the_worker_ends(resources):
    await rest.later(resources.pool, Word("rest"))

    async with worker(resources) as stop:
        await until(ran)
        stop.set()

    assert runs == [("rest", 1), ("rested", 1)]
    assert await queued(resources, rest) == 0


async def test_a_job_that_was_done_is_not_done_again_if_its_worker_dies_just_then(resources):
    await note.later(resources.pool, Word("once"))
    await resources.pool.execute("INSERT INTO job_start SELECT id, 1, true, now() FROM pgqueuer")

    async with worker(resources):
        await done(resources, note)

    assert runs == []


async def test_a_job_that_kills_its_worker_is_given_up(resources, url, tmp_path):
    await dying.die.later(resources.pool, Nothing())
    code = []

    for _ in range(dying.ATTEMPTS + 1):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", DRAIN, url, str(tmp_path))
        )
        code.append(await process.wait())
        await asyncio.sleep(dying.LEASE.total_seconds())

    assert code == [9] * dying.ATTEMPTS + [0]
    assert await queued(resources, dying.die) == 0
