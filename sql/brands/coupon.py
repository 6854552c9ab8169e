"""Coupons of brands: those a publisher may promote, and all for the network's staff."""

from datetime import date, datetime
from functools import cache
from typing import LiteralString

from schema.brands.coupon import Coupon, CouponDraft, NetworkCoupon
from schema.core.envelope import History, Page
from schema.core.scalar import Id
from sql.core.db import Connection, Template, one_value, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose

FOR_ALL = 0
OWN = Keyset("brands/coupons", (Key("coupon.coupon_id", Id),), descending=True)
ALL = Keyset("network/coupons", (Key("coupon.coupon_id", Id),), descending=True)
"""The newest first."""
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
) -> History[Coupon]:
    """The coupons that a publisher may promote today."""
    values = {"publisher_id": publisher_id, "mid": mid, "today": today}
    part = await read_page(db, OWN, page, values, rows=_own, count=_count(own=True))
    return part.to_history(Coupon)


async def page(
    db: Connection, coupon_id: int | None, mid: int | None, page: Page
) -> History[NetworkCoupon]:
    """All coupons, those that are over too."""
    values = {"id": coupon_id, "mid": mid}
    part = await read_page(db, ALL, page, values, rows=_all, count=_count(own=False))
    return part.to_history(NetworkCoupon)


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
    """Whether the brand has such a coupon in force, for everybody or for this publisher."""
    query = text(
        """
        select exists (select from coupon
                        where mid = $1 and code = $2 and publisher_id in (0, $3)
                          and (starts_at is null or starts_at <= $4)
                          and (ends_at is null or ends_at > $4))
        """,
        mid,
        code,
        publisher_id,
        today,
    )
    return bool(await one_value(db, query))


async def save(db: Connection, mid: int, draft: CouponDraft, now: datetime) -> int:
    """Add the coupon of this brand and code, or replace it; returns its id."""
    query = text(
        """
        insert into coupon (mid, code, description, publisher_id, starts_at, ends_at, updated_at)
        values ($1, $2, $3, $4, $5, $6, $7)
            on conflict (mid, code) do update
           set description = excluded.description, publisher_id = excluded.publisher_id,
               starts_at = excluded.starts_at, ends_at = excluded.ends_at,
               updated_at = excluded.updated_at
        returning coupon_id
        """,
        mid,
        draft.code,
        draft.description,
        draft.uid or FOR_ALL,
        draft.starts_at,
        draft.ends_at,
        now,
    )
    coupon_id: int = await one_value(db, query)
    return coupon_id
