"""Validates report filters and turns them into queries, for screens, exports and mails."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from msgspec import Struct

import sql.reports.orders
import sql.reports.performance
from handlers.flows.filter_checks import check_sites, find_mids
from rpc import Code, Fault, Publisher, Rule
from schema.clicks.click import ClickFilter
from schema.core.days import EARLIEST, LATEST, YEARS_MAX, Days
from schema.core.envelope import Page
from schema.core.figures import Figures
from schema.core.ids import parse_click_ref
from schema.core.without_money import money_columns, refuse_money
from schema.orders.order import Order
from schema.reports.report import (
    HOUR_DAYS_MAX,
    GroupBy,
    PerformanceFilter,
    PerformanceRow,
    Scope,
    TransactionFilter,
)
from sql.core.db import Connection
from sql.reports.clicks import ClickQuery
from sql.reports.figures.report_query import ReportQuery
from sql.reports.order_filter import OrderQuery

REPORT_CODES = [Code.DATES_REVERSED, Code.BRAND_UNKNOWN, Code.SITE_INVALID]
"""Why a report's filter may be refused."""
DIGITS_MAX = 16
"""Longer numbers cannot be an oid."""


@dataclass(frozen=True, kw_only=True)
class Reader:
    """The publisher whose report is read, and the report's time zone and currency."""

    db: Connection
    publisher_id: int
    zone: str
    currency: str
    now: datetime
    public_url: str
    site_ids: list[int] | None = None
    """The channels that the reader may see, to which `db` is narrowed; None for all of the publisher's."""
    with_money: bool = True
    """Whether the reader may see amounts."""
    permissions: Collection[str] = ()

    @classmethod
    def of(cls, ctx: Publisher) -> "Reader":
        """The reader for the caller of a report."""
        return cls(
            db=ctx.db,
            publisher_id=ctx.publisher_id,
            zone=ctx.account.time_zone,
            currency=ctx.account.currency,
            now=ctx.now,
            public_url=ctx.resources.settings.public_url,
            site_ids=ctx.site_ids,
            with_money=ctx.with_money,
            permissions=ctx.permissions,
        )

    @property
    def today(self) -> date:
        return Days.last(1, self.now, self.zone).end


async def performance_query(reader: Reader, filter: PerformanceFilter, page: Page) -> ReportQuery:
    """The query for a performance report. Raises a Fault if the filter or the page is not valid."""
    days = check_days(filter.days)
    check_sort(reader, filter.sort, PerformanceRow)
    if filter.sort is not None and filter.sort.removeprefix("-") not in filter.sortable:
        columns = ", ".join(sorted(filter.sortable))
        raise Fault(
            Code.REQUEST_INVALID,
            field="filter.sort",
            rule=Rule.ONE_OF,
            why=f"must be a column of the answer: {columns}",
            limit=columns,
        )
    if page.cursor is not None:
        text = "`page.cursor`: this list is paged by `page.curPage`"
        raise Fault(Code.REQUEST_INVALID, text, field="page.cursor", rule=Rule.NOT_APPLICABLE)
    if GroupBy.HOUR in filter.groups and days.length > HOUR_DAYS_MAX:
        why = (
            f"must be less than {HOUR_DAYS_MAX} days after `filter.start_date` in a report by hour"
        )
        raise Fault(
            Code.REQUEST_INVALID,
            field="filter.end_date",
            rule=Rule.TOO_MANY_DAYS,
            why=why,
            limit=HOUR_DAYS_MAX,
        )
    scope = await scope_filters(reader, filter)
    return ReportQuery(
        publisher_id=reader.publisher_id,
        zone=reader.zone,
        currency=reader.currency,
        days=days,
        groups=filter.groups,
        status=filter.status,
        basis=filter.date_basis,
        mids=scope.get("mids"),
        site_ids=scope.get("site_ids"),
        uids=filter.uids,
        lists=filter.lists,
        sort=(filter.sort,) if filter.sort else (),
        size=page.size,
        offset=page.offset,
        compare=filter.compare,
        lapsed=filter.lapsed,
        now=reader.now,
    )


