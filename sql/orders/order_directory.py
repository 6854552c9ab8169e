"""The directory of brands' orders and the publishers that had them first. Claiming a row prevents duplicates."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import accumulate
from typing import NamedTuple

from schema.orders.intake import OrderOwner
from sql.core.db import Connection, fetch, text


class Claim(NamedTuple):
    """A row to add to the directory, unless there is one."""

    mid: int
    order_id: str
    publisher_id: int
    oid: int


async def find_owners(
    db: Connection, order_ids_by_brand: Mapping[int, Sequence[str]]
) -> dict[tuple[int, str], OrderOwner]:
    """The owners of orders that were reported before, by mid and order_id.

    A brand's orders are looked up together: neighbours in a report are mostly neighbours in the index.
    """
    ends = list(accumulate(len(order_ids) for order_ids in order_ids_by_brand.values()))
    query = text(
        """
        select mid, order_id, publisher_id, oid
          from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as asked (brand, first, last)
          join order_directory on mid = brand and order_id = any(($4::text[])[first:last])
        """,
        list(order_ids_by_brand),
        [1, *(end + 1 for end in ends[:-1])],
        ends,
        [order_id for order_ids in order_ids_by_brand.values() for order_id in order_ids],
    )
    rows = await fetch(db, query) if order_ids_by_brand else []
    return {(mid, order_id): OrderOwner(publisher, oid) for mid, order_id, publisher, oid in rows}


async def of_oids(db: Connection, oids: list[int]) -> list[Claim]:
    query = text(
        "select mid, order_id, publisher_id, oid from order_directory where oid = any($1::bigint[])",
        oids,
    )
    return [Claim(*row) for row in await fetch(db, query)]


async def next_oids(db: Connection, count: int) -> list[int]:
    """New numbers for orders."""
    query = text("select nextval('oid') from generate_series(1, $1::bigint)", count)
    return [oid for (oid,) in await fetch(db, query)] if count else []


async def claim(
    db: Connection, claims: list[Claim], now: datetime
) -> dict[tuple[int, str], OrderOwner]:
    """Claim the orders' rows until we commit; returns the owners of those that somebody else had.

    Rows are always claimed in the same order, so that two reports of the same orders wait and do not deadlock.
    """
    if not claims:
        return {}
    mids, order_ids, publisher_ids, oids = (list(column) for column in zip(*claims, strict=True))
    query = text(
        """
        insert into order_directory (mid, order_id, publisher_id, oid, reported_at)
        select mid, order_id, publisher_id, oid, $5::timestamptz
          from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[])
               as given (mid, order_id, publisher_id, oid)
         order by mid, order_id
            on conflict (mid, order_id) do update set reported_at = excluded.reported_at
        returning oid
        """,
        mids,
        order_ids,
        publisher_ids,
        oids,
        now,
    )
    new_oids = {oid for (oid,) in await fetch(db, query)}
    order_ids_by_brand: defaultdict[int, list[str]] = defaultdict(list)
    for claim in claims:
        if claim.oid not in new_oids:
            order_ids_by_brand[claim.mid].append(claim.order_id)
    return await find_owners(db, order_ids_by_brand)
