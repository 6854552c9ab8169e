"""Whole lists as CSV, straight from PostgreSQL: the statements of the screens without pagination.

A row has its columns in the sequence given here. An empty text is null, times are UTC.
"""

from functools import lru_cache
from typing import LiteralString

from schema.exports.export import Column, ColumnKind
from sql.core.db import Template
from sql.core.sql_template import CLICK_REF, compose, piece
from sql.reports.clicks import UNTIL, WHERE, filter_conditions
from sql.reports.order_filter import OrderShape

TEXT, INTEGER, AMOUNT = ColumnKind.TEXT, ColumnKind.INTEGER, ColumnKind.AMOUNT
RATE, TIME, FLAG = ColumnKind.RATE, ColumnKind.TIME, ColumnKind.FLAG
TIME_TEXT = """to_char({}, 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')"""
"""The SQL format of times: ISO 8601 in UTC, the time zone of all sessions."""
UIDS = [(Column(f"uid{n}", TEXT, f"Label {n}"), f"nullif(c.uid{n}, '')") for n in range(1, 6)]
"""A publisher's own labels, on orders and clicks."""
ITEM_COLUMNS = [
    (Column("oid", INTEGER, "Our number"), "c.oid"),
    (Column("order_id", TEXT, "Order number"), "c.order_id"),
    (Column("item_id", TEXT, "Item"), "nullif(i.item_id, '')"),
    (Column("order_time", TIME, "Order time"), "c.order_time"),
    (Column("click_time", TIME, "Click time"), "c.click_time"),
    (Column("click_ref", TEXT, "Click reference"), CLICK_REF),
    (Column("mcid", TEXT, "Brand ID"), "brand.mcid"),
    (Column("mid", INTEGER, "Brand number"), "c.mid"),
    (Column("brand_name", TEXT, "Brand"), "brand.name"),
    (Column("site_id", INTEGER, "Channel number"), "c.site_id"),
    (Column("link_id", INTEGER, "Link number"), "c.link_id"),
    *UIDS,
    (Column("country", TEXT, "Country"), "nullif(c.country, '')"),
    (Column("coupon", TEXT, "Coupon"), "nullif(c.coupon, '')"),
    (Column("category", TEXT, "Category"), "nullif(i.category, '')"),
    (Column("quantity", INTEGER, "Quantity"), "i.quantity"),
    (Column("currency", TEXT, "Currency"), "c.currency"),
    (Column("sale_amount", AMOUNT, "Amount"), "i.sale_amount"),
    (Column("sale_comm", AMOUNT, "Commission"), "i.sale_comm"),
    (Column("comm_rate", RATE, "Commission rate (%)"), "i.comm_rate"),
    (Column("ori_amount", AMOUNT, "Original amount"), "i.ori_amount"),
    (Column("ori_comm", AMOUNT, "Original commission"), "i.ori_comm"),
    (Column("rate", RATE, "Exchange rate"), "c.rate"),
    (Column("report_currency", TEXT, "Report currency"), "c.report_currency"),
    (
        Column("report_amount", AMOUNT, "Amount in report currency", "report_currency"),
        "i.report_amount",
    ),
    (
        Column("report_comm", AMOUNT, "Commission in report currency", "report_currency"),
        "i.report_comm",
    ),
    (Column("status", TEXT, "Status"), "i.status"),
    (Column("order_status", TEXT, "Order status"), "c.status"),
    (Column("reason_code", TEXT, "Reason"), "i.reason_code"),
    (Column("note", TEXT, "Note"), "shown.note"),
    (Column("validation_date", TIME, "Validation date"), "i.validation_date"),
    (Column("expected_validation_date", TIME, "Expected validation"), "i.expected_validation_date"),
    (Column("settlement_id", INTEGER, "Settlement"), "i.settlement_id"),
    (Column("settlement_date", TIME, "Settled"), "i.settlement_date"),
    (Column("payment_id", INTEGER, "Payment"), "i.payment_id"),
    (Column("paid_date", TIME, "Payment date"), "i.paid_date"),
    (Column("paid", FLAG, "Paid"), "i.paid_date is not null"),
    (Column("updated_at", TIME, "Last change"), "i.updated_at"),
    (Column("test_order", FLAG, "Test order"), "c.test_order"),
    (Column("unrated", FLAG, "Not rated yet"), "c.unrated"),
]
"""The columns of /reports/export, which has a row for each item; amounts are those of the item, so none is repeated."""
NOTES = """
left join unnest(:note_mids::bigint[], :notes::text[], :shown_notes::text[]) as shown (mid, written, note)
  on shown.mid = c.mid and shown.written = i.note
"""
"""The notes of items as publishers see them (item_notes.py): what hides the data of customers is no SQL."""
CLICK_COLUMNS = [
    (Column("click_ref", TEXT, "Click reference"), CLICK_REF),
    (Column("click_time", TIME, "Click time"), "c.click_time"),
    (Column("mcid", TEXT, "Brand ID"), "brand.mcid"),
    (Column("brand_name", TEXT, "Brand"), "brand.name"),
    (Column("site_id", INTEGER, "Channel number"), "c.site_id"),
    (Column("link_id", INTEGER, "Link number"), "c.link_id"),
    (Column("link_code", TEXT, "Link"), "coalesce(link.path, link.code)"),
    (Column("link_note", TEXT, "Link note"), "nullif(link.note, '')"),
    *UIDS,
    (Column("country", TEXT, "Country"), "nullif(c.country, '')"),
    (Column("device", TEXT, "Device"), "nullif(c.device, '')"),
    (Column("referrer", TEXT, "Referrer"), "nullif(c.referrer, '')"),
    (Column("verdict", TEXT, "Verdict"), "c.verdict"),
    (Column("verdict_reason", TEXT, "Verdict reason"), "nullif(c.verdict_reason, '')"),
    (Column("oid", INTEGER, "Our number"), "led.oid"),
    (Column("order_id", TEXT, "Order number"), "led.order_id"),
]


