"""When a saved view is mailed: every week or every month, in the morning."""

from datetime import datetime, time, timedelta

from schema.core.days import day_of, next_month
from schema.core.time_zones import get_zone
from schema.reports.saved_view import Mailed

MAIL_TIME = time(6)
"""The time of day at which views are mailed, in the publisher's time zone."""


def next_mail(mailed: Mailed, after: datetime, zone: str) -> datetime | None:
    """The first time after this one to mail a view: on Mondays, or on the first day of a month."""
    if mailed is Mailed.NEVER:
        return None
    today = day_of(after, zone)
    day = today - timedelta(days=today.weekday()) if mailed is Mailed.WEEK else today.replace(day=1)
    while (at := datetime.combine(day, MAIL_TIME, get_zone(zone))) <= after:
        day = day + timedelta(days=7) if mailed is Mailed.WEEK else next_month(day)
    return at
