"""Two years of orders and clicks of 2,000 publishers, one of whom owns a tenth, written by PostgreSQL itself."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from time import perf_counter
from typing import Any

import asyncpg

import sql.clicks.click
from schema.core.days import month_starts, next_month
from sql.core.db import open_pool

PUBLISHERS, BRANDS = 2_000, 200
LARGEST = 200_001
LAST_DAY = date(2026, 11, 20)
DAYS = 730
END = datetime(2026, 11, 20, 23, tzinfo=UTC)
START = END - timedelta(days=DAYS)
CHUNK = 250_000

ROLLUP_ROWS = """
with numbered as (
    select i, hashint8(i) & 2147483647 as a, hashint8(i + 77777777777) & 2147483647 as b
      from generate_series($1::bigint, $2::bigint) as i
), owned as (
    select i, a, b, case when i % 10 = 0 then 200001 else 200002 + a % 1999 end::bigint as uid
      from numbered
), linked as (
    select *, floor(case when uid = 200001 then 500 else 20 end
                    * power((b % 100003) / 100003.0, 2))::bigint as k
      from owned
), placed as (
    select *, 1001 + (k * 37 + uid) % 200 as mid, uid * 10 + k % 2 as site_id, uid * 1000 + k as link_id,
           $3::timestamptz + i * ($4::interval / $5::float8) as at,
           ('00000000-0000-8000-8000-' || lpad(to_hex(i), 12, '0'))::uuid as click_id,
           (array['GB', 'US', 'DE', 'FR', 'JP'])[1 + a % 5] as country,
           (array['desktop', 'mobile', 'tablet'])[1 + b % 3] as device,
           'label' || b % 40 as uid1, case when b % 2 = 0 then 1 + a % case when uid = 200001 then 300 else 10 end
           else 0 end::bigint as page_id, case when b % 3 = 0 then 1 + a % 5 else 0 end::bigint as placement_id
      from linked
), priced as (
    select *, (1000 + a % 20000)::numeric / 100 as first, (500 + b % 5000)::numeric / 100 as second,
           case when at > $3::timestamptz + $4::interval - interval '45 days' then 'Pending'
                when b % 10 < 8 then 'Approved' else 'Rejected' end as status
      from placed
)
"""
"""What is known of order and click i; a fifth of the orders has a second item."""
CONVERSIONS = """
insert into conversion (publisher_id, oid, mid, order_id, site_id, link_id, click_id, click_time,
    order_time, uid1, country, device, currency, report_currency, rate, sale_amount, sale_comm,
    report_amount, report_comm, status, created_at, updated_at, page_id, placement_id)
select uid, 10000000 + i, mid, 'B' || i, site_id, link_id, click_id, at, at, uid1, country, device,
       'GBP', 'GBP', 1, amount, earned, amount, earned, status, at, at, page_id, placement_id
  from (select *, first + case when i % 5 = 1 then second else 0 end as amount,
               round(first / 10, 2) + case when i % 5 = 1 then round(second / 10, 2) else 0 end
                   as earned from priced) as found
"""
ITEMS = """
insert into conversion_item (publisher_id, oid, item_id, quantity, comm_rate, sale_amount,
    sale_comm, ori_amount, ori_comm, report_amount, report_comm, status, validation_date,
    expected_validation_date, paid_date, updated_at)
select uid, 10000000 + i, item_id, 1, 10, amount, round(amount / 10, 2), amount,
       round(amount / 10, 2), amount, round(amount / 10, 2), status,
       case when status <> 'Pending' then at + interval '40 days' end, at + interval '30 days',
       case when status = 'Approved' and at < $3::timestamptz + $4::interval - interval '120 days'
            then at + interval '90 days' end, at
  from (select *, '1' as item_id, first as amount from priced
         union all
        select *, '2', second from priced where i % 5 = 1) as found
"""
DIRECTORY = """
insert into order_directory (mid, order_id, publisher_id, oid, reported_at)
select mid, 'B' || i, uid, 10000000 + i, at from priced
"""
CLICKS = """
insert into click (publisher_id, click_time, click_id, link_id, site_id, mid, uid1, country, device,
                   verdict, visitor, page_id, placement_id)
select uid, at, click_id, link_id, site_id, mid, uid1, country, device,
       case when b % 20 = 7 then 'bot' else 'valid' end, decode(to_hex(a), 'escape'), page_id, placement_id
  from priced
