"""Figures in any grouping, with the totals of all lines: from roll-ups if possible, else from orders and clicks."""

import re
from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from asyncpg import Record

from schema.core.days import Days
from schema.core.figures import ZERO_SUMS, Figures, Sums
from schema.core.page_and_placement import OTHER, ValueKind
from schema.core.scalar import LARGEST_ID
from schema.reports.report import BEFORE, CHANGE, GROUP_COLUMNS, GroupBy, PerformanceRow
from sql.core.copy_text import stream
from sql.core.db import Connection, Template, Text, fetch
from sql.core.local_time import zone_values
from sql.core.sql_template import compose, piece
from sql.reports.figures import from_rollups, from_rows
from sql.reports.figures.page_names import value_names
from sql.reports.figures.report_query import (
    GROUP_KEYS,
    LINE_TYPES,
    ONCE,
    REPORTED,
    SUM_EXPRESSIONS,
    TIME_STEPS,
    ReportQuery,
    ReportShape,
    bucket_series,
    group_by_clause,
)

TEMPLATES_MAX = 500
ORDERS = "pending_orders + approved_orders + rejected_orders"
COMMISSION = "pending_commission + approved_commission + rejected_commission"
SORT_EXPRESSIONS = {name: name for name in SUM_EXPRESSIONS} | {
    "orders": ORDERS,
    "commission": COMMISSION,
    "cr": f"({ORDERS})::numeric / nullif(clicks, 0)",
    "epc": f"({COMMISSION}) / nullif(clicks, 0)",
    "aov": f"sales / nullif({ORDERS}, 0)",
    "approval_rate": "approved_items::numeric / nullif(approved_items + rejected_items, 0)",
}
"""The figures that a report can be sorted by besides its groups, and how each is calculated from the sums."""
BEFORE_PREFIX = "before_"
"""The prefix of the earlier period's columns and parameters."""
REST_PREFIX = "rest_"
"""The prefix of the times of the earlier period beyond the part that is compared."""
EARLIER_EXPRESSIONS = {
    name: re.sub(rf"\b({'|'.join(SUM_EXPRESSIONS)})\b", rf"{BEFORE_PREFIX}\1", expression)
    for name, expression in SORT_EXPRESSIONS.items()
}
COMPARED_EXPRESSIONS = {
    f"{name}_{BEFORE}": expression for name, expression in EARLIER_EXPRESSIONS.items()
} | {
    f"{name}_{CHANGE}": f"({SORT_EXPRESSIONS[name]}) - ({expression})"
    for name, expression in EARLIER_EXPRESSIONS.items()
}
"""What a comparison can also be sorted by: each earlier figure, and its change."""
OF_DAYS = re.compile(
    r":((?:first_day|last_day|from_time|until_time|months|added_days|removed_days|zone_starts|zone_offsets)\b)"
)
"""The parameters that depend on the days of a report."""
FIGURES = len(SUM_EXPRESSIONS)
COLUMN_TYPES = dict.fromkeys(("date", "week", "month"), "date") | {
    "site_id": "bigint",
    "link_id": "bigint",
    "hour": "integer",
}
"""The columns of the result that are not text."""
LEADING_COLUMNS = ("place", "lines")
"""The columns before the groups and figures."""
LINK_NAMES_JOIN = """ left join lateral (
    select coalesce(link.path, link.code) as link_code, link.note as link_note, brand.name as link_brand_name
      from link join brand on brand.mid = link.mid
     where link.publisher_id = :publisher_id and link.link_id = placed.link_id limit 1) as named_link on true"""
"""The names of the links of a page, each looked up by its key: a report can have far more lines than a page."""


@dataclass(frozen=True)
class ReportLines:
    """A page of lines, the number of all lines, and their sums.

    In a comparison, `compared` has the earlier figures of each line, and `compared_totals` the sums of the earlier
    period; without one, `compared` is empty and the sums are zero.
    """

    rows: list[PerformanceRow]
    total: int
    totals: Figures
    compared: list[PerformanceRow]
    compared_totals: Figures


async def get_lines(db: Connection, question: ReportQuery) -> ReportLines:
    """Get the lines of a report in one statement, so that lines, totals and comparison are consistent."""
    shape = shape_of(question)
    query = bind(question, shape)
    of_all, *rows = await fetch(db, query)
    first = len(LEADING_COLUMNS) + len(group_columns(question.groups))
    compares = question.compare is not None
    return ReportLines(
        rows=[to_line(question, shape, row) for row in rows],
        total=of_all["lines"],
        totals=read_sums(shape, of_all[first : first + FIGURES]).to_figures(question.currency),
        compared=[to_compared(question, shape, row) for row in rows] if compares else [],
        compared_totals=(
            read_sums(shape, of_all[first + FIGURES :]) if compares else ZERO_SUMS
        ).to_figures(question.currency),
    )


