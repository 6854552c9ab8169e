"""Brands' coupons: those that a publisher may promote, their changes, and all of them for the network's staff."""

from collections.abc import Collection
from datetime import date, datetime
from functools import cache
from typing import LiteralString

from schema.brands.coupon import (
    FOR_ALL,
    Coupon,
    ListedCoupon,
    NetworkCoupon,
    StoredCoupon,
)
from schema.core.envelope import CursorPage, Page
from schema.core.scalar import At, Id
from sql.core.db import Connection, Template, fetch, maybe_row, one_value, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose, piece

MINE: LiteralString = "coupon.publisher_id in (0, :publisher_id)"
CHANGED_AT: LiteralString = piece(
    "case when", MINE, "then coupon.updated_at else coupon.withdrawn_at end"
)
EXCLUSIVE: LiteralString = piece(
    "case when",
    MINE,
    "then coupon.publisher_id <> 0 else :publisher_id = any(coupon.withdrawn_from) end",
)
OWN = Keyset("brands/coupons", (Key("coupon.coupon_id", Id),), descending=True)
CHANGED = Keyset("brands/coupons/changed", (Key(CHANGED_AT, At), Key("coupon.coupon_id", Id)))
"""The order of the feed: the coupon that was changed first comes first."""
ALL = Keyset("network/coupons", (Key("coupon.coupon_id", Id),), descending=True)
"""The order of the list: newest first."""
COLUMNS: LiteralString = """
coupon.coupon_id as id, brand.mcid, brand.name as brand_name, coupon.code, coupon.description,
coupon.starts_at, coupon.ends_at
"""
LISTED: LiteralString = piece(
    "coupon.coupon_id as id, brand.mcid, brand.name as brand_name, coupon.code, case when",
    MINE,
    "then coupon.description else '' end as description, case when",
    MINE,
    "then coupon.starts_at end as starts_at, case when",
    MINE,
    "then coupon.ends_at end as ends_at,",
    CHANGED_AT,
    "as updated_at,",
    EXCLUSIVE,
    "as exclusive, case when not (",
    MINE,
    """) then 'withdrawn'
            when coupon.ends_at <= :today then 'ended'
            when coupon.starts_at > :today then 'upcoming'
            when brand.status <> 'online' then 'paused'
            else 'active' end as state, 0 as orders""",
)
"""The columns of a publisher's list; what a coupon that was withdrawn gives is not shown. Orders are counted apart."""
COUPONS: LiteralString = """
  from coupon join brand on brand.mid = coupon.mid
 where (cast(:mid as bigint) is null or coupon.mid = :mid)
"""
BY_ID: LiteralString = " and (cast(:id as bigint) is null or coupon.coupon_id = :id) "
PROMOTED: LiteralString = """
   and coupon.publisher_id in (0, :publisher_id) and brand.status = 'online'
   and brand.sandbox <> is_live(:publisher_id)
   and (coupon.starts_at is null or coupon.starts_at <= :today)
   and (coupon.ends_at is null or coupon.ends_at > :today)
"""
IF_EXCLUSIVE: LiteralString = piece(
    " and (cast(:exclusive as boolean) is null or :exclusive = (", EXCLUSIVE, "))"
)
SINCE: LiteralString = piece(
    " and (",
    MINE,
    "or coupon.withdrawn_from && array[0, cast(:publisher_id as bigint)])",
    "and brand.sandbox <> is_live(:publisher_id) and coupon.updated_at >= :since and (",
    CHANGED_AT,
    ") >= :since",
)
"""Coupons changed since a time, with those that were withdrawn; none of these changed after the coupon itself."""
COUNT_OWN = compose("select count(*)", COUPONS + PROMOTED + IF_EXCLUSIVE)
COUNT_CHANGED = compose("select count(*)", COUPONS + SINCE + IF_EXCLUSIVE)
LIVE: LiteralString = " and not brand.sandbox "
COUNT_ALL = compose("select count(*)", COUPONS + BY_ID + LIVE)


async def list_promoted(
    db: Connection, publisher_id: int, mid: int, today: date, most: int
) -> list[Coupon]:
    """The coupons of a brand that a publisher may promote today, newest first."""
    values = {"publisher_id": publisher_id, "mid": mid, "today": today, "exclusive": None}
    part = await read_page(db, OWN, Page(size=most), values, rows=_own, count=most)
    return await part.convert(Coupon)


async def page_of_publisher(
    db: Connection,
    publisher_id: int,
    mid: int | None,
    *,
    exclusive: bool | None,
    today: date,
    page: Page,
) -> CursorPage[ListedCoupon]:
    """A page of the coupons that a publisher may promote today, newest first."""
    values = {"publisher_id": publisher_id, "mid": mid, "today": today, "exclusive": exclusive}
    part = await read_page(db, OWN, page, values, rows=_own, count=COUNT_OWN)
    return await part.to_page(ListedCoupon)