"""
COUNTED = """
, counted as materialized (
    select uid, (at at time zone 'UTC')::date as day, mid, site_id, link_id, page_id, placement_id, status,
           b % 20 <> 7 as valid, 1 + (i % 5 = 1)::int as items,
           first + case when i % 5 = 1 then second else 0 end as sales,
           round(first / 10, 2) + case when i % 5 = 1 then round(second / 10, 2) else 0 end as earned,
           status = 'Approved' and at < $3::timestamptz + $4::interval - interval '120 days' as settled
      from priced where at >= $6 and at < $7
)"""
ADDED_UP = """
    count(*) filter (where valid) as clicks,
    count(*) filter (where status = 'Pending') as pending_orders,
    count(*) filter (where status = 'Approved') as approved_orders,
    count(*) filter (where status = 'Rejected') as rejected_orders,
    coalesce(sum(items) filter (where status = 'Approved'), 0) as approved_items,
    coalesce(sum(items) filter (where status = 'Rejected'), 0) as rejected_items,
    coalesce(sum(sales) filter (where status = 'Pending'), 0) as pending_sales,
    coalesce(sum(sales) filter (where status = 'Approved'), 0) as approved_sales,
    coalesce(sum(sales) filter (where status = 'Rejected'), 0) as rejected_sales,
    coalesce(sum(earned) filter (where status = 'Pending'), 0) as pending_commission,
    coalesce(sum(earned) filter (where status = 'Approved'), 0) as approved_commission,
    coalesce(sum(earned) filter (where status = 'Rejected'), 0) as rejected_commission,
    coalesce(sum(earned) filter (where settled), 0) as paid_commission, count(*) as writes
"""
FIGURES = (
    "clicks", "pending_orders", "approved_orders", "rejected_orders", "approved_items", "rejected_items",
    "pending_sales", "approved_sales", "rejected_sales", "pending_commission", "approved_commission",
    "rejected_commission", "paid_commission", "writes",
)  # fmt: skip
NAMES, SUMS = ", ".join(FIGURES), ", ".join(f"sum({name}) as {name}" for name in FIGURES)
KEYS = {"day": "0", "brand": "mid", "site": "site_id"}
MONTH_KEYS = {"month": "mid", "month_link": "link_id", "month_all": "0"}
VALUES = ("page", "placement")
ROLLUPS = f"""{COUNTED}, link_days as materialized (
    select uid, day, mid, site_id, link_id, {ADDED_UP} from counted group by 1, 2, 3, 4, 5
), link_months as materialized (
    select uid, date_trunc('month', day::timestamp)::date as day, mid, link_id, {SUMS}
      from link_days group by 1, 2, 3, 4
), value_days as materialized (
    {
    " union all ".join(
        f"select uid, '{kind}' as grain, day, {kind}_id as key, {ADDED_UP} from counted where {kind}_id <> 0"
        " group by 1, 3, 4"
        for kind in VALUES
    )
}
)
insert into rollup (publisher_id, grain, day, key, {NAMES})
select uid, 'link', day, link_id, {NAMES} from link_days
 union all select uid, grain, day, key, {NAMES} from value_days
 union all select uid, 'month_' || grain, date_trunc('month', day::timestamp)::date, key, {SUMS}
             from value_days group by 1, 2, 3, 4
""" + "".join(
    f" union all select uid, '{grain}', day, {key}, {SUMS} from {rows} group by 1, 3, 4"
    for rows, keys in (("link_days", KEYS), ("link_months", MONTH_KEYS))
    for grain, key in keys.items()
)
"""The figures of a month: those of a day by link, page and placement are added up from orders, all others from them."""
CLICK_VALUES = """
insert into click_value (publisher_id, kind, month, key, value)
select publisher_id, substr(grain, 7), day, key, 'site.example/' || key from rollup
 where grain in ('month_page', 'month_placement')
