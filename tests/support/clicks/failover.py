"""A portal whose database can be stopped."""

import asyncio
from typing import Any

from rpc.clicks.journal_file import pending_files
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal
from tests.support.timing import no_hang

KEY = "a-key-of-outage-tests-0123456789-abcdefghijk"


async def make_deal(portal: Portal) -> Deal:
    """A publisher with a link whose visits count."""
    return await deal(portal, domains=["brand.example"])


async def wait_for_clicks(portal: Portal, it: Deal, count: int) -> list[dict[str, Any]]:
    """The clicks, once there are n and no journal is left."""
    folder = portal.resources.settings.data_dir / "journal"
    async with no_hang():
        while pending_files(folder) or portal.resources.failover.active:
            await asyncio.sleep(0.05)
    rows = await it.rows("click_all", "click_time")
    assert len(rows) == count
    await it.check_figures()
    return rows
