"""Brands' coupons: those that a publisher may promote, and all of them for the network's staff."""

from datetime import date, datetime
from functools import cache
from typing import LiteralString

from schema.brands.coupon import Coupon, CouponDraft, NetworkCoupon
from schema.core.envelope import CursorPage, Page
from schema.core.scalar import Id
from sql.core.db import Connection, Template, one_value, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose

FOR_ALL = 0
OWN = Keyset("brands/coupons", (Key("coupon.coupon_id", Id),), descending=True)
ALL = Keyset("network/coupons", (Key("coupon.coupon_id", Id),), descending=True)
"""The order of the list: newest first."""
COLUMNS: LiteralString = """
coupon.coupon_id as id, brand.mcid, brand.name as brand_name, coupon.code, coupon.description,
coupon.starts_at, coupon.ends_at
"""
COUPONS: LiteralString = """
  from coupon join brand on brand.mid = coupon.mid
 where (cast(:mid as bigint) is null or coupon.mid = :mid)
"""
BY_ID: LiteralString = " and (cast(:id as bigint) is null or coupon.coupon_id = :id) "
PROMOTED: LiteralString = """
   and coupon.publisher_id in (0, :publisher_id) and brand.status = 'online'
   and (coupon.starts_at is null or coupon.starts_at <= :today)
   and (coupon.ends_at is null or coupon.ends_at > :today)
"""


async def page_of_publisher(
    db: Connection, publisher_id: int, mid: int | None, today: date, page: Page
) -> CursorPage[Coupon]:
    """A page of the coupons that a publisher may promote today."""
    values = {"publisher_id": publisher_id, "mid": mid, "today": today}
    part = await read_page(db, OWN, page, values, rows=_own, count=_count(own=True))
    return await part.to_page(Coupon)


async def page(
    db: Connection, coupon_id: int | None, mid: int | None, page: Page
) -> CursorPage[NetworkCoupon]:
    """A page of all coupons, including expired ones."""
    values = {"id": coupon_id, "mid": mid}
    part = await read_page(db, ALL, page, values, rows=_all, count=_count(own=False))
    return await part.to_page(NetworkCoupon)


@cache
def _own(continued: bool) -> Template:
    return OWN.page_of(
        COLUMNS + ", coupon.publisher_id <> 0 as exclusive", COUPONS + PROMOTED, continued
    )


@cache
def _all(continued: bool) -> Template:
    columns = COLUMNS + ", nullif(coupon.publisher_id, 0) as uid, null as publisher"
    return ALL.page_of(columns, COUPONS + BY_ID, continued)


@cache
def _count(*, own: bool) -> Template:
    return compose("select count(*)", COUPONS + (PROMOTED if own else BY_ID))


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


async def save(db: Connection, mid: int, draft: CouponDraft, now: datetime) -> int:
    """Add the brand's coupon with the draft's code, or replace it; returns its id."""
    query = text(
        """
        insert into coupon (mid, code, description, publisher_id, starts_at, ends_at, updated_at, assigned_at)
        values (:mid, :code, :description, :publisher_id, :starts_at, :ends_at, :now, :assigned_at)
            on conflict (mid, code) do update
           set description = excluded.description, publisher_id = excluded.publisher_id,
               assigned_at = case when coupon.publisher_id = excluded.publisher_id
                                  then coupon.assigned_at else excluded.assigned_at end,
               starts_at = excluded.starts_at, ends_at = excluded.ends_at,
               updated_at = excluded.updated_at
        returning coupon_id
        """,
        mid=mid,
        code=draft.code,
        description=draft.description,
        publisher_id=draft.uid or FOR_ALL,
        starts_at=draft.starts_at,
        ends_at=draft.ends_at,
        now=now,
        assigned_at=None if draft.uid is None else now,
    )
    coupon_id: int = await one_value(db, query)
    return coupon_id
