"""Saved views and downloads of the demonstration: one view is mailed every week, and one download has failed.

The worker builds the files that are requested here, as it does for everybody; until then they are queued.
"""

import secrets
from datetime import datetime, timedelta
from functools import partial

import sql.exports.download
import sql.exports.download_state
import sql.reports.saved_view
from handlers.demo.core.steps import Write
from handlers.demo.people.people import ZONE, find
from rpc.process.resources import Resources
from schema.clicks.click import ClickFilter
from schema.core.days import Days
from schema.exports.download import STOPPED_MESSAGE, DownloadKind
from schema.exports.export import (
    ExportFormat,
    ExportReport,
    ExportRequest,
    export_digest,
    normalize_filter,
)
from schema.network.retention import DOWNLOADS
from schema.reports.report import GroupBy, PerformanceFilter, TransactionFilter
from schema.reports.saved_view import Mailed, ViewDays, ViewDraft, ViewReport
from schema.reports.saved_view_schedule import next_mail
from sql.accounts.account import Login
from sql.core.db import Connection, one_value, text

CURRENCY = "GBP"
VIEWS = [
    ViewDraft(
        report=ViewReport.PERFORMANCE,
        name="Brands this month",
        filter={"group_by": ["brand"], "sort": "-commission"},
        days=ViewDays.THIS_MONTH,
    ),
    ViewDraft(
        report=ViewReport.PERFORMANCE,
        name="Last week by day",
        filter={"group_by": ["date"], "sort": "-date"},
        days=ViewDays.LAST_7,
        mailed=Mailed.WEEK,
    ),
    ViewDraft(
        report=ViewReport.TRANSACTIONS,
        name="Declined orders",
        filter={"status": "rejected"},
        days=ViewDays.LAST_90,
    ),
]
SHOWN_DAYS = 30
"""The number of days that the files cover."""


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, now=portal.clock.now())


async def write(db: Connection, now: datetime) -> None:
    """Write the views, a queued file of each format, and one that failed."""
    uid = (await find(db)).uid
    query = text(
        "select account_id from account where publisher_id = :uid order by 1 limit 1", uid=uid
    )
    login = Login(uid, await one_value(db, query))
    for draft in VIEWS:
        mail_at = next_mail(draft.mailed, now, ZONE)
        await sql.reports.saved_view.add(db, login, draft, mail_at=mail_at, now=now)
    days = Days.last(SHOWN_DAYS, now, ZONE)
    start, end = days.start, days.end
    by_brand = PerformanceFilter(start_date=start, end_date=end, group_by=[GroupBy.BRAND])
    orders = TransactionFilter(start_date=start, end_date=end)
    for report, format, filter in (
        (ExportReport.PERFORMANCE, ExportFormat.XLSX, by_brand),
        (ExportReport.TRANSACTIONS, ExportFormat.CSV, orders),
        (
            ExportReport.CLICKS,
            ExportFormat.PARQUET,
            ClickFilter(start_date=start, end_date=end),
        ),
    ):
        await add(db, login, report, format, normalize_filter(filter), now)
    failed = await add(
        db,
        login,
        ExportReport.SETTLEMENTS,
        ExportFormat.CSV,
        {},
        now - timedelta(hours=20),
    )
    if failed is not None:
        await sql.exports.download_state.fail(db, uid, failed, STOPPED_MESSAGE)


async def add(
    db: Connection,
    login: Login,
    report: ExportReport,
    format: ExportFormat,
    filter: dict[str, object],
    at: datetime,
) -> int | None:
    request = ExportRequest(
        report=report, format=format, filter=filter, zone=ZONE, currency=CURRENCY
    )
    days = [str(filter[name]) for name in ("start_date", "end_date") if name in filter]
    return await sql.exports.download.add(
        db,
        login,
        DownloadKind.REPORT,
        digest=export_digest(request),
        filename=f"{'-'.join([report, *days])}.{format}",
        file=f"{secrets.token_urlsafe(24)}.{format}",
        now=at,
        expires_at=at + DOWNLOADS,
        request=request,
    )
