"""Clicks as they arrive: where their links lead, whether they repeat one, and the rows they become."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from msgspec import Struct

from sql.db import Connection, all_rows, one_value, text

REPEAT = timedelta(seconds=10)
"""A visitor's next click of the same link within this time is a duplicate."""


class Route(Struct, frozen=True):
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
    time_zone: str
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


async def owners(db: Connection, paths: Sequence[str]) -> dict[str, tuple[int, str]]:
    """Publisher and code behind each custom path that is known."""
    query = text(
        "select path, publisher_id, code from track_directory where path = any($1)", list(paths)
    )
    return {
        row["path"]: (row["publisher_id"], row["code"])
        for row in await db.fetch(query.statement, *query.values)
    }


async def routes(db: Connection, links: Sequence[tuple[int, str]]) -> list[Route]:
    """Where links lead, by (publisher_id, code). A link that was deleted leads nowhere."""
    query = text(
        """
        select link.publisher_id, link.code, link_id, link.site_id, link.mid, target_url,
               uid1, uid2, uid3, uid4, uid5, time_zone, site.status as site_status,
               coalesce(relationship.status, 0) as relationship, brand.status as brand_status,
               brand.site_url, brand.domains, click_param
          from unnest($1::bigint[], $2::text[]) as asked (publisher_id, code)
          join link on link.publisher_id = asked.publisher_id and link.code = asked.code
          join publisher on publisher.publisher_id = link.publisher_id
          join site on site.publisher_id = link.publisher_id and site.site_id = link.site_id
          join brand on brand.mid = link.mid
          left join relationship on relationship.publisher_id = link.publisher_id
                                and relationship.site_id = link.site_id
                                and relationship.mid = link.mid
         where link.publisher_id = any($1) and link.deleted_at is null
        """,
        [publisher_id for publisher_id, _ in links],
        [code for _, code in links],
    )
    return await all_rows(db, query, Route)


async def repeated(
    db: Connection, visits: Sequence[tuple[int, int, bytes]], *, since: datetime, until: datetime
) -> dict[tuple[int, int, bytes], datetime]:
    """The last counted click of that time of each (publisher_id, link_id, visitor) that has one.

    Each is looked up by itself, in the partitions of that time alone: as a join, the planner may read all
    the clicks of a young table.
    """
    query = text(
        """
        select asked.publisher_id, asked.link_id, asked.visitor, click_time
          from unnest($1::bigint[], $2::bigint[], $3::bytea[]) as asked (publisher_id, link_id, visitor)
         cross join lateral (
               select click_time from click
                where click.publisher_id = any($1) and click.publisher_id = asked.publisher_id
                  and click.link_id = asked.link_id and click.visitor = asked.visitor
                  and click_time >= $4 and click_time < $5 and verdict = 'valid'
                order by click_time desc limit 1) as click
        """,
        [publisher_id for publisher_id, _, _ in visits],
        [link_id for _, link_id, _ in visits],
        [visitor for _, _, visitor in visits],
        since,
        until,
    )
    return {
        (row["publisher_id"], row["link_id"], row["visitor"]): row["click_time"]
        for row in await db.fetch(query.statement, *query.values)
    }


async def add(db: Connection, clicks: Sequence[Click]) -> None:
    await db.copy_records_to_table("click", records=clicks, columns=Click._fields)


MONTHS_AHEAD = 3
"""So many partitions are there before their first click, however long the job that makes them fails."""


async def ensure_months(db: Connection, today: date) -> None:
    """Make the partitions of this month and the next ones, each unless it is there."""
    month = today.replace(day=1)
    for _ in range(MONTHS_AHEAD + 1):
        await ensure_month(db, month)
        month = after(month)


async def ensure_month(db: Connection, month: date) -> None:
    """Make the partition of a month, given by its first day, unless it is there.

    Clicks of that month that came before it move into it. Names and bounds of a partition cannot be
    parameters; both are made of a date's digits.
    """
    name = f"click_{month:%Y_%m}"
    if await is_there(db, name):
        return
    first, end = month.isoformat(), after(month).isoformat()
    async with db.transaction():
        # Writers take the whole before its parts too, so that nobody waits for us who holds what we wait for.
        await db.execute("lock table click in access exclusive mode")
        if await is_there(db, name):  # another process was faster
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


async def is_there(db: Connection, table: str) -> bool:
    return await one_value(db, text("select to_regclass($1)", table)) is not None


def after(month: date) -> date:
    """The first day of the next month."""
    return (month + timedelta(days=32)).replace(day=1)
