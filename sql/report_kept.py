"""Parts of a report that come out of the roll-ups."""

from schema.report import GroupBy
from sql.report_part import SUMS, Question, Shape, selected

ROWS = "rows"
KEPT = {GroupBy.DATE, GroupBy.WEEK, GroupBy.MONTH, GroupBy.BRAND, GroupBy.SITE}
GROUPS = {
    GroupBy.DATE: "day",
    GroupBy.WEEK: "date_trunc('week', day::timestamp)::date",
    GroupBy.MONTH: "date_trunc('month', day::timestamp)::date",
    GroupBy.BRAND: "key",
    GroupBy.SITE: "key",
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
}
"""What a source reads: whole months by brand are read from the month's rows, the days around them from the day's."""


def source(question: Question) -> str:
    """The roll-up that answers a question, or the rows where none does."""
    groups = set(question.groups)
    by_brand = GroupBy.BRAND in groups or question.mids is not None
    by_site = GroupBy.SITE in groups or question.site_ids is not None
    of_order = question.basis is question.basis.ORDER
    if not of_order or question.uids or groups - KEPT or (by_brand and by_site):
        return ROWS
    if by_site:
        return "site"
    if not by_brand:
        return "day"
    by_day = groups & {GroupBy.DATE, GroupBy.WEEK}
    return "brand" if by_day or not question.days.whole_months() else "month"


def parts(shape: Shape) -> list[str]:
    """The selects over the roll-ups of a source."""
    columns = selected(shape, GROUPS, {name: name for name in SUMS})
    narrowed = " and key = any(:keys::bigint[])" if shape.mids or shape.site_ids else ""
    return [
        f"select {columns} from rollup where publisher_id = :publisher_id and {rows}{narrowed}"  # noqa: S608
        for rows in GRAINS[shape.source]
    ]
