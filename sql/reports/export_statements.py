"""Whole lists as CSV, straight from PostgreSQL: the statements of the screens without their pages.

A row has the columns in the order of its tuple here. An empty text is null, times are UTC.
"""

from functools import lru_cache

from schema.reports.export import Column, ColumnKind
from sql.core.db import Template
from sql.core.sql_template import CLICK_REF, compose
from sql.reports.clicks import UNTIL, WHERE, filter_conditions
from sql.reports.order_filter import OrderShape

TEXT, INTEGER, AMOUNT = ColumnKind.TEXT, ColumnKind.INTEGER, ColumnKind.AMOUNT
RATE, TIME, FLAG = ColumnKind.RATE, ColumnKind.TIME, ColumnKind.FLAG
TIME_TEXT = """to_char({}, 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')"""
"""ISO 8601; sessions are in UTC."""
UIDS = [(Column(f"uid{n}", TEXT), f"nullif(c.uid{n}, '')") for n in range(1, 6)]
"""A publisher's own labels, on orders and clicks."""
ITEM_COLUMNS = [
    (Column("oid", INTEGER), "c.oid"),
    (Column("order_id", TEXT), "c.order_id"),
    (Column("item_id", TEXT), "nullif(i.item_id, '')"),
    (Column("order_time", TIME), "c.order_time"),
    (Column("click_time", TIME), "c.click_time"),
    (Column("click_ref", TEXT), CLICK_REF),
    (Column("mcid", TEXT), "brand.mcid"),
    (Column("mid", INTEGER), "c.mid"),
    (Column("brand_name", TEXT), "brand.name"),
    (Column("site_id", INTEGER), "c.site_id"),
    (Column("link_id", INTEGER), "c.link_id"),
    *UIDS,
    (Column("country", TEXT), "nullif(c.country, '')"),
    (Column("coupon", TEXT), "nullif(c.coupon, '')"),
    (Column("category", TEXT), "nullif(i.category, '')"),
    (Column("quantity", INTEGER), "i.quantity"),
    (Column("currency", TEXT), "c.currency"),
    (Column("sale_amount", AMOUNT), "i.sale_amount"),
    (Column("sale_comm", AMOUNT), "i.sale_comm"),
    (Column("comm_rate", RATE), "i.comm_rate"),
    (Column("ori_amount", AMOUNT), "i.ori_amount"),
    (Column("ori_comm", AMOUNT), "i.ori_comm"),
    (Column("rate", RATE), "c.rate"),
    (Column("report_currency", TEXT), "c.report_currency"),
    (Column("report_amount", AMOUNT), "i.report_amount"),
    (Column("report_comm", AMOUNT), "i.report_comm"),
    (Column("status", TEXT), "i.status"),
    (Column("order_status", TEXT), "c.status"),
    (Column("reason_code", TEXT), "i.reason_code"),
    (Column("note", TEXT), "nullif(i.note, '')"),
    (Column("validation_date", TIME), "i.validation_date"),
    (Column("expected_validation_date", TIME), "i.expected_validation_date"),
    (Column("settlement_id", INTEGER), "i.settlement_id"),
    (Column("settlement_date", TIME), "i.settlement_date"),
    (Column("payment_id", INTEGER), "i.payment_id"),
    (Column("paid_date", TIME), "i.paid_date"),
    (Column("paid", FLAG), "i.paid_date is not null"),
    (Column("updated_at", TIME), "i.updated_at"),
    (Column("test_order", FLAG), "c.test_order"),
]
"""A row of /reports/export for each item; amounts of the order are those of its items, so none is repeated."""
CLICK_COLUMNS = [
    (Column("click_ref", TEXT), CLICK_REF),
    (Column("click_time", TIME), "c.click_time"),
    (Column("mcid", TEXT), "brand.mcid"),
    (Column("brand_name", TEXT), "brand.name"),
    (Column("site_id", INTEGER), "c.site_id"),
    (Column("link_id", INTEGER), "c.link_id"),
    (Column("link_code", TEXT), "coalesce(link.path, link.code)"),
    (Column("link_note", TEXT), "nullif(link.note, '')"),
    *UIDS,
    (Column("country", TEXT), "nullif(c.country, '')"),
    (Column("device", TEXT), "nullif(c.device, '')"),
    (Column("referrer", TEXT), "nullif(c.referrer, '')"),
    (Column("verdict", TEXT), "c.verdict"),
    (Column("verdict_reason", TEXT), "nullif(c.verdict_reason, '')"),
    (Column("oid", INTEGER), "led.oid"),
    (Column("order_id", TEXT), "led.order_id"),
]


def select_list(columns: list[tuple[Column, str]]) -> str:
    return ", ".join(
        f"{TIME_TEXT.format(expression) if column.kind is TIME else expression} as {column.name}"
        for column, expression in columns
    )


@lru_cache(maxsize=500)
def items_template(shape: OrderShape) -> Template:
    """The matching items of all orders found, newest order first."""
    return compose(
        f"select {select_list(ITEM_COLUMNS)} from (select c.* from {shape.from_clause(shape.until_condition)}) c",  # noqa: S608
        "join conversion_item i on i.publisher_id = c.publisher_id and i.oid = c.oid",
        "join brand on brand.mid = c.mid",
        f"where c.publisher_id = :publisher_id and i.publisher_id = :publisher_id{shape.of_item}",
        f"order by {shape.time} desc, c.oid desc, i.item_id",
    )


@lru_cache(maxsize=500)
def clicks_template(filters: frozenset[str]) -> Template:
    """All clicks found, newest first, with the first order each led to."""
    return compose(
        "with led as materialized (select distinct on (o.click_id) o.click_id, o.oid, o.order_id from conversion o",
        "where o.publisher_id = :publisher_id and o.click_id is not null order by o.click_id, o.oid)",
        f"select {select_list(CLICK_COLUMNS)} from click_all c join brand on brand.mid = c.mid",  # noqa: S608
        "left join link on link.publisher_id = :publisher_id and link.link_id = c.link_id",
        f"left join led on led.click_id = c.click_id where {WHERE}{UNTIL}{filter_conditions(filters)}",
        "order by c.click_time desc, c.click_id desc",
    )
