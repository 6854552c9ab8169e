"""What operators ask of publishers' accounts and sites, across publishers where no uid narrows it."""

from datetime import datetime
from functools import cache

from pypika import Order, PostgreSQLQuery, Table
from pypika import functions as fn
from pypika.queries import QueryBuilder

from schema.brands.site import SiteStatus
from schema.core.envelope import Listing, Page
from schema.network.account import AccountFilter, NetworkAccount
from schema.network.network import NetworkSite, NetworkSiteFilter
from sql.core.db import Connection, Template, all_rows, one_value, param, run, template, text

site, publisher = Table("site"), Table("publisher")


async def sites(db: Connection, filter: NetworkSiteFilter, page: Page) -> Listing[NetworkSite]:
    """Those that wait for a review first, then the newest."""
    narrowed = filter.status is not None, filter.uid is not None
    values = {
        "pending": SiteStatus.PENDING,
        "status": filter.status,
        "uid": filter.uid,
        "size": page.size,
        "offset": page.offset,
    }
    rows = await all_rows(db, _sites(*narrowed).bind(values), NetworkSite)
    return Listing(rows, await one_value(db, _count(*narrowed).bind(values)))


@cache
def _sites(by_status: bool, by_uid: bool) -> Template:
    query = (
        _filter_sites(by_status, by_uid)
        .select(
            site.publisher_id.as_("uid"),
            publisher.name.as_("publisher"),
            site.site_id,
            site.name,
            site.channel_type,
            site.channel_platform,
            site.website,
            site.status,
            site.status_reason,
            site.created_at,
        )
        .orderby(site.status == param("pending"), order=Order.desc)
        .orderby(site.created_at, order=Order.desc)
        .orderby(site.publisher_id, site.site_id)
        .limit(param("size"))  # type: ignore[arg-type]
        .offset(param("offset"))  # type: ignore[arg-type]
    )
    return template(query)


@cache
def _count(by_status: bool, by_uid: bool) -> Template:
    return template(_filter_sites(by_status, by_uid).select(fn.Count("*")))


def _filter_sites(by_status: bool, by_uid: bool) -> QueryBuilder:
    query = (
        PostgreSQLQuery.from_(site)
        .join(publisher)
        .on(publisher.publisher_id == site.publisher_id)
        .where(site.deleted_at.isnull())
    )
    if by_status:
        query = query.where(site.status == param("status"))
    if by_uid:
        query = query.where(site.publisher_id == param("uid"))
        query = query.where(publisher.publisher_id == param("uid"))
    return query


OWNERS = """
  from account
  join publisher on publisher.publisher_id = account.publisher_id
 where role = 'owner' and ($1::bigint is null or account.publisher_id = $1)
   and ($2::text is null
        or position(lower($2) in lower(publisher.name || ' ' || username || ' ' || email)) > 0)
"""


async def accounts(db: Connection, filter: AccountFilter, page: Page) -> Listing[NetworkAccount]:
    """Publishers' owners, the newest first."""
    query = text(
        """
        select account.publisher_id as uid, publisher.name as publisher, username, email,
               email_verified_at is not null as email_verified, two_step_at is not null as two_step,
               locked_at is not null as locked, lock_reason, new_password_due,
               closed_at is not null as closed, account.created_at
        """
        + OWNERS
        + " order by account.created_at desc, account.publisher_id desc limit $3 offset $4",
        filter.uid,
        filter.keyword or None,
        page.size,
        page.offset,
    )
    count = text("select count(*)" + OWNERS, filter.uid, filter.keyword or None)
    return Listing(await all_rows(db, query, NetworkAccount), await one_value(db, count))


async def lock(db: Connection, publisher_id: int, reason: str | None, now: datetime) -> bool:
    """Lock every account of a publisher and end its sessions. False if there is no such publisher."""
    query = text(
        """
        update account
           set locked_at = $2, lock_reason = $3, security_stamp = security_stamp + 1
         where publisher_id = $1
        """,
        publisher_id,
        now,
        reason,
    )
    locked = await run(db, query)
    await _end_sessions(db, publisher_id, now)
    return bool(locked)


async def unlock(db: Connection, publisher_id: int) -> bool:
    query = text(
        "update account set locked_at = null, lock_reason = null where publisher_id = $1",
        publisher_id,
    )
    return bool(await run(db, query))


async def ask_new_password(db: Connection, publisher_id: int, now: datetime) -> bool:
    """Ask every account of a publisher for a new password, and end its sessions. False for no such publisher."""
    query = text(
        """
        update account set new_password_due = true, security_stamp = security_stamp + 1
         where publisher_id = $1
        """,
        publisher_id,
    )
    asked = await run(db, query)
    await _end_sessions(db, publisher_id, now)
    return bool(asked)


async def _end_sessions(db: Connection, publisher_id: int, now: datetime) -> None:
    query = text(
        "update session set ended_at = $2 where publisher_id = $1 and ended_at is null",
        publisher_id,
        now,
    )
    await run(db, query)


async def end_impersonations(db: Connection, operator_id: int, now: datetime) -> None:
    """End every session that one of the staff opened as a publisher."""
    query = text(
        "update session set ended_at = $2 where operator_id = $1 and ended_at is null",
        operator_id,
        now,
    )
    await run(db, query)
