"""The commission of an order, and the changes that another report or a review makes to its rows."""

from datetime import datetime

from schema.brands.terms import BrandTerms
from schema.core.money import ZERO, round_money
from schema.orders.commission_amount import (
    RateLookup,
    apply_percent,
    compute_commission,
    to_report_currency,
)
from schema.orders.correction import correct_item
from schema.orders.intake import IncomingOrder, IntakeBrand, Refusal
from schema.orders.item_match import match_items
from schema.orders.order import ItemStatus, Reason, ReportedItem, ReportedOrder
from schema.orders.order_refusal import RefusalCode
from schema.orders.order_rows import ItemRow, OrderRow


def rate_order(
    case: IncomingOrder,
    oid: int,
    *,
    brand: IntakeBrand,
    report_currency: str,
    offer: BrandTerms,
    rate: RateLookup,
    now: datetime,
) -> tuple[OrderRow, list[ItemRow]]:
    """The rows of a new order, unrated if a rate that it needs is missing. Raises Refusal if it is not accepted."""
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
        rate(order.currency, report_currency),
        ZERO,
        ZERO,
        ZERO,
        ZERO,
        ItemStatus.PENDING,
        order.test_order,
        False,
        trace.page_id,
        trace.placement_id,
    )
    if head.rate is None:
        head = head._replace(unrated=True)
    _, items = match_items((), order.items)
    lines = [rate_item(head, item, brand, offer, rate, now) for item in items]
    if not head.unrated and any(line.sale_comm is None for line in lines):
        head = head._replace(rate=None, unrated=True)
        lines = [without_rate(line) for line in lines]
    return head.with_sums(lines), lines


def without_rate(line: ItemRow) -> ItemRow:
    """The item without a commission and report amounts, as in an order that is not rated yet."""
    return line._replace(sale_comm=None, ori_comm=None, report_amount=None, report_comm=None)


def rate_item(
    order: OrderRow,
    item: ReportedItem,
    brand: IntakeBrand,
    offer: BrandTerms,
    rate: RateLookup,
    now: datetime,
) -> ItemRow:
    """The row of an item that is new to its order, without a commission if a rate is missing."""
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
            "check its category and country with the network",
            RefusalCode.NO_TERMS,
        )
    amount = round_money(item.amount, order.currency)
    percent, earned = compute_commission(terms, amount, order.currency, brand, rate)
    status = item.status or ItemStatus.PENDING
    reason = item.reason_code or (Reason.OTHER if status == ItemStatus.REJECTED else None)
    report_amount = report_comm = None
    if order.unrated or earned is None:
        earned = None
    else:
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
        brand.expect_decision(order.order_time),
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
    matched, new_items = match_items(lines, order.items)
    after, corrections = [], []
    for line in lines:
        item = matched.get(line.item_id)
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
    new = [rate_item(head, item, brand, offer, rate, now) for item in new_items]
    if not head.unrated and any(line.sale_comm is None for line in new):
        raise Refusal(
            f"`items`: a new item earns a fixed amount in {brand.currency}, and there is no rate to "
            f"{head.currency} for the order's day; ask the network to add it, then send the item again"
        )
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
        new = new._replace(sale_amount=amount)
        if not order.unrated:
            assert earned is not None
            in_report = to_report_currency(order, amount, earned)
            new = new._replace(
                sale_comm=earned, report_amount=in_report[0], report_comm=in_report[1]
            )
    if item.status is not None or item.reason_code is not None:
        new = new.with_decision(item.status or line.status, item.reason_code, now)
    return new._replace(
        category=line.category if item.category is None else item.category,
        quantity=item.quantity or line.quantity,
    )
