"""The commission of an order, and what another report or a review changes: rows in, rows out."""

from datetime import datetime, timedelta
from functools import cache

from schema.brands.terms import BrandTerms
from schema.core.money import ZERO, round_money
from schema.orders.commission_amount import (
    RateLookup,
    apply_percent,
    compute_commission,
    require_rate,
    to_report_currency,
)
from schema.orders.correction import correct_item
from schema.orders.intake import IntakeBrand, IntakeCase, Refusal
from schema.orders.order import ItemStatus, Reason, ReportedItem, ReportedOrder
from schema.orders.order_rows import ItemRow, OrderRow

to_days = cache(timedelta)


def rate_order(
    case: IntakeCase,
    oid: int,
    *,
    brand: IntakeBrand,
    report_currency: str,
    offer: BrandTerms,
    rate: RateLookup,
    now: datetime,
) -> tuple[OrderRow, list[ItemRow]]:
    """The rows of a new order. Raises Refusal if it cannot be rated."""
    order, trace = case.order, case.attribution
    assert trace is not None
    # Positional arguments: keywords take twice as long, and this runs for every order.
    head = OrderRow(
        trace.publisher_id,
        oid,
        brand.mid,
        order.order_id,
        trace.site_id,
        trace.link_id,
        trace.click_id,
        trace.click_time,
        case.at,
        trace.uid1,
        trace.uid2,
        trace.uid3,
        trace.uid4,
        trace.uid5,
        order.country or trace.country,
        trace.device,
        order.coupon,
        order.currency,
        report_currency,
        require_rate(rate, order.currency, report_currency),
        ZERO,
        ZERO,
        ZERO,
        ZERO,
        ItemStatus.PENDING,
        order.test_order,
    )
    lines = [rate_item(head, item, brand, offer, rate, now) for item in order.items]
    return head.with_sums(lines), lines


def rate_item(
    order: OrderRow,
    item: ReportedItem,
    brand: IntakeBrand,
    offer: BrandTerms,
    rate: RateLookup,
    now: datetime,
) -> ItemRow:
    """The row of an item that is new to its order."""
    terms = offer.find(
        order.click_time or order.order_time,
        order.publisher_id,
        order.site_id,
        category=item.category,
        country=order.country,
    )
    if terms is None:
        raise Refusal(
            f"{brand.mcid} had no terms in force for this sale; "
            "check its category and country with the network"
        )
    amount = round_money(item.amount, order.currency)
    percent, earned = compute_commission(terms, amount, order.currency, brand, rate)
    status = item.status or ItemStatus.PENDING
    reason = item.reason_code or (Reason.OTHER if status == ItemStatus.REJECTED else None)
    report_amount, report_comm = to_report_currency(order, amount, earned)
    return ItemRow(
        order.publisher_id,
        order.oid,
        item.item_id,
        item.category,
        item.quantity or 1,
        terms.terms_id,
        percent,
        amount,
        earned,
        amount,
        earned,
        report_amount,
        report_comm,
        status,
        reason,
        None if status == ItemStatus.PENDING else now,
        order.order_time + to_days(brand.decision_days),
    )


def apply_report(
    head: OrderRow,
    lines: list[ItemRow],
    order: ReportedOrder,
    *,
    brand: IntakeBrand,
    offer: BrandTerms,
    rate: RateLookup,
    now: datetime,
) -> list[ItemRow]:
    """The items' rows after another report, existing ones first. Raises Refusal if it is not allowed."""
    if order.currency != head.currency:
        raise Refusal(
            f"`currency`: this order was first reported in {head.currency}; use the same currency"
        )
    reported = {item.item_id: item for item in order.items}
    after, corrections = [], []
    for line in lines:
        item = reported.pop(line.item_id, None)
        if item is None:
            after.append(line)
        elif line.corrects is not None:
            raise Refusal(
                f"`items`: '{line.item_id}' is a correction; report the item '{line.corrects}'"
            )
        elif line.settled:
            after.append(line)
            corrections += correct_item(head, line, lines, item, now)
        else:
            after.append(update_item(head, line, item, now))
    new = [rate_item(head, item, brand, offer, rate, now) for item in reported.values()]
    return [*after, *new, *corrections]


def update_item(order: OrderRow, line: ItemRow, item: ReportedItem, now: datetime) -> ItemRow:
    """An existing item after another report, with the terms by which it was first rated."""
    new = line
    if item.amount != line.sale_amount:
        amount = round_money(item.amount, order.currency)
        percent = line.comm_rate
        earned = (
            line.sale_comm if percent is None else apply_percent(amount, percent, order.currency)
        )
        in_report = to_report_currency(order, amount, earned)
        new = new._replace(
            sale_amount=amount,
            sale_comm=earned,
            report_amount=in_report[0],
            report_comm=in_report[1],
        )
    if item.status is not None or item.reason_code is not None:
        new = new.with_decision(item.status or line.status, item.reason_code, now)
    return new._replace(
        category=line.category if item.category is None else item.category,
        quantity=item.quantity or line.quantity,
    )