def to_line(question: ReportQuery, shape: ReportShape, row: Record) -> PerformanceRow:
    own = group_columns(question.groups)
    first = len(LEADING_COLUMNS) + len(own)
    return PerformanceRow(
        **dict(zip(own, row[len(LEADING_COLUMNS) : first], strict=True)),
        **read_sums(shape, row[first : first + FIGURES]).to_dict(question.currency),
    )


def to_compared(question: ReportQuery, shape: ReportShape, row: Record) -> PerformanceRow:
    """The earlier figures of a line, labelled with the days, weeks or months of the earlier period."""
    own = group_columns(question.groups)
    first = len(LEADING_COLUMNS) + len(own)
    groups = dict(zip(own, row[len(LEADING_COLUMNS) : first], strict=True))
    for group, pairs in question.bucket_pairs.items():
        groups[group.value] = pairs.buckets.get(groups[group.value])
    if (day := groups.get("date")) is not None:
        groups |= {
            name: Days(day, day).buckets(name)[0] for name in ("week", "month") if name in groups
        }
    return PerformanceRow(
        **groups, **read_sums(shape, row[first + FIGURES :]).to_dict(question.currency)
    )


async def stream_lines(
    db: Connection, question: ReportQuery
) -> AsyncIterator[list[tuple[PerformanceRow, PerformanceRow | None]]]:
    """Yield all lines of a report with their earlier figures, in batches, from the same statement as a page.

    Needs a transaction.
    """
    question, shape = replace(question, offset=0, size=LARGEST_ID), shape_of(question)
    first = True
    async for rows in stream(db, bind(question, shape)):
        yield [
            (
                to_line(question, shape, row),
                to_compared(question, shape, row) if question.compare else None,
            )
            for row in rows[int(first) :]
        ]
        first = False


def bind(question: ReportQuery, shape: ReportShape) -> Text:
    """The statement of a query with this shape, and its values."""
    template = report_template(shape)
    return template.bind(query_values(question, template.names))


def shape_of(question: ReportQuery) -> ReportShape:
    compared = question.earlier
    return ReportShape(
        source=from_rollups.choose_source(question),
        groups=question.groups,
        status=question.status,
        basis=question.basis,
        mids=question.mids is not None,
        site_ids=question.site_ids is not None,
        uids=tuple(sorted(question.uids)),
        lists=tuple(sorted(question.lists)),
        sort=question.sort,
        fills_gaps=question.fills_gaps,
        compared_source=from_rollups.choose_source(compared) if compared else "",
        lapsed=question.lapsed,
        compared_cut=compared is not None and compared.until is not None,
        rest=question.rest is not None,
    )


def group_columns(groups: tuple[GroupBy, ...]) -> list[str]:
    """The columns that identify a line of the report."""
    return [column for group in groups for column in GROUP_COLUMNS[group]]


def read_sums(shape: ReportShape, figures: tuple[Any, ...]) -> Sums:
    sums = Sums(*figures)
    return sums if shape.counts_clicks else sums._replace(clicks=None)


def query_values(question: ReportQuery, names: Collection[str]) -> dict[str, Any]:
    """The query's parameters, at least those with these names; expensive ones are only computed if needed."""
    values: dict[str, Any] = {
        **question.uids,
        "publisher_id": question.publisher_id,
        "first_day": question.days.start,
        "last_day": question.days.end,
        "mids": question.mids,
        "site_ids": question.site_ids,
        "keys": rollup_keys(question),
        **{f"some_{name}": values for name, values in question.lists.items()},
        "skipped": question.offset,
        "shown": question.offset + question.size,
    }
    if "months" in names:
        values |= question.month_split._asdict()
    if "from_time" in names:
        values["from_time"], values["until_time"] = times_of_rows(question)
    if "zone_starts" in names:
        values |= zone_values(question.zone, question.days)
    if question.earlier is not None:
        of_days = {name.removeprefix(BEFORE_PREFIX) for name in names}
        earlier = query_values(question.earlier, of_days)
        values |= {BEFORE_PREFIX + name: value for name, value in earlier.items()}
        for group, (pairs, _) in question.bucket_pairs.items():
            values |= {f"own_{group}": list(pairs), f"earlier_{group}": list(pairs.values())}
    if question.rest is not None:
        values |= {
            f"{REST_PREFIX}from_time": question.rest.start,
            f"{REST_PREFIX}until_time": question.rest.end,
        }
    return values