"""
CATALOGUE = (
    """
    insert into brand (mid, mcid, name, site_url, description, categories, country, regions, currency,
        offer_type, brand_type, domains, cookie_days, validation_days, payment_days, deep_link,
        approval, status, click_param, forbidden_words, promotion_methods, contact, commission,
        commission_rank, words, created_at, updated_at)
    select mid, 'brand-' || mid, 'Brand ' || mid, 'https://shop.example', '', '{}', 'GB', '{}', 'GBP',
           'CPS', 1, '{shop.example}', 30, 30, 30, true, 'auto', 'online', 'click_ref', '{}', '{}',
           '', '10%', 10, '', now(), now()
      from generate_series(1001, 1200) as mid
    """,
    """
    insert into publisher (publisher_id, name, currency, currency_fixed)
    select uid, 'Publisher ' || uid, 'GBP', true from generate_series(200001, 202000) as uid
    """,
    """
    insert into site (publisher_id, site_id, name, channel_type, channel_platform,
                      promotion_methods, website, status)
    select uid, uid * 10 + n, 'Site ' || n, 1, 'web', '{}', 'https://site.example', 1
      from generate_series(200001, 202000) as uid, generate_series(0, 1) as n
    """,
    """
    insert into link (publisher_id, link_id, code, site_id, mid, target_url, created_at)
    select uid, uid * 1000 + k, 'code' || k, uid * 10 + k % 2, 1001 + (k * 37 + uid) % 200,
           'https://shop.example/', now()
      from generate_series(200001, 202000) as uid,
           generate_series(0, case when uid = 200001 then 499 else 19 end) as k
    """,
)


async def fill(url: str, size: int) -> None:
    """So many orders and clicks in a database that is migrated and empty, with all roll-ups."""
    pool = await open_pool(url, size=4)
    async with pool, pool.acquire() as db:
        for month in month_starts(START.date().replace(day=1), LAST_DAY):
            await sql.clicks.click.ensure_month(db, month)
        for statement in CATALOGUE:
            await db.execute(statement)
        indexes = await drop_indexes(db)
        await in_two(
            load(pool, size, (CONVERSIONS, ITEMS)),
            load(pool, size, (CLICKS, DIRECTORY)),
        )
        found = list(month_starts(START.date().replace(day=1), LAST_DAY))
        await in_two(*(add_rollups(pool, size, found[n::2]) for n in range(2)))
        await in_two(*(run_all(url, indexes[n::2]) for n in range(2)))
        await db.execute(CLICK_VALUES, timeout=3600)
        await in_two(
            run_all(url, ["vacuum analyze conversion", "vacuum analyze click"]),
            run_all(
                url,
                [
                    f"vacuum analyze {name}"
                    for name in ("conversion_item", "rollup", "order_directory")
                ],
            ),
        )


async def in_two(*halves: Any) -> None:
    """Both at once; the seconds they took are printed."""
    began = perf_counter()
    await asyncio.gather(*halves)
    print(f"  {halves[0].__name__}: {perf_counter() - began:.0f} s", flush=True)


async def drop_indexes(db: Any) -> list[str]:
    """The statements that make the indexes anew without which rows are loaded.

    Primary keys too: rows come in the order of time, and each would be put somewhere else in them. That of orders
    stays, since their items refer to it.
    """
    keys = await db.fetch(
        "select conrelid::regclass::text as name, conname, pg_get_constraintdef(oid) as definition"
        " from pg_constraint where contype = 'p'"
        " and conrelid = any(array['conversion_item', 'rollup', 'order_directory']::regclass[])"
    )
    for name, key, _ in keys:
        await db.execute(f"alter table {name} drop constraint {key}")
    indexes = await db.fetch(
        "select indexname, indexdef from pg_indexes where indexname <> 'conversion_pkey'"
        " and tablename in ('conversion', 'conversion_item', 'rollup', 'order_directory')"
    )
    for name, _ in indexes:
        await db.execute(f"drop index {name}")
    added = [f"alter table {name} add constraint {key} {how}" for name, key, how in keys]
    return [*added, *(definition for _, definition in indexes)]


async def run_all(url: str, statements: list[str]) -> None:
    db = await asyncpg.connect(url)
    await db.execute("set maintenance_work_mem = '1GB'")
    for statement in statements:
        await db.execute(statement, timeout=3600)
    await db.close()


async def load(pool: Any, size: int, statements: tuple[str, ...]) -> None:
    async with pool.acquire() as db:
        # Keys between the rows hold by their making.
        await db.execute("set session_replication_role = replica")
        for first in range(1, size + 1, CHUNK):
            last = min(first + CHUNK - 1, size)
            for statement in statements:
                values = (first, last, START, timedelta(days=DAYS), float(size))
                await db.execute(ROLLUP_ROWS + statement, *values, timeout=3600)
        await db.execute("set session_replication_role = origin")


async def add_rollups(pool: Any, size: int, list_of_months: list[date]) -> None:
    """The roll-ups of those months."""
    step = timedelta(days=DAYS) / size
    async with pool.acquire() as db:
        # A month's groups stay in memory; with less they are written to disk and read again, many times.
        await db.execute("set work_mem = '1GB'")
        for month in list_of_months:
            bounds = [
                datetime(day.year, day.month, 1, tzinfo=UTC) for day in (month, next_month(month))
            ]
            first, last = (max(1, min(size, round((at - START) / step) + n))
                           for at, n in zip(bounds, (-2, 2), strict=True))  # fmt: skip
            values = (first, last, START, timedelta(days=DAYS), float(size))
            await db.execute(ROLLUP_ROWS + ROLLUPS, *values, *bounds, timeout=3600)
        await db.execute("reset work_mem")
