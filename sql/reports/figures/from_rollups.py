"""The parts of a report that are read from the roll-ups."""

from collections.abc import Iterable
from typing import NamedTuple

from schema.reports.report import GroupBy, StatusFilter
from sql.core.sql_template import piece
from sql.reports.figures import from_rows
from sql.reports.figures.report_query import (
    GROUP_KEYS,
    LINE_TYPES,
    LINK_ID,
    OWN_COUNTERS,
    PAGE_ID,
    PLACEMENT_ID,
    REPORTED,
    SUM_EXPRESSIONS,
    ReportQuery,
    ReportShape,
    bucket_series,
    select_list,
    stored_column,
)
from sql.reports.figures.uncounted import UNCOUNTED, UNCOUNTED_VALUES

FROM_ROWS = "rows"
ROLLUP_GROUPS = {
    GroupBy.DATE,
    GroupBy.WEEK,
    GroupBy.MONTH,
    GroupBy.BRAND,
    GroupBy.SITE,
    GroupBy.LINK,
    GroupBy.PAGE,
    GroupBy.PLACEMENT,
}
GROUPS = {
    GroupBy.DATE: "day",
    GroupBy.WEEK: "date_trunc('week', day::timestamp)::date",
    GroupBy.MONTH: "date_trunc('month', day::timestamp)::date",
    GroupBy.BRAND: "key",
    GroupBy.SITE: "key",
    GroupBy.LINK: "key",
    GroupBy.PAGE: "key",
    GroupBy.PLACEMENT: "key",
}
ROLLUP_LISTS = {LINK_ID, PAGE_ID, PLACEMENT_ID}
IN_RANGE = "day >= :first_day and day <= :last_day"
MONTHLY = {
    "day": "month_all",
    "brand": "month",
    "link": "month_link",
    "page": "month_page",
    "placement": "month_placement",
}
"""The source by month for each source by day, with fewer rows."""
DAILY = {by_month: by_day for by_day, by_month in MONTHLY.items()}
NO_KEY = "0::bigint"
PARTIAL = {
    "page": "day",
    "placement": "day",
    "month_page": "month_all",
    "month_placement": "month_all",
}
"""Roll-ups without rows for a missing page or placement, and the complete roll-ups from which these figures follow."""


class SourceRows(NamedTuple):
    """The rows that a source reads, whether they are subtracted, and which clicks, orders or items they count."""

    sign: str
    condition: str
    key: str = "key"


def rows_of(grain: str, sign: str, days: str) -> list[SourceRows]:
    """The rows of a roll-up; of a partial one also those by which its figures without a key are what is left over."""
    condition = f"grain = '{grain}' and {days}"
    if grain not in PARTIAL:
        return [SourceRows(sign, condition)]
    opposite = "" if sign else "-"
    return [
        SourceRows(sign, condition),
        SourceRows(sign, f"grain = '{PARTIAL[grain]}' and {days}", NO_KEY),
        SourceRows(opposite, condition, NO_KEY),
    ]


GRAINS = {by_day: rows_of(by_day, "", IN_RANGE) for by_day in (*MONTHLY, "site")} | {
    by_month: [
        *rows_of(by_month, "", "day = any(:months::date[])"),
        *rows_of(by_day, "", "day = any(:added_days::date[])"),
        *rows_of(by_day, "-", "day = any(:removed_days::date[])"),
    ]
    for by_day, by_month in MONTHLY.items()
}
"""The rows that a source reads: with months, rows by month plus or minus single days."""
ANY_FIGURE = "clicks + pending_orders + approved_orders + rejected_orders + (bonus <> 0)::int"
"""Zero if all figures of a brand or link have been subtracted again, so that it gets no line."""


def choose_source(query: ReportQuery) -> str:
    """The roll-up that answers a query, or FROM_ROWS if none does."""
    groups = set(query.groups)
    keys = [
        grain
        for grain, wanted in (
            ("brand", GroupBy.BRAND in groups or query.mids is not None),
            ("site", GroupBy.SITE in groups or query.site_ids is not None),
            ("link", GroupBy.LINK in groups or LINK_ID in query.lists),
            ("page", GroupBy.PAGE in groups or PAGE_ID in query.lists),
            ("placement", GroupBy.PLACEMENT in groups or PLACEMENT_ID in query.lists),
        )
        if wanted
    ]
    of_order = query.basis is query.basis.ORDER
    from_rows_alone = query.uids or query.lists.keys() - ROLLUP_LISTS or groups - ROLLUP_GROUPS
    if not of_order or from_rows_alone or len(keys) > 1:
        return FROM_ROWS
    by_month = not groups & {GroupBy.DATE, GroupBy.WEEK} and query.month_split.months
    grain = keys[0] if keys else "day"
    return MONTHLY.get(grain, grain) if by_month else grain


