"""The portal as it is served, with two calls more, whose work the peers can do alike.

DATABASE_URL, PORT and SECRET_KEY say with what. All real paths are loaded, and
only the limit on a session's calls is lifted.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import uvicorn

import rpc.monitoring.logs
from handlers._registry import registry
from rpc import Guest, Member
from rpc.app import build
from rpc.config.parsers import Rate
from rpc.config.settings import Settings
from rpc.monitoring.cells import ProcessKind
from rpc.monitoring.metrics import METRICS
from rpc.process.resources import Resources, open_resources
from rpc.server.options import uvicorn_options
from schema.core.envelope import Nothing, Page, Results
from sql.core.db import all_rows, text

ENDLESS = Rate(per_second=1e9, burst=1e9)


class Item(msgspec.Struct, frozen=True):
    id: int
    name: str


STILL = [Item(number, f"Channel {number}") for number in range(1, 11)]


@registry.query("/served/still")
async def still(ctx: Guest, filter: Nothing, page: Page) -> Results[Item]:
    """Ten rows that need no database."""
    return Results(STILL)


@registry.query("/served/sites", permission=None)
async def sites(ctx: Member, filter: Nothing, page: Page) -> Results[Item]:
    """Ten rows of the caller's."""
    query = text(
        """
        select site_id as id, name from site
         where publisher_id = :publisher_id and deleted_at is null order by site_id limit :size
        """,
        publisher_id=ctx.publisher_id,
        size=page.size,
    )
    return Results(await all_rows(ctx.db, query, Item))


def main() -> None:
    settings = Settings.from_environment()
    rpc.monitoring.logs.configure("warning")
    if settings.metrics:
        METRICS.share(settings.data_dir, ProcessKind.WEB)

    @asynccontextmanager
    async def opening() -> AsyncIterator[Resources]:
        async with open_resources(settings, settings.database_url or "") as resources:
            resources.session_rate = ENDLESS
            yield resources

    app = build(registry, opening, settings.cors_origins)
    uvicorn.run(app, **uvicorn_options(settings))
