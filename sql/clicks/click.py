"""A click and its link as rows, whose a custom path is, and the months that clicks are kept by."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from schema.core.days import next_month
from sql.core.db import Connection, fetch, one_value, text

DUPLICATE_WINDOW = timedelta(seconds=10)
"""A visitor's next click of the same link within this time is a duplicate."""
DUPLICATE_REASON = "same visitor within 10 seconds"
VISITOR_BYTES = 16
"""Bytes of a visitor's hash."""


class Route(NamedTuple):
    """A link as a visit finds it."""

    publisher_id: int
    code: str
    link_id: int
    site_id: int
    mid: int
    target_url: str
    uid1: str
    uid2: str
    uid3: str
    uid4: str
    uid5: str
    site_status: int
    relationship: int
    brand_status: str
    site_url: str
    domains: tuple[str, ...]
    click_param: str


class Click(NamedTuple):
    """A row of the click table, in its order."""

    publisher_id: int
    click_time: datetime
    click_id: UUID
    link_id: int
    site_id: int
    mid: int
    uid1: str
    uid2: str
    uid3: str
    uid4: str
    uid5: str
    country: str | None
    device: str
    referrer: str | None
    verdict: str
    verdict_reason: str | None
    visitor: bytes


async def find_path_owners(db: Connection, paths: Sequence[str]) -> dict[str, tuple[int, str]]:
    """Publisher and code behind each custom path that is known."""
    if not paths:
        return {}
    query = text(
        "select path, publisher_id, code from track_directory where path = any($1)", list(paths)
    )
    return {row["path"]: (row["publisher_id"], row["code"]) for row in await fetch(db, query)}


MONTHS_AHEAD = 3
"""So many partitions are there before their first click, however long the job that makes them fails."""


async def ensure_months(db: Connection, today: date) -> None:
    """Make the partitions of this month and the next ones, each unless it is there."""
    month = today.replace(day=1)
    for _ in range(MONTHS_AHEAD + 1):
        await ensure_month(db, month)
        month = next_month(month)


async def ensure_month(db: Connection, month: date) -> None:
    """Make the partition of a month, given by its first day, unless it is there.

    Clicks of that month that came before it move into it. Names and bounds of a partition cannot be
    parameters; both are made of a date's digits.
    """
    name = f"click_{month:%Y_%m}"
    if await table_exists(db, name):
        return
    first, end = month.isoformat(), next_month(month).isoformat()
    async with db.transaction():
        # Writers take the whole before its parts too, so that nobody waits for us who holds what we wait for.
        await db.execute("lock table click in access exclusive mode")
        if await table_exists(db, name):  # another process was faster
            return
        early = await db.fetch(
            f"delete from click_other where click_time >= '{first}' and click_time < '{end}'"  # noqa: S608
            " returning *"
        )
        await db.execute(
            f"create table {name} partition of click for values from ('{first}') to ('{end}')"
        )
        if early:
            rows = [tuple(row) for row in early]
            columns = [*early[0].keys()]
            await db.copy_records_to_table("click", records=rows, columns=columns)


async def table_exists(db: Connection, table: str) -> bool:
    return await one_value(db, text("select to_regclass($1)", table)) is not None
