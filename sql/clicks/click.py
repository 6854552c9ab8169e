"""Clicks and their links as rows, the owners of custom paths, and the monthly partitions of clicks."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import NamedTuple
from uuid import UUID

from schema.core.days import next_month
from sql.core.db import Connection, fetch, one_value, text

DUPLICATE_REASON = "same visitor within 10 seconds"
VISITOR_BYTES = 16
"""The length of a visitor's hash."""


class Route(NamedTuple):
    """The data of a link that the redirect of a visit needs."""

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
    broken: bool = False
    """Whether two checks agreed that the target is broken."""
    link_fallback: str | None = None
    site_fallback: str | None = None
    """None unless the channel's address is proven to be the publisher's."""
    site_website: str = ""
    brand_fallback: str | None = None


class Click(NamedTuple):
    """A row of `click_intake`, with its columns in order."""

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
    placement: str = ""
    """Where on the page the link was. Last, with a default, because journals of the previous release do not have it."""


async def find_path_owners(db: Connection, paths: Sequence[str]) -> dict[str, tuple[int, str]]:
    """The publisher and code of each custom path that exists: by its exact spelling, or else in any letter case."""
    if not paths:
        return {}
    spellings = {*paths, *(path.lower() for path in paths)}
    query = text(
        "select path, publisher_id, code from track_directory where path = any(:spellings)",
        spellings=list(spellings),
    )
    owners = {row["path"]: (row["publisher_id"], row["code"]) for row in await fetch(db, query)}
    found = {path: owners.get(path) or owners.get(path.lower()) for path in paths}
    return {path: owner for path, owner in found.items() if owner is not None}


MONTHS_AHEAD = 3
"""How many partitions exist in advance, in case the job that creates them fails for a while."""


async def ensure_months(db: Connection, today: date) -> None:
    """Create the partitions of this month and the next ones, unless they exist."""
    month = today.replace(day=1)
    for _ in range(MONTHS_AHEAD + 1):
        await ensure_month(db, month)
        month = next_month(month)


async def ensure_month(db: Connection, month: date) -> None:
    """Create the partition of a month, given by its first day, unless it exists.

    Clicks of that month that arrived earlier move into it. The name and the bounds of a partition cannot be
    parameters; both consist of a date's digits.
    """
    name = f"click_{month:%Y_%m}"
    if await table_exists(db, name):
        return
    first, end = month.isoformat(), next_month(month).isoformat()
    async with db.transaction():
        # Writers also lock the table before its partitions, so there is no deadlock.
        await db.execute("lock table click in access exclusive mode")
        if await table_exists(db, name):  # another process was faster
            return
        early = await fetch(
            db,
            text(
                """
                delete from click_other where click_time >= :first and click_time < :end returning *
                """,
                first=datetime.combine(month, time(), UTC),
                end=datetime.combine(next_month(month), time(), UTC),
            ),
        )
        await db.execute(
            f"create table {name} partition of click for values from ('{first}') to ('{end}')"
        )
        if early:
            rows = [tuple(row) for row in early]
            columns = [*early[0].keys()]
            await db.copy_records_to_table("click", records=rows, columns=columns)


async def table_exists(db: Connection, table: str) -> bool:
    return await one_value(db, text("select to_regclass(:table)", table=table)) is not None
