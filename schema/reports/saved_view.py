"""Saved views: the filter of a report under a name."""

from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from schema.core.days import ONE_DAY, Days, months_before
from schema.core.scalar import At, Id, Text100

VIEWS_MAX = 50
"""The maximum number of views that an account can save."""


class ViewReport(StrEnum):
    PERFORMANCE = "performance"
    TRANSACTIONS = "transactions"
    CLICKS = "clicks"


class ViewDays(StrEnum):
    """A period relative to today, in the publisher's time zone."""

    TODAY = "today"
    YESTERDAY = "yesterday"
    LAST_7 = "last_7"
    LAST_30 = "last_30"
    LAST_90 = "last_90"
    THIS_MONTH = "this_month"
    LAST_MONTH = "last_month"
    LAST_QUARTER = "last_quarter"
    THIS_YEAR = "this_year"

    def as_of(self, today: date) -> Days:
        """The days of this period as of `today`."""
        month = today.replace(day=1)
        before = month - ONE_DAY
        quarter = months_before(today, (today.month - 1) % 3)
        return {
            ViewDays.TODAY: Days(today, today),
            ViewDays.YESTERDAY: Days(today - ONE_DAY, today - ONE_DAY),
            ViewDays.LAST_7: Days(today - timedelta(days=6), today),
            ViewDays.LAST_30: Days(today - timedelta(days=29), today),
            ViewDays.LAST_90: Days(today - timedelta(days=89), today),
            ViewDays.THIS_MONTH: Days(month, today),
            ViewDays.LAST_MONTH: Days(before.replace(day=1), before),
            ViewDays.LAST_QUARTER: Days(months_before(quarter, 3), quarter - ONE_DAY),
            ViewDays.THIS_YEAR: Days(today.replace(month=1, day=1), today),
        }[self]


class Mailed(StrEnum):
    NEVER = "never"
    WEEK = "week"
    MONTH = "month"


class ViewFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    report: ViewReport | None = None


class ViewDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A view to save. With an `id`, that view is changed; without a `filter` it keeps its own filter and days."""

    id: Id | None = None
    report: ViewReport
    name: Text100
    filter: (
        Annotated[
            dict[str, Any],
            Meta(description="As the report's call takes it; without dates if `days` is given"),
        ]
        | None
    ) = None
    days: ViewDays | None = None
    is_default: bool = False
    mailed: Mailed = Mailed.NEVER


class ViewRef(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id


class View(Struct, frozen=True, kw_only=True):
    """A saved view of a report.

    `filter` has the days as of today. A view that is out of date no longer fits its report and is not mailed.
    """

    id: Id
    report: ViewReport
    name: str
    filter: dict[str, Any]
    days: ViewDays | None
    is_default: bool
    mailed: Mailed
    next_mail_at: At | None
    out_of_date: bool


class StoredView(Struct, frozen=True, kw_only=True):
    """A view as it is stored."""

    publisher_id: int
    id: int
    account_id: int
    report: ViewReport
    name: str
    filter: dict[str, Any] = field(default_factory=dict)
    days: ViewDays | None = None
    is_default: bool = False
    mailed: Mailed = Mailed.NEVER
    mail_after: datetime
    mail_at: datetime | None = None

    def filter_on(self, today: date) -> dict[str, Any]:
        """The view's filter, with a relative period resolved to dates as of today."""
        return filter_on(self.filter, self.days, today)


def filter_on(filter: dict[str, Any], days: ViewDays | None, today: date) -> dict[str, Any]:
    """The filter with a relative period resolved to dates as of `today`."""
    if days is None:
        return filter
    start, end = days.as_of(today)
    return filter | {"start_date": start.isoformat(), "end_date": end.isoformat()}


class MailView(Struct, frozen=True):
    """The payload of the job that mails a view."""

    publisher_id: int
    view_id: int
