"""A worker that only sends deliveries."""

import asyncio

import structlog

from rpc.config.settings import Settings
from rpc.postbacks.dispatcher import dispatch
from rpc.process.resources import open_resources


def send(database_url: str, environment: dict[str, str]) -> None:
    """Send until killed."""
    structlog.configure(processors=[structlog.processors.KeyValueRenderer()])

    async def working() -> None:
        settings = Settings.from_environment(environment)
        async with open_resources(settings, database_url) as resources:
            await dispatch(resources, asyncio.Event())

    asyncio.run(working())
