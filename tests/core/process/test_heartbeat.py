"""The web processes' heartbeat: written while one runs, and an outage where none did."""

import asyncio
from datetime import timedelta

import pytest

import rpc.process.heartbeat as module
from rpc.process.heartbeat import LATE, WEB, beat
from tests.support.portal import Portal
from tests.support.timing import wait_until

OUTAGES = "select count(*) from outage where name = $1"
AGED = "update heartbeat set at = clock_timestamp() - $2::interval where name = $1"


async def test_running_web_process_records_a_heartbeat(portal: Portal) -> None:
    async def has_beaten() -> bool:
        return bool(await portal.value("select count(*) from heartbeat where name = $1", WEB))

    await wait_until(has_beaten)


async def test_time_without_a_heartbeat_is_an_outage_recorded_once(portal: Portal) -> None:
    async with portal.db() as db, db.transaction():
        await beat(db)
        before = await db.fetchval(OUTAGES, WEB)
        await db.execute(AGED, WEB, LATE - timedelta(minutes=1))
        await beat(db)
        assert await db.fetchval(OUTAGES, WEB) == before, "late, but no outage"

        await db.execute(AGED, WEB, LATE + timedelta(minutes=1))
        await beat(db)
        await beat(db)

        assert await db.fetchval(OUTAGES, WEB) == before + 1
        row = await db.fetchrow(
            "select since, until from outage where name = $1 order by until desc", WEB
        )
        assert LATE < row["until"] - row["since"] < LATE + timedelta(minutes=2)
        await db.execute("delete from outage where name = $1", WEB)


async def test_heartbeat_continues_after_the_database_was_unavailable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The task goes on after an error, so that the next heartbeat is left."""
    failed = 0

    class Away:
        def acquire(self) -> "Away":
            return self

        async def __aenter__(self) -> None:
            nonlocal failed
            failed += 1
            raise ConnectionRefusedError

        async def __aexit__(self, *_: object) -> None: ...

    class Gone:
        pool = Away()

    monkeypatch.setattr(module, "EVERY_SECONDS", 0.01)
    task = asyncio.create_task(module.keep_beating(Gone()))  # type: ignore[arg-type]
    await wait_until(lambda: failed > 1)
    assert not task.done()
    task.cancel()
