"""The parts of a report that are counted from orders, items and clicks, if no roll-up has them.

An order counts by its own status, its amounts by the status of each item, as in the roll-ups. A status leaves items
that have it, and orders with at least one.
"""

from schema.core.figures import MIXED_COUNTERS
from schema.reports.report import DateBasis, GroupBy, StatusFilter
from sql.figures.report_query import ReportShape, group_by_clause, select_list

STATUSES = ("pending", "approved", "rejected")
BRAND_JOIN = " join brand on brand.mid = c.mid"
ITEMS_JOIN = " join conversion_item i on i.publisher_id = c.publisher_id and i.oid = c.oid"
OF_PUBLISHER = "c.publisher_id = :publisher_id"
ITEMS_OF_PUBLISHER = "i.publisher_id = :publisher_id"
OF_STATUS = {status: f" and i.status = '{status.title()}'" for status in StatusFilter} | {
    StatusFilter.ALL: ""
}
FIRST_DECIDED = "row_number() over (partition by i.oid order by i.validation_date, i.item_id) = 1"
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
AMOUNTS = {
    f"{word}_{name}": f"coalesce(sum(i.report_{column}) filter (where i.status = '{word.title()}'), 0)"
    for word in STATUSES
    for name, column in (("sales", "amount"), ("commission", "comm"))
} | {
    "approved_items": "count(*) filter (where i.status = 'Approved')",
    "rejected_items": "count(*) filter (where i.status = 'Rejected')",
    "paid_commission": "coalesce(sum(i.report_comm) filter (where i.paid_date is not null), 0)",
}


def build_parts(shape: ReportShape, clicks: str = "click_all") -> list[str]:
    """The selects over orders, items and clicks, each aggregated by the groups; `clicks` is the table of clicks."""
    if shape.basis is DateBasis.VALIDATION:
        return [validation_part(shape)]
    real = f"{OF_PUBLISHER} and not c.test_order"
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


def build_part(shape: ReportShape, rows: str, time: str, where: str, sums: dict[str, str]) -> str:
    offered = BRAND_JOIN if GroupBy.OFFER_TYPE in shape.groups else ""
    return (
        f"select {select_list(shape, group_expressions(time), sums)} from {rows}{offered}"  # noqa: S608
        f" where {where} and {time} >= :from_time and {time} < :until_time{filter_conditions(shape)}"
        f" {group_by_clause(shape.groups)}"
    )


def validation_part(shape: ReportShape) -> str:
    """Items by the day they were decided; an order counts once, on the day of the first matching item."""
    rows = (
        f"(select i.*, {FIRST_DECIDED} as leads from conversion_item i where {ITEMS_OF_PUBLISHER}"  # noqa: S608
        " and i.validation_date >= :from_time and i.validation_date < :until_time"
        f"{OF_STATUS[shape.status]}) i"
        " join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid"
    )
    orders = {
        name: expression.replace("(where", "(where i.leads and")
        for name, expression in ORDERS.items()
    }
    where = f"{OF_PUBLISHER} and not c.test_order"
    return build_part(shape, rows, "i.validation_date", where, orders | AMOUNTS)


def group_expressions(time: str) -> dict[GroupBy, str]:
    """The expression of each group, where `time` is the column of the relevant time."""
    local = f"({time} at time zone :zone)"
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
        **{group: f"c.{group.value}" for group in GroupBy if group.value.startswith("uid")},
    }


def filter_conditions(shape: ReportShape) -> str:
    filters = [f"c.{name} = :{name}" for name in shape.uids]
    if shape.mids:
        filters.append("c.mid = any(:mids::bigint[])")
    if shape.site_ids:
        filters.append("c.site_id = any(:site_ids::bigint[])")
    return "".join(f" and {each}" for each in filters)