def rollup_keys(question: ReportQuery) -> list[int] | None:
    """The keys that a roll-up's rows are narrowed to: a report with two such conditions is not read from roll-ups."""
    lists = (question.mids, question.site_ids, *question.lists.values())
    return next((keys for keys in lists if keys is not None), None)


def times_of_rows(question: ReportQuery) -> tuple[datetime, datetime]:
    """The time range in which orders and clicks are read: all of it, or the part to subtract from the roll-ups."""
    start, end = question.days.bounds(question.zone)
    if question.until is None:
        return start, end
    from_rollup = from_rollups.choose_source(question) != from_rollups.FROM_ROWS
    return (question.until, end) if from_rollup else (start, question.until)


@lru_cache(maxsize=TEMPLATES_MAX)
def report_template(shape: ReportShape) -> Template:
    """The statement for a report: first the sums of all lines, then a page of lines with the names of their groups."""
    compares = bool(shape.compared_source)
    own = group_columns(shape.groups)
    links = LINK_NAMES_JOIN if GroupBy.LINK in shape.groups else ""
    nulls = [f"null::{COLUMN_TYPES.get(name, 'text')} as {name}" for name in own]
    names, joins = name_joins(shape.groups)
    before = [BEFORE_PREFIX + name for name in SUM_EXPRESSIONS] if compares else []
    # The totals sum `line` and `before`; the list has the lines of `listed`.
    earlier = f"before as ({earlier_lines(shape.of_compared)}), " if compares else ""
    if shape.rest:
        earlier += f"rest as ({rest_lines(shape)}), "
    merged = f", merged as ({merge(shape)})" if compares else ""
    listed = "merged" if compares else "line"
    sums = piece("(select", total_sums(shape), "from line) as sums")
    if compares:
        totals = total_sums(shape, BEFORE_PREFIX)
        sums = piece(sums, ", (select", totals, "from before) as sums_before")
    leading = ["0 as place", piece("(select count(*) from", listed, ") as lines"), *nulls]
    return compose(
        "with",
        f"{earlier}{lines(shape)}{merged}, named as (",
        *("select line.*", names, "from", listed, "line", joins),
        *(
            "), placed as (select *, row_number() over (order by",
            order_by_list(shape),
            ") as place",
        ),
        "from named) select * from (",
        *("select", ", ".join([*leading, *SUM_EXPRESSIONS, *before]), "from", sums, "union all"),
        *(
            "select place, null,",
            ", ".join([*own, *SUM_EXPRESSIONS, *before]),
            "from placed",
            links,
        ),
        "where place > :skipped and place <= :shown",
        ") found order by place",
    )


def lines(shape: ReportShape) -> str:
    """The common table expressions for the lines of a report, as `line`, without names."""
    return from_rollups.daily_lines(shape) if shape.by_day else aggregate(shape)


def total_sums(shape: ReportShape, prefix: str = "") -> str:
    """The sums over all lines, with each order counted once."""
    of_totals = ONCE if shape.repeats_orders else {}
    return ", ".join(
        f"coalesce(sum({of_totals.get(name, name)}), 0)::{LINE_TYPES[name]} as {prefix}{name}"
        for name in SUM_EXPRESSIONS
    )


def earlier_lines(shape: ReportShape) -> str:
    """The lines of the earlier period: the same parts, over days of their own."""
    statement = piece("with", lines(shape), "select * from line")
    return OF_DAYS.sub(rf":{BEFORE_PREFIX}\1", statement)


def rest_lines(shape: ReportShape) -> str:
    """The lines of the earlier period beyond the part with which the running period is compared."""
    from_rows_alone = replace(shape.of_compared, source=from_rollups.FROM_ROWS, fills_gaps=False)
    return re.sub(
        rf":{BEFORE_PREFIX}(from_time|until_time)\b",
        rf":{REST_PREFIX}\1",
        earlier_lines(from_rows_alone),
    )


