"""Serves the portal for tests, on a port and in a folder of its own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn

from handlers._registry import registry
from rpc.app import build
from rpc.calls.registry import Registry
from rpc.config.parsers import Rate
from rpc.config.settings import Settings
from rpc.process.resources import Resources, open_resources
from rpc.security.rate_limits import DAY, SharedLimit, SharedLimits
from rpc.server.options import uvicorn_options
from tests.support.portal import Portal

ENDLESS = Rate(per_second=1_000_000, burst=1_000_000)
LIFTED = SharedLimits(
    *(SharedLimit(name, ((1_000_000_000, DAY),)) for name in SharedLimits._fields)
)


@asynccontextmanager
async def serve(
    database_url: str, folder: Path, *, handlers: Registry = registry, **environment: str
) -> AsyncIterator[Portal]:
    """A server on a free port of this machine, or on PORT, with a folder for its files."""
    usual = {"DATA_DIR": str(folder), "DEMO": "1", "PUBLIC_URL": "http://portal.test"}
    patience = {"CLICK_SECONDS": "10"}  # a click that goes to the journal is not where a test looks
    settings = Settings.from_environment(usual | patience | environment)
    found: list[Resources] = []

    @asynccontextmanager
    async def opening() -> AsyncIterator[Resources]:
        async with open_resources(settings, database_url) as resources:
            resources.session_rate = resources.brand_rate = ENDLESS
            resources.shared_limits = LIFTED
            found.append(resources)
            yield resources

    app = build(handlers, opening, settings.cors_origins)
    # As it is served, but on any port.
    given = {"port": int(environment.get("PORT", 0)), "log_level": "error"}
    config = uvicorn.Config(app, **uvicorn_options(settings) | given)
    server = uvicorn.Server(config)
    with contextlib.suppress(KeyboardInterrupt):
        running = asyncio.create_task(server._serve())
        while not server.started:
            if running.done():
                await running
                raise RuntimeError("the server did not start")
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        portal = Portal(f"http://127.0.0.1:{port}", found[0], handlers)
        try:
            yield portal
        finally:
            await portal.http.aclose()
            server.should_exit = True
            await running
