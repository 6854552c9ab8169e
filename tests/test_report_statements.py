"""Every statement a report can be put together to says whose rows it means, as those written by hand do."""

from collections.abc import Iterator

import pytest

from schema.report import DateBasis, GroupBy, OrderDateBasis, StatusFilter
from sql import click_report, order_question, order_report, report, report_kept
from sql.db import Template
from sql.report_part import Shape
from tests.test_statements import faults

GROUPS = [(), *((group,) for group in GroupBy), (GroupBy.DATE, GroupBy.SITE, GroupBy.BRAND)]


def shape(source: str, groups: tuple[GroupBy, ...], basis: DateBasis, *, narrow: bool) -> Shape:
    return Shape(
        source=source,
        groups=groups,
        status=StatusFilter.ALL,
        basis=basis,
        mids=narrow,
        site_ids=narrow,
        uids=("uid1", "uid5") if narrow and source == report_kept.ROWS else (),
        sort=("-epc", "orders") if narrow else (),
        filled=groups == (GroupBy.DATE,),
    )


def statements() -> Iterator[tuple[str, Template]]:
    for groups in GROUPS:
        name = "-".join(groups) or "none"
        for narrow in (False, True):
            for basis in DateBasis:
                asked = shape(report_kept.ROWS, groups, basis, narrow=narrow)
                yield f"rows-{name}-{basis}-{narrow}", report.statement(asked)
            if report_kept.KEPT.issuperset(groups):
                for grain in report_kept.GRAINS:
                    asked = shape(grain, groups, DateBasis.ORDER, narrow=narrow)
                    yield f"{grain}-{name}-{narrow}", report.statement(asked)
    everything = frozenset(order_question.OF_CONVERSION) | frozenset(order_question.OF_ITEM)
    for order_basis in (None, *OrderDateBasis):
        for names in (frozenset[str](), everything):
            orders = order_question.Shape(order_basis, names)
            yield f"orders-{order_basis}-{len(names)}", order_report.listing(orders, False)
            yield f"orders-{order_basis}-{len(names)}-on", order_report.listing(orders, True)
            yield f"orders-{order_basis}-{len(names)}-sums", order_report.summing(orders)
    for names in (frozenset[str](), frozenset(click_report.FILTERS)):
        yield f"clicks-{len(names)}", click_report.listing(names, False)
        yield f"clicks-{len(names)}-on", click_report.listing(names, True)
        yield f"clicks-{len(names)}-count", click_report.counting(names)


MADE = dict(statements())


@pytest.mark.parametrize("name", MADE)
def test_a_report_says_whose_rows_it_means(name: str) -> None:
    assert not faults(MADE[name].statement), MADE[name].statement
