"""A backup can be restored."""

import asyncio
from pathlib import Path

import asyncpg

from sql.server.pg_binaries import run_program
from tests.soak.support.tally import Tally, reconcile_all
from tests.soak.support.trial_portal import Stand


async def restore(it: Stand, tally: Tally) -> None:
    """A dump, read into another database, says the same."""
    dump, copy, where = f"/tmp/{it.name}.dump", f"{it.name}_copy", it.postgres.socket
    reach = ("-h", where, "-U", "postgres")
    await asyncio.to_thread(run_program, "pg_dump", *reach, "-Fc", "-f", dump, it.name)
    await it.postgres.execute(f"create database {copy}")
    try:
        await asyncio.to_thread(
            run_program, "pg_restore", *reach, "--exit-on-error", "-d", copy, dump
        )
        db = await asyncpg.connect(it.postgres.url(copy))
        tally.notes.append("dumped and restored:")
        await reconcile_all(db, tally)
        same = [
            await one.fetchval("select count(*) from conversion") for one in (db, it.resources.pool)
        ]
        tally.must(same[0] == same[1], f"the restored copy has the same {same[0]} orders")
        await db.close()
    finally:
        await it.postgres.execute(f"drop database {copy} with (force)")
        Path(dump).unlink(missing_ok=True)
