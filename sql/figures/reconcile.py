"""Checks a publisher's figures by day against its rows."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from schema.core.figures import FIGURES, Delta
from sql.core.db import Connection, Text, fetch, one_value, text
from sql.figures.rollup import Key, rollup_keys

NOT_COUNTED = "bonus"
"""The figure that does not come from orders or clicks."""
COUNTED = [name for name in FIGURES if name != NOT_COUNTED]


class Difference(NamedTuple):
    """A figure of a roll-up that is not the sum of its rows."""

    grain: str
    day: date
    key: int
    figure: str
    rollup: int | Decimal
    rows: int | Decimal


async def find_differences(db: Connection, publisher_id: int) -> list[Difference]:
    """All differences. While orders come in, call it in a `repeatable read` transaction."""
    zone: str = await one_value(
        db, text("select time_zone from publisher where publisher_id = $1", publisher_id)
    )
    rows: defaultdict[Key, dict[str, int | Decimal]] = defaultdict(
        lambda: dict.fromkeys(COUNTED, 0)
    )
    for query in (
        count_orders(publisher_id, zone),
        count_items(publisher_id, zone),
        count_clicks(publisher_id, zone),
    ):
        for row in await fetch(db, query):
            day, mid, site_id, link_id, *_ = row
            for key in rollup_keys(Delta(publisher_id, day, mid, site_id, link_id)):
                for name in set(COUNTED).intersection(row.keys()):
                    rows[key][name] += row[name]
    counted: defaultdict[Key, dict[str, int | Decimal]] = defaultdict(
        lambda: dict.fromkeys(COUNTED, 0)
    )
    stored = text("select * from figure where publisher_id = $1", publisher_id)
    for row in await fetch(db, stored):
        for name in COUNTED:
            counted[row["publisher_id"], row["grain"], row["day"], row["key"]][name] += row[name]
    return list(compare(counted, rows))


def compare(
    stored: dict[Key, dict[str, int | Decimal]], rows: dict[Key, dict[str, int | Decimal]]
) -> Iterator[Difference]:
    for key in sorted(stored.keys() | rows.keys()):
        for name in COUNTED:
            was, counted = stored.get(key, {}).get(name, 0), rows.get(key, {}).get(name, 0)
            if was != counted:
                yield Difference(*key[1:], name, was, counted)


def count_orders(publisher_id: int, zone: str) -> Text:
    return text(
        """
        select (order_time at time zone $2)::date as day, mid, site_id, link_id,
               count(*) filter (where status = 'Pending') as pending_orders,
               count(*) filter (where status = 'Approved') as approved_orders,
               count(*) filter (where status = 'Rejected') as rejected_orders,
               count(*) filter (where status = 'Pending' and approved) as pending_with_approved,
               count(*) filter (where status = 'Pending' and rejected) as pending_with_rejected,
               count(*) filter (where status = 'Approved' and rejected) as approved_with_rejected
          from conversion
          left join (select publisher_id, oid, bool_or(status = 'Approved') as approved,
                            bool_or(status = 'Rejected') as rejected
                       from conversion_item where publisher_id = $1
                      group by publisher_id, oid) as item
            on item.publisher_id = conversion.publisher_id and item.oid = conversion.oid
         where conversion.publisher_id = $1 and not test_order
         group by 1, 2, 3, 4
        """,
        publisher_id,
        zone,
    )


def count_items(publisher_id: int, zone: str) -> Text:
    return text(
        """
        select (order_time at time zone $2)::date as day, mid, site_id, link_id,
               count(*) filter (where item.status = 'Approved') as approved_items,
               count(*) filter (where item.status = 'Rejected') as rejected_items,
               coalesce(sum(item.report_amount) filter (where item.status = 'Pending'), 0)
                   as pending_sales,
               coalesce(sum(item.report_amount) filter (where item.status = 'Approved'), 0)
                   as approved_sales,
               coalesce(sum(item.report_amount) filter (where item.status = 'Rejected'), 0)
                   as rejected_sales,
               coalesce(sum(item.report_comm) filter (where item.status = 'Pending'), 0)
                   as pending_commission,
               coalesce(sum(item.report_comm) filter (where item.status = 'Approved'), 0)
                   as approved_commission,
               coalesce(sum(item.report_comm) filter (where item.status = 'Rejected'), 0)
                   as rejected_commission,
               coalesce(sum(item.report_comm) filter (where paid_date is not null), 0)
                   as paid_commission
          from conversion
          join conversion_item as item on item.publisher_id = conversion.publisher_id
                                      and item.oid = conversion.oid
         where conversion.publisher_id = $1 and item.publisher_id = $1 and not test_order
         group by 1, 2, 3, 4
        """,
        publisher_id,
        zone,
    )


def count_clicks(publisher_id: int, zone: str) -> Text:
    return text(
        """
        select (click_time at time zone $2)::date as day, mid, site_id, link_id, count(*) as clicks
          from click_all where publisher_id = $1 and verdict = 'valid'
         group by 1, 2, 3, 4
        """,
        publisher_id,
        zone,
    )
