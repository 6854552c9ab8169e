"""Many links are checked in little memory. `LINKS=10000` runs it in full (contract: under 100 MiB)."""

import os

import psutil
import pytest

import handlers.tools.broken_links.link_check_job
from tests.support.links.shop_pages import JOB, Shop, make
from tests.support.orders.settling import run_job
from tests.support.portal import Portal, Someone

LINKS = int(os.environ.get("LINKS", "500"))
MEMORY_MAX = 100 * 2**20


async def test_many_links_are_checked_in_little_memory(
    portal: Portal, alice: Someone, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handlers.tools.broken_links.link_check_job, "JOB_SECONDS", 600.0)
    await make(portal, alice, shop, "/gone/0")
    async with portal.db() as db:
        await db.execute(
            "insert into link (publisher_id, code, site_id, mid, target_url, created_at)"
            " select publisher_id, code || n, site_id, mid, target_url || n, created_at from link,"
            " generate_series(1, $2) as n where publisher_id = $1",
            alice.uid,
            LINKS - 1,
        )
        await db.execute(
            "insert into link_check (publisher_id, link_id, next_check_at)"
            " select publisher_id, link_id, created_at from link where publisher_id = $1"
            " on conflict do nothing",
            alice.uid,
        )
    process = psutil.Process()
    before = process.memory_info().rss
    await run_job(portal, JOB)
    grown = process.memory_info().rss - before
    checked = await portal.value(
        "select count(*) from link_check where publisher_id = $1 and found = 6", alice.uid
    )
    assert checked == LINKS
    assert grown < MEMORY_MAX
