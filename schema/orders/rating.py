"""Rating orders after they were stored: those that had no exchange rate, and those that had a wrong one."""

from datetime import datetime
from decimal import Decimal

from schema.brands.terms import BrandTerms
from schema.orders.commission_amount import (
    RateLookup,
    apply_percent,
    convert_fixed,
    to_report_currency,
)
from schema.orders.intake import IntakeBrand
from schema.orders.order import ItemStatus
from schema.orders.order_rows import ItemRow, OrderRow


def rate_stored(
    head: OrderRow,
    lines: list[ItemRow],
    *,
    report_currency: str,
    brand: IntakeBrand,
    offer: BrandTerms,
    rate: RateLookup,
    closed_before: datetime | None,
    now: datetime,
) -> tuple[OrderRow, list[ItemRow]] | None:
    """An order's rows, rated by the current exchange rates; None if a rate that it needs is missing.

    The brand's months before `closed_before` are closed: an item that was approved in one of them, while it had no
    rate, counts as decided now, so that it joins the month of its rating.
    """
    order_rate = rate(head.currency, report_currency)
    if order_rate is None:
        return None
    rated = head._replace(rate=order_rate, report_currency=report_currency, unrated=False)
    rated_lines = []
    for line in lines:
        commission = compute_commissions(head, line, brand, offer, rate)
        if commission is None:
            return None
        in_report = to_report_currency(rated, line.sale_amount, commission[0])
        is_late = (
            head.unrated
            and line.status == ItemStatus.APPROVED
            and line.validation_date is not None
            and closed_before is not None
            and line.validation_date < closed_before
        )
        rated_lines.append(
            line._replace(
                sale_comm=commission[0],
                ori_comm=commission[1],
                report_amount=in_report[0],
                report_comm=in_report[1],
                validation_date=now if is_late else line.validation_date,
            )
        )
    return rated.with_sums(rated_lines), rated_lines


def compute_commissions(
    head: OrderRow, line: ItemRow, brand: IntakeBrand, offer: BrandTerms, rate: RateLookup
) -> tuple[Decimal, Decimal] | None:
    """An item's commission, and that of the amount first reported; None if a rate is missing.

    A percentage does not depend on a rate, so an item that already has such a commission keeps it; a fixed amount does.
    """
    if line.comm_rate is None and line.terms_id in offer.by_id:
        fixed = convert_fixed(offer.by_id[line.terms_id], head.currency, brand, rate)
        return None if fixed is None else (fixed, fixed)
    if line.sale_comm is not None and line.ori_comm is not None:
        return line.sale_comm, line.ori_comm
    assert line.comm_rate is not None
    return (
        apply_percent(line.sale_amount, line.comm_rate, head.currency),
        apply_percent(line.ori_amount, line.comm_rate, head.currency),
    )
