"""Parts of a report that come out of the roll-ups."""

from schema.report import GroupBy
from sql.report_part import SUMS, Question, Shape, selected

ROWS = "rows"
KEPT = {GroupBy.DATE, GroupBy.WEEK, GroupBy.MONTH, GroupBy.BRAND, GroupBy.SITE, GroupBy.LINK}
GROUPS = {
    GroupBy.DATE: "day",
    GroupBy.WEEK: "date_trunc('week', day::timestamp)::date",
    GroupBy.MONTH: "date_trunc('month', day::timestamp)::date",
    GroupBy.BRAND: "key",
    GroupBy.SITE: "key",
    GroupBy.LINK: "key",
}
IN_RANGE = "day >= :first_day and day <= :last_day"
GRAINS = {
    "day": [f"grain = 'day' and {IN_RANGE}"],
    "site": [f"grain = 'site' and {IN_RANGE}"],
    "brand": [f"grain = 'brand' and {IN_RANGE}"],
    "month": [
        "grain = 'month' and day = any(:whole_months::date[])",
        "grain = 'brand' and day = any(:edges::date[])",
    ],
    "link": [f"grain = 'link' and {IN_RANGE}"],
    "month_link": [
        "grain = 'month_link' and day = any(:whole_months::date[])",
        "grain = 'link' and day = any(:edges::date[])",
    ],
}
"""What a source reads: whole months by brand or link from the month's rows, the days around them from the day's."""
MONTHLY = {"brand": "month", "link": "month_link"}
"""The sources that answer what is asked of whole months with fewer rows."""


def source(question: Question) -> str:
    """The roll-up that answers a question, or the rows where none does."""
    groups = set(question.groups)
    keys = [
        grain
        for grain, wanted in (
            ("brand", GroupBy.BRAND in groups or question.mids is not None),
            ("site", GroupBy.SITE in groups or question.site_ids is not None),
            ("link", GroupBy.LINK in groups),
        )
        if wanted
    ]
    of_order = question.basis is question.basis.ORDER
    if not of_order or question.uids or groups - KEPT or len(keys) > 1:
        return ROWS
    by_month = question.days.whole_months() and not groups & {GroupBy.DATE, GroupBy.WEEK}
    grain = keys[0] if keys else "day"
    return MONTHLY.get(grain, grain) if by_month else grain


def parts(shape: Shape) -> list[str]:
    """The selects over the roll-ups of a source."""
    columns = selected(shape, GROUPS, {name: name for name in SUMS})
    narrowed = " and key = any(:keys::bigint[])" if shape.mids or shape.site_ids else ""
    return [
        f"select {columns} from figure where publisher_id = :publisher_id and {rows}{narrowed}"  # noqa: S608
        for rows in GRAINS[shape.source]
    ]
