"""A worker whose job kills it, in a process of its own."""

import asyncio
import os
from datetime import timedelta

from rpc.calls.context import Worker
from rpc.calls.registry import Registry
from rpc.config.settings import Settings
from rpc.jobs.job import job
from rpc.jobs.worker import work
from rpc.process.resources import open_resources
from schema.core.envelope import Nothing

registry = Registry()
ATTEMPTS = 2
LEASE = timedelta(seconds=1)


@job("/killed_worker/die", attempts=ATTEMPTS, to=registry)
async def die(ctx: Worker, attributes: Nothing) -> None:
    """Kill the process."""
    os._exit(9)


async def drain(url: str, data: str) -> None:
    """Work until nothing is queued."""
    async with open_resources(Settings.from_environment({"DATA_DIR": data}), url) as resources:
        stop = asyncio.Event()
        working = asyncio.create_task(work(registry, resources, stop, lease=LEASE))
        while await resources.pool.fetchval("SELECT count(*) FROM pgqueuer"):
            await asyncio.sleep(0.1)
        stop.set()
        await working