def build_parts(shape: ReportShape) -> list[str]:
    """The selects over a source's roll-ups, and over clicks that have not been added to them yet."""
    narrows = shape.mids or shape.site_ids or shape.lists
    parts = [
        build_part(
            shape,
            "rollup",
            rows._replace(
                condition=rows.condition + key_condition(rows.key) if narrows else rows.condition
            ),
        )
        for rows in GRAINS[shape.source]
    ]
    by_day = DAILY.get(shape.source, shape.source)
    uncounted = UNCOUNTED_VALUES if by_day in PARTIAL else UNCOUNTED
    days = f"grain = '{by_day}' and {IN_RANGE}"
    waiting = SourceRows("", days + key_condition("key") if narrows else days)
    cut = [subtract_rows(shape, part) for part in from_rows.build_parts(shape)] if shape.cut else []
    return [*parts, build_part(shape, uncounted, waiting), *cut]


def key_condition(key: str) -> str:
    return f" and {key} = any(:keys::bigint[])"


def subtract_rows(shape: ReportShape, part: str) -> str:
    """Negate a part read from rows, to subtract from the roll-ups what must not count on the last day."""
    columns = [
        *(GROUP_KEYS[group] for group in shape.groups),
        *(f"-{name} as {name}" for name in shape.sums),
    ]
    if subtracts(shape):
        columns.append(f"-({ANY_FIGURE}) as something")
    return piece("select", ", ".join(columns), "from (", part, ") beyond")


def build_part(shape: ReportShape, table: str, rows: SourceRows) -> str:
    waits = table != "rollup"
    names = ("clicks",) if waits else REPORTED
    sign = rows.sign
    groups = {group: rows.key if column == "key" else column for group, column in GROUPS.items()}
    columns = select_list(shape, groups, stored_columns(shape, names, sign))
    if subtracts(shape):
        columns += f", {'clicks' if waits else f'{sign}({ANY_FIGURE})'} as something"
    return piece(
        "select", columns, "from", table, "where publisher_id = :publisher_id and", rows.condition
    )


def stored_columns(shape: ReportShape, names: Iterable[str], sign: str = "") -> dict[str, str]:
    """The column from which each sum is read, if any."""
    columns = {name: stored_column(name, shape.status) for name in names}
    return {name: sign + column for name, column in columns.items() if column is not None}


def subtracts(shape: ReportShape) -> bool:
    """Whether subtracting can leave lines without figures, to be dropped; a report that fills gaps keeps all lines."""
    grains = GRAINS.get(shape.source, [])
    of_all = shape.status is StatusFilter.ALL and bool(shape.groups) and not shape.fills_gaps
    return of_all and (shape.cut or any(rows.sign for rows in grains))


def having(shape: ReportShape) -> str:
    """The `having` clause that drops empty lines: under a status filter those without an order, as with rows."""
    if shape.status is not StatusFilter.ALL and shape.groups and not shape.fills_gaps:
        return f" having sum({' + '.join(OWN_COUNTERS)}) <> 0"
    return " having sum(something) <> 0" if subtracts(shape) else ""


def daily_lines(shape: ReportShape) -> str:
    """The lines of all days, without grouping: each day's row is its line, which takes half as long.

    Only clicks that have not been added to their day yet are summed; they belong to few days.
    """
    columns = select_list(shape, GROUPS, stored_columns(shape, REPORTED))
    days = f"publisher_id = :publisher_id and grain = 'day' and {IN_RANGE}"
    sums = [
        f"{expression} as {name}"
        for name, expression in SUM_EXPRESSIONS.items()
        if name != "clicks"
    ]
    zeros = [f"0::{LINE_TYPES[name]}" for name in SUM_EXPRESSIONS if name != "clicks"]
    waiting = piece(
        *(
            "select day, sum(clicks)::bigint as clicks from",
            UNCOUNTED,
            "where",
            days,
            "group by day",
        )
    )
    counted = piece(
        *("select date, clicks +", pending_clicks(shape, "date"), "as clicks,", ", ".join(sums)),
        *("from (select", columns, "from rollup where", days, ") kept"),
    )
    empty = piece(
        *("select bucket,", pending_clicks(shape, "bucket"), ",", ", ".join(zeros)),
        *("from", bucket_series(shape)),
        *("where bucket not in (select day from rollup where", days, ")"),
    )
    return f"waiting as materialized ({waiting}), line as ({counted} union all {empty})"


def pending_clicks(shape: ReportShape, day: str) -> str:
    """The SQL for a day's clicks that have not been added to it yet; for most days a hash look-up finds none."""
    if not shape.counts_clicks:
        return "0::bigint"
    return piece(
        *("case when", day, "in (select day from waiting)"),
        *("then (select clicks from waiting where day =", day, ") else 0::bigint end"),
    )
