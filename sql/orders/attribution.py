"""What a reported order is attributed to: brand, click or link, and exchange rates."""

from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple
from uuid import UUID

from schema.orders.intake import Attribution, IntakeBrand, find_block_reason
from sql.core.db import Connection, Text, fetch, one_value, run, text


class RateKey(NamedTuple):
    """A rate to look up: one unit of `base` in `quote`, on that day or the last one before it."""

    base: str
    quote: str
    day: date


CLICKS_FILED = """
select click.publisher_id, mid, site_id, link_id, click.click_id, click.click_time,
       uid1, uid2, uid3, uid4, uid5, country, device, verdict
  from unnest($2::bigint[], $3::timestamptz[], $4::uuid[]) as asked (publisher_id, click_time, click_id)
  join click on click.publisher_id = asked.publisher_id
            and click.click_time = asked.click_time and click.click_id = asked.click_id
 where click.publisher_id = any($1::bigint[])
   and click.click_time >= $5 and click.click_time <= $6
"""
# `is true` keeps the ids in a hash: with a join, all pending clicks could be read for each of them.
CLICKS_ALL = f"""
{CLICKS_FILED}
 union all
select publisher_id, mid, site_id, link_id, click_id, click_time,
       uid1, uid2, uid3, uid4, uid5, country, device, verdict
  from click_waiting
 where publisher_id = any($1::bigint[]) and click_time >= $5 and click_time <= $6
   and (click_id in (select unnest($4::uuid[]))) is true
"""  # noqa: S608 - our own text


async def get_brands(db: Connection, mids: list[int]) -> dict[int, IntakeBrand]:
    query = text(
        """
        select mid, mcid, name, currency, cookie_days, validation_days, expected_days from brand
         where mid = any($1::bigint[])
        """,
        mids,
    )
    rows = [IntakeBrand(*row) for row in await fetch(db, query)]
    return {brand.mid: brand for brand in rows}


async def find_clicks(
    db: Connection, keys: list[tuple[int, datetime, UUID]]
) -> dict[UUID, Attribution]:
    """Clicks by (publisher, time, id): one shard, one partition and one index entry for each.

    Pending ones have no such index: all of a publisher's are read if one has not been filed yet.
    """
    clicks = await fetch_clicks(db, CLICKS_FILED, keys)
    missing = [key for key in keys if key[2] not in clicks]
    return clicks | await fetch_clicks(
        db, CLICKS_ALL, missing
    )  # both, because it may be filed meanwhile


async def fetch_clicks(
    db: Connection, statement: str, keys: list[tuple[int, datetime, UUID]]
) -> dict[UUID, Attribution]:
    if not keys:
        return {}
    publisher_ids, times, ids = (list(column) for column in zip(*keys, strict=True))
    values = (sorted(set(publisher_ids)), publisher_ids, times, ids, min(times), max(times))
    rows = [Attribution(*row) for row in await fetch(db, Text(statement, values))]
    wanted_keys = set(keys)
    return {
        trace.click_id: trace
        for trace in rows
        if trace.click_id is not None
        and (trace.publisher_id, trace.click_time, trace.click_id) in wanted_keys
    }


async def find_links(
    db: Connection, owners: list[tuple[int, str]]
) -> dict[tuple[int, str], Attribution]:
    """Links by (publisher, code), for orders without a click, and whether they count at present."""
    if not owners:
        return {}
    publisher_ids, codes = (sorted(set(column)) for column in zip(*owners, strict=True))
    query = text(
        """
        select brand.status, coalesce(relationship.status, 0), site.status,
               link.code, link.publisher_id, link.mid, link.site_id, link_id,
               null::uuid, null::timestamptz, uid1, uid2, uid3, uid4, uid5, null::text, '', 'valid'
          from link
          join brand on brand.mid = link.mid
          join site on site.publisher_id = link.publisher_id and site.site_id = link.site_id
          left join relationship on relationship.publisher_id = link.publisher_id
                                and relationship.site_id = link.site_id
                                and relationship.mid = link.mid
         where link.publisher_id = any($1::bigint[]) and code = any($2::text[])
           and link.deleted_at is null
        """,
        publisher_ids,
        codes,
    )
    rows = await fetch(db, query)
    link_rows = [
        (code, Attribution._make((*trace, find_block_reason(brand, relation, site))))
        for brand, relation, site, code, *trace in rows
    ]
    return {(trace.publisher_id, code): trace for code, trace in link_rows}


async def fix_currencies(db: Connection, currencies: dict[int, str]) -> bool:
    """Set publishers' report currencies by their first orders. False if one was set differently meanwhile."""
    columns = [list(currencies), list(currencies.values())]
    query = text(
        """
        update publisher set currency_fixed = true, currency = given.currency
          from unnest($1::bigint[], $2::text[]) as given (publisher_id, currency)
         where publisher.publisher_id = given.publisher_id
           and publisher.publisher_id = any($1::bigint[]) and not currency_fixed
           and (publisher.currency = given.currency or not currency_chosen)
        """,
        *columns,
    )
    await run(db, query)
    stands = text(
        """
        select count(*) from publisher
          join unnest($1::bigint[], $2::text[]) as given (publisher_id, currency)
            on publisher.publisher_id = given.publisher_id and publisher.currency = given.currency
         where publisher.publisher_id = any($1::bigint[]) and currency_fixed
        """,
        *columns,
    )
    return bool(await one_value(db, stands) == len(currencies))


async def find_rates(db: Connection, keys: set[RateKey]) -> dict[RateKey, Decimal]:
    """The rates that exist."""
    if not keys:
        return {}
    bases, quotes, days = (list(column) for column in zip(*keys, strict=True))
    query = text(
        """
        select asked.base, asked.quote, asked.day, found.rate
          from unnest($1::text[], $2::text[], $3::date[]) as asked (base, quote, day)
         cross join lateral (
               select rate from currency_rate
                where base = asked.base and quote = asked.quote and day <= asked.day
                order by day desc limit 1) as found
        """,
        bases,
        quotes,
        days,
    )
    rows = await fetch(db, query)
    return {RateKey(base, quote, day): rate for base, quote, day, rate in rows}


async def find_recent_rate(db: Connection, key: RateKey, since: date) -> Decimal | None:
    """The rate of a day, or the last one before it that is not older than `since`."""
    query = text(
        """
        select rate from currency_rate
         where base = $1 and quote = $2 and day <= $3 and day >= $4 order by day desc limit 1
        """,
        *key,
        since,
    )
    rate: Decimal | None = await one_value(db, query)
    return rate
