"""Every statement a report can be put together to says whose rows it means, as those written by hand do."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from schema.reports.report import (
    DateBasis,
    GroupBy,
    OrderDateBasis,
    PerformanceFilter,
    StatusFilter,
)
from sql.core.db import Template
from sql.figures import from_rollups
from sql.figures.query import Shape
from sql.reports import clicks, order_filter, performance
from sql.reports import orders as order_report
from tests.architecture.test_statements import faults

GROUPS = [(), *((group,) for group in GroupBy), (GroupBy.DATE, GroupBy.SITE, GroupBy.BRAND)]


def shape(source: str, groups: tuple[GroupBy, ...], basis: DateBasis, *, narrow: bool) -> Shape:
    return Shape(
        source=source,
        groups=groups,
        status=StatusFilter.ALL,
        basis=basis,
        mids=narrow,
        site_ids=narrow,
        uids=("uid1", "uid5") if narrow and source == from_rollups.ROWS else (),
        sort=("-epc", "orders") if narrow else (),
        filled=groups == (GroupBy.DATE,),
    )


def statements() -> Iterator[tuple[str, Template]]:
    for groups in GROUPS:
        name = "-".join(groups) or "none"
        for narrow in (False, True):
            for basis in DateBasis:
                asked = shape(from_rollups.ROWS, groups, basis, narrow=narrow)
                yield f"rows-{name}-{basis}-{narrow}", performance.statement(asked)
            if from_rollups.KEPT.issuperset(groups):
                for grain in from_rollups.GRAINS:
                    asked = shape(grain, groups, DateBasis.ORDER, narrow=narrow)
                    yield f"{grain}-{name}-{narrow}", performance.statement(asked)
    everything = frozenset(order_filter.OF_CONVERSION) | frozenset(order_filter.OF_ITEM)
    for order_basis in (None, *OrderDateBasis):
        for names in (frozenset[str](), everything):
            orders = order_filter.Shape(order_basis, names)
            yield f"orders-{order_basis}-{len(names)}", order_report.listing(orders, False)
            yield f"orders-{order_basis}-{len(names)}-on", order_report.listing(orders, True)
            yield f"orders-{order_basis}-{len(names)}-sums", order_report.summing(orders)
    for names in (frozenset[str](), frozenset(clicks.FILTERS)):
        yield f"clicks-{len(names)}", clicks.listing(names, False)
        yield f"clicks-{len(names)}-on", clicks.listing(names, True)
        yield f"clicks-{len(names)}-count", clicks.counting(names)


MADE = dict(statements())


@pytest.mark.parametrize("name", MADE)
def test_a_report_says_whose_rows_it_means(name: str) -> None:
    assert not faults(MADE[name].statement), MADE[name].statement


def test_only_columns_that_are_written_down_can_be_sorted_by() -> None:
    columns = PerformanceFilter(
        start_date=date(2026, 1, 1), end_date=date(2026, 1, 31), group_by=[GroupBy.BRAND]
    ).sortable
    plain = shape(from_rollups.ROWS, (GroupBy.BRAND,), DateBasis.ORDER, narrow=False)
    for name in columns:
        by = performance.ordered(replace(plain, sort=(f"-{name}",)))
        assert by.endswith(" desc nulls last, mcid")
    for wrong in ("uid1", "password", "clicks; drop table click", "clicks desc", ""):
        with pytest.raises(KeyError):
            performance.ordered(replace(plain, sort=(wrong,)))
