"""The log of deliveries, page by page after a cursor."""

import re
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sql.postbacks.delivery import DeliveryQuery, _page
from tests.support.orders.orders import deal
from tests.support.portal import Portal
from tests.support.postbacks.receiver import log_of, save

PATH = "/postback/deliveries"


class TestPages:
    async def test_cursor_pages_list_each_delivery_once(self, portal: Portal) -> None:
        """Also of those that were queued in one transaction, at the same moment."""
        it = await deal(portal)
        await save(portal, it.who, "http://127.0.0.1:9/in")
        for _ in range(2):
            await it.report(*(it.order() for _ in range(5)))
        whole = [row["id"] for row in await log_of(portal, it.who)]
        assert len(whole) == 10

        seen: list[str] = []
        totals = set()
        page: dict[str, Any] | None = {"perPage": 3}
        while page:
            part = await portal.ok(PATH, it.who, filter={}, page=page)
            seen += [row["id"] for row in part["list"]]
            totals.add(part["total"])
            page = part["next"] and {"perPage": 3, "cursor": part["next"]}
        assert seen == whole
        assert totals == {10}
        second = await portal.ok(PATH, it.who, filter={}, page={"perPage": 3, "curPage": 2})
        assert [row["id"] for row in second["list"]] == whole[3:6]

    async def test_distant_page_of_deliveries_is_read_from_an_index(self, portal: Portal) -> None:
        position = {"key_0": datetime(2026, 1, 1, tzinfo=UTC), "key_1": UUID(int=0)}
        values = {"publisher_id": 1, **DeliveryQuery().values, **position, "size": 2, "offset": 0}
        page = _page(True).bind(values)
        async with portal.db() as db, db.transaction():
            # As on a table that is too large to be read and sorted whole; so on the nodes of a cluster.
            await db.execute("set local citus.propagate_set_commands = 'local'")
            await db.execute("set local enable_seqscan = off")
            await db.execute("set local enable_sort = off")
            rows = await db.fetch("explain " + page.statement, *page.values)
        plan = "\n".join(line for (line,) in rows)
        assert re.search(
            r"using delivery_log\w* .*\n +Index Cond: .*\(created_at <= '2026-01-01", plan
        ), plan
