"""Parts of a report that come out of the roll-ups."""

from collections.abc import Iterable

from schema.reports.report import GroupBy, StatusFilter
from sql.figures.query import (
    ADDED,
    OWN_COUNTERS,
    REPORTED,
    TYPES,
    Question,
    Shape,
    buckets,
    kept_column,
    selected,
)

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
MONTHLY = {"day": "month_all", "brand": "month", "link": "month_link"}
"""The sources that answer what is asked of months with fewer rows."""
DAILY = {by_month: by_day for by_day, by_month in MONTHLY.items()}
GRAINS = {by_day: [("", f"grain = '{by_day}' and {IN_RANGE}")] for by_day in (*MONTHLY, "site")} | {
    by_month: [
        ("", f"grain = '{by_month}' and day = any(:months::date[])"),
        ("", f"grain = '{by_day}' and day = any(:added::date[])"),
        ("-", f"grain = '{by_day}' and day = any(:taken::date[])"),
    ]
    for by_day, by_month in MONTHLY.items()
}
"""What a source reads: months from the month's rows, with days added or taken away again."""
SOMETHING = "clicks + pending_orders + approved_orders + rejected_orders + (bonus <> 0)::int"
"""Zero where a brand's or link's whole figures were taken away again, so that no line is made of them."""


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
    by_month = not groups & {GroupBy.DATE, GroupBy.WEEK} and question.pieces.months
    grain = keys[0] if keys else "day"
    return MONTHLY.get(grain, grain) if by_month else grain


def parts(shape: Shape) -> list[str]:
    """The selects over the roll-ups of a source, and over the clicks that wait to be added to them."""
    narrowed = " and key = any(:keys::bigint[])" if shape.mids or shape.site_ids else ""
    kept = [part(shape, "rollup", sign, rows + narrowed) for sign, rows in GRAINS[shape.source]]
    days = f"grain = '{DAILY.get(shape.source, shape.source)}' and {IN_RANGE}"
    return [*kept, part(shape, "figure_pending", "", days + narrowed)]


def part(shape: Shape, table: str, sign: str, rows: str) -> str:
    names = ("clicks",) if table == "figure_pending" else REPORTED
    columns = selected(shape, GROUPS, kept_columns(shape, names, sign))
    if takes_away(shape):
        columns += (
            f", {'clicks' if table == 'figure_pending' else f'{sign}({SOMETHING})'} as something"
        )
    return f"select {columns} from {table} where publisher_id = :publisher_id and {rows}"  # noqa: S608


def kept_columns(shape: Shape, names: Iterable[str], sign: str = "") -> dict[str, str]:
    """What each sum is read from, where it is read at all."""
    columns = {name: kept_column(name, shape.status) for name in names}
    return {name: sign + column for name, column in columns.items() if column is not None}


def takes_away(shape: Shape) -> bool:
    """Whether lines could be made of nothing that is left; a report that shows empty days shows all."""
    grains = GRAINS.get(shape.source, [])
    of_all = shape.status is StatusFilter.ALL and bool(shape.groups) and not shape.filled
    return of_all and any(sign for sign, _ in grains)


def having(shape: Shape) -> str:
    """Which lines are none: of a status those without an order, as in the rows."""
    if shape.status is not StatusFilter.ALL and shape.groups and not shape.filled:
        return f" having sum({' + '.join(OWN_COUNTERS)}) <> 0"
    return " having sum(something) <> 0" if takes_away(shape) else ""


def daily(shape: Shape) -> str:
    """The lines of every day asked for, without grouping: a day's row is its line, and takes half as long.

    Only clicks that are not added to their day yet are added up, which are of few days.
    """
    kept = selected(shape, GROUPS, kept_columns(shape, REPORTED))
    days = f"publisher_id = :publisher_id and grain = 'day' and {IN_RANGE}"
    sums = [f"{expression} as {name}" for name, expression in ADDED.items() if name != "clicks"]
    zeros = [f"0::{TYPES[name]}" for name in ADDED if name != "clicks"]
    return f"""
        waiting as materialized (
            select day, sum(clicks)::bigint as clicks from figure_pending where {days} group by day
        ), line as (
            select date, clicks + {pending_clicks(shape, "date")} as clicks, {", ".join(sums)}
              from (select {kept} from rollup where {days}) kept
             union all
            select bucket, {pending_clicks(shape, "bucket")}, {", ".join(zeros)}
              from {buckets(shape)} where bucket not in (select day from rollup where {days})
        )"""  # noqa: S608


def pending_clicks(shape: Shape, day: str) -> str:
    """The clicks that wait to be added to a day: for most, a look into a hash finds none."""
    if not shape.counts_clicks:
        return "0::bigint"
    found = f"(select clicks from waiting where day = {day})"  # noqa: S608
    return f"case when {day} in (select day from waiting) then {found} else 0::bigint end"  # noqa: S608
