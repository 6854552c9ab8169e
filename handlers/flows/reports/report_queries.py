"""What a report asks: its filter, checked, as the query of its statement. Screens, exports and mails share it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sql.reports.orders
import sql.reports.performance
from handlers.flows.filter_checks import check_sites, find_mids
from rpc import Code, Fault, Publisher
from schema.clicks.click import ClickFilter
from schema.core.days import EARLIEST, LATEST, YEARS_MAX, Days
from schema.core.envelope import Page
from schema.core.figures import Figures
from schema.core.ids import parse_click_ref
from schema.reports.report import PerformanceFilter, Scope, TransactionFilter
from sql.core.db import Connection
from sql.figures.report_query import ReportQuery
from sql.reports.clicks import ClickQuery
from sql.reports.order_filter import OrderQuery

DIGITS_MAX = 16
"""Of the number of an order of ours."""


@dataclass(frozen=True, kw_only=True)
class Reader:
    """Whose report is read, and in which time zone and currency."""

    db: Connection
    publisher_id: int
    zone: str
    currency: str
    now: datetime
    public_url: str

    @classmethod
    def of(cls, ctx: Publisher) -> "Reader":
        """The caller of a report."""
        return cls(
            db=ctx.db,
            publisher_id=ctx.publisher_id,
            zone=ctx.account.time_zone,
            currency=ctx.account.currency,
            now=ctx.now,
            public_url=ctx.resources.settings.public_url,
        )


async def performance_query(reader: Reader, filter: PerformanceFilter, page: Page) -> ReportQuery:
    """The query of a performance report, if it can be answered."""
    days = check_days(filter.days)
    if filter.sort is not None and filter.sort.removeprefix("-") not in filter.sortable:
        why = f"must be a column of the answer: {', '.join(sorted(filter.sortable))}"
        raise Fault(Code.REQUEST_INVALID, field="filter.sort", why=why)
    if page.cursor is not None:
        text = "`page.cursor`: this list is paged by `page.curPage`"
        raise Fault(Code.REQUEST_INVALID, text, field="page.cursor")
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
        sort=(filter.sort,) if filter.sort else (),
        size=page.size,
        offset=page.offset,
        today=Days.last(1, reader.now, reader.zone).end,
    )


async def order_query(reader: Reader, filter: TransactionFilter) -> OrderQuery:
    """The query of a list of orders."""
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
    """The orders that a keyword names; none if it names none."""
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
    """The query of a list of clicks."""
    return ClickQuery(
        publisher_id=reader.publisher_id,
        zone=reader.zone,
        days=check_days(filter.days),
        filters=await scope_filters(reader, filter) | filter.extra,
    )


async def totals_of_days(reader: Reader, filter: Scope) -> Figures:
    """The totals of the filter's days, whatever else it narrows: about how many rows a file will have."""
    query = ReportQuery(
        publisher_id=reader.publisher_id,
        zone=reader.zone,
        currency=reader.currency,
        days=filter.days,
        today=filter.end_date,
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
    return filters


def check_days(days: Days) -> Days:
    """The range, unless no report can answer it."""
    if days.start > days.end:
        raise Fault(Code.DATES_REVERSED, field="filter.end_date")
    if days.start < EARLIEST or days.end > LATEST:
        text = f"`filter.start_date` and `filter.end_date` must lie between {EARLIEST} and {LATEST}"
        wrong = "filter.start_date" if days.start < EARLIEST else "filter.end_date"
        raise Fault(Code.REQUEST_INVALID, text, field=wrong)
    if days.is_too_long:
        why = f"must be less than {YEARS_MAX} years after `filter.start_date`"
        raise Fault(Code.REQUEST_INVALID, field="filter.end_date", why=why)
    return days
