"""The parts of a report that are read from the roll-ups."""

from collections.abc import Iterable

from schema.reports.report import GroupBy, StatusFilter
from sql.figures.report_query import (
    LINE_TYPES,
    OWN_COUNTERS,
    REPORTED,
    SUM_EXPRESSIONS,
    ReportQuery,
    ReportShape,
    bucket_series,
    select_list,
    stored_column,
)

FROM_ROWS = "rows"
ROLLUP_GROUPS = {
    GroupBy.DATE,
    GroupBy.WEEK,
    GroupBy.MONTH,
    GroupBy.BRAND,
    GroupBy.SITE,
    GroupBy.LINK,
}
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
"""The sources that have the figures of months in fewer rows."""
DAILY = {by_month: by_day for by_day, by_month in MONTHLY.items()}
GRAINS = {by_day: [("", f"grain = '{by_day}' and {IN_RANGE}")] for by_day in (*MONTHLY, "site")} | {
    by_month: [
        ("", f"grain = '{by_month}' and day = any(:months::date[])"),
        ("", f"grain = '{by_day}' and day = any(:added_days::date[])"),
        ("-", f"grain = '{by_day}' and day = any(:removed_days::date[])"),
    ]
    for by_day, by_month in MONTHLY.items()
}
"""What a source reads: months from the rows by month, plus or minus some days."""
ANY_FIGURE = "clicks + pending_orders + approved_orders + rejected_orders + (bonus <> 0)::int"
"""Zero if all of a brand's or a link's figures were subtracted again, so that it gets no line."""


def choose_source(query: ReportQuery) -> str:
    """The roll-up that answers a query, or the rows if none does."""
    groups = set(query.groups)
    keys = [
        grain
        for grain, wanted in (
            ("brand", GroupBy.BRAND in groups or query.mids is not None),
            ("site", GroupBy.SITE in groups or query.site_ids is not None),
            ("link", GroupBy.LINK in groups),
        )
        if wanted
    ]
    of_order = query.basis is query.basis.ORDER
    if not of_order or query.uids or groups - ROLLUP_GROUPS or len(keys) > 1:
        return FROM_ROWS
    by_month = not groups & {GroupBy.DATE, GroupBy.WEEK} and query.month_split.months
    grain = keys[0] if keys else "day"
    return MONTHLY.get(grain, grain) if by_month else grain


def build_parts(shape: ReportShape) -> list[str]:
    """The selects over the roll-ups of a source, and over clicks that have not been added to them yet."""
    narrowed = " and key = any(:keys::bigint[])" if shape.mids or shape.site_ids else ""
    parts = [
        build_part(shape, "rollup", sign, rows + narrowed) for sign, rows in GRAINS[shape.source]
    ]
    days = f"grain = '{DAILY.get(shape.source, shape.source)}' and {IN_RANGE}"
    return [*parts, build_part(shape, "figure_pending", "", days + narrowed)]


def build_part(shape: ReportShape, table: str, sign: str, rows: str) -> str:
    names = ("clicks",) if table == "figure_pending" else REPORTED
    columns = select_list(shape, GROUPS, stored_columns(shape, names, sign))
    if subtracts(shape):
        columns += (
            f", {'clicks' if table == 'figure_pending' else f'{sign}({ANY_FIGURE})'} as something"
        )
    return f"select {columns} from {table} where publisher_id = :publisher_id and {rows}"  # noqa: S608


def stored_columns(shape: ReportShape, names: Iterable[str], sign: str = "") -> dict[str, str]:
    """The column from which each sum is read, if any."""
    columns = {name: stored_column(name, shape.status) for name in names}
    return {name: sign + column for name, column in columns.items() if column is not None}


def subtracts(shape: ReportShape) -> bool:
    """Whether there could be lines without any figures left; a report that shows empty days shows all."""
    grains = GRAINS.get(shape.source, [])
    of_all = shape.status is StatusFilter.ALL and bool(shape.groups) and not shape.fills_gaps
    return of_all and any(sign for sign, _ in grains)


def having(shape: ReportShape) -> str:
    """The `having` clause that leaves out empty lines: under a status filter those without an order, as with rows."""
    if shape.status is not StatusFilter.ALL and shape.groups and not shape.fills_gaps:
        return f" having sum({' + '.join(OWN_COUNTERS)}) <> 0"
    return " having sum(something) <> 0" if subtracts(shape) else ""


def daily_lines(shape: ReportShape) -> str:
    """The lines of all days, without grouping: each day's row is its line, which takes half as long.

    Only clicks that are not added to their day yet are added up, which are of few days.
    """
    columns = select_list(shape, GROUPS, stored_columns(shape, REPORTED))
    days = f"publisher_id = :publisher_id and grain = 'day' and {IN_RANGE}"
    sums = [
        f"{expression} as {name}"
        for name, expression in SUM_EXPRESSIONS.items()
        if name != "clicks"
    ]
    zeros = [f"0::{LINE_TYPES[name]}" for name in SUM_EXPRESSIONS if name != "clicks"]
    return f"""
        waiting as materialized (
            select day, sum(clicks)::bigint as clicks from figure_pending where {days} group by day
        ), line as (
            select date, clicks + {pending_clicks(shape, "date")} as clicks, {", ".join(sums)}
              from (select {columns} from rollup where {days}) kept
             union all
            select bucket, {pending_clicks(shape, "bucket")}, {", ".join(zeros)}
              from {bucket_series(shape)} where bucket not in (select day from rollup where {days})
        )"""  # noqa: S608


def pending_clicks(shape: ReportShape, day: str) -> str:
    """The clicks that have not been added to a day yet; for most days a hash look-up finds none."""
    if not shape.counts_clicks:
        return "0::bigint"
    clicks = f"(select clicks from waiting where day = {day})"  # noqa: S608
    return f"case when {day} in (select day from waiting) then {clicks} else 0::bigint end"  # noqa: S608
