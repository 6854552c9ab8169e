"""Clicks before and after they are filed."""

from datetime import UTC, datetime, timedelta
from typing import Any

import sql.clicks.file_clicks
from schema.clicks.click import Verdict
from sql.clicks.click import DUPLICATE_REASON, Click
from sql.clicks.file_clicks import WAIT_MIN
from tests.support.orders.orders import Deal

VALID, DUPLICATE, BOT, BLOCKED = (verdict.value for verdict in Verdict)
START = datetime(2026, 3, 31, 12, tzinfo=UTC)
DAYS = {"start_date": "2026-03-30", "end_date": "2026-04-02"}


def make_click(it: Deal, seconds: float, *, start: datetime = START, **columns: Any) -> Click:
    at = start + timedelta(seconds=seconds)
    return Click(
        it.who.uid, at, it.portal.resources.ids.make_click_id(it.who.uid, at), it.link_id, it.who.site_id or 0,
        it.brand.mid, *("",) * 5, "GB", "desktop", None, VALID, None, b"x",
    )._replace(**columns)  # fmt: skip


async def add_waiting(it: Deal, *clicks: Click) -> None:
    """Insert waiting clicks, as the recorder does."""
    async with it.portal.db() as db:
        await db.copy_records_to_table("click_intake", records=clicks, columns=Click._fields)


async def file_clicks(it: Deal, seconds: float, *others: Deal, start: datetime = START) -> int:
    """Move what came before that second."""
    uids = [one.who.uid for one in (it, *others)]
    async with it.portal.db() as db, db.transaction():
        now = start + timedelta(seconds=seconds) + WAIT_MIN
        return await sql.clicks.file_clicks.file_clicks(db, uids, now=now)


async def waiting_ids(it: Deal) -> set[Any]:
    """The ids of the clicks that are not moved yet."""
    return {row["click_id"] for row in await it.rows("click_intake")}


async def verdicts(it: Deal, table: str = "click_all") -> list[str]:
    """Of the clicks, in the order of their times, once all that tells of them agrees."""
    rows = await it.rows(table, "click_time, click_id")
    if table == "click_all":
        assert {row["verdict_reason"] for row in rows if row["verdict"] == DUPLICATE} <= {
            DUPLICATE_REASON
        }
        listed = await it.portal.ok("/reports/clicks", it.who, filter=DAYS, page={"perPage": 1000})
        assert [row["verdict"] for row in listed["list"]] == [row["verdict"] for row in rows][::-1]
        assert listed["total"] == len(rows)
        valid = sum(row["verdict"] == VALID for row in rows)
        for groups in (
            [],
            ["brand"],
            ["country"],
        ):  # from the day's row, from the brand's, from the clicks
            report = await it.portal.ok(
                "/reports/performance", it.who, filter={**DAYS, "group_by": groups}
            )
            assert report["totals"]["clicks"] == valid, groups
        await it.check_figures()
    return [row["verdict"] for row in rows]
