"""Publishers: the tenants that own everything else."""

from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

import sql.figures.rollup
from schema.accounts.account import Company
from sql.core.db import Connection, fetch, one_value, run, text


class Tenant(NamedTuple):
    """What rating must know of a publisher. A currency is open until it is chosen or the first order fixes it."""

    currency: str
    zone: ZoneInfo
    currency_fixed: bool = True
    currency_open: bool = False


async def add(
    db: Connection,
    *,
    name: str,
    company: Company | None,
    referer_uid: int | None,
    now: datetime,
) -> int:
    """The uid of a new publisher."""
    query = text(
        """
        insert into publisher (name, company, referer_uid, created_at) values ($1, $2, $3, $4)
        returning publisher_id
        """,
        name,
        company,
        referer_uid,
        now,
    )
    publisher_id: int = await one_value(db, query)
    return publisher_id


async def exists(db: Connection, publisher_id: int) -> bool:
    query = text("select 1 from publisher where publisher_id = $1", publisher_id)
    return await one_value(db, query) is not None


async def lock(db: Connection, publisher_id: int) -> int | None:
    """Let one transaction at a time change the publisher's sites; its default site until now."""
    query = text(
        "select default_site_id from publisher where publisher_id = $1 for update", publisher_id
    )
    default_site_id: int | None = await one_value(db, query)
    return default_site_id


async def set_default_site(db: Connection, publisher_id: int, site_id: int | None) -> None:
    query = text(
        "update publisher set default_site_id = $2 where publisher_id = $1", publisher_id, site_id
    )
    await run(db, query)


async def get_tenants(db: Connection, publisher_ids: list[int]) -> dict[int, Tenant]:
    """Whose figures the caller is to write, so that their zones stay as they are until it commits."""
    await sql.figures.rollup.lock_shared(db, publisher_ids)
    query = text(
        """
        select publisher_id, currency, time_zone, currency_fixed, currency_chosen from publisher
         where publisher_id = any($1::bigint[])
        """,
        publisher_ids,
    )
    rows = await fetch(db, query)
    return {
        uid: Tenant(currency, ZoneInfo(zone), fixed, not (fixed or chosen))
        for uid, currency, zone, fixed, chosen in rows
    }
