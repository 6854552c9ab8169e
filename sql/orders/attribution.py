"""Looks up what a reported order is attributed to: its brand, click, link or assigned code."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from schema.brands.brand import Relation
from schema.orders.assigned_code import AssignedCode, code_key, codes_of
from schema.orders.assigned_code import find_assigned as find_assigned_publisher
from schema.orders.intake import Attribution, IntakeBrand, OrderOwner, find_block_reason
from sql.core.db import Connection, Template, fetch, one_value, run, text
from sql.core.sql_template import compose

NO_LINK = 0
"""The `link_id` of orders that are attributed to an assigned code."""


CLICKS_FILED = """
select click.publisher_id, mid, site_id, link_id, click.click_id, click.click_time,
       uid1, uid2, uid3, uid4, uid5, country, device, verdict, null::text, page_id, placement_id
  from unnest(:owners::bigint[], :times::timestamptz[], :click_ids::uuid[])
       as asked (publisher_id, click_time, click_id)
  join click on click.publisher_id = asked.publisher_id
            and click.click_time = asked.click_time and click.click_id = asked.click_id
 where click.publisher_id = any(:publisher_ids::bigint[])
   and click.click_time >= :first_time and click.click_time <= :last_time
"""
# `is true` keeps the ids in a hash: with a join, all pending clicks could be read for each id.
CLICKS_ALL = compose(
    CLICKS_FILED,
    """
 union all
select publisher_id, mid, site_id, link_id, click_id, click_time,
       uid1, uid2, uid3, uid4, uid5, country, device, verdict, null::text, page_id, placement_id
  from click_waiting
 where publisher_id = any(:publisher_ids::bigint[]) and click_time >= :first_time and click_time <= :last_time
   and (click_id in (select unnest(:click_ids::uuid[]))) is true
""",
)


async def get_brands(db: Connection, mids: list[int]) -> dict[int, IntakeBrand]:
    query = text(
        """
        select mid, mcid, name, currency, cookie_days, validation_days, expected_days, coupon_decides,
               expected_wait, expected_month_day
          from brand
         where mid = any(:mids::bigint[])
        """,
        mids=mids,
    )
    rows = [IntakeBrand(*row) for row in await fetch(db, query)]
    return {brand.mid: brand for brand in rows}


async def find_clicks(
    db: Connection, keys: list[tuple[int, datetime, UUID]]
) -> dict[UUID, Attribution]:
    """Clicks by (publisher, time, id): one shard, one partition and one index entry for each.

    Pending clicks have no such index: if one of the clicks is not filed, all of the publisher's pending ones are read.
    """
    clicks = await fetch_clicks(db, CLICKS_FILED, keys)
    missing = [key for key in keys if key[2] not in clicks]
    return clicks | await fetch_clicks(
        db, CLICKS_ALL, missing
    )  # both tables, because a click may be filed meanwhile


async def fetch_clicks(
    db: Connection, statement: str | Template, keys: list[tuple[int, datetime, UUID]]
) -> dict[UUID, Attribution]:
    if not keys:
        return {}
    publisher_ids, times, ids = (list(column) for column in zip(*keys, strict=True))
    query = text(
        statement,
        publisher_ids=sorted(set(publisher_ids)),
        owners=publisher_ids,
        times=times,
        click_ids=ids,
        first_time=min(times),
        last_time=max(times),
    )
    rows = [Attribution(*row) for row in await fetch(db, query)]
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
        select brand.status, coalesce(relationship.status, :no_relation), site.status,
               link.code, link.publisher_id, link.mid, link.site_id, link_id,
               null::uuid, null::timestamptz, uid1, uid2, uid3, uid4, uid5, null::text, '', 'valid'
          from link
          join brand on brand.mid = link.mid
          join site on site.publisher_id = link.publisher_id and site.site_id = link.site_id
          left join relationship on relationship.publisher_id = link.publisher_id
                                and relationship.site_id = link.site_id
                                and relationship.mid = link.mid
         where link.publisher_id = any(:publisher_ids::bigint[]) and code = any(:codes::text[])
           and link.deleted_at is null
        """,
        publisher_ids=publisher_ids,
        codes=codes,
        no_relation=Relation.NONE,
    )
    rows = await fetch(db, query)
    link_rows = [
        (code, Attribution._make((*trace, find_block_reason(brand, relation, site), 0, 0)))
        for brand, relation, site, code, *trace in rows
    ]
    return {(trace.publisher_id, code): trace for code, trace in link_rows}


async def find_assigned(
    db: Connection, orders: Sequence[tuple[int, str, datetime]]
) -> list[Attribution | None]:
    """The publisher to whom each order's code (brand, coupon, time) is assigned, with a channel that has joined."""
    if not orders:
        return []
    codes = await find_assigned_codes(db, orders)
    found = [(mid, find_assigned_publisher(mid, coupon, at, codes)) for mid, coupon, at in orders]
    pairs = {(publisher_id, mid) for mid, publisher_id in found if publisher_id is not None}
    channels = await find_channels(db, pairs)
    return [channels.get((publisher_id or 0, mid)) for mid, publisher_id in found]