async def order_query(reader: Reader, filter: TransactionFilter) -> OrderQuery:
    """The query for a list of orders."""
    check_sort(reader, filter.sort, Order)
    return OrderQuery(
        publisher_id=reader.publisher_id,
        zone=reader.zone,
        days=check_days(filter.days),
        basis=filter.date_basis,
        filters=await scope_filters(reader, filter)
        | filter.extra
        | await keyword_filter(reader, filter),
        sort=filter.sort.value if filter.sort else "",
    )


async def keyword_filter(reader: Reader, filter: TransactionFilter) -> dict[str, list[int]]:
    """A condition for the orders that a keyword names, which may be none; no condition without a keyword."""
    word = filter.keyword
    if word is None:
        return {}
    number = int(word) if word.isascii() and word.isdecimal() and len(word) < DIGITS_MAX else None
    click_id = parse_click_ref(word)
    oids = await sql.reports.orders.find_by_number(
        reader.db, reader.publisher_id, word, number, click_id
    )
    return {"oids": oids}


async def click_query(reader: Reader, filter: ClickFilter) -> ClickQuery:
    """The query for a list of clicks."""
    return ClickQuery(
        publisher_id=reader.publisher_id,
        zone=reader.zone,
        days=check_days(filter.days),
        filters=await scope_filters(reader, filter) | filter.extra,
    )


async def totals_of_days(reader: Reader, days: Days) -> Figures:
    """The totals of a filter's days, ignoring its other conditions, to estimate how many rows a file will have."""
    query = ReportQuery(
        publisher_id=reader.publisher_id,
        zone=reader.zone,
        currency=reader.currency,
        days=days,
        site_ids=reader.site_ids,
    )
    return (await sql.reports.performance.get_lines(reader.db, query)).totals


async def scope_filters(reader: Reader, filter: Scope) -> dict[str, Any]:
    """The brands, sites and uids that a list is filtered by."""
    filters: dict[str, Any] = dict(filter.uids)
    if filter.mcids:
        filters["mids"] = await find_mids(reader, filter.mcids, "filter.mcids")
    if filter.site_ids:
        await check_sites(reader, filter.site_ids, "filter.site_ids")
        filters["site_ids"] = filter.site_ids
    elif reader.site_ids is not None:
        # Figures are added up by channel, too; of other sums, the rows of narrowed statements are counted.
        filters["site_ids"] = reader.site_ids
    return filters


def check_sort(reader: Reader, sort: str | None, row: type[Struct]) -> None:
    """Raise REQUEST_INVALID for rows sorted by an amount, if the reader sees none."""
    if sort is not None and not reader.with_money:
        refuse_money([sort], money_columns(row), "filter.sort")


def check_days(days: Days) -> Days:
    """Return the range of days. Raises DATES_REVERSED or REQUEST_INVALID if no report covers it."""
    if days.start > days.end:
        raise Fault(Code.DATES_REVERSED, field="filter.end_date")
    if days.start < EARLIEST or days.end > LATEST:
        text = f"`filter.start_date` and `filter.end_date` must lie between {EARLIEST} and {LATEST}"
        wrong = "filter.start_date" if days.start < EARLIEST else "filter.end_date"
        raise Fault(
            Code.REQUEST_INVALID,
            text,
            field=wrong,
            rule=Rule.OUT_OF_RANGE,
            limit=f"{EARLIEST} to {LATEST}",
        )
    if days.is_too_long:
        why = f"must be less than {YEARS_MAX} years after `filter.start_date`"
        raise Fault(
            Code.REQUEST_INVALID,
            field="filter.end_date",
            rule=Rule.TOO_LONG_AFTER,
            why=why,
            limit=YEARS_MAX,
        )
    return days
