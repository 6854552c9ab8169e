"""What an order earns, and what a new report or a review changes of it: rows in, rows out."""

from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import cache

from schema.brands.terms import BrandTerms, Terms
from schema.core.money import ZERO, minor_unit, round_money
from schema.orders.intake import IntakeBrand, IntakeCase, Refusal
from schema.orders.order import ItemStatus, Reason, ReportedItem, ReportedOrder
from schema.orders.rows import ItemRow, OrderRow

to_days = cache(timedelta)
EXACT = Context(prec=100, rounding=ROUND_HALF_EVEN)
"""Products stay whole until they are rounded, once."""

RateLookup = Callable[[str, str], Decimal | None]
"""What one unit of the first currency is worth in the second on the order's day."""


def convert(amount: Decimal, rate: Decimal, currency: str) -> Decimal:
    """Amount times rate, half-even to the currency's minor unit."""
    return EXACT.multiply(amount, rate).quantize(minor_unit(currency), context=EXACT)


def compute_commission(
    terms: Terms, amount: Decimal, currency: str, brand: IntakeBrand, rate: RateLookup
) -> tuple[Decimal | None, Decimal]:
    """The percentage (None for a fixed amount) and what the item earns in the order's currency."""
    if terms.pays == "percent":
        return terms.value, apply_percent(amount, terms.value, currency)
    return None, convert(terms.value, require_rate(rate, brand.currency, currency), currency)


def apply_percent(amount: Decimal, percent: Decimal, currency: str) -> Decimal:
    if not amount:
        raise Refusal("`items.amount` is 0: a sale of nothing earns nothing; send what was paid")
    return convert(amount, percent.scaleb(-2, EXACT), currency)


def require_rate(rate: RateLookup, base: str, quote: str) -> Decimal:
    found = rate(base, quote)
    if found is None:
        raise Refusal(
            f"`currency`: no rate from {base} to {quote} is known for the order's day; "
            "ask the network to add it"
        )
    return found


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
    """The rows of a new order. Raises Refusal where it cannot be rated."""
    order, trace = case.order, case.attribution
    assert trace is not None
    # By place, in the order of the columns: names take twice as long, and every order comes by here.
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
            f"no terms of {brand.mcid} were in force for this sale; "
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
        order.order_time + to_days(brand.validation_days),
    )


def to_report_currency(
    order: OrderRow, amount: Decimal, earned: Decimal
) -> tuple[Decimal, Decimal]:
    """Both in the publisher's currency."""
    if order.currency == order.report_currency:
        return amount, earned
    return (
        convert(amount, order.rate, order.report_currency),
        convert(earned, order.rate, order.report_currency),
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
    """The items' rows after another report, known ones first. Raises Refusal where it may not be."""
    if order.currency != head.currency:
        raise Refusal(f"`currency`: this order was reported in {head.currency}; keep to it")
    given = {item.item_id: item for item in order.items}
    after = []
    for line in lines:
        item = given.pop(line.item_id, None)
        new = line if item is None else update_item(head, line, item, now)
        if line.settled and new != line:
            raise Refusal(f"`items`: '{line.item_id}' is settled; ask the network for a correction")
        after.append(new)
    return after + [rate_item(head, item, brand, offer, rate, now) for item in given.values()]


def update_item(order: OrderRow, line: ItemRow, item: ReportedItem, now: datetime) -> ItemRow:
    """A known item as it is reported now, paid by the terms it was first rated with."""
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