async def find_assigned_codes(
    db: Connection, orders: Sequence[tuple[int, str, datetime]]
) -> dict[tuple[int, str], list[AssignedCode]]:
    """The assigned codes that these orders may have used, by brand and code_key()."""
    query = text(
        """
        select mid, code, publisher_id, coalesce(assigned_at, updated_at) from coupon
         where mid = any(:mids::bigint[]) and publisher_id <> 0 and lower(code) = any(:codes::text[])
        """,
        mids=sorted({mid for mid, _, _ in orders}),
        codes=sorted({code_key(code) for _, coupon, _ in orders for code in codes_of(coupon)}),
    )
    codes: defaultdict[tuple[int, str], list[AssignedCode]] = defaultdict(list)
    for row in await fetch(db, query):
        code = AssignedCode(*row)
        codes[code.mid, code_key(code.code)].append(code)
    return codes


async def find_channels(
    db: Connection, pairs: set[tuple[int, int]]
) -> dict[tuple[int, int], Attribution]:
    """A channel of each publisher that currently promotes the brand: the default one, or else the oldest."""
    if not pairs:
        return {}
    publisher_ids, mids = (sorted(set(column)) for column in zip(*pairs, strict=True))
    query = text(
        """
        select relationship.publisher_id, relationship.mid, site.site_id, brand.status, relationship.status, site.status
          from relationship
          join brand on brand.mid = relationship.mid
          join publisher on publisher.publisher_id = relationship.publisher_id
          join site on site.publisher_id = relationship.publisher_id and site.site_id = relationship.site_id
         where relationship.publisher_id = any(:publisher_ids::bigint[]) and relationship.mid = any(:mids::bigint[])
           and site.deleted_at is null
         order by publisher.default_site_id is distinct from site.site_id, site.site_id
        """,
        publisher_ids=publisher_ids,
        mids=mids,
    )
    channels: dict[tuple[int, int], Attribution] = {}
    for publisher_id, mid, site_id, brand, relation, site in await fetch(db, query):
        if find_block_reason(brand, relation, site) is None:
            labels = ("", "", "", "", "")
            channel = Attribution(
                publisher_id, mid, site_id, NO_LINK, None, None, *labels, None, "", "valid"
            )
            channels.setdefault((publisher_id, mid), channel)
    return channels


async def find_by_code(db: Connection, owners: Sequence[OrderOwner]) -> set[int]:
    """The oids of the orders that are attributed to an assigned code."""
    if not owners:
        return set()
    query = text(
        """
        select oid from conversion
         where publisher_id = any(:publisher_ids::bigint[]) and oid = any(:oids::bigint[]) and link_id = :no_link
        """,
        publisher_ids=sorted({owner.publisher_id for owner in owners}),
        oids=sorted(owner.oid for owner in owners),
        no_link=NO_LINK,
    )
    return {oid for (oid,) in await fetch(db, query)}


async def add_overruled(db: Connection, clicks: Sequence[Attribution], now: datetime) -> None:
    """Record the clicks that were overruled, because an assigned code decided about their orders."""
    rows = sorted((each.publisher_id, each.click_id, each.click_time, each.mid) for each in clicks)
    if not rows:
        return
    publisher_ids, click_ids, times, mids = (list(column) for column in zip(*rows, strict=True))
    query = text(
        """
        insert into click_overruled (publisher_id, click_id, click_time, mid, at)
        select publisher_id, click_id, click_time, mid, :now::timestamptz
          from unnest(:publisher_ids::bigint[], :click_ids::uuid[], :times::timestamptz[], :mids::bigint[])
               as given (publisher_id, click_id, click_time, mid)
         order by publisher_id, click_id
            on conflict do nothing
        """,
        publisher_ids=publisher_ids,
        click_ids=click_ids,
        times=times,
        mids=mids,
        now=now,
    )
    await run(db, query)


async def fix_currencies(db: Connection, currencies: dict[int, str]) -> bool:
    """Set publishers' report currencies to those of their first orders. False if one was set differently meanwhile."""
    columns = {"publisher_ids": list(currencies), "currencies": list(currencies.values())}
    query = text(
        """
        update publisher set currency_fixed = true, currency = given.currency
          from unnest(:publisher_ids::bigint[], :currencies::text[]) as given (publisher_id, currency)
         where publisher.publisher_id = given.publisher_id
           and publisher.publisher_id = any(:publisher_ids::bigint[]) and not currency_fixed
           and (publisher.currency = given.currency or not currency_chosen)
        """,
        **columns,
    )
    await run(db, query)
    stands = text(
        """
        select count(*) from publisher
          join unnest(:publisher_ids::bigint[], :currencies::text[]) as given (publisher_id, currency)
            on publisher.publisher_id = given.publisher_id and publisher.currency = given.currency
         where publisher.publisher_id = any(:publisher_ids::bigint[]) and currency_fixed
        """,
        **columns,
    )
    return bool(await one_value(db, stands) == len(currencies))
