"""Every statement that a report can be composed of names its publisher."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from schema.reports.report import (
    Compare,
    DateBasis,
    GroupBy,
    OrderDateBasis,
    PerformanceFilter,
    StatusFilter,
)
from sql.core.db import Template
from sql.exports import export_statements
from sql.reports import clicks, order_filter, performance
from sql.reports import orders as order_report
from sql.reports.figures import from_rollups
from sql.reports.figures.report_query import ReportShape
from tests.architecture.test_statements import faults, with_names

GROUPS = [(), *((group,) for group in GroupBy), (GroupBy.DATE, GroupBy.SITE, GroupBy.BRAND)]


def shape(
    source: str,
    groups: tuple[GroupBy, ...],
    basis: DateBasis,
    *,
    narrow: bool,
) -> ReportShape:
    return ReportShape(
        source=source,
        groups=groups,
        status=StatusFilter.ALL,
        basis=basis,
        mids=narrow,
        site_ids=narrow,
        lists=(),
        uids=("uid1", "uid5") if narrow and source == from_rollups.FROM_ROWS else (),
        sort=("-epc", "orders") if narrow else (),
        fills_gaps=groups == (GroupBy.DATE,),
    )


def statements() -> Iterator[tuple[str, Template]]:
    for groups in GROUPS:
        name = "-".join(groups) or "none"
        for narrow in (False, True):
            for basis in DateBasis:
                asked = shape(from_rollups.FROM_ROWS, groups, basis, narrow=narrow)
                yield f"rows-{name}-{basis}-{narrow}", performance.report_template(asked)
                asked = replace(asked, compared_source=from_rollups.FROM_ROWS)
                yield f"rows-{name}-{basis}-{narrow}-compared", performance.report_template(asked)
            if from_rollups.ROLLUP_GROUPS.issuperset(groups):
                for grain in from_rollups.GRAINS:
                    asked = shape(grain, groups, DateBasis.ORDER, narrow=narrow)
                    yield f"{grain}-{name}-{narrow}", performance.report_template(asked)
                    asked = replace(asked, compared_source=from_rollups.DAILY.get(grain, grain))
                    yield f"{grain}-{name}-{narrow}-compared", performance.report_template(asked)
    everything = frozenset(order_filter.ORDER_CONDITIONS) | frozenset(order_filter.ITEM_CONDITIONS)
    for order_basis in (None, *OrderDateBasis):
        for names, sort in ((frozenset[str](), ""), (everything, ""), (everything, "-sale_comm")):
            orders = order_filter.OrderShape(order_basis, names, sort)
            yield (
                f"orders-{order_basis}-{len(names)}{sort}",
                order_report.page_template(orders, False),
            )
            yield (
                f"orders-{order_basis}-{len(names)}{sort}-on",
                order_report.page_template(orders, True),
            )
            yield (
                f"orders-{order_basis}-{len(names)}{sort}-sums",
                order_report.totals_template(orders),
            )
            yield (
                f"orders-{order_basis}-{len(names)}{sort}-export",
                export_statements.items_template(orders),
            )
            yield (
                f"orders-{order_basis}-{len(names)}{sort}-notes",
                export_statements.notes_template(orders),
            )
    for names in (frozenset[str](), frozenset(clicks.FILTERS)):
        yield f"clicks-{len(names)}", clicks.page_template(names, False)
        yield f"clicks-{len(names)}-on", clicks.page_template(names, True)
        yield f"clicks-{len(names)}-count", clicks.count_template(names)
        yield f"clicks-{len(names)}-export", export_statements.clicks_template(names)


STATEMENTS = dict(statements())


@pytest.mark.parametrize("name", STATEMENTS)
def test_report_statement_names_its_publisher(name: str) -> None:
    statement = with_names(STATEMENTS[name])
    assert not faults(statement), statement


@pytest.mark.parametrize("compare", [None, Compare.PREVIOUS])
def test_sorting_a_report_by_an_unlisted_column_is_refused(compare: Compare | None) -> None:
    columns = PerformanceFilter(
        start_date=date(2026, 1, 1),
        end_date=date(2026, 1, 31),
        group_by=[GroupBy.BRAND],
        compare=compare,
    ).sortable
    plain = shape(from_rollups.FROM_ROWS, (GroupBy.BRAND,), DateBasis.ORDER, narrow=False)
    plain = replace(plain, compared_source=from_rollups.FROM_ROWS if compare else "")
    for name in columns:
        by = performance.order_by_list(replace(plain, sort=(f"-{name}",)))
        assert by.endswith(" desc nulls last, mcid")
    for wrong in ("uid1", "password", "clicks; drop table click", "clicks desc", ""):
        with pytest.raises(KeyError):
            performance.order_by_list(replace(plain, sort=(wrong,)))
