"""Clicks as they arrive: where their links lead, whether they repeat one, and the rows they become."""

from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from sql.db import Connection, copy, one_value, text

REPEAT = timedelta(seconds=10)
"""A visitor's next click of the same link within this time is a duplicate."""
REPEATED = "same visitor within 10 seconds"
VISITOR = 16
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
    mark: int
    """Made of all the others: a click is written only if its link's mark is still this one."""


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


WAITING = (*Click._fields[:6], "visitor")
"""The columns of a click that wait."""


async def owners(db: Connection, paths: Sequence[str]) -> dict[str, tuple[int, str]]:
    """Publisher and code behind each custom path that is known."""
    if not paths:
        return {}
    query = text(
        "select path, publisher_id, code from track_directory where path = any($1)", list(paths)
    )
    return {
        row["path"]: (row["publisher_id"], row["code"])
        for row in await db.fetch(query.statement, *query.values)
    }


class Kept(NamedTuple):
    """What became of a batch, by the places of its clicks, which count from 0."""

    left_out: dict[int, Route | None]
    """The links of those not written, as they are now; None for those that do not exist."""
    repeated: set[int]
    """Those written as duplicates."""


Asked = tuple[Any, ...]
"""A click after its link's mark and code: the database's type `visited`."""


def asked(click: Click, route: Route) -> Asked:
    """A click of a link that is known."""
    return route.mark, route.code, *click


def unknown(publisher_id: int, code: str, link_id: int) -> Asked:
    """A visit of a link of which no more is known than that it exists."""
    return None, code, publisher_id, None, None, link_id, *(None,) * (len(Click._fields) - 4)


async def links(db: Connection, codes: Collection[tuple[int, str]]) -> dict[tuple[int, str], int]:
    """The links behind codes, each under its publisher and code; none where there is none."""
    if not codes:
        return {}
    query = text(
        """
        select publisher_id, code, link_id from link
         where publisher_id = any($1::bigint[]) and code = any($2::text[]) and deleted_at is null
        """,
        sorted({publisher_id for publisher_id, _ in codes}),
        sorted({code for _, code in codes}),
    )
    return {
        (publisher_id, code): link_id
        for publisher_id, code, link_id in await db.fetch(query.statement, *query.values)
    }


async def keep(db: Connection, given: Sequence[Asked]) -> Kept:
    """Write the clicks whose links are what they were known for, in one statement that is a transaction.

    One that repeats a click that waits for the figures becomes a duplicate.
    """
    query = text(
        "select left_out, routes, repeated from keep_clicks($1, $2, $3, $4)",
        sorted({one[2] for one in given}),
        given,
        REPEAT,
        REPEATED,
    )
    [(places, routes, repeated)] = await db.fetch(query.statement, *query.values)
    left_out: dict[int, Route | None] = {place - 1: None for place in places}
    for place, *route, domains, param, mark in routes or ():
        left_out[place - 1] = Route._make((*route, tuple(domains), param, mark))
    return Kept(left_out, {place - 1 for place in repeated})


async def wait(db: Connection, clicks: Sequence[Click]) -> None:
    """Let valid clicks wait for the figures by day."""
    await copy(db, "click_pending", WAITING, [(*click[:6], click.visitor) for click in clicks])


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
