"""Publishers: the tenants that own everything else."""

from datetime import datetime, tzinfo
from typing import NamedTuple

from msgspec import Struct

import sql.reports.figures.rollup
from schema.accounts.company import Company
from schema.core.figures import counting_mark
from schema.core.time_zones import get_zone
from sql.core.db import Connection, fetch, one_row, one_value, run, text


class Tenant(NamedTuple):
    """The data of a publisher for rating orders. A currency is open until it is chosen or set by the first order."""

    currency: str
    zone: tzinfo
    currency_fixed: bool = True
    currency_open: bool = False


class NamedCompany(Struct, frozen=True):
    name: str
    company: Company | None


async def add(
    db: Connection,
    *,
    name: str,
    company: Company | None,
    referer_uid: int | None,
    now: datetime,
    time_zone: str = "UTC",
    currency: str | None = None,
) -> int:
    """Add a publisher; returns its uid. Without a currency it takes that of its first order."""
    query = text(
        """
        insert into publisher (name, company, referer_uid, created_at, time_zone, currency,
                               currency_chosen, counted_by)
        values (:name, :company, :referer_uid, :now, :time_zone, coalesce(:currency, 'USD'),
                :currency::text is not null, :counted_by)
        returning publisher_id
        """,
        name=name,
        company=company,
        referer_uid=referer_uid,
        now=now,
        time_zone=time_zone,
        currency=currency,
        counted_by=counting_mark(time_zone),
    )
    publisher_id: int = await one_value(db, query)
    return publisher_id


class ReportSettings(NamedTuple):
    """The time zone of the publisher's days, the currency of its reports, and how its figures were counted."""

    zone: str
    currency: str
    counted_by: str


async def get_report_settings(db: Connection, publisher_id: int) -> ReportSettings:
    query = text(
        "select time_zone, currency, counted_by from publisher where publisher_id = :publisher_id",
        publisher_id=publisher_id,
    )
    [row] = await fetch(db, query)
    return ReportSettings(*row)


async def exists(db: Connection, publisher_id: int) -> bool:
    """Whether there is such a publisher; sandboxes are none."""
    query = text(
        "select 1 from publisher where publisher_id = :publisher_id and is_live(publisher_id)",
        publisher_id=publisher_id,
    )
    return await one_value(db, query) is not None


async def get_name(db: Connection, publisher_id: int) -> str:
    query = text(
        "select name from publisher where publisher_id = :publisher_id", publisher_id=publisher_id
    )
    return str(await one_value(db, query) or "")


async def get_company(db: Connection, publisher_id: int) -> NamedCompany:
    """The publisher's name and its legal details."""
    query = text(
        "select name, company from publisher where publisher_id = :publisher_id",
        publisher_id=publisher_id,
    )
    return await one_row(db, query, NamedCompany)


async def lock(db: Connection, publisher_id: int) -> int | None:
    """Let only one transaction at a time change the publisher's sites; returns its current default site."""
    query = text(
        "select default_site_id from publisher where publisher_id = :publisher_id for update",
        publisher_id=publisher_id,
    )
    default_site_id: int | None = await one_value(db, query)
    return default_site_id


async def lock_currency(db: Connection, publisher_id: int) -> str | None:
    """The publisher's report currency, which nobody else changes until we commit; None without such a publisher."""
    query = text(
        "select currency from publisher where publisher_id = :publisher_id for update",
        publisher_id=publisher_id,
    )
    currency: str | None = await one_value(db, query)
    return currency


async def set_default_site(db: Connection, publisher_id: int, site_id: int | None) -> None:
    query = text(
        "update publisher set default_site_id = :site_id where publisher_id = :publisher_id",
        publisher_id=publisher_id,
        site_id=site_id,
    )
    await run(db, query)


async def get_tenants(db: Connection, publisher_ids: list[int]) -> dict[int, Tenant]:
    """The publishers whose figures the caller will write. Their time zones cannot change until it commits."""
    await sql.reports.figures.rollup.lock_shared(db, publisher_ids)
    query = text(
        """
        select publisher_id, currency, time_zone, currency_fixed, currency_chosen from publisher
         where publisher_id = any(:publisher_ids::bigint[])
        """,
        publisher_ids=publisher_ids,
    )
    rows = await fetch(db, query)
    return {
        uid: Tenant(currency, get_zone(zone), fixed, not (fixed or chosen))
        for uid, currency, zone, fixed, chosen in rows
    }
