"""Figures by any grouping, with the totals of all lines: from the roll-ups if possible, otherwise from the rows."""

from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from asyncpg import Record

from schema.core.figures import Figures, Sums
from schema.core.scalar import LARGEST_ID
from schema.reports.report import GROUP_COLUMNS, GroupBy, PerformanceRow
from sql.core.copy_text import stream
from sql.core.db import Connection, Template, Text, fetch
from sql.core.sql_template import compose
from sql.figures import from_rollups, from_rows
from sql.figures.report_query import (
    GROUP_KEYS,
    LINE_TYPES,
    REPORTED,
    SUM_EXPRESSIONS,
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
"""What a report may be sorted by besides its groups: each figure, and how it is calculated from the sums."""
COLUMN_TYPES = dict.fromkeys(("date", "week", "month"), "date") | {
    "site_id": "bigint",
    "link_id": "bigint",
}
"""The columns of the result that are not text."""
LEADING_COLUMNS = ("place", "lines")
"""The columns before the groups and figures."""
LINK_NAMES_JOIN = """ left join lateral (
    select coalesce(link.path, link.code) as link_code, link.note as link_note, brand.name as link_brand_name
      from link join brand on brand.mid = link.mid
     where link.publisher_id = :publisher_id and link.link_id = placed.link_id limit 1) as named_link on true"""
"""What the links of a page are called, each looked up by its key: a report may have far more lines than a page."""


@dataclass(frozen=True)
class ReportLines:
    """A page of lines, the number of all lines, and their sums."""

    rows: list[PerformanceRow]
    total: int
    totals: Figures


async def get_lines(db: Connection, question: ReportQuery) -> ReportLines:
    """The lines of a report, in one statement, so that lines and totals are of the same moment."""
    shape = shape_of(question)
    query = bind(question, shape)
    of_all, *rows = await fetch(db, query)
    first = len(LEADING_COLUMNS) + len(group_columns(question.groups))
    return ReportLines(
        rows=[to_line(question, shape, row) for row in rows],
        total=of_all["lines"],
        totals=read_sums(shape, of_all[first:]).to_figures(question.currency),
    )


def to_line(question: ReportQuery, shape: ReportShape, row: Record) -> PerformanceRow:
    own = group_columns(question.groups)
    first = len(LEADING_COLUMNS) + len(own)
    return PerformanceRow(
        **dict(zip(own, row[len(LEADING_COLUMNS) : first], strict=True)),
        **read_sums(shape, row[first:]).to_dict(question.currency),
    )


async def stream_lines(
    db: Connection, question: ReportQuery
) -> AsyncIterator[list[PerformanceRow]]:
    """All lines of a report, some at a time, from the statement that gives a page of them. Needs a transaction."""
    question, shape = replace(question, offset=0, size=LARGEST_ID), shape_of(question)
    first = True
    async for rows in stream(db, bind(question, shape)):
        yield [to_line(question, shape, row) for row in rows[int(first) :]]
        first = False


def bind(question: ReportQuery, shape: ReportShape) -> Text:
    """The statement of a query with this shape, and its values."""
    template = report_template(shape)
    return template.bind(query_values(question, template.names))


def shape_of(question: ReportQuery) -> ReportShape:
    return ReportShape(
        source=from_rollups.choose_source(question),
        groups=question.groups,
        status=question.status,
        basis=question.basis,
        mids=question.mids is not None,
        site_ids=question.site_ids is not None,
        uids=tuple(sorted(question.uids)),
        sort=question.sort,
        fills_gaps=question.fills_gaps,
    )


def group_columns(groups: tuple[GroupBy, ...]) -> list[str]:
    """The columns that identify a line."""
    return [column for group in groups for column in GROUP_COLUMNS[group]]


def read_sums(shape: ReportShape, figures: tuple[Any, ...]) -> Sums:
    sums = Sums(*figures)
    return sums if shape.counts_clicks else sums._replace(clicks=None)


def query_values(question: ReportQuery, names: Collection[str]) -> dict[str, Any]:
    """At least the values with these names; those that take time to compute only if needed."""
    values: dict[str, Any] = {
        **question.uids,
        "publisher_id": question.publisher_id,
        "zone": question.zone,
        "first_day": question.days.start,
        "last_day": question.days.end,
        "mids": question.mids,
        "site_ids": question.site_ids,
        "keys": question.mids if question.mids is not None else question.site_ids,
        "skipped": question.offset,
        "shown": question.offset + question.size,
    }
    if "months" in names:
        values |= question.month_split._asdict()
    if "from_time" in names:
        values["from_time"], values["until_time"] = question.days.bounds(question.zone)
    return values


@lru_cache(maxsize=TEMPLATES_MAX)
def report_template(shape: ReportShape) -> Template:
    """The lines, with the names of their groups: first the sums of all lines, then a page of them."""
    added = ", ".join(
        f"coalesce(sum({name}), 0)::{LINE_TYPES[name]} as {name}" for name in SUM_EXPRESSIONS
    )
    own = group_columns(shape.groups)
    links = LINK_NAMES_JOIN if GroupBy.LINK in shape.groups else ""
    nulls = [f"null::{COLUMN_TYPES.get(name, 'text')} as {name}" for name in own]
    names, joins = name_joins(shape.groups)
    return compose(
        f"with {from_rollups.daily_lines(shape) if shape.by_day else aggregate(shape)}, named as (",
        f"select line.*{names} from line{joins}",  # noqa: S608
        "), placed as (",
        f"select *, row_number() over (order by {order_by_list(shape)}) as place from named",  # noqa: S608
        ") select * from (",
        f"select 0 as place, count(*) as lines, {', '.join([*nulls, added])} from line",  # noqa: S608
        "union all",
        f"select place, null, {', '.join([*own, *SUM_EXPRESSIONS])} from placed{links}",  # noqa: S608
        "where place > :skipped and place <= :shown",
        ") found order by place",
    )


def aggregate(shape: ReportShape) -> str:
    """The parts of a source, aggregated by the groups."""
    from_rollup = shape.source != from_rollups.FROM_ROWS
    parts = from_rollups.build_parts(shape) if from_rollup else from_rows.build_parts(shape)
    groups = [GROUP_KEYS[group] for group in shape.groups]
    if shape.fills_gaps:
        zeros = ", ".join(f"0::{kind}" for kind in REPORTED.values())
        parts = [*parts, f"select bucket, {zeros} from {bucket_series(shape)}"]  # noqa: S608
    sums = [
        f"coalesce(sum({expression}), 0)::{LINE_TYPES[name]} as {name}"
        for name, expression in SUM_EXPRESSIONS.items()
    ]
    having = from_rollups.having(shape) if from_rollup else ""
    union = "\nunion all\n".join(parts)
    return (
        f"part as (\n{union}\n), line as (\n"
        f"select {', '.join([*groups, *sums])} from part {group_by_clause(groups)}{having}\n)"
    )


def name_joins(groups: tuple[GroupBy, ...]) -> tuple[str, str]:
    """The columns with the names of a brand or a site, and their joins."""
    names = joins = ""
    if GroupBy.BRAND in groups:
        names += ", brand.mcid, brand.name as brand_name"
        joins += " left join brand on brand.mid = line.mid"
    if GroupBy.SITE in groups:
        names += ", site.name as site_name"
        joins += (
            " left join site on site.publisher_id = :publisher_id and site.site_id = line.site_id"
        )
    return names, joins


def order_by_list(shape: ReportShape) -> str:
    """By the given columns, then by the groups, so that the order is the same on every page.

    Raises KeyError for a name that is not a column of the report, so that only SQL written here is run.
    """
    expressions = SORT_EXPRESSIONS | {name: name for name in group_columns(shape.groups)}
    by = []
    for column in shape.sort:
        expression = expressions[column.removeprefix("-")]
        direction = "desc" if column.startswith("-") else "asc"
        by.append(f"{expression} {direction} nulls last")
    by += [GROUP_COLUMNS[group][0] for group in shape.groups]
    return ", ".join(by or ["clicks"])
