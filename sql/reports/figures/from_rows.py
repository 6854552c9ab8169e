"""The parts of a report that are counted from orders, items and clicks, if no roll-up has them.

An order counts by its own status, its amounts by the status of each item, as in the roll-ups. A status filter keeps
items with the status, and orders with at least one such item.
"""

from collections.abc import Sequence
from typing import LiteralString

from schema.core.figures import MIXED_COUNTERS
from schema.reports.report import DateBasis, GroupBy, StatusFilter
from sql.core.local_time import local_time
from sql.core.sql_template import piece
from sql.reports.figures.report_query import (
    LIST_COLUMNS,
    ONCE,
    ReportShape,
    group_by_clause,
    select_list,
)

STATUSES = ("pending", "approved", "rejected")
BRAND_JOIN = " join brand on brand.mid = c.mid"
ITEMS_JOIN = " join conversion_item i on i.publisher_id = c.publisher_id and i.oid = c.oid"
COUNTED = "not c.test_order and not c.unrated"
"""The condition for orders that count in figures."""
OF_PUBLISHER = "c.publisher_id = :publisher_id"
ITEMS_OF_PUBLISHER = "i.publisher_id = :publisher_id"
OF_STATUS = {status: f" and i.status = '{status.title()}'" for status in StatusFilter} | {
    StatusFilter.ALL: ""
}
ITEM_OF_ORDER = "conversion_item i where i.publisher_id = :publisher_id and i.oid = c.oid"
ORDERS = {
    f"{word}_orders": f"count(*) filter (where c.status = '{word.title()}')" for word in STATUSES
}
MIXED = {
    name: f"count(*) filter (where c.status = '{own.title()}'"
    f" and exists (select from {ITEM_OF_ORDER} and i.status = '{other.title()}'))"
    for name in MIXED_COUNTERS
    for own, other in [name.split("_with_")]
}
TAKEN_BACK = """(
    select settled.oid, settled.item_id
      from (select oid, corrects, sum(sale_amount) as amount, sum(sale_comm) as commission
              from conversion_item where publisher_id = :publisher_id and corrects is not null
             group by oid, corrects) as correction
      join conversion_item settled on settled.oid = correction.oid and settled.item_id = correction.corrects
     where settled.publisher_id = :publisher_id
       and settled.sale_amount + correction.amount = 0 and settled.sale_comm + correction.commission = 0)"""
"""The items whose amounts and corrections sum to zero; SettledTotals.is_rejected is the same check for one item."""
IS_TAKEN_BACK = f"(i.oid, i.item_id) in {TAKEN_BACK}"
AMOUNTS = {
    f"{word}_{name}": f"coalesce(sum(i.report_{column}) filter (where i.status = '{word.title()}'), 0)"
    for word in STATUSES
    for name, column in (("sales", "amount"), ("commission", "comm"))
} | {
    "approved_items": f"count(*) filter (where i.status = 'Approved' and i.corrects is null and not {IS_TAKEN_BACK})",
    "rejected_items": f"count(*) filter (where (i.status = 'Rejected' or {IS_TAKEN_BACK}))",
    "paid_commission": "coalesce(sum(i.report_comm) filter (where i.paid_date is not null), 0)",
}


def build_parts(shape: ReportShape, clicks: str = "click_all") -> list[str]:
    """The selects over orders, items and clicks, each aggregated by the groups; `clicks` is the table of clicks."""
    if shape.basis is DateBasis.VALIDATION:
        return [validation_part(shape)]
    real = f"{OF_PUBLISHER} and {COUNTED}"
    of_status = OF_STATUS[shape.status]
    found_by = f"{real} and exists (select from {ITEM_OF_ORDER}{of_status})" if of_status else real
    amounts_of = f"{real} and {ITEMS_OF_PUBLISHER}{of_status}"
    counters = ORDERS | MIXED if shape.whole else ORDERS
    parts = [
        build_part(shape, "conversion c", "c.order_time", found_by, counters),
        build_part(shape, f"conversion c{ITEMS_JOIN}", "c.order_time", amounts_of, AMOUNTS),
    ]
    if shape.counts_clicks:
        valid = f"{OF_PUBLISHER} and c.verdict = 'valid'"
        parts.append(
            build_part(shape, f"{clicks} c", "c.click_time", valid, {"clicks": "count(*)"})
        )
    return parts


def build_part(
    shape: ReportShape,
    rows: str,
    time: LiteralString,
    where: str,
    sums: dict[str, str],
    *,
    more: str = "",
) -> str:
    """Build a select of the groups, the sums of a report, and `more` columns after them."""
    offered = BRAND_JOIN if GroupBy.OFFER_TYPE in shape.groups else ""
    return piece(
        *("select", select_list(shape, group_expressions(time), sums), more, "from", rows, offered),
        *("where", where, "and", time, ">= :from_time and", time, "< :until_time"),
        filter_conditions(shape),
        group_by_clause(shape.groups),
    )


def validation_part(shape: ReportShape) -> str:
    """The select over items by day of decision. An order counts once in each line that has a matching item of it."""
    lines = [group_expressions("i.validation_date")[group] for group in shape.time_groups]
    rows = piece(
        *("(select i.*,", is_first(), "as leads,", is_first(lines), "as leads_line"),
        *("from conversion_item i where", ITEMS_OF_PUBLISHER),
        "and i.validation_date >= :from_time and i.validation_date < :until_time",
        OF_STATUS[shape.status],
        ") i join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid",
    )
    orders = {
        name: expression.replace("(where", "(where i.leads_line and")
        for name, expression in ORDERS.items()
    }
    once = [
        f", {expression.replace('(where', '(where i.leads and')} as {ONCE[name]}"
        for name, expression in ORDERS.items()
        if shape.repeats_orders
    ]
    where = f"{OF_PUBLISHER} and {COUNTED}"
    return build_part(shape, rows, "i.validation_date", where, orders | AMOUNTS, more="".join(once))


def is_first(lines: Sequence[str] = ()) -> str:
    """The condition that an item `i` is the first decided one of its order, or the first within these groups."""
    key = ", ".join(["i.oid", *lines])
    return f"row_number() over (partition by {key} order by i.validation_date, i.item_id) = 1"


def group_expressions(time: LiteralString) -> dict[GroupBy, str]:
    """The SQL expression of each group, where `time` is the relevant time column."""
    local = local_time(time)
    return {
        GroupBy.DATE: f"{local}::date",
        GroupBy.WEEK: f"date_trunc('week', {local})::date",
        GroupBy.MONTH: f"date_trunc('month', {local})::date",
        GroupBy.BRAND: "c.mid",
        GroupBy.SITE: "c.site_id",
        GroupBy.LINK: "c.link_id",
        GroupBy.COUNTRY: "c.country",
        GroupBy.DEVICE: "c.device",
        GroupBy.OFFER_TYPE: "brand.offer_type",
        GroupBy.HOUR: f"extract(hour from {local})::integer",
        GroupBy.PAGE: "c.page_id",
        GroupBy.PLACEMENT: "c.placement_id",
        **{group: f"c.{group.value}" for group in GroupBy if group.value.startswith("uid")},
    }


def filter_conditions(shape: ReportShape) -> str:
    filters = [f"c.{name} = :{name}" for name in shape.uids]
    if shape.mids:
        filters.append("c.mid = any(:mids::bigint[])")
    if shape.site_ids:
        filters.append("c.site_id = any(:site_ids::bigint[])")
    for name in shape.lists:
        column, kind = LIST_COLUMNS[name]
        filters.append(f"{column} = any(:some_{name}::{kind}[])")
    return "".join(f" and {each}" for each in filters)
