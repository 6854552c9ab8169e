"""Clicks as they arrive: where their links lead, whether they repeat one, and the rows they become."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from schema.click import Verdict
from sql.db import Connection, copy, one_value, text

REPEAT = timedelta(seconds=10)
"""A visitor's next click of the same link within this time is a duplicate."""
VISITOR = 16
"""Bytes of a visitor's hash."""


class Route(NamedTuple):
    """A link as a visit finds it."""

    publisher_id: int
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


class Asked(NamedTuple):
    """A visit as it asks for its link."""

    publisher_id: int
    code: str
    visitor: bytes


class Found(NamedTuple):
    """A visit's link, and when the visitor's last counted click of it was, if that is not long ago."""

    route: Route
    before: datetime | None


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


async def found(db: Connection, asked: Sequence[Asked]) -> list[Found | None]:
    """Where each visit's link leads, and which click it may repeat. A deleted link leads nowhere.

    Each link is looked up by itself (limit 1), or a plan may read all links of the publishers. The visits
    travel as three texts, because asyncpg takes ten times as long for the elements of arrays.
    """
    query = text(
        """
        select place, link.publisher_id, link.link_id, link.site_id, link.mid, target_url,
               uid1, uid2, uid3, uid4, uid5, site.status, coalesce(relationship.status, 0),
               brand.status, brand.site_url, brand.domains, click_param, seen.last
          from unnest(string_to_array($2, ' ')::bigint[], string_to_array($3, ' ')) with ordinality
               as asked (publisher_id, code, place)
         cross join lateral (
               select * from link
                where link.publisher_id = any($1::bigint[]) and link.publisher_id = asked.publisher_id
                  and link.code = asked.code and link.deleted_at is null
                limit 1) as link
          join site on site.publisher_id = link.publisher_id and site.site_id = link.site_id
          join brand on brand.mid = link.mid
          left join relationship on relationship.publisher_id = link.publisher_id
                                and relationship.site_id = link.site_id
                                and relationship.mid = link.mid
         cross join lateral (
               select max(click_time) as last from click_pending as pending
                where pending.publisher_id = link.publisher_id and pending.link_id = link.link_id
                  and pending.visitor = substr($4::bytea, (place * $5 - $5 + 1)::int, $5::int)) as seen
        """,
        sorted({visit.publisher_id for visit in asked}),
        " ".join([str(visit.publisher_id) for visit in asked]),
        " ".join([visit.code for visit in asked]),
        b"".join([visit.visitor for visit in asked]),
        VISITOR,
    )
    answers: list[Found | None] = [None] * len(asked)
    for place, *route, domains, param, before in await db.fetch(query.statement, *query.values):
        answers[place - 1] = Found(Route._make((*route, tuple(domains), param)), before)
    return answers


async def add(db: Connection, clicks: Sequence[Click]) -> None:
    """Write clicks, in the caller's transaction; what counts waits beside them for the figures by day."""
    await copy(db, "click", Click._fields, clicks)
    await wait(db, [click for click in clicks if click.verdict == Verdict.VALID])


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