def item_columns(*, with_money: bool) -> list[tuple[Column, str]]:
    """The columns of items, without amounts for members who see none."""
    return [each for each in ITEM_COLUMNS if with_money or not each[0].is_money]


def select_list(columns: list[tuple[Column, str]]) -> str:
    return ", ".join(
        f"{TIME_TEXT.format(expression) if column.kind is TIME else expression} as {column.name}"
        for column, expression in columns
    )


@lru_cache(maxsize=500)
def items_template(shape: OrderShape, *, with_money: bool = True) -> Template:
    """The matching items of all orders found, newest order first."""
    return compose(
        "select",
        select_list(item_columns(with_money=with_money)),
        items_of(shape),
        NOTES,
        f"where c.publisher_id = :publisher_id and i.publisher_id = :publisher_id{shape.of_item}",
        f"order by {shape.time} desc, c.oid desc, i.item_id",
    )


@lru_cache(maxsize=500)
def notes_template(shape: OrderShape) -> Template:
    """The different notes of the same items, each with its brand."""
    return compose(
        "select distinct c.mid, brand.name, i.note",
        items_of(shape),
        f"where c.publisher_id = :publisher_id and i.publisher_id = :publisher_id{shape.of_item} and i.note <> ''",
    )


def items_of(shape: OrderShape) -> LiteralString:
    """The items as `i` of all orders found, which are `c`."""
    return piece(
        "from (select c.* from",
        shape.from_clause(shape.until_condition),
        ") c",
        "join conversion_item i on i.publisher_id = c.publisher_id and i.oid = c.oid",
        "join brand on brand.mid = c.mid",
    )


@lru_cache(maxsize=500)
def clicks_template(filters: frozenset[str]) -> Template:
    """All clicks found, newest first, with the first order each led to."""
    return compose(
        "with led as materialized (select distinct on (o.click_id) o.click_id, o.oid, o.order_id from conversion o",
        "where o.publisher_id = :publisher_id and o.click_id is not null order by o.click_id, o.oid)",
        "select",
        select_list(CLICK_COLUMNS),
        "from click_all c join brand on brand.mid = c.mid",
        "left join link on link.publisher_id = :publisher_id and link.link_id = c.link_id",
        f"left join led on led.click_id = c.click_id where {WHERE}{UNTIL}{filter_conditions(filters)}",
        "order by c.click_time desc, c.click_id desc",
    )
