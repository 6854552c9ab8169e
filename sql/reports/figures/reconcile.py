"""Checks a publisher's figures by day against its rows."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from schema.core.figures import FIGURES, KEY_COLUMNS, Delta
from sql.core.db import Connection, Template, fetch, one_value, text
from sql.core.local_time import local_day, zone_values
from sql.core.sql_template import compose
from sql.reports.figures.rollup import HAS_KEY, Key, rollup_keys
from sql.reports.figures.uncounted import UNCOUNTED, UNCOUNTED_VALUES

NOT_COUNTED = "bonus"
"""The figure that does not come from orders or clicks, and is not checked."""
COUNTED = [name for name in FIGURES if name != NOT_COUNTED]
Counted = defaultdict[Key, dict[str, int | Decimal]]


class Difference(NamedTuple):
    """A roll-up's figure that differs from the sum of its rows."""

    grain: str
    day: date
    key: int
    figure: str
    rollup: int | Decimal
    rows: int | Decimal


async def find_differences(db: Connection, publisher_id: int) -> list[Difference]:
    """Find all differences. While orders come in, call it in a `repeatable read` transaction."""
    zone: str = await one_value(
        db,
        text(
            "select time_zone from publisher where publisher_id = :publisher_id",
            publisher_id=publisher_id,
        ),
    )
    values = {"publisher_id": publisher_id, **zone_values(zone)}
    rows: Counted = defaultdict(lambda: dict.fromkeys(COUNTED, 0))
    for template in (orders_template(), items_template(), clicks_template()):
        for row in await fetch(db, template.bind(values)):
            for key in rollup_keys(Delta(publisher_id, *row[: KEY_COLUMNS - 1])):
                for name in set(COUNTED).intersection(row.keys()):
                    rows[key][name] += row[name]
    counted: Counted = defaultdict(lambda: dict.fromkeys(COUNTED, 0))
    for row in await fetch(
        db,
        text("select * from rollup where publisher_id = :publisher_id", publisher_id=publisher_id),
    ):
        key = row["publisher_id"], row["grain"], row["day"], row["key"]
        for name in COUNTED:
            counted[key][name] += row[name]
    for row in await fetch(db, uncounted_template().bind(values)):
        counted[publisher_id, row["grain"], row["day"], row["key"]]["clicks"] += row["clicks"]
    return list(compare(counted, rows))


async def count_unrated(db: Connection, publisher_id: int) -> int:
    """The number of orders that wait for an exchange rate and are not in any figure."""
    query = text(
        """
        select count(*) from conversion where publisher_id = :publisher_id and unrated and not test_order
        """,
        publisher_id=publisher_id,
    )
    number: int = await one_value(db, query)
    return number


def compare(
    stored: dict[Key, dict[str, int | Decimal]], rows: dict[Key, dict[str, int | Decimal]]
) -> Iterator[Difference]:
    for key in sorted(stored.keys() | rows.keys()):
        for name in COUNTED:
            was, counted = stored.get(key, {}).get(name, 0), rows.get(key, {}).get(name, 0)
            if was != counted:
                yield Difference(*key[1:], name, was, counted)


@cache
def orders_template() -> Template:
    return compose(
        "select",
        local_day("order_time"),
        """
        as day, mid, site_id, link_id, page_id, placement_id,
               count(*) filter (where status = 'Pending') as pending_orders,
               count(*) filter (where status = 'Approved') as approved_orders,
               count(*) filter (where status = 'Rejected') as rejected_orders,
               count(*) filter (where status = 'Pending' and approved) as pending_with_approved,
               count(*) filter (where status = 'Pending' and rejected) as pending_with_rejected,
               count(*) filter (where status = 'Approved' and rejected) as approved_with_rejected
          from conversion
          left join (select publisher_id, oid, bool_or(status = 'Approved') as approved,
                            bool_or(status = 'Rejected') as rejected
                       from conversion_item where publisher_id = :publisher_id
                      group by publisher_id, oid) as item
            on item.publisher_id = conversion.publisher_id and item.oid = conversion.oid
         where conversion.publisher_id = :publisher_id and not test_order and not unrated
         group by 1, 2, 3, 4, 5, 6
        """,
    )


@cache
def items_template() -> Template:
    return compose(
        "select",
        local_day("order_time"),
        """
        as day, mid, site_id, link_id, page_id, placement_id,
               count(*) filter (where item.status = 'Approved' and item.corrects is null and not taken_back)
                   as approved_items,
               count(*) filter (where item.status = 'Rejected' or taken_back) as rejected_items,
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
          join (select item.*, coalesce(item.sale_amount + correction.amount = 0
                                        and item.sale_comm + correction.commission = 0, false) as taken_back
                  from conversion_item as item
                  left join (select oid, corrects, sum(sale_amount) as amount, sum(sale_comm) as commission
                               from conversion_item
                              where publisher_id = :publisher_id and corrects is not null
                              group by oid, corrects) as correction
                    on correction.oid = item.oid and correction.corrects = item.item_id
                 where item.publisher_id = :publisher_id) as item
            on item.publisher_id = conversion.publisher_id and item.oid = conversion.oid
         where conversion.publisher_id = :publisher_id and not test_order and not unrated
         group by 1, 2, 3, 4, 5, 6
        """,
    )


@cache
def clicks_template() -> Template:
    return compose(
        "select",
        local_day("click_time"),
        """
        as day, mid, site_id, link_id, page_id, placement_id, count(*) as clicks
          from click_all where publisher_id = :publisher_id and verdict = 'valid'
         group by 1, 2, 3, 4, 5, 6
        """,
    )


@cache
def uncounted_template() -> Template:
    return compose(
        *("select grain, day, key, clicks from", UNCOUNTED),
        *("union all select grain, day, key, clicks from", UNCOUNTED_VALUES, "where", HAS_KEY),
    )