async def page_of_changes(
    db: Connection,
    publisher_id: int,
    mid: int | None,
    *,
    exclusive: bool | None,
    since: datetime,
    today: date,
    page: Page,
) -> CursorPage[ListedCoupon]:
    """A page of a publisher's coupons that were changed since a time, with those that were withdrawn."""
    values = {"publisher_id": publisher_id, "mid": mid, "exclusive": exclusive, "since": since}
    part = await read_page(
        db, CHANGED, page, {**values, "today": today}, rows=_changes, count=COUNT_CHANGED
    )
    return await part.to_page(ListedCoupon)


@cache
def _own(continued: bool) -> Template:
    return OWN.page_of(LISTED, COUPONS + PROMOTED + IF_EXCLUSIVE, continued)


@cache
def _changes(continued: bool) -> Template:
    return CHANGED.page_of(LISTED, COUPONS + SINCE + IF_EXCLUSIVE, continued)


async def count_orders(
    db: Connection, publisher_id: int, mcids: Collection[str], since: datetime
) -> dict[tuple[str, str], int]:
    """How many orders a publisher has had with each code since a time, by the brand's mcid and the code in capitals."""
    query = text(
        """
        select brand.mcid, upper(c.coupon) as code, count(*) as orders
          from conversion c
          join brand on brand.mid = c.mid
         where c.publisher_id = :publisher_id and brand.mcid = any(:mcids::text[]) and c.order_time >= :since
           and c.coupon <> '' and not c.test_order
         group by brand.mcid, upper(c.coupon)
        """,
        publisher_id=publisher_id,
        mcids=sorted(mcids),
        since=since,
    )
    return {(mcid, code): orders for mcid, code, orders in await fetch(db, query)}


async def page(
    db: Connection, coupon_id: int | None, mid: int | None, page: Page
) -> CursorPage[NetworkCoupon]:
    """A page of all coupons, including expired ones."""
    values = {"id": coupon_id, "mid": mid}
    part = await read_page(db, ALL, page, values, rows=_all, count=COUNT_ALL)
    return await part.to_page(NetworkCoupon)


@cache
def _all(continued: bool) -> Template:
    columns = COLUMNS + ", nullif(coupon.publisher_id, 0) as uid, null as publisher"
    return ALL.page_of(columns, COUPONS + BY_ID + LIVE, continued)


async def may_promote(db: Connection, publisher_id: int, mid: int, code: str, today: date) -> bool:
    """Whether a coupon with this code is in force for the brand, for everybody or for this publisher."""
    query = text(
        """
        select exists (select from coupon
                        where mid = :mid and code = :code and publisher_id in (0, :publisher_id)
                          and (starts_at is null or starts_at <= :today)
                          and (ends_at is null or ends_at > :today))
        """,
        mid=mid,
        code=code,
        publisher_id=publisher_id,
        today=today,
    )
    return bool(await one_value(db, query))


async def lock(db: Connection, mid: int, code: str) -> StoredCoupon | None:
    """The brand's coupon with this code, before it is changed. The caller has locked the brand."""
    query = text(
        """
        select coupon_id as id, publisher_id, description, starts_at, ends_at, withdrawn_from from coupon
         where mid = :mid and code = :code for update
        """,
        mid=mid,
        code=code,
    )
    return await maybe_row(db, query, StoredCoupon)


async def save(db: Connection, mid: int, code: str, coupon: StoredCoupon, now: datetime) -> int:
    """Add the brand's coupon with this code, or replace it; returns its id."""
    query = text(
        """
        insert into coupon (mid, code, description, publisher_id, starts_at, ends_at, updated_at, assigned_at,
                            withdrawn_from)
        values (:mid, :code, :description, :publisher_id, :starts_at, :ends_at, :now, :assigned_at,
                :withdrawn_from::bigint[])
            on conflict (mid, code) do update
           set description = excluded.description, publisher_id = excluded.publisher_id,
               assigned_at = case when coupon.publisher_id = excluded.publisher_id
                                  then coupon.assigned_at else excluded.assigned_at end,
               starts_at = excluded.starts_at, ends_at = excluded.ends_at,
               updated_at = excluded.updated_at, withdrawn_from = excluded.withdrawn_from,
               withdrawn_at = case when coupon.withdrawn_from = excluded.withdrawn_from then coupon.withdrawn_at
                                   else excluded.updated_at end
        returning coupon_id
        """,
        mid=mid,
        code=code,
        description=coupon.description,
        publisher_id=coupon.publisher_id,
        starts_at=coupon.starts_at,
        ends_at=coupon.ends_at,
        withdrawn_from=coupon.withdrawn_from,
        now=now,
        assigned_at=None if coupon.publisher_id == FOR_ALL else now,
    )
    coupon_id: int = await one_value(db, query)
    return coupon_id