def merge(shape: ReportShape) -> str:
    """Each line with its earlier figures, zero if there were none; with `lapsed`, also lines that existed only then."""
    keys = [GROUP_KEYS[group] for group in shape.groups]
    zeros = [f"0::{LINE_TYPES[name]}" for name in SUM_EXPRESSIONS]
    now = [
        f"{zero} as {BEFORE_PREFIX}{name}"
        for zero, name in zip(zeros, SUM_EXPRESSIONS, strict=True)
    ]
    then = [f"before.{name}" for name in SUM_EXPRESSIONS]
    of_time = shape.time_groups
    paired = (GroupBy.DATE,) if GroupBy.DATE in of_time else of_time
    pairs = "".join(
        f" join unnest(:own_{group}::date[], :earlier_{group}::date[]) as {group}_pair(own, earlier)"
        f" on {group}_pair.earlier = before.{group}"
        for group in paired
    )
    buckets = {
        group: f"{group}_pair.own"
        if group in paired
        else f"date_trunc('{TIME_STEPS[group]}', date_pair.own::timestamp)::date"
        for group in of_time
    }
    earlier_keys = [buckets.get(group, f"before.{GROUP_KEYS[group]}") for group in shape.groups]
    beyond = [f"-before.{name}" for name in SUM_EXPRESSIONS]
    in_rest = ", ".join([*earlier_keys, *zeros, *beyond])
    rest = (
        piece("union all select", in_rest, ", false from rest as before", pairs)
        if shape.rest
        else ""
    )
    sums = [
        f"sum({name})::{LINE_TYPES[name.removeprefix(BEFORE_PREFIX)]} as {name}"
        for name in (*SUM_EXPRESSIONS, *(BEFORE_PREFIX + name for name in SUM_EXPRESSIONS))
    ]
    return piece(
        *("select", ", ".join([*keys, *sums]), "from ("),
        *("select", ", ".join([*keys, *SUM_EXPRESSIONS, *now]), ", true as is_now from line"),
        *("union all select", ", ".join([*earlier_keys, *zeros, *then]), ", false from before"),
        *(pairs, rest, ") both_periods", group_by_clause(keys)),
        "" if shape.lapsed else "having bool_or(is_now)",
    )


def aggregate(shape: ReportShape) -> str:
    """The parts of a source, aggregated by the groups."""
    from_rollup = shape.source != from_rollups.FROM_ROWS
    parts = from_rollups.build_parts(shape) if from_rollup else from_rows.build_parts(shape)
    groups = [GROUP_KEYS[group] for group in shape.groups]
    if shape.fills_gaps:
        kinds = [*REPORTED.values(), *["bigint" for _ in ONCE if shape.repeats_orders]]
        zeros = ", ".join(f"0::{kind}" for kind in kinds)
        parts = [*parts, piece("select bucket,", zeros, "from", bucket_series(shape))]
    once = ONCE.values() if shape.repeats_orders else ()
    sums = [
        f"coalesce(sum({expression}), 0)::{LINE_TYPES[name]} as {name}"
        for name, expression in SUM_EXPRESSIONS.items()
    ] + [f"sum({name})::bigint as {name}" for name in once]
    having = from_rollups.having(shape) if from_rollup else ""
    union = "\nunion all\n".join(parts)
    return (
        f"part as (\n{union}\n), line as (\n"
        f"select {', '.join([*groups, *sums])} from part {group_by_clause(groups)}{having}\n)"
    )


def name_joins(groups: tuple[GroupBy, ...]) -> tuple[str, str]:
    """The columns with the names of a brand, site, page or placement, and their joins."""
    names = joins = ""
    if GroupBy.BRAND in groups:
        names += ", brand.mcid, brand.name as brand_name"
        joins += " left join brand on brand.mid = line.mid"
    if GroupBy.SITE in groups:
        names += ", site.name as site_name"
        joins += (
            " left join site on site.publisher_id = :publisher_id and site.site_id = line.site_id"
        )
    for group in (GroupBy.PAGE, GroupBy.PLACEMENT):
        if group in groups:
            kind = ValueKind(group.value)
            key = GROUP_KEYS[group]
            # A value that was limited only after the order was attributed has no text.
            names += f", case when line.{key} <> 0 then coalesce(named_{kind}.value, '{OTHER}') end as {kind}"
            joins += (
                f" left join {value_names(kind)} as named_{kind} on named_{kind}.key = line.{key}"
            )
    return names, joins


def order_by_list(shape: ReportShape) -> str:
    """The `order by` list: the given columns, then the groups, so that the order is the same on every page.

    Raises KeyError for a name that is not a column of the report, so that only SQL written here is run.
    """
    expressions = SORT_EXPRESSIONS | {name: name for name in group_columns(shape.groups)}
    if shape.compared_source:
        expressions |= COMPARED_EXPRESSIONS
    by = []
    for column in shape.sort:
        expression = expressions[column.removeprefix("-")]
        direction = "desc" if column.startswith("-") else "asc"
        by.append(f"{expression} {direction} nulls last")
    by += [GROUP_COLUMNS[group][0] for group in shape.groups]
    return ", ".join(by or ["clicks"])
