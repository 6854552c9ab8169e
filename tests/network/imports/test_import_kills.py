"""A worker killed in the middle of an order file: the next one imports the rest, nothing twice."""

import asyncio
import os
import signal
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.conftest import MakeDatabase
from tests.exports.test_downloads import working
from tests.network.imports.test_orders_import import HEADER, info, make_mapping, upload_file
from tests.support.orders.orders import deal
from tests.support.portal import Portal, Someone
from tests.support.server import serve
from tests.support.timing import no_hang

ORDERS = 18_000
BAD = (7, 9_000, 17_999)
"""Orders whose line is refused."""


async def until(
    portal: Portal, who: Someone, id: int, fits: Callable[[dict[str, Any]], bool]
) -> dict[str, Any]:
    async with no_hang():
        while not fits(row := await info(portal, who, id)):
            await asyncio.sleep(0.02)
    return row


async def test_killed_order_import_resumes_without_duplicates(
    make_database: MakeDatabase, tmp_path: Path
) -> None:
    url = make_database()
    async with serve(url, tmp_path) as portal:
        it, operator = await deal(portal), await portal.new_operator()
        amounts = ["0" if n in BAD else "2.50" for n in range(ORDERS)]
        lines = [f"n{n},{amount},2026-10-01T10:00:00,GB\n" for n, amount in enumerate(amounts)]
        file = await upload_file(portal, operator, HEADER + "".join(lines))
        given = {"file_url": file["url"], "name": file["name"], "mapping": make_mapping(it)}
        queued = await portal.ok("/network/orders_import", operator, attributes=given)
        count = "select count(*) from conversion where publisher_id = $1"

        async with working(url, tmp_path) as process:
            seen = await until(portal, operator, queued["id"], lambda row: row["lines"] > 0)
            os.kill(process.pid, signal.SIGKILL)
        half = await portal.value(count, it.who.uid)
        assert seen["status"] == 1
        assert 0 < half < ORDERS - len(BAD)

        async with working(url, tmp_path):
            done = await until(portal, operator, queued["id"], lambda row: row["status"] > 1)

        good = ORDERS - len(BAD)
        assert (done["status"], done["error"], done["lines"]) == (2, None, ORDERS)
        assert (done["created"] + done["unchanged"], done["refused"]) == (good, len(BAD))
        assert Decimal(done["sales"]["GBP"]) == good * Decimal("2.50")
        assert await portal.value(count, it.who.uid) == good
        items = "select count(*) from conversion_item where publisher_id = $1"
        assert await portal.value(items, it.who.uid) == good
        assert await portal.value("select count(*) from import_progress") == 0
        await it.check_figures()
